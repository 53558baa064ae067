@testable import JSONText

/// The input's first line is edits, the rest a document: every guide agrees on whether it is JSON,
/// unedited it comes out as it went in, and edited it is still JSON, the same under each guide.
func check(_ input: [UInt8]) {
  let cut = input.firstIndex(of: 0x0A) ?? input.endIndex
  let edits = Array(input[..<cut].prefix(60))
  let text = Array(input[cut...].dropFirst())
  let guides = [
    Guide.nothing, .everything, Guide(paths: [[.key([0x61])], [.every, .key([0x62]), .some]]),
    Guide(paths: [[.descendants, .key([0x61])]]),
  ]
  var results: [[UInt8]?] = []
  for guide in guides {
    var trial = Trial(guide)
    guard trial.read(text) else {
      results.append(nil)
      continue
    }
    precondition(trial.written() == text, "not the same bytes")
    trial.edit(edits)
    let written = trial.written()
    var second = Trial(.everything)
    precondition(second.read(written), "not JSON: \(String(decoding: written, as: UTF8.self))")
    trial.compareAll(with: &second)
    results.append(minified(written))
  }
  precondition(results.allSatisfy { $0 == results[0] }, "the guides disagree")
}

private struct Trial: ~Copyable {
  var document: Document

  init(_ guide: Guide) { document = Document(guide: guide) }

  mutating func read(_ text: [UInt8]) -> Bool {
    // Twice, for the second time the keys are expected.
    document.load(text)
    try? document.read()
    return (try? document.read()) != nil
  }

  mutating func written() -> [UInt8] {
    var out = ByteBuffer()
    try? document.write(into: &out)
    return out.view[0..<out.count].array
  }

  mutating func items(of node: NodeID) -> [NodeID] {
    guard document.isContainer(node), (try? document.openItems(of: node)) != nil else { return [] }
    var result: [NodeID] = []
    var item = document.firstItem(of: node)
    while let current = item {
      result.append(current)
      item = document.nextItem(after: current)
    }
    return result
  }

  /// Some of the nodes, in the order of the text.
  mutating func someNodes() -> [NodeID] {
    var result = [document.root]
    var index = 0
    while index < result.count, result.count < 100 {
      result += items(of: result[index])
      index += 1
    }
    return result
  }

  mutating func edit(_ bytes: [UInt8]) {
    var marks: [(mark: Mark, written: [UInt8])] = []
    for index in stride(from: 0, to: bytes.count - 2, by: 3) {
      let nodes = someNodes()
      let node = nodes[Int(bytes[index + 1]) % nodes.count]
      let other = nodes[Int(bytes[index + 2]) % nodes.count]
      switch bytes[index] % 10 {
      case 8: marks.append((document.mark(), written()))
      case 9:
        guard let last = marks.popLast() else { continue }
        document.rollBack(to: last.mark)
        precondition(minified(written()) == minified(last.written), "not as at the mark")
      default: edit(bytes[index] % 10, node, other, bytes[index + 2])
      }
    }
  }

  private mutating func edit(_ kind: UInt8, _ node: NodeID, _ other: NodeID, _ byte: UInt8) {
    let key = document.make(key: [0x61 + byte % 3])
    let parent = document.parent(of: node)
    switch kind {
    case 0:
      let values = ["1", #"{"b":[1,{"a":[]}]}"#, #""x""#, "[]"]
      document.replaceValue(
        of: node, with: document.make(json: Array(values[Int(byte) % values.count].utf8)))
    case 1 where document.isMember(node): document.rename(node, to: key)
    case 2 where parent != nil: document.remove(node)
    case 3 where document.isContainer(node):
      guard let text = try? document.text(of: other) else { return }
      let isObject = document.kind(node) == .object
      _ = document.append(text, key: isObject ? key : nil, to: node)
    case 4 where parent != nil && document.isContainer(other) && !isInside(other, node):
      let isObject = document.kind(other) == .object
      document.move(node, key: isObject ? key : nil, to: other, after: nil)
    case 5: _ = document.wrap(node, under: byte % 2 == 0 ? nil : key)
    case 6 where parent != nil: document.unwrap(node)
    case 7: precondition((try? document.member(key, of: node)) != nil)
    default: break
    }
  }

  private func isInside(_ node: NodeID, _ outer: NodeID) -> Bool {
    var next: NodeID? = node
    while let node = next {
      if node == outer { return true }
      next = document.parent(of: node)
    }
    return false
  }

  /// What was edited is what reading the result gives, and members are found where they stand.
  mutating func compareAll(with other: inout Trial) {
    var pairs = [(document.root, other.document.root)]
    while let (left, right) = pairs.popLast() {
      precondition(document.kind(left) == other.document.kind(right))
      precondition(document.key(of: left) == other.document.key(of: right))
      if !document.isContainer(left) {
        precondition(
          document.scalarText(of: left).array == other.document.scalarText(of: right).array)
        continue
      }
      let (items, others) = (self.items(of: left), other.items(of: right))
      precondition(items.count == others.count && document.count(of: left) == items.count)
      pairs += zip(items, others)
      for name in [[0x61], [0x62], []] as [[UInt8]] where document.kind(left) == .object {
        guard let member = try? document.member(named: name, of: left) else { continue }
        let members = items.filter { document.key(of: $0) == name }
        let expected: Document.Member =
          members.isEmpty
          ? .none : members.count == 1 ? .one(members[0]) : .several(members[0])
        precondition(member == expected, "\(member), not \(expected)")
      }
    }
  }
}

/// JSON without the white space around its values.
private func minified(_ text: [UInt8]) -> [UInt8] {
  var result: [UInt8] = []
  var isInString = false
  var isEscaped = false
  for byte in text where isInString || byte > 0x20 {
    result.append(byte)
    if isEscaped {
      isEscaped = false
    } else if isInString, byte == 0x5C {
      isEscaped = true
    } else if byte == 0x22 {
      isInString.toggle()
    }
  }
  return result
}
