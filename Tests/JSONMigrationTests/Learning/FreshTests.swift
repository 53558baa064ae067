import JSONText
import Testing

@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore
@testable import JSONMigrationTesting

/// Ids that differ from run to run, in samples and in rules.
@Suite struct FreshTests {
  private static let one = "f163f689-b5ec-43a6-b09b-12cbb6d78b7c"
  private static let other = "24a14181-7bbc-45f6-b6b0-2e381cfde1fb"

  /// Samples from pairs, in which `A` and `B` stand for two ids.
  private static func samples(_ pairs: String) throws -> [StepSample] {
    let text = pairs.replacing("\"A\"", with: "\"\(one)\"").replacing("\"B\"", with: "\"\(other)\"")
    return try (JSON(parsing: text.utf8).array ?? []).enumerated().map {
      StepSample(
        name: "\($0.offset)", before: try #require($0.element[0]),
        after: try #require($0.element[1]))
    }
  }

  @Test(arguments: [
    (
      #"[[{"id":""},{"id":"A"}],[{"id":"k-7"},{"id":"k-7"}],[{"id":""},{"id":"B"}]]"#,
      #"[{"add-default":["id"],"generate":"uuid","if-empty":"replace"}]"#
    ),
    (
      #"[[{"i":[{"k":1,"id":null},{"k":2,"id":"x"},{"k":3}]},"#
        + #"{"i":[{"k":1,"id":"A"},{"k":2,"id":"x"},{"k":3,"id":"B"}]}]]"#,
      #"[{"in":"i[*]","add-default":["id"],"generate":"uuid","if-null":"replace"}]"#
    ),
    (
      #"[[{"k":1,"id":5},{"k":1,"id":"A"}],[{"k":2,"id":6},{"k":2,"id":"B"}]]"#,
      #"[{"rules":[{"drop":"id"},{"add-default":["id"],"generate":"uuid"}]}]"#
    ),
  ])
  func `a value that becomes a new id is generated`(_ pairs: String, _ rules: String) throws {
    let learned = RuleLearner(try Self.samples(pairs)).learned(questions: 0)
    #expect(learned.isComplete)
    #expect(JSON.array(learned.rules) == (try JSON(parsing: rules.utf8)))
  }

  @Test(arguments: [
    (
      #"[[{"id":"A"},{"id":"\#(one.uppercased())"}],[{"id":"B"},{"id":"\#(other.uppercased())"}]]"#,
      #"[{"text":"id","do":["uppercase"]}]"#
    ),
    (
      #"[[{"n":{"A":{"t":1},"B":{"t":2}}},{"n":[{"id":"A","t":1},{"id":"B","t":2}]}]]"#,
      #"[{"to-list":"n","key":"id"}]"#
    ),
    (
      #"[[{"r":"user:\#(one)"},{"r":"A"}],[{"r":"user:\#(other)"},{"r":"B"}]]"#,
      #"[{"text":"r","do":[{"pattern":"^user:","with":""}]}]"#
    ),
  ])
  func `an id of an old document is none that is new, wherever it is`(
    _ pairs: String, _ rules: String
  ) throws {
    let learned = RuleLearner(try Self.samples(pairs)).learned(questions: 0)
    #expect(learned.isComplete)
    #expect(JSON.array(learned.rules) == (try JSON(parsing: rules.utf8)), "\(learned.rules)")
  }

  /// No rule says these, so they are not explained, and told as they are.
  @Test(arguments: [
    (#"[[{"l":["p"]},{"l":["p","A"]}],[{"l":["q"]},{"l":["q","B"]}]]"#, 2),
    (#"[[{"l":[5]},{"l":["A","B"]}]]"#, 1),
    (#"[[{"i":[{"id":null},{"id":"x"},{}]},{"i":[{"id":"A"},{"id":"x"},{"id":"B"}]}]]"#, 1),
  ])
  func `what stands for an id is in no rule`(_ pairs: String, _ count: Int) throws {
    let learned = RuleLearner(try Self.samples(pairs)).learned()
    #expect(JSON.array(learned.rules).description.includes("00000000-0000") == false)
    #expect(learned.unexplained.count == count)
    let wanted = learned.unexplained.map { $0.wanted?.description ?? "" }.joined()
    #expect(wanted.includes(Self.one) && wanted.includes("00000000-0000") == false)
  }

  @Test(arguments: [
    // The same in each sample, and the same in each element of one.
    #"[[{"k":1},{"k":1,"t":"A"}],[{"k":2},{"k":2,"t":"A"}]]"#,
    #"[[{"t":"","k":1},{"t":"A","k":1}],[{"t":"","k":2},{"t":"A","k":2}]]"#,
    #"[[{"l":[{"k":1},{"k":2}]},{"l":[{"k":1,"t":"A"},{"k":2,"t":"A"}]}]]"#,
  ])
  func `an id that is always the same is a constant`(_ pairs: String) throws {
    let learned = RuleLearner(try Self.samples(pairs)).learned(questions: 0)
    let text = JSON.array(learned.rules).description
    #expect(learned.isComplete)
    #expect(text.includes(Self.one) && text.includes("generate") == false, "\(text)")
  }

  @Test(arguments: [
    #"[[{"k":1},{"k":1,"t":"A"}]]"#,
    // What the elements of a new id name is new as well.
    #"[[{"l":[{},{}]},{"id":"A","l":[{"of":"A"},{"of":"A"}]}]]"#,
    #"[[{"k":1},{"k":1,"t":"A"}],[{"k":2},{"k":2,"t":"B"}]]"#,
  ])
  func `an id that occurs once is a new one`(_ pairs: String) throws {
    let learned = RuleLearner(try Self.samples(pairs)).learned(questions: 0)
    let text = JSON.array(learned.rules).description
    #expect(learned.isComplete)
    #expect(text.includes("generate") && text.includes(Self.one) == false, "\(text)")
  }

  @Test func `that an id is new each time is a guess from a single one`() throws {
    func notes(_ pairs: String) throws -> Bool {
      let folder = StepDrafting.Folder.new(formatName: "a")
      let draft = try StepDrafting(folder, to: nil, samples: Self.samples(pairs)).draft()
      return draft.text.includes("only one id was seen, which may be a constant")
    }
    #expect(try notes(#"[[{"k":1},{"k":1,"t":"A"}]]"#))
    #expect(try notes(#"[[{"k":1},{"k":1,"t":"A"}],[{"k":2},{"k":2,"t":"B"}]]"#) == false)
    #expect(try notes(#"[[{"k":1},{"k":1,"u":"x"}]]"#) == false)
  }
}
