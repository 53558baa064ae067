import JSONMigrationCore

/// What went wrong with a file, ready to be reported.
struct FileError: Error {
  var diagnostic: Diagnostic

  /// Put together in one place, as those below: it is long code for what happens seldom.
  @inline(never)
  init(
    _ kind: Diagnostic.Kind, _ file: FileName, _ message: String, help: String? = nil,
    notes: [String] = []
  ) {
    self.diagnostic = Diagnostic(
      kind, "\(file.quoted) \(message)", at: .init(file.text), help: help, notes: notes)
  }

  init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
  }

  /// What went wrong with a stream, which has no name.
  init(_ kind: Diagnostic.Kind, _ message: String) {
    self.diagnostic = Diagnostic(kind, message)
  }

  @inline(never)
  static func cannotRead(_ name: FileName, _ error: Errno) -> FileError {
    FileError(.cannotRead, name, "can't be read: \(error.words)")
  }

  @inline(never)
  static func cannotWrite(_ name: FileName, _ error: Errno) -> FileError {
    FileError(.cannotWrite, name, "can't be written: \(error.words)")
  }

  /// Does something with a file or folder that may not be readable.
  static func reading<Result>(
    _ name: FileName, _ body: () throws(Errno) -> Result
  ) throws(FileError) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw FileError.cannotRead(name, error)
    }
  }

  static func changedWhileRead(_ name: FileName) -> FileError {
    FileError(.cannotRead, name, "was written to while it was read", help: "run it again")
  }
}

extension Diagnostic.Kind {
  /// A file or stream could not be written.
  static let cannotWrite = Diagnostic.Kind(rawValue: "cannot-write")
}
