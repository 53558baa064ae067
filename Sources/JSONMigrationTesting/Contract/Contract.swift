internal import JSONMigration
internal import JSONMigrationCoding
internal import JSONMigrationCore
internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The check of a type against rules and documents.
///
/// Three things are asked. What does the type need: a decoder that takes notes lets it ask for
/// everything, and makes up what it asks for. So there is a document that the type takes, the
/// model, in which something can be changed to see whether the type minds; nothing is an error that
/// it doesn't mind, however odd its `init(from:)` is. What do samples lack, once they are migrated:
/// the same decoder goes on where something is missing. And what do the rules say: for each
/// version, whether its documents are known to have what is needed, or are given it, and what the
/// rules write.
struct Contract<Value: Decodable> {
  private let migrator: Migrator
  private let type: Value.Type
  private let decoder: JSONDecoder
  private let judge: Judge
  private let knowledge = RecordingDecoder.Knowledge()

  init(migrator: Migrator, type: Value.Type, decoder: JSONDecoder) throws {
    self.migrator = migrator
    self.type = type
    self.decoder = decoder
    judge = Judge(migrator: migrator, strategies: try Strategies(of: decoder))
  }

  /// What was asked for while the type was decoded from something.
  private struct Recording {
    let log: ContractLog
    let draft: Draft
  }

  /// Notes and warnings; what is wrong is thrown.
  ///
  /// Without samples, only the rules and their tests are asked.
  func check(_ samples: [String: Data]?) throws -> [Diagnostic] {
    var findings = ContractFindings(type, migrator, decoder)
    let samples = samples.map { migrated($0, &findings) } ?? []
    let documents = samples + migrator.documentsOfTests()
    var (old, today) = (ShapeInference(), ShapeInference())
    let stamp = migrator.rules.format.at.first?.names?.map(\.text)
    for document in documents {
      for version in document.versions { old.add(document.old, of: version, at: stamp) }
      today.add(document.migrated)
    }
    let lineage = Lineage(migrator, documents: old)
    let written = lineage.writtenValues
    learn(from: documents, written)
    let model = model(documents)
    findings.hints = ContractHints(
      lineage, model.needs, today: today, judge.strategies)
    for document in documents { compare(document, model, &findings) }
    findings.add(stops: model.stops)
    let rules = ContractRules(
      type: type, judge: judge, knowledge: knowledge, lineage: lineage, documents: documents)
    rules.check(model, written, &findings)
    let diagnostics = findings.diagnostics
    if let error = MigrationError(diagnostics) { throw error }
    return diagnostics
  }

  // MARK: - Documents

  private func migrated(
    _ samples: [String: Data], _ findings: inout ContractFindings
  ) -> [ContractDocument] {
    let given = samples.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var documents: [ContractDocument] = []
    for (name, data) in given {
      do {
        documents.append(try migrator.document(sample: data, named: name))
      } catch let error as MigrationError {
        error.diagnostics.forEach { findings.add($0) }
        if let text = try? EncodedDocument(data).text, let version = try? migrator.version(of: text)
        {
          findings.failed.insert(version)
        }
      } catch {
        findings.add(
          Diagnostic(.badJSON, Printable.text(of: "\(error)"), at: Diagnostic.Place(name)))
      }
    }
    if given.isEmpty {
      findings.add(
        Diagnostic(
          .missingValue, "there is no sample to decode `\(type)` from",
          help: "keep a document of each version that was ever released"))
    }
    return documents
  }

  /// Gathers what documents and rules tell of keys and of the values of types.
  private func learn(from documents: [ContractDocument], _ written: [WrittenValue]) {
    for value in written where !value.write.isExample {
      knowledge.written[value.place, default: []].append(value.write.value)
    }
    // A type that asks for its version is to find that of today.
    let format = migrator.rules.format
    if let names = format.at.first?.names, let version = try? JSON(parsing: migrator.target.json) {
      for place in format.places {
        knowledge.written[place + names.map { .key($0.text) }] = [version]
      }
    }
    var known: Set<ByteString> = []
    let keys =
      migrator.rules.symbols.touched.flatMap(\.place).compactMap(\.name)
      + (documents.map(\.migrated) + written.map(\.write.value)).flatMap(\.keys)
    knowledge.keys = keys.filter { known.insert(ByteString($0)).inserted }
    for document in documents { _ = record(document.migrated) }
  }

  // MARK: - Recording

  /// Lets the type ask a document, or nothing, for everything; at one place it gets nothing.
  private func record(_ json: JSON?, without place: Place? = nil) -> Recording {
    let session = RecordingDecoder.Session(
      judge: judge, knowledge: knowledge, isImagining: json == nil, withheld: place)
    let draft = Draft()
    var path = ContractPath()
    path.start = migrator.rules.format.places.first?.count ?? 0
    let recorder = RecordingDecoder(value: json, draft: draft, path: path, session: session)
    // What can't be made was noted.
    _ = try? recorder.make(type)
    return Recording(log: session.log, draft: draft)
  }

  /// What the type needs, and a document that it takes.
  private func model(_ documents: [ContractDocument]) -> ContractModel {
    let imagined = record(nil)
    var known: Set<ContractPath> = []
    var needs = imagined.log.needs.filter { known.insert($0.path).inserted }
    // Of what an enumeration has in its cases only one is there.
    let alternatives = needs.filter(\.draft.isAskedForKeys).map(\.path.place)
    for index in needs.indices {
      let place = needs[index].path.place
      if imagined.draft.isAskedForKeys
        || alternatives.contains(where: { $0.count < place.count && place.starts(with: $0) })
      {
        needs[index].isRequired = false
      }
    }
    let accepted = documents.map(\.migrated).filter { judge.accepts(type, $0) }
    for index in needs.indices where needs[index].isRequired {
      let place = needs[index].path.place[...]
      let isLacking = accepted.contains { $0.path(to: place, where: { $0 == nil }) != nil }
      if isLacking { needs[index].isRequired = false }
    }
    if accepts(imagined.draft) {
      for index in needs.indices where needs[index].isRequired {
        let need = needs[index]
        needs[index].isRequired =
          !isNothing(of: imagined.draft, missed: need) && !isReplaceable(need)
      }
      return ContractModel(needs: needs, stops: imagined.log.stops, draft: imagined.draft)
    }
    var model: Draft?
    for document in documents {
      let recording = record(document.migrated)
      needs += recording.log.needs.filter { known.insert($0.path).inserted }
      if model == nil, accepts(recording.draft) { model = recording.draft }
    }
    return ContractModel(needs: needs, stops: imagined.log.stops, draft: model)
  }

  private func accepts(_ draft: Draft) -> Bool {
    draft.json.map { judge.accepts(type, $0) } ?? false
  }

  /// Whether the type doesn't mind that something is as it was found.
  private func isNothing(of draft: Draft, missed need: ContractLog.Need) -> Bool {
    need.draft.trial = need.found == .nothing ? .nothing : need.value.map { .value($0) }
    defer { need.draft.trial = nil }
    return accepts(draft)
  }

  /// Whether the type asks for something else where that is missing, and does with it.
  private func isReplaceable(_ need: ContractLog.Need) -> Bool {
    let place = need.path.place
    let draft = record(nil, without: place).draft
    // An object around it has to be there, or nothing is said of what is in that.
    return accepts(draft) && draft.drafts(at: place.parent[...]).contains { $0.json?.object != nil }
      && draft.drafts(at: place[...]).allSatisfy { $0.json == nil }
  }

  // MARK: - Comparing

  /// Finds what a document lacks.
  private func compare(
    _ document: ContractDocument, _ model: ContractModel, _ findings: inout ContractFindings
  ) {
    var refusal: (any Error)?
    var json = document.migrated
    if let sample = document.sample {
      do {
        _ = try decoder.decode(type, from: sample, migrating: migrator)
      } catch {
        refusal = error
      }
    } else {
      json = model.draft?.completing(json) ?? json
      refusal = judge.refusal(of: type, json)
    }
    let recording = record(json)
    if document.sample != nil { findings.add(recording.log.needs, of: document) }
    guard let refusal else { return }
    findings.add(stops: recording.log.stops)
    let isWhole = accepts(recording.draft)
    let gaps = recording.log.needs.filter { need in
      need.isRequired && need.found != .value
        && (document.sample != nil || need.found != .nothing)
        && !(isWhole && isNothing(of: recording.draft, missed: need))
    }
    findings.add(gaps: gaps, of: document)
    if gaps.isEmpty, document.sample != nil { findings.add(refusal: refusal, of: document) }
  }
}

/// What a type needs.
struct ContractModel {
  /// What is around something comes before it.
  let needs: [ContractLog.Need]
  /// What could not be seen.
  let stops: [ContractLog.Stop]
  /// A document that the type takes, if one was found.
  let draft: Draft?
}
