import JSONText
import Testing

/// What the first rounds on random texts found.
@Suite struct FindingTests {
  @Test func `other white space behind a key that is expected is no fault`() throws {
    let texts = [
      #"[{"a":1},{"a": 1}]"#, #"[{"a": 1},{"a":  1}]"#, "[{\"a\":\"x\"},{\"a\":\n{}},{\"a\":[]}]",
      "{\"a\":[{\"b\":1},{\"b\": [{\"b\":\t{\"b\":2}}]}]}",
    ]
    for text in texts {
      for guide in [Guide.nothing, .everything, Guide(paths: [[.every, .key([0x62])]])] {
        var subject = Subject(guide: guide)
        try subject.read(Array(text.utf8))
        #expect(shown(subject.written()) == text)
      }
    }
  }

  @Test func `an array has no members, not even where the guide expected an object`() throws {
    let guide = Guide(paths: [[.key([0x61])], [.every, .key([0x62])]])
    var subject = Subject(guide: guide)
    try subject.read(Array(#"[{"a":1},2]"#.utf8))
    for key in subject.keys {
      let member = try subject.document.member(key, of: subject.document.root)
      #expect(member == .none)
    }
  }
}
