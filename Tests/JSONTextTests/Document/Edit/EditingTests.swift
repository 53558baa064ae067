import JSONText
import Testing

@Suite struct EditingTests {
  /// Some edits, and the tree after each of them.
  static func story(
    from tree: Tree, using generator: inout RandomText
  ) throws -> (edits: [Edit], trees: [Tree]) {
    var edits: [Edit] = []
    var trees = [tree]
    for _ in 0..<Int.random(in: 1...8, using: &generator.random) {
      let copy = trees[trees.count - 1].copy()
      let edit = generator.edit(of: copy)
      edits.append(edit)
      trees.append(try copy.apply(edit))
    }
    return (edits, trees)
  }

  /// What is written is what the tree says, with the bytes of what nobody touched.
  static func check(_ written: [UInt8], is tree: Tree, isCompact: Bool) throws {
    guard let read = TreeReader.read(written) else {
      throw Mismatch(description: "written: \(shown(written))")
    }
    if let difference = tree.difference(from: read) {
      throw Mismatch(description: "\(difference) in \(shown(written))")
    }
    if isCompact, written != tree.compact {
      throw Mismatch(description: "\(shown(written)) in place of \(shown(tree.compact))")
    }
  }

  @Test func `edits change what they should and nothing else, under any guide`() {
    rounds(120) { generator in
      let isCompact = generator.once(in: 2)
      let text = generator.document(
        style: isCompact ? .compact : nil, values: generator.once(in: 2) ? 8 : 40)
      let isUniform = generator.style != .sloppy
      guard let tree = TreeReader.read(text) else { throw Mismatch(description: "not JSON") }
      let (edits, trees) = try Self.story(from: tree, using: &generator)
      var results: [[UInt8]] = []
      for guide in [.nothing, generator.guide(to: tree)] {
        var subject = Subject(guide: guide)
        try subject.read(text)
        for (index, edit) in edits.enumerated() {
          do {
            try subject.apply(edit, to: trees[index], using: &generator)
            if generator.once(in: 2) {
              try subject.compare(subject.document.root, with: trees[index + 1], using: &generator)
            }
            if generator.once(in: 3) || index == edits.count - 1 {
              let written = subject.written()
              try Self.check(written, is: trees[index + 1], isCompact: isCompact)
            }
          } catch {
            throw Mismatch(description: "\(error) behind \(edits[...index])")
          }
        }
        results.append(subject.written())
      }
      if isUniform, results[0] != results[1] {
        let same = zip(results[0], results[1]).prefix { $0 == $1 }.count
        let ends = results.map { shown($0.dropFirst(max(0, same - 80)).prefix(160)) }
        throw Mismatch(
          description: "\(ends[0].debugDescription) or \(ends[1].debugDescription)? \(edits)")
      }
    }
  }
}
