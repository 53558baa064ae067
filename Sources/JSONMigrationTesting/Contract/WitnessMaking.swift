internal import JSONMigration
internal import JSONMigrationCore
internal import JSONText

/// Makes documents of old versions, and finds one that rules leave without what a type needs.
///
/// They are documents that were seen, or empty ones, in which a member that rules name has a value
/// that rules name, as long as the shape of all that were seen takes them. What is found was
/// migrated and decoded, and nothing but the missing value keeps the type from taking it.
struct WitnessMaking {
  let migrator: Migrator
  let judge: Judge
  let type: any Decodable.Type
  let documents: [ContractDocument]
  /// What those of each version look like.
  let shapes: ShapeInference
  /// A document that the type takes.
  let model: Draft?
  /// What becomes of any objects of a version.
  private var results: [Version: Shape] = [:]
  /// The number of documents that may still be made.
  private var left = 4_000

  init(
    _ type: any Decodable.Type, _ judge: Judge, documents: [ContractDocument],
    shapes: ShapeInference, model: Draft?
  ) {
    (self.type, self.judge, migrator) = (type, judge, judge.migrator)
    (self.documents, self.shapes, self.model) = (documents, shapes, model)
  }

  /// Whether rules give each document of a version what is needed, whatever it had before.
  mutating func isSupplied(_ need: ContractLog.Need, _ version: Version) -> Bool {
    guard let names = names(of: need) else { return false }
    let result = results[version] ?? migrator.result(ofAnyObjectOf: version)
    results[version] = result
    return result.look(names).isAlways
  }

  /// A document that lacks something in the end, and what became of it, in words; nothing if none
  /// is found.
  ///
  /// It had something at one of these places before, if there are any.
  mutating func notes(
    lacking need: ContractLog.Need, in version: Version, having places: [Place] = []
  ) -> [String] {
    guard let model, names(of: need) != nil,
      let steps = migrator.rules.format.chain.steps(from: version, to: migrator.target)
    else { return [] }
    let drafts = model.drafts(at: need.path.place[...])
    let shape = shapes.shape(of: version, isOpen: false)
    func result(of document: JSON) -> JSON? {
      guard shape.isNever || shape.takes(document),
        places.isEmpty || places.contains(where: { document.has($0[...]) }),
        let result = try? migrator.run(steps, on: document),
        result.path(to: need.path.place[...], where: { $0 == nil }) != nil,
        judge.accepts(type, model.completing(result))
      else { return nil }
      drafts.forEach { $0.trial = .nothing }
      defer { drafts.forEach { $0.trial = nil } }
      return judge.accepts(type, model.completing(result)) ? nil : result
    }
    for document in candidates(of: version, with: drafts.first?.json, at: places) {
      left -= 1
      if left < 0 { break }
      if result(of: document) == nil { continue }
      let least = document.shrunk(atMost: 200) { result(of: $0) != nil }
      return ["document of version \(version): \(least)"]
        + (result(of: least).map { ["result: \($0)"] } ?? [])
    }
    return []
  }

  /// Documents of a version; where none was seen, they have a value at one of some places.
  private func candidates(of version: Version, with value: JSON?, at places: [Place]) -> [JSON] {
    var bases = documents.filter { $0.versions.contains(version) }.compactMap(\.old.object)
    if bases.isEmpty {
      bases = [JSONObject()]
      for place in places where place.count == 1 {
        if let name = place.last?.name { bases.append([name: value ?? .null]) }
      }
    }
    var known: Set<ByteString> = []
    let names = migrator.rules.symbols.touched.compactMap { $0.place.first?.name }
      .filter { known.insert(ByteString($0)).inserted }
    let values = migrator.tellingValues
    var candidates = bases
    for base in bases.prefix(4) {
      for name in names {
        candidates += values.map { value in
          var document = base
          document[name] = value
          return document
        }
      }
    }
    return candidates.map { .object($0) }
  }

  /// The keys that lead to it from the document that rules are for; nil for what is in elements.
  private func names(of need: ContractLog.Need) -> [[UInt8]]? {
    guard need.path.start == 0 else { return nil }
    let names = need.path.place.segments.compactMap { segment in
      if case .key(let key) = segment { key } else { nil }
    }
    return names.count == need.path.place.count ? names : nil
  }
}
