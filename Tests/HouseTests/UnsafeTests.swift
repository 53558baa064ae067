import Foundation
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
      path: "Sources/JSONText/Flat/Inside", what: "unsafe",
      reason: "a value's reader has one owner: asking at run time took as long as small values"),
    Allowance(
      path: "Sources/JSONText/Flat/FlatDocument.swift", what: "unsafe",
      reason: "it hands the same to its functions"),
    Allowance(
      path: "Sources/JSONMigrationCore/Pool.swift", what: "unsafe pointer",
      reason:
        "a document comes from another module, whose generic code would be called a byte at a time"),
    Allowance(
      path: "Sources/JSONMigrationCoding/Entrance.swift", what: "unsafe pointer",
      reason: "a cast whose outcome is known: any check looks up the type that it is to save"),
    Allowance(
      path: "Sources/JSONMigrationC", what: "unsafe pointer",
      reason: "C hands over pointers; each is looked at before it is used"),
    Allowance(
      path: "Sources/Command/Platform.swift", what: "unsafe pointer",
      reason: "system calls take pointers"),
    Allowance(
      path: "Sources/Command/PlatformFiles.swift", what: "unsafe pointer",
      reason: "system calls take pointers"),
    Allowance(
      path: "Sources/LockedFiles/FilePlatform.swift", what: "unsafe pointer",
      reason: "system calls take pointers"),
  ]

  /// JSONText is compiled with strict memory safety, so there the keyword marks every use;
  /// elsewhere the types and functions tell.
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

  /// How often each file reads bytes without asking where the text ends.
  ///
  /// A number may rise with a sentence beside the new call that says why it stays inside the text.
  static let uncheckedReads = [
    "Sources/JSONText/Bytes/ByteView.swift": 4,
    "Sources/JSONText/Document/Explaining.swift": 6,
    "Sources/JSONText/Document/Guide/Guide.swift": 1,
    "Sources/JSONText/Document/Key.swift": 1,
    "Sources/JSONText/Document/KeyPrint.swift": 2,
    "Sources/JSONText/Document/Links.swift": 2,
    "Sources/JSONText/Document/NodeReading.swift": 8,
    "Sources/JSONText/Document/Text/Writer.swift": 1,
    "Sources/JSONText/Flat/FlatAround.swift": 7,
    "Sources/JSONText/Flat/FlatDocument.swift": 6,
    "Sources/JSONText/Flat/FlatEnvelope.swift": 10,
    "Sources/JSONText/Flat/FlatExecution.swift": 4,
    "Sources/JSONText/Flat/FlatLaying.swift": 2,
    "Sources/JSONText/Flat/FlatReading.swift": 4,
    "Sources/JSONText/Flat/FlatMoving.swift": 1,
    "Sources/JSONText/Flat/FlatSorter.swift": 2,
    "Sources/JSONText/Flat/FlatWriting.swift": 3,
    "Sources/JSONText/Flat/Guessing/Guess.swift": 8,
    "Sources/JSONText/Flat/Guessing/Predictor.swift": 2,
    "Sources/JSONText/Flat/Guessing/Recollection.swift": 3,
    "Sources/JSONText/Flat/Inside/FlatFollowing.swift": 6,
    "Sources/JSONText/Flat/Inside/FlatInside.swift": 4,
    "Sources/JSONText/Flat/Inside/FlatStamping.swift": 5,
    "Sources/JSONText/Flat/Inside/FlatValues.swift": 1,
    "Sources/JSONText/Flat/Script/FlatScripting.swift": 6,
    "Sources/JSONText/Outline/FloatingPoint.swift": 3,
    "Sources/JSONText/Outline/Outline.swift": 7,
    "Sources/JSONText/Outline/OutlineView.swift": 1,
    "Sources/JSONText/Outline/ValueWalk.swift": 1,
    "Sources/JSONText/Scanner/Scanner.swift": 3,
    "Sources/JSONText/Scanner/Sifting.swift": 2,
    "Sources/JSONText/Scanner/Skipping.swift": 14,
    "Sources/JSONText/Scanner/SpecialStrings.swift": 1,
    "Sources/JSONText/Scanner/Tokens.swift": 17,
    "Sources/JSONText/Scanner/UTF8Check.swift": 11,
  ]

  static func uncheckedReads(in text: String) -> Int {
    SwiftText(text).code.components(separatedBy: "(unchecked: ").count - 1
  }

  @Test func `unchecked reads are counted by file`() {
    var found: [String: Int] = [:]
    for file in House.swift(in: "Sources") {
      let count = Self.uncheckedReads(in: file.text)
      if count > 0 { found[file.path] = count }
    }
    #expect(found == Self.uncheckedReads)
  }

  @Test func `a planted read is counted`() {
    #expect(Self.uncheckedReads(in: "a.byte(unchecked: 1) + b.word(unchecked: 2)") == 2)
    #expect(Self.uncheckedReads(in: "// a.byte(unchecked: 1)\nfunc byte(unchecked a: Int) {}") == 0)
  }
}
