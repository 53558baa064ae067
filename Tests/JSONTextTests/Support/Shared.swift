import Foundation
import Testing

/// The folder of public test suites.
///
/// It stands beside the checkout, or where the environment variable `JSONMIGRATE_SHARED` says. Tests
/// that need it are skipped where it is absent.
enum Shared {
  static let folder: URL? = {
    let package = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    let named = ProcessInfo.processInfo.environment["JSONMIGRATE_SHARED"].map {
      URL(filePath: $0)
    }
    let folder = named ?? package.appending(path: "../shared").standardizedFileURL
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static let isThere = ConditionTrait.enabled(
    if: folder != nil, "no folder ../shared, and JSONMIGRATE_SHARED names none")

  /// The files of a folder in it whose names begin so, by name; finding none is a failure.
  static func files(in path: String, prefix: String = "") throws -> [URL] {
    let folder = try #require(folder).appending(path: path)
    let files = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix(prefix) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    try #require(!files.isEmpty, "no \(prefix)* in \(path)")
    return files
  }
}
