import JSONMigrationCore
import JSONText

/// Migrates documents of several formats, each by the rules of its own.
final class FormatWorkers {
  private let formats: FormatSet
  private var sorter: FlatSorter?
  private let workers: [Holder]
  /// Whether documents stand in others, at the same place whatever their format.
  private let areInside: Bool
  /// The formats that have changed the last document, or have migrated it unseen.
  private(set) var lastMigrating: [Int] = []

  /// A worker can't be in a list by itself.
  private final class Holder {
    var worker: Worker
    let takesComments: Bool
    /// How many documents were of its format and didn't fail.
    private var documents = 0

    var finds: RuleFinds {
      var finds = worker.finds
      finds.documents = documents
      return finds
    }

    init(_ worker: consuming Worker, takesComments: Bool) {
      self.worker = worker
      self.takesComments = takesComments
    }

    func migrate(
      _ range: Range<Int>, of text: ByteView, into out: inout ByteBuffer, named name: String,
      firstLine: Int?
    ) throws(MigrationError) -> Bool {
      let isChanged = try worker.migrate(
        range, of: text, into: &out, named: name, firstLine: firstLine)
      documents += 1
      return isChanged
    }
  }

  init(
    _ formats: FormatSet, depth: Int, worker: (Int) throws(MigrationError) -> Worker
  ) throws(MigrationError) {
    var workers: [Holder] = []
    for (number, migrator) in formats.migrators.enumerated() {
      workers.append(Holder(try worker(number), takesComments: migrator.takesComments))
    }
    self.formats = formats
    self.workers = workers
    sorter = formats.sorter(depth: depth)
    let each = formats.migrators.first?.each
    areInside = each != nil && formats.migrators.allSatisfy { $0.each == each }
  }

  /// Whether documents may have comments, whatever their formats say.
  func takeComments(_ areThere: Bool) {
    for holder in workers { holder.worker.takesComments = holder.takesComments || areThere }
  }

  /// Which rules have found something, of each format.
  var finds: [RuleFinds] { workers.map { $0.finds } }

  var hasFoundEach: Bool { workers.contains { $0.worker.hasFoundEach } }

  /// Migrates the document in a range of a text; see `Worker.migrate`.
  func migrate(
    _ range: Range<Int>, of text: ByteView, into out: inout ByteBuffer, named name: String,
    firstLine: Int?
  ) throws(MigrationError) -> Bool {
    lastMigrating.removeAll(keepingCapacity: true)
    switch sorter?.sort(text, range) ?? .unsure {
    case .kind(let number):
      // Its own `when` is asked: where that doesn't hold, no other of them does.
      return try migrate(
        range, of: text, into: &out, number, named: name, firstLine: firstLine)
    case .other: throw formats.wrongFormat(name, text[range], firstLine: firstLine)
    case .unsure: break
    }
    if areInside {
      return try migrateEach(range, of: text, into: &out, named: name, firstLine: firstLine)
    }
    for number in workers.indices {
      let isOfFormat = try workers[number].worker.isOfFormat(
        range, of: text, named: name, firstLine: firstLine)
      guard isOfFormat else { continue }
      return try migrate(
        range, of: text, into: &out, number, named: name, firstLine: firstLine)
    }
    throw formats.wrongFormat(name, text[range], firstLine: firstLine)
  }

  /// Migrates a document of the format of that number.
  private func migrate(
    _ range: Range<Int>, of text: ByteView, into out: inout ByteBuffer, _ number: Int,
    named name: String, firstLine: Int?
  ) throws(MigrationError) -> Bool {
    let isChanged = try workers[number].migrate(
      range, of: text, into: &out, named: name, firstLine: firstLine)
    if isChanged || !formats.migrators[number].rules.format.isStamped {
      lastMigrating.append(number)
    }
    return isChanged
  }

  /// Migrates the documents in another one, those of one format after those of the other: each
  /// leaves what is not of its own.
  private func migrateEach(
    _ range: Range<Int>, of text: ByteView, into out: inout ByteBuffer, named name: String,
    firstLine: Int?
  ) throws(MigrationError) -> Bool {
    var result = ByteBuffer()
    var (isChanged, isOfAny) = (false, false)
    for number in workers.indices {
      let known = isChanged ? result.view : text
      let place = isChanged ? 0..<result.count : range
      let isOfFormat = try workers[number].worker.isOfFormat(
        place, of: known, named: name, firstLine: firstLine)
      guard isOfFormat else { continue }
      isOfAny = true
      var next = ByteBuffer()
      let isNewer = try migrate(
        place, of: known, into: &next, number, named: name, firstLine: firstLine)
      if isNewer {
        next.seal()
        swap(&result, &next)
        isChanged = true
      }
    }
    if !isOfAny { throw formats.wrongFormat(name, text[range], firstLine: firstLine) }
    if isChanged { out.append(0..<result.count, of: result.view) }
    return isChanged
  }
}
