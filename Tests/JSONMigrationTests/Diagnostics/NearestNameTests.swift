import TestSupport
import Testing

@testable import JSONMigrationCore

@Suite struct NearestNameTests {
  private static let verbs = [
    "rename", "move", "copy", "drop", "keep-only", "nest", "unnest", "rename-keys", "add-default",
    "set", "map-values", "convert", "split", "join",
  ]

  @Test(arguments: [
    ("renmae", "rename"), ("Rename", "rename"), ("RENAME", "rename"), ("dorp", "drop"),
    ("splitt", "split"), ("addDefault", "add-default"), ("map_values", "map-values"),
    ("mapvalues", "map-values"), ("keep-onyl", "keep-only"), ("conv", "convert"), ("sets", "set"),
  ])
  func `a slip finds its name`(word: String, name: String) {
    #expect(NearestName.of(word, among: Self.verbs) == name)
  }

  @Test(arguments: [
    "delete", "pord", "re", "x", "", "at", "ranges", "spilt-up", "jn", "converted-from",
    "réname-le-champ",
  ])
  func `what is further off finds nothing`(word: String) {
    #expect(NearestName.of(word, among: Self.verbs) == nil)
  }

  @Test func `names of different meaning are no noise`() {
    #expect(NearestName.of("ranges", among: ["spaceAroundOperators"]) == nil)
    #expect(NearestName.of("preferDouble", among: ["preferKeyPath"]) == nil)
    #expect(NearestName.of("as", among: ["at", "by", "is"]) == nil)
  }

  @Test(arguments: [
    ("starRatng", "starRating", true), ("userid", "userId", true), ("usrName", "userName", true),
    ("user_nmae", "userName", true), ("form", "from", true), ("tpye", "type", true),
    ("maxValue", "minValue", false), ("startX", "startY", false), ("line2", "line1", false),
    ("line", "line1", false), ("row_10", "row_11", false), ("value2", "valu2", true),
    ("größe", "grösse", true), ("", "a", true),
  ])
  func `a name with a counterpart is no slip for that`(word: String, name: String, isSlip: Bool) {
    #expect(NearestName.isSlip(word, for: name) == isSlip)
  }

  @Test func `the nearest wins, then the first`() {
    #expect(NearestName.of("abcdefg", among: ["abcdxyg", "abcdexg"]) == "abcdexg")
    #expect(NearestName.of("abcdefg", among: ["abcdefx", "abcdefy"]) == "abcdefx")
  }

  @Test func `composed and decomposed letters differ`() {
    #expect(NearestName.of("caf\u{E9}teria", among: ["cafe\u{301}teria"]) == "cafe\u{301}teria")
    #expect(NearestName.of("\u{E9}", among: ["e\u{301}"]) == nil)
  }

  @Test func `the beginning of several names finds none of them`() {
    #expect(NearestName.of("map-", among: ["map-values", "map-keys"]) == nil)
  }

  @Test func `hostile words cost nothing`() {
    let long = String(long: "a", count: 5_000_000)
    #expect(NearestName.of(long, among: [long + "b", "rename"]) == nil)
    #expect(NearestName.of("rename", among: [long, "renames"]) == "renames")
  }

  @Test func `help names the similar one, else all, else nothing`() {
    func help(_ word: String, _ names: [String]) -> String? {
      NearestName.help(for: word, among: names, one: "verb", many: "verbs")
    }
    #expect(help("renmae", Self.verbs) == "a similar verb exists: `rename`")
    #expect(help("delete", ["drop", "set"]) == "the verbs are `drop`, `set`")
    #expect(help("delete", Self.verbs) == nil)
    #expect(help("delete", []) == nil)
  }
}
