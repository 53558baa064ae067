/// The questions of a program, and how their answers fit into one word.
///
/// An answer is a bit. But where many questions ask whether one member is this value or that one,
/// the value is looked up once, and its number among theirs answers them all: a thousand take ten
/// bits.
struct FlatQuestions: ~Copyable {
  /// Many questions about one member.
  struct Choice: BitwiseCopyable {
    let name: UInt32
    /// Their values, each with its number from 1 on where it would say what it becomes.
    let table: FlatProgram.Table
    let shift: UInt32
    let isText: Bool
  }

  /// Where the answer to a question is.
  struct Answer: BitwiseCopyable {
    let shift: UInt32
    let mask: UInt32
    /// What stands there if the member equals its value.
    let value: UInt32
    let isChoice: Bool
  }

  let tests: Slab<FlatTest>
  let patterns: FlatPatterns
  private var places = Slab<Answer>(capacity: 1)
  private var choices = Slab<Choice>(capacity: 1)
  private var cases = Slab<FlatProgram.Case>(capacity: 1)
  /// The numbers of the questions that have a bit, by the names that they are about, and for each
  /// name where its begin.
  private var byName = Slab<UInt32>(capacity: 1)
  private var first = Slab<UInt32>(capacity: 1)
  /// The answers of a document that has none of the names.
  let withoutAny: UInt32
  /// Whether there are more than a word holds.
  private(set) var areTooMany = false

  /// Fewer questions about one member have a bit each.
  private static let fewest = 4

  init(_ program: FlatProgram) {
    tests = Slab(program.tests)
    patterns = FlatPatterns(program)
    guard !program.tests.isEmpty else {
      withoutAny = 0
      return
    }
    let groups = FlatValueGroups(program)
    var shift: UInt32 = 0
    var chosen: [Int: UInt32] = [:]
    for (key, entries) in groups.entries.sorted(by: { $0.key < $1.key }) {
      let width = UInt32(UInt32.bitWidth - UInt32(entries.count).leadingZeroBitCount)
      let size = FlatProgram.Table.size(for: entries.count)
      let spots = entries.map { Guide.hash($0.word, Int($0.length)) }
      guard entries.count >= Self.fewest, shift + width < UInt32.bitWidth,
        Probing.isSound(spots, in: size)
      else { continue }
      choices.append(
        Choice(
          name: UInt32(key &>> 1), table: Self.spread(entries, size, over: &cases), shift: shift,
          isText: key & 1 == 1))
      chosen[key] = shift
      shift += width
    }
    var without: UInt32 = 0
    var single: [Int] = []
    for (number, test) in program.tests.enumerated() {
      if let shift = chosen[test.group], let value = groups.number(of: test, program) {
        let count = UInt32(groups.entries[test.group]?.count ?? 0)
        let mask: UInt32 = ~0 >> UInt32(count.leadingZeroBitCount)
        places.append(Answer(shift: shift, mask: mask, value: value, isChoice: true))
        continue
      }
      single.append(number)
      places.append(Answer(shift: shift & 31, mask: 1, value: 1, isChoice: false))
      if test.holdsWithout, shift < UInt32.bitWidth { without |= 1 &<< shift }
      shift += 1
    }
    areTooMany = shift > UInt32.bitWidth
    withoutAny = without
    single.sort { (program.tests[$0].name, $0) < (program.tests[$1].name, $1) }
    for number in single { byName.append(UInt32(number)) }
    var next = 0
    for name in 0...program.names.count {
      while next < single.count, program.tests[single[next]].name < name { next += 1 }
      first.append(UInt32(next))
    }
  }

  private static func spread(
    _ entries: [FlatProgram.Case], _ size: Int, over cases: inout Slab<FlatProgram.Case>
  ) -> FlatProgram.Table {
    let table = FlatProgram.Table(
      first: cases.append(repeating: FlatProgram.Case(), count: size), mask: size - 1)
    for entry in entries {
      var index = Guide.hash(entry.word, Int(entry.length)) & table.mask
      while cases[table.first + index].length >= 0 { index = (index + 1) & table.mask }
      cases[table.first + index] = entry
    }
    return table
  }

  /// What the questions about a member say of its value; nil where one can't tell.
  func add(
    _ name: Int, _ value: (bytes: ByteView, range: Range<Int>, isText: Bool), made: ByteView,
    to answers: UInt32
  ) -> UInt32? {
    var answers = answers
    for place in Int(first[name])..<Int(first[name + 1]) {
      let test = Int(byName[place])
      guard let holds = tests[test].answer(value, made: made, patterns) else { return nil }
      let bit: UInt32 = 1 &<< places[test].shift
      answers = answers & ~bit | (holds ? bit : 0)
    }
    for index in 0..<choices.count where Int(choices[index].name) == name {
      let choice = choices[index]
      if choice.isText != value.isText { continue }
      if let found = cases.row.find(value, choice.table, made: made) {
        answers |= found.start &<< choice.shift
      } else if !value.bytes[value.range].isSpelledOneWay(isText: value.isText) {
        return nil
      }
    }
    return answers
  }

  /// The answer to a question about a member that is as it came.
  func answer(_ test: Int, in answers: UInt32) -> Bool {
    let place = places[test]
    let isEqual = answers &>> place.shift & place.mask == place.value
    return place.isChoice ? isEqual == tests[test].takes.contains(.equal) : isEqual
  }
}

/// The patterns that questions ask for, and the paths to what they ask about.
///
/// One array, since it is handed on for each value, and two would be counted one by one.
struct FlatPatterns {
  private enum Asked {
    case pattern(FlatPattern)
    case path([[UInt8]])
  }

  private let all: [Asked]
  private let patternCount: Int

  init(_ program: FlatProgram) {
    all = program.patterns.map { .pattern($0) } + program.paths.map { .path($0) }
    patternCount = program.patterns.count
  }

  fileprivate func path(_ number: UInt32) -> [[UInt8]] {
    if case .path(let keys) = all[patternCount + Int(number) - 1] { keys } else { [] }
  }

  /// Whether a text fits the pattern that a test asks for; nil where that isn't found out here.
  @inline(never)
  fileprivate func fits(
    _ value: (bytes: ByteView, range: Range<Int>, isText: Bool), _ test: FlatTest
  ) -> Bool? {
    let text = value.bytes[value.range]
    guard test.subject == .pattern, value.isText, !text.contains(0x5C),
      case .pattern(let pattern) = all[test.value]
    else { return nil }
    return pattern.fits(text.array)
  }
}

extension FlatTest {
  /// The answer for a member, also of a test that asks for a pattern, or about what is further in.
  @inline(__always)
  func answer(
    _ body: (bytes: ByteView, range: Range<Int>, isText: Bool)?, made: ByteView,
    _ patterns: FlatPatterns
  ) -> Bool? {
    if path != 0, let body { return answer(inside: body, made: made, patterns) }
    return answer(body, made: made) ?? body.flatMap { patterns.fits($0, self) }
  }

  @inline(never)
  private func answer(
    inside body: (bytes: ByteView, range: Range<Int>, isText: Bool), made: ByteView,
    _ patterns: FlatPatterns
  ) -> Bool? {
    if body.isText { return holdsWithout }
    var value = body.range
    for key in patterns.path(path) {
      switch body.bytes.find(key, in: value) {
      case .nothing: return holdsWithout
      case .unsure: return nil
      case .member(let member): value = member.value
      }
    }
    let inner = body.bytes.unquoted(value.lowerBound, value.upperBound)
    return answer(inner, made: made) ?? patterns.fits(inner, self)
  }
}

/// A pattern that a text has to fit, from end to end or anywhere in it.
struct FlatPattern: Sendable {
  let pattern: Pattern
  let isWhole: Bool

  /// What takes more is for the tree, which counts it.
  private static let most = 10_000

  /// Nil where that would take much.
  func fits(_ text: [UInt8]) -> Bool? {
    if pattern.work(forTextOf: text.count) > Self.most { return nil }
    return isWhole ? pattern.matches(text) : pattern.isFound(in: text)
  }
}

/// The values that questions about one member ask for, each with a number from 1 on.
private struct FlatValueGroups {
  private var numbers: [Int: [ArraySlice<UInt8>: UInt32]] = [:]
  private(set) var entries: [Int: [FlatProgram.Case]] = [:]

  init(_ program: FlatProgram) {
    for test in program.tests where test.asksForValue {
      let text = program.bytes[Int(test.start)..<Int(test.end)]
      guard numbers[test.group]?[text] == nil else { continue }
      let number = UInt32(entries[test.group, default: []].count + 1)
      numbers[test.group, default: [:]][text] = number
      entries[test.group, default: []].append(
        FlatProgram.Case(
          word: Guide.word(of: text), length: Int32(text.count), isText: test.subject == .text,
          text: test.start, start: number, end: number))
    }
  }

  func number(of test: FlatTest, _ program: FlatProgram) -> UInt32? {
    guard test.asksForValue else { return nil }
    return numbers[test.group]?[program.bytes[Int(test.start)..<Int(test.end)]]
  }
}

extension FlatTest {
  /// The same for questions about one member and one type of values.
  fileprivate var group: Int { Int(name) &<< 1 | (subject == .text ? 1 : 0) }

  /// Whether it asks whether a member is a value, or isn't, which is spelled in one way only.
  fileprivate var asksForValue: Bool {
    guard path == 0, takes == .equal || takes == [.less, .greater, .other] else { return false }
    return subject == .text || subject == .integer && (value != 0 || end - start == 1)
  }
}

extension ByteSlice {
  /// Whether no other bytes stand for the same text or number.
  func isSpelledOneWay(isText: Bool) -> Bool {
    if isText { return !contains(0x5C) }
    guard Kind(first: self[startIndex]) == .number else { return true }
    return asInteger.map { $0 != 0 || count == 1 } ?? false
  }
}
