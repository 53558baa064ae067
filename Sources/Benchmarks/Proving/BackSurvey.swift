import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// One rule that goes back by itself, tried on many documents.
struct BackSurvey: Sendable {
  /// The outcomes for documents that the rule accepts.
  struct Counts: Sendable {
    var tried = 0
    var same = 0
    var refused = 0
    /// Documents that have what the rule makes already, or whose parts hold the separator: no way
    /// back can tell those apart, and the rule reference says so.
    var known = 0
    /// Documents that come back as others, without an error.
    var different = 0

    mutating func add(_ other: Counts) {
      tried += other.tried
      same += other.same
      refused += other.refused
      known += other.known
      different += other.different
    }
  }

  let rule: JSON
  /// Documents that come back as others, made as small as possible, one of each kind.
  private(set) var faults: [String] = []
  private let step: Step
  private let format: Format
  private let made: [Place]
  /// The separators with which the rule joins or splits.
  private let separators: [String]
  private var specimens: Specimens

  /// A survey for each rule of a folder that claims a way back of its own.
  static func all(of migrator: Migrator, documents: [JSON]) -> [BackSurvey] {
    let rules = migrator.rules
    return rules.formats.flatMap { format in
      format.chain.steps.flatMap { step in
        let file = try? LocatedJSON.parse(rules.files[step.file].bytes).root.json
        let texts = file?["rules"]?.array ?? []
        return zip(step.rules, texts).compactMap { rule, text -> BackSurvey? in
          if ([rule] + rule.inside).contains(where: { $0.undo != nil }) { return nil }
          guard RoundTrip([text], undo: nil, in: step, format) != nil else { return nil }
          return BackSurvey(
            rule: text, step: step, format: format,
            made: BackRun.made(by: [rule], format), separators: text.separators,
            specimens: Specimens(
              for: [(rules, format, step, [text])], from: documents + step.tests.map(\.before)))
        }
      }
    }
  }

  /// Takes a number of documents over the rule and back; fewer if the rule accepts hardly any.
  mutating func run(documents: Int) -> Counts {
    var counts = Counts()
    guard var trip = RoundTrip([rule], undo: nil, in: step, format) else { return counts }
    for _ in 0..<(documents * 4) where counts.tried < documents {
      let document = specimens.next()
      let result = trip.result(for: document)
      switch result {
      case .notTaken: continue
      case .refused: counts.refused += 1
      case .back(let between, _):
        if between != document, specimens.kept.count < 400 { specimens.keep(document) }
        if !isLost(result, document) {
          counts.same += 1
        } else if isKnown(document) {
          counts.known += 1
        } else {
          counts.different += 1
          note(document, &trip)
        }
      }
      counts.tried += 1
    }
    return counts
  }

  /// Whether a document comes back as another one, apart from the spelling of converted values.
  private func isLost(_ result: RoundTrip.Result, _ document: JSON) -> Bool {
    guard result.loses(document), case .back(_, let back) = result else { return false }
    let (before, after) = (document.inOneSpelling, back.inOneSpelling)
    return before != after && before.withoutEmptyObjects != after.withoutEmptyObjects
  }

  private func isKnown(_ document: JSON) -> Bool {
    document.hasAny(of: made) || separators.contains { document.hasText(with: $0) }
  }

  private mutating func note(_ document: JSON, _ trip: inout RoundTrip) {
    guard faults.isEmpty else { return }
    let least = document.shrunk { isLost(trip.result(for: $0), $0) && !isKnown($0) }
    guard case .back(let between, let after) = trip.result(for: least) else { return }
    faults.append("\(least) → \(between) → \(after)")
  }
}

extension Rule {
  /// The rules in it, at any depth.
  fileprivate var inside: [Rule] { inner.flatMap { [$0] + $0.inside } }
}

extension JSON {
  /// The separators with which the rules in it join or split.
  fileprivate var separators: [String] {
    switch self {
    case .array(let elements): elements.flatMap(\.separators)
    case .object(let members):
      ["join": "with", "split": "by"].compactMap { verb, key in
        members[verb] == nil ? nil : members[key]?.string
      } + members.flatMap { $0.value.separators }
    default: []
    }
  }

  fileprivate func hasText(with part: String) -> Bool {
    switch self {
    case .string(let text): part.isEmpty || text.includes(part)
    case .array(let elements): elements.contains { $0.hasText(with: part) }
    case .object(let members): members.contains { $0.value.hasText(with: part) }
    default: false
    }
  }

  /// The value with texts for JSON and for moments in one spelling, which is that of `convert`.
  fileprivate var inOneSpelling: JSON {
    switch self {
    case .string(let text):
      if let moment = Moment(iso8601: Array(text.withoutLastZeros.utf8)) {
        return .string("\(moment)")
      }
      return .string((try? JSON(parsing: text))?.description ?? text)
    case .array(let elements): return .array(elements.map(\.inOneSpelling))
    case .object(let members):
      return .object(members.reduce(into: [:]) { $0[$1.key] = $1.value.inOneSpelling })
    default: return self
    }
  }
}

extension String {
  /// A moment without zeros at the end of its fraction: `05.060Z` is `05.06Z`.
  fileprivate var withoutLastZeros: String {
    guard contains("."), hasSuffix("Z") else { return self }
    var start = Substring(dropLast())
    while start.last == "0" { start.removeLast() }
    if start.last == "." { start.removeLast() }
    return String(start) + "Z"
  }
}
