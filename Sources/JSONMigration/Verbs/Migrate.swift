internal import JSONText

/// Migrates documents inside the document: `{ "migrate": "members[*]", "with": "user" }`.
struct Migrate: Verb {
  static let name = "migrate"
  static let spec = VerbSpec(
    name, "migrates nested documents, which have versions of their own",
    takes: .paths, "the nested documents; `$` is the nested document in the rules for it",
    [
      Parameter(
        "with", .text, isRequired: true,
        "the folder with their rules: of this folder, else of the one that it belongs to")
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

  init?(_ fields: inout Fields) {
    let reader = fields.reader
    let queries = fields.queries("migrate")
    guard let value = fields.require("with", "the folder with the rules of the nested documents"),
      let name = reader.text(value), let queries
    else { return nil }
    guard FormatRequest.isFolderName(name) else {
      reader.report(
        "`\(Printable.quote(name))` is no name of a folder", at: value.range,
        help: "name a folder that lies in this one, or in one that this one belongs to")
      return nil
    }
    self.queries = queries
    format = reader.request(
      format: name, for: queries.flatMap { reader.scopes.places(of: $0.path) }, at: value.range)
  }

  var effects: Effects { Effects(queries) { .unknown($0) } }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.find(queries, in: scope)
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    if engine.document.kind(match.node) == .null { return }
    try engine.migrateNested(match.node, format)
  }

  var inverse: Inverse { .lossy("the versions of nested documents are not known") }
}
