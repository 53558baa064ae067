import JSONMigrationCore
import JSONText

extension Flag {
  /// All flags, in the order of the help; what is not here does not exist for users.
  static let all = results + versions + documents + working + answers + everywhere

  private static let results = [
    Flag(
      long: "output", short: "o", value: .required("FILE"), category: .result, commands: [.apply],
      summary: "write the result to FILE",
      details: [
        "A file that is there is replaced in one step, or left as it was if anything goes wrong. A "
          + "pipe or a device is written to as it is. FILE may be the input itself; \"-\" is standard "
          + "output."
      ],
      conflicts: ["output-dir", "in-place", "check", "diff"], completion: .file,
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.destination =
          [FileName("-"), FileName("/dev/stdout")].contains(value.fileName)
          ? .standardOutput : .file(value.fileName)
      }),
    Flag(
      long: "output-dir", value: .required("DIR"), category: .result, commands: [.apply],
      summary: "write the results into DIR, by the names of the inputs",
      details: [
        "Files found in a folder keep their place in it, and each name of a file that is named has its "
          + "result. Folders that are missing are made. No input is replaced: that is --in-place. Inside DIR no "
          + "symbolic link is followed."
      ],
      conflicts: ["output", "in-place", "check", "diff"], completion: .folder,
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.destination = .folder(value.fileName)
      }),
    Flag(
      long: "in-place", category: .result, commands: [.apply],
      summary: "replace the inputs",
      details: [
        "Each file is replaced in one step: at every moment, even if the machine stops, it is the old "
          + "one or the new one. Owner, group, mode, access list and extended attributes stay; what the "
          + "system doesn't let the new file have is told, and it is never open to more people than the "
          + "old one. A symbolic link that is named stays, and the file it leads to is replaced; in a "
          + "folder links are left alone. A file that needs no change is not touched.",
        "What someone else changes meanwhile stays, and is told. On file systems that can't let two "
          + "files change names, a change between the last look and the replacement is lost.",
      ],
      conflicts: ["output", "output-dir", "check", "diff"],
      update: { options, _ in options.destination = .inPlace }),
    Flag(
      long: "backup", value: .optional("SUFFIX"), category: .result, commands: [.apply],
      summary: "keep each original as FILE.bak or FILE+SUFFIX",
      details: [
        "For --in-place. It holds the bytes that were read. A file of that name that holds something else stays, and "
          + "the backup is FILE.bak.2 then, or has the next number that is free."
      ],
      conflicts: ["check", "diff"],
      update: { options, value throws(UsageError) in
        let suffix = value.bytes ?? Array(".bak".utf8)
        guard !suffix.isEmpty, !suffix.contains(UInt8(ascii: "/")) else {
          throw UsageError(
            "the suffix of `--backup` can't be empty, nor have a slash",
            help: "write `--backup=.old`")
        }
        options.backupSuffix = suffix
      }),
    Flag(
      long: "check", category: .result, commands: [.apply],
      summary: "write nothing; name what would change (exit status 1)",
      details: ["On a terminal it also shows how, as --diff does."],
      update: { options, _ in options.isCheck = true }),
    Flag(
      long: "diff", category: .result, commands: [.apply],
      summary: "write nothing; show how documents would change",
      details: ["Property lists are shown in XML, binary ones too."],
      update: { options, _ in options.isDiff = true }),
    Flag(
      long: "strict", category: .result, commands: [.apply, .check],
      summary: "exit with 1 if a rule found nothing in the whole run",
      details: [
        "Of several documents such rules are told in any case, the first of them, and of one those that "
          + "are most likely wrong; -v tells all. Only rules of steps count that some document went."
      ],
      own: [
        (.check, "warnings are errors, and so are rules that find nothing and what isn't proven")
      ],
      update: { options, _ in options.isStrict = true }),
    Flag(
      long: "skip-bad", value: .required("FILE"), category: .result, commands: [.apply],
      summary: "put lines that fail into FILE and go on",
      details: [
        "For one document a line. They are copied byte for byte. Where results take the place of the "
          + "inputs they are added to FILE, else it is written anew. With --in-place it is no document "
          + "of a folder, nor is that of --reasons. Without this flag the first line that fails ends the "
          + "work on its file."
      ],
      conflicts: ["json", "plist", "check", "diff"], completion: .file,
      update: { options, value throws(UsageError) in
        options.skipBad = try value.plainFile()
      }),
    Flag(
      long: "reasons", value: .required("FILE"), category: .result, commands: [.apply],
      summary: "say in FILE what is wrong with each bad line",
      details: [
        "One line of JSON for each line that fails, in their order: the members that `--format json` "
          + "has, and `line`, its number. On the terminal only the first of them are told."
      ],
      completion: .file,
      update: { options, value throws(UsageError) in
        options.reasons = try value.plainFile()
      }),
    Flag(
      long: "bad-ok", category: .result, commands: [.apply],
      summary: "exit with 0 though bad lines were put aside",
      details: ["For pipes that take another exit status for a failure of the whole."],
      update: { options, _ in options.allowsBad = true }),
  ]

  private static let versions = [
    Flag(
      long: "to", value: .required("VERSION"), category: .versions,
      commands: [.apply, .check, .explain, .status, .learn],
      summary: "go to VERSION instead of the newest",
      details: [
        "An older version than the document's means going back, which every rule in between must "
          + "allow."
      ],
      own: [
        (.check, "a file, the JSON Schema that results have to fit; --from is that before"),
        (.learn, "the version that the step leads to"),
      ],
      ownValues: [(.check, "FILE")],
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.documents.to = try value.text()
      }),
    Flag(
      long: "from", value: .required("VERSION"), category: .versions,
      commands: [.apply, .check, .explain, .status, .new],
      summary: "the version of documents that don't tell theirs",
      own: [
        (
          .check,
          "the version of documents that don't tell theirs; with --to a file, the JSON Schema that "
            + "documents fit before"
        ),
        (.new, "the documents before the step; those after it follow, `--from BEFORE AFTER`"),
      ],
      ownValues: [(.check, "VERSION|FILE"), (.new, "BEFORE")],
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.documents.from = try value.text()
      }),
    Flag(
      long: "skip-newer", category: .versions, commands: [.apply, .status],
      summary: "leave documents alone that are newer than the rules",
      details: [
        "Without this flag such a document is an error. A file of which one part is newer, where "
          + "`each` or `migrate` leads to parts, is left alone as a whole."
      ],
      update: { options, _ in options.skipsNewer = true }),
  ]

  private static let documents = [
    Flag(
      long: "ndjson", category: .documents,
      commands: [.apply, .check, .explain, .status, .shape],
      summary: "one document a line",
      details: ["Files named *.ndjson or *.jsonl are read so without this flag."],
      conflicts: ["json", "plist"],
      update: { options, _ in options.documents.layout = .lines }),
    Flag(
      long: "json", category: .documents,
      commands: [.apply, .check, .explain, .status, .shape],
      summary: "one document a file, whatever its name",
      conflicts: ["ndjson", "plist"],
      update: { options, _ in options.documents.layout = .single }),
    Flag(
      long: "plist", category: .documents, commands: [.apply, .check, .explain, .status],
      summary: "property lists; of a folder its *.plist files",
      details: [
        "A property list has the form afterwards that it had, XML or binary. Rules see it as JSON: "
          + "dates as text in ISO 8601, data as text in Base64; they stay dates and data.",
        "Files named *.plist are read so without this flag. In folders they are left alone without "
          + "it, since not every property list there is a document: an app's Info.plist is none.",
      ],
      conflicts: ["json", "ndjson"],
      update: { options, _ in options.documents.layout = .propertyList }),
    Flag(
      long: "files", value: .required("GLOB"), category: .documents,
      commands: [.apply, .check, .status, .shape],
      summary: "of a folder take the files that fit GLOB; repeatable",
      details: [
        "In GLOB * is any text in a name, ? one character, and ** any number of folders. Without a "
          + "slash it is for files in all folders, with one it starts at the folder that is named. "
          + "Hidden names need a dot in GLOB, or --all. It replaces `files` of format.json."
      ],
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        let glob = try value.text()
        guard FileSelection([glob]) != nil else {
          throw UsageError(
            "`--files` takes a glob below the folder, found `\(Printable.quote(glob))`",
            help: "write it from the folder on, without `..`: `--files='settings/*.json'`")
        }
        if let (message, help) = FileSelection.strangeSigns(in: glob, anyBrackets: true) {
          throw UsageError("`--files`: \(message)", help: help)
        }
        options.documents.files.append(glob)
      }),
    Flag(
      long: "all", category: .documents, commands: [.apply, .check, .status, .shape],
      summary: "of a folder take hidden and ignored files too",
      details: [
        "Without it, names that begin with a dot are left out, and what a .gitignore names: that of "
          + "the folder, of those inside, and of those around it up to the root of its repository. What "
          + "is in .git is never a document."
      ],
      update: { options, _ in options.documents.takesAll = true }),
    Flag(
      long: "comments", category: .documents,
      commands: [.apply, .check, .explain, .status, .shape],
      summary: "documents may have comments and such; keep them",
      details: [
        "A comment goes where the member goes that it stands directly above, or behind on the same "
          + "line. Files named *.jsonc are read so without this flag, and so are all where format.json "
          + "says \"comments\": true; in folders *.jsonc files are documents then."
      ],
      conflicts: ["plist"],
      update: { options, _ in options.documents.hasComments = true }),
    Flag(
      long: "each", value: .required("PATH"), category: .documents,
      commands: [.apply, .check, .explain, .status],
      summary: "the documents are what stands at PATH",
      details: [
        "A row of a table in an envelope: of {\"id\": 7, \"doc\": {}} --each=doc migrates what doc is, and "
          + "the rest comes out byte for byte. PATH is a path as in a rule, such as row.doc or "
          + "items[*]; it takes the place of `each` in format.json. What has nothing there stays as it is; "
          + "where no document has, that is an error. Null is something: `when` of format.json can pass "
          + "over it."
      ],
      update: { options, value throws(UsageError) in options.documents.each = try value.place() }),
    Flag(
      long: "formats", value: .required("DIR"), category: .documents, commands: [.apply],
      summary: "in place of RULES: a rules folder for each format",
      details: [
        "Each folder in DIR has the rules of a format, and `when` in its format.json says what its documents "
          + "look like, such as @.type == 'order'. A document goes by the first, in the order of their "
          + "names, whose `when` holds; telling them apart takes next to nothing where each compares "
          + "the same member with a text. What is of none of them stays as it is. Which files of a folder "
          + "are documents is said by --files, and not by the formats."
      ],
      conflicts: ["to", "from"], completion: .folder,
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.formats = value.fileName
      }),
    Flag(
      long: "refuse-others", category: .documents, commands: [.apply],
      summary: "a document of another format is an error",
      details: [
        "Among many documents, in folders or one a line, those for which `when` in format.json doesn't hold "
          + "are left alone without it."
      ],
      isRare: true,
      update: { options, _ in options.refusesOthers = true }),
    Flag(
      long: "stdin-path", value: .required("NAME"), category: .documents, commands: [.apply],
      summary: "what messages call standard input",
      details: [
        "A NAME that ends in .ndjson or .jsonl also says that there is one document a line, one in "
          + ".plist that it is a property list."
      ],
      isRare: true,
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.documents.standardInputPath = value.fileName
      }),
    Flag(
      long: "max-depth", value: .required("N"), category: .documents,
      commands: [.apply, .check, .explain, .status, .shape],
      summary: "refuse documents nested deeper than N (default 1024)",
      details: ["N is 10000 at the most."],
      isRare: true,
      update: { options, value throws(UsageError) in
        options.documents.maxDepth = Int(try value.number(1...10_000))
      }),
  ]

  private static let jobs = "work on N documents at a time (default: all cores)"

  private static let working = [
    Flag(
      long: "jobs", value: .required("N"), category: .working,
      commands: [.apply, .check, .status, .shape],
      summary: jobs,
      details: [
        "Where documents are written, the default is 8 at least: most of the time each waits for the "
          + "disk."
      ],
      own: [(.check, jobs), (.status, jobs), (.shape, jobs)],
      update: { options, value throws(UsageError) in
        options.jobs = Int(try value.number(1...1_024))
      }),
    Flag(
      long: "now", value: .required("TIME"), category: .working, commands: [.apply, .explain],
      summary: "the time that rules with \"generate\": \"now\" write",
      details: ["TIME has a date, a time and a zone: 2026-01-31T12:00:00Z."],
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.generate.now = try value.text()
      }),
    Flag(
      long: "seed", value: .required("N"), category: .working, commands: [.apply, .explain],
      summary: "make the ids that rules generate the same in every run",
      details: [
        "What is left of a run that was broken off begins with the same ids again: give it another N."
      ],
      update: { options, value throws(UsageError) in
        options.generate.seed = try value.number(0...UInt64.max)
      }),
    Flag(
      long: "break-hardlinks", category: .working, commands: [.apply],
      summary: "replace files that have several names (hard links)",
      details: ["Each name that is an input gets the new content; the others keep the old."],
      isRare: true,
      update: { options, _ in options.breaksHardLinks = true }),
    Flag(
      long: "no-fsync", category: .working, commands: [.apply],
      summary: "don't wait until the disk has each file",
      details: ["Faster for many small files; after a power failure some may be damaged."],
      isRare: true,
      update: { options, _ in options.synchronizes = false }),
  ]

  private static let answers = [
    Flag(
      long: "reversible", category: .answer, commands: [.check],
      summary: "also report every rule that can't be undone",
      update: { options, _ in options.isReversible = true }),
    Flag(
      long: "coverage", category: .answer, commands: [.test],
      summary: "tell which tests reach which rule",
      update: { options, _ in options.tellsCoverage = true }),
    Flag(
      long: "against", value: .required("DIR"), category: .answer, commands: [.check],
      summary: "also report steps that mean something else than in the rules folder DIR",
      details: [
        "DIR has the rules of an earlier release, or those of the branch that a change goes to. Steps "
          + "that are only in one of the two are compared with nothing there; one that DIR has and "
          + "RULES hasn't is an error."
      ],
      completion: .folder,
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.against = value.fileName
      }),
    Flag(
      long: "mutants", category: .answer, commands: [.test],
      summary: "also change the rules, and tell which changes no test notices",
      details: [
        "Each rule is left out, moved, and changed in one thing: a bound, a path, a condition, a word. "
          + "For a change that no test notices a test is shown that would. A change that no document was "
          + "found for may make no difference; it doesn't count."
      ],
      update: { options, _ in options.testsMutants = true }),
    Flag(
      long: "back", category: .answer, commands: [.test],
      summary: "also take documents over each step and back, and tell which come back as others",
      details: [
        "The documents are those of the tests and variations of them. One that the way back refuses is "
          + "not lost. What is told needs your judgement, and is no failure: whether such documents are "
          + "out there, and whether an `undo` is meant so."
      ],
      update: { options, _ in options.testsWayBack = true }),
    Flag(
      long: "min", value: .required("N"), category: .answer, commands: [.test],
      summary: "with --mutants, exit with 1 if less than N percent are noticed",
      update: { options, value throws(UsageError) in
        options.leastScore = Int(try value.number(0...100))
      }),
    Flag(
      long: "write", category: .answer, commands: [.test, .learn],
      summary: "put what was found into the rules folder",
      details: [
        "With `test --mutants` the tests, which say what the rules do now. Read them: one that says what "
          + "was not meant has found a mistake. With `learn` the step's file; none is replaced."
      ],
      update: { options, _ in options.writesTests = true }),
    Flag(
      long: "also", value: .required("DOCS"), category: .answer, commands: [.learn],
      summary: "look for questions in these old documents too",
      details: [
        "Old documents without a result: a file, NDJSON or a folder, several times if need be. Without "
          + "them questions are about variations of the samples."
      ],
      completion: .file,
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.loose.append(value.fileName)
      }),
    Flag(
      long: "answer", value: .required("N"), category: .answer, commands: [.learn],
      summary: "take result N of the question for one that was meant",
      details: [
        "The document of the question and that result become a sample more. Given again it answers "
          + "the question that comes next."
      ],
      update: { options, value throws(UsageError) in
        options.answers.append(Int(try value.number(1...9)))
      }),
    Flag(
      long: "doc", value: .required("FILE"), category: .answer, commands: [.patch],
      summary: "the document that the patch was written for", completion: .file,
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.document = value.fileName
      }),
    Flag(
      long: "accept", value: .required("STEP"), category: .answer, commands: [.lock],
      summary: "take over what the step to version STEP means now; repeatable",
      details: [
        "STEP is the version that the step leads to, `author/3` in the folder author, or `format` for "
          + "format.json. What is gone is taken out."
      ],
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.accepted.append(try value.text())
      }),
    Flag(
      long: "at", value: .required("PATH"), category: .answer, commands: [.explain],
      summary: "only where the value at PATH came from",
      details: [
        "PATH leads to one value of the result, as in a rule: `author.name`, `items[0].id`. Where it leads "
          + "to one of the old document alone, the rule is told that brought it elsewhere or took it "
          + "away."
      ],
      conflicts: ["html"],
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.at = try value.text()
      }),
    Flag(
      long: "html", value: .required("FILE"), category: .answer, commands: [.explain],
      summary: "write it as one page to FILE",
      details: [
        "The page loads nothing. It shows the document before and after each step side by side, and "
          + "for each value the rules that touched it. \"-\" is standard output."
      ],
      conflicts: ["at"], completion: .file,
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.html = value.fileName
      }),
    Flag(
      long: "after", value: .required("DIR"), category: .answer, commands: [.schema],
      summary: "carry the schema of documents along the rules in DIR", completion: .folder,
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.after = value.fileName
      }),
    Flag(
      long: "rules", value: .required("DIR"), category: .answer, commands: [.shape],
      summary: "the rules folder that tells the versions of documents",
      details: [
        "Without it a number that is the member `version`, `schemaVersion` or `formatVersion` of a "
          + "document is its version."
      ],
      completion: .folder,
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.rules = value.fileName
      }),
    Flag(
      long: "version", value: .required("V"), category: .answer, commands: [.shape],
      summary: "only documents of version V",
      update: { options, value throws(UsageError) in
        try value.isNotEmpty()
        options.version = try value.text()
      }),
    Flag(
      long: "open", category: .answer, commands: [.shape],
      summary: "let objects have other members than those found",
      update: { options, _ in options.isOpen = true }),
    Flag(
      long: "man", category: .answer, commands: [.help],
      summary: "print the manual page", conflicts: ["completions"],
      update: { options, _ in options.isManual = true }),
    Flag(
      long: "completions", value: .choice("SHELL", Options.Shell.allCases.map(\.rawValue)),
      category: .answer, commands: [.help],
      summary: "print the completions for bash, zsh or fish",
      details: ["For bash: source <(jsonmigrate help --completions bash)"],
      conflicts: ["man"],
      update: { options, value throws(UsageError) in options.completions = try value.choice() }),
  ]

  private static let everywhere = [
    Flag(
      long: "help", short: "h", category: .everywhere, commands: CommandName.allCases,
      summary: "explain; -h on one screen, --help at length",
      // The parser tells -h from --help.
      update: { options, _ in options.help = .long }),
    Flag(
      long: "version", category: .everywhere,
      commands: CommandName.allCases.filter { $0 != .shape },
      summary: "print the version",
      update: { options, _ in options.isVersion = true }),
    Flag(
      long: "quiet", short: "q", category: .everywhere, commands: CommandName.allCases,
      summary: "say nothing but errors; -qq not even those",
      update: { options, _ in options.general.quiet += 1 }),
    Flag(
      long: "verbose", short: "v", category: .everywhere, commands: CommandName.allCases,
      summary: "say more",
      update: { options, _ in options.general.verbose += 1 }),
    Flag(
      long: "color", value: .choice("WHEN", ColourChoice.allCases.map(\.rawValue)),
      category: .everywhere, commands: CommandName.allCases,
      summary: "use colours: auto (default), always or never",
      details: [
        "\"auto\" means on a terminal, unless NO_COLOR is set or TERM is \"dumb\". CLICOLOR_FORCE or "
          + "FORCE_COLOR turn colours on elsewhere too."
      ],
      update: { options, value throws(UsageError) in options.general.colour = try value.choice() }),
    Flag(
      long: "format", value: .choice("FORM", ReportFormat.allCases.map(\.rawValue)),
      category: .everywhere, commands: CommandName.allCases,
      summary: "write findings as text (default), json, github or xcode",
      details: [
        "\"json\" is one object a line, for programs: severity, kind, the word of a warning, message, "
          + "places, help and notes; a place has file, line, column, start, end, path, label and context, "
          + "as far as they are known. \"github\" shows them beside the lines of a pull request, \"xcode\" has one "
          + "line each, as compilers write them and editors read them."
      ],
      update: { options, value throws(UsageError) in options.general.format = try value.choice() }),
  ]
}

extension FlagValue {
  /// A file that is no stream.
  fileprivate func plainFile() throws(UsageError) -> FileName {
    try isNotEmpty()
    guard fileName != FileName("-") else {
      throw UsageError(
        "`\(flag.name)` needs a file, and `-` is none",
        help: "write `./-` for a file of that name")
    }
    return fileName
  }

  /// A path of documents.
  fileprivate func place() throws(UsageError) -> DocumentOptions.Place {
    try isNotEmpty()
    let text = try text()
    do throws(PathError) {
      return DocumentOptions.Place(text: text, path: try JSONPath(rule: text))
    } catch {
      throw UsageError(
        "`\(flag.name)` takes a path: expected \(error.expected), found \(error.found)",
        help: "write it as in a rule: `\(flag.name)=row.doc` or `\(flag.name)='items[*]'`")
    }
  }

  fileprivate func isNotEmpty() throws(UsageError) {
    guard bytes?.isEmpty != false else { return }
    throw UsageError("the value of `\(flag.name)` is empty")
  }
}
