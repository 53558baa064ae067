import JSONText
import TestSupport
import Testing

/// The same edits, whatever was open when they came, give the same places.
@Suite struct `Paths after random edits` {
  /// A document with the keys and values that edits use.
  struct Edited: ~Copyable {
    static let keyCount = 12
    var document: Document
    private var evaluator: PathEvaluator
    let keys: [Key]
    let values: [ValueText]
    let everything: BoundPath

    init(_ guidance: Guidance, everything path: JSONPath) {
      let guide = guidance.guide(for: [[.every, .key(Array("a".utf8))], [.key(Array("n1".utf8))]])
      var constants = Constants()
      keys = (0..<Self.keyCount).map { constants.add(key: Array("n\($0)".utf8), guide: guide) }
      values = ["1", "[]", #"{"a":[2,{"b":3}]}"#].map { constants.add(value: Array($0.utf8)) }
      everything = path.bound(to: guide, constants: &constants)
      document = Document(guide: guide, constants: constants)
      evaluator = PathEvaluator(constants, root: document.root)
    }

    mutating func read(_ text: String) throws {
      document.load(text.utf8)
      try document.read()
    }

    /// The place that a normalized path names.
    mutating func node(at path: JSONPath) throws -> NodeID {
      var node = document.root
      for segment in path.query.segments {
        if let name = segment.name {
          node = try #require(try document.member(named: name, of: node).first)
        } else {
          let index = try #require(segment.index)
          node = try #require(try document.element(at: index, of: node))
        }
      }
      return node
    }

    mutating func places() throws -> [String] {
      evaluator.begin(at: document.root)
      return try evaluator.places(of: everything, from: document.root, in: &document)
        .map { document.path(of: $0) }
    }

    /// One edit, at the place and with the key and value that the numbers name.
    mutating func edit(_ kind: Int, at path: JSONPath, to other: JSONPath, key: Int) throws {
      let node = try node(at: path)
      let target = try self.node(at: other)
      let isMember = document.isMember(node)
      switch kind {
      case 0: document.remove(node)
      case 1: document.replaceValue(of: node, with: values[key % values.count])
      case 2 where isMember: document.rename(node, to: keys[key])
      case 3:
        guard let parent = document.parent(of: node) else { return }
        _ = document.insert(
          values[key % values.count], key: isMember ? keys[key] : nil, in: parent,
          after: key.isMultiple(of: 2) ? node : document.previousItem(before: node))
      case 4 where document.isContainer(target):
        var above = Optional(target)
        while let container = above, container != node { above = document.parent(of: container) }
        guard above == nil else { return }
        _ = document.count(of: target)
        document.move(
          node, key: document.kind(target) == .object ? keys[key] : nil, to: target,
          after: key.isMultiple(of: 2) ? document.lastItem(of: target) : nil)
      case 5: _ = document.wrap(node, under: key.isMultiple(of: 2) ? keys[key] : nil)
      default: break
      }
    }

    mutating func write() -> String {
      var out = ByteBuffer()
      try? document.write(into: &out)
      return String(decoding: out.view[0..<out.count], as: UTF8.self)
    }
  }

  @Test func `are the same however it was read`() throws {
    var random = Seeded()
    let everything = try JSONPath("$..*")
    for _ in 0..<150 {
      let values = (0..<3).map { _ in JSON.random(using: &random) }
      let text = JSON.object(["a": values[0], "b": values[1], "": values[2]]).description
      var reference = Edited(.all, everything: everything)
      try reference.read(text)
      var steps: [(kind: Int, path: JSONPath, other: JSONPath, key: Int)] = []
      for key in 0..<Int.random(in: 1...Edited.keyCount, using: &random) {
        let places = try reference.places()
        guard let place = places.randomElement(using: &random),
          let other = places.randomElement(using: &random)
        else { break }
        let kind = Int.random(in: 0...5, using: &random)
        steps.append((kind, try JSONPath(place), try JSONPath(other), key))
        try reference.edit(kind, at: steps[key].path, to: steps[key].other, key: key)
      }
      let story = "\(text) \(steps) \(random)"
      let expected = try reference.places()
      let written = try JSON(parsing: reference.write())
      #expect(try everything.find(in: reference.write()).map(\.path) == expected, "\(story)")
      for guidance in Guidance.allCases {
        var edited = Edited(guidance, everything: everything)
        try edited.read(text)
        for step in steps {
          try edited.edit(step.kind, at: step.path, to: step.other, key: step.key)
        }
        #expect(try JSON(parsing: edited.write()) == written, "\(guidance) \(story)")
        #expect(try edited.places() == expected, "\(guidance) \(story)")
        #expect(try JSON(parsing: edited.write()) == written, "\(guidance) \(story)")
      }
    }
  }
}
