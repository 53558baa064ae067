extension CommandSpec {
  /// All commands, in the order of the help; what is not here does not exist for users.
  static let all = CommandName.allCases.map(spec(of:))

  static func spec(of name: CommandName) -> CommandSpec {
    switch name {
    case .apply: apply
    case .check: check
    case .test: test
    case .lock: lock
    case .explain: explain
    case .status: status
    case .new: new
    case .learn: learn
    case .patch: patch
    case .shape: shape
    case .schema: schema
    case .help: help
    }
  }

  private static let rules = Operand(name: "RULES", meaning: "a rules folder")

  static let apply = CommandSpec(
    name: .apply,
    operands: [
      rules,
      Operand(name: "INPUT", meaning: "documents", isOptional: true, repeats: true),
    ],
    summary: "bring documents to the newest version",
    details: [
      "Without INPUT, or with \"-\", the document comes from standard input. Of one INPUT the result "
        + "goes to standard output. Several, or a folder, need --in-place, --output-dir, --check or "
        + "--diff.",
      "A folder means every *.json, *.jsonl and *.ndjson file in it and in its subfolders, in the "
        + "order of their names; with --plist every *.plist file instead; or those that `files` in "
        + "format.json or --files name. Hidden files, what a .gitignore names, the rules folder "
        + "itself and steps of other rules are left out; symbolic links are not followed there.",
      "A document that fails stays as it was, and doesn't stop the others. What no rule touches "
        + "comes out byte for byte.",
      "Whether documents are out of date is a question for `apply --check`; `check` is about the "
        + "rules.",
    ],
    examples: [
      ("jsonmigrate apply rules/ old.json > new.json", "one document"),
      ("jsonmigrate apply rules/ --in-place library/", "every document in a folder"),
      ("jsonmigrate apply rules/ --check library/", "would anything change?"),
    ])

  static let check = CommandSpec(
    name: .check,
    operands: [
      rules, Operand(name: "DOC", meaning: "documents or folders", isOptional: true, repeats: true),
    ],
    summary: "tell whether the rules folder is sound",
    details: [
      "Reads all rule files and reports everything that is wrong with them. No documents are needed; "
        + "whether documents are out of date is a question for `apply --check`.",
      "With documents it also tells which rules find nothing in any of them, and why: a path that no "
        + "document has is most likely misspelled.",
      "With --from and --to, which are JSON Schemas, it tells instead whether every document of the "
        + "one becomes one of the other: compatible, broken with a document that shows it, or unknown "
        + "with what is not proven. Broken is exit status 1; unknown is 0, and 1 with --strict. Documents "
        + "of versions that the rules don't name are left out, but not those that are refused because "
        + "they say none.",
      "Where the folder has a rules.lock, steps that were released are compared with it: that one "
        + "means something else now is an error, with a document that shows it.",
    ],
    examples: [
      ("jsonmigrate check rules/", "all mistakes in the rules"),
      ("jsonmigrate check rules/ library/", "also: do the paths fit these documents?"),
      ("jsonmigrate check rules/ --reversible", "also: can every step be undone?"),
      (
        "jsonmigrate check rules/ --from v1.schema.json --to now.schema.json",
        "does every document of the old schema become one of the new?"
      ),
    ])

  static let test = CommandSpec(
    name: .test, operands: [rules],
    summary: "run the tests in the rule files and in tests/",
    details: [
      "Runs the `tests` of every step, and the cases in the folder `tests`. Shows what differs, and "
        + "ends with how many passed and how many failed."
    ],
    examples: [
      ("jsonmigrate test rules/", "all tests of a rules folder"),
      ("jsonmigrate test rules/ --coverage", "also: which tests reach which rule?"),
      ("jsonmigrate test rules/ --mutants", "which mistakes would they miss?"),
      ("jsonmigrate test rules/ --back", "what does not come back?"),
    ])

  static let lock = CommandSpec(
    name: .lock, operands: [rules],
    summary: "write down what each released step means",
    details: [
      "Writes rules.lock into the rules folder: for each step what it means, without comments, layout "
        + "and whatever else changes nothing. `check` compares the rules with it and shows a document "
        + "that comes out otherwise. Commit the file with the rules, and write it anew when a step was "
        + "released.",
      "Steps that are in the file already stay there as they were: one that means something else now "
        + "is an error, and nothing is written; one that no document was found to tell is a warning.",
    ],
    examples: [
      ("jsonmigrate lock rules/", "before a release"),
      ("jsonmigrate lock rules/ --accept 3", "the change to the step to 3 is meant"),
    ])

  static let explain = CommandSpec(
    name: .explain,
    operands: [rules, Operand(name: "INPUT", meaning: "a document", isOptional: true)],
    summary: "show what each rule changes in a document",
    details: [
      "Shows the road of one document: each step, each rule that did something, and what it changed: "
        + "`+` is new, `-` is gone, `~` is elsewhere or another value. Writes no document.",
      "With one document a line each line is told, one after the other.",
    ],
    examples: [
      ("jsonmigrate explain rules/ old.json", "step by step"),
      ("jsonmigrate explain rules/ old.json --at author.name", "where a value came from"),
      ("jsonmigrate explain rules/ old.json --html road.html", "a page to step through"),
    ])

  static let status = CommandSpec(
    name: .status,
    operands: [rules, Operand(name: "PATH", meaning: "documents or folders", repeats: true)],
    summary: "show which versions are out there, and what would fail",
    details: [
      "Counts the documents of each version, how often each rule would act, and what would fail; the "
        + "values that no case of a `map-values` covers; and the keys that no rule names and no test "
        + "has. Writes nothing.",
      "Documents that would fail make the exit status 1.",
    ],
    examples: [("jsonmigrate status rules/ library/", "how things stand before an upgrade")])

  static let new = CommandSpec(
    name: .new,
    operands: [
      rules, Operand(name: "AFTER", meaning: "documents after the step", isOptional: true),
    ],
    summary: "write the next step's file, ready to fill in",
    details: [
      "Finds the newest version and writes the file of the step that follows it; in an empty folder "
        + "the first, with format.json unless that is there. A folder that is missing is made, and so "
        + "is the schema for editors. What it writes is sound: it has an example of a rule, and a test "
        + "that passes. Put your own in their place. No file is replaced, and no folder is made beside "
        + "one that has rules and nearly the same name.",
      "With `--from BEFORE AFTER` the step is drafted from samples, as `learn --write` does.",
    ],
    examples: [
      ("jsonmigrate new rules/", "after v3.json comes v4.json"),
      ("jsonmigrate new rules/ --from before/ after/", "drafted from samples"),
    ])

  static let learn = CommandSpec(
    name: .learn,
    operands: [
      rules, Operand(name: "BEFORE", meaning: "documents before the step"),
      Operand(name: "AFTER", meaning: "the same documents after it"),
    ],
    summary: "draft a step from documents before and after it",
    details: [
      "BEFORE and AFTER are two files, two folders whose files are paired by name, or two NDJSON files "
        + "that are paired by line. What is drafted reproduces the samples, and no more is claimed: what "
        + "they leave open is asked, with the results side by side. What no rule explains is told with "
        + "its place, and the exit status is 1 then: also where the folder doesn't let `apply` do what "
        + "the rules alone would, such as by its `each`, or by what it takes documents for that say no "
        + "version. The step leads to the version that AFTER says, if that may follow.",
      "The draft goes to standard output, with tests made of the samples and a note on each guess. "
        + "It passes `check`, and its tests pass. Where RULES is no folder yet, it is the first step of "
        + "a new one. The same samples give the same draft; a search that takes long ends after ten "
        + "seconds, or with Ctrl-C, with the best so far.",
    ],
    examples: [
      ("jsonmigrate learn rules/ old.json new.json", "what led from one to the other?"),
      ("jsonmigrate learn rules/ before/ after/ --write", "as the next step's file"),
      ("jsonmigrate learn rules/ before/ after/ --answer 2", "the second result was meant"),
    ])

  static let patch = CommandSpec(
    name: .patch, operands: [rules, Operand(name: "PATCH", meaning: "a JSON Patch")],
    summary: "translate a patch for an old document into one for the new",
    details: [
      "PATCH is a JSON Patch (RFC 6902) that was written for the document that --doc names. The document "
        + "is migrated with the patch and without it, and the difference is the patch for the migrated "
        + "document. Where the changed document can't be migrated, that is the error; a patch that would "
        + "hold generated ids or times is refused, because these differ from run to run."
    ],
    examples: [
      ("jsonmigrate patch rules/ --doc old.json change.json", "as JSON, one operation a line")
    ])

  static let shape = CommandSpec(
    name: .shape, operands: [Operand(name: "DOC", meaning: "documents or folders", repeats: true)],
    summary: "print the JSON Schema of documents",
    details: [
      "Goes through the documents once and prints what they have in common as a JSON Schema "
        + "(2020-12): the types of each value, members that all have, texts that are a few words, "
        + "objects that are maps, kinds of objects that a member tells apart. How many documents have "
        + "a member stands in `$comment`. Of several versions it is an `anyOf` with one for each.",
      "The version is what --rules says; without it a number that is the member `version`, "
        + "`schemaVersion` or `formatVersion` of the document. Folders are walked as `apply` walks "
        + "them; documents of another format than the rules' are left out and counted.",
    ],
    examples: [
      ("jsonmigrate shape library/", "what is in real files"),
      ("jsonmigrate shape library/ --rules rules/ --version 2", "only those of version 2"),
      (
        "jsonmigrate shape events.ndjson --open > event.schema.json", "others may have more members"
      ),
    ])

  static let schema = CommandSpec(
    name: .schema,
    operands: [
      Operand(name: "SCHEMA", meaning: "a JSON Schema of documents", isOptional: true)
    ],
    summary: "print the JSON Schema of rule files, for editors",
    details: [
      "The schema is draft-07. A rule file names it in `$schema`, and the editor completes and checks "
        + "what is written.",
      "With --after it prints the JSON Schema (2020-12) of the newest version instead: SCHEMA is that "
        + "of older documents, and is carried along the rules. What is printed takes every result; where "
        + "a rule may make anything it says so.",
    ],
    examples: [
      (
        "jsonmigrate schema --after rules/ v1.schema.json > now.schema.json",
        "what documents are now"
      ),
      ("jsonmigrate schema > rules/rule-file.schema.json", "for your editor"),
    ])

  static let help = CommandSpec(
    name: .help,
    operands: [
      Operand(
        name: "TOPIC", meaning: "a command, or what stands in rules or messages",
        isOptional: true)
    ],
    summary: "explain a command, a verb, a key or an error kind",
    details: [
      "TOPIC is a command, a verb of the rules such as `rename`, a key such as `if-missing`, the kind "
        + "of an error as it stands in brackets, `wrong-type`, or the word of a warning, `gap`. "
        + "`paths`, `when`, `pattern`, `format`, `versions` and `tests` tell of more; `keys`, `kinds` "
        + "and `warnings` are lists."
    ],
    examples: [
      ("jsonmigrate help apply", "all about a command"),
      ("jsonmigrate help --man | man -l -", "the manual page"),
    ])
}
