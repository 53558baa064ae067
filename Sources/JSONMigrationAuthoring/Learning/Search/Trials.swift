internal import JSONMigrationCore
internal import JSONText

/// Runs rules on values, and remembers the results.
final class Trials {
  /// A list of rules with its results.
  final class Body {
    let rules: [JSON]
    fileprivate var trial: RuleTrial?
    fileprivate var results: [Int: Term?] = [:]
    fileprivate var isSound = true

    /// The tries that it takes to read the rules.
    fileprivate let price: Int

    fileprivate init(_ rules: [JSON], price: Int) { (self.rules, self.price) = (rules, price) }
  }

  let terms: Terms
  /// Whether documents hold a version, which isn't seen here and stays where it is.
  let holdVersions: Bool
  private var bodies: [String: Body] = [:]
  private var open: [Body] = []
  private let effort: Effort

  /// The number of engines that are kept, each with memory of its own.
  private static let mostOpen = 256
  /// The values of a document, and the bytes of rules, that take as long as a try with a small one.
  private static let valuesInTry = 40
  private static let bytesInTry = 400

  init(_ terms: Terms, _ effort: Effort, holdVersions: Bool = false) {
    (self.terms, self.effort, self.holdVersions) = (terms, effort, holdVersions)
  }

  func body(_ rules: [JSON]) -> Body {
    let text = JSON.array(rules).description
    if let body = bodies[text] { return body }
    let body = Body(rules, price: 1 + text.utf8.count / Self.bytesInTry)
    // Tried with the ids of a trial it would seem to fit.
    body.isSound = !Fresh.stands(in: text)
    bodies[text] = body
    return body
  }

  /// The result of rules for a value; nil if one of them fails, or can't be read.
  func result(_ body: Body, for term: Term) -> Term? {
    if let known = body.results[term.number] { return known }
    guard prepare(body) else { return nil }
    effort.spend(1 + term.size / Self.valuesInTry)
    let result = body.trial?.bytes(for: term.bytes).flatMap { bytes in
      // Most rules that are tried find nothing in most values.
      bytes == term.bytes ? term : (try? JSON(parsing: bytes)).map { terms.term($0) }
    }
    body.results[term.number] = .some(result)
    return result
  }

  /// Whether the rules can be read at all.
  private func prepare(_ body: Body) -> Bool {
    guard body.isSound, body.trial == nil else { return body.isSound }
    guard let trial = RuleTrial(.array(body.rules)) else {
      body.isSound = false
      return false
    }
    effort.spend(body.price)
    body.trial = consume trial
    open.append(body)
    if open.count > Self.mostOpen {
      for body in open.prefix(Self.mostOpen / 2) { body.trial = nil }
      open.removeFirst(Self.mostOpen / 2)
    }
    return true
  }
}
