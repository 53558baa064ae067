import JSONText
import Testing

/// What edits did is what paths find.
@Suite struct `Paths after edits` {
  /// The document after the edits, as text, and what the path finds in it.
  private static func find(
    _ path: String, in text: String, _ guidance: Guidance,
    edit: (inout Document, borrowing Names) throws -> Void
  ) throws -> [PathFound] {
    let path = try JSONPath(rule: path)
    let guide = guidance.guide(for: path.guidePaths())
    var constants = Constants()
    let names = Names(guide: guide, constants: &constants)
    let bound = path.bound(to: guide, constants: &constants)
    var document = Document(guide: guide, constants: constants)
    document.load(text.utf8)
    try document.read()
    // What was found before an edit must not be found after it.
    var evaluator = PathEvaluator(constants, root: document.root)
    _ = try evaluator.places(of: bound, from: document.root, in: &document)
    try edit(&document, names)
    let places = try evaluator.places(of: bound, from: document.root, in: &document)
    let found = places.map {
      PathFound(
        path: document.path(of: $0),
        text: String(decoding: document.scalarText(of: $0), as: UTF8.self))
    }
    var out = ByteBuffer()
    try document.write(into: &out)
    let written = String(decoding: out.view[0..<out.count], as: UTF8.self)
    #expect(try path.find(in: written).map(\.path) == found.map(\.path), "\(path) in \(written)")
    return found
  }

  struct Names {
    let a, b, new: Key
    let one, list: ValueText

    init(guide: Guide, constants: inout Constants) {
      a = constants.add(key: Array("a".utf8), guide: guide)
      b = constants.add(key: Array("b".utf8), guide: guide)
      new = constants.add(key: Array("n\"e\\w".utf8), guide: guide)
      one = constants.add(value: Array("1".utf8))
      list = constants.add(value: Array(#"[{"a":[5]},{"b":"x"}]"#.utf8))
    }
  }

  static func member(_ name: String, _ document: inout Document) throws -> NodeID {
    try #require(try document.member(named: Array(name.utf8), of: document.root).first)
  }

  @Test(arguments: Guidance.allCases) func `renamed`(_ guidance: Guidance) throws {
    for (path, places) in [("a", []), ("b", ["$.b"]), (#"['n"e\\w']"#, [#"$['n"e\\w']"#])] {
      let found = try Self.find(path, in: #"{"x":0,"a":1,"b":2}"#, guidance) { document, names in
        document.rename(try Self.member("b", &document), to: names.new)
        document.rename(try Self.member("a", &document), to: names.b)
      }
      #expect(found.map(\.path) == places)
    }
  }

  @Test(arguments: Guidance.allCases) func `inserted and replaced`(_ guidance: Guidance) throws {
    let cases = [
      ("a[0].a[0]", ["$.a[0].a[0]"]), ("b", ["$.b"]),
      ("*", ["$.b", "$.x", "$.a"]),
      ("$..[?@ == 'x']", ["$.a[1].b"]), ("$..b", ["$.b", "$.a[1].b"]),
      ("[?@ == 1]", ["$.b"]), ("a[-1]", ["$.a[1]"]),
      (#"[?@ == $.a]"#, ["$.a"]), ("[?length(@) == 2]", ["$.a"]),
    ]
    for (path, places) in cases {
      let found = try Self.find(path, in: #"{"x":0,"a":[7,8,9]}"#, guidance) { document, names in
        _ = document.insert(names.one, key: names.b, in: document.root, after: nil)
        document.replaceValue(of: try Self.member("a", &document), with: names.list)
      }
      #expect(found.map(\.path) == places, "\(path)")
    }
  }

  @Test(arguments: Guidance.allCases) func `removed and moved`(_ guidance: Guidance) throws {
    let cases = [
      ("a", ["$.a"]), ("b", []), ("x", []), ("x.a", []), ("a.b", ["$.a.b"]),
      ("..b", ["$.a.b"]), ("y[*]", ["$.y[0]"]), ("y[1]", []), ("*", ["$.y", "$.a"]),
    ]
    for (path, places) in cases {
      let text = #"{"b":1,"x":{"a":{"b":2},"c":3},"y":[4,5]}"#
      let found = try Self.find(path, in: text, guidance) { document, names in
        document.remove(try Self.member("b", &document), key: names.b)
        let x = try Self.member("x", &document)
        let inner = try #require(try document.member(names.a, of: x).first)
        let root = document.root
        document.move(inner, key: names.a, to: root, after: document.lastItem(of: root))
        document.remove(x)
        let y = try Self.member("y", &document)
        document.remove(try #require(try document.element(at: 0, of: y)))
      }
      #expect(found.map(\.path) == places, "\(path)")
    }
  }

  @Test(arguments: Guidance.allCases) func `by their new value`(_ guidance: Guidance) throws {
    let text = #"{"x":{"a":[1,{"b":2}]},"y":{"a":[1,{"b":2}]},"z":{"a":[1,{"n\"e\\w":2}]}}"#
    for (path, places) in [
      ("[?@ == $.x]", ["$.x"]), ("[?@ == $.z]", ["$.y", "$.z"]),
      (
        "..[?@ == 2]",
        ["$.x.a[1].b", #"$.y.a[1]['n"e\\w']"#, #"$.z.a[1]['n"e\\w']"#]
      ),
    ] {
      let found = try Self.find(path, in: text, guidance) { document, names in
        let list = try #require(
          try document.member(names.a, of: try Self.member("y", &document)).first)
        let element = try #require(try document.element(at: 1, of: list))
        document.rename(
          try #require(try document.member(names.b, of: element).first), to: names.new)
      }
      #expect(found.map(\.path) == places, "\(path)")
    }
  }

  @Test func `what was opened and taken back can be opened again`() throws {
    var constants = Constants()
    let all = try JSONPath("$..*").bound(to: .nothing, constants: &constants)
    var document = Document(constants: constants)
    document.load(#"{"a":[1,{"b":[[]]}],"c":{}}"#.utf8)
    try document.read()
    var evaluator = PathEvaluator(constants, root: document.root)
    let mark = document.mark()
    let before = try evaluator.places(of: all, from: document.root, in: &document)
      .map { document.path(of: $0) }
    document.rollBack(to: mark)
    let after = try evaluator.places(of: all, from: document.root, in: &document)
      .map { document.path(of: $0) }
    #expect(before.count == 6 && before == after)
  }

  @Test(arguments: Guidance.allCases) func `in a wide object`(_ guidance: Guidance) throws {
    let text = "{" + (0..<50).map { #""k\#($0)":\#($0)"# }.joined(separator: ",") + "}"
    for (path, places) in [
      ("k7", []), ("a", ["$.a"]), ("k49", []), ("b", ["$.b"]), ("k48", ["$.k48"]),
    ] {
      let found = try Self.find(path, in: text, guidance) { document, names in
        document.rename(try Self.member("k7", &document), to: names.a)
        document.remove(try Self.member("k49", &document))
        _ = document.append(names.one, key: names.b, to: document.root)
      }
      #expect(found.map(\.path) == places, "\(path)")
    }
  }

  @Test(arguments: Guidance.allCases) func `and after they were taken back`(
    _ guidance: Guidance
  ) throws {
    for (path, places) in [("a", ["$.a"]), ("b", []), ("a[*]", ["$.a[0]", "$.a[1]"])] {
      let found = try Self.find(path, in: #"{"x":0,"a":[1,{"b":[]}]}"#, guidance) {
        document, names in
        let mark = document.mark()
        let a = try Self.member("a", &document)
        document.replaceValue(of: a, with: names.list)
        document.rename(a, to: names.b)
        _ = document.append(names.one, key: names.a, to: document.root)
        try document.openItems(of: try Self.member("b", &document))
        try document.openItems(of: document.root)
        let isEqual = try document.areEqual(document.root, try Self.member("x", &document))
        #expect(!isEqual)
        document.rollBack(to: mark)
      }
      #expect(found.map(\.path) == places, "\(path)")
    }
  }
}
