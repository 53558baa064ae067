import JSONText
import Testing

/// Small files of strict JSON.
enum JSONFile {
  /// The kind in a file `{ "kind": … }`.
  static func kind(_ path: String) throws -> String {
    try #require(LocatedJSON.strict(Project.bytes(path)).member("kind")?.text, "\(path)")
  }
}

extension LocatedJSON {
  /// A document; one with a duplicate key is refused.
  static func strict(_ bytes: [UInt8]) throws -> LocatedJSON {
    let (root, duplicates) = try parse(bytes, dialect: .strict)
    if let first = duplicates.first { throw first.error(in: SourceMap(bytes)) }
    return root
  }
}
