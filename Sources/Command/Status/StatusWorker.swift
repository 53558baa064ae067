internal import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// Looks at pieces of work, one after the other, and keeps the memory.
struct StatusWorker: PieceWorker, ~Copyable {
  /// The memory of a surveyor that has had a larger piece of work is given back.
  private static let largest = 16 << 20

  private let settings: StatusSettings
  private var surveyor: Surveyor
  /// What surveyors before have learned.
  private var earlier = Survey()
  /// Whether `each` has led to documents; nil where each file is one.
  private(set) var search: EachSearch?

  var survey: Survey {
    var survey = earlier
    survey.add(surveyor.survey)
    return survey
  }

  init(_ settings: StatusSettings) throws(MigrationError) {
    self.settings = settings
    surveyor = try settings.surveyor()
    search = settings.eachSearch
  }

  /// Lets `body` change the text that holds the documents.
  mutating func withText<Result, Failure: Error>(
    _ body: (inout ByteBuffer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try surveyor.withText(body)
  }

  /// Gives memory back that was needed for a large piece of work.
  mutating func shrink(after work: Work) {
    guard work.bytes > Self.largest, let fresh = try? settings.surveyor() else { return }
    earlier.add(surveyor.survey)
    surveyor = fresh
  }

  /// Looks at a piece of work; tells how many files and bytes are done then.
  mutating func look(at work: Work) -> (files: Int, bytes: Int) {
    do throws(MigrationError) {
      let opened = try OpenedWork(
        work, in: &surveyor, limit: settings.limits.bytes, calls: settings.calls)
      surveyor.takesComments = settings.migrator.takesComments || opened.input.hasComments
      surveyor.leavesOthersAlone = opened.input.isAmongMany(named: settings.request.paths)
      for document in opened {
        let line = document.line ?? opened.input.firstLine
        surveyor.look(
          at: document.range, named: opened.input.name, firstLine: line,
          Survey.Order(piece: work.number, line: document.line ?? 1), ifChanged: opened.loss)
      }
      search?.note(work, surveyor.withText { $0.view }, hasFound: surveyor.hasFoundEach)
      return (opened.isLast ? 1 : 0, opened.byteCount)
    } catch {
      surveyor.noteUnreadable(error, Survey.Order(piece: work.number, line: 0))
      if case .document(let input) = work.content { return (1, input.size ?? 0) }
      return (1, 0)
    }
  }
}
