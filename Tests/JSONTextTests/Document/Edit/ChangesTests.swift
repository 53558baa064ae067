import JSONText
import TestSupport
import Testing

@Suite struct ChangesTests {
  @Test func `a document is the same as at a mark where it means the same JSON`() {
    var counts = (same: 0, other: 0)
    let share = Amount.of(2, thorough: 1)
    rounds(300 / share) { generator in
      let text = generator.document(values: 12, isContainer: true)
      guard var tree = TreeReader.read(text) else { throw Mismatch(description: "not JSON") }
      var subject = Subject(guide: generator.guide(to: tree))
      try subject.read(text)
      if generator.once(in: 2) {
        let copy = tree.copy()
        let edit = generator.edit(of: copy)
        try subject.apply(edit, to: tree, using: &generator)
        tree = try copy.apply(edit)
      }
      let before = subject.written()
      let mark = subject.document.mark()
      for _ in 0..<Int.random(in: 1...2, using: &generator.random) {
        let copy = tree.copy()
        let edit = generator.shuffle(of: copy) ?? generator.edit(of: copy)
        try subject.apply(edit, to: tree, using: &generator)
        tree = try copy.apply(edit)
      }
      let after = subject.written()
      let isSame = try subject.document.isSame(asAt: mark)
      try check(subject.written() == after, "the comparison changed the document")
      // What has a key twice has no value to compare with.
      if let old = try? JSON(parsing: before), let new = try? JSON(parsing: after) {
        try check(isSame == (old == new), "\(shown(before)) and \(shown(after)): \(isSame)")
        if isSame { counts.same += 1 } else { counts.other += 1 }
      }
      subject.document.rollBack(to: mark)
      try check(subject.written() == before, "\(shown(subject.written())) is taken back")
    }
    // Half of them have a key twice. With any seed there are several times as many as this.
    #expect(counts.same * share > 8 && counts.other * share > 20, "\(counts)")
  }

  @Test func `positions that were counted before are those that are`() {
    var told = 0
    rounds(300) { generator in
      let text = generator.document(values: 12, isContainer: true)
      guard var tree = TreeReader.read(text) else { throw Mismatch(description: "not JSON") }
      var subject = Subject(guide: generator.guide(to: tree))
      try subject.read(text)
      try subject.document.openEverything(in: subject.document.root)
      var positions = Positions()
      var mark = subject.document.mark()
      for _ in 0..<4 {
        let copy = tree.copy()
        let edit = generator.edit(of: copy)
        try subject.apply(edit, to: tree, using: &generator)
        tree = try copy.apply(edit)
        var none = Positions()
        let counted = try subject.document.changes(since: mark, &none)
        let changes = try subject.document.changes(since: mark, &positions)
        for (change, expected) in zip(changes, counted) {
          try check(
            change.before?.path == expected.before?.path
              && change.after?.path == expected.after?.path, "\(change) for \(expected)")
          try subject.document.openEverything(in: change.item)
          told += 1
        }
        try check(changes.count == counted.count, "\(changes.count) for \(counted.count)")
        mark = subject.document.mark()
      }
    }
    #expect(told > 300, "\(told)")
  }

  @Test func `positions stay right while elements go, come and move`() {
    rounds(40) { generator in
      let text = Array("[[],[\((0..<24).map(String.init).joined(separator: ","))]]".utf8)
      var subject = Subject(guide: .everything)
      try subject.read(text)
      let root = subject.document.root
      try subject.document.openEverything(in: root)
      let lists = subject.elements(of: root)
      var positions = Positions()
      var mark = subject.document.mark()
      for element in lists.flatMap({ subject.elements(of: $0) }) {
        _ = try subject.document.path(of: element, &positions)
      }
      for _ in 0..<40 {
        for _ in 0..<Int.random(in: 1...3, using: &generator.random) {
          let list = lists[Int.random(in: 0...1, using: &generator.random)]
          let elements = subject.elements(of: list)
          let one = elements.randomElement(using: &generator.random)
          let value = subject.document.make(json: Array("[]".utf8))
          switch Int.random(in: 0..<12, using: &generator.random) {
          case 0..<6: if let one { subject.document.remove(one) }
          case 6..<8: _ = subject.document.append(value, key: nil, to: list)
          case 8: if let one { _ = subject.document.wrap(one, under: nil) }
          case 9: _ = subject.document.insert(value, key: nil, in: list, after: one)
          case 10:
            if let one { subject.document.move(one, key: nil, to: lists[1], after: nil) }
          default:
            if let one { subject.document.move(one, key: nil, to: lists[0], after: nil) }
          }
        }
        _ = try subject.document.changes(since: mark, &positions)
        mark = subject.document.mark()
        for element in lists.flatMap({ subject.elements(of: $0) }) {
          let path = try subject.document.path(of: element, &positions)
          try check(path == subject.document.path(of: element), path)
        }
      }
    }
  }

  @Test func `a mark that was let go leaves no journal`() throws {
    var subject = Subject()
    try subject.read(Array(#"{"a":[1]}"#.utf8))
    let mark = subject.document.mark()
    let list = try #require(try subject.items(of: subject.document.root).first)
    _ = subject.document.append(subject.values[0], key: nil, to: list)
    subject.document.forget(mark)
    let again = subject.document.mark()
    #expect(try subject.document.isSame(asAt: again))
    subject.document.rollBack(to: again)
    #expect(shown(subject.written()) == #"{"a":[1,0]}"#)
  }
}

extension RandomText {
  /// Often the move of a member to another place in its object.
  fileprivate mutating func shuffle(of tree: Tree) -> Edit? {
    let members = tree.places.filter { tree[$0].key != nil }
    if members.isEmpty || once(in: 4) { return nil }
    let place = one(of: members)
    guard let key = tree[place].key,
      let index = Subject.names.firstIndex(of: key)
    else { return nil }
    let parent = Array(place.dropLast())
    return .move(
      place, to: parent,
      at: Int.random(in: 0..<tree[parent].items.count, using: &random), key: index)
  }
}

extension Subject {
  fileprivate func elements(of list: NodeID) -> [NodeID] {
    var elements: [NodeID] = []
    var items = document.items(of: list)
    while let item = items.next(in: document) { elements.append(item) }
    return elements
  }
}
