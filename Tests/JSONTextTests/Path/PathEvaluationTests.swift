import JSONText
import Testing

@Suite struct `Paths lead to places` {
  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let text: String
    let places: [String]

    init(_ path: String, _ text: String, _ places: String...) {
      self.path = path
      self.text = text
      self.places = places
    }

    var testDescription: String { "\(path) in \(text.prefix(60))" }
  }

  static let wide = "{" + (0..<40).map { #""k\#($0)":{"v":\#($0)}"# }.joined(separator: ",") + "}"

  @Test(arguments: [
    // Keys are compared as they are meant, byte by byte.
    Case("['é']", #"{"é":1,"é":2}"#, "$.é"),
    Case("['é']", #"{"\u00e9":1}"#, "$.é"),
    Case("a.b", #"{"\u0061":{"\u0062":1,"b\u0020":2}}"#, "$.a.b"),
    Case(#"["\"\\"]"#, #"{"\"\\":1,"\"":2}"#, #"$['"\\']"#),
    Case(#"['\'']"#, #"{"'":1}"#, #"$['\'']"#),
    Case("$['\\n','\\u0000']", #"{"\u0000":1,"\n":2}"#, "$['\\n']", "$['\\u0000']"),
    Case("$['']", #"{"a":1,"":2}"#, "$['']"),
    Case("['\u{FFFD}']", #"{"\ud800":1}"#),
    // A name means the first of its members, all others all of them.
    Case("a", #"{"a":1,"b":2,"a":3}"#, "$.a"),
    Case("*", #"{"a":1,"b":2,"a":3}"#, "$.a", "$.b", "$.a"),
    Case("..a", #"{"a":{"a":1},"a":3}"#, "$.a", "$.a.a"),
    Case("a.b", #"{"a":{},"a":{"b":1}}"#),
    Case("[?@ == 3]", #"{"a":1,"a":3}"#, "$.a"),
    // Many members, many elements.
    Case("k39.v", wide, "$.k39.v"),
    Case("['k0','k39','k40','k7'].v", wide, "$.k0.v", "$.k39.v", "$.k7.v"),
    Case("[?@.v == 21]", wide, "$.k21"),
    Case("[7,-1,2,9007199254740991,-9,2]", "[0,1,2,3,4,5,6,7]", "$[7]", "$[7]", "$[2]", "$[2]"),
    Case("[8:1:-3]", "[0,1,2,3,4,5,6,7,8,9]", "$[8]", "$[5]", "$[2]"),
    Case("[1:9:9007199254740991]", "[0,1,2,3]", "$[1]"),
    Case("[::-9007199254740991]", "[0,1,2,3]", "$[3]"),
    Case("[::0]", "[0,1,2,3]"),
    Case("[-5:5]", "[0,1,2]", "$[0]", "$[1]", "$[2]"),
    Case("[6:0:-1]", "[0,1,2,3,4,5]", "$[5]", "$[4]", "$[3]", "$[2]", "$[1]"),
    Case("[1:][0]", "[[0],[1],[2]]", "$[1][0]", "$[2][0]"),
    // Selectors of the wrong type find nothing.
    Case("[0]", #"{"0":1}"#), Case("['0']", "[1]"), Case("[:]", #"{"a":1}"#), Case("*", "\"a\""),
    Case("a.b", #"{"a":"b"}"#), Case("..a", "1"), Case("[?@]", "7"),
    // The order and the repeats of the standard.
    Case("$['b','a','b']", #"{"a":1,"b":2}"#, "$.b", "$.a", "$.b"),
    Case("$..[0,'a']", #"{"a":[1,{"a":2}]}"#, "$.a", "$.a[0]", "$.a[1].a"),
    Case(
      "$..*..*", "[[1]]", "$[0][0]"),
    Case("$[*,0]", "[1,2]", "$[0]", "$[1]", "$[0]"),
    Case("$[?@.a,?@.b]", #"[{"a":1,"b":2}]"#, "$[0]", "$[0]"),
    // The scope and the document.
    Case("$", "[]", "$"), Case("@", "1", "$"),
    Case("a[?@ == $.b]", #"{"a":[1,2],"b":2}"#, "$.a[1]"),
    Case("a[?@.b[?@ == $.c]]", #"{"a":[{"b":[1]},{"b":[7]}],"c":7}"#, "$.a[1]"),
  ]) func `in the standard's order`(_ trial: Case) throws {
    #expect(try JSONPath.paths(trial.path, in: trial.text) == [trial.places])
    let pretty = trial.text.split(separator: ",").joined(separator: " , \n")
    #expect(try JSONPath.paths(trial.path, in: " \(pretty) ") == [trial.places])
  }

  @Test func `repeats of parents are kept`() throws {
    let places = try JSONPath.paths("$..[*]..[0]", in: "[[[1]]]")
    #expect(places == [["$[0][0]", "$[0][0][0]", "$[0][0][0]"]])
  }

  @Test func `a member with a namesake is told`() throws {
    func duplicate(_ path: String) throws -> String? {
      var constants = Constants()
      let bound = try JSONPath(rule: path).bound(to: .nothing, constants: &constants)
      var document = Document(guide: .nothing, constants: constants)
      document.load(#"{"a":1,"b":{"c":1,"c":2,"d":3},"a":[]}"#.utf8)
      try document.read()
      var evaluator = PathEvaluator(constants, root: document.root)
      _ = try evaluator.places(of: bound, from: document.root, in: &document)
      return evaluator.duplicate.map { document.path(of: $0) }
    }
    #expect(try duplicate("a") == "$.a")
    #expect(try duplicate("b.c") == "$.b.c")
    #expect(try duplicate("b[?@ == $.a]") == "$.a")
    #expect(try duplicate("b.d") == nil)
    #expect(try duplicate("b.*") == nil)
  }

  @Test func `a scope that is not the root`() throws {
    var constants = Constants()
    let relative = try JSONPath(rule: "b[0]").bound(to: .nothing, constants: &constants)
    let absolute = try JSONPath(rule: "$.x[?@ == $.c]").bound(to: .nothing, constants: &constants)
    let condition = try JSONCondition("@.b[0] == $.c").bound(to: .nothing, constants: &constants)
    var document = Document(constants: constants)
    document.load(#"{"a":{"b":[5],"c":1},"c":5,"x":[5]}"#.utf8)
    try document.read()
    let scope = try #require(try document.member(named: Array("a".utf8), of: document.root).first)
    var evaluator = PathEvaluator(constants, root: document.root)
    let found = try #require(try evaluator.place(of: relative, from: scope, in: &document))
    #expect(document.path(of: found) == "$.a.b[0]")
    #expect(try evaluator.places(of: relative, from: scope, in: &document) == [found])
    #expect(try evaluator.places(of: absolute, from: scope, in: &document).count == 1)
    #expect(try evaluator.holds(condition, at: scope, in: &document))
    #expect(try !evaluator.holds(condition, at: document.root, in: &document))
    // Another root: the document of a file that holds several.
    var inner = PathEvaluator(constants, root: scope)
    #expect(try !inner.holds(condition, at: scope, in: &document))
    #expect(try inner.place(of: absolute, from: scope, in: &document) == nil)
    #expect(relative.isSingular && !absolute.isSingular)
  }

  @Test func `positions count what is still closed`() throws {
    var document = Document(guide: Guide(paths: [[.key(Array("b".utf8))]]))
    document.load(#"{"x":1,"y":2,"b":3,"z":[0,1,2,3,4,5]}"#.utf8)
    try document.read()
    let member = try #require(try document.member(named: Array("b".utf8), of: document.root).first)
    #expect(document.position(of: member) == 2)
    let list = try #require(try document.member(named: Array("z".utf8), of: document.root).first)
    #expect(document.position(of: list) == 3)
    let element = try #require(try document.element(at: -2, of: list))
    #expect(document.position(of: element) == 4)
    #expect(document.path(of: element) == "$.z[4]")
    #expect(document.position(of: document.root) == 0)
  }
}
