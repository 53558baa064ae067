import Foundation
import Testing

/// Files of the project that are made from the specs of the verbs.
enum GeneratedFile {
  /// Checks that a file is fresh; `UPDATE_GOLDENS=1 swift test` writes it anew.
  static func check(
    _ text: String, at path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: Project.root.appending(path: path))
    }
    let isFresh = (try? Project.bytes(path)) == Array(text.utf8)
    #expect(
      isFresh, "\(path) is not fresh; UPDATE_GOLDENS=1 swift test writes it anew",
      sourceLocation: sourceLocation)
  }
}
