internal import JSONMigrationCore
internal import JSONText

/// Whether `apply` makes of samples what they became, by the rules folder with the draft in it.
struct DraftVerdict {
  /// The rules with the draft.
  private let migrator: Migrator
  private let reading: FormatReading
  private let step: NextStep
  /// What documents are that say no version, where the rules don't tell it.
  private let source: Version?
  /// Whether a version may follow those that were there before.
  private let mayFollow: (Version) -> Bool

  init(
    _ migrator: Migrator, _ reading: FormatReading, _ step: NextStep, from source: Version?,
    mayFollow: @escaping (Version) -> Bool
  ) {
    (self.migrator, self.reading, self.step) = (migrator, reading, step)
    self.source = source
    self.mayFollow = mayFollow
  }

  /// The first place of each sample that comes out otherwise.
  func unexplained(in samples: [StepSample]) throws(MigrationError) -> [Unexplained] {
    var worker = try Worker(migrator, from: source)
    let terms = Terms()
    let comparison = Comparison()
    var unexplained: [Unexplained] = []
    for (sample, after) in zip(samples, Fresh.unified(samples).afters) {
      let found: JSON
      do throws(MigrationError) {
        found = try result(of: sample, by: &worker)
      } catch {
        unexplained.append(
          Unexplained(
            sample: sample.name, place: "$", found: nil, wanted: sample.after,
            why: "`apply` says: \(error.diagnostics.first?.message ?? "")"
              + (error.kind == .missingVersion ? "; `--from \(step.from)` says it" : "")))
        continue
      }
      let (one, other) = (terms.term(found), terms.term(stamped(after)))
      guard let place = comparison.firstDifference(one, other) else { continue }
      let wanted = terms.term(sample.after).at(place.way.segments) ?? place.wanted
      unexplained.append(
        Unexplained(
          sample: sample.name, place: "$" + place.way.asked.dropFirst(),
          found: place.found?.json, wanted: place.wanted.flatMap { _ in wanted?.json },
          why: why(sample, place.way)))
    }
    return unexplained
  }

  /// What `apply` makes of a sample.
  private func result(
    of sample: StepSample, by worker: inout Worker
  ) throws(MigrationError) -> JSON {
    worker.begin()
    let bytes = try worker.migrate(sample.before.bytes, named: sample.name)
    do {
      return try JSON(parsing: bytes)
    } catch {
      throw MigrationError(Diagnostic(error, in: bytes, file: sample.name))
    }
  }

  /// The document with the version that the step leads to, unless it says one.
  private func stamped(_ after: JSON) -> JSON {
    let says = reading.documents(in: after).contains { migrator.withoutVersion($0) != $0 }
    if says { return after }
    let bytes = try? migrator.withStation { station throws(MigrationError) in
      station.load(after.bytes)
      try station.stamp(named: "")
      return try station.withOutput(named: "") { $0.array }
    }
    return bytes.flatMap { try? JSON(parsing: $0) } ?? after
  }

  /// What keeps a sample from coming out as it shall, where more can be said than that.
  private func why(_ sample: StepSample, _ way: Way) -> String? {
    if let each = migrator.rules.format.each {
      let olds = reading.documents(in: sample.before).count
      let news = reading.documents(in: sample.after).count
      let path = "`each` in format.json, `\(each.path)`,"
      if olds == 0 {
        return "\(path) leads to no document in it: "
          + "samples are whole files, as `apply` gets them"
      }
      if olds != news {
        return "\(path) leads to \(olds) documents before, and to \(news) after: "
          + "rules change documents, and nothing around them"
      }
    }
    let names = way.segments.compactMap { segment in
      if case .name(let name) = segment { Array(name.text.utf8) } else { nil }
    }
    let isVersion = migrator.rules.format.at.contains { place in
      guard let own = place.names?.map(\.text) else { return false }
      return names.suffix(own.count).elementsEqual(own)
    }
    guard isVersion, let document = reading.documents(in: sample.after).first,
      let version = reading.version(saidBy: document), version != step.to
    else { return nil }
    guard version.isInteger == step.to.isInteger else {
      return "the draft leads to version \(step.to.value), and AFTER says \(version.value): "
        + "versions are \(step.to.isInteger ? "integers" : "text") here"
    }
    return "the draft leads to version \(step.to), and AFTER says \(version)"
      + (mayFollow(version)
        ? ": `--to \(version)` leads there"
        : ", which doesn't follow \(step.from)")
  }
}
