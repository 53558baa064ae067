import JSONText
import TestSupport
import Testing

@Suite struct `Conditions hold or don't` {
  static let text = #"""
    {"n":null,"t":true,"f":false,"i":4,"d":4.0,"x":40e-1,"h":1e400,"m":-0,"s":"graph","e":"\u0067raph",
     "q":"\"\\/","u":"é😀","v":"\u00e9\ud83d\ude00","l":"\ud800","L":"\uD800","k":"\ud801","a":[1,2],
     "b":[1.0,20e-1],"o":{"p":1,"q":[{}]},"r":{"q":[{}],"p":1.0},"z":{},"y":[],"empty":"",
     "big":12345678901234567890,"bigger":12345678901234567891,"one":1E-999999999999999999999,
     "dup":{"a":1,"a":2},"dup2":{"a":1,"a":2.0},"dup3":{"a":2,"a":1},"dup4":{"a":1,"b":2},"open":"(",
     "dup5":{"a":1,"b":0,"a":2},"dup6":{"b":0,"a":1,"a":2},"dup7":{"b":0,"a":2,"a":1},"s.":"grap."}
    """#

  @Test(arguments: [
    "@.n == null", "@.t == true", "@.f == false", "@.f", "@.n", "!@.missing",
    "@.missing == @.gone", "@.missing <= @.gone", "@.missing >= @.i.x", "@.missing != null",
    "@.n <= null", "@.t >= true", "@.a <= @.b", "null == @.n", "true == @.t", "@.z == @.z",
    // Numbers by their value.
    "@.i == 4", "@.i == 4.0", "@.d == 4", "@.x == 4", "@.i == @.x", "@.i == 0.4e1", "@.m == 0",
    "@.m == -0.0", "@.h == 10e399", "@.h > 1e399", "@.h < 1e401", "1e400 <= @.h", "@.i < 4.5",
    "@.i > -4", "4 >= @.d", "3 < @.x", "@.big < @.bigger", "@.big == 12345678901234567890",
    "@.big != 12345678901234567891", "@.big > 123456789012345678", "@.one > 0", "@.one < 1e-999999",
    "@.one < @.i", "1 == 1.0", "1e2 == 100", "'a' == 'a'", "1 < 2", "'a' < 'b'",
    // Texts by their bytes.
    "@.s == 'graph'", "@.e == 'graph'", "'graph' == @.e", "@.s == @.e", "@.q == '\"\\\\/'",
    "@.u == 'é😀'", "@.v == 'é😀'", "@.u == @.v", "@.v == '\\u00e9\\uD83D\\uDE00'",
    "@.u != 'e\u{301}😀'", "@.s < 'grapi'", "@.s > 'grap'", "@.empty < @.s", "@.empty == ''",
    "@.s <= 'graph'", "@.e < 'h'", "@.l == @.L", "@.l != @.k", "@.l != '\u{FFFD}'", "@.l < @.k",
    "'Z' < 'a'", "'😀' > '\u{FFFD}'",
    // Arrays and objects.
    "@.a == @.b", "@.o == @.r", "@.a != @.y", "@.o != @.z", "@.y != @.z", "@.dup == @.dup2",
    "@.dup != @.dup3", "@.dup != @.dup4", "@.dup4 != @.dup", "@.dup5 == @.dup6",
    "@.dup5 != @.dup7",
    // Functions.
    "length(@.s) == 5", "length(@.e) == 5", "length(@.u) == 2", "length(@.v) == 2",
    "length(@.l) == 1", "length(@.empty) == 0", "length(@.a) == 2", "length(@.o) == 2",
    "length(@.dup) == 2", "length(@.z) == 0", "length('é') == 1", "length(@.i) == @.missing",
    "length(@.s) > 4.5", "length(@.s) < @.h", "length(@.s) == length(@.e)",
    "count(@.*) == 35", "count(@.a[*]) == 2", "count(@..p) == 2", "count(@.missing) == 0",
    "count(@['a','a']) == 2", "value(@.a[0]) == 1", "value(@..missing) == @.gone",
    "value(@.a[*]) == @.gone", "value(@..['big']) == @.big",
    "type(@.s) == 'string'", "type(@.h) == 'number'", "type(@.f) == 'boolean'",
    "type(@.n) == 'null'", "type(@.a) == 'array'", "type(@.o) == 'object'",
    "type(@.missing) == 'missing'", "type(@) == 'object'", "type(length(@.s)) == 'number'",
    "type(length(@.i)) == 'missing'", "type(value(@.a[0])) == 'number'", "type('') == 'string'",
    "match(@.s, 'gr.*')", "search(@.e, 'ap')", "match(@.u, '..')", "match(@.v, 'é.')",
    "search(@.q, '[/]$')", "match(@.s, @.e)", "search('graph', @.s)", "!match(@.i, '4')",
    "!match(@.s, @.i)", "!search(@.s, @.missing)", "!search(@.l, '.')", "!search(@.s, @.q)",
    "match(@.empty, '')",
    "match(@.s, @['s.']) && !match(@.s, @.empty) && match(@.s, @.e)",
    "!match('x', @.s) && match(@.s, @.e)",
    "!match('graphs', @['s.']) && match(@.s, @.s) && !match('grapx', @.s) && match('grapx', @['s.'])",
    "!match(@.missing, '.*')",
    "empty(@.missing)", "empty(@.n)", "empty(@.empty)", "empty(@.y)", "empty(@.z)",
    "empty(@.i.x)", "!empty(@.dup)", "@.a[?!empty(@)]", "!@.a[?empty(@)]",
    // Terms together.
    "@.missing || @.i == 4", "@.i && @.s", "!(@.i == 5)", "!(@.missing || @.gone)",
    "@.i == 4 && (@.s == 'x' || @.d == 4)", "@.a[?@ == 2]", "!@.a[?@ == 3]", "@.o.q[?!@.x]",
    "@.a[?@ == $.a[0]]", "$.i == @.i", "@..[?@.p == 1]", "@['s','missing']",
  ]) func `true`(_ condition: String) throws {
    #expect(try JSONCondition.answers(condition, in: Self.text) == [true])
    #expect(try JSONCondition.answers("!(\(condition))", in: Self.text) == [false])
  }

  @Test(arguments: [
    "@.missing == null", "@.missing", "@.n == false", "@.n == 0", "@.f == 0", "@.t == 1",
    "@.t == 'true'", "@.i == '4'", "@.s == 4", "@.missing < 1", "@.missing <= 1", "@.n < null",
    "@.t > false", "@.a < @.b", "@.i < '5'", "@.s > 4", "@.o <= 1", "@.a == 1", "@.s == 'grap'",
    "@.s == 'graphs'", "@.e == '\\\\u0067raph'", "@.l == ''", "@.u == @.s", "@.i == 4.0000000001",
    "@.h == 1e401", "@.one == 0", "@.m < 0", "@.a[2]", "@.a[-3]", "@.i.x", "@.s[0]",
    "length(@.n) == 0", "length(@.missing) == 0", "count(@.a) == 2", "match(@.s, 'rap')",
    "match(@.s, @.open)", "match(@.open, @.open)", "empty(@.f)", "empty(@.i)", "empty(@.m)",
    "empty(@.a)", "empty(@.o)", "empty(@.s)", "empty(@.l)",
  ]) func `false`(_ condition: String) throws {
    #expect(try JSONCondition.answers(condition, in: Self.text) == [false])
  }

  @Test func `an exponent of many digits is a number like others`() throws {
    let digits = String(repeating: "9", count: 50_000)
    let text = #"{"a":1e\#(digits),"b":10e\#(digits),"c":1e-\#(digits)}"#
    #expect(try JSONCondition.answers("@.a < @.b && @.c > 0 && @.c < 1", in: text) == [true])
    #expect(try JSONCondition.answers("@.a == @.b || @.c == 0", in: text) == [false])
  }

  @Test func `two random values are equal as values and as documents`() throws {
    var random = Seeded()
    var equal = 0
    for _ in 0..<300 {
      let left = JSON.random(using: &random)
      let isSame = Bool.random(using: &random)
      let right = isSame ? left.respelled(using: &random) : .random(using: &random)
      let text = "[\(left),\(right)]"
      #expect(
        try JSONCondition.answers("@[0] == @[1]", in: text) == [left == right],
        "\(text) \(random)")
      if left == right { equal += 1 }
    }
    #expect(equal > 100, "\(random)")
  }
}
