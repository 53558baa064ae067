internal import JSONText

/// Migrates documents inside the document: `{ "migrate": "members[*]", "with": "user" }`.
struct Migrate: Verb {
  static let name = "migrate"
  static let spec = VerbSpec(
    name, "migrates nested documents, which have versions of their own",
    takes: .paths, "the nested documents; `$` is the nested document in the rules for it",
    [
      Parameter(
        "with", .text, isRequired: true, limits: ["minLength": 1],
        "the folder with their rules: of this folder, else of the one that it belongs to; `.` for "
          + "documents of the same format"),
      Parameter(
        "to", .version, "the version that they are brought to; the newest if nothing is said"),
    ],
    edges: [
      "With `.` nested documents come to the version that the outer one comes to, and `each` in "
        + "format.json isn't asked.",
      "A nested document above the version that `to` says goes back.",
      "What is not of the nested format, by `when` in its format.json, is left alone.",
    ],
    example: #"{ "migrate": "members[*]", "with": "user" }"#,
    before: #"{ "members": [{ "version": 1, "email": "a@b.c" }] }"#,
    after: #"{ "members": [{ "version": 2, "id": "a@b.c" }] }"#,
    files: [
      "user/v2.json": #"{ "to": 2, "rules": [{ "rename": { "email": "id" } }] }"#
    ])

  let queries: [Query]
  /// Which of the formats that rules ask for.
  let format: FormatRequest.Number
  /// Whether that is the format of the rule itself.
  let isSame: Bool
  /// The version that nested documents are brought to, if the rule says so.
  let target: Version?

  init?(_ fields: inout Fields) {
    let reader = fields.reader
    let queries = fields.queries("migrate")
    guard let value = fields.require("with", "the folder with the rules of the nested documents"),
      let name = reader.text(value), let queries
    else { return nil }
    let to = fields.take("to")
    target = to.flatMap { reader.version($0) }
    guard (to == nil) == (target == nil) else { return nil }
    isSame = name.utf8.elementsEqual(FormatRequest.same.utf8)
    guard isSame || FormatRequest.isFolderName(name) else {
      reader.report(
        "`\(Printable.quote(name))` is no name of a folder", at: value.range,
        help: "name a folder that lies in this one, or in one that this one belongs to; `.` is the "
          + "format itself")
      return nil
    }
    self.queries = queries
    format = reader.request(
      format: name, for: queries.flatMap { reader.scopes.places(of: $0.path) }, at: value.range,
      to: target.flatMap { version in to.map { (version, $0.range) } })
  }

  var effects: Effects { Effects(queries) { .unknown($0) } }

  var nested: NestedFormat? { NestedFormat(format: format, isSame: isSame, target: target) }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    let start = engine.matches.count
    try engine.find(queries, in: scope)
    for index in start..<engine.matches.count { engine.matches[index].changesMembers = true }
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    if engine.document.kind(match.node) == .null { return }
    try engine.migrateNested(match.node, by: self)
  }

  var inverse: Inverse { .lossy("the versions of nested documents are not known") }
}
