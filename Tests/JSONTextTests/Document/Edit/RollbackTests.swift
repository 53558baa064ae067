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

  @Test func `keys of a wide object are found, whatever went, came and was taken back`() {
    rounds(120) { generator in
      var subject = Subject()
      let members = (0..<40).map { #""m\#($0)":\#($0)"# }
      try subject.read(Array("{\(members.joined(separator: ","))}".utf8))
      let root = subject.document.root
      var marks: [Mark] = []
      for _ in 0..<60 {
        let key = Int.random(in: 0..<3, using: &generator.random)
        let item = generator.one(of: Array(try subject.items(of: root).suffix(5)))
        switch Int.random(in: 0...8, using: &generator.random) {
        case 0: marks.append(subject.document.mark())
        case 1 where !marks.isEmpty:
          let index = Int.random(in: marks.indices, using: &generator.random)
          subject.document.rollBack(to: marks[index])
          marks.removeSubrange(index...)
        case 2, 3: subject.document.remove(item)
        case 4: subject.document.rename(item, to: subject.keys[key])
        case 5: subject.document.move(item, key: subject.keys[key], to: root, after: nil)
        default: _ = subject.document.append(subject.values[0], key: subject.keys[key], to: root)
        }
        for key in 0..<3 {
          let found = try subject.items(of: root).filter {
            subject.document.key(of: $0) == RandomText.names[key]
          }
          let expected: Document.Member =
            found.isEmpty ? .none : found.count == 1 ? .one(found[0]) : .several(found[0])
          let member = try subject.document.member(subject.keys[key], of: root)
          try check(member == expected, "\(member) for \(expected)")
        }
      }
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
