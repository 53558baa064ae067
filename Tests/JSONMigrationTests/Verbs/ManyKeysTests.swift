import TestSupport
import Testing

@testable import JSONMigrationCore

/// Objects whose keys are looked up in other ways than those of small ones, and numbers that no
/// floating-point number holds: what a verb doesn't touch stays byte for byte.
@Suite struct ManyKeysTests {
  private static let numbers = ["9007199254740993", "1e400", "-0", "1.0", "1E+2", "[ 1 , 2.50 ]"]

  /// So many members, in a spelling that nobody would choose.
  private static func members(_ count: Int) -> String {
    (0..<count).map { #""k\#($0)" :\#(numbers[$0 % numbers.count])"# }.joined(separator: ", ")
  }

  @Test(arguments: Verbs.all.map { $0.spec }, [199, 200, Amount.of(2_000, thorough: 10_000)])
  func `many members stay as they are under every verb`(_ spec: VerbSpec, count: Int) throws {
    let before = spec.example.before
    try #require(before.first == "{")
    let end = try #require(before.lastIndex(of: "}"))
    let members = Self.members(count)
    // An object of their own, and among those that the verb works on.
    for many in [#", "many": {\#(members)}"#, ", " + members].suffix(count > 1_000 ? 1 : 2) {
      let document = before[..<end] + many + before[end...]
      let result = try Trial(rules: spec.example.rule, files: spec.example.files)
        .run(String(document))
      #expect(result.contains(members))
      // Only a check writes nothing.
      #expect((result == document) == (spec.name == "require"))
    }
  }
}
