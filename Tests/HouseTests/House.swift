import Foundation

/// The package's own files.
enum House {
  struct File: Sendable {
    /// From the top of the package, with `/`.
    let path: String
    let text: String
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// What the package is made of; anything else beside it is somebody's own.
  private static let top = [
    ".ci", ".editorconfig", ".gitignore", ".pre-commit-hooks.yaml", ".spi.yml",
    ".swift-format", "ARCHITECTURE.md", "action.yml", "CHANGELOG.md", "CONTRIBUTING.md", "Examples",
    "LICENSE", "Package.swift", "Plugins", "README.md",
    "Sources", "Tests",
    "rules",
  ]

  /// Every text file of the package.
  static let files: [File] = top.flatMap { name in
    var paths = [name]
    if let walk = FileManager.default.enumerator(
      atPath: root.appending(path: name).path(percentEncoded: false))
    {
      while let path = walk.nextObject() as? String { paths.append(name + "/" + path) }
    }
    return paths.sorted().compactMap { (path: String) -> File? in
      let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
      return text.map { File(path: path, text: $0) }
    }
  }

  /// The Swift files below `folder`.
  static func swift(in folder: String) -> [File] {
    files.filter { $0.path.hasPrefix(folder + "/") && $0.path.hasSuffix(".swift") }
  }

  /// The Swift files of the library's targets.
  static let library = [
    "JSONText", "JSONMigrationCore", "PropertyLists", "JSONMigrationCoding", "LockedFiles",
    "JSONMigration", "JSONMigrationAuthoring", "JSONMigrationTesting", "JSONMigrationC",
  ].flatMap { swift(in: "Sources/" + $0) }

  /// The text of one file, empty where there is none.
  static func text(of path: String) -> String {
    files.first { $0.path == path }?.text ?? ""
  }
}

/// Something the house doesn't allow, and where.
struct Offence: Hashable, CustomStringConvertible {
  let line: Int
  let what: String

  var description: String { "line \(line): \(what)" }

  /// The lines of `text` where `pattern` is found.
  static func find(_ what: String, _ pattern: String, in text: String) throws -> [Offence] {
    let expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    // Nearly always there is none, which is quickly seen in the whole text.
    let whole = NSRange(text.startIndex..., in: text)
    guard expression.firstMatch(in: text, range: whole) != nil else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        let line = String(line)
        let all = NSRange(line.startIndex..., in: line)
        guard expression.firstMatch(in: line, range: all) != nil else { return nil }
        return Offence(line: index + 1, what: what)
      }
  }
}

/// A file, or a folder with all below it, that may do what others may not, and why.
struct Allowance {
  let path: String
  let what: String
  let reason: String

  func covers(_ file: String) -> Bool {
    file == path || file.hasPrefix(path + "/")
  }
}

extension Sequence where Element == Allowance {
  func allow(_ what: String, in file: String) -> Bool {
    contains { $0.what == what && $0.covers(file) }
  }
}
