import JSONText

/// Edits in a few words, for tests that show what comes out of them.
///
///     add b.c x 1      a member, last          rename b.c x     another key
///     put l 0 1        an element at an index  replace b 1
///     move b.c e x     as a member, last       remove b.c
///     push b.c l       as an element, last     wrap b, wrap b x
///     unwrap b.c       in its container's place
struct Script: ~Copyable {
  var document: Document

  init(_ text: String, guide: Guide = .nothing) throws {
    document = Document(guide: guide)
    document.load(text.utf8)
    try document.read()
  }

  var written: String {
    mutating get {
      var out = ByteBuffer()
      try? document.write(into: &out)
      return shown(out.view[0..<out.count])
    }
  }

  mutating func node(_ path: Substring) throws -> NodeID {
    var node = document.root
    for name in path.split(separator: ".") where name != "$" {
      let next =
        try Int(name).map { index in try document.element(at: index, of: node) }
        ?? document.member(named: Array(name.utf8), of: node).first
      guard let next else { throw Mismatch(description: "no \(path)") }
      node = next
    }
    return node
  }

  mutating func run(_ edits: String) throws {
    for edit in edits.split(separator: ";") {
      let words = edit.split(separator: " ", maxSplits: 3)
      let node = try node(words[1])
      func key(_ index: Int) -> Key { document.make(key: Array(words[index].utf8)) }
      switch words[0] {
      case "add":
        let value = document.make(json: Array(words[3].utf8))
        _ = document.append(value, key: key(2), to: node)
      case "put":
        let index = Int(words[2]) ?? 0
        let previous = index == 0 ? nil : try document.element(at: index - 1, of: node)
        let value = document.make(json: Array(words[3].utf8))
        _ = document.insert(value, key: nil, in: node, after: previous)
      case "rename": document.rename(node, to: key(2))
      case "replace":
        document.replaceValue(of: node, with: document.make(json: Array(words[2].utf8)))
      case "remove": document.remove(node)
      case "move", "push":
        let target = try self.node(words[2])
        try document.openItems(of: target)
        document.move(
          node, key: words.count > 3 ? key(3) : nil, to: target,
          after: document.lastItem(of: target))
      case "wrap": _ = document.wrap(node, under: words.count > 2 ? key(2) : nil)
      case "unwrap": document.unwrap(node)
      default: throw Mismatch(description: "what is \(words[0])?")
      }
    }
  }
}
