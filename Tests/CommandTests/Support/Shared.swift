import Foundation
import Testing

/// The folder of acceptance cases.
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

  /// The names in a folder of it; none where it is absent.
  static func names(in path: String) -> [String] {
    guard let folder = folder?.appending(path: path) else { return [] }
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).sorted()
  }

  static func text(_ path: String) throws -> String {
    try String(decoding: Data(contentsOf: #require(folder).appending(path: path)), as: UTF8.self)
  }
}
