/// Conditions that have to hold for an object before something is done in a member of it.
///
/// They are asked when all members were read, of those as they came, and apart from the questions
/// that decide on a script: what is done inside of a member is no part of that.
struct FlatGuards: Sendable {
  /// A question, and which one comes next where it holds and where not.
  struct Question: BitwiseCopyable, Sendable {
    let test: FlatTest
    let held: Int32
    let failed: Int32
  }

  static let holds: Int32 = -1
  static let fails: Int32 = -2

  private(set) var questions: [Question] = []

  /// Adds the questions of a condition; gives the first one.
  mutating func add(
    _ condition: FlatCondition, _ test: (FlatCondition.Question) -> FlatTest
  ) -> Int32 {
    add(condition.root, held: Self.holds, failed: Self.fails, test)
  }

  /// From the last question to the first, since each says where to go on.
  private mutating func add(
    _ part: FlatCondition.Part, held: Int32, failed: Int32,
    _ test: (FlatCondition.Question) -> FlatTest
  ) -> Int32 {
    switch part {
    case .all(let parts):
      return parts.reversed().reduce(held) { add($1, held: $0, failed: failed, test) }
    case .any(let parts):
      return parts.reversed().reduce(failed) { add($1, held: held, failed: $0, test) }
    case .not(let part): return add(part, held: failed, failed: held, test)
    case .question(let question):
      questions.append(Question(test: test(question), held: held, failed: failed))
      return Int32(questions.count - 1)
    }
  }
}
