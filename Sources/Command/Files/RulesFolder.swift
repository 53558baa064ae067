import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// The files that rules were read from, and the folders that they are in.
struct RulesRead: Sendable {
  var files: Set<FileStatus.Identity> = []
  var folders: Set<FileStatus.Identity> = []
  /// The names of these folders.
  var folderNames: [FileName] = []
  /// The folder of which each folder in it is one of rules, if there is one.
  var formats: FileStatus.Identity?
  /// That of a new file which holds something of all of them.
  var mode = NewFileMode.forAll

  mutating func add(_ other: RulesRead) {
    files.formUnion(other.files)
    folders.formUnion(other.folders)
    folderNames += other.folderNames
    mode.narrow(to: other.mode)
  }
}

/// A rules folder on the disk.
struct RulesFolder {
  /// Without slashes at its end.
  private let name: FileName
  private let calls: SystemCalls
  private let files: Files
  private let folder: RuleFolder<Files>

  /// What was read so far.
  var read: RulesRead { files.read.withLock { $0 } }

  @inline(never)
  init(
    _ name: FileName, before next: FileName? = nil, of command: CommandName = .apply,
    calls: SystemCalls
  ) {
    self.name = FileName(bytes: RuleFolder<Files>.withoutSlashes(name.bytes))
    files = Files(name: self.name, next: next.map { (command, $0) }, calls: calls)
    folder = RuleFolder(self.name.bytes, files: files)
    self.calls = calls
  }

  /// The name as messages show it.
  var shown: String { Printable.text(of: name.text) }

  /// Whether there is nothing of that name.
  var isMissing: Bool {
    do throws(Errno) {
      _ = try calls.status(of: name)
      return false
    } catch {
      return error == .missing
    }
  }

  /// The name, if it is one of a rule file.
  var nameOfFile: FileName? { RuleSource.isRuleFile(name.last) ? name : nil }

  /// Reads and checks the rules; everything that is wrong is in the error.
  ///
  /// `documents` is where the documents are, in place of `each` in format.json.
  func migrator(
    documentsAt documents: DocumentOptions.Place? = nil
  ) throws(MigrationError) -> Migrator {
    let migrator: Migrator
    do throws(MigrationError) {
      migrator = try folder.migrator(documentsAt: documents?.path, generator: .system)
    } catch {
      if error.kind == .badRules, isSwapped { throw MigrationError(swapped) }
      if error.kind == .badRules, hasStep == false, let inner = innerFolder {
        throw MigrationError(folderOfFolders(such: inner))
      }
      throw MigrationError(error.diagnostics + unread(inFolders: false)) ?? error
    }
    try checkStandardOutput()
    return migrator
  }

  /// Refuses standard output where it is one of the files that were read.
  private func checkStandardOutput() throws(MigrationError) {
    guard let output = calls.file(ofStream: 1), read.files.contains(output.identity) else { return }
    throw MigrationError(
      Diagnostic(
        .usage, "standard output is a rule file of this run, and can't take the result",
        help: "name another file for it"))
  }

  /// Whether the documents are the rules: no step is here, and some are where documents should be.
  private var isSwapped: Bool {
    guard let next = files.next?.name, hasStep == false else { return false }
    return RulesFolder(next, calls: calls).hasStep
  }

  var hasStep: Bool { unread().hasStep }

  private func unread(besides other: RulesRead = RulesRead()) -> UnreadRules {
    var read = read
    read.add(other)
    return UnreadRules(folder: name, read: read, calls: calls) { try? content(of: $0) }
  }

  /// The first of the folders in it that has steps.
  private var innerFolder: FileName? {
    let names = (try? calls.names(in: name)) ?? []
    return names.inByteOrder.lazy.map { name.appending($0) }.first { inner in
      (try? calls.status(of: inner))?.kind == .folder && RulesFolder(inner, calls: calls).hasStep
    }
  }

  private func folderOfFolders(such inner: FileName) -> Diagnostic {
    Diagnostic(
      .badRules, "no file in \(name.quoted) is a step, but folders in it have some",
      at: Diagnostic.Place(name.text),
      help: "name one of them, such as \(inner.quoted); for documents of several formats "
        + "`jsonmigrate apply --formats \(name.shellWord)` takes all")
  }

  private var swapped: Diagnostic {
    Diagnostic(
      .badRules, "no file in \(name.quoted) is a step", at: Diagnostic.Place(name.text),
      help: files.orderHelp)
  }

  /// The rule files that lie directly in a folder inside this one; nil if there is no such folder.
  func files(in folder: String) -> Result<[RuleSource], MigrationError>? {
    self.folder.sources(in: folder).map { sources in
      Result { () throws(MigrationError) in
        let sources = try sources.get()
        try checkStandardOutput()
        return sources
      }
    }
  }

  /// Warnings of files that would be steps or tests if they had other names.
  ///
  /// `folders` says whether to look into folders, where they were read without a mistake; `other`
  /// was read from folders too.
  func unread(inFolders folders: Bool, besides other: RulesRead = RulesRead()) -> [Diagnostic] {
    unread(besides: other).warnings(ofFolders: folders)
  }

  /// What is in rules.lock; nil where the folder has none.
  func lock() throws(MigrationError) -> [UInt8]? {
    let file = lockFile
    do throws(Errno) {
      _ = try calls.status(of: file, following: false)
    } catch {
      if error == .missing { return nil }
    }
    return try content(of: file)
  }

  /// What is in one of the files.
  func content(of file: FileName) throws(MigrationError) -> [UInt8] {
    try folder.content(of: file.bytes)
  }

  /// The name of rules.lock in the folder.
  var lockFile: FileName { name.appending(Array(RuleLock.file.utf8)) }
}

extension RulesFolder {
  /// Rule files by the command's calls.
  private struct Files: RuleFiles {
    /// The name of the rules folder.
    let name: FileName
    /// The command, and what was named behind the folder.
    let next: (command: CommandName, name: FileName)?
    let calls: SystemCalls
    let read = Monitor(RulesRead())

    func names(in folder: [UInt8]) throws(RuleFileFailure) -> [[UInt8]] {
      try named { () throws(Errno) in
        let folder = FileName(bytes: folder)
        let names = try calls.names(in: folder)
        let identity = try calls.status(of: folder).identity
        read.withLock { read in
          if read.folders.insert(identity).inserted { read.folderNames.append(folder) }
        }
        return names
      }
    }

    func status(of name: [UInt8], following: Bool) throws(RuleFileFailure) -> FileStatus {
      try named { () throws(Errno) in
        try calls.status(of: FileName(bytes: name), following: following)
      }
    }

    func kind(of status: FileStatus) -> RuleFileKind {
      switch status.kind {
      case .regular: .regular
      case .symbolicLink: .symbolicLink
      case .folder, .pipe, .characterDevice, .other: .other
      }
    }

    func resolve(_ name: [UInt8]) throws(RuleFileFailure) -> [UInt8] {
      try named { () throws(Errno) in
        try uninterrupted { () throws(Errno) in try calls.resolve(FileName(bytes: name)) }
      }.bytes
    }

    func content(
      of file: [UInt8], _ status: FileStatus, limit: Int
    ) throws(MigrationError) -> [UInt8] {
      read.withLock {
        _ = $0.files.insert(status.identity)
        $0.mode.narrow(to: NewFileMode(of: status))
      }
      var buffer = ByteBuffer()
      _ = try FileError.reported { () throws(FileError) in
        try buffer.append(
          file: FileSource(name: FileName(bytes: file), status: status), limit: limit, calls: calls)
      }
      return buffer.view[0..<buffer.count].array
    }

    func help(for failure: RuleFileFailure, of folder: [UInt8]) -> String? {
      switch failure.reason {
      case .notAFolder:
        orderHelp ?? helpForFile(in: FileName(bytes: folder).folder)
      case .missing: name.similar(folders: true, calls: calls)
      case .other: nil
      }
    }

    private func helpForFile(in folder: FileName) -> String {
      RulesFolder(folder, calls: calls).hasStep
        ? "the folder of this file is \(folder.quoted)"
        : "a rules folder has a file such as v2.json for each step: { \"to\": 2, \"rules\": [ … ] }"
    }

    /// What to write where the rules stand behind a document.
    var orderHelp: String? {
      guard let next, let status = try? calls.status(of: next.name), status.kind == .folder else {
        return nil
      }
      let words = [next.command.rawValue] + [next.name, name].map(\.shellWord)
      return "rules come first: `jsonmigrate \(words.joined(separator: " "))`"
    }

    private func named<Value>(
      _ call: () throws(Errno) -> Value
    ) throws(RuleFileFailure) -> Value {
      do throws(Errno) {
        return try call()
      } catch {
        let reason: RuleFileFailure.Reason =
          error == .missing ? .missing : error == .notAFolder ? .notAFolder : .other
        throw RuleFileFailure(reason, error.words)
      }
    }
  }
}
