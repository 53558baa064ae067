internal import JSONMigrationCore
internal import JSONText

/// A question about values, and which of two groups of values it holds for.
struct Question {
  let text: String
  let cost: Double
  /// A bit for each value of the group in which it shall hold, and of the one in which it shall not.
  let holds: Truth

  struct Truth: Hashable {
    var yes: UInt64 = 0
    var no: UInt64 = 0
  }
}

/// A condition that was learned.
struct LearnedCondition {
  let text: String
  let cost: Double
  /// The number of the "every" on the scope's way at which it is asked; nil for the scope itself.
  var owner: Int?
}

/// What a condition can be asked about: a value, what is around it, and the document.
struct Asked {
  let value: Term
  /// What stands at each "every" on the way to the value, itself excepted.
  var owners: [Term] = []
  var document: Term?
}
