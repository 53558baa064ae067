internal import JSONText

/// What may stand in rule files around the rules.
package enum FileKeys {
  private static let schema = Parameter("$schema", .text, "where the editor finds the schema")

  /// The keys of a step file.
  package static let step = [
    schema,
    Parameter(
      "from", .either([.version, .list(of: .version)]), limits: ["uniqueItems": true],
      "the version that the step starts from, or a list of them; the integer before `to` if nothing "
        + "is said. `7.0.*` is every version that begins with `7.0.`"),
    Parameter("to", .version, isRequired: true, "the version that the step leads to"),
    Parameter("about", .text, "what the step is for, to people"),
    Parameter("rules", .rules, isRequired: true, "what to do, from top to bottom"),
    Parameter(
      "undo", .rules, "the rules that go back, in place of the automatic inverses of all rules"),
    Parameter(
      "tests", .list(of: .record(test)), limits: ["minItems": 0],
      "documents before and after this step alone"),
  ]

  /// The keys of a test in a step.
  package static let test = [
    Parameter("name", .text, "what the test shows"),
    Parameter("before", .value, isRequired: true, "the document before the step"),
    Parameter("after", .value, isAlternative: true, "the document after the step"),
    Parameter(
      "fails", .text, isAlternative: true,
      "the kind of the error, if the document shall be refused, such as `invalid-value`"),
  ]

  /// The keys of format.json.
  package static let format = [
    schema,
    Parameter("format", .text, "the name of the format"),
    Parameter("version", .record(version), "where documents say their version"),
    Parameter(
      "each", .path,
      "for files that hold many documents, each with a version of its own: the path to them"),
    Parameter(
      "when", .condition,
      "what documents of the format look like, whatever their version; others are left alone"),
    Parameter(
      "files", .list(of: .text), limits: ["items": ["type": "string", "minLength": 1]],
      "in a folder, these and no others are its documents: `*.poem`, `settings/*.json`, `**/a.json`"
    ),
    Parameter("comments", .boolean, "`true` if documents may have comments and trailing commas"),
    Parameter(
      "stash", .text, limits: ["minLength": 1],
      "the name of the member in which rules with `stash` keep what goes, such as `_old`"),
    Parameter(
      "shape", .map(of: .condition, by: .text), limits: ["minProperties": 0],
      "versions, each with a condition that its documents have to meet"),
  ]

  /// The keys of `version` in format.json.
  package static let version = [
    Parameter(
      "at", .either([.target, .list(of: .target)]), limits: ["uniqueItems": true],
      "the place of the version; of a list, the first that is there is read, and the first is "
        + "written. It may have indexes, `version[1]`: then it is not made where it isn't there,"
        + " nor written over what rules bring there"),
    Parameter(
      "missing", .either([.word(["fail"]), .version, .list(of: .record(probe))]),
      "the version of a document that says none, or conditions that tell it, asked in order; the "
        + "oldest if nothing is said"),
    Parameter("stamp", .boolean, "`false` if no version shall be written"),
  ]

  /// The keys of a condition that tells a version by the looks of a document.
  static let probe = [
    Parameter("when", .condition, isRequired: true, "what such a document looks like"),
    Parameter("version", .version, isRequired: true, "the version of such a document"),
  ]
}
