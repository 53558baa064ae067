import Testing

/// Targets point one way, and only some may know Foundation or the C library.
@Suite struct ImportTests {
  static let foundation: Set = ["Foundation", "FoundationEssentials"]
  static let core: Set = ["JSONMigrationCore", "JSONText"]
  /// The one file that knows one processor from another.
  static let intrinsics = "Sources/JSONText/Scanner/Blocks.swift"
  /// The one file that knows the system's lock.
  static let lock = "Sources/JSONMigrationCore/Locked.swift"
  /// The files that know the C library, and its names.
  static let platform: Set = [
    "Sources/Command/Platform.swift", "Sources/Command/PlatformFiles.swift",
  ]
  /// The library's own, of which only the guard of files has need.
  static let filePlatform = "Sources/LockedFiles/FilePlatform.swift"
  /// The one file that the C interface reaches memory, files and the clock by.
  static let interfacePlatform = "Sources/JSONMigrationC/System.swift"
  /// What the C interface waits with in place of a lock.
  static let interfaceSlots = "Sources/JSONMigrationC/Stations.swift"
  static let libraries: Set = ["Android", "Darwin", "Glibc", "Musl", "WASILibc", "ucrt"]
  /// A package of its own, for measuring beside another one.
  static let peer = "Sources/Benchmarks/peers/versioned/"

  /// The modules that the Swift file at `path` may import.
  static func allowed(at path: String) -> Set<String> {
    let rooms = path.split(separator: "/").map(String.init)
    guard rooms.count > 2, rooms[0] == "Sources" else { return [] }
    switch rooms[1] {
    case "JSONText":
      return path == intrinsics ? ["_Builtin_intrinsics.intel"] : []
    case "JSONMigrationCore":
      return path == lock ? ["JSONText", "os", "Synchronization"] : ["JSONText"]
    case "PropertyLists":
      return ["JSONText"]
    case "JSONMigrationCoding":
      return foundation.union(["JSONText", "PropertyLists"])
    case "LockedFiles":
      return path == filePlatform ? libraries : []
    case "JSONMigration":
      return core.union(foundation)
        .union(["JSONMigrationCoding", "LockedFiles", "PropertyLists"])
    case "JSONMigrationAuthoring":
      return core
    case "JSONMigrationTesting":
      return core.union(foundation)
        .union(["JSONMigration", "JSONMigrationAuthoring", "JSONMigrationCoding"])
    case "Command":
      return core.union(["JSONMigrationAuthoring", "PropertyLists"])
        .union(platform.contains(path) ? libraries : [])
    case "JSONMigrationC":
      return core.union(["CJSONMigration"]).union(path == interfacePlatform ? libraries : [])
        .union(path == interfaceSlots ? ["Synchronization"] : [])
    case "Benchmarks":
      return core.union(foundation)
        .union(["JSONMigration", "JSONMigrationAuthoring", "PropertyLists"])
        .union(path.hasPrefix(peer) ? ["PackageDescription", "VersionedCodable"] : [])
    default:
      return []
    }
  }

  static func offences(in text: String, at path: String) -> [Offence] {
    let allowed = allowed(at: path)
    let lines = SwiftText(text).code.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      guard let module = imported(by: line), !allowed.contains(module) else { return nil }
      return Offence(line: index + 1, what: "import \(module)")
    }
  }

  /// The module that this line imports, if it does: attributes and access may stand before
  /// `import`, a kind of declaration after it.
  private static func imported(by line: Substring) -> String? {
    let words = line.split(separator: " ")
    let kinds: Set<Substring> = [
      "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
    ]
    let modifiers: Set<Substring> = ["fileprivate", "internal", "package", "private", "public"]
    guard let index = words.firstIndex(of: "import"),
      words[..<index].allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) })
    else { return nil }
    return words[(index + 1)...].first { !kinds.contains($0) }.map(String.init)
  }

  @Test func `every room imports only what it may`() {
    for file in House.swift(in: "Sources") {
      #expect(Self.offences(in: file.text, at: file.path).isEmpty, "\(file.path)")
    }
  }

  @Test(arguments: [
    ("import Foundation", "Sources/JSONText/JSON.swift", "import Foundation"),
    ("import JSONMigration", "Sources/JSONText/JSON.swift", "import JSONMigration"),
    (
      "import _Builtin_intrinsics.intel", "Sources/JSONText/A.swift",
      "import _Builtin_intrinsics.intel"
    ),
    ("import Foundation", "Sources/JSONMigrationCore/Engine/Engine.swift", "import Foundation"),
    ("import Foundation", "Sources/Command/Main.swift", "import Foundation"),
    (
      "import JSONMigrationCore", "Sources/JSONMigrationCoding/Reading.swift",
      "import JSONMigrationCore"
    ),
    (
      "import JSONMigrationAuthoring", "Sources/JSONMigration/Migrator.swift",
      "import JSONMigrationAuthoring"
    ),
    ("@preconcurrency import Glibc", "Sources/Command/Main.swift", "import Glibc"),
    ("import Glibc", "Sources/JSONMigrationC/Functions.swift", "import Glibc"),
    ("import Foundation", "Sources/JSONMigrationC/System.swift", "import Foundation"),
    ("  public import Darwin", "Sources/JSONMigration/Loading/A.swift", "import Darwin"),
    ("import struct Foundation.URL", "Sources/JSONText/A.swift", "import Foundation.URL"),
    ("@testable import JSONText", "Sources/Other/A.swift", "import JSONText"),
  ])
  func `a planted offence is found`(_ text: String, path: String, what: String) {
    #expect(Self.offences(in: text, at: path) == [Offence(line: 1, what: what)])
  }

  @Test(arguments: [
    (
      "#if arch(x86_64)\n  internal import _Builtin_intrinsics.intel\n#endif",
      "Sources/JSONText/Scanner/Blocks.swift"
    ),
    ("package import JSONText", "Sources/JSONMigrationCore/Plan/Plan.swift"),
    ("import FoundationEssentials", "Sources/JSONMigration/Codable/Migrated.swift"),
    ("import Glibc", "Sources/Command/Platform.swift"),
    ("@preconcurrency internal import Glibc", "Sources/JSONMigrationC/System.swift"),
    ("// import Foundation\nlet a = \"import Foundation\"", "Sources/JSONText/A.swift"),
  ])
  func `honest imports pass`(_ text: String, path: String) {
    #expect(Self.offences(in: text, at: path) == [])
  }
}
