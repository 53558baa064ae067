import JSONMigrationCore
import JSONText

/// Migrates documents of several formats, each by the rules of its own.
final class FormatWorkers {
  private let formats: FormatSet
  private var sorter: FlatSorter?
  private let workers: [Holder]
  /// Whether documents stand in others, at the same place whatever their format.
  private let areInside: Bool
  /// Whether documents of other formats that stand in another one are refused.
  private let refusesOthers: Bool
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
      _ range: Range<Int>, of text: ByteView, into out: inout ByteBuffer, parts: [Int]?,
      named name: String, firstLine: Int?
    ) throws(MigrationError) -> Bool {
      let isChanged =
        if let parts {
          try worker.migrate(
            parts: parts, in: range, of: text, into: &out, named: name, firstLine: firstLine)
        } else {
          try worker.migrate(range, of: text, into: &out, named: name, firstLine: firstLine)
        }
      documents += 1
      return isChanged
    }
  }

  init(
    _ formats: FormatSet, depth: Int, refusesOthers: Bool,
    worker: (Int) throws(MigrationError) -> Worker
  ) throws(MigrationError) {
    var workers: [Holder] = []
    for (number, migrator) in formats.migrators.enumerated() {
      workers.append(Holder(try worker(number), takesComments: migrator.takesComments))
    }
    self.formats = formats
    self.refusesOthers = refusesOthers
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

  /// Migrates a document of the format of that number, or some of those in it.
  private func migrate(
    _ range: Range<Int>, of text: ByteView, into out: inout ByteBuffer, _ number: Int,
    parts: [Int]? = nil, named name: String, firstLine: Int?
  ) throws(MigrationError) -> Bool {
    let isChanged = try workers[number].migrate(
      range, of: text, into: &out, parts: parts, named: name, firstLine: firstLine)
    if isChanged || !formats.migrators[number].rules.format.isStamped {
      lastMigrating.append(number)
    }
    return isChanged
  }

  /// Which documents in another one a format has: those that it is the first to take.
  private struct Share {
    let number: Int
    let parts: [Int]
    /// Those that its `when` holds for, of which an earlier format may have taken some.
    let own: [Int]
  }

  private func shares(
    of text: ByteView, _ range: Range<Int>, named name: String, firstLine: Int?
  ) throws(MigrationError) -> [Share] {
    var shares: [Share] = []
    var isTaken: [Bool] = []
    for number in workers.indices {
      let (own, count) = try workers[number].worker.ownParts(
        range, of: text, named: name, firstLine: firstLine)
      if number == 0 { isTaken = Array(repeating: false, count: count) }
      let parts = own.filter { !isTaken[$0] }
      for part in parts { isTaken[part] = true }
      if !parts.isEmpty { shares.append(Share(number: number, parts: parts, own: own)) }
    }
    if shares.isEmpty { throw formats.wrongFormat(name, text[range], firstLine: firstLine) }
    if refusesOthers, let other = isTaken.firstIndex(of: false), let last = workers.last {
      throw try last.worker.refusal(
        ofPart: other, formats.ofNone, help: FormatSet.help, named: name, firstLine: firstLine)
    }
    return shares
  }

  /// Migrates the documents in another one, those of one format after those of the other.
  ///
  /// Each leaves what is not of its own. Of which format they are is asked before any changes.
  private func migrateEach(
    _ range: Range<Int>, of text: ByteView, into out: inout ByteBuffer, named name: String,
    firstLine: Int?
  ) throws(MigrationError) -> Bool {
    var result = ByteBuffer()
    var isChanged = false
    for share in try shares(of: text, range, named: name, firstLine: firstLine) {
      let known = isChanged ? result.view : text
      let place = isChanged ? 0..<result.count : range
      var next = ByteBuffer()
      let isNewer: Bool
      do throws(MigrationError) {
        var own = share.own
        if isChanged {
          own = try workers[share.number].worker.ownParts(
            place, of: known, named: name, firstLine: firstLine
          ).own
        }
        isNewer = try migrate(
          place, of: known, into: &next, share.number,
          parts: own == share.parts ? nil : share.parts, named: name, firstLine: firstLine)
      } catch {
        // What is wrong is told at its place in the document as it was.
        if isChanged {
          _ = try migrate(
            range, of: text, into: &next, share.number, parts: share.parts, named: name,
            firstLine: firstLine)
        }
        throw error
      }
      if isNewer {
        next.seal()
        swap(&result, &next)
        isChanged = true
      }
    }
    if isChanged { out.append(0..<result.count, of: result.view) }
    return isChanged
  }
}
