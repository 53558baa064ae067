import Testing

@testable import JSONText

/// Programs for members of the root, run on texts.
@Suite struct FlatDocumentTests {
  /// A document for steps that begin where no member says a version.
  private static func document(_ steps: [FlatStep]) throws -> FlatDocument {
    var builder = FlatProgram.Builder()
    let entry = builder.entry
    builder.add(steps)
    builder.end()
    builder.start(without: entry)
    let program = builder.build()
    return FlatDocument(try #require(program))
  }

  /// What becomes of a text; nil if it is left to the tree.
  private static func run(_ document: inout FlatDocument, _ text: String) -> String? {
    var source = ByteBuffer()
    source.append(contentsOf: text.utf8)
    source.seal()
    var out = ByteBuffer()
    switch document.run(source.view, 0..<source.count, into: &out) {
    case .notMine: return nil
    case .current: return text
    case .changed: return shown(out.view[0..<out.count])
    }
  }

  /// Four times the same, so that the last time it is written by a script.
  private static func runs(_ steps: [FlatStep], _ text: String) throws -> [String?] {
    var document = try document(steps)
    var results: [String?] = []
    for _ in 0..<4 { results.append(run(&document, text)) }
    return results
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func value(_ text: String) -> FlatValue { FlatValue(bytes(text)) }

  private static func steps() throws -> [FlatStep] {
    let table = try #require(
      FlatTable(
        [(bytes(#""todo""#), bytes(#""open""#)), (bytes("1"), bytes("null"))], otherwise: .keep))
    return [
      .rename(bytes("body"), to: bytes("text")), .drop(bytes("old")),
      .map(bytes("status"), table),
      .split(
        bytes("name"), by: try #require(FlatSeparator([0x20], takesRest: true)),
        into: [bytes("first"), bytes("last")]),
      .add(bytes("priority"), value("0"), replacesNull: false),
      .set(bytes("v"), value("2")),
    ]
  }

  @Test(arguments: [
    (#"{"v":1,"body":"Hi"}"#, #"{"v":2,"text":"Hi","priority":0}"#),
    (#"{"v":1,"old":[1],"status":"todo"}"#, #"{"v":2,"status":"open","priority":0}"#),
    (#"{"v":1,"status":"else","x":[{}]}"#, #"{"v":2,"status":"else","x":[{}],"priority":0}"#),
    (#"{"v":1,"status":1,"priority":7}"#, #"{"v":2,"status":null,"priority":7}"#),
    (#"{"x":1,"name":"A B C"}"#, #"{"x":1,"first":"A","last":"B C","priority":0,"v":2}"#),
    (#"{"x":1,"name":"É Ü"}"#, #"{"x":1,"first":"É","last":"Ü","priority":0,"v":2}"#),
    (#"{"x":1,"name":null}"#, #"{"x":1,"name":null,"priority":0,"v":2}"#),
    (#"{"old":1,"x":2}"#, #"{"x":2,"priority":0,"v":2}"#),
    (
      "{ \"x\": 1,\n  \"body\": 2 }",
      "{ \"x\": 1,\n  \"text\": 2,\n  \"priority\": 0,\n  \"v\": 2 }"
    ),
  ])
  func `members are renamed, changed, split, added and dropped`(
    _ text: String, _ expected: String
  ) throws {
    #expect(try Self.runs(Self.steps(), text) == [expected, expected, expected, expected])
  }

  /// What has to be spelled anew is split by a script, which the first two times there isn't.
  @Test(arguments: [
    (#""A\u00c9 B""#, #""first":"AÉ","last":"B""#),
    (#""A \"B\" C""#, #""first":"A","last":"\"B\" C""#),
    (#""A\u0020B""#, #""first":"A","last":"B""#),
    (#""A \ud83d\ude00""#, #""first":"A","last":"😀""#),
  ])
  func `a name with escapes is split by a script`(_ name: String, _ expected: String) throws {
    var document = try Self.document(Self.steps())
    // Three plain ones first, for which the script is made.
    for _ in 0..<3 { _ = Self.run(&document, #"{"x":1,"name":"A B","v":1}"#) }
    let result = Self.run(&document, #"{"x":1,"name":\#(name),"v":1}"#)
    #expect(result == #"{"x":1,\#(expected),"v":2,"priority":0}"#)
  }

  @Test(arguments: [
    #"{"v":1,"v":2}"#, #"{"body":1,"text":2}"#, #"{"name":"A"}"#, #"{"name":1}"#, "[]", "{", "{}x",
    #"{"x":1,"name":"A \ud83d"}"#, #"{"status":"t\u006fdo"}"#,
    "{\"x\":\"\u{1}\"}", #"{"x":1,"status":1.0}"#,
  ])
  func `what is out of the ordinary is left to the tree`(_ text: String) throws {
    #expect(try Self.runs(Self.steps(), text) == [nil, nil, nil, nil])
  }
}
