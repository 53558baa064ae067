import Foundation
import JSONMigration
import JSONText

/// The product at work inside this process: rules from a folder, documents in memory.
final class WorkerJob {
  private var work: DocumentWork
  let size: Int

  /// The folder with the rules of the jobs.
  static let rules = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "rules", directoryHint: .isDirectory)

  /// A job of that folder.
  convenience init(_ job: String, _ text: Documents) throws {
    try self.init(rules: Self.rules.appending(path: job), text)
  }

  convenience init(rules: URL, _ text: Documents) throws {
    try self.init(Migrator(rulesAt: rules), text)
  }

  init(_ migrator: Migrator, _ text: Documents) throws {
    work = try DocumentWork(migrator, text)
    size = text.bytes.count
  }

  /// Migrates every document, as if the text had just come in.
  func run() throws { try work.run() }

  /// Everything that comes out.
  func result() throws -> [UInt8] { try work.result() }

  /// The way that nearly all documents took: `short`, `deep`, `tree`, or `several`.
  var way: String { work.way }
}

/// What a job needs, with one owner: fields of a class are asked at each use whether two use them
/// at once.
private struct DocumentWork: ~Copyable {
  private var worker: Worker
  private var out = ByteBuffer(capacity: 2_000_000)
  private let records: [Range<Int>]

  init(_ migrator: Migrator, _ text: Documents) throws {
    worker = try Worker(migrator)
    records = text.ranges
    worker.withText { $0.append(contentsOf: text.bytes) }
  }

  mutating func run() throws {
    let text = worker.withText { $0.view }
    for record in records {
      // As large as a writer's chunk would be.
      if out.count > 1_000_000 { out.truncate(to: 0) }
      try add(record, of: text)
    }
    out.truncate(to: 0)
  }

  var way: String {
    let ways = worker.ways
    let all = ways.short + ways.deep + ways.tree
    for (count, name) in [(ways.short, "short"), (ways.deep, "deep"), (ways.tree, "tree")]
    where count * 10 > all * 9 { return name }
    return "several"
  }

  mutating func result() throws -> [UInt8] {
    let text = worker.withText { $0.view }
    var result: [UInt8] = []
    for record in records {
      try add(record, of: text)
      result += out.view[0..<out.count].array
      out.truncate(to: 0)
    }
    return result
  }

  private mutating func add(_ record: Range<Int>, of text: ByteView) throws {
    let isChanged = try worker.migrate(record, into: &out, named: "documents")
    if !isChanged { out.append(record, of: text) }
    out.append(0x0A)
  }
}

/// A text in memory that is cut into documents.
struct Documents {
  let bytes: [UInt8]
  let ranges: [Range<Int>]

  /// One document.
  init(whole bytes: [UInt8]) {
    self.bytes = bytes
    ranges = [0..<bytes.count]
  }

  /// Documents one after the other, repeated up to about this many bytes.
  init(repeating documents: [[UInt8]], upTo size: Int) {
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
    repeat {
      for document in documents {
        ranges.append(bytes.count..<bytes.count + document.count)
        bytes += document
        bytes.append(UInt8(ascii: "\n"))
      }
    } while bytes.count < size
    (self.bytes, self.ranges) = (bytes, ranges)
  }

  /// The lines of a file's beginning.
  init(linesOf file: URL, megabytes: Int) throws {
    bytes = try Self.beginning(of: file, megabytes)
    ranges = Self.cut(bytes) { _ in true }
  }

  /// Documents of several lines, of which the last is a lone brace.
  init(blocksOf file: URL, megabytes: Int) throws {
    bytes = try Self.beginning(of: file, megabytes)
    ranges = Self.cut(bytes) { [bytes] end in
      end > 1 && bytes[end - 1] == UInt8(ascii: "}") && bytes[end - 2] == UInt8(ascii: "\n")
    }
  }

  init(whole file: URL) throws { self.init(whole: [UInt8](try Data(contentsOf: file))) }

  private static func beginning(of file: URL, _ megabytes: Int) throws -> [UInt8] {
    let handle = try FileHandle(forReadingFrom: file)
    let bytes = [UInt8](try handle.read(upToCount: megabytes * 1_000_000) ?? Data())
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    return Array(bytes[..<end])
  }

  /// The ranges between the line breaks that end a document.
  private static func cut(_ bytes: [UInt8], where isEnd: (Int) -> Bool) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    var from = 0
    // A few instructions for each byte would count as those of the job.
    while let index = bytes[from...].firstIndex(of: UInt8(ascii: "\n")) {
      if isEnd(index) {
        ranges.append(start..<index)
        start = index + 1
      }
      from = index + 1
    }
    return ranges
  }
}
