internal import JSONMigrationCore
internal import JSONText

/// The member that holds the version, found by its value counting up between samples.
struct SampleVersions {
  /// The names that lead to it.
  let names: [String]
  let from: Version
  let to: Version

  /// As it is written in format.json.
  var path: String { Way(names.map { .name(ByteString($0)) }).text }

  /// Looks at the first levels of all samples; nil if no member counts up.
  init?(of samples: [StepSample]) {
    guard let first = samples.first else { return nil }
    let ways = Self.ways(in: first.before).sorted { $0.count < $1.count }
    for names in ways {
      guard names.last?.lowercased().includes("version") == true,
        let old = Self.version(at: names, in: first.before),
        let new = Self.version(at: names, in: first.after), Self.isLater(new, old),
        samples.allSatisfy({
          Self.version(at: names, in: $0.before) == old
            && Self.version(at: names, in: $0.after) == new
        })
      else { continue }
      (self.names, from, to) = (names, old, new)
      return
    }
    return nil
  }

  /// A document without its version.
  func removed(from document: JSON) -> JSON { Self.removed(names[...], from: document) }

  private static func removed(_ names: ArraySlice<String>, from document: JSON) -> JSON {
    guard let name = names.first, var object = document.object, let inner = object[name] else {
      return document
    }
    object[name] = names.count == 1 ? nil : removed(names.dropFirst(), from: inner)
    return .object(object)
  }

  private static func ways(in document: JSON) -> [[String]] {
    (document.object ?? [:]).flatMap { key, value in
      [[key]] + (value.object ?? [:]).map { [key, $0.key] }
    }
  }

  private static func version(at names: [String], in document: JSON) -> Version? {
    var value: JSON? = document
    for name in names { value = value?.object?[name] }
    switch value {
    case .number(let number): return Int(exactly: number).map { .integer($0) }
    case .string(let text) where text.utf8.contains { (0x30...0x39).contains($0) }:
      return .text(text)
    default: return nil
    }
  }

  private static func isLater(_ new: Version, _ old: Version) -> Bool {
    switch (new, old) {
    case (.integer(let new), .integer(let old)): new > old
    case (.text(let new), .text(let old)): new != old
    default: false
    }
  }
}
