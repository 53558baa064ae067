internal import JSONText

/// A document as it was given, which is migrated once more when somebody asks what happened to it.
package struct GivenDocument: Sendable {
  private let migrator: Migrator
  private let name: String
  /// Whether people see its text; else only paths say something.
  private let hasLines: Bool
  /// How many bytes were in front of the text.
  private let start: Int
  private let text: @Sendable () -> [UInt8]

  package init(
    to migrator: Migrator, named name: String, hasLines: Bool = true, behind start: Int = 0,
    text: @escaping @Sendable () -> [UInt8]
  ) {
    (self.migrator, self.name, self.hasLines, self.text) = (migrator, name, hasLines, text)
    self.start = start
  }

  /// The rules that find nothing in it.
  var idleRules: [IdleRule] {
    let text = text()
    let idle = station?.use { worker, _ in worker.idleRules(in: text) } ?? []
    return idle.filter { $0.path == nil }
  }

  /// The place of what is at a path of the result, or of the last thing on the way there.
  package func origin(of path: [any CodingKey]) -> Diagnostic.Place? {
    station?.use { worker, _ in origin(of: path, &worker) }
  }

  private func origin(of path: [any CodingKey], _ worker: inout Worker) -> Diagnostic.Place? {
    let text = text()
    worker.withText { $0.append(contentsOf: text) }
    let trace = worker.trace(0..<text.count, named: name)
    var segments: [PathSegment] = []
    var found = history(at: segments, &worker, trace)
    for key in path {
      // A name of digits says that it is an index too.
      let ways: [PathSelector?] = [
        key.intValue.map { .index($0) }, .name(Array(key.stringValue.utf8)),
      ]
      var next: Trace.History?
      for case let way? in ways where next == nil {
        next = history(at: segments + [PathSegment([way])], &worker, trace)
        if next != nil { segments.append(PathSegment([way])) }
      }
      guard next != nil else { break }
      found = next
    }
    guard let found else { return nil }
    guard let bytes = found.origin else {
      return found.edits.lazy.compactMap(\.edit.rule).first.map { trace.rules[$0].place }
    }
    var span = hasLines ? Diagnostic.Span(bytes, in: text) : nil
    span?.move(by: start)
    return Diagnostic.Place(
      name, span: span,
      path: JSONTokens.path(to: bytes.lowerBound, in: text))
  }

  private func history(
    at segments: [PathSegment], _ worker: inout Worker, _ trace: Trace
  ) -> Trace.History? {
    let path = JSONPath(query: PathQuery(root: .document, segments: segments))
    return try? worker.history(of: path, in: trace)
  }

  private var station: Station? { try? Station(Worker(migrator, to: migrator.target)) }
}
