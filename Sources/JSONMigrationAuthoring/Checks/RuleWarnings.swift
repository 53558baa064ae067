package import JSONMigrationCore

extension RuleSet {
  /// What is no mistake, but worth knowing; a run without `check` doesn't look for all of it.
  package var warnings: [Diagnostic] {
    let reader = RuleReader(continuing: self)
    reader.checkVersions(in: formats)
    reader.checkReads(in: formats)
    reader.checkOccupied(in: formats)
    reader.check(tables, in: formats)
    reader.checkLists(by: self)
    reader.checkLengths(by: self)
    reader.checkTextOrder(by: self)
    reader.checkDots(in: formats)
    reader.checkRepeats(by: self)
    return (noted + reader.diagnostics).inReadingOrder()
  }
}
