import JSONText
import Testing

@Suite struct ReadingTests {
  @Test func `reading and writing without an edit gives the same bytes`() {
    rounds(200) { generator in
      let text = generator.document(values: 80)
      guard let tree = TreeReader.read(text) else { throw Mismatch(description: shown(text)) }
      for guide in [generator.guide(to: tree), .nothing, .everything] {
        var subject = Subject(guide: guide)
        try subject.read(text)
        try check(subject.written() == text, shown(text))
      }
    }
  }

  @Test func `whatever the guide, the values are those of a plain reader`() {
    rounds(100) { generator in
      let text = generator.document()
      guard let tree = TreeReader.read(text) else { throw Mismatch(description: shown(text)) }
      var subject = Subject(guide: generator.guide(to: tree))
      try subject.read(text)
      try subject.compare(subject.document.root, with: tree, using: &generator)
      try check(subject.written() == text, shown(text))
    }
  }
}
