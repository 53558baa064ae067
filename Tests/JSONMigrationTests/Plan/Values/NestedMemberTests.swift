import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Members that come together in an object, and what is taken out of one, on the short way.
struct NestedMemberTests {
  @Test(arguments: [
    (#"{"a":1,"b":"x y","c":0}"#, #"{"n":{"a":1,"b":"x y"},"c":0}"#),
    (#"{"c":0,"b":[1],"d":{},"a":1}"#, #"{"c":0,"n":{"a":1,"b":[1]},"d":{}}"#),
    (#"{"c":0,"a":{"k":1}}"#, #"{"c":0,"n":{"a":{"k":1}}}"#), (#"{"c":0}"#, #"{"c":0}"#),
    (#"{"a": 1, "b": 2, "c": 0}"#, #"{"n": {"a": 1, "b": 2}, "c": 0}"#),
    (
      "{\n  \"c\": 0,\n  \"b\": 2,\n  \"a\": 1\n}",
      "{\n  \"c\": 0,\n  \"n\": {\n    \"a\": 1,\n    \"b\": 2\n  }\n}"
    ),
    // What is there is added to.
    (#"{"a":1,"n":{"k":0,"l":1},"c":0}"#, #"{"n":{"k":0,"l":1,"a":1},"c":0}"#),
    (#"{"a":1,"n":{"a":0},"c":0}"#, nil), (#"{"a":1,"n":[],"c":0}"#, nil),
    (#"{"a":1,"n":null,"c":0}"#, nil), (#"{"a":1,"a":2,"c":0}"#, nil), (#"[]"#, nil),
  ])
  func `members come into a new object`(before: String, after: String?) throws {
    let rules = ShortRules.step(#"{ "nest": ["a", "b"], "under": "n" }"#)
    #expect(try rules.result(for: before) == after)
  }

  @Test(arguments: [
    (#"{"p":{"a":1,"b":2}}"#, #"{"p":{"n":{"a":1,"b":2}}}"#), (#"{"q":1}"#, #"{"q":1}"#),
    (#"{"p":1}"#, nil), (#"{"p":null}"#, nil), (#"{"p":[]}"#, nil),
  ])
  func `so do those of an object further in`(before: String, after: String?) throws {
    let rules = ShortRules.step(#"{ "in": "p", "nest": ["a", "b"], "under": "n" }"#)
    #expect(try rules.result(for: before, isDeep: true) == after)
  }

  /// One of them gets the place of the object, which is the scope's own or deeper; or all are asked
  /// for.
  @Test(arguments: [
    #"{ "nest": ["a", "n"], "under": "n" }"#, #"{ "nest": ["a"], "under": "n.m" }"#,
    #"{ "nest": ["a"], "under": "n", "if-missing": "fail" }"#,
    #"{ "in": "p", "nest": ["a"], "under": "$.n" }"#,
  ])
  func `other objects are for the tree`(_ rule: String) throws {
    let plan = try ShortRules.step(rule).plan
    #expect(plan.shortcut.isEmpty && plan.deepShortcut.isEmpty)
  }

  @Test(arguments: [
    (#"{ "unwrap": "a" }"#, #"{"a":[ "x y" ],"c":0}"#, #"{"a":"x y","c":0}"#),
    (#"{ "unwrap": "a" }"#, #"{"a":[[1, 2]],"c":0}"#, #"{"a":[1, 2],"c":0}"#),
    (#"{ "unwrap": "a" }"#, #"{"c":0}"#, #"{"c":0}"#),
    (#"{ "unwrap": "a" }"#, #"{"a":[1,2],"c":0}"#, nil),
    (#"{ "unwrap": "a" }"#, #"{"a":[],"c":0}"#, nil),
    (#"{ "unwrap": "a" }"#, #"{"a":null,"c":0}"#, nil),
    (#"{ "unwrap": "a" }"#, #"{"a":{"k":1},"c":0}"#, nil),
    (#"{ "unwrap": "a" }"#, "{\"a\":[[\n1]],\"c\":0}", nil),
    (#"{ "unwrap": "a", "take": "first" }"#, #"{"a":[1,"],",2]}"#, #"{"a":1}"#),
    (#"{ "unwrap": "a", "take": "last" }"#, #"{"a":[1,"],",[2, {}] ]}"#, #"{"a":[2, {}]}"#),
    (#"{ "unwrap": "a", "if-empty": "null" }"#, #"{"a":[ ],"c":0}"#, #"{"a":null,"c":0}"#),
    (#"{ "unwrap": "a", "under": "k" }"#, #"{"a":{ "k" : 1 },"c":0}"#, #"{"a":1,"c":0}"#),
    (#"{ "unwrap": "a", "under": "k" }"#, #"{"a":{"k":1,"l":2},"c":0}"#, nil),
    (#"{ "unwrap": "a", "under": "k" }"#, #"{"a":{"l":2},"c":0}"#, nil),
    (#"{ "unwrap": "a", "under": "k" }"#, #"{"a":{},"c":0}"#, nil),
    (#"{ "unwrap": "a", "under": "k" }"#, #"{"a":{"k":1,"k":2},"c":0}"#, nil),
    (#"{ "unwrap": "a", "under": "k" }"#, #"{"a":{"\u006b":1},"c":0}"#, nil),
    (#"{ "unwrap": "a", "under": "k.l" }"#, #"{"a":{"k":{"l":"x"}},"c":0}"#, #"{"a":"x","c":0}"#),
    // Null that comes of it is seen, and what was made before.
    (
      #"{ "unwrap": "a" }, { "add-default": { "a": 5 }, "if-null": "replace" }"#,
      #"{"a":[null],"c":0}"#, #"{"a":5,"c":0}"#
    ),
    (#"{ "wrap": "a" }, { "unwrap": "a" }"#, #"{"a":"x","c":0}"#, #"{"a":"x","c":0}"#),
  ])
  func `what is taken out of a container`(rules: String, before: String, after: String?) throws {
    #expect(try ShortRules.step(rules).result(for: before) == after)
  }

  @Test(arguments: [
    (#"{"a":1,"o":{"b":1}}"#, #"{"a":1,"o":{"b":1}}"#), (#"{"a":2,"o":{"b":1}}"#, nil),
    (#"{"a":1,"o":{"b":2}}"#, nil), (#"{"a":1}"#, nil), (#"{"a":1,"a":1,"o":{"b":1}}"#, nil),
  ])
  func `documents of which a condition holds go on`(before: String, after: String?) throws {
    let rules = ShortRules.step(#"{ "require": "@.a == 1 && @.o.b == 1" }, { "drop": "z" }"#)
    #expect(try rules.result(for: before) == after)
  }

  @Test(arguments: [
    (#"{"o":{"a":1}}"#, #"{"o":{"a":1}}"#), (#"{"o":{}}"#, nil), (#"{"o":1}"#, nil),
    (#"{"o":null}"#, nil), (#"{"n":0}"#, #"{"n":0}"#),
  ])
  func `so has one of an object further in`(before: String, after: String?) throws {
    let rules = ShortRules.step(#"{ "in": "o", "require": "@.a" }"#)
    #expect(try rules.result(for: before, isDeep: true) == after)
  }

  @Test(arguments: [
    (#"{"i":[{"a":1},{"a":1,"b":2}]}"#, #"{"i":[{"a":1},{"a":1}]}"#),
    (#"{"i":[{"a":1},{"b":2}]}"#, nil), (#"{"n":0}"#, #"{"n":0}"#), (#"{"i":[1]}"#, nil),
  ])
  func `a condition of each element has to hold`(before: String, after: String?) throws {
    let rules = ShortRules.step(
      #"{ "in": "i[*]", "rules": [{ "require": "@.a" }, { "drop": "b" }] }"#)
    #expect(try rules.result(for: before, isDeep: true) == after)
  }
}
