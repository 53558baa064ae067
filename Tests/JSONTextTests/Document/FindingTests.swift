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

  @Test func `a closed container opens where something is put into it`() throws {
    var subject = Subject()
    try subject.read(Array(#"{"a":[1,2],"b":{}}"#.utf8))
    let root = subject.document.root
    let list = try subject.document.member(named: [0x61], of: root).first ?? root
    _ = subject.document.append(subject.values[2], key: nil, to: list)
    let object = try subject.document.member(named: [0x62], of: root).first ?? root
    _ = subject.document.insert(subject.values[3], key: subject.keys[0], in: object, after: nil)
    #expect(shown(subject.written()) == #"{"a":[1,2,null],"b":{"a":true}}"#)
  }

  @Test func `two members that swap their names are found`() throws {
    var subject = Subject(guide: Guide(paths: [[.key([0x61])], [.key([0x62])]]))
    try subject.read(Array(#"{"a":1,"b":2}"#.utf8))
    let root = subject.document.root
    let (a, b) = (subject.keys[0], subject.keys[1])
    let first = try subject.document.member(a, of: root)
    let second = try subject.document.member(b, of: root)
    if let first = first.first { subject.document.rename(first, from: a, to: b) }
    if let second = second.first { subject.document.rename(second, from: b, to: a) }
    let newFirst = try subject.document.member(b, of: root)
    let newSecond = try subject.document.member(a, of: root)
    #expect(newFirst == first && newSecond == second)
  }

  @Test func `when one of two members with a key goes, the other is found`() throws {
    for paths in [[], [[.key([0x61])]]] as [[Place]] {
      var subject = Subject(guide: Guide(paths: paths))
      try subject.read(Array(#"{"a":1,"x":2,"a":3}"#.utf8))
      let items = try subject.items(of: subject.document.root)
      subject.document.remove(items[0], key: subject.keys[0])
      let member = try subject.document.member(subject.keys[0], of: subject.document.root)
      #expect(member == .one(items[2]))
    }
  }

  @Test func `a wide object of one and the same key is looked into in linear time`() throws {
    var subject = Subject()
    let text = "{" + String(repeating: #""a":1,"#, count: 30_000) + #""b":1}"#
    try subject.read(Array(text.utf8))
    let member = try subject.document.member(subject.keys[0], of: subject.document.root)
    let first = subject.document.firstItem(of: subject.document.root)
    #expect(member.first == first)
  }

  @Test func `invalid UTF-8 that a look ahead met is refused where it stands`() throws {
    for guide in [Guide.nothing, .everything] {
      for text in [#"["é","ab?cd"]"#, #"{"é":1,"b?é":"é"}"#, #"["é","?","é"]"#] {
        let bytes = text.utf8.map { $0 == 0x3F ? 0x80 : $0 }
        var subject = Subject(guide: guide)
        do {
          try subject.read(bytes)
          Issue.record("\(text) was accepted")
        } catch {
          #expect(error.offset == bytes.firstIndex(of: 0x80), "\(text)")
        }
      }
    }
  }

  @Test func `the key of a renamed member finds what has the key elsewhere`() throws {
    for guide in [Guide.nothing, .everything] {
      var script = try Script("{ \"n\": 0, \"t\": { \"c\" : 1 } }", guide: guide)
      try script.run("rename t.c n")
      let key = script.document.make(keyOf: try script.node("t.n"))
      let found = try script.document.member(key, of: script.document.root)
      let expected = try script.node("n")
      #expect(found == .one(expected))
    }
  }
}
