/// A condition about members of an object, as far as their bytes can answer it.
package struct FlatCondition: Sendable {
  /// What it was made from, which all has to hold.
  private let sources: [PathCondition]
  let root: Part
  /// The names that lead to the object of whose members it asks; nil where it asks for the scope
  /// itself, for which the empty name stands.
  package let way: [[UInt8]]?

  indirect enum Part: Sendable {
    case all([Part])
    case any([Part])
    case not(Part)
    case question(Question)
  }

  /// A question, and the name that it is about.
  struct Question: Sendable {
    /// The names that lead from the scope to what it is about.
    let names: [[UInt8]]
    let subject: FlatTest.Subject
    let takes: FlatTest.Outcome
    var value = 0
    var text: [UInt8] = []
    var pattern: FlatPattern?
    /// How many of the names stand behind that of the member.
    fileprivate var depth = 0

    /// The member of which it is asked, and the names that lead from there to what it is about.
    var name: [UInt8] { names.dropLast(depth).last ?? [] }
    var path: [[UInt8]] { Array(names.suffix(depth)) }
    var way: [[UInt8]]? { names.isEmpty ? nil : names.dropLast(depth + 1) }

    /// The same, asked of a member of the object that so many names lead to.
    fileprivate func asked(from count: Int) -> Question {
      var question = self
      question.depth = names.count - 1 - count
      return question
    }
  }

  /// Nil if it asks for more than members of one object and what is in them, one at a time.
  package init?(_ condition: PathCondition) {
    guard let root = Part(condition) else { return nil }
    var ways: Set<[[UInt8]]?> = []
    root.forEachQuestion { ways.insert($0.way) }
    if ways.count == 1, let way = ways.first {
      self.init(sources: [condition], root: root, way: way)
      return
    }
    // The object that has all of them in it.
    var common: [[UInt8]]?
    for way in ways {
      guard let way else { return nil }
      common = common.map { zip($0, way).prefix { $0 == $1 }.map(\.0) } ?? way
    }
    guard let common else { return nil }
    self.init(
      sources: [condition], root: root.mapQuestions { $0.asked(from: common.count) }, way: common)
  }

  private init(sources: [PathCondition], root: Part, way: [[UInt8]]?) {
    (self.sources, self.root, self.way) = (sources, root, way)
  }

  /// The same, asked of the members of an object so many steps further out.
  package func raised(by count: Int) -> FlatCondition? {
    guard let way, count <= way.count else { return nil }
    return FlatCondition(
      sources: sources, root: root.mapQuestions { $0.asked(from: way.count - count) },
      way: way.dropLast(count))
  }

  /// The same, asked of the scope itself, for which the empty name stands: of what is in it.
  package var ofChild: FlatCondition {
    if way == nil { return self }
    return FlatCondition(
      sources: sources, root: root.mapQuestions { $0.asked(from: -1) }, way: nil)
  }

  /// Both, for one object, whatever leads there in the other one.
  package func and(_ other: FlatCondition?) -> FlatCondition {
    guard let other else { return self }
    return FlatCondition(
      sources: sources + other.sources, root: .all([root, other.root]), way: way)
  }

  /// What a condition asks of the members of each object, the farthest object first; nil if that
  /// isn't each by itself.
  package static func byObject(_ condition: PathCondition) -> [FlatCondition]? {
    var all: [FlatCondition] = []
    var parts = [condition]
    if case .and(let several) = condition { parts = several }
    for part in parts {
      guard let asked = FlatCondition(part), asked.way != nil else { return nil }
      if let index = all.firstIndex(where: { $0.way == asked.way }) {
        all[index] = all[index].and(asked)
      } else {
        all.append(asked)
      }
    }
    return all.sorted { $0.way?.count ?? 0 > $1.way?.count ?? 0 }
  }

  /// Whether each part asks for what is in the same objects as the part before, or further in: one
  /// that fails keeps the tree from looking further.
  package static func asksInwards(_ condition: PathCondition) -> Bool {
    guard case .and(let parts) = condition else { return true }
    let depths = parts.map { FlatCondition($0)?.way?.count ?? 0 }
    return zip(depths, depths.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// All names that it asks for.
  package var names: Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    root.forEachQuestion { names.insert($0.name) }
    return names
  }

  /// Those of which it asks what or how much is in them.
  package var measured: Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    root.forEachQuestion { question in
      if question.depth > 0 || [.length, .empty].contains(question.subject) {
        names.insert(question.name)
      }
    }
    return names
  }

  /// Whether it asks for what is further in than in the members.
  package var asksInside: Bool {
    var isInside = false
    root.forEachQuestion { if $0.depth > 0 { isInside = true } }
    return isInside
  }

  /// How many questions it asks.
  package var questionCount: Int {
    var count = 0
    root.forEachQuestion { _ in count += 1 }
    return count
  }
}

extension FlatCondition: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    left.way == right.way && left.sources == right.sources
  }
}

extension FlatCondition.Part {
  init?(_ condition: PathCondition) {
    switch condition {
    case .and(let parts):
      guard let parts = Self.all(of: parts) else { return nil }
      self = .all(parts)
    case .or(let parts):
      guard let parts = Self.all(of: parts) else { return nil }
      self = .any(parts)
    case .not(let part):
      guard let part = Self(part) else { return nil }
      self = .not(part)
    case .exists(let query):
      self.init(.init(query, .anything, .equal))
    case .comparison(.literal(let literal), let comparison, let operand):
      self.init(.init(operand, comparison.turned, literal))
    case .comparison(let operand, let comparison, .literal(let literal)):
      self.init(.init(operand, comparison, literal))
    case .pattern(.query(let query), .compiled(let pattern), let isWhole):
      self.init(.init(query, FlatPattern(pattern: pattern, isWhole: isWhole)))
    case .empty(let query): self.init(.init(query, .empty, .equal))
    case .comparison, .pattern: return nil
    }
  }

  private init?(_ question: FlatCondition.Question?) {
    guard let question else { return nil }
    self = .question(question)
  }

  private static func all(of conditions: [PathCondition]) -> [Self]? {
    let parts = conditions.compactMap { Self($0) }
    return parts.count == conditions.count ? parts : nil
  }

  fileprivate func mapQuestions(
    _ change: (FlatCondition.Question) -> FlatCondition.Question
  ) -> Self {
    switch self {
    case .all(let parts): .all(parts.map { $0.mapQuestions(change) })
    case .any(let parts): .any(parts.map { $0.mapQuestions(change) })
    case .not(let part): .not(part.mapQuestions(change))
    case .question(let question): .question(change(question))
    }
  }

  fileprivate func forEachQuestion(_ body: (FlatCondition.Question) -> Void) {
    switch self {
    case .all(let parts), .any(let parts): for part in parts { part.forEachQuestion(body) }
    case .not(let part): part.forEachQuestion(body)
    case .question(let question): body(question)
    }
  }
}

extension FlatCondition.Question {
  init?(
    _ query: PathQuery, _ subject: FlatTest.Subject, _ takes: FlatTest.Outcome, _ value: Int = 0,
    _ text: [UInt8] = []
  ) {
    let names = query.segments.compactMap(\.name)
    guard query.root == .scope, names.count == query.segments.count else { return nil }
    self.init(names: names, subject: subject, takes: takes, value: value, text: text)
  }

  init?(_ query: PathQuery, _ pattern: FlatPattern) {
    self.init(query, .pattern, .equal)
    self.pattern = pattern
  }

  init?(_ operand: PathOperand, _ comparison: PathComparison, _ literal: PathLiteral) {
    let takes = FlatTest.Outcome(comparison)
    // What has no order is equal or not; where it is equal, `<=` holds.
    let takesEqual = takes.intersection([.equal, .other])
    switch (operand, literal) {
    case (.query(let query), .null): self.init(query, .null, takesEqual)
    case (.query(let query), .boolean(let value)):
      self.init(query, .boolean, takesEqual, value ? 1 : 0)
    case (.query(let query), .number(let text)):
      let integer = text.asInteger
      self.init(query, integer == nil ? .number : .integer, takes, integer ?? 0, text)
    case (.query(let query), .text(let text)): self.init(query, .text, takes, 0, text)
    case (.type(.query(let query)), .text(let text)):
      guard comparison == .equal || comparison == .notEqual else { return nil }
      if let kind = Kind(type: text) {
        self.init(query, .kind, takes, Int(kind.rawValue))
      } else if text.elementsEqual("missing".utf8) {
        self.init(query, .nothing, takes)
      } else {
        return nil
      }
    case (.length(.query(let query)), .number(let text)):
      guard let integer = text.asInteger else { return nil }
      self.init(query, .length, takes, integer)
    default: return nil
    }
  }
}

// MARK: - In a program

extension FlatProgram.Builder {
  /// An answer to a question for which it isn't said yet where to go on.
  fileprivate struct Exit {
    fileprivate let operation: Int
    fileprivate let answer: Bool
  }

  private typealias Exits = (held: [Exit], failed: [Exit])

  /// Writes steps down for objects in which a condition holds; others go on behind them.
  mutating func add(_ steps: [FlatStep], where condition: FlatCondition) {
    let exits = questions(condition.root)
    lead(exits.held)
    add(steps)
    lead(exits.failed)
  }

  /// Writes down the steps of choices, of which the first is taken whose condition holds.
  mutating func add(firstOf choices: [(condition: FlatCondition?, steps: [FlatStep])]) {
    var ends: [Int] = []
    for (condition, steps) in choices {
      guard let condition else {
        add(steps)
        break
      }
      let exits = questions(condition.root)
      lead(exits.held)
      add(steps)
      ends.append(leave())
      lead(exits.failed)
    }
    for end in ends { lead(end, true) }
  }

  /// With these answers the program goes on with what comes next.
  private mutating func lead(_ exits: [Exit]) {
    for exit in exits { lead(exit.operation, exit.answer) }
  }

  private mutating func questions(_ part: FlatCondition.Part) -> Exits {
    switch part {
    case .all(let parts):
      var all: Exits = ([], [])
      for part in parts {
        lead(all.held)
        let exits = questions(part)
        all.held = exits.held
        all.failed += exits.failed
      }
      return all
    case .any(let parts):
      var all: Exits = ([], [])
      for part in parts {
        lead(all.failed)
        let exits = questions(part)
        all.held += exits.held
        all.failed = exits.failed
      }
      return all
    case .not(let part):
      let exits = questions(part)
      return (exits.failed, exits.held)
    case .question(let question):
      let operation = ask(question)
      return (
        [Exit(operation: operation, answer: true)], [Exit(operation: operation, answer: false)]
      )
    }
  }
}
