@testable import JSONText

/// A fault put here on purpose: reading past the end, behind three bytes that have to be guessed.
///
/// The gate runs this target first and goes on only when the fuzzer finds it.
func check(_ input: [UInt8]) {
  guard input.starts(with: "$.a".utf8) else { return }
  input.withUnsafeBufferPointer { bytes in
    guard let start = bytes.baseAddress else { return }
    _ = JSONError(.badJSON, offset: Int(start[input.count]), found: "", expected: "").description
  }
}
