package import JSONMigrationCore

extension RuleSet {
  /// What is no mistake, but worth knowing; a run without `check` doesn't look for all of it.
  package var warnings: [Diagnostic] {
    let reader = RuleReader(continuing: self)
    reader.checkVersions(in: formats)
    let roads = formats.map { RuleRoad($0) }
    reader.checkReads(along: roads)
    reader.checkOccupied(along: roads)
    reader.check(tables, in: formats)
    reader.checkLists(by: self)
    reader.checkLengths(by: self)
    reader.checkTextOrder(by: self)
    reader.checkDots(in: formats)
    reader.checkRepeats(by: self)
    return (noted + reader.diagnostics).inReadingOrder()
  }
}

extension RuleReader {
  /// Lets `body` warn of a rule, which says what is allowed in it.
  func look(at rule: Rule, _ body: () -> Void) {
    (file, allowed) = (rule.file, rule.allowed)
    body()
    allowed = []
  }
}
