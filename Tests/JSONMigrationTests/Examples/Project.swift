import Foundation

/// The files of this package.
enum Project {
  static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

  /// The bytes of a file; the path begins at the top of the package.
  static func bytes(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: root.appending(path: path)))
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// Where a path leads that begins in a folder: `../a.json` in `rules` is `a.json`.
  static func resolve(_ path: String, in folder: String) -> String {
    let file = root.appending(path: folder).appending(path: path).standardizedFileURL.path
    return file.hasPrefix(root.path) ? String(file.dropFirst(root.path.count + 1)) : file
  }

  /// The files of a folder and of the folders in it, by name, from that folder on; none where it
  /// is absent.
  static func files(in folder: String) -> [String] {
    let paths = try? FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: folder).path)
    return (paths ?? []).filter { $0.split(separator: "/").last?.contains(".") == true }.sorted()
  }

  /// The names of what is directly in a folder.
  static func names(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: folder).path)
    return (names ?? []).sorted()
  }
}
