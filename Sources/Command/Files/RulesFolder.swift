import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// A rules folder on the disk.
struct RulesFolder {
  private static let mostFiles = 10_000
  private static let mostBytes = 1 << 20

  /// The folder's name without slashes at its end.
  private let name: FileName
  private let calls: SystemCalls
  /// The command, and what was named behind the folder.
  private let next: (command: CommandName, name: FileName)?
  private let read = Monitor<Set<FileStatus.Identity>>([])

  /// The files that were read so far.
  var filesRead: Set<FileStatus.Identity> { read.withLock { $0 } }

  init(
    _ name: FileName, before next: FileName? = nil, of command: CommandName = .apply,
    calls: SystemCalls
  ) {
    self.next = next.map { (command, $0) }
    var bytes = name.bytes
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    self.name = FileName(bytes: bytes)
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

  /// Reads and checks the rules; everything that is wrong is in the error.
  ///
  /// `documents` is where the documents are, in place of `each` in format.json.
  func migrator(
    documentsAt documents: DocumentOptions.Place? = nil
  ) throws(MigrationError) -> Migrator {
    try Migrator(named: name.text, documentsAt: documents?.path, generator: .system) {
      files(in: $0)
    }
  }

  /// The rule files that lie directly in a folder inside this one; nil if there is no such folder.
  ///
  /// Links that lead out of the rules folder are refused: what a message shows of a rule file must not
  /// be what some other file holds.
  func files(in folder: String) -> Result<[RuleSource], MigrationError>? {
    let place = folder.isEmpty ? name : name.appending(Array(folder.utf8))
    let names: [[UInt8]]
    let isInside: Bool
    do throws(Errno) {
      names = try calls.names(in: place)
      isInside = folder.isEmpty ? true : try self.isInside(place)
    } catch {
      if !folder.isEmpty, error == .missing { return nil }
      return .failure(MigrationError(unreadable(place, error)))
    }
    if !isInside { return .failure(MigrationError(Self.leadsOut(place).diagnostic)) }
    let files = names.map { place.appending($0) }.filter(Self.isRuleFile)
    guard files.count <= Self.mostFiles else {
      let problem = FileError(.badRules, place, "has more than \(Self.mostFiles) rule files")
      return .failure(MigrationError(problem.diagnostic))
    }
    var sources: [RuleSource] = []
    var problems: [Diagnostic] = []
    for file in files.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      let start = folder.isEmpty ? "" : folder + "/"
      do throws(FileError) {
        let bytes = try read(file)
        let last = String(decoding: file.last, as: UTF8.self)
        sources.append(RuleSource(name: start + last, bytes: bytes))
      } catch {
        problems.append(error.diagnostic)
      }
    }
    return MigrationError(problems).map { .failure($0) } ?? .success(sources)
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
    do throws(FileError) {
      return try read(file)
    } catch {
      throw MigrationError(error.diagnostic)
    }
  }

  /// The name of rules.lock in the folder.
  var lockFile: FileName { name.appending(Array(RuleLock.file.utf8)) }

  private static func isRuleFile(_ name: FileName) -> Bool {
    (name.hasExtension("json") || name.hasExtension("jsonc"))
      && name.last.first != UInt8(ascii: ".")
  }

  /// Whether a name leads to something in the rules folder, or to the folder itself.
  private func isInside(_ place: FileName) throws(Errno) -> Bool {
    let root = try uninterrupted { () throws(Errno) in try calls.resolve(name) }
    let resolved = try uninterrupted { () throws(Errno) in try calls.resolve(place) }
    return resolved == root || resolved.isInside(root)
  }

  private static func leadsOut(_ place: FileName) -> FileError {
    FileError(
      .badRules, place, "is a link that leads out of the rules folder",
      help: "put a copy of what it leads to there, or leave the link out")
  }

  private func read(_ file: FileName) throws(FileError) -> [UInt8] {
    var status: FileStatus
    var isInside = true
    do throws(Errno) {
      status = try calls.status(of: file, following: false)
      if status.kind == .symbolicLink {
        isInside = try self.isInside(file)
        status = try calls.status(of: file)
      }
    } catch {
      throw FileError(.cannotRead, file, "can't be read: \(error.words)")
    }
    if !isInside { throw Self.leadsOut(file) }
    // Reading a pipe could take for ever.
    guard status.kind == .regular else { throw FileError(.badRules, file, "is no regular file") }
    read.withLock { _ = $0.insert(status.identity) }
    var buffer = ByteBuffer()
    _ = try buffer.append(
      file: FileSource(name: file, status: status), limit: Self.mostBytes, calls: calls)
    return buffer.view[0..<buffer.count].array
  }

  /// What to write where the rules stand behind a document.
  private var orderHelp: String? {
    guard let next, let status = try? calls.status(of: next.name), status.kind == .folder else {
      return nil
    }
    let names = [next.name, name].map { Printable.text(of: $0.bytes) }
    return "rules come first: `\(next.command.rawValue) \(names.joined(separator: " "))`"
  }

  private func unreadable(_ place: FileName, _ error: Errno) -> Diagnostic {
    let problem =
      error == .notAFolder
      ? FileError(
        .cannotRead, place, "is a file, and rules are a folder",
        help: orderHelp ?? "the folder of this file is \(place.folder.quoted)")
      : FileError(
        .cannotRead, place, "can't be read: \(error.words)",
        help: error == .missing ? name.similar(folders: true, calls: calls) : nil)
    return problem.diagnostic
  }
}
