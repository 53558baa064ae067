import JSONMigrationCore

/// What the arguments ask for, one plain value for each command.
enum Invocation: Sendable {
  case apply(Apply)
  case check(Check)
  case test(Test)
  case lock(Lock)
  case explain(Explain)
  case status(Status)
  case new(New)
  case learn(Learn)
  case patch(Patch)
  case shape(Shape)
  case schema(Schema)
  case help(Help)
  case version
  /// No arguments at all.
  case nothing

  struct Apply: Hashable, Sendable {
    let rules: FileName
    /// Empty for standard input; so is the name "-" in it.
    let inputs: [FileName]
    let documents: DocumentOptions
    let generate: GenerateOptions
    let destination: Destination
    let backupSuffix: [UInt8]?
    /// With either of these nothing is written; the destination is `nowhere`.
    let isCheck: Bool
    let isDiff: Bool
    /// Whether rules that found nothing are an error.
    let isStrict: Bool
    let skipBad: FileName?
    /// The file for what is wrong with those lines.
    let reasons: FileName?
    /// Whether lines that were put aside are no failure.
    let allowsBad: Bool
    let skipsNewer: Bool
    /// Whether `rules` has several rules folders in it, and a document of none of them is an error.
    let hasFormats: Bool
    let refusesOthers: Bool
    let breaksHardLinks: Bool
    let synchronizes: Bool
    /// How many at a time; nothing for as many as there are cores.
    let jobs: Int?

    /// The command that was written.
    var command: CommandName {
      destination == .nowhere && !isCheck && !isDiff ? .check : .apply
    }
  }

  struct Check: Hashable, Sendable {
    let rules: FileName
    let isReversible: Bool
    /// Whether a warning is an error, and what isn't proven.
    let isStrict: Bool
    /// Rules that released steps are compared with, beside rules.lock.
    let against: FileName?
    /// A run over documents that writes nothing, if there are any.
    let look: Apply?
    /// What documents are before and after, if that is asked.
    let schemas: Schemas?

    struct Schemas: Hashable, Sendable {
      let source: FileName
      let target: FileName
    }
  }

  struct Schema: Hashable, Sendable {
    /// The rules that carry a schema, and that; nil for the schema of rule files.
    let carrying: Carrying?

    struct Carrying: Hashable, Sendable {
      let rules: FileName
      let schema: FileName
    }
  }

  struct Test: Hashable, Sendable {
    let rules: FileName
    let tellsCoverage: Bool
    let testsWayBack: Bool
    /// What is to be told of changed rules, if anything.
    let mutants: Mutants?

    struct Mutants: Hashable, Sendable {
      let leastScore: Int?
      let writesTests: Bool
    }
  }

  struct Lock: Hashable, Sendable {
    let rules: FileName
    let accepted: [String]
  }

  struct Explain: Hashable, Sendable {
    let rules: FileName
    /// Nothing for standard input.
    let input: FileName?
    let documents: DocumentOptions
    let generate: GenerateOptions
    let at: String?
    let html: FileName?
  }

  struct Status: Hashable, Sendable {
    let rules: FileName
    let paths: [FileName]
    let documents: DocumentOptions
    let skipsNewer: Bool
    let jobs: Int?
  }

  struct New: Hashable, Sendable {
    let rules: FileName
    /// What the step is drafted from, if it is.
    let samples: Learn?
  }

  struct Learn: Hashable, Sendable {
    let rules: FileName
    let before: FileName
    let after: FileName
    /// The version that the step leads to, if not the next one.
    let to: String?
    let loose: [FileName]
    let answers: [Int]
    let writes: Bool
  }

  struct Patch: Hashable, Sendable {
    let rules: FileName
    let document: FileName
    let patch: FileName
  }

  struct Shape: Hashable, Sendable {
    let paths: [FileName]
    let rules: FileName?
    let version: String?
    let isOpen: Bool
    let documents: DocumentOptions
    let jobs: Int?
  }

  enum Help: Hashable, Sendable {
    case overview(Options.Help)
    case command(CommandName, Options.Help)
    case topic(String)
    case manual
    case completions(Options.Shell)
  }
}

extension Invocation {
  /// Makes sense of what the parser has found.
  init(_ parsed: ArgumentParser) throws(UsageError) {
    let options = parsed.options
    if options.isVersion {
      self = .version
      return
    }
    guard let command = parsed.command else {
      if options.help == nil, let error = parsed.missingCommand { throw error }
      self = options.help.map { .help(.overview($0)) } ?? .nothing
      return
    }
    if let help = options.help {
      self = .help(.command(command.name, help))
      return
    }
    let operands = (options.formats.map { [$0] } ?? []) + parsed.operands
    try Self.check(operands, fit: command)
    switch command.name {
    case .apply: self = .apply(try Apply(operands, options))
    case .check: self = .check(try Check(operands, options))
    case .test: self = .test(try Test(operands, options))
    case .lock: self = .lock(Lock(rules: operands[0], accepted: options.accepted))
    case .explain: self = .explain(Explain(operands, options))
    case .status:
      self = .status(
        Status(
          rules: operands[0], paths: Array(operands.dropFirst()), documents: options.documents,
          skipsNewer: options.skipsNewer, jobs: options.jobs))
    case .new: self = .new(try New(operands, options))
    case .learn:
      self = .learn(
        Learn(operands[0], operands[1], operands[2], options, writes: options.writesTests))
    case .patch:
      guard let document = options.document else {
        throw UsageError(
          "`patch` needs `--doc`", help: "`--doc FILE` is the document that the patch is for")
      }
      self = .patch(Patch(rules: operands[0], document: document, patch: operands[1]))
    case .shape:
      self = .shape(
        Shape(
          paths: operands, rules: options.rules, version: options.version,
          isOpen: options.isOpen, documents: options.documents, jobs: options.jobs))
    case .schema: self = .schema(try Schema(operands, options))
    case .help: self = .help(Help(operands, options))
    }
  }

  /// What to write where only documents were named.
  private static func helpForOrder(_ operands: [FileName], of command: CommandSpec) -> String? {
    let isDocument = operands.map { name in
      ["json", "jsonc", "jsonl", "ndjson"].contains { name.hasExtension($0) }
    }
    guard operands.count > 1, !isDocument.contains(false) else { return nil }
    let names = operands.map { Printable.text(of: $0.text) }.joined(separator: " ")
    return "a rules folder comes first: `\(command.name.rawValue) rules \(names)`"
  }

  private static func check(_ operands: [FileName], fit command: CommandSpec) throws(UsageError) {
    let needed = command.operands.prefix { !$0.isOptional }
    if operands.count < needed.count {
      throw UsageError(
        "`\(command.name.rawValue)` needs \(needed[operands.count].meaning)",
        help: helpForOrder(operands, of: command) ?? "usage: \(command.usage)")
    }
    if operands.count > command.operands.count, command.operands.last?.repeats != true {
      throw UsageError(
        "`\(command.name.rawValue)` does not take \(operands[command.operands.count].quoted)",
        help: command.name == .explain
          ? "`explain` shows one document; `jsonmigrate status RULES FILES` tells about many"
          : "usage: \(command.usage)")
    }
  }
}

extension Invocation.Apply {
  fileprivate init(_ operands: [FileName], _ options: Options) throws(UsageError) {
    let writesNothing = options.isCheck || options.isDiff
    rules = operands[0]
    inputs = Array(operands.dropFirst())
    documents = options.documents
    generate = options.generate
    destination = writesNothing ? .nowhere : options.destination
    backupSuffix = options.backupSuffix
    isCheck = options.isCheck
    isDiff = options.isDiff
    isStrict = options.isStrict
    skipBad = options.skipBad
    reasons = options.reasons
    allowsBad = options.allowsBad
    skipsNewer = options.skipsNewer
    hasFormats = options.formats != nil
    refusesOthers = options.refusesOthers
    breaksHardLinks = options.breaksHardLinks
    synchronizes = options.synchronizes
    jobs = options.jobs
    if skipBad == nil, reasons != nil || allowsBad {
      throw UsageError(
        "`\(reasons == nil ? "--bad-ok" : "--reasons")` is for `--skip-bad`",
        help: "add `--skip-bad FILE`, which takes the lines that fail")
    }
    if backupSuffix != nil, destination != .inPlace {
      throw UsageError("`--backup` is for `--in-place`", help: "add `--in-place`")
    }
    if destination == .inPlace, inputs.isEmpty || inputs.contains(FileName("-")) {
      throw UsageError(
        "standard input can't be replaced", help: "name the files, or leave out `--in-place`")
    }
    if inputs.count > 1 {
      switch destination {
      case .standardOutput, .file:
        throw UsageError(
          "\(inputs.count) inputs don't go into one output",
          help: "add `--in-place`, `--output-dir DIR`, `--check` or `--diff`")
      case .folder, .inPlace, .nowhere: break
      }
    }
  }
}

extension Invocation.Check {
  private static let schemaHelp =
    "`--from A.schema.json --to B.schema.json` are schemas of documents before and after"

  fileprivate init(_ operands: [FileName], _ options: Options) throws(UsageError) {
    rules = operands[0]
    isReversible = options.isReversible
    isStrict = options.isStrict
    against = options.against
    let hasDocuments = operands.count > 1
    guard let target = options.documents.to else {
      if options.documents.from != nil, !hasDocuments {
        throw UsageError("`check --from` needs `--to` or documents", help: Self.schemaHelp)
      }
      look = hasDocuments ? try Invocation.Apply(operands, options.writingNothing) : nil
      schemas = nil
      return
    }
    guard let source = options.documents.from else {
      throw UsageError("`check --to` needs `--from`", help: Self.schemaHelp)
    }
    if hasDocuments {
      throw UsageError(
        "`check --from --to` compares schemas, and takes no documents",
        help: "leave out \(operands[1].quoted)")
    }
    look = nil
    schemas = Schemas(source: FileName(source), target: FileName(target))
  }
}

extension Invocation.Schema {
  fileprivate init(_ operands: [FileName], _ options: Options) throws(UsageError) {
    guard let rules = options.after else {
      if let first = operands.first {
        throw UsageError(
          "`schema` does not take \(first.quoted) without `--after`",
          help: "`--after RULES` carries the schema in it along the rules")
      }
      carrying = nil
      return
    }
    guard let schema = operands.first else {
      throw UsageError(
        "`schema --after` needs a schema",
        help: "usage: jsonmigrate schema --after RULES A.schema.json")
    }
    carrying = Carrying(rules: rules, schema: schema)
  }
}

extension Invocation.Test {
  fileprivate init(_ operands: [FileName], _ options: Options) throws(UsageError) {
    rules = operands[0]
    tellsCoverage = options.tellsCoverage
    testsWayBack = options.testsWayBack
    mutants =
      options.testsMutants
      ? Mutants(leastScore: options.leastScore, writesTests: options.writesTests) : nil
    guard mutants == nil, options.leastScore != nil || options.writesTests else { return }
    throw UsageError(
      "`\(options.writesTests ? "--write" : "--min")` is for `--mutants`", help: "add `--mutants`")
  }
}

extension Invocation.Learn {
  fileprivate init(
    _ rules: FileName, _ before: FileName, _ after: FileName, _ options: Options, writes: Bool
  ) {
    self.init(
      rules: rules, before: before, after: after, to: options.documents.to, loose: options.loose,
      answers: options.answers, writes: writes)
  }
}

extension Invocation.New {
  fileprivate init(_ operands: [FileName], _ options: Options) throws(UsageError) {
    rules = operands[0]
    let after = operands.dropFirst().first
    switch (options.documents.from, after) {
    case (let before?, let after?):
      samples = Invocation.Learn(rules, FileName(before), after, options, writes: true)
    case (nil, nil): samples = nil
    case (nil, let after?):
      throw UsageError(
        "`new` does not take \(after.quoted)",
        help: "with samples write `jsonmigrate new RULES --from BEFORE AFTER`")
    case (_?, nil):
      throw UsageError(
        "`--from` needs the documents after the step too",
        help: "write `jsonmigrate new RULES --from BEFORE AFTER`")
    }
  }
}

extension Invocation.Explain {
  fileprivate init(_ operands: [FileName], _ options: Options) {
    rules = operands[0]
    input = operands.dropFirst().first
    documents = options.documents
    generate = options.generate
    at = options.at
    html = options.html
  }
}

extension Invocation.Help {
  fileprivate init(_ operands: [FileName], _ options: Options) {
    if options.isManual {
      self = .manual
    } else if let shell = options.completions {
      self = .completions(shell)
    } else if let topic = operands.first {
      self = .topic(topic.text)
    } else {
      self = .overview(.long)
    }
  }
}
