import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

@Suite struct PatchTests {
  private static func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

  /// A document, a patch, and the document with it; nil where that can't be.
  ///
  /// Most are those of RFC 6902, appendix A.
  @Test(
    arguments: [
      (
        #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#,
        #"{"baz":"qux","foo":"bar"}"#
      ),
      (
        #"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"q"}]"#,
        #"{"foo":["bar","q","baz"]}"#
      ),
      (#"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, #"{"foo":"bar"}"#),
      (
        #"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#,
        #"{"foo":["bar","baz"]}"#
      ),
      (#"{"baz":"qux"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#, #"{"baz":"boo"}"#),
      (
        #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
        #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
        #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#
      ),
      (
        #"{"foo":["all","cows","eat"]}"#, #"[{"op":"move","from":"/foo/1","path":"/foo/2"}]"#,
        #"{"foo":["all","eat","cows"]}"#
      ),
      (
        #"{"baz":"qux","foo":["a",2,"c"]}"#, #"[{"op":"test","path":"/foo/1","value":2.0}]"#,
        #"{"baz":"qux","foo":["a",2,"c"]}"#
      ),
      (#"{"baz":"qux"}"#, #"[{"op":"test","path":"/baz","value":"bar"}]"#, nil),
      (
        #"{"foo":"bar"}"#, #"[{"op":"add","path":"/child","value":{"g":{}}}]"#,
        #"{"foo":"bar","child":{"g":{}}}"#
      ),
      (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#, nil),
      (#"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10}]"#, #"{"/":9,"~1":10}"#),
      (#"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":"10"}]"#, nil),
      (
        #"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc"]}]"#,
        #"{"foo":["bar",["abc"]]}"#
      ),
      (#"{"a":1}"#, #"[{"op":"copy","from":"/a","path":"/b"}]"#, #"{"a":1,"b":1}"#),
      (#"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a","path":"/a/c"}]"#, nil),
      (#"{"a":1}"#, #"[{"op":"replace","path":"","value":[]}]"#, "[]"),
      (#"{"a":1}"#, #"[{"op":"replace","path":"/b","value":1}]"#, nil),
      (#"{"a":1}"#, #"[{"op":"remove","path":"/b"}]"#, nil),
      (#"[1]"#, #"[{"op":"remove","path":"/01"}]"#, nil),
      (#"[1]"#, #"[{"op":"add","path":"/2","value":1}]"#, nil),
      (#"{"a":null}"#, #"[{"op":"test","path":"/b","value":null}]"#, nil),
    ] as [(String, String, String?)])
  func `a patch is applied`(document: String, patch: String, after: String?) throws {
    let patch = try JSONPatch(Self.json(patch), named: "patch.json")
    let result = try? patch.applied(to: Self.json(document), named: "patch.json")
    #expect(result == (try after.map { try Self.json($0) }))
    #expect(try JSONPatch(patch.json, named: "again") == patch)
  }

  @Test(arguments: [
    "{}", "[1]", #"[{"path":"/a"}]"#, #"[{"op":"add","path":"/a"}]"#, #"[{"op":"add","value":1}]"#,
    #"[{"op":"remove","path":"a"}]"#, #"[{"op":"remove","path":"/~2"}]"#,
    #"[{"op":"move","path":"/a"}]"#, #"[{"op":"set","path":"/a","value":1}]"#,
  ])
  func `what is no patch is refused`(text: String) throws {
    let error = #expect(throws: MigrationError.self) {
      _ = try JSONPatch(Self.json(text), named: "patch.json")
    }
    #expect(error?.kind == .badPatch)
  }

  @Test func `the difference of two documents makes one of the other`() throws {
    var material = Material()
    for _ in 0..<2_000 {
      let old = material.document()
      var new = material.document()
      for (key, value) in old.object ?? [:] where material.once(in: 2) { new[key] = value }
      let patch = JSONPatch(from: old, to: new)
      #expect(try patch.applied(to: old, named: "patch.json") == new, "\(old) \(new)")
      #expect(JSONPatch(from: old, to: old).operations.isEmpty)
    }
  }

  @Test func `copies of copies come to an end`() throws {
    let copy: JSON = ["op": "copy", "from": "/a", "path": "/a/-"]
    let patch = try JSONPatch(.array(Array(repeating: copy, count: 12)), named: "patch.json")
    let grown = try patch.applied(to: ["a": []], named: "patch.json")
    #expect(grown["a"]?.array?.count == 12)
    let error = #expect(throws: MigrationError.self) {
      try patch.applied(to: ["a": []], named: "patch.json", limit: 1_000)
    }
    #expect(error?.kind == .tooBig)
    #expect(error?.diagnostics.first?.message.hasPrefix("up to operation 9 ") == true)
  }

  @Test func `a patch makes no document deeper than one may be`() throws {
    // Each copy goes to the innermost level, and makes twice as many of them.
    let copies = (0..<17).map { number -> JSON in
      let path = String(repeating: "/a", count: 1 << number + 1)
      return ["op": "copy", "from": "/a", "path": .string(path)]
    }
    let patch = try JSONPatch(.array(copies), named: "patch.json")
    let error = #expect(throws: MigrationError.self) {
      try patch.applied(to: ["a": [:]], named: "a.json")
    }
    #expect(error?.kind == .tooDeep)
    #expect(error?.diagnostics.first?.message.hasPrefix("operation 10 ") == true)
    // What is moved counts as deep as it is, and not as deep as what it leaves.
    let move: JSON = ["op": "move", "from": "/b", "path": "/a/a/a/c"]
    let deep = try Self.json(
      #"{"b":1,"a":"# + String(repeating: #"{"a":"#, count: 1_020) + "1"
        + String(repeating: "}", count: 1_021))
    #expect(try JSONPatch([move], named: "patch.json").applied(to: deep, named: "a.json") != deep)
  }

  private static func migrator(_ rules: String) throws -> Migrator {
    try Migrator(rules: [RuleSource(name: "v2.json", text: "{ \"to\": 2, \"rules\": [\(rules)] }")])
  }

  private static func translated(
    _ patch: String, over rules: String, for document: String
  ) throws -> JSON {
    try migrator(rules).translated(
      JSONPatch(json(patch), named: "patch.json"), named: "patch.json", for: json(document),
      named: "old.json"
    ).json
  }

  @Test func `a patch follows what rules do`() throws {
    let rules =
      #"{ "rename": { "stars": "rating" } }, { "map-values": "rating", "cases": [{ "at-most": 2, "becomes": "weak" }, { "above": 2, "becomes": "good" }] }"#
    let patch = #"[{ "op": "replace", "path": "/stars", "value": 4 }]"#
    #expect(
      try Self.translated(patch, over: rules, for: #"{ "stars": 1 }"#)
        == [["op": "replace", "path": "/rating", "value": "good"]])
    #expect(try Self.translated(patch, over: rules, for: #"{ "stars": 5 }"#) == [])
  }

  @Test func `where the changed document can't be migrated, that is the error`() throws {
    let error = #expect(throws: MigrationError.self) {
      try Self.translated(
        #"[{ "op": "replace", "path": "/a", "value": 1 }]"#,
        over: #"{ "text": "a", "do": ["trim"] }"#, for: #"{ "a": " b" }"#)
    }
    #expect(error?.kind == .wrongType)
    #expect(error?.diagnostics.first?.place?.file == "old.json, with the patch")
  }

  @Test func `what rules generate is in no patch`() throws {
    let rules = #"{ "in": "l[*]", "rules": [{ "add-default": ["id"], "generate": "uuid" }] }"#
    let document = #"{ "l": [{}, { "n": 1 }] }"#
    #expect(
      try Self.translated(
        #"[{ "op": "replace", "path": "/l/1/n", "value": 2 }]"#, over: rules, for: document)
        == [["op": "replace", "path": "/l/1/n", "value": 2]])
    let error = #expect(throws: MigrationError.self) {
      try Self.translated(
        #"[{ "op": "add", "path": "/l/-", "value": {} }]"#, over: rules, for: document)
    }
    #expect(error?.kind == .badPatch)
  }

  @Test(arguments: [
    #"[{ "op": "remove", "path": "/l/0" }]"#,
    #"[{ "op": "move", "from": "/l/0", "path": "/l/2" }]"#,
    #"[{ "op": "replace", "path": "/l", "value": [{ "n": 3 }, { "n": 2 }, { "n": 1 }] }]"#,
  ])
  func `a generated id stays with its element`(_ patch: String) throws {
    let rules = #"{ "in": "l[*]", "add-default": ["id"], "generate": "uuid" }"#
    let document = #"{ "l": [{ "n": 1 }, { "n": 2 }, { "n": 3 }], "m": [1, 2] }"#
    let error = #expect(throws: MigrationError.self) {
      try Self.translated(patch, over: rules, for: document)
    }
    #expect(error?.kind == .badPatch)
    #expect(
      try Self.translated(
        #"[{ "op": "remove", "path": "/m/0" }, { "op": "add", "path": "/t", "value": { "u": 1 } }]"#,
        over: rules, for: document) != [])
    #expect(
      try Self.translated(
        #"[{ "op": "add", "path": "/l/0/t", "value": 1 }]"#, over: rules, for: document)
        == [["op": "add", "path": "/l/0/t", "value": 1]])
  }
}
