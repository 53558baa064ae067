import JSONText
import Testing

@Suite struct RollbackTests {
  private struct Moment {
    let mark: Mark
    let tree: Tree
    let written: [UInt8]
  }

  @Test func `a rollback gives the bytes and the values of its mark, and edits go on from there`() {
    rounds(120) { generator in
      let text = generator.document(values: 12)
      guard var tree = TreeReader.read(text) else { throw Mismatch(description: "not JSON") }
      var subject = Subject(guide: generator.guide(to: tree))
      try subject.read(text)
      var moments: [Moment] = []
      var story: [String] = []
      do {
        for _ in 0..<12 {
          switch Int.random(in: 0...8, using: &generator.random) {
          case 0...2:
            story.append("look")
            try subject.look(into: tree, using: &generator)
          case 3, 4:
            story.append("mark")
            let written = subject.written()
            moments.append(
              Moment(mark: subject.document.mark(), tree: tree.copy(), written: written))
          case 5 where !moments.isEmpty:
            let index = Int.random(in: moments.indices, using: &generator.random)
            story.append("back to \(index)")
            subject.document.rollBack(to: moments[index].mark)
            tree = moments[index].tree.copy()
            try check(
              subject.written() == moments[index].written,
              "\(shown(subject.written()).debugDescription)")
            moments.removeSubrange(index...)
            if generator.once(in: 3) {
              try subject.compare(subject.document.root, with: tree, using: &generator)
            }
          default:
            let copy = tree.copy()
            let edit = generator.edit(of: copy)
            story.append("\(edit)")
            try subject.apply(edit, to: tree, using: &generator)
            tree = try copy.apply(edit)
          }
        }
        try subject.compare(subject.document.root, with: tree, using: &generator)
        try EditingTests.check(subject.written(), is: tree, isCompact: false)
      } catch {
        throw Mismatch(description: "\(error) behind \(story)")
      }
    }
  }

  @Test func `an edit behind a rollback is written, whatever was opened meanwhile`() {
    rounds(250) { generator in
      let text = generator.document(values: 16, isContainer: true)
      guard let tree = TreeReader.read(text) else { throw Mismatch(description: "not JSON") }
      var subject = Subject(guide: generator.once(in: 2) ? .nothing : generator.guide(to: tree))
      try subject.read(text)
      try subject.look(into: tree, using: &generator)
      let mark = subject.document.mark()
      try subject.look(into: tree, using: &generator)
      if generator.once(in: 2) {
        let edit = generator.edit(of: tree)
        try subject.apply(edit, to: tree, using: &generator)
      }
      subject.document.rollBack(to: mark)
      if generator.once(in: 2) { try subject.look(into: tree, using: &generator) }
      let copy = tree.copy()
      let edit = generator.edit(of: copy)
      try subject.apply(edit, to: tree, using: &generator)
      try EditingTests.check(subject.written(), is: copy.apply(edit), isCompact: false)
    }
  }

  @Test func `what was opened and taken back is edited as if it had never been`() throws {
    var subject = Subject()
    try subject.read(Array(#"{"a":{"b":{"c":[1]}}}"#.utf8))
    var node = subject.document.root
    for _ in 0..<2 { node = try #require(try subject.items(of: node).first) }
    let mark = subject.document.mark()
    _ = try subject.items(of: node)
    subject.document.rollBack(to: mark)
    let list = try #require(try subject.items(of: node).first)
    _ = subject.document.append(subject.values[0], key: nil, to: list)
    #expect(shown(subject.written()) == #"{"a":{"b":{"c":[1,0]}}}"#)
  }
}

extension Subject {
  /// Opens a few places.
  fileprivate mutating func look(
    into tree: Tree, using generator: inout RandomText
  ) throws {
    let places = tree.places
    for _ in 0..<2 {
      let place = generator.one(of: places)
      let node = try node(at: place, from: document.root, of: tree, using: &generator)
      if generator.once(in: 2) { _ = try items(of: node) }
    }
  }
}
