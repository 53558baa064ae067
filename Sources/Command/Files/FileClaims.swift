internal import JSONMigrationAuthoring
import JSONMigrationCore

/// What the files of a run are for, told by the files themselves and not by their names.
///
/// Nothing that is read, neither an input nor a rule file, may be written, except an input that is
/// itself to be replaced, nor may the lock of the rules or a test of theirs; nothing that is
/// written becomes a rule file; and no two things are written to the same file. All of that is
/// known before anything is written.
struct FileClaims {
  /// What stands for a file: what it is, or where it will be.
  private enum Key: Hashable {
    case there(FileStatus.Identity)
    /// The folder that is there, and the way from it.
    case toBe(FileStatus.Identity, [UInt8])
    /// Not even a folder is there, or it can't be reached.
    case name(FileName)
  }

  /// The names of inputs as they are quoted; none for standard input.
  private var inputs: [FileStatus.Identity: FileName?] = [:]
  /// Whether an output takes the place of an input.
  private(set) var replacesInputs = false
  private var outputs: [Key: FileName] = [:]
  private let rules: RulesRead
  let calls: SystemCalls
  /// Folders that were asked for before; most files are in few of them.
  private var folders: [FileName: FileStatus.Identity?] = [:]
  /// The folders of the rules' tests.
  private lazy var tests = Set(
    rules.folderNames.compactMap {
      try? calls.status(of: $0.appending(Array("tests".utf8))).identity
    })
  /// Whether files of a folder are tests.
  private var testFolders: [FileName: Bool] = [:]

  /// Begins with what rules were read from.
  init(rules: RulesRead, calls: SystemCalls) {
    self.rules = rules
    self.calls = calls
  }

  mutating func addInput(_ source: FileSource) {
    guard source.status.kind != .characterDevice else { return }
    inputs[source.identity] = inputs[source.identity] ?? source.name
  }

  /// Adds standard input, where it is a file; gives which one.
  @discardableResult
  mutating func addStandardInput() -> FileStatus.Identity? {
    guard let status = calls.file(ofStream: 0) else { return nil }
    inputs[status.identity] = inputs[status.identity] ?? .some(nil)
    return status.identity
  }

  /// Refuses a rule file of this run among the documents.
  func check(_ source: FileSource, in command: CommandName) throws(UsageError) {
    guard rules.files.contains(source.identity) else { return }
    throw UsageError(
      "\(source.name.quoted) is a rule file of this run, and no document",
      help: "documents stand behind the rules: `jsonmigrate \(command.rawValue) rules a.json`")
  }

  /// Claims an input that is to be replaced.
  mutating func claim(_ source: FileSource) throws(UsageError) {
    // Bytes for a descriptor go to where it stands, over those that are still to be read.
    if source.name.openDescriptor != nil {
      throw UsageError(
        "\(source.name.quoted) is a file that is open already, and can't be replaced",
        help: "nothing was written; name the file itself")
    }
    try checkNotOfRules(
      source.name, isThere: true, isLink: source.walk == nil, for: "be replaced")
    let key = source.status.links > 1 ? toBe(source.name) : .there(source.identity)
    outputs[key] = source.name
    replacesInputs = true
  }

  /// Claims a file for writing.
  ///
  /// `what` is what is to be written there, as in "take the bad lines"; `input` is the input that
  /// the file may be; `advice` is what to do where it is another one.
  mutating func claim(
    _ name: FileName, for what: String, replacing input: FileStatus.Identity? = nil,
    advice: String = "name another place for it"
  ) throws(UsageError) {
    let status = try? calls.status(of: name)
    // Devices take what comes.
    if status?.kind == .characterDevice { return }
    if let identity = status?.identity {
      if rules.files.contains(identity) {
        throw UsageError("\(name.quoted) is a rule file of this run, and can't \(what)")
      }
      if let other = inputs[identity] {
        guard identity == input, name.openDescriptor == nil else {
          throw UsageError(
            "\(name.quoted) is \(Self.words(for: other, calling: name)), and can't \(what)",
            help: "nothing was written; \(advice)")
        }
        replacesInputs = true
      }
    }
    let isThere = status != nil
    // A link may lead to a file that is yet to be made.
    let place = isThere ? name : calls.destination(of: name)
    try checkNotOfRules(place, isThere: isThere, isLink: isThere, for: what)
    // Under each of its names (hard links) a file may get something else.
    let key = status.flatMap { $0.links > 1 ? nil : Key.there($0.identity) } ?? toBe(place)
    if let rules = wouldBeRules(place, key) {
      throw UsageError(
        "\(name.quoted) would be \(rules) of the next run, and can't \(what)",
        help: "nothing was written; name a place outside of the rules folder for it")
    }
    if outputs.updateValue(name, forKey: key) != nil {
      throw UsageError(
        "\(name.quoted) is an output, and can't \(what)",
        help: "nothing was written; name another place for it")
    }
  }

  /// Refuses standard output where it is a file that is read, and standard error, whose messages
  /// would be read in their turn; `advice` is what to write instead.
  func checkStandardOutput(advice: String = "name another file for it") throws(UsageError) {
    if let output = calls.file(ofStream: 1), let input = inputs[output.identity] {
      let state =
        output.size == 0
        ? "`>` has emptied that file before this began" : "that file is as it was"
      throw UsageError(
        "standard output is \(Self.words(for: input)), and can't take the result",
        help: "\(state); \(advice)")
    }
    try checkStandardError()
  }

  /// Refuses standard error where it is a file that is read.
  func checkStandardError() throws(UsageError) {
    guard let errors = calls.file(ofStream: 2), let input = inputs[errors.identity] else { return }
    throw UsageError(
      "standard error is \(Self.words(for: input)), and can't take the messages",
      help: "name another file behind `2>`")
  }

  /// Claims a file for writing that none of the run's streams may go to, nor a pipe that results
  /// go to.
  mutating func claimApart(
    _ name: FileName, for what: String, besides destination: Destination
  ) throws(UsageError) {
    try claim(name, for: what)
    guard let identity = (try? calls.status(of: name))?.identity else { return }
    for (stream, words) in [(Int32(1), "standard output"), (2, "standard error")] {
      guard let status = try? calls.openStatus(stream), status.identity == identity,
        status.kind == .regular
          || stream == 1 && status.kind == .pipe && destination == .standardOutput
      else { continue }
      throw UsageError(
        "\(name.quoted) is where \(words) goes, and can't \(what)",
        help: "name another place for it")
    }
  }

  /// What a file would be taken for, if it made rules.
  private mutating func wouldBeRules(_ name: FileName, _ key: Key) -> String? {
    if RuleSource.isRuleFile(name.last), let folder = identity(of: name.folder),
      rules.folders.contains(folder)
    {
      return "a rule file"
    }
    // A folder that is made beside those of formats is one of rules too.
    guard case .toBe(let folder, let rest) = key, folder == rules.formats,
      rest.first != UInt8(ascii: "."), rest.contains(UInt8(ascii: "/"))
    else { return nil }
    return "in a rules folder"
  }

  /// Refuses the lock of the rules, which may be still to come, and a test that is there.
  private mutating func checkNotOfRules(
    _ name: FileName, isThere: Bool, isLink: Bool, for what: String
  ) throws(UsageError) {
    let place = isLink ? (try? calls.resolve(name)) ?? name : name
    let isLock =
      place.last.elementsEqual(RuleLock.file.utf8)
      && identity(of: place.folder).map(rules.folders.contains) == true
    guard isLock || isThere && isOfTests(place.folder) else { return }
    throw UsageError(
      "\(name.quoted) is \(isLock ? "the lock" : "of the tests") of these rules, and can't \(what)",
      help: "nothing was written; name a place outside of the rules folder for it")
  }

  private mutating func isOfTests(_ folder: FileName) -> Bool {
    if let known = testFolders[folder] { return known }
    var isOfTests = false
    var next = (try? calls.resolve(folder)) ?? folder
    while true {
      if let identity = identity(of: next), tests.contains(identity) { isOfTests = true }
      if isOfTests || next.folder == next { break }
      next = next.folder
    }
    testFolders[folder] = isOfTests
    return isOfTests
  }

  private static func words(for input: FileName?, calling name: FileName? = nil) -> String {
    guard let input else { return "the file that standard input reads" }
    return input == name ? "an input" : "the input \(input.quoted)"
  }

  private mutating func toBe(_ name: FileName) -> Key {
    var folder = name.folder
    var rest = name.last
    while true {
      if let identity = identity(of: folder) { return .toBe(identity, rest) }
      let next = folder.folder
      if next == folder { return .name(name) }
      rest = folder.last + [UInt8(ascii: "/")] + rest
      folder = next
    }
  }

  private mutating func identity(of folder: FileName) -> FileStatus.Identity? {
    if let known = folders[folder] { return known }
    let identity = (try? calls.status(of: folder))?.identity
    folders[folder] = .some(identity)
    return identity
  }
}

extension FileClaims {
  /// Adds what is read; gives the last of it.
  @discardableResult
  mutating func addInputs(_ files: InputFiles) -> FileStatus.Identity? {
    var last: FileStatus.Identity?
    for entry in files.entries {
      switch entry {
      case .standardInput: last = addStandardInput()
      case .file(let file):
        addInput(file.source)
        last = file.source.identity
      case .problem: continue
      }
    }
    return last
  }
}

extension InputFiles {
  /// Refuses standard output where it is one of the files, and a rule file among these.
  func check(
    in command: CommandName, rules: RulesRead = RulesRead(), _ calls: SystemCalls
  ) throws(MigrationError) {
    var claims = FileClaims(rules: rules, calls: calls)
    claims.addInputs(self)
    do throws(UsageError) {
      for case .file(let file) in entries { try claims.check(file.source, in: command) }
      try claims.checkStandardOutput()
    } catch {
      throw MigrationError(error.diagnostic(in: command))
    }
  }
}

extension SystemCalls {
  /// Which file a stream is; nil for a terminal, a pipe or a device.
  func file(ofStream stream: Int32) -> FileStatus? {
    guard let status = try? openStatus(stream), status.kind == .regular else { return nil }
    return status
  }
}
