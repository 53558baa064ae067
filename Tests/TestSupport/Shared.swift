package import Foundation
package import Testing

/// The folder of public test suites and acceptance cases.
///
/// It stands beside the checkout, or where the environment variable `JSONMIGRATE_SHARED` says.
/// Tests that need it are skipped where it is absent.
package enum Shared {
  package static let folder: URL? = {
    let package = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let named = ProcessInfo.processInfo.environment["JSONMIGRATE_SHARED"].map {
      URL(filePath: $0)
    }
    let folder = named ?? package.appending(path: "../shared").standardizedFileURL
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  package static let isThere = ConditionTrait.enabled(
    if: folder != nil, "no folder ../shared, and JSONMIGRATE_SHARED names none")

  /// The names in a folder of it; none where it is absent.
  package static func names(in path: String) -> [String] {
    guard let folder = folder?.appending(path: path) else { return [] }
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).sorted()
  }

  /// The JSON files of a folder of it and of the folders in that, from that folder on.
  package static func documents(below path: String) -> [String] {
    guard let folder = folder?.appending(path: path) else { return [] }
    let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return (paths ?? []).filter { $0.hasSuffix(".json") || $0.hasSuffix(".jsonc") }.sorted()
  }

  /// The files of a folder in it whose names begin so, by name; finding none is a failure.
  package static func files(in path: String, prefix: String) throws -> [URL] {
    let folder = try url(of: path)
    let names = names(in: path).filter { $0.hasPrefix(prefix) }
    try #require(!names.isEmpty, "no \(prefix)* in \(path)")
    return names.map { folder.appending(path: $0) }
  }

  package static func bytes(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: url(of: path)))
  }

  package static func text(_ path: String) throws -> String {
    try String(decoding: bytes(path), as: UTF8.self)
  }

  private static func url(of path: String) throws -> URL {
    try #require(folder).appending(path: path)
  }
}
