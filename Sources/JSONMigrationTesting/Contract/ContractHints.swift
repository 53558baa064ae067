internal import JSONMigration
internal import JSONMigrationCoding
internal import JSONMigrationCore
internal import JSONText

/// Names that are there and that the type doesn't ask for: one of them may be what it means.
struct ContractHints {
  /// A name, and the rule that makes it; none where only documents have it.
  struct Name {
    let key: String
    let rule: Rule?
  }

  private var names: [Place: [Name]] = [:]
  private let keys: Strategies.Keys

  init(
    _ lineage: Lineage, _ needs: [ContractLog.Need], today: ShapeInference,
    _ strategies: Strategies
  ) {
    keys = strategies.keys
    let asked = Set(needs.map(\.path.place))
    var known: Set<Place> = []
    for (place, rule) in lineage.madePlaces where !asked.contains(place) {
      add(place, rule, &known)
    }
    for place in today.places() where !asked.contains(place) { add(place, nil, &known) }
  }

  private mutating func add(
    _ place: Place, _ rule: Rule?, _ known: inout Set<Place>
  ) {
    guard let key = place.last?.name, known.insert(place).inserted else { return }
    names[place.parent, default: []].append(Name(key: key, rule: rule))
  }

  /// A name beside a missing one that is almost the same.
  func similar(to need: ContractLog.Need) -> Name? {
    guard case .key(let wanted)? = need.path.parts.last else { return nil }
    let names = (names[need.path.place.parent] ?? []).filter {
      ByteString(keys.converted($0.key, at: [])) != wanted
    }
    let seen = names.map { keys.converted($0.key, at: []) }
    guard let nearest = NearestName.of(wanted.text, among: seen) else { return nil }
    return zip(names, seen).first { ByteString($1) == ByteString(nearest) }?.0
  }

  /// Such a name that a rule makes.
  func misspelling(of need: ContractLog.Need) -> Name? {
    similar(to: need).flatMap { $0.rule == nil ? nil : $0 }
  }

  /// The one name beside a missing one that a rule makes and nothing asks for.
  func unused(beside need: ContractLog.Need) -> Name? {
    let made = (names[need.path.place.parent] ?? []).filter { $0.rule != nil }
    return made.count == 1 ? made[0] : nil
  }
}
