/// A question about values, and which of two groups of values it holds for.
struct Question {
  let text: String
  let cost: Double
  /// An addition to the cost where an author most likely asks something else.
  var doubt = 0.0
  /// A bit for each value for which it holds, in the group for which it should and in the other
  /// one.
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
  /// An addition to the cost of a rule under it.
  var doubt = 0.0
  /// The number of the "every" on the scope's way at which it is asked; nil for the scope itself.
  var owner: Int?

  var isNegative: Bool { text.utf8.contains(UInt8(ascii: "!")) }
}

/// The values that a condition can refer to: one value, those around it, and the document.
struct Asked {
  let value: Term
  /// The values at each "every" on the way to the value, without the value itself.
  var owners: [Term] = []
  var document: Term?
}
