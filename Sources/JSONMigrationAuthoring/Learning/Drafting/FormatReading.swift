internal import JSONMigrationCore
internal import JSONText

/// What the format of a rules folder takes for documents in samples, and for their versions.
struct FormatReading {
  private let format: Format
  /// The rules for one document, wherever in its file it is.
  private let single: Migrator

  init(
    _ migrator: Migrator, files: (_ folder: String) -> Result<[RuleSource], MigrationError>?
  ) throws(MigrationError) {
    format = migrator.rules.format
    single =
      format.each == nil
      ? migrator
      : try Migrator(
        named: "rules", documentsAt: try? JSONPath("$"), generator: .fixed, files: files)
  }

  /// The documents of samples, as far as they come in pairs; else the samples as they are.
  ///
  /// Throws where a sample is of another format, or all are the wrong way round.
  func documents(of samples: [StepSample]) throws(MigrationError) -> [StepSample] {
    var documents: [StepSample] = []
    var worker = try Worker(single)
    for sample in samples {
      let (olds, news) = (self.documents(in: sample.before), self.documents(in: sample.after))
      guard format.each != nil, !olds.isEmpty, olds.count == news.count else {
        guard try isOfFormat(sample.before, named: sample.name, &worker) else {
          throw alien(sample)
        }
        documents.append(sample)
        continue
      }
      for (index, (old, new)) in zip(olds, news).enumerated()
      where try isOfFormat(old, named: sample.name, &worker) {
        let name = olds.count == 1 ? sample.name : "\(sample.name), document \(index + 1)"
        documents.append(StepSample(name: name, before: old, after: new))
      }
    }
    if let first = documents.first, documents.allSatisfy(falls),
      let from = version(saidBy: first.before), let to = version(saidBy: first.after)
    {
      throw SampleVersions.fell(from, to)
    }
    return documents
  }

  /// Whether a new document says an older version than the old one, which the rules name.
  private func falls(_ sample: StepSample) -> Bool {
    guard case .integer(let old)? = version(saidBy: sample.before),
      case .integer(let new)? = version(saidBy: sample.after)
    else { return false }
    return new < old && format.chain.names(.integer(new))
  }

  /// The documents in a file.
  func documents(in file: JSON) -> [JSON] {
    guard let each = format.each else { return [file] }
    return (try? file.values(at: each.path)) ?? []
  }

  private func isOfFormat(
    _ document: JSON, named name: String, _ worker: inout Worker
  ) throws(MigrationError) -> Bool {
    guard format.when != nil else { return true }
    var text = ByteBuffer()
    text.append(contentsOf: document.bytes)
    return try worker.isOfFormat(0..<text.count, of: text.view, named: name, firstLine: nil)
  }

  private func alien(_ sample: StepSample) -> MigrationError {
    MigrationError(
      Diagnostic(
        .wrongFormat,
        "\(Printable.quote(sample.name)) is not of this format: "
          + "`\(format.when?.shown ?? "")` does not hold",
        at: nil, help: "`when` in format.json says what its documents look like"))
  }

  /// The version that a document says.
  func version(saidBy document: JSON) -> Version? {
    for place in format.at {
      guard let path = try? JSONPath(place.text),
        let value = try? document.values(at: path).first
      else { continue }
      return Version(saidBy: value)
    }
    return nil
  }

  /// Throws if a document is of another version than the one that the step starts at.
  ///
  /// A sample that says no version at all is taken for one of it; if `apply` takes its document for
  /// another one, that comes back.
  func check(
    _ sample: StepSample, startsAt version: Version
  ) throws(MigrationError) -> Version? {
    let isTold = says(sample.before)
    // Where versions aren't written, no document can tell.
    guard isTold || format.isStamped else { return nil }
    let name = Printable.quote(sample.name)
    let found: Version
    do throws(MigrationError) {
      found = try single.version(of: sample.before)
    } catch {
      if !isTold, !says(sample.after) { return nil }
      throw refusal(of: sample, named: name, startsAt: version, error)
    }
    if found == version { return nil }
    if !isTold, !says(sample.after) { return found }
    let apply =
      "the rules lead on from \(found) already: to draft that step again, delete its file; else bring "
      + "the document there first, with `jsonmigrate apply`"
    throw MigrationError(
      Diagnostic(
        .unknownVersion,
        name + (isTold ? " is" : " says no version, so it is")
          + " of version \(found), and the step starts at \(version)",
        at: nil,
        help: isTold ? apply : "\(apply); or write \(version.value) into it, if it is of that"))
  }

  func says(_ document: JSON) -> Bool { single.withoutVersion(document) != document }

  /// What is wrong with a document whose version the rules don't know.
  private func refusal(
    of sample: StepSample, named name: String, startsAt version: Version, _ error: MigrationError
  ) -> MigrationError {
    guard let reason = error.diagnostics.first else { return error }
    if reason.kind == .newerVersion, let said = self.version(saidBy: sample.before) {
      return MigrationError(
        Diagnostic(
          .newerVersion, "\(name) is of version \(said), and the step starts at \(version)",
          at: nil,
          help: "take samples of version \(version), or draft the steps that lead to \(said) first")
      )
    }
    if reason.kind == .unknownVersion, let said = self.version(saidBy: sample.before) {
      return MigrationError(
        Diagnostic(
          .unknownVersion, "\(name) is of version \(said), and the step starts at \(version)",
          at: nil,
          help: "take samples of one version; where a step is for both, draft it from those of "
            + "\(version) and write `\"from\": [\(version.value), \(said.value)]` into it"))
    }
    return MigrationError(
      Diagnostic(reason.kind, "\(name): \(reason.message)", at: nil, help: reason.help))
  }

  /// The version that all new documents say that say one, if it may follow the newest.
  func version(after samples: [StepSample]) -> Version? {
    let said = Set(samples.compactMap { version(saidBy: $0.after) })
    guard said.count == 1, let version = said.first, mayFollow(version) else { return nil }
    return version
  }

  /// Whether a step may lead from the newest version to another one.
  func mayFollow(_ version: Version) -> Bool {
    version.isLater(than: format.chain.newest) && !format.chain.names(version)
  }
}
