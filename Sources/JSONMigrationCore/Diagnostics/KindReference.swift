/// What the kinds of errors mean, for people; the reference of rules and the command's help have
/// it.
package struct KindHelp: Sendable {
  package let kind: Diagnostic.Kind
  /// What went wrong, in a sentence without a full stop.
  package let about: String
  /// What can be done about it, in whole sentences.
  package let advice: String

  package init(_ kind: Diagnostic.Kind, _ about: String, _ advice: String) {
    (self.kind, self.about, self.advice) = (kind, about, advice)
  }

  /// What to say about a word that is no kind; nil where it is one.
  package static func help(forUnknown word: String) -> String? {
    let kinds = all.map(\.kind.rawValue)
    if kinds.contains(where: { $0.utf8.elementsEqual(word.utf8) }) { return nil }
    return NearestName.help(for: word, among: kinds, one: "kind", many: "kinds")
      ?? "`jsonmigrate help kinds` names them"
  }

  /// The kinds of the library, those of documents first.
  package static let all = [
    KindHelp(
      .badJSON, "the text is not JSON",
      "The reader is strict: UTF-8, no comments, no commas before a closing bracket, nothing behind "
        + "the document. Mend the document; the error says where. Documents that have comments are read "
        + "with `--comments`, as `*.jsonc`, or with `\"comments\": true` in format.json."),
    KindHelp(
      .badPropertyList, "the bytes are no property list",
      "Property lists are read in XML, in UTF-8, and in the binary form; the old form with braces is "
        + "not. The message says what is wrong; `plutil -lint` and Python's plistlib are second "
        + "opinions."),
    KindHelp(
      .tooDeep, "the document nests deeper than the limit",
      "1,024 levels are the limit, and the most in the library; the command takes up to 10,000 with "
        + "`--max-depth`. What rules build has the limit, too. Nested documents that `migrate` finds in each other have one of their own: 64 "
        + "rules are in each other at most."),
    KindHelp(
      .tooBig, "the document, its result or the work for it is larger than the limit",
      "Documents have less than 2 GiB, lines of a stream 64 MiB, and what rules may build and do grows "
        + "with the document. Rules that multiply what they find are the usual cause."),
    KindHelp(
      .duplicateKey, "a key that a rule touches stands twice in its object",
      "A rule can't tell which of them is meant. Take one of them out of the document."),
    KindHelp(
      .badVersion, "what stands where the version is can't be one",
      "A version is an integer, or text where the steps have text. `version` in format.json says "
        + "where it stands."),
    KindHelp(
      .missingVersion, "the document says no version, and the format needs one",
      "`--from` says the version of such documents, and `missing` in format.json does for good."),
    KindHelp(
      .newerVersion, "the document is newer than the rules",
      "A newer release probably wrote it. Get newer rules, or leave such documents alone with "
        + "`--skip-newer`."),
    KindHelp(
      .unknownVersion, "no step names the version",
      "Either the version is not what was meant, or the step that starts from it is missing."),
    KindHelp(
      .wrongFormat, "the document is not of the format at all",
      "`when` in format.json says what its documents look like. Among many documents such a one is "
        + "left alone; named by itself, or given to the library, it is refused."),
    KindHelp(
      .wrongShape, "the document does not look as its version should",
      "`shape` in format.json says what documents of a version look like. Before the migration that "
        + "is a mistake in the document, after it one in the rules."),
    KindHelp(
      .missingValue, "something that has to be there is not",
      "`\"if-missing\": \"skip\"` lets a rule pass over what isn't there."),
    KindHelp(
      .wrongType, "a value has another type than the verb takes",
      "A `when` with `type(@.key) == 'string'` leaves other types alone; `convert` brings them to one "
        + "type first."),
    KindHelp(
      .invalidValue, "the type of a value fits, the value does not",
      "`map-values` has `otherwise` for values that no case covers; `jsonmigrate status` counts them. "
        + "`require` refuses documents on purpose."),
    KindHelp(
      .conflict, "two things are to come to one place",
      "`\"if-exists\": \"keep\"` keeps what is there, `\"overwrite\"` replaces it."),
    KindHelp(
      .noWayBack, "a rule that can't be undone is in the way back",
      "`undo` gives a rule, or a step, the rules that go back. `jsonmigrate check --reversible` names "
        + "all rules that need one."),
    KindHelp(
      .callFailed, "code of the app that a rule calls has failed",
      "What the code said is in the message."),
    KindHelp(
      .unsupported, "a coder was told something that can't be followed here",
      "The message names the option; read such documents with the coder alone."),
    KindHelp(
      .badRules, "the rules folder is not sound",
      "Nothing runs by rules with a mistake. `jsonmigrate check` shows all mistakes at once."),
    KindHelp(
      .failedTest, "a test of a rules folder failed",
      "Either the rules or what the test expects has to change; the difference is shown."),
    KindHelp(
      .untestedRule, "no test gives a rule anything to do",
      "This is a note and no error. Add a test whose document the rule changes."),
    KindHelp(
      .unnoticedChange, "no test would notice a change to a rule",
      "The help of the message is a test that would; `test --mutants --write` puts such tests into the "
        + "rule files. Where what the rule does now is not what was meant, a test just found that."),
    KindHelp(
      .lostGoingBack, "a document goes over a step and comes back as another one",
      "Where it had something already where the step puts something, the way back takes that for the "
        + "step's own: `require` can refuse such documents. Else the rule needs an `undo`."),
    KindHelp(
      .badPatch, "a JSON Patch is none, doesn't fit its document, or can't be translated",
      "The patch is one of RFC 6902, for the document that `--doc` names. Where it would hold generated "
        + "ids or times, migrate the document and make the change to the result."),
    KindHelp(
      .changedStep, "a step that was released means something else than then",
      "Documents that it has migrated are out there, and others will come out otherwise. Put it back, "
        + "and write a new step; `jsonmigrate lock RULES --accept STEP` takes the change over."),
  ]
}
