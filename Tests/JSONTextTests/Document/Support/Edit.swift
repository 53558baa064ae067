import JSONText

/// One edit, as data: it can be made on a tree and on any number of documents.
enum Edit {
  case replace([Int], value: Int)
  case rename([Int], key: Int)
  case remove([Int])
  case insert(in: [Int], at: Int, key: Int?, value: Int)
  case copy([Int], to: [Int], at: Int, key: Int?)
  /// The index is that among the items without the one that moves.
  case move([Int], to: [Int], at: Int, key: Int?)
  case wrap([Int], key: Int?)
  case unwrap([Int])
}

extension RandomText {
  mutating func edit(of tree: Tree) -> Edit {
    let places = tree.places
    let place = one(of: places)
    let isMember = tree[place].quotedKey != nil
    let key = Int.random(in: Subject.names.indices, using: &random)
    let value = Int.random(in: Subject.values.indices, using: &random)
    switch Int.random(in: 0...9, using: &random) {
    case 0: return .replace(place, value: value)
    case 1 where isMember: return .rename(place, key: key)
    case 2 where !place.isEmpty, 3 where !place.isEmpty: return .remove(place)
    case 4 where !place.isEmpty:
      // Not into itself.
      let target = one(of: places.filter { tree[$0].isContainer && !$0.starts(with: place) })
      let isSame = target == Array(place.dropLast())
      let count = tree[target].items.count - (isSame ? 1 : 0)
      return .move(
        place, to: target, at: index(upTo: count), key: tree[target].shape == .object ? key : nil)
    case 5: return .wrap(place, key: once(in: 2) ? key : nil)
    case 6 where !place.isEmpty: return .unwrap(place)
    case 7:
      let targets = places.filter { tree[$0].isContainer }
      if targets.isEmpty { return .wrap(place, key: nil) }
      let target = one(of: targets)
      return .copy(
        place, to: target, at: index(upTo: tree[target].items.count),
        key: tree[target].shape == .object ? key : nil)
    default:
      let targets = places.filter { tree[$0].isContainer }
      if targets.isEmpty { return .replace(place, value: value) }
      let target = one(of: targets)
      return .insert(
        in: target, at: index(upTo: tree[target].items.count),
        key: tree[target].shape == .object ? key : nil, value: value)
    }
  }

  /// The ends come more often.
  private mutating func index(upTo count: Int) -> Int {
    once(in: 3) ? count : once(in: 3) ? 0 : Int.random(in: 0...count, using: &random)
  }
}

extension Tree {
  /// A key as it is written where nobody has spelled it yet.
  static func quoted(_ name: [UInt8]) -> [UInt8] {
    let short: [UInt8: String] = [
      0x22: #"\""#, 0x5C: #"\\"#, 8: #"\b"#, 9: #"\t"#, 10: #"\n"#, 12: #"\f"#, 13: #"\r"#,
    ]
    return [0x22]
      + name.flatMap { byte -> [UInt8] in
        if let short = short[byte] { return Array(short.utf8) }
        guard byte < 0x20 else { return [byte] }
        return Array(((byte < 0x10 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16)).utf8)
      } + [0x22]
  }

  private static func made(_ value: Int) -> Tree? {
    let tree = TreeReader.read(Subject.values[value])
    tree?.forgetOriginal()
    return tree
  }

  private func forgetOriginal() {
    original = nil
    for item in items { item.forgetOriginal() }
  }

  /// Makes the edit on the tree; gives its root.
  func apply(_ edit: Edit) throws -> Tree {
    func exchange(_ place: [Int], for new: Tree) -> Tree {
      new.quotedKey = self[place].quotedKey
      guard let last = place.last else { return new }
      let parent = self[Array(place.dropLast())]
      parent.touch()
      parent.items.remove(at: last)
      parent.add(new, at: last)
      return self
    }
    func take(_ place: [Int]) -> Tree {
      let parent = self[Array(place.dropLast())]
      parent.touch()
      return parent.items.remove(at: place.last ?? 0)
    }
    switch edit {
    case .replace(let place, let value):
      return exchange(place, for: try Self.made(value) ?? Mismatch.fail("a bad value"))
    case .rename(let place, let key):
      self[place].parentTouched().quotedKey = Self.quoted(Subject.names[key])
    case .remove(let place):
      _ = take(place)
    case .insert(let place, let index, let key, let value):
      let item = try Self.made(value) ?? Mismatch.fail("a bad value")
      item.quotedKey = key.map { Self.quoted(Subject.names[$0]) }
      self[place].touch()
      self[place].add(item, at: index)
    case .copy(let place, let target, let index, let key):
      let item = self[place].copy()
      item.forgetOriginal()
      item.quotedKey = key.map { Self.quoted(Subject.names[$0]) }
      let target = self[target]
      target.touch()
      target.add(item, at: index)
    case .move(let place, let target, let index, let key):
      let target = self[target]
      let item = take(place)
      item.quotedKey = key.map { Self.quoted(Subject.names[$0]) }
      target.touch()
      target.add(item, at: index)
    case .wrap(let place, let key):
      let item = self[place]
      let container = Tree(key == nil ? .array : .object)
      let root = exchange(place, for: container)
      item.quotedKey = key.map { Self.quoted(Subject.names[$0]) }
      container.add(item)
      return root
    case .unwrap(let place):
      return exchange(Array(place.dropLast()), for: self[place])
    }
    return self
  }

  private func parentTouched() -> Tree {
    parent?.touch()
    return self
  }
}

extension Mismatch {
  static func fail<Result>(_ description: String) throws -> Result {
    throw Mismatch(description: description)
  }
}

extension Subject {
  /// Makes the edit on the document, which so far is as the tree.
  mutating func apply(
    _ edit: Edit, to tree: Tree, using generator: inout RandomText
  ) throws {
    let root = document.root
    func known(_ key: [UInt8]?, _ generator: inout RandomText) -> Key? {
      guard let key, generator.once(in: 2) else { return nil }
      return Self.names.firstIndex(of: key).map { keys[$0] }
    }
    switch edit {
    case .replace(let place, let value):
      let node = try node(at: place, from: root, of: tree, using: &generator)
      document.replaceValue(of: node, with: values[value])
    case .rename(let place, let key):
      let node = try node(at: place, from: root, of: tree, using: &generator)
      document.rename(node, from: known(tree[place].key, &generator), to: keys[key])
    case .remove(let place):
      let node = try node(at: place, from: root, of: tree, using: &generator)
      document.remove(node, key: known(tree[place].key, &generator))
    case .insert(let place, let index, let key, let value):
      let parent = try node(at: place, from: root, of: tree, using: &generator)
      let key = key.map { keys[$0] }
      if index == tree[place].items.count, index == 0 || generator.once(in: 2) {
        _ = document.append(values[value], key: key, to: parent)
      } else {
        let previous = try previous(index, in: parent, of: tree[place], using: &generator)
        _ = document.insert(values[value], key: key, in: parent, after: previous)
      }
    case .copy(let place, let target, let index, let key):
      let node = try node(at: place, from: root, of: tree, using: &generator)
      let text = try document.text(of: node)
      let parent = try self.node(at: target, from: root, of: tree, using: &generator)
      let previous = try previous(index, in: parent, of: tree[target], using: &generator)
      _ = document.insert(text, key: key.map { keys[$0] }, in: parent, after: previous)
    case .move(let place, let target, let index, let key):
      let node = try node(at: place, from: root, of: tree, using: &generator)
      let parent = try self.node(at: target, from: root, of: tree, using: &generator)
      // Among the items without the one that moves.
      let isBehind = target == Array(place.dropLast()) && index > place.last ?? 0
      let previous = try previous(
        isBehind ? index + 1 : index, in: parent, of: tree[target], using: &generator)
      guard previous != node else {
        // It stands behind the one before it.
        return document.move(
          node, key: key.map { keys[$0] }, to: parent, after: document.previousItem(before: node))
      }
      document.move(node, key: key.map { keys[$0] }, to: parent, after: previous)
    case .wrap(let place, let key):
      let node = try node(at: place, from: root, of: tree, using: &generator)
      _ = document.wrap(node, under: key.map { keys[$0] })
    case .unwrap(let place):
      let node = try node(at: place, from: root, of: tree, using: &generator)
      document.unwrap(node)
    }
  }

  private mutating func previous(
    _ index: Int, in parent: NodeID, of tree: Tree, using generator: inout RandomText
  ) throws -> NodeID? {
    index == 0
      ? nil : try node(at: [index - 1], from: parent, of: tree, using: &generator)
  }
}
