import Testing

/// Memory that the compiler doesn't check is for the scanner's inner loops and the Writer's copy.
@Suite struct UnsafeTests {
  /// Each place states in a sentence beside the code why it is right.
  static let allowed = [
    Allowance(
      path: "Sources/JSONText/Bytes", what: "unsafe",
      reason: "loads of several bytes at once, in the loops that decide the speed"),
    Allowance(
      path: "Sources/JSONText/Document/Writer.swift", what: "unsafe",
      reason: "untouched spans are copied as memory"),
    Allowance(
      path: "Sources/Command", what: "unsafe pointer",
      reason: "system calls take pointers"),
  ]

  /// JSONText is compiled with strict memory safety, so there the keyword marks every use; elsewhere
  /// the types and functions tell.
  static func offences(in text: String, strict: Bool) throws -> [Offence] {
    let code = SwiftText(text).code
    return try strict
      ? Offence.find("unsafe", #"(?<!\()\bunsafe\b"#, in: code)
      : Offence.find("unsafe pointer", #"\b(Unsafe[A-Z]|withUnsafe|unsafe[A-Z])"#, in: code)
  }

  @Test func `unsafe code stands only in the named files`() throws {
    for file in House.swift(in: "Sources") {
      let strict = file.path.hasPrefix("Sources/JSONText/")
      let found = try Self.offences(in: file.text, strict: strict)
        .filter { !Self.allowed.allow($0.what, in: file.path) }
      #expect(found.isEmpty, "\(file.path)")
    }
  }

  @Test(arguments: [
    ("let a = unsafe b[0]", true), ("@unsafe func a() {}", true),
    ("func a(_ b: UnsafePointer<UInt8>) {}", false), ("a.withUnsafeBytes { b($0) }", false),
    ("unsafeBitCast(a, to: B.self)", false),
  ])
  func `a planted offence is found`(_ text: String, strict: Bool) throws {
    #expect(try Self.offences(in: text, strict: strict).map(\.line) == [1])
  }

  @Test(arguments: [
    "// unsafe", "let a = \"unsafe UnsafePointer\"", "let unsafely = 1", "isUnsafe()",
  ])
  func `honest code passes`(_ text: String) throws {
    #expect(try Self.offences(in: text, strict: true) == [])
    #expect(try Self.offences(in: text, strict: false) == [])
  }
}
