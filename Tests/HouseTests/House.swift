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

  /// Every text file of the package, whatever its folder, but for what tools leave behind.
  static let files: [File] = {
    let skipped: Set = [".build", ".git", ".swiftpm", "__pycache__", ".DS_Store"]
    guard let walk = FileManager.default.enumerator(atPath: root.path()) else { return [] }
    var files: [File] = []
    while let path = walk.nextObject() as? String {
      if skipped.contains(where: { path.hasSuffix($0) }) {
        walk.skipDescendants()
      } else if let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) {
        files.append(File(path: path, text: text))
      }
    }
    return files.sorted { $0.path < $1.path }
  }()

  /// The Swift files below `folder`.
  static func swift(in folder: String) -> [File] {
    files.filter { $0.path.hasPrefix(folder + "/") && $0.path.hasSuffix(".swift") }
  }

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
    let expression = try NSRegularExpression(pattern: pattern)
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
