import JSONMigration
import JSONText

/// Looks at pieces of work, one after the other, and keeps the memory.
struct StatusWorker: ~Copyable {
  /// The memory of a surveyor that has had a larger piece of work is given back.
  private static let largest = 16 << 20

  private let settings: StatusSettings
  private var surveyor: Surveyor
  /// What surveyors before have learned.
  private var earlier = Survey()

  var survey: Survey {
    var survey = earlier
    survey.add(surveyor.survey)
    return survey
  }

  init(_ settings: StatusSettings) throws(MigrationError) {
    self.settings = settings
    surveyor = try settings.surveyor()
  }

  /// The next piece of work; lines are read into the text.
  mutating func next(of source: inout WorkSource) -> Work? {
    surveyor.withText { source.next(into: &$0) }
  }

  /// Gives memory back that was needed for a large piece of work.
  mutating func shrink(after work: Work) {
    guard work.bytes > Self.largest, let fresh = try? settings.surveyor() else { return }
    earlier.add(surveyor.survey)
    surveyor = fresh
  }

  /// Looks at a piece of work; tells how many files and bytes are done then.
  mutating func look(at work: Work) -> (files: Int, bytes: Int) {
    switch work.content {
    case .problem(let error):
      note(MigrationError(error.diagnostic), work)
      return (1, 0)
    case .document(let input):
      do throws(MigrationError) {
        let count = try surveyor.withText { text throws(MigrationError) in
          try input.open(into: &text, limit: settings.limits.bytes, calls: settings.calls)
        }
        surveyor.look(
          at: 0..<count, named: input.name, firstLine: input.firstLine,
          Survey.Order(piece: work.number, line: 1))
        return (1, count)
      } catch {
        note(error, work)
        return (1, input.size ?? 0)
      }
    case .lines(let piece, let input, _):
      let text = surveyor.withText { $0.view }
      for (line, number) in DocumentLines(text, firstLine: piece.firstLine) {
        surveyor.look(
          at: line, named: input.name, firstLine: number,
          Survey.Order(piece: work.number, line: number))
      }
      return (piece.isLast ? 1 : 0, text.count)
    }
  }

  private mutating func note(_ error: MigrationError, _ work: Work) {
    surveyor.noteUnreadable(error, Survey.Order(piece: work.number, line: 0))
  }
}
