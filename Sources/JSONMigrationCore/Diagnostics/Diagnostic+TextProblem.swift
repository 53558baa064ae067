package import JSONText

extension Diagnostic {
  /// What is wrong with a text of this name.
  package init(_ problem: TextProblem, named name: String) {
    let span = problem.place.map { Span($0.bytes, in: $0.text) }
    self.init(
      Kind(rawValue: problem.kind), problem.message,
      at: Place(name, span: span, path: problem.path), help: problem.help)
  }
}

extension MigrationError {
  /// Lets `body` read or write a text of this name.
  package static func reported<Result>(
    of name: String, _ body: () throws(TextProblem) -> Result
  ) throws(MigrationError) -> Result {
    do throws(TextProblem) {
      return try body()
    } catch {
      throw MigrationError(Diagnostic(error, named: name))
    }
  }
}
