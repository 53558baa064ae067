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
  case patch(Patch)
  case schema
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
    let skipsNewer: Bool
    let breaksHardLinks: Bool
    let synchronizes: Bool
    /// How many at a time; nothing for as many as there are cores.
    let jobs: Int?
  }

  struct Check: Hashable, Sendable {
    let rules: FileName
    let isReversible: Bool
    /// Rules that released steps are compared with, beside rules.lock.
    let against: FileName?
    /// A run over documents that writes nothing, if there are any.
    let look: Apply?
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
    let accepted: String?
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
    let jobs: Int?
  }

  struct New: Hashable, Sendable {
    let rules: FileName
  }

  struct Patch: Hashable, Sendable {
    let rules: FileName
    let document: FileName
    let patch: FileName
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
      self = options.help.map { .help(.overview($0)) } ?? .nothing
      return
    }
    if let help = options.help {
      self = .help(.command(command.name, help))
      return
    }
    let operands = parsed.operands
    try Self.check(operands, fit: command)
    switch command.name {
    case .apply: self = .apply(try Apply(operands, options))
    case .check:
      self = .check(
        Check(
          rules: operands[0], isReversible: options.isReversible, against: options.against,
          look: operands.count > 1 ? try Apply(operands, options.writingNothing) : nil))
    case .test: self = .test(try Test(operands, options))
    case .lock: self = .lock(Lock(rules: operands[0], accepted: options.accepted))
    case .explain: self = .explain(Explain(operands, options))
    case .status:
      self = .status(
        Status(
          rules: operands[0], paths: Array(operands.dropFirst()), documents: options.documents,
          jobs: options.jobs))
    case .new: self = .new(New(rules: operands[0]))
    case .patch:
      guard let document = options.document else {
        throw UsageError(
          "`patch` needs `--doc`", help: "`--doc FILE` is the document that the patch is for")
      }
      self = .patch(Patch(rules: operands[0], document: document, patch: operands[1]))
    case .schema: self = .schema
    case .help: self = .help(Help(operands, options))
    }
  }

  private static func check(_ operands: [FileName], fit command: CommandSpec) throws(UsageError) {
    let needed = command.operands.prefix { !$0.isOptional }
    if operands.count < needed.count {
      throw UsageError(
        "`\(command.name.rawValue)` needs \(needed[operands.count].meaning)",
        help: "usage: \(command.usage)")
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
    skipsNewer = options.skipsNewer
    breaksHardLinks = options.breaksHardLinks
    synchronizes = options.synchronizes
    jobs = options.jobs
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
          help: "add `--in-place`, `--output-dir DIR` or `--check`")
      case .folder, .inPlace, .nowhere: break
      }
    }
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
      self = CommandSpec.named(topic.text).map { .command($0.name, .long) } ?? .topic(topic.text)
    } else {
      self = .overview(.long)
    }
  }
}
