import JSONText
import TestSupport
import Testing

@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// Where samples say their version.
@Suite struct SampleVersionsTests {
  private static func versions(_ before: JSON, _ after: JSON) -> SampleVersions? {
    SampleVersions(of: [StepSample(name: "a", before: before, after: after)])
  }

  @Test(
    arguments: [
      (["version": 1], ["version": 2], "version 1 2"),
      (
        ["a": 1, "meta": ["schemaVersion": 4]], ["a": 2, "meta": ["schemaVersion": 5]], "meta 4 5"
      ),
      (["schema": 1], ["schema": 2], "schema 1 2"),
      (["a": 1], ["a": 2, "version": 3], "version 2 3"),
      (["version": 2], ["version": 1], ""), (["count": 1], ["count": 2], ""),
      (["schema": "1"], ["schema": "2"], ""), (["a": 1], ["a": 2, "version": 1], ""),
    ] as [(JSON, JSON, String)])
  func `a member that counts up and is named so is the version`(
    _ before: JSON, _ after: JSON, _ expected: String
  ) {
    let found = Self.versions(before, after).map { "\($0.names[0]) \($0.from) \($0.to)" }
    #expect(found ?? "" == expected)
  }

  @Test(.timeLimit(.patience))
  func `many members named so take linear time`() {
    let count = Amount.of(15_000, thorough: 300_000)
    func document(_ value: JSON) -> JSON {
      .object((0..<count).reduce(into: JSONObject()) { $0["version \($1)"] = value })
    }
    #expect(Self.versions(document("a"), document("b")) == nil)
  }
}
