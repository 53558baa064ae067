import Testing

/// What must not stand in Sources, since it can end the process or go around the compiler's checks.
@Suite struct BannedWordTests {
  static let banned: [(what: String, pattern: String)] = [
    ("try!", #"\btry\s*!"#),
    ("as!", #"\bas\s*!"#),
    ("force unwrap", #"(?<!\btry)(?<!\bas)(?<=[\w)\]}?`"])!(?!=)"#),
    ("fatalError", #"\bfatalError\b"#),
    ("@unchecked", #"@unchecked\b"#),
    ("nonisolated(unsafe)", #"\bnonisolated\s*\(\s*unsafe\s*\)"#),
    // Names of characters are half a megabyte, which `.ci/lean.ld` leaves out of the executable,
    // with what else few ask of characters.
    ("properties.name", #"\bproperties\s*\.\s*(name|nameAlias|age)\b"#),
    ("Regex", #"\bRegex\b"#),
  ]

  /// Add a line only with a reason that a reviewer can check.
  static let allowed = [
    Allowance(
      path: "Sources/Command/Platform.swift", what: "nonisolated(unsafe)",
      reason: "values behind a mutex: the standard library's own asks for macOS 15"),
    Allowance(
      path: "Sources/JSONMigrationCore/Pool.swift", what: "@unchecked",
      reason: "a worker has one user at a time: it is taken out of the pool under its lock"),
  ]

  static func offences(in text: String) throws -> [Offence] {
    let code = SwiftText(text).code
    return try banned.flatMap { try Offence.find($0.what, $0.pattern, in: code) }
  }

  @Test func `nothing in Sources traps on purpose or skips a check`() throws {
    for file in House.swift(in: "Sources") {
      let found = try Self.offences(in: file.text)
        .filter { !Self.allowed.allow($0.what, in: file.path) }
      #expect(found.isEmpty, "\(file.path)")
    }
  }

  @Test func `every exception is still needed`() throws {
    for exception in Self.allowed {
      let found = try House.swift(in: "Sources").filter { exception.covers($0.path) }
        .flatMap { try Self.offences(in: $0.text) }
      #expect(found.contains { $0.what == exception.what }, "\(exception)")
    }
  }

  @Test(arguments: [
    ("let a = try! b()", "try!"), ("let a = b as! C", "as!"), ("let a = b!", "force unwrap"),
    ("a[0]!.b()", "force unwrap"), ("a()!", "force unwrap"), ("var a: B!", "force unwrap"),
    ("`default`!.a", "force unwrap"), ("a(\"\\(b!)\")", "force unwrap"),
    ("a! = b", "force unwrap"), ("fatalError(\"a\")", "fatalError"),
    ("struct A: @unchecked Sendable {}", "@unchecked"),
    ("nonisolated(unsafe) var a = 1", "nonisolated(unsafe)"),
    ("scalar.properties.name", "properties.name"), ("scalar.properties.age", "properties.name"),
    ("let pattern = try Regex(text)", "Regex"),
  ])
  func `a planted offence is found`(_ text: String, what: String) throws {
    #expect(try Self.offences(in: "\n" + text) == [Offence(line: 2, what: what)])
  }

  @Test(arguments: [
    "a != b", "a!=b", "if !a, b || !c {}", "(!a)", "[!a]", "#if !os(Linux)", "// a! try! b",
    "\"a! as! fatalError\"", "/* try! */", "try a()", "a as? B", "func `a!`() {}", "a !== b",
  ])
  func `honest code passes`(_ text: String) throws {
    #expect(try Self.offences(in: text) == [])
  }
}
