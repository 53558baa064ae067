import JSONMigrationCore

extension GenerateOptions {
  /// The time and the ids that rules get: real ones, or those that were asked for.
  ///
  /// The time is that of the start, so that all documents of a run get the same one.
  func generator(clock: () -> Int) throws(UsageError) -> GeneratedValues {
    let time =
      now.map { GeneratedValues.time($0) } ?? GeneratedValues.time(secondsSince1970: clock())
    guard let time else {
      throw UsageError(
        "`--now` takes a date, a time and a zone, found `\(Printable.quote(now ?? ""))`",
        help: "write it as in `--now=2026-01-31T12:00:00Z`")
    }
    return GeneratedValues(now: { time }, id: GeneratedValues.ids(seed: seed))
  }
}

extension GeneratedValues {
  /// The clock of the system, and random ids.
  static let system = GeneratedValues(
    now: { time(secondsSince1970: secondsSince1970()) ?? "" }, id: ids(seed: nil))
}
