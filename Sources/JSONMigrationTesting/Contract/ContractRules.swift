internal import JSONMigration
internal import JSONMigrationCoding
internal import JSONMigrationCore
internal import JSONText

/// The part of a check that asks the rules, whether or not there are samples.
struct ContractRules<Value: Decodable> {
  typealias Need = ContractLog.Need

  let type: Value.Type
  let judge: Judge
  let knowledge: RecordingDecoder.Knowledge
  let lineage: Lineage
  let documents: [ContractDocument]

  func check(
    _ model: ContractModel, _ written: [WrittenValue], _ findings: inout ContractFindings
  ) {
    for value in written { check(value, model, &findings) }
    checkVersions(model, &findings)
  }

  /// The engine writes the version itself.
  private func isStamp(_ need: Need) -> Bool {
    let format = judge.migrator.rules.format
    guard format.isStamped, let names = format.at.first?.names else { return false }
    return format.places.contains { need.path.place == $0 + names.map { .key($0.text) } }
  }

  // MARK: - Versions

  /// Finds out for each older version whether its documents come to have what the type needs.
  private func checkVersions(_ model: ContractModel, _ findings: inout ContractFindings) {
    let needs = model.needs.filter { !isStamp($0) }
    var search = WitnessMaking(
      type, judge, documents: documents, shapes: lineage.documents, model: model.draft)
    let sampled = Set(documents.filter { $0.sample != nil }.flatMap(\.versions))
    let asked = Set(needs.map(\.path.place))
    // What documents are known to have, by version, and what they have if the type takes them.
    var present: [Version: Set<Place>] = [:]
    var needed: [Version: Set<Place>] = [:]
    for need in needs {
      let place = need.path.place
      let standings = lineage.standings(of: place)
      let isUnheardOf = !standings.values.contains { $0.isKnown }
      for version in lineage.olderVersions {
        guard let standing = standings[version] else { continue }
        let origin = standing.origin
        let around = place.around.filter { asked.contains($0) }
        let isInPresent = around.allSatisfy { present[version]?.contains($0) == true }
        let isInNeeded = around.allSatisfy { needed[version]?.contains($0) == true }
        if isInNeeded, need.isRequired || place.last == .every, origin.isUntouched {
          needed[version, default: []].insert(place)
        }
        guard isInPresent || isInNeeded && (origin.isLost || !origin.threats.isEmpty) else {
          continue
        }
        if isInPresent, standing.isKnown, !origin.isLost {
          present[version, default: []].insert(place)
        }
        guard need.isRequired, place.last != .every, !origin.isSupplied, !origin.isUnclear else {
          continue
        }
        if !(origin.helpers.isEmpty && origin.threats.isEmpty), search.isSupplied(need, version) {
          continue
        }
        findings.add(threats: origin.threats, to: need) {
          search.notes(lacking: need, in: version, having: origin.places)
        }
        if origin.isLost, origin.helpers.isEmpty {
          findings.add(gap: need, in: version, takenBy: origin.takers)
        } else if !isInPresent || standing.isSeen
          || sampled.contains(version) && origin.helpers.isEmpty
        {
          continue
        } else if !origin.helpers.isEmpty {
          findings.add(conditional: need, in: version, origin.helpers) {
            search.notes(lacking: need, in: version)
          }
        } else if standing.isKnown {
          continue
        } else if isUnheardOf, findings.hints?.misspelling(of: need) != nil {
          findings.add(gap: need, in: version, takenBy: [])
        } else {
          findings.add(unknown: need, in: version)
        }
      }
    }
    for version in lineage.versions where !sampled.contains(version) {
      findings.add(unsampled: version, isNewest: version == lineage.target)
    }
  }

  // MARK: - Values

  /// Tries a value that a rule writes in the place where it comes to be.
  private func check(
    _ value: WrittenValue, _ model: ContractModel, _ findings: inout ContractFindings
  ) {
    let need = model.needs.first { $0.path.place == value.place }
    let refusal: (any Error)?
    if let draft = model.draft {
      let drafts = draft.drafts(at: value.place[...])
      drafts.forEach { $0.trial = .value(value.write.value) }
      defer { drafts.forEach { $0.trial = nil } }
      refusal = drafts.isEmpty ? nil : draft.json.flatMap { judge.refusal(of: type, $0) }
    } else {
      refusal = (need?.type as? any Decodable.Type)
        .flatMap { judge.refusal(of: $0, value.write.value) }
    }
    guard let refusal else { return }
    switch refusal {
    case DecodingError.typeMismatch, DecodingError.valueNotFound: break
    default: if value.write.isExample { return }
    }
    // What a value of one kind asks for beside it another kind hasn't.
    if model.draft != nil, let error = refusal as? DecodingError, !isAbout(value, error) { return }
    findings.add(refusal, of: value, need, gap: need.flatMap { gap(in: value.write.value, $0) })
  }

  /// Whether an error is of what a rule writes, and not of what is beside it.
  private func isAbout(_ value: WrittenValue, _ error: DecodingError) -> Bool {
    let (path, keys) = (error.path, judge.strategies.keys)
    return path.count >= value.place.count
      && zip(value.place, path).allSatisfy { segment, key in
        guard let name = segment.name else { return true }
        let asked = ByteString(key.stringValue)
        return ByteString(name) == asked || ByteString(keys.converted(name, at: [])) == asked
      }
  }

  /// What something inside a value lacks.
  private func gap(in value: JSON, _ need: Need) -> Need? {
    guard let type = need.type as? any Decodable.Type else { return nil }
    let session = RecordingDecoder.Session(judge: judge, knowledge: knowledge)
    func record<Part: Decodable>(_ type: Part.Type) {
      let recorder = RecordingDecoder(
        value: value, draft: Draft(), path: need.path, session: session)
      // What can't be made was noted.
      _ = try? recorder.make(type)
    }
    record(type)
    return session.log.needs.first { $0.isRequired && $0.found != .value }
  }
}
