package import JSONText

/// A format: where its documents say their version, and the steps between versions.
///
/// It is an object: an engine hands it on for each document.
package final class Format: Sendable {
  /// What a document is that says no version.
  package enum Missing: Sendable {
    case version(Version)
    case fail
    /// Conditions, asked in order.
    case probes([(when: Condition, version: Version)])
  }

  /// Members at the root that documents mostly say their version in.
  package static let usualPlaces = ["version", "schemaVersion", "formatVersion"]

  /// Where the version is: the first one present is read, the first one listed is written.
  package let at: [VersionPlace]
  package let missing: Missing
  package let isStamped: Bool
  /// Whether a version is written that may be an element of an array.
  let isStampedByIndex: Bool
  package let each: Query?
  /// What its documents look like; nil if all are.
  package let when: Condition?
  /// Which files of a folder are its documents; nil if that isn't said.
  let files: FileSelection?
  /// Whether its documents may have comments.
  package let hasComments: Bool
  /// The name under which rules keep what goes, if they may.
  package let stash: String?
  package let shapes: [(version: Version, condition: Condition)]
  package let chain: Chain
  /// The folder in the rules folder; empty for the rules folder itself.
  package let folder: String
  /// Where its documents are, as a guide has it.
  package let places: [Place]

  init(
    at: [VersionPlace], missing: Missing, isStamped: Bool, each: Query?, when: Condition?,
    files: FileSelection?, hasComments: Bool, stash: String?,
    shapes: [(version: Version, condition: Condition)], chain: Chain, folder: String,
    places: [Place]
  ) {
    (self.at, self.missing, self.isStamped) = (at, missing, isStamped)
    isStampedByIndex = isStamped && at.contains(where: \.isByIndex)
    (self.each, self.when, self.files, self.hasComments) = (each, when, files, hasComments)
    (self.stash, self.shapes, self.chain) = (stash, shapes, chain)
    (self.folder, self.places) = (folder, places)
  }

  /// Whether one of the places of the version can be made where it isn't there.
  package var canMakePlace: Bool { at.isEmpty || at.contains { $0.names != nil } }
}

/// What `format.json` says, before the chain is known.
struct FormatFile {
  /// The number of the file, if there is one.
  var file: Int?
  var at: [VersionPlace] = []
  var missing: LocatedJSON?
  var isStamped = true
  var each: Query?
  var when: Condition?
  var files: FileSelection?
  var hasComments = false
  var stash: String?
  var shape: LocatedJSON?
}

extension RuleReader {
  /// Reads format.json, or takes what holds without one; `documents` counts in place of its `each`.
  func formatFile(
    _ source: RuleSource?, name: String, documentsAt documents: JSONPath? = nil
  ) -> FormatFile? {
    var format = FormatFile()
    stashing = Stashing()
    guard let source else {
      if let documents { enter(query(documents, at: 0..<0), of: &format) }
      format.at = defaultPlace
      stashing.versions = format.at
      return format
    }
    guard let value = open(source, name: name),
      var fields = Fields(value, "the format, which is an object", self)
    else { return nil }
    format.file = file
    owner = file
    _ = fields.text("$schema")
    // The name is for people.
    _ = fields.text("format")
    showing("\"each\": \"[*]\"") {
      let own = fields.take("each").flatMap { query($0) }
      guard let each = documents.map({ query($0, at: 0..<0) }) ?? own else { return }
      enter(each, of: &format)
    }
    let isSound = showing("\"version\": { \"at\": \"meta.version\", \"missing\": 1 }") {
      guard let value = fields.take("version") else {
        format.at = defaultPlace
        return true
      }
      guard var version = Fields(value, "an object with `at`, `missing` and `stamp`", self)
      else { return false }
      readVersion(&version, into: &format)
      return true
    }
    guard isSound else { return nil }
    showing("\"when\": \"type(@.lines) == 'array'\"") {
      format.when = fields.take("when").flatMap { condition($0) }
    }
    showing("\"files\": [\"*.poem\", \"settings/*.json\"]") {
      format.files = fields.take("files").flatMap { fileSelection($0) }
    }
    showing("\"comments\": true") {
      format.hasComments = fields.take("comments").flatMap { boolean($0) } ?? false
    }
    showing("\"stash\": \"_old\"") {
      stashing.name = fields.take("stash").flatMap { stashName($0, versions: format.at) }
    }
    stashing.versions = format.at
    format.stash = stashing.name.map { String(decoding: $0, as: UTF8.self) }
    format.shape = fields.take("shape")
    fields.finish(FileKeys.format.map(\.name), of: "format.json")
    return format
  }

  /// Goes on to the documents that a query finds.
  private func enter(_ each: Query, of format: inout FormatFile) {
    format.each = each
    scopes = Scopes(
      documentsAt: Array(scopes.places(of: each.path).prefix(1)), areKnown: each.path.hasOneWay)
  }

  /// Reads a key of format.json; what is wrong with it is told with an example.
  private func showing<Value>(_ example: String, _ read: () -> Value) -> Value {
    let mistakes = diagnostics.count
    defer { help("write it as in `\(example)`", since: mistakes) }
    return read()
  }

  /// The member `version`.
  private var defaultPlace: [VersionPlace] {
    [VersionPlace(target([Array("version".utf8)], isFromDocument: true, at: 0..<0))]
  }

  private func readVersion(_ fields: inout Fields, into format: inout FormatFile) {
    if let value = fields.take("stamp") {
      format.isStamped = boolean(value) ?? true
    }
    if let value = fields.take("at") {
      let texts: [LocatedJSON]
      if case .array(let elements) = value.value { texts = elements } else { texts = [value] }
      let places = texts.map { versionPlace($0) }
      format.at = places.compactMap { $0 }
      checkApart(places, texts)
      if texts.isEmpty { report("the list of places is empty", at: value.range) }
    } else if format.isStamped {
      format.at = defaultPlace
    }
    format.missing = fields.take("missing")
    fields.finish(FileKeys.version.map(\.name), of: "`version`")
  }

  /// When a document is stamped at the first place, the others go: with what is in them.
  private func checkApart(_ places: [VersionPlace?], _ texts: [LocatedJSON]) {
    var before = VersionPlaces()
    for (index, place) in places.enumerated() {
      guard let place, let first = before.add(place, index), let other = places[first] else {
        continue
      }
      report(
        other.text == place.text
          ? "`\(place.text)` is there twice"
          : "`\(place.text)` can't be taken away without what is at `\(other.text)`",
        at: texts[index].range,
        help:
          "the version is written at the first of the places, and goes from the others: they have "
          + "to be members apart from each other, such as `version` and `meta.version`")
    }
  }

  /// Puts a format together with its chain, which says what its versions are.
  func format(_ file: FormatFile, _ chain: Chain, folder: String) -> Format {
    if let number = file.file { self.file = number }
    return Format(
      at: file.at,
      missing: file.missing.flatMap { missing($0, chain) }
        ?? chain.oldest.map { .version($0) } ?? .fail,
      isStamped: file.isStamped, each: file.each, when: file.when, files: file.files,
      hasComments: file.hasComments, stash: file.stash,
      shapes: file.shape.map { shapes($0, chain) } ?? [], chain: chain, folder: folder,
      places: scopes.places)
  }

  private func missing(_ value: LocatedJSON, _ chain: Chain) -> Format.Missing? {
    let mistakes = diagnostics.count
    defer {
      help(
        "write a version, `\"fail\"`, or [{ \"when\": \"@.id\", \"version\": 2 }, …]",
        since: mistakes)
    }
    if case .string(let word) = value.value, word.utf8.elementsEqual("fail".utf8) { return .fail }
    guard case .array(let elements) = value.value else {
      return known(value, chain).map { .version($0) }
    }
    if elements.isEmpty { report("the list of conditions is empty", at: value.range) }
    var probes: [(when: Condition, version: Version)] = []
    for element in elements {
      guard
        var fields = Fields(element, "a probe, which is an object with `when` and `version`", self)
      else { continue }
      let when = fields.require("when", "what such a document looks like; `@` is every one")
        .flatMap { condition($0) }
      let version = fields.require("version", "the version of such a document")
        .flatMap { known($0, chain) }
      fields.finish(FileKeys.probe.map(\.name), of: "a probe")
      if let when, let version { probes.append((when, version)) }
    }
    return .probes(probes)
  }

  /// A version that the chain names.
  private func known(_ value: LocatedJSON, _ chain: Chain) -> Version? {
    guard let version = version(value) else { return nil }
    if chain.names(version) { return version }
    reportUnknown(version, at: value.range, chain)
    return nil
  }

  private func reportUnknown(_ version: Version, at range: Range<Int>, _ chain: Chain) {
    // 1 and "1" would look alike.
    let isOtherType = version.isInteger != chain.isNumbered
    func shown(_ version: Version) -> String {
      isOtherType ? version.spelling : version.description
    }
    let other = Version(version.description, isInteger: chain.isNumbered)
    report(
      "version \(shown(version)) is none that the steps name", at: range,
      help: isOtherType && chain.names(other)
        ? "write it \(other.isInteger ? "without" : "in") quotes: `\(other.spelling)`"
        : "the versions are " + Printable.list(chain.named.map(shown)))
  }

  private func shapes(
    _ value: LocatedJSON, _ chain: Chain
  ) -> [(version: Version, condition: Condition)] {
    let mistakes = diagnostics.count
    defer { help("write it as in `\"shape\": { \"2\": \"@.title\" }`", since: mistakes) }
    guard case .object(let members) = value.value else {
      reportType(value, expected: "an object with a condition for each version")
      return []
    }
    return members.compactMap { member in
      let text = Version.text(member.key)
      let number = chain.isNumbered ? Int(member.key).map { Version.integer($0) } : nil
      // As documents are asked: `01` is not how a number is written.
      let version = number?.description == member.key ? number ?? text : text
      guard let condition = condition(member.value) else { return nil }
      if version.beginning != nil {
        report(
          "`\(Printable.quote(member.key))` is a pattern, and each version has a shape of its own",
          at: member.keyRange, help: "write a condition for each version that needs one")
      } else if !chain.names(version) {
        reportUnknown(version, at: member.keyRange, chain)
      }
      return (version, condition)
    }
  }
}
