import Testing

@testable import JSONText

@Suite struct IntegerConversionTests {
  /// The standard library's own conversion: in generic code no other is seen.
  private func same<From: FixedWidthInteger, To: FixedWidthInteger>(
    _ conversion: (From) -> To, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let edges = [From.min, From.max, 0, 1, 2, 100, From.max / 2, From.max / 2 + 1]
    let powers = (0..<From.bitWidth).map { From(1) << $0 }
    for value in edges + powers + powers.map({ $0 &- 1 }) {
      guard let expected = To(exactly: value) else { continue }
      #expect(conversion(value) == expected, "\(value)", sourceLocation: sourceLocation)
    }
  }

  @Test func `conversions keep the number`() {
    same { (value: UInt8) in Int(value) }
    same { (value: UInt16) in Int(value) }
    same { (value: UInt32) in Int(value) }
    same { (value: Int32) in Int(value) }
    same { (value: UInt64) in Int(value) }
    same { (value: UInt) in Int(value) }
    same { (value: UInt8) in UInt64(value) }
    same { (value: UInt32) in UInt64(value) }
    same { (value: Int) in UInt64(value) }
    same { (value: UInt8) in UInt32(value) }
    same { (value: UInt16) in UInt32(value) }
    same { (value: Int) in UInt32(value) }
    same { (value: Int) in Int32(value) }
    same { (value: UInt8) in UInt16(value) }
    same { (value: Int) in UInt16(value) }
    same { (value: Int) in UInt8(value) }
    same { (value: UInt32) in UInt8(value) }
  }

  @Test func `a number that is too large for a sum is capped`() {
    #expect(Int(capped: 0) == 0 && Int(capped: 7) == 7)
    #expect(Int(capped: Int64(Int.max / 2)) == Int.max / 2)
    #expect(Int(capped: .max) == Int.max / 2)
  }

  @Test func `a number that doesn't fit stops the process`() async {
    await #expect(processExitsWith: .failure) { _ = UInt32(-1 + Int(CommandLine.argc) * 0) }
    await #expect(processExitsWith: .failure) { _ = UInt8(256 + Int(CommandLine.argc) * 0) }
    await #expect(processExitsWith: .failure) { _ = Int32(Int.max - Int(CommandLine.argc) * 0) }
    await #expect(processExitsWith: .failure) { _ = Int(UInt64.max - UInt64(CommandLine.argc) * 0) }
  }
}
