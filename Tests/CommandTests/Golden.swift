import Foundation
import Testing

/// Texts kept as files in folders of Tests/Goldens, outside all targets.
///
/// `UPDATE_GOLDENS=1 swift test` writes them anew; what changed is then for the reviewer to see.
enum Golden {
  static func check(
    _ text: String, _ name: String, in folder: String = "Command",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Goldens/\(folder)")
    let file = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let kept = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    #expect(
      text == kept, "\(name) differs; UPDATE_GOLDENS=1 writes it anew",
      sourceLocation: sourceLocation)
  }
}
