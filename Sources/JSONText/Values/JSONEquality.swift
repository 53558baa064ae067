extension JSON: Hashable {
  /// Whether both mean the same JSON.
  public static func == (left: JSON, right: JSON) -> Bool {
    // Pairs of containers of the same kind and size; in objects the right value is found by key.
    var open: [(left: JSON, right: JSON, next: Int)] = []
    guard areAlike(left, right) else { return false }
    open.append((left, right, 0))
    while let (left, right, position) = open.last {
      var pair: (JSON, JSON)?
      switch (left, right) {
      case (.array(let left), .array(let right)) where position < left.count:
        pair = (left[position], right[position])
      case (.object(let left), .object(let right)) where position < left.count:
        let (key, value) = left[position]
        guard let other = right[key] else { return false }
        pair = (value, other)
      default:
        break
      }
      guard let pair else {
        open.removeLast()
        continue
      }
      guard areAlike(pair.0, pair.1) else { return false }
      open[open.count - 1].next += 1
      if pair.0.isContainer { open.append((pair.0, pair.1, 0)) }
    }
    return true
  }

  /// Feeds the value to the hasher, the same for all that is equal.
  public func hash(into hasher: inout Hasher) {
    var open: [OpenHash] = []
    var walk = JSONWalk(self)
    while let step = walk.next() {
      let finished: Int
      switch step {
      case .enter(let value, let key, _):
        if let key { open[open.count - 1].startMember(key) }
        if value.isContainer {
          open.append(OpenHash())
          continue
        }
        finished = value.scalarHash
      case .leave(let container):
        finished = open.removeLast().end(container)
      }
      if open.isEmpty {
        hasher.combine(finished)
      } else {
        open[open.count - 1].add(finished)
      }
    }
  }

  /// Whether two scalars are equal, or two containers of the same kind and size.
  private static func areAlike(_ left: JSON, _ right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): ByteString.areEqual(left, right)
    case (.array(let left), .array(let right)): left.count == right.count
    case (.object(let left), .object(let right)): left.count == right.count
    default: false
    }
  }

  private var scalarHash: Int {
    var hasher = Hasher()
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value ? 1 : 2)
    case .number(let value):
      hasher.combine(3)
      hasher.combine(value)
    case .string(let value):
      hasher.combine(4)
      ByteString.hash(value, into: &hasher)
    case .array, .object: break
    }
    return hasher.finalize()
  }

  /// Whether this is an array or an object.
  package var isContainer: Bool {
    switch self {
    case .array, .object: true
    case .null, .bool, .number, .string: false
    }
  }
}

/// The hash of a container that is still being walked: a number, fed to what is around it.
private struct OpenHash {
  private var hasher = Hasher()
  private var members = 0
  private var isMember = false

  mutating func startMember(_ key: String) {
    isMember = true
    ByteString.hash(key, into: &hasher)
  }

  /// Adds an element in order, or a member's value in whatever order.
  mutating func add(_ hash: Int) {
    hasher.combine(hash)
    guard isMember else { return }
    members &+= hasher.finalize()
    hasher = Hasher()
  }

  consuming func end(_ container: JSON) -> Int {
    switch container {
    case .array(let elements):
      hasher.combine(5)
      hasher.combine(elements.count)
    case .object(let object):
      hasher.combine(6)
      hasher.combine(object.count)
      hasher.combine(members)
    case .null, .bool, .number, .string: break
    }
    return hasher.finalize()
  }
}
