import JSONMigration
import JSONText

/// Migrates whole documents, one after the other, and keeps the memory.
struct DocumentWorker: ~Copyable {
  private let settings: ApplySettings
  private var worker: Worker
  private var out = ByteBuffer()

  /// What became of the document that was migrated last.
  var result: ByteSlice { out.view[0..<out.count] }

  init(_ settings: ApplySettings) throws(MigrationError) {
    self.settings = settings
    worker = try settings.worker()
  }

  /// Reads a document; what file it was is nil for standard input.
  mutating func read(_ input: Input) throws(FileError) -> FileOrigin? {
    let (limit, calls) = (settings.limits.bytes, settings.calls)
    return try worker.withText { text throws(FileError) in
      text.truncate(to: 0)
      if let file = input.file {
        return try text.append(file: file, limit: limit, calls: calls)
      }
      let isWhole: Bool
      do throws(Errno) {
        isWhole = try text.append(allOf: 0, limit: limit, calls: calls)
      } catch {
        throw FileError(.cannotRead, "standard input can't be read: \(error.words)")
      }
      guard isWhole else {
        throw FileError(.tooBig, "standard input has more than \(limit) bytes")
      }
      return nil
    }
  }

  /// Migrates the document that was read; false if it is what it should be already.
  mutating func migrate(_ input: Input) throws(MigrationError) -> Bool {
    let count = worker.withText { $0.count }
    out.truncate(to: 0)
    // Room for what will probably come out: growing would take more memory than the result.
    out.reserve(count + count / 16 + 256)
    guard try worker.migrate(0..<count, into: &out, named: input.name) else { return false }
    let result = result
    return worker.withText { !$0.view[0..<count].elementsEqual(result) }
  }
}
