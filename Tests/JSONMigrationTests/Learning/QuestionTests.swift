import JSONText
import TestSupport
import Testing

@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// What questions lead to, where the samples alone leave it open.
@Suite struct QuestionTests {
  struct Matter: CustomTestStringConvertible, Sendable {
    let about: String
    /// Pairs of documents.
    let samples: JSON
    let author: JSON
    /// A document for which the samples alone tell nothing.
    let judged: JSON

    var testDescription: String { about }
  }

  static let matters: [Matter] = [
    Matter(
      about: "things of another kind",
      samples: [
        [
          ["parts": [["type": "lamp", "watt": 5]]],
          ["parts": [["type": "lamp", "watt": 5, "dim": false]]],
        ]
      ],
      author: [["in": "parts[?@.type == 'lamp']", "add-default": ["dim": false]]],
      judged: ["parts": [["type": "fan", "watt": 5]]]),
    Matter(
      about: "members beside the one that changes",
      samples: [
        [
          ["ends": ["left": ["kind": "in", "at": 3], "right": ["kind": "out"]]],
          ["ends": ["left": ["kind": "in", "at": 3, "open": true], "right": ["kind": "out"]]],
        ]
      ],
      author: [["in": "ends[?@.kind == 'in']", "add-default": ["open": true]]],
      judged: ["ends": ["left": ["kind": "out"], "right": ["kind": "in"]]]),
    Matter(
      about: "values that no sample has",
      samples: [[["wrap": true, "w": 80], ["wrap": "on", "w": 80]]],
      author: [
        [
          "map-values": "wrap",
          "cases": [["is": true, "becomes": "on"], ["is": false, "becomes": "off"]],
          "otherwise": "keep",
        ]
      ],
      judged: ["wrap": false, "w": 80]),
    Matter(
      about: "several rules for things of one kind",
      samples: [
        [
          ["parts": [["type": "lamp", "watt": 5, "on": true]]],
          ["parts": [["type": "lamp", "power": 5, "state": true, "dim": false]]],
        ]
      ],
      author: [
        [
          "in": "parts[?@.type == 'lamp']",
          "rules": [
            ["rename": ["watt": "power", "on": "state"]], ["add-default": ["dim": false]],
          ],
        ]
      ],
      judged: ["parts": [["type": "fan", "watt": 5, "on": true]]]),
    Matter(
      about: "a member that is there already",
      samples: [
        [
          ["showGuides": true, "guides": ["show": false]],
          ["guides": ["show": false]],
        ]
      ],
      author: [["move": ["showGuides": "guides.show"], "if-exists": "keep"]],
      judged: ["showGuides": true, "guides": [:]]),
  ]

  private static func samples(_ pairs: JSON) throws -> [StepSample] {
    try (pairs.array ?? []).enumerated().map {
      StepSample(
        name: "\($0.offset)", before: try #require($0.element[0]),
        after: try #require($0.element[1]))
    }
  }

  @Test(arguments: Amount.of(Array(matters.prefix(3)), thorough: matters))
  func `three answers settle what the samples leave open`(_ matter: Matter) throws {
    var samples = try Self.samples(matter.samples)
    var author = RuleTrial(matter.author)
    let wanted = author?.result(for: matter.judged)
    var learned = RuleLearner(samples).learned()
    for number in 0..<3 {
      guard let question = learned.questions.first,
        let answer = author?.result(for: question.document)
      else { break }
      samples.append(
        StepSample(
          name: "answer \(number)", before: question.document, after: answer, isAnswer: true))
      learned = RuleLearner(samples).learned()
      #expect(learned.isComplete)
    }
    var own = RuleTrial(.array(learned.rules))
    #expect(own?.result(for: matter.judged) == wanted, "\(JSON.array(learned.rules))")
  }

  @Test func `rules with equal results are asked about, though one of them is the cheapest`() throws
  {
    let sample = StepSample(
      name: "a", before: ["kind": "b", "old": "b"], after: ["kind": "b", "new": "b"])
    let question = try #require(RuleLearner([sample]).learned().questions.first)
    #expect(question.answers.count > 1)
  }

  @Test func `no result has the value in it that stands for an unknown one`() {
    let sample = StepSample(name: "a", before: ["s": "on"], after: ["s": "active"])
    let learned = RuleLearner([sample]).learned()
    #expect(!learned.questions.isEmpty)
    for question in learned.questions {
      #expect(!question.answers.contains { $0.holds(Variants.unseen) })
    }
  }

  @Test func `what becomes of a member that no sample has is asked, where rules differ in it`()
    throws
  {
    let samples = try Self.samples([
      [["m": ["a_b": "x"], "s": "u"], ["m": ["aB": "x"], "t": "u"]],
      [["m": ["c_d": "y"], "s": "v"], ["m": ["cD": "y"], "t": "v"]],
    ])
    let learned = RuleLearner(samples).learned()
    let asked = learned.questions.filter { $0.document["m"]?.description.contains("other") == true }
    #expect(!asked.isEmpty, "\(JSON.array(learned.rules))")
  }

  @Test func `an answer chooses among the rules that were found before it`() throws {
    let samples = try Self.samples([
      [["mode": "none"], ["mode": false]],
      [["mode": "soft"], ["soft": ["on": true], "hard": ["on": false]]],
      [["mode": "any"], ["mode": true]],
    ])
    let first = RuleLearner(samples).learned()
    var own = RuleTrial(.array(first.rules))
    // The question repeats what the rules do anyway.
    let document: JSON = ["mode": "soft", "n": 1]
    let found = own?.result(for: document)
    let answer = try #require(found)
    let answered = StepSample(name: "answer", before: document, after: answer, isAnswer: true)
    let second = RuleLearner(samples + [answered]).learned()
    #expect(second.isComplete)
    var later = RuleTrial(.array(second.rules))
    for sample in samples { #expect(later?.result(for: sample.before) == sample.after) }
  }

  @Test(arguments: [
    "@", "a", "a.b[*].c", "[*][*]", "a[0]['b c'].d", "a['x.y'][-1]",
  ])
  func `a path of a draft can be read again`(_ path: String) {
    #expect(Way(written: path)?.text == path)
  }

  @Test(arguments: ["a[?@.b]", "$.a", "a['it\\'s']", "a["])
  func `other paths are not read`(_ path: String) {
    #expect(Way(written: path) == nil)
  }
}
