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
  ///
  /// Old documents may say no version.
  init?(of samples: [StepSample]) {
    guard let first = samples.first else { return nil }
    var seen: Set<[String]> = []
    let ways = (samples.flatMap { Self.ways(in: $0.before) } + Self.ways(in: first.after))
      .filter { Self.mayBeVersion($0) && seen.insert($0).inserted }
    for names in ways.sorted(by: { $0.count < $1.count }) {
      guard let (from, to) = Self.versions(at: names, samples) else { continue }
      (self.names, self.from, self.to) = (names, from, to)
      return
    }
    return nil
  }

  private static func versions(
    at names: [String], _ samples: [StepSample]
  ) -> (from: Version, to: Version)? {
    let news = samples.map { version(at: names, in: $0.after) }
    guard let to = news.first ?? nil, news.allSatisfy({ $0 == to }) else { return nil }
    let olds = samples.map { value(at: names, in: $0.before) }.filter { $0 != nil }
    if let old = olds.first, let from = version(old) {
      let isNamed = isNamedVersion(names) || from.isInteger
      let isSame = olds.allSatisfy { version($0) == from }
      return isNamed && isSame && to.isLater(than: from) ? (from, to) : nil
    }
    // The first version that documents say is seldom the first.
    guard olds.isEmpty, isNamedVersion(names), case .integer(let number) = to, number > 1 else {
      return nil
    }
    return (.integer(number - 1), to)
  }

  private static func isNamedVersion(_ names: [String]) -> Bool {
    names.last?.lowercased().includes("version") == true
  }

  private static func mayBeVersion(_ names: [String]) -> Bool {
    isNamedVersion(names) || names.last?.lowercased() == "schema"
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

  private static func value(at names: [String], in document: JSON) -> JSON? {
    names.reduce(Optional(document)) { $0?.object?[$1] }
  }

  private static func version(at names: [String], in document: JSON) -> Version? {
    version(value(at: names, in: document))
  }

  private static func version(_ value: JSON?) -> Version? {
    if let text = value?.string, !text.utf8.contains(where: { (0x30...0x39).contains($0) }) {
      return nil
    }
    return value.flatMap { Version(saidBy: $0) }
  }
}

extension Version {
  /// The version that a value says: an integer, or text.
  init?(saidBy value: JSON) {
    switch value {
    case .number(let number):
      guard let integer = Int(exactly: number) else { return nil }
      self = .integer(integer)
    case .string(let text): self = .text(text)
    default: return nil
    }
  }

  /// Whether a step may lead here from another one, as far as those two show.
  func isLater(than old: Version) -> Bool {
    switch (self, old) {
    case (.integer(let new), .integer(let old)): new > old
    case (.text(let new), .text(let old)): new != old
    default: false
    }
  }
}
