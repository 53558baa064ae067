import JSONText
import TestSupport
import Testing

@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore
@testable import JSONMigrationTesting

@Suite struct RuleLearnerTests {
  private static func sample(_ before: JSON, _ after: JSON) -> StepSample {
    StepSample(name: "a", before: before, after: after)
  }

  /// A document with some of everything, and what a few rules make of it.
  private static let mixed = sample(
    [
      "title": "Dust", "stars": 4, "tags": "a,b", "meta": ["old": 1, "unit": "s"],
      "panels": [["type": "graph", "span": 3], ["type": "text", "span": 6]],
    ],
    [
      "title": "Dust", "rating": 4, "tags": ["a", "b"], "meta": [:], "unit": "s",
      "panels": [["type": "timeseries", "span": 3], ["type": "text", "span": 6]],
    ])

  @Test func `the same samples give the same rules and questions`() {
    let first = RuleLearner([Self.mixed]).learned()
    let second = RuleLearner([Self.mixed]).learned()
    #expect(first.isComplete)
    #expect(first.rules == second.rules)
    #expect(first.questions.map(\.document) == second.questions.map(\.document))
    #expect(first.questions.map(\.answers) == second.questions.map(\.answers))
  }

  /// Whatever the value is, it went nowhere else, so that nothing depends on it.
  @Test(arguments: [true, false, 1, 4, "yes", "", nil, []] as [JSON])
  func `a member with a new name, and a new one beside it`(value: JSON) {
    let learned = RuleLearner([
      Self.sample(["enabled": value], ["active": value, "lang": "en"])
    ]).learned()
    #expect(
      learned.rules == [
        ["rename": ["enabled": "active"]], ["add-default": ["lang": "en"]],
      ])
  }

  @Test func `samples without a difference need no rules`() {
    let learned = RuleLearner([Self.sample(["a": 1], ["a": 1.0])]).learned()
    #expect(learned.rules.isEmpty && learned.isComplete && learned.questions.isEmpty)
  }

  @Test func `what can't be explained is told with its place`() {
    let learned = RuleLearner([
      Self.sample(["a": [["b": 1]]], ["a": [["b": 2]]]),
      Self.sample(["a": [["b": 1]]], ["a": [["b": 3]]]),
    ]).learned()
    #expect(!learned.isComplete)
    #expect(learned.reproduced <= 1)
    #expect(learned.unexplained.last?.place == "$.a[0].b")
    #expect(learned.unexplained.last?.wanted == 3)
    #expect(learned.questions.isEmpty)
  }

  @Test func `what rules could only recite is told, and nothing is made up for it`() {
    let olds: [JSON] = [
      ["qty": 41, "price": 255, "tag": "x"], ["qty": 7, "price": 912, "tag": "y"],
      ["qty": 16, "price": 706, "tag": "z"], ["qty": 33, "price": 480, "tag": "x"],
      ["qty": 24, "price": 199, "tag": "y"], ["qty": 9, "price": 871, "tag": "z"],
    ]
    let codes = ["3f9a", "c02e", "b1d7", "77ac", "e95b", "0d14"]
    let samples = zip(olds, codes).map { old, code in
      var object = old.object ?? [:]
      object["old"] = true
      let before = JSON.object(object)
      object["count"] = object.removeValue(forKey: "qty")
      object["old"] = nil
      object["code"] = .string(code)
      return StepSample(name: code, before: before, after: .object(object))
    }
    let learned = RuleLearner(samples).learned()
    #expect(learned.untold == ["code"])
    #expect(learned.unexplained.map(\.sample) == codes && learned.reproduced == 0)
    #expect(learned.unexplained.map(\.wanted) == codes.map { .string($0) })
    #expect(learned.questions.isEmpty)
    #expect(learned.rules == [["rename": ["qty": "count"]], ["drop": "old"]])
  }

  @Test func `what one member alone tells as a table would is no rule either`() {
    let codes = ["0cc175b9", "21ad0bd8", "9df62e69", "11ddbaf3", "86871b9b", "eed8cdc4"]
    let ids = codes.enumerated().map { number, code in
      let (id, title) = (JSON.number(JSONNumber(number)), JSON.string("t" + code.prefix(number)))
      return Self.sample(
        ["id": id, "t": title], ["id": id, "hash": .string(code), "title": title])
    }
    let learned = RuleLearner(ids).learned()
    #expect(learned.untold == ["hash"] && learned.rules == [["rename": ["t": "title"]]])
    // One table may be what an author knows.
    let values = ["#ff0000", "#0000ff", "#008000", "#000001", "#fffff2"]
    let colors = zip(["red", "blue", "green", "black", "white"], values).map { name, code in
      Self.sample(["c": .string(name)], ["c": .string(code)])
    }
    #expect(RuleLearner(colors).learned().isComplete)
  }

  @Test func `three values that were copied from the samples are no rule either`() {
    let times = ["2026-01-01T10:00:00Z", "2026-02-03T08:30:00Z", "2026-03-09T23:15:00Z"]
    let ends = ["2026-01-01T11:00:00Z", "2026-02-03T09:30:00Z", "2026-03-10T00:15:00Z"]
    let olds = times.map { JSON.object(["s": .string($0)]) }
    let news = zip(times, ends).map { JSON.object(["s": .string($0), "end": .string($1)]) }
    let samples = [Self.sample(["l": .array(olds), "x": 1], ["l": .array(news)])]
    let learned = RuleLearner(samples).learned()
    #expect(learned.untold == ["l[*].end"] && learned.rules == [["drop": "x"]])
  }

  @Test func `rules that ask one member, or what is there, are no recital`() {
    let colors = ["red", "blue", "green", "black", "white"]
    let samples = colors.map { Self.sample(["color": .string($0)], ["mood": .string("is " + $0)]) }
    func rules(_ when: (Int) -> String) -> [JSON] {
      colors.indices.map { index in
        ["when": .string(when(index)), "set": ["mood": .string(colors[index])]]
      }
    }
    #expect(Recited(by: rules { "@.color == \($0)" }, in: samples).ways.isEmpty)
    #expect(Recited(by: rules { "@.m\($0)" }, in: samples).ways.isEmpty)
    let recital = rules { "@.m\($0) == 'a'" }
    #expect(Recited(by: recital, in: samples).ways.map(\.text) == ["mood"])
    #expect(Recited(by: Array(recital.prefix(3)), in: samples).ways.isEmpty)
    let there = samples.map { $0.with(["mood": "?", "n": 1], becoming: $0.after) }
    for rest in Recited(by: recital, in: there).removed(from: there) {
      #expect(rest.before == ["n": 1] && rest.after == [:])
    }
  }

  @Test func `a search that is ended gives the best so far`() {
    let ended = RuleLearner([Self.mixed], isOver: { true }).learned()
    #expect(ended.wasEnded && !ended.isComplete)
    var looks = 0
    let later = RuleLearner(
      [Self.mixed],
      isOver: {
        looks += 1
        return looks > 6
      }
    ).learned()
    #expect(later.wasEnded)
  }

  @Test func `a question has the results of rules that all fit, and its answer settles it`() throws
  {
    let sample = Self.sample(["status": "on"], ["status": "active"])
    let learned = RuleLearner([sample]).learned()
    let question = try #require(learned.questions.first)
    #expect(question.answers.count >= 2)
    for answer in question.answers {
      let more = Self.sample(question.document, answer)
      let next = RuleLearner([sample, more]).learned()
      #expect(next.isComplete, "\(next.rules)")
      #expect(!next.questions.contains { $0.document == question.document })
    }
  }

  @Test func `questions are looked for in documents that are given`() throws {
    let sample = Self.sample(["status": "on"], ["status": "active"])
    let loose: [JSON] = [["status": "on"], ["status": "off"], [:]]
    let question = try #require(RuleLearner([sample], loose: loose).learned().questions.first)
    #expect(loose.contains(question.document))
  }

  /// Samples that are made to cost time.
  static let hostile: [(JSON, JSON)] = {
    var deep: JSON = 1
    var deeper: JSON = 2
    for _ in 0..<300 { (deep, deeper) = ([deep], ["a": deeper]) }
    let wide = JSON.object(
      (0..<400).reduce(into: JSONObject()) { $0["k\($1)"] = .number(JSONNumber($1)) })
    let other = JSON.object(
      (0..<400).reduce(into: JSONObject()) { $0["m\($1)"] = .number(JSONNumber($1 * 7)) })
    let list = JSON.array((0..<300).map { .number(JSONNumber($0 * 31 % 97)) })
    let shuffled = JSON.array((0..<310).map { .number(JSONNumber($0 * 17 % 89)) })
    let text = JSON.string(String(repeating: "ab", count: 4_000))
    let texts = JSON.string(String(repeating: "ba", count: 4_000))
    return [
      (deep, deeper), (wide, other), (list, shuffled), (["t": text], ["t": texts]),
      (["": 1, "a.b": ["'": 2]], ["\u{0}": 1, "[*]": ["\\": 2]]), (1, ["a": 1]), ([], [:]),
    ]
  }()

  @Test(arguments: hostile.indices)
  func `hostile samples end`(_ index: Int) {
    let (before, after) = Self.hostile[index]
    var looks = 0
    let learner = RuleLearner([Self.sample(before, after)]) {
      looks += 1
      return looks > Amount.of(5, thorough: 20)
    }
    let learned = learner.learned()
    #expect(learned.reproduced == (learned.isComplete ? 1 : 0))
  }

  @Test func `of long lists a few elements are enough`() {
    let old = JSON.array((0..<300).map { ["id": .number(JSONNumber($0)), "stars": 3, "x": "a"] })
    let new = JSON.array((0..<300).map { ["id": .number(JSONNumber($0)), "rating": 3, "x": "a"] })
    let learned = RuleLearner([Self.sample(["items": old], ["items": new])]).learned(questions: 0)
    #expect(learned.rules == [["in": "items[*]", "rename": ["stars": "rating"]]])
    #expect(learned.isComplete)
  }

  /// A list under another name, and in its elements other members.
  @Test(arguments: [8, 60, 100, 1_000])
  func `a long list that has another name is no constant of a rule`(_ count: Int) {
    let old = JSON.array(
      (0..<count).map { ["key": .string("k\($0 * 7_919)"), "n": .number(JSONNumber($0 * 31))] })
    let new = JSON.array(
      (0..<count).map {
        ["key": .string("k\($0 * 7_919)"), "price": ["cents": .number(JSONNumber($0 * 31))]]
      })
    let learned = RuleLearner([Self.sample(["items": old], ["products": new])])
      .learned(questions: 0)
    #expect(learned.isComplete && !learned.wasTooMuch)
    #expect(JSON.array(learned.rules).description.utf8.count < 300, "\(learned.rules)")
  }

  /// In the first of these both parts are equal, which tells nothing about either.
  @Test(arguments: [20, Amount.of(60, thorough: 200)])
  func `the parts of a text are found where the first element doesn't tell them`(_ count: Int) {
    let words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota"]
    let parts = (0..<count).map { (words[$0 % 9], words[$0 % 7]) }
    let learned = RuleLearner([
      Self.sample(
        ["l": .array(parts.map { ["n": .string($0 + " " + $1)] })],
        ["l": .array(parts.map { ["f": .string($0), "g": .string($1), "z": true] })])
    ]).learned(questions: 0)
    #expect(learned.isComplete)
    #expect(
      learned.rules.contains(["in": "l[*]", "split": "n", "by": " ", "into": ["f", "g"]]),
      "\(learned.rules)")
  }

  @Test(
    arguments: [(30, 10), (1_000, 50)]
      + Amount.of([], thorough: [(40, 20), (300, 50), (2_000, 50)]))
  func `a table has the rows of the whole`(_ count: Int, _ rows: Int) {
    let numbers = (0..<count).map { $0 * 7 % rows }
    let learned = RuleLearner([
      Self.sample(
        ["l": .array(numbers.map { ["c": .string("c\($0)"), "v": 1] })],
        ["l": .array(numbers.map { ["land": .string("name \($0 * 37 % 101)"), "v": 1] })])
    ]).learned(questions: 0)
    #expect(learned.isComplete)
    #expect(
      learned.rules.contains { $0.object?["table"]?.object?.count == rows }, "\(learned.rules)")
  }

  @Test func `what happens late in a long list is learned from as well`() {
    let olds = (0..<300).map { number in
      number == 250 ? "off" : number % 2 == 0 ? "red" : "blue"
    }
    let learned = RuleLearner([
      Self.sample(
        ["l": .array(olds.map { ["s": .string($0), "n": 1] })],
        ["l": .array(olds.map { ["s": .string($0), "n": $0 == "off" ? 2 : 3] })])
    ]).learned(questions: 0)
    #expect(learned.isComplete, "\(learned.rules)")
    #expect(JSON.array(learned.rules).description.utf8.count < 400, "\(learned.rules)")
  }

  @Test func `of trees a few levels are enough`() {
    func tree(_ levels: Int, isNew: Bool) -> JSON {
      var node: JSONObject = ["name": "n", "size": 7]
      if isNew { node["open"] = false }
      let kids = levels > 0 ? [true, true].map { _ in tree(levels - 1, isNew: isNew) } : []
      node["kids"] = .array(kids)
      return .object(node)
    }
    let samples = [Self.sample(tree(7, isNew: false), tree(7, isNew: true))]
    let learned = RuleLearner(samples).learned(questions: 0)
    #expect(learned.isComplete)
    #expect(learned.rules.contains(["in": "$..kids[*]", "add-default": ["open": false]]))
  }

  @Test func `of many samples a few of each kind are enough`() {
    let states = ["open": "active", "closed": "done"]
    let samples = (0..<200).map { number in
      let state = ["hold", "open", "closed"][number % 3]
      let count = number * 7 % 4
      return Self.sample(
        [
          "n": .number(JSONNumber(number)), "s": .string(state),
          "l": .array((0..<count).map { ["k": .number(JSONNumber($0 + number)), "old": nil] }),
        ],
        [
          "id": .string("\(number)"), "s": .string(states[state] ?? state),
          "l": .array((0..<count).map { ["key": .number(JSONNumber($0 + number))] }),
        ])
    }
    let learned = RuleLearner(samples).learned(questions: 0)
    #expect(learned.isComplete && learned.reproduced == 200, "\(learned.rules)")
    #expect(JSON.array(learned.rules).description.utf8.count < 400, "\(learned.rules)")
    #expect(learned.small.count < 60)
  }

  /// The work takes seconds in debug builds.
  @Test(.enabled(if: Amount.isThorough)) func `that a search took too much work is told`() {
    #expect(RuleLearner([Self.mixed]).learned(questions: 0).wasTooMuch == false)
    func list(_ name: String, _ factor: Int, _ prime: Int) -> JSON {
      .array((0..<3_000).map { .object([name: .number(JSONNumber($0 * $0 * factor % prime))]) })
    }
    // No table has these, as one value becomes many.
    let pair = Self.sample(["a": list("k", 11, 97)], ["a": list("m", 31, 89)])
    let learned = RuleLearner([pair]).learned(questions: 0)
    #expect(learned.wasTooMuch && !learned.wasEnded && !learned.isComplete)
  }

  @Test func `a value that holds very much is no constant of a rule`() {
    func list(_ count: Int) -> JSON { .array((0..<count).map { .number(JSONNumber($0 * 7 % 97)) }) }
    let short = RuleLearner([Self.sample(["a": 1], ["a": 1, "b": list(200)])]).learned(questions: 0)
    #expect(short.isComplete)
    let long = RuleLearner([Self.sample(["a": 1], ["a": 1, "b": list(2_000)])]).learned(
      questions: 0)
    #expect(!long.isComplete && long.unexplained.first?.place == "$.b")
  }

  /// The tries are what ends a search, so that every machine comes to the same rules.
  @Test(arguments: hostile.indices)
  func `the work for hostile samples is counted`(_ index: Int) {
    let (before, after) = Self.hostile[index]
    let most = Amount.of(250, thorough: 2_000)
    let effort = Effort(most: most) { false }
    let terms = Terms()
    let pair = TermPair(before: terms.term(before), after: terms.term(after))
    let learner = Learner([pair], Trials(terms, effort), Comparison(), effort)
    _ = learner.solutions()
    // One step more may be taken after the last look.
    #expect(effort.spent < most + 6_000, "\(effort.spent)")
    #expect(!effort.wasEnded)
  }

  @Test func `large samples get fewer tries, since each takes longer`() {
    let terms = Terms()
    func tries(_ document: JSON) -> Int {
      Effort.tries(for: [TermPair(before: terms.term(document), after: terms.term(["a": 1]))])
    }
    let many = tries(.array((0..<3_000).map { .number(JSONNumber($0)) }))
    let long = tries([.string(String(repeating: "ab", count: 20_000))])
    #expect(tries(["a": [1, 2]]) == Effort.usual)
    #expect(many == long && many < Effort.usual / 2)
  }
}
