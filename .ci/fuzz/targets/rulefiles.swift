@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore
@testable import JSONText

/// A rule file as somebody may have written it, a zero byte, and a document: what can't be read is
/// told with a place in the file, and what can is looked at in every way that the tools do.
func check(_ input: [UInt8]) {
  let cut = input.firstIndex(of: 0) ?? input.endIndex
  let (file, document) = (Array(input[..<cut]), Array(input[cut...].dropFirst()))
  let source = RuleSource(name: "v2.json", bytes: file)
  let migrator: Migrator
  do {
    migrator = try Migrator(rules: [source], generator: .fixed)
  } catch {
    check(error.diagnostics, in: file)
    return
  }
  let rules = migrator.rules
  check(rules.warnings, in: file)
  for step in rules.format.chain.steps { _ = rules.lostRules(of: step, rules.format) }
  migrate(document, by: migrator)
}

private func check(_ diagnostics: [Diagnostic], in file: [UInt8]) {
  for diagnostic in diagnostics {
    for place in ([diagnostic.place] + diagnostic.relatedPlaces).compactMap(\.self) {
      guard place.file == "v2.json", let span = place.span else { continue }
      precondition(span.bytes.upperBound <= file.count && span.line >= 1 && span.column >= 1)
    }
    precondition(!diagnostic.description.isEmpty)
  }
}

/// What becomes of a document has the shape that the rules give to all of its version; and it goes
/// back, or says why not.
private func migrate(_ document: [UInt8], by migrator: Migrator) {
  guard let old = try? JSON(parsing: document), case .object = old,
    let version = try? migrator.version(of: old),
    let new = try? migrator.migrate(document, named: "d"), let value = try? JSON(parsing: new)
  else { return }
  precondition(migrator.result(ofAnyObjectOf: version).takes(value), "of another shape")
  _ = try? migrator.targeting(version).migrate(new, named: "d")
}
