/// What is done to the members of an object on the short way, as data.
///
/// Steps name members by their keys; a `FlatProgram.Builder` writes them down as operations. What
/// can't be written down can't be said here either, so steps always make a program.
package indirect enum FlatStep: Sendable {
  /// Documents without the member are for the tree.
  case need([UInt8])
  case rename([UInt8], to: [UInt8])
  case drop([UInt8])
  /// A value for a member that is missing.
  case add([UInt8], FlatValue, replacesNull: Bool)
  case set([UInt8], FlatValue)
  case map([UInt8], FlatTable)
  case split([UInt8], by: FlatSeparator, into: [[UInt8]])
  /// Steps for objects in which a condition holds.
  case ask(FlatCondition, [FlatStep])
  /// Members with a key go, wherever they stand; only what is asked nothing before can say that.
  case dropBelow([UInt8])
  /// Steps of which is noted under a number whether they ever had something to do.
  case noted(Int, [FlatStep])

  /// More questions than this can't decide on a script.
  package static let mostQuestions = FlatTest.most

  /// How many questions it asks.
  package var questionCount: Int {
    switch self {
    case .ask(let condition, let steps):
      steps.reduce(condition.questionCount) { $0 + $1.questionCount }
    case .noted(_, let steps): steps.reduce(0) { $0 + $1.questionCount }
    default: 0
    }
  }
}

/// A function of values that a program has an operation for.
package enum FlatFunction: Sendable {
  case table(FlatTable)
  case separator(FlatSeparator)
}

/// A value that a program can write: compact JSON that needs no layout.
package struct FlatValue: Sendable {
  let bytes: [UInt8]

  /// Nil for a container with something in it.
  package init?(_ bytes: [UInt8]) {
    guard let first = bytes.first, bytes.count <= 2 || first | 0x20 != 0x7B else { return nil }
    self.bytes = bytes
  }
}

/// Values with what they become, and what becomes of all others.
package struct FlatTable: Sendable {
  /// Values with the values that they become, all of which a program can write.
  let cases: [(value: [UInt8], result: [UInt8])]
  let otherwise: Otherwise

  /// What happens at a value that no case covers: it stays, it becomes another one, or the document
  /// is not for the program.
  package enum Otherwise: Sendable {
    case keep
    case becomes(FlatValue)
    case notMine
  }

  /// Nil if bytes alone can't tell which values the cases mean, or don't spread over a table.
  package init?(_ cases: [(value: [UInt8], result: [UInt8])], otherwise: Otherwise) {
    var places: [Int] = []
    for (value, result) in cases {
      guard let body = FlatProgram.Case.body(of: value), FlatValue(result) != nil else {
        return nil
      }
      places.append(Guide.hash(Guide.word(of: body), body.count))
    }
    guard Probing.isSound(places, in: FlatProgram.Table.size(for: cases.count)) else { return nil }
    self.cases = cases
    self.otherwise = otherwise
  }
}

/// What text is split at.
package struct FlatSeparator: Sendable {
  let bytes: [UInt8]
  /// Whether the last part takes what is too many.
  let takesRest: Bool

  /// Nil if it is long, since each byte of a text is compared with all of it, or needs an escape.
  package init?(_ bytes: [UInt8], takesRest: Bool) {
    guard (1...16).contains(bytes.count),
      !bytes.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C })
    else { return nil }
    self.bytes = bytes
    self.takesRest = takesRest
  }
}

extension FlatProgram.Case {
  /// The bytes that a case compares: a text without its quotes, anything else as it is written; nil
  /// where equal values can have other bytes.
  static func body(of value: [UInt8]) -> ArraySlice<UInt8>? {
    guard let first = value.first else { return nil }
    switch Kind(first: first) {
    case .string:
      let body = value.dropFirst().dropLast()
      return body.contains(0x5C) ? nil : body
    case .number:
      guard value.count <= 18, value.allSatisfy({ $0 == 0x2D || $0 &- 0x30 < 10 }),
        value != [0x2D, 0x30]
      else { return nil }
      return value[...]
    case .null, .boolean: return value[...]
    case .array, .object: return nil
    }
  }
}

extension FlatProgram.Table {
  /// The places of a table with this many cases.
  static func size(for count: Int) -> Int {
    var size = 4
    while size < count * 2 { size *= 2 }
    return size
  }
}

extension Guide {
  /// The first eight bytes of a key that stands in no text.
  static func word(of key: ArraySlice<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for byte in key.prefix(8).reversed() { word = word << 8 | UInt64(byte) }
    return word
  }
}
