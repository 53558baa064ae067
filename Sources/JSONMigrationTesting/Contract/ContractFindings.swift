internal import JSONMigration
internal import JSONMigrationCore
internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What is wrong between a type and what rules make of documents, as diagnostics.
struct ContractFindings {
  typealias Need = ContractLog.Need

  private let type: String
  private let migrator: Migrator
  private let decoder: JSONDecoder
  var hints: ContractHints?
  private var gaps = Grouped()
  private var conditional = Grouped()
  private var optional = Grouped()
  /// Optional properties that some document has.
  private var present: Set<ContractPath> = []
  /// The places of all optional properties that were asked for.
  private var optionals: Set<Place> = []
  /// The versions of samples that can't be migrated.
  var failed: Set<Version> = []
  private var unknown: [Version: [Need]] = [:]
  private var threats: Set<Threat> = []
  /// Where a rule writes what the type refuses.
  private var refused: Set<Place> = []
  private var others: [Diagnostic] = []

  init(_ type: Any.Type, _ migrator: Migrator, _ decoder: JSONDecoder) {
    self.type = TypeName.of(type)
    self.migrator = migrator
    self.decoder = decoder
  }

  /// A rule that takes something away.
  private struct Threat: Hashable {
    let rule: ObjectIdentifier
    let path: ContractPath
  }

  /// Needs by their places, each with the versions that it is about.
  private struct Grouped {
    struct Key: Hashable {
      let path: ContractPath
      let found: String
    }

    struct Group {
      let need: Need
      var versions: Set<Version>
      var place: Diagnostic.Place?
      var rules: [Rule] = []
      /// A document that shows it.
      var notes: [String] = []
    }

    private var groups: [Key: Group] = [:]
    private var order: [Key] = []

    var all: [Group] { order.compactMap { groups[$0] } }

    mutating func add(
      _ need: Need, _ versions: [Version], at place: Diagnostic.Place?, _ rules: [Rule] = [],
      notes: () -> [String] = { [] }
    ) {
      let key = Key(path: need.path, found: "\(need.found)")
      if groups[key] == nil { order.append(key) }
      var group = groups[key] ?? Group(need: need, versions: [], place: place, notes: notes())
      group.versions.formUnion(versions)
      for rule in rules where !group.rules.contains(where: { $0 === rule }) {
        group.rules.append(rule)
      }
      groups[key] = group
    }
  }
}

// MARK: - Documents

extension ContractFindings {
  mutating func add(_ diagnostic: Diagnostic) { others.append(diagnostic) }

  /// Notes what a sample has, and which optional properties it hasn't.
  mutating func add(_ needs: [Need], of document: ContractDocument) {
    for need in needs {
      if !need.isRequired { optionals.insert(need.path.place) }
      if need.found == .value {
        present.insert(need.path)
      } else if !need.isRequired, need.found == .nothing {
        optional.add(need, document.versions, at: document.place)
      }
    }
  }

  /// Notes what a document lacks; not what is in something that is lacking.
  mutating func add(gaps needs: [Need], of document: ContractDocument) {
    var lacking: [Place] = []
    for need in needs {
      let place = need.path.place
      if lacking.contains(where: { $0.count < place.count && place.starts(with: $0) }) { continue }
      lacking.append(place)
      if let last = place.lastIndex(of: .every) {
        let elements = place[...last]
        if document.migrated.path(to: elements, where: { $0 == .null }) != nil {
          optionals.insert(Place(elements))
        }
      }
      gaps.add(need, document.versions, at: self.place(of: need, in: document))
    }
  }

  /// Where a sample has what doesn't do, or what lacks something: the first of many.
  private func place(of need: Need, in document: ContractDocument) -> Diagnostic.Place {
    let path = document.migrated.path(to: need.path.place[...]) { value in
      switch need.found {
      case .nothing: value == nil
      case .null: value == .null
      case .other, .value: value != nil && value == need.value
      }
    }
    return path.flatMap { origin(of: $0, in: document) } ?? document.place
  }

  /// Where a sample has what is at a path once it is migrated.
  private func origin(
    of path: [any CodingKey], in document: ContractDocument
  ) -> Diagnostic.Place? {
    guard let sample = document.sample else { return nil }
    return GivenDocument(to: migrator, named: document.place.file) { Array(sample) }
      .origin(of: path)
  }

  /// Notes an error that nothing else explains.
  mutating func add(refusal: any Error, of document: ContractDocument) {
    if let error = refusal as? MigrationError {
      others += error.diagnostics
      return
    }
    let versions = document.versions.map(\.description).joined(separator: ", ")
    let start = "`\(type)` can't be decoded from version \(versions): "
    guard let error = refusal as? DecodingError else {
      others.append(
        Diagnostic(
          .invalidValue, start + Printable.text(of: "\(refusal)"), at: document.place))
      return
    }
    // The place is in the sample, where it can be looked at, and the words are of what became of
    // it.
    let (path, value) = document.migrated.follow(error.path)
    others.append(
      Diagnostic(
        .invalidValue,
        start + "`\(Printable.path(path))` is \(value.words) (\(Self.reason(refusal)))",
        at: origin(of: error.path, in: document) ?? document.place))
  }

  /// Why something can't be seen, without where: that is known.
  private static func reason(_ error: any Error) -> String {
    let text = (error as? DecodingError)?.context?.debugDescription ?? "\(error)"
    return Printable.text(of: text)
  }

  mutating func add(stops: [ContractLog.Stop]) {
    for stop in stops {
      let path = ContractMend.path(stop.path.parts)
      others.append(
        Diagnostic(
          .unsupported,
          "`\(type)` was not seen whole: nothing can stand in for `\(TypeName.of(stop.type))`"
            + (path.isEmpty ? "" : " at `\(path)`")
            + ", and what is decoded after it was not checked (\(Self.reason(stop.error)))",
          severity: .warning, help: "a sample that has it shows what it may be"))
    }
  }
}

// MARK: - Rules

extension ContractFindings {
  /// Notes that rules leave the documents of a version without something.
  mutating func add(gap need: Need, in version: Version, takenBy rules: [Rule]) {
    gaps.add(need.missing, [version], at: nil, rules)
  }

  /// Notes that only a condition decides whether rules add something.
  mutating func add(
    conditional need: Need, in version: Version, _ rules: [Rule], notes: () -> [String]
  ) {
    conditional.add(
      need.missing, [version], at: rules.first.map { place($0) }, rules, notes: notes)
  }

  mutating func add(unknown need: Need, in version: Version) {
    unknown[version, default: []].append(need)
  }

  /// Notes that rules take something away from some documents.
  mutating func add(threats rules: [Rule], to need: Need, notes: () -> [String]) {
    for rule in rules
    where threats.insert(Threat(rule: ObjectIdentifier(rule), path: need.path)).inserted {
      others.append(
        Diagnostic(
          .missingValue,
          "`\(type)` needs \(field(need)), and `\(rule.name)` takes it away from some documents",
          severity: .warning, at: place(rule), notes: notes()))
    }
  }

  /// Notes that there is no sample of a version, and what can't be told of it therefore.
  mutating func add(unsampled version: Version, isNewest: Bool) {
    if failed.contains(version) { return }
    guard let needs = unknown[version], !isNewest else {
      others.append(
        Diagnostic(.missingValue, "no sample has version \(version)", severity: .note))
      return
    }
    let shown = needs.prefix(Self.most).map { field($0) + (hint(for: $0, isLong: true) ?? "") }
    let more = needs.count > Self.most ? " and \(needs.count - Self.most) more" : ""
    others.append(
      Diagnostic(
        .missingValue,
        "no sample has version \(version), and no rule or test shows that it has what `\(type)` "
          + "needs: \(shown.joined(separator: ", "))\(more)", severity: .warning,
        help: "keep a document of each version that was ever released"))
  }

  private static var most: Int { 12 }

  /// Notes that the type refuses a value that a rule writes, perhaps for a gap inside it.
  mutating func add(_ refusal: any Error, of value: WrittenValue, _ need: Need?, gap: Need?) {
    let file = migrator.rules.files[value.rule.file]
    let place = file.place(value.write.range, context: value.step.description)
    let given = value.write.isExample ? value.write.value.typeName : value.write.value.words
    refused.insert(value.place)
    let isOther =
      switch refusal {
      case DecodingError.typeMismatch, DecodingError.valueNotFound: true
      default: false
      }
    let path = "`\(ContractMend.path(value.place[...]))`"
    let field = (gap ?? need).map { self.field($0) } ?? path
    var message = "`\(type)` needs \(field), and `\(value.rule.name)` gives "
    switch gap?.found {
    case .nothing: message += "\(path) without it"
    case .null: message += "\(path) with null there"
    case .other(let found): message += "\(path) with \(found) there"
    case .value, nil: message += "it \(given)"
    }
    if !isOther, gap == nil, value.write.value.isContainer {
      message += " (\(Self.reason(refusal)))"
    }
    if !isOther, gap == nil, let need {
      let values = CaseList.values(of: need.type).map(\.words)
      if let text = value.write.value.string, let name = nearest(text, values) {
        message += "; a similar value is \(name)"
      } else if (1...Self.most).contains(values.count) {
        message += "; its values are \(values.joined(separator: ", "))"
      }
    }
    others.append(
      Diagnostic(
        isOther ? .wrongType : .invalidValue, message, at: place,
        notes: [Printable.text(of: "\(refusal)")]))
  }

  private func nearest(_ text: String, _ values: [String]) -> String? {
    NearestName.of(text, among: values.map { String($0.dropFirst().dropLast()) })
      .map { "\"\($0)\"" }
  }

  private func place(_ rule: Rule) -> Diagnostic.Place {
    migrator.rules.files[rule.file].place(rule.range)
  }
}

// MARK: - Telling

extension ContractFindings {
  /// All that was found, what is an error first.
  var diagnostics: [Diagnostic] {
    // An optional that some document has is what optionals are for.
    let absent = optional.all.filter { !present.contains($0.need.path) }
    // Where it comes from is told then.
    let lacking = gaps.all.filter {
      $0.need.found == .nothing || !refused.contains($0.need.path.place)
    }
    let all =
      lacking.map { gap($0) } + conditional.all.map { helped($0) } + absent.map { note($0) }
      + others
    var seen: Set<String> = []
    let each = all.filter { seen.insert($0.message).inserted }
    return [.error, .warning, .note].flatMap { severity in
      each.filter { $0.severity == severity }
    }
  }

  private func gap(_ group: Grouped.Group) -> Diagnostic {
    let need = group.need
    let versions = words(for: group.versions)
    let start = "`\(type)` needs \(field(need)), and "
    let hint = need.found == .nothing ? self.hint(for: need, isLong: false) : nil
    let mend =
      ContractMend(need, inside: optionals, decoder: decoder).rule.map { "; add: \($0)" } ?? ""
    let taken = group.rules.first.map { rule in
      " after `\(rule.name)` has taken it away (\(self.place(rule).description))"
    }
    var place = group.place
    var further: [Diagnostic.Place] = []
    let misspelling = need.found == .nothing ? hints?.misspelling(of: need)?.rule : nil
    if let rule = group.rules.first ?? misspelling {
      if place == nil { place = self.place(rule) } else { further = [self.place(rule)] }
    }
    let message: String
    switch need.found {
    case .null: message = "it is null from \(versions)\(mend)"
    case .other(let found): message = "it is \(found) from \(versions)\(mend)"
    case .nothing, .value:
      message = "nothing adds it from \(versions)\(taken ?? "")" + (hint ?? "") + mend
    }
    let isOther = if case .other = need.found { true } else { false }
    return Diagnostic(
      isOther ? .wrongType : .missingValue, start + message, at: place, relatedPlaces: further)
  }

  private func helped(_ group: Grouped.Group) -> Diagnostic {
    let names = group.rules.map { "`\($0.name)`" }.joined(separator: ", ")
    return Diagnostic(
      .missingValue,
      "`\(type)` needs \(field(group.need)), and from \(words(for: group.versions)) it is added "
        + "only where a condition holds, by \(names)", severity: .warning, at: group.place,
      notes: group.notes)
  }

  private func note(_ group: Grouped.Group) -> Diagnostic {
    Diagnostic(
      .missingValue,
      "`\(type)` may have \(field(group.need)), and nothing adds it from "
        + words(for: group.versions), severity: .note, at: group.place)
  }

  /// A name that is there in place of what is missing.
  private func hint(for need: Need, isLong: Bool) -> String? {
    func made(_ name: ContractHints.Name) -> String {
      guard let rule = name.rule else { return "" }
      return ", which `\(rule.name)` makes (\(place(rule).description))"
    }
    let start = isLong ? " (" : "; "
    let end = isLong ? ")" : ""
    if let name = hints?.similar(to: need) {
      return "\(start)a similar name is there: `\(Printable.quote(name.key))`\(made(name))\(end)"
    }
    if let name = hints?.unused(beside: need) {
      return "\(start)nothing asks for `\(Printable.quote(name.key))`\(made(name))\(end)"
    }
    return nil
  }

  private func field(_ need: Need) -> String {
    "`\(ContractMend.path(need.path.parts)): \(TypeName.of(need.type))`"
  }

  private func words(for versions: Set<Version>) -> String {
    let known = migrator.versions.filter { versions.contains($0) }
    return (known.count == 1 ? "version " : "versions ")
      + known.map(\.description).joined(separator: ", ")
  }
}

extension ContractLog.Need {
  /// The same, where nothing is.
  fileprivate var missing: Self {
    var need = self
    need.found = .nothing
    return need
  }
}
