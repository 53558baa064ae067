internal import JSONMigrationCore
internal import JSONText

/// The member that holds the version, found by its value counting up between samples.
struct SampleVersions {
  /// The names that lead to it.
  let names: [String]
  let from: Version
  let to: Version
  /// The names that lead to the member that holds it in old documents, if that is another one.
  let oldNames: [String]?

  /// As it is written in format.json.
  var path: JSON {
    let paths = ([names] + [oldNames].compactMap(\.self)).map {
      JSON.string(Way($0.map { .name(ByteString($0)) }).text)
    }
    return paths.count == 1 ? paths[0] : .array(paths)
  }

  /// The members of old documents of which one may have got another name.
  private static let mostGone = 16

  /// Looks at the first levels of all samples; nil if no member counts up.
  ///
  /// Old documents may say no version.
  init?(of samples: [StepSample]) {
    guard let first = samples.first else { return nil }
    var seen: Set<[String]> = []
    let ways = (samples.flatMap { Self.ways(in: $0.before) } + Self.ways(in: first.after))
      .filter { Self.mayBeVersion($0) && seen.insert($0).inserted }
    let gone = ways.filter { way in
      samples.allSatisfy { Self.value(at: way, in: $0.after) == nil }
    }.prefix(Self.mostGone)
    for names in ways.sorted(by: { $0.count < $1.count }) {
      if let (from, to) = Self.versions(at: names, from: names, samples) {
        (self.names, self.from, self.to, oldNames) = (names, from, to, nil)
        return
      }
      // Its member may have another name now.
      guard Self.isNew(names, samples) else { continue }
      for old in gone {
        guard let (from, to) = Self.versions(at: names, from: old, samples) else { continue }
        (self.names, self.from, self.to, oldNames) = (names, from, to, old)
        return
      }
      guard let (from, to) = Self.firstVersions(at: names, samples) else { continue }
      (self.names, self.from, self.to, oldNames) = (names, from, to, nil)
      return
    }
    return nil
  }

  /// What all samples say in one member before and in one after, if that is a version.
  private static func versions(
    at names: [String], from oldNames: [String], _ samples: [StepSample]
  ) -> (from: Version, to: Version)? {
    let olds = samples.map { value(at: oldNames, in: $0.before) }.filter { $0 != nil }
    guard let old = olds.first, let from = version(old), let to = newVersion(at: names, samples)
    else { return nil }
    let isNamed = (isNamedVersion(names) && isNamedVersion(oldNames)) || from.isInteger
    let isSame = olds.allSatisfy { version($0) == from }
    return isNamed && isSame && to.isLater(than: from) ? (from, to) : nil
  }

  /// The same where old documents say none: the first version that is said is seldom the first.
  private static func firstVersions(
    at names: [String], _ samples: [StepSample]
  ) -> (from: Version, to: Version)? {
    guard isNamedVersion(names), case .integer(let number)? = newVersion(at: names, samples),
      number > 1
    else { return nil }
    return (.integer(number - 1), .integer(number))
  }

  private static func newVersion(at names: [String], _ samples: [StepSample]) -> Version? {
    let news = samples.map { version(at: names, in: $0.after) }
    guard let to = news.first ?? nil, news.allSatisfy({ $0 == to }) else { return nil }
    return to
  }

  /// The versions that all samples say in a member at the root, if they fall: AFTER and BEFORE were
  /// given the wrong way round.
  static func fall(in samples: [StepSample]) -> (from: Version, to: Version)? {
    for key in Format.usualPlaces {
      guard let first = samples.first, let from = version(at: [key], in: first.before),
        let to = version(at: [key], in: first.after), from.isLater(than: to),
        samples.allSatisfy({
          version(at: [key], in: $0.before) == from && version(at: [key], in: $0.after) == to
        })
      else { continue }
      return (from, to)
    }
    return nil
  }

  static func fell(_ from: Version, _ to: Version) -> MigrationError {
    MigrationError(
      Diagnostic(
        .usage, "BEFORE is of version \(from), and AFTER of version \(to), which is older",
        at: nil, help: "give them the other way round: the old documents come first"))
  }

  private static func isNew(_ names: [String], _ samples: [StepSample]) -> Bool {
    samples.allSatisfy { value(at: names, in: $0.before) == nil }
  }

  private static func isNamedVersion(_ names: [String]) -> Bool {
    names.last?.lowercased().includes("version") == true
  }

  private static func mayBeVersion(_ names: [String]) -> Bool {
    isNamedVersion(names) || names.last?.lowercased() == "schema"
  }

  /// A document without its version.
  func removed(from document: JSON) -> JSON {
    [names, oldNames].compactMap(\.self).reduce(document) { Self.removed($1[...], from: $0) }
  }

  private static func removed(_ names: ArraySlice<String>, from document: JSON) -> JSON {
    guard let name = names.first, var object = document.object, let inner = object[name] else {
      return document
    }
    if names.count == 1 {
      _ = object.removeValue(forKey: name)
    } else {
      object[name] = removed(names.dropFirst(), from: inner)
    }
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
