import JSONText
import Testing

@Suite struct `Paths` {
  @Test(arguments: [
    ("$", "$"),
    ("@", "@"),
    ("$.a.b", "$.a.b"),
    ("$['a']['b c']", "$.a['b c']"),
    ("$ [ 'a' , 0 ]", "$['a', 0]"),
    ("$[\"it's \\\"\\u00e9\\ud83d\\ude00\"]", "$['it\\'s \"é😀']"),
    ("$['\\u0001\\t\\\\']", "$['\\u0001\\t\\\\']"),
    ("$..a", "$..a"),
    ("$..['a']", "$..a"),
    ("$..[*]", "$..*"),
    ("$.*", "$[*]"),
    ("$[1:2]", "$[1:2]"),
    ("$[::]", "$[:]"),
    ("$[ 1 : : -1 ]", "$[1::-1]"),
    ("$[-1]", "$[-1]"),
    ("$[?@.a]", "$[?@.a]"),
    ("$[?(@.a)]", "$[?@.a]"),
    ("$[?!(@.a==1.0e+2)]", "$[?!(@.a == 1.0e+2)]"),
    ("$[?@.a&&@.b||!@.c]", "$[?@.a && @.b || !@.c]"),
    ("$[?@.a&&(@.b||@.c)]", "$[?@.a && (@.b || @.c)]"),
    ("$[?(@.a&&@.b)&&@.c]", "$[?(@.a && @.b) && @.c]"),
    ("$[?(@.a||@.b)||@.c]", "$[?(@.a || @.b) || @.c]"),
    ("$[?!(!@.a)]", "$[?!(!@.a)]"),
    ("$[?length(@.a)>=count($..*)]", "$[?length(@.a) >= count($..*)]"),
    ("$[?match(@.a,\"[']\")]", "$[?match(@.a, '[\\']')]"),
    ("$[?search(value(@..a),$.p)]", "$[?search(value(@..a), $.p)]"),
    ("$[?type(@)=='missing']", "$[?type(@) == 'missing']"),
    ("$[?!empty( @.a )&&!(empty(@))]", "$[?!empty(@.a) && !empty(@)]"),
    ("$[?@==null||@!=true]", "$[?@ == null || @ != true]"),
    ("author.name", "@.author.name"),
    ("items[*].price", "@.items[*].price"),
    ("eo:platform", "@['eo:platform']"),
    ("options-gauge.image/png", "@['options-gauge']['image/png']"),
    ("['a.b']", "@['a.b']"),
    ("[0]", "@[0]"),
    ("*", "@[*]"),
    ("a.*.b", "@.a[*].b"),
    ("a*b", "@['a*b']"),
    ("a..b-c", "@.a..['b-c']"),
    ("a..*", "@.a..*"),
    ("a..[0]", "@.a..[0]"),
    ("..id", "@..id"),
    ("panels[?@.type == 'graph'].title", "@.panels[?@.type == 'graph'].title"),
    ("[?@['a-b']]['c', 'd']", "@[?@['a-b']]['c', 'd']"),
    ("$ref", "@['$ref']"),
    ("@id", "@['@id']"),
    ("$$", "@['$$']"),
    ("@type.$ref", "@['@type']['$ref']"),
    ("0", "@['0']"),
    ("$.0a", nil),
    ("$.a-b", nil),
    ("@.eo:platform", nil),
    ("$ref ", nil),
  ]) func `a path of a rule is read, and written in one way`(
    _ text: String, _ canonical: String?
  ) throws {
    guard let canonical else {
      #expect(throws: PathError.self) { try JSONPath(rule: text) }
      return
    }
    let path = try JSONPath(rule: text)
    #expect(path.description == canonical)
    #expect(try JSONPath(rule: canonical) == path)
  }

  @Test func `the public form is the standard's behind a dollar sign, and else that of rules`()
    throws
  {
    #expect(try JSONPath("$.a").description == "$.a")
    // A mark that combines with the dot before it is a name of its own.
    let marked = try JSONPath("$..\u{324}b..c")
    #expect(marked.description.utf8.elementsEqual("$..\u{324}b..c".utf8))
    #expect(try JSONPath(marked.description) == marked)
    for text in ["$ref", "$[?type(@) == 'string']", "$[?@ == type(@)]", "a b", "a["] {
      #expect(throws: PathError.self) { try JSONPath(text) }
    }
    let value: JSON = ["a": [["b": 1], ["b": 2]]]
    #expect(try value.values(at: JSONPath("a[*].b")) == [1, 2])
    #expect(try value.values(at: JSONPath("a[?@.b > 1].b")) == [2])
    #expect(try value.values(at: JSONPath("$.a[0].b")) == [1])
  }

  @Test func `an invalid pattern matches nothing in the standard and is an error in rules`() throws
  {
    let path = try JSONPath("$[?match(@, '(')]")
    #expect(path.description == "$[?match(@, '(')]")
    #expect(throws: PathError.self) { try JSONPath(rule: "$[?match(@, '(')]") }
    #expect(throws: PathError.self) { try JSONPath(rule: "$[?match(@, 1)]") }
    #expect(try JSONPath("$[?match(@, 1)]").description == "$[?match(@, 1)]")
  }

  @Test func `names are bytes, and not equal where Swift's strings are`() throws {
    let composed = try JSONPath("$.\u{E9}")
    let decomposed = try JSONPath("$.e\u{301}")
    #expect(composed != decomposed)
    #expect(composed.plainNames == [[0xC3, 0xA9]])
  }

  private func names(_ text: String) throws -> [String]? {
    try JSONPath(rule: text).plainNames?.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a target is all plain names`() throws {
    #expect(try names("fieldConfig.unit") == ["fieldConfig", "unit"])
    #expect(try names("['a.b'].c") == ["a.b", "c"])
    #expect(try names("@") == [])
    #expect(try names("a[0]") == nil)
    #expect(try names("a.*") == nil)
    #expect(try names("a..b") == nil)
    #expect(try names("['a', 'b']") == nil)
  }

  @Test func `a slot is a query for the parent and a name`() throws {
    let slot = try #require(try JSONPath(rule: "items[*].isRecurring").slot)
    #expect(slot.parent.description == "@.items[*]")
    #expect(slot.name == Array("isRecurring".utf8))
    #expect(try JSONPath(rule: "$.a").slot?.parent.description == "$")
    for text in ["@", "$", "tags[0]", "a.*", "a..b", "a['b', 'c']"] {
      #expect(try JSONPath(rule: text).slot == nil, "\(text)")
    }
  }

  @Test func `a singular path matches one place at most`() throws {
    for text in ["@", "$.a[0]['b']", "a[-1]"] {
      #expect(try JSONPath(rule: text).isSingular, "\(text)")
    }
    for text in ["a.*", "a..b", "a[0, 1]", "a[:1]", "a[?@]"] {
      #expect(try !JSONPath(rule: text).isSingular, "\(text)")
    }
  }

  @Test func `a path tells whether it starts at its scope`() throws {
    #expect(try JSONPath(rule: "a").isRelative)
    #expect(try !JSONPath(rule: "$.a").isRelative)
  }

  @Test(arguments: [
    ("@.a", "@.a"),
    (" @.a == 1 ", "@.a == 1"),
    ("@", "@"),
    ("$.n==0", "$.n == 0"),
    ("(@.a||@.b)&&@.c", "(@.a || @.b) && @.c"),
    ("type(@.refresh) == 'missing'", "type(@.refresh) == 'missing'"),
    ("empty( $.a['b c'] )", "empty($.a['b c'])"),
    ("!match(@.props.url, '[a-z]+://.*|')", "!match(@.props.url, '[a-z]+://.*|')"),
    ("@.fileSize==-1", "@.fileSize == -1"),
    ("@.p[0].q[?@.z!=0 && @.z!=0.5]", "@.p[0].q[?@.z != 0 && @.z != 0.5]"),
  ]) func `conditions are read, and written in one way`(
    _ text: String, _ canonical: String
  ) throws {
    let condition = try JSONCondition(text)
    #expect(condition.description == canonical)
    #expect(try JSONCondition(canonical) == condition)
  }
}
