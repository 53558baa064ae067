import Foundation

/// A folder with rules in it.
struct RulesFolder {
  let url: URL
  /// All files in it: a change to any of them is a reason to check again.
  let files: [URL]

  /// What tells the folder from others of the target in the name of a file.
  var mark: String {
    // By its whole path, in few characters, and the same in each run.
    let sum = url.standardizedFileURL.path.utf8.reduce(into: 0xCBF2_9CE4_8422_2325 as UInt64) {
      $0 = ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "\(url.lastPathComponent)-\(String(sum, radix: 16))"
  }

  /// The rules folders in a folder, sorted: those with a `format.json` or a `v2.json` and the like,
  /// also as `.jsonc`, that are in no other.
  static func all(in folder: URL) -> [RulesFolder] {
    let keys: [URLResourceKey] = [.isRegularFileKey]
    guard
      let walk = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: keys, options: [.skipsHiddenFiles])
    else { return [] }
    let files = walk.compactMap { $0 as? URL }
      .filter { (try? $0.resourceValues(forKeys: Set(keys)).isRegularFile) == true }
    let folders = Set(files.filter(isOfRules).map { $0.deletingLastPathComponent() })
    return outermost(
      of: folders.map { folder in
        RulesFolder(url: folder, files: files.filter { isInside(folder, $0) })
      })
  }

  /// Those that are in no other: nested formats are checked with the folder around them.
  static func outermost(of folders: [RulesFolder]) -> [RulesFolder] {
    folders.filter { folder in !folders.contains { isInside($0.url, folder.url) } }
      .sorted { $0.url.path < $1.url.path }
  }

  private static func isOfRules(_ file: URL) -> Bool {
    file.lastPathComponent.wholeMatch(of: /(format|v[0-9]+(\.[0-9]+)*)\.jsonc?/) != nil
  }

  private static func isInside(_ folder: URL, _ url: URL) -> Bool {
    let outer = folder.standardizedFileURL.path
    return url.standardizedFileURL.path.hasPrefix(outer.hasSuffix("/") ? outer : outer + "/")
  }
}
