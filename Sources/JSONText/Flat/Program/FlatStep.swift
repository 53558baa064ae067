/// What is done to the members of an object on the short way, as data.
///
/// Steps name members by their keys; a `FlatProgram.Builder` writes them down as operations. What
/// can't be written down can't be said here either, so steps always make a program.
package indirect enum FlatStep: Sendable {
  /// Documents without the member are for the tree.
  case need([UInt8])
  /// Documents with the member are for the tree.
  case lack([UInt8])
  /// Documents without the member get an object there, with what other steps put into it; a
  /// condition is one that holds for them then, and has to for those steps.
  case create([UInt8], where: FlatCondition? = nil)
  case rename([UInt8], to: [UInt8], over: FlatOccupant = .notMine)
  case drop([UInt8])
  /// A value for a member that is missing.
  case add([UInt8], FlatValue, replacesNull: Bool)
  case set([UInt8], FlatValue)
  case map([UInt8], FlatTable)
  case split([UInt8], by: FlatSeparator, into: [[UInt8]])
  /// An array of texts becomes one text; null stays.
  case join([UInt8], with: FlatGlue)
  /// A text, a number or a boolean becomes another one; null stays.
  case edit([UInt8], FlatEdit)
  /// The parts that code finds in a text become members in its place; null stays.
  case divide([UInt8], by: FlatDivision, into: [[UInt8]])
  /// A text becomes an array of the parts that code finds in it; null stays.
  case separate([UInt8], by: FlatDivision)
  /// A text is made of several values, if all of them are there.
  case compose([[UInt8]], in: FlatTemplate, into: [UInt8])
  /// Documents in which the member is there and no array are for the tree.
  case array([UInt8])
  /// A value is put into an array or an object of its own.
  case wrap([UInt8], FlatWrapping)
  /// What is in an array or an object comes in its place.
  case unwrap([UInt8], FlatUnwrapping)
  /// Several texts become one, which stands where the first of them stood.
  case combine([[UInt8]], with: FlatGlue, into: [UInt8])
  /// An element more for an array, which is made where it is missing.
  case append([UInt8], FlatAppending)
  /// Several arrays become one: that of the name, if it is one of them, or else the first of them.
  case concat([[UInt8]], into: [UInt8])
  /// What is done in a value as it is then: one of the programs inside of this one.
  case run([UInt8], program: Int)
  /// The same in a value that was made before, from some place in the program on: those that came
  /// as arrays have run it already.
  case enter([UInt8], program: Int, from: FlatProgram.EntryPoint)
  /// A value gets what programs in it have changed, for the steps behind that look into it.
  case render([UInt8])
  /// A value goes to another object, or a copy of it.
  case carry(FlatCarrying)
  /// Steps for objects in which a condition holds.
  case ask(FlatCondition, [FlatStep])
  /// Steps for objects in which the first condition holds, or else the next; nil always holds.
  case choose([(condition: FlatCondition?, steps: [FlatStep])])
  /// Documents that come here are for the tree.
  case refuse
  /// Members with a key go, wherever they stand; only what is asked nothing before can say that.
  case dropBelow([UInt8])
  /// Steps of which is noted under a number whether they ever had something to do.
  case noted(Int, [FlatStep])

  /// More questions than this can't decide on a script.
  package static let mostQuestions = FlatTest.most

  /// Whether it makes values of what it finds, which then must be as it stands in the text.
  package var makesValues: Bool {
    switch self {
    case .join, .edit, .divide, .separate, .compose, .wrap, .unwrap, .combine, .concat, .append,
      .carry, .run, .enter:
      true
    case .add(_, let value, _), .set(_, let value): value.isLaidOut
    case .map(_, let table): table.hasContainers
    case .ask(_, let steps), .noted(_, let steps): steps.contains(where: \.makesValues)
    case .choose(let choices): choices.contains { $0.steps.contains(where: \.makesValues) }
    default: false
    }
  }

  /// The same with another step in the place of each that makes an object where it is missing.
  package func replacingCreations(
    by step: (_ key: [UInt8], _ condition: FlatCondition?) -> FlatStep
  ) -> FlatStep {
    switch self {
    case .create(let key, let condition): step(key, condition)
    case .ask(let condition, let steps):
      .ask(condition, steps.map { $0.replacingCreations(by: step) })
    case .noted(let number, let steps):
      .noted(number, steps.map { $0.replacingCreations(by: step) })
    case .choose(let choices):
      .choose(
        choices.map { choice in
          (choice.condition, choice.steps.map { $0.replacingCreations(by: step) })
        })
    default: self
    }
  }

  /// Gives a value to one of some members, or to a new one; false if that isn't what it does.
  package func put(into members: inout [(key: [UInt8], value: FlatValue)]) -> Bool {
    switch self {
    case .noted(_, let steps) where steps.count == 1: return steps[0].put(into: &members)
    case .set(let key, let value), .add(let key, let value, _):
      guard let index = members.firstIndex(where: { $0.key == key }) else {
        members.append((key, value))
        return true
      }
      if case .add(_, _, let replacesNull) = self, !replacesNull || !members[index].value.isNull {
        return true
      }
      members[index].value = value
      return true
    default: return false
    }
  }

  /// Whether it may have something to do in an object without any of its members.
  package var addsAny: Bool {
    switch self {
    case .need, .lack, .create, .add, .set, .append: true
    case .ask(_, let steps), .noted(_, let steps): steps.contains(where: \.addsAny)
    case .choose(let choices): choices.contains { $0.steps.contains(where: \.addsAny) }
    default: false
    }
  }

  /// The same with what other rules do in arrays that it keeps: then only such are for the program.
  package func entering(_ names: Set<[UInt8]>) -> FlatStep {
    switch self {
    case .wrap(let key, let wrapping) where wrapping.isForOthers && names.contains(key):
      .array(key)
    case .noted(let number, let steps): .noted(number, steps.map { $0.entering(names) })
    default: self
    }
  }

  /// The same where documents without an object are for the tree.
  package var withoutCreating: FlatStep { replacingCreations { key, _ in .need(key) } }

  /// How many questions it asks.
  package var questionCount: Int {
    switch self {
    case .ask(let condition, let steps):
      steps.reduce(condition.questionCount) { $0 + $1.questionCount }
    case .noted(_, let steps): steps.reduce(0) { $0 + $1.questionCount }
    case .choose(let choices):
      choices.reduce(0) { count, choice in
        choice.steps.reduce(count + (choice.condition?.questionCount ?? 0)) {
          $0 + $1.questionCount
        }
      }
    default: 0
    }
  }

  /// How much it may do with each value that it finds, which nobody counts here.
  package var work: Int {
    switch self {
    case .map(_, let table): max(table.ranges.count, 1)
    case .edit(_, let edit): edit.work
    case .ask(_, let steps), .noted(_, let steps): steps.reduce(0) { $0 + $1.work }
    case .choose(let choices):
      choices.reduce(0) { work, choice in choice.steps.reduce(work) { $0 + $1.work } }
    default: makesValues ? 1 : 0
    }
  }
}

/// A function of values that a program has an operation for.
package enum FlatFunction: Sendable {
  case table(FlatTable)
  case separator(FlatSeparator)
  /// What stands between texts that become one.
  case glue(FlatGlue)
  case wrapping(FlatWrapping)
  case unwrapping(FlatUnwrapping)
  case edit(FlatEdit)
  case division(FlatDivision)
  /// The parts become the elements of an array.
  case list(FlatDivision)
  case template(FlatTemplate)
  /// The elements of several arrays, one behind the other.
  case elements
}

/// What happens to a member that has the name already that another one gets.
package enum FlatOccupant: Sendable {
  /// The document is not for the program.
  case notMine
  /// It stays, and the other one goes.
  case stays
  case goes
}

/// A change of a value by code, which is given a text, a number or a boolean and gives another one;
/// nil where that is for the tree to say, or would take too long.
package struct FlatEdit: Sendable {
  let apply: @Sendable (Scalar) -> Scalar?
  /// How many changes that are.
  let work: Int

  package init(work: Int = 1, _ apply: @escaping @Sendable (Scalar) -> Scalar?) {
    (self.work, self.apply) = (work, apply)
  }
}

/// Parts of a text that are found by code; nil where that is for the tree to say.
package struct FlatDivision: Sendable {
  let parts: @Sendable ([UInt8]) -> [[UInt8]]?

  package init(_ parts: @escaping @Sendable ([UInt8]) -> [[UInt8]]?) { self.parts = parts }
}

/// What stands before, between and behind values that become one text.
package struct FlatTemplate: Sendable {
  /// As it is written inside of a text: one more than there are values.
  let literals: [[UInt8]]

  /// Nil if one is long, since it is written for each text.
  package init?(_ literals: [[UInt8]]) {
    guard literals.allSatisfy({ $0.count <= 256 }) else { return nil }
    self.literals = literals.map { text in
      var spelled = ByteBuffer()
      spelled.appendQuoted(text)
      return spelled.view[1..<spelled.count - 1].array
    }
  }
}

/// Numbers between bounds, with the value that they become.
package struct FlatRange: Sendable {
  /// How a number has to be to others, which are written as JSON.
  let bounds: [(comparison: PathComparison, number: [UInt8])]
  let result: FlatValue

  package init(_ bounds: [(comparison: PathComparison, number: [UInt8])], becomes result: FlatValue)
  {
    (self.bounds, self.result) = (bounds, result)
  }
}

/// Values with what they become, and what becomes of all others.
package struct FlatTable: Sendable {
  /// Values with the values that they become; what becomes nothing goes.
  let cases: [(value: [UInt8], result: [UInt8])]
  /// Ranges of numbers; the first that a number is in counts.
  let ranges: [FlatRange]
  let otherwise: Otherwise

  /// Whether some value becomes a container that has to be laid out.
  package private(set) var hasContainers = false

  /// Whether some value makes its member go.
  private(set) var hasDrops = false

  /// What happens at a value that no case covers: it stays, it becomes another one, or the document
  /// is not for the program.
  package enum Otherwise: Sendable {
    case keep
    case becomes(FlatValue)
    case notMine
  }

  /// Nil if bytes alone can't tell which values the cases mean, or don't spread over a table, or if
  /// a number could be both a case and in a range.
  package init?(
    _ cases: [(value: [UInt8], result: [UInt8])], ranges: [FlatRange] = [], otherwise: Otherwise
  ) {
    let hasNumbers = cases.contains { Kind(first: $0.value.first ?? 0) == .number }
    guard ranges.isEmpty || !hasNumbers else { return nil }
    var places: [Int] = []
    for (value, _) in cases {
      guard let body = FlatProgram.Case.body(of: value) else { return nil }
      places.append(Guide.hash(Guide.word(of: body), body.count))
    }
    guard Probing.isSound(places, in: FlatProgram.Table.size(for: cases.count)) else { return nil }
    self.cases = cases
    self.ranges = ranges
    self.otherwise = otherwise
    for (_, result) in cases { note(FlatValue(result)) }
    for range in ranges { note(range.result) }
    if case .becomes(let value) = otherwise { note(value) }
  }

  private mutating func note(_ result: FlatValue) {
    if result.isLaidOut { hasContainers = true }
    if result.bytes.isEmpty { hasDrops = true }
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

/// What stands between texts that become one.
package struct FlatGlue: Sendable {
  /// As it is written inside of a text.
  let bytes: [UInt8]

  /// Nil if it is long, since it is written behind each of many texts.
  package init?(_ text: [UInt8]) {
    guard text.count <= 16 else { return nil }
    var spelled = ByteBuffer()
    spelled.appendQuoted(text)
    bytes = spelled.view[1..<spelled.count - 1].array
  }
}

/// A way from one object to another, both by names from the object at hand on.
package struct FlatCarrying: Sendable {
  let from: [[UInt8]]
  let to: [[UInt8]]
  /// Whether the value stays where it was, too.
  let isCopy: Bool
  /// Whether what is there already stays, and the value is gone.
  let keepsOther: Bool
  /// Members that go the same way: an object that is made stands where the first of them stood.
  let together: [[UInt8]]

  package init(
    from: [[UInt8]], to: [[UInt8]], isCopy: Bool, keepsOther: Bool, together: [[UInt8]] = []
  ) {
    (self.from, self.to, self.isCopy, self.keepsOther) = (from, to, isCopy, keepsOther)
    self.together = together
  }
}

/// Arrays or objects around a value.
package struct FlatWrapping: Sendable {
  /// Whether nothing becomes of an array.
  package var isForOthers: Bool { keepsArrays && names.isEmpty }

  /// The names of the objects' members, from the outermost on; an array where there are none.
  let names: [[UInt8]]
  /// Whether a value that is an array stays as it is.
  let keepsArrays: Bool

  package init(_ names: [[UInt8]], keepsArrays: Bool) {
    (self.names, self.keepsArrays) = (names, keepsArrays)
  }
}

/// An element that is added to an array.
package struct FlatAppending: Sendable {
  /// An array that has nothing else.
  let array: FlatValue
  /// Whether an array stays that has an equal element.
  let isOnce: Bool

  /// Nil if equal elements may have other bytes.
  package init?(_ element: [UInt8], isOnce: Bool) {
    if isOnce, FlatProgram.Case.body(of: element) == nil { return nil }
    (array, self.isOnce) = (FlatValue([0x5B] + element + [0x5D]), isOnce)
  }
}

/// What is taken of a container, whose place it gets; anything else is for the tree.
package struct FlatUnwrapping: Sendable {
  /// Which element of an array.
  package enum Element: Int, Sendable { case only, first, last }

  /// The names of the only members of objects, from the outermost on; an array where there are
  /// none.
  let names: [[UInt8]]
  let element: Element
  /// Whether an empty array becomes null.
  let makesNull: Bool

  package init(_ names: [[UInt8]], _ element: Element, makesNull: Bool) {
    (self.names, self.element, self.makesNull) = (names, element, makesNull)
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
    for byte in key.prefix(8).reversed() { word = word &<< 8 | UInt64(byte) }
    return word
  }
}
