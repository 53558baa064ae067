import JSONText
import Testing

@Suite struct `Keys with other space around them than before` {
  @Test(arguments: [
    #"[{"a":1},{"a": 1}]"#, #"[{"a":1,"b":2},{"a":\#n1 , "b" : 2}]"#, #"{"a":{"a": {"a":  {}}}}"#,
  ]) func `are read`(_ text: String) throws {
    for guide in [Guide.nothing, .everything, Guide(paths: [[.every, .key([0x61])]])] {
      var document = Document(guide: guide)
      document.load(text.utf8)
      #expect(throws: Never.self) { try document.read() }
    }
  }
}
