import Testing

/// Memory that the compiler doesn't check is for the scanner's inner loops and the Writer's copy.
@Suite struct UnsafeTests {
  /// Each place states in a sentence beside the code why it is right.
  static let allowed = [
    Allowance(
      path: "Sources/JSONText/Bytes", what: "unsafe",
      reason: "the scanner's loads of several bytes at once and the writer's copy of spans"),
    Allowance(
      path: "Sources/JSONText/Scanner/Blocks.swift", what: "unsafe",
      reason: "a mask of 16 bytes taken for a register of 16 bytes"),
    Allowance(
      path: "Sources/JSONText/Flat/Guessing", what: "unsafe",
      reason: "compares the next key with the one expected, once for every member"),
    Allowance(
      path: "Sources/JSONMigration/Codable/Decoder/Entrance.swift", what: "unsafe pointer",
      reason: "a cast whose outcome is known: any check looks up the type that it is to save"),
    Allowance(
      path: "Sources/Command/Platform.swift", what: "unsafe pointer",
      reason: "system calls take pointers"),
    Allowance(
      path: "Sources/Command/PlatformFiles.swift", what: "unsafe pointer",
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

  @Test func `every exception is still needed`() throws {
    for exception in Self.allowed {
      let files = House.swift(in: "Sources").filter { exception.covers($0.path) }
      let found = try files.flatMap {
        try Self.offences(in: $0.text, strict: exception.what == "unsafe")
      }
      #expect(files.isEmpty || !found.isEmpty, "\(exception)")
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
