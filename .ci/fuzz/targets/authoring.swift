@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore
@testable import JSONText

/// Two lines of JSON, behind a byte that says what is made of them.
///
/// A schema and a document, two documents that become a patch, or a patch and a document.
func check(_ input: [UInt8]) {
  let rest = input.dropFirst()
  let lines = rest.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
  guard let kind = input.first, lines.count == 2 else { return }
  let texts = lines.map { Array($0) }
  if kind % 3 == 0 { return checkSchema(texts[0], texts[1]) }
  guard let first = try? JSON(parsing: texts[0]), let second = try? JSON(parsing: texts[1]) else {
    return
  }
  if kind % 3 == 1 { checkDifference(first, second) } else { checkPatch(first, second) }
}

/// What a schema takes is of its shape, which is a schema again and takes it, too.
private func checkSchema(_ schema: [UInt8], _ document: [UInt8]) {
  guard let schema = try? SchemaFile(schema, named: "s"), let value = try? JSON(parsing: document)
  else { return }
  let shape = schema.shape
  let written = JSON(schemaFileOf: shape)
  guard let again = try? SchemaFile(Array(written.description.utf8), named: "s") else {
    preconditionFailure("no schema: \(written)")
  }
  if schema.takes(value) == true {
    precondition(shape.takes(value), "not of the shape")
    precondition(again.takes(value) == true, "\(written)")
  }
  let target = schema.target
  if target.unread.isEmpty, target.shape.takes(value) {
    precondition(schema.takes(value) != false, "wider than the schema")
  }
  _ = shape.gaps(to: target.shape)
}

private func checkDifference(_ old: JSON, _ new: JSON) {
  let patch = JSONPatch(from: old, to: new)
  let result = try? patch.applied(to: old, named: "p")
  precondition(result == new, "\(patch)")
}

private let migrator = try? Migrator(
  rules: [
    RuleSource(
      name: "v2.json",
      bytes: #"{"to":2,"rules":[{"rename":{"a":"b"}},{"wrap":"c"},{"unnest":"d"}]}"#.utf8)
  ], generator: .fixed)

private func checkPatch(_ operations: JSON, _ document: JSON) {
  guard let migrator, let patch = try? JSONPatch(operations, named: "p"),
    let translated = try? migrator.translated(patch, named: "p", for: document, named: "d"),
    let migrated = try? migrator.migrate(document),
    let edited = try? patch.applied(to: document, named: "p")
  else { return }
  let result = try? translated.applied(to: migrated, named: "p")
  precondition(result != nil && result == (try? migrator.migrate(edited)), "\(translated)")
}
