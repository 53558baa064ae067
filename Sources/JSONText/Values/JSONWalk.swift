/// Visits a value and everything in it, in document order, without recursion.
///
/// A debug build needs a kilobyte of stack and more for each level of a recursive function, and
/// 1,024 levels have to fit a thread of 512 KiB.
struct JSONWalk: IteratorProtocol {
  enum Step {
    /// A value: its key if it is a member, and how many stand before it in its container. If it is
    /// an array or object, what it holds comes next, and then `leave`.
    case enter(JSON, key: String?, position: Int)
    /// The end of an array or object.
    case leave(JSON)
  }

  private var root: JSON?
  private let isSorted: Bool
  private var open: [(container: JSON, next: Int)] = []

  /// How many containers are open.
  var depth: Int { open.count }

  /// `isSorted` visits members by the bytes of their keys, and not in their order.
  init(_ root: JSON, isSorted: Bool = false) {
    self.root = root
    self.isSorted = isSorted
  }

  mutating func next() -> Step? {
    guard let (container, position) = open.last else {
      defer { root = nil }
      return root.map { enter($0, key: nil, position: 0) }
    }
    switch container {
    case .array(let elements) where position < elements.count:
      open[open.count - 1].next += 1
      return enter(elements[position], key: nil, position: position)
    case .object(let members) where position < members.count:
      open[open.count - 1].next += 1
      let (key, value) = members[position]
      return enter(value, key: key, position: position)
    default:
      open.removeLast()
      return .leave(container)
    }
  }

  private mutating func enter(_ value: JSON, key: String?, position: Int) -> Step {
    switch value {
    case .object(let members) where isSorted:
      var sorted = JSONObject(capacity: members.count)
      for (key, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
      {
        sorted[key] = value
      }
      open.append((.object(sorted), 0))
    case .array, .object: open.append((value, 0))
    case .null, .bool, .number, .string: break
    }
    return .enter(value, key: key, position: position)
  }
}

extension JSON {
  /// How many arrays and objects stand inside each other.
  package var levels: Int {
    var walk = JSONWalk(self)
    var levels = 0
    while walk.next() != nil { levels = max(levels, walk.depth) }
    return levels
  }
}
