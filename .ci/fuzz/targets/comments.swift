@testable import JSONMigrationCore
@testable import JSONText

/// The first byte picks rules, the rest is a document with comments: without them it becomes the
/// same JSON, or fails in the same way, and what came out is not changed by a second run.
func check(_ input: [UInt8]) {
  guard let pick = input.first else { return }
  let (rules, isStable) = steps[Int(pick) % steps.count]
  let text = Array(input.dropFirst())
  let source = RuleSource(name: "v2.json", bytes: "{\"to\":2,\"rules\":[\(rules)]}".utf8)
  let format = RuleSource(
    name: "format.json", bytes: #"{"version":{"stamp":false,"missing":1}}"#.utf8)
  guard let migrator = try? Migrator(rules: [format, source], generator: .fixed) else {
    preconditionFailure(rules)
  }
  let commented = migrator.allowingComments()
  let taken: CommentedText?
  do {
    taken = try CommentedText(text)
  } catch {
    // A comment without an end.
    precondition((try? commented.migrate(text)) == nil)
    return
  }
  guard let taken else { return }
  let plain = outcome { () throws(MigrationError) in try migrator.migrate(taken.strict) }
  let result = outcome { () throws(MigrationError) in try commented.migrate(text) }
  switch (plain, result) {
  case (.failure(let one), .failure(let other)): precondition(one == other, "\(one) \(other)")
  case (.text(let plain), .text(let result)):
    // A key that no rule names may stand twice, and no JSON value can have that.
    guard let other = try? JSON(parsing: plain) else { return }
    guard let rest = try? CommentedText.blanked(result), let one = try? JSON(parsing: rest)
    else { preconditionFailure("not JSON") }
    precondition(one == other, "\(one)\n\(other)")
    let again = outcome { () throws(MigrationError) in try commented.migrate(result) }
    precondition(!isStable || again == .text(result), "\(again)")
  default: preconditionFailure("\(plain)\n\(result)")
  }
}

/// With each whether a second run has nothing to change.
private let steps = [
  (#"{"drop":"a"}"#, true), (#"{"wrap":"a"}"#, false),
  (#"{"rename":{"a":"b"},"if-exists":"keep"}"#, true),
  (#"{"list":"a","do":["reverse"],"if-missing":"skip"}"#, false),
  (#"{"drop":"$..a"}"#, true), (#"{"nest":["b","c"],"under":"a"}"#, false),
  (#"{"in":"[*]","move":{"a":"x.a"}}"#, true), (#"{"set":{"a":[1,{"b":2}]}}"#, true),
]
