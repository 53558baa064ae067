internal import JSONMigrationCoding
internal import JSONMigrationCore
internal import JSONText
internal import LockedFiles

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A file of JSON that an app loads and saves, and that no older release of it ever spoils.
///
///     let file = GuardedFile(at: url, as: HabitBook.self, by: migrator)
///     var book = try file.load() ?? HabitBook()
///     book.habits.append(habit)
///     try file.save(book)
///
/// - **Loading** migrates and decodes. The file stays as it is.
/// - **Saving** never overwrites a file of a newer version: it throws, with the kind
///   ``Diagnostic/Kind/newerVersion``. Nor one that can't be read: `setAside()` gives that
///   another name.
/// - **Members that the type doesn't know** stay in the file, byte for byte, as do comments, layout
///   and the spelling of numbers: of the text only that is changed in which the value differs. An
///   older file is migrated first.
/// - **One after the other**: both hold a lock of the file, which other threads and other processes
///   wait for, such as an extension of the app. `update(startingWith:_:)` reads and saves under one
///   lock.
/// - **In one step**: whatever fails, and when the process ends in the middle, the file is the old
///   one or the new one.
///
/// It has no state but its settings: make one wherever you need it.
public struct GuardedFile<Value: Codable>: Sendable {
  /// Where the file is.
  public let url: URL
  let migrator: Migrator
  let decoder: JSONDecoder
  let encoder: JSONEncoder
  let settings: Settings
  var calls = FileCalls.system

  /// A file, whether or not it is there already.
  ///
  /// `decoder` and `encoder` are those of the app, which have to match. `settings` say what else is
  /// to be done.
  public init(
    at url: URL, as type: Value.Type = Value.self, by migrator: Migrator,
    decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder(),
    settings: Settings = Settings()
  ) {
    self.url = url
    self.migrator = migrator
    self.decoder = decoder
    self.encoder = encoder
    self.settings = settings
  }
}

extension GuardedFile {
  /// Options of a ``GuardedFile``.
  public struct Settings: Sendable {
    /// Whether saving keeps a copy of a file of an older version beside it: of `habits.json` of
    /// version 2 that is `habits.json.2.bak`.
    public var keepsOldVersions: Bool
    /// How long to wait for others that have the file before giving up, with the kind
    /// ``Diagnostic/Kind/fileInUse``.
    public var patience: Duration
    /// Whether a file coordinator of the system stands between, as iCloud and file presenters need
    /// it; where there is none, on Linux, that makes no difference.
    public var isCoordinated: Bool

    /// Settings; those that are left out are the usual ones.
    public init(
      keepsOldVersions: Bool = false, patience: Duration = .seconds(10), isCoordinated: Bool = false
    ) {
      self.keepsOldVersions = keepsOldVersions
      self.patience = patience
      self.isCoordinated = isCoordinated
    }
  }
}

extension GuardedFile {
  /// The value that the file holds, migrated to the newest version; nil where there is no file.
  ///
  /// A file that can't be read, migrated or decoded throws, so nothing empty takes its place by
  /// mistake.
  public func load() throws -> Value? {
    try waiting { try loadOnce() }
  }

  /// Saves a value in the newest version.
  ///
  /// What the value differs in from what the file holds is changed there, and where it doesn't
  /// differ the file isn't touched. A file that isn't there is made; its folder has to be there.
  public func save(_ value: Value) throws {
    try waiting { try saveOnce { _ in (value, ()) } }
  }

  /// Loads the value, lets `change` change it, and saves it, all under one lock.
  ///
  /// Where there is no file `change` gets `initial`, and there is nothing to lock yet: it is called
  /// again where another one has made the file first, or where a program that takes no lock has
  /// changed it meanwhile. If it throws, nothing is saved.
  @discardableResult
  public func update<Result>(
    startingWith initial: @autoclosure () -> Value, _ change: (inout Value) throws -> Result
  ) throws -> Result {
    try waiting {
      try saveOnce { current in
        var value = current ?? initial()
        let result = try change(&value)
        return (value, result)
      }
    }
  }

  /// Gives the file another name, `habits.json.aside`, so that the next one to save makes a new
  /// file.
  ///
  /// That is for a file that can't be read any more: what is in it stays. Nil where there is no
  /// file.
  @discardableResult
  public func setAside() throws -> URL? {
    try waiting { try setAsideOnce() }
  }
}

// MARK: - One try

extension GuardedFile {
  typealias Attempt = LockedFile.Attempt

  func loadOnce() throws -> Attempt<Value?> {
    try coordinating(isWriting: false) { url in
      switch try guarded(url).read() {
      case .done(let bytes?):
        .done(
          try EncodedDocument(Data(bytes)).read(named: name) {
            try decode($0, isMigrated: false)
          })
      case .done(nil): .done(nil)
      case .busy: .busy
      case .changed: .changed
      }
    }
  }

  func saveOnce<Result>(
    _ make: (Value?) throws -> (value: Value, result: Result)
  ) throws -> Attempt<Result> {
    try coordinating(isWriting: true) { url in
      try guarded(url).rewrite { bytes in
        guard let bytes else {
          let made = try make(nil)
          let content = Array(try encoder.encode(made.value, stamping: migrator))
          try checkLoads(content)
          return .init(result: made.result, content: content)
        }
        return try rewriting(Data(bytes), make)
      }
    }
  }

  func setAsideOnce() throws -> Attempt<URL?> {
    try coordinating(isWriting: true) { url in
      switch try guarded(url).setAside() {
      case .done(let name): .done(name.map { URL(fileURLWithPath: $0) })
      case .busy: .busy
      case .changed: .changed
      }
    }
  }

  func decode(_ document: Data, isMigrated: Bool) throws -> Value {
    try migrator.read(
      document, Strategies(of: decoder), named: name, isCurrent: isMigrated
    ) { reading, root in
      try reading.value(Value.self, root)
    }
  }

  var name: String { url.lastPathComponent }

  private func guarded(_ url: URL) -> LockedFile { LockedFile(name: url.path, calls: calls) }
}

// MARK: - Waiting

extension GuardedFile {
  /// How long to sleep before each further try, in milliseconds, until patience is at its end.
  struct Delays: Sequence, IteratorProtocol {
    private var rest: Int
    private var delay = 1

    init(_ patience: Duration) {
      let (seconds, fraction) = patience.components
      let (thousands, isForever) = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000)
      let milliseconds = Int(fraction / 1_000_000_000_000_000)
      let (sum, isLonger) = thousands.addingReportingOverflow(milliseconds)
      rest = isForever || isLonger ? (seconds < 0 ? 0 : .max) : sum
    }

    mutating func next() -> Int? {
      guard rest > 0 else { return nil }
      defer {
        rest -= delay
        delay = Swift.min(delay * 2, 50)
      }
      return Swift.min(delay, rest)
    }
  }

  func waiting<Result>(_ attempt: () throws -> Attempt<Result>) throws -> Result {
    var delays = Delays(settings.patience)
    while true {
      if case .done(let result) = try attempt() { return result }
      guard let delay = delays.next() else { throw inUse }
      calls.sleep(delay)
    }
  }

  var inUse: MigrationError {
    MigrationError(
      Diagnostic(
        .fileInUse, "the file is in use by another program or another part of this one",
        at: Diagnostic.Place(url.path), help: "try again; the file is as it was"))
  }
}

// MARK: - The system's file coordinator

extension GuardedFile {
  private func coordinating<Result>(
    isWriting: Bool, _ body: (URL) throws -> Result
  ) throws -> Result {
    // The path of another URL would be that of some file here.
    guard url.isFileURL else {
      throw MigrationError(
        Diagnostic(
          .badFile, "\(Printable.quote(url.absoluteString)) is no file URL",
          help: "make it by `URL(fileURLWithPath:)`, or from a URL of `FileManager`"))
    }
    #if canImport(Darwin)
      guard settings.isCoordinated else { return try told { try body(url) } }
      var failure: NSError?
      var outcome: Swift.Result<Result, any Error>?
      let coordinator = NSFileCoordinator(filePresenter: nil)
      if isWriting {
        coordinator.coordinate(writingItemAt: url, options: .forReplacing, error: &failure) { url in
          outcome = Swift.Result { try told { try body(url) } }
        }
      } else {
        coordinator.coordinate(readingItemAt: url, options: [], error: &failure) { url in
          outcome = Swift.Result { try told { try body(url) } }
        }
      }
      if let outcome { return try outcome.get() }
      throw failure ?? inUse
    #else
      return try told { try body(url) }
    #endif
  }
  /// What goes wrong with the file itself, as errors of the library.
  private func told<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let problem as FileProblem {
      throw MigrationError(
        Diagnostic(
          .badFile, problem.message, at: Diagnostic.Place(problem.file), help: problem.help))
    }
  }
}
