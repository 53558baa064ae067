import JSONMigrationCore

/// A line of a `.gitignore`, as git reads it.
struct IgnorePattern: Sendable {
  private enum Part: Sendable {
    /// `**`: any number of folders, and none.
    case anyFolders
    case name([Element])
  }

  fileprivate enum Element: Hashable, Sendable {
    /// `*`
    case any
    /// `?`
    case one
    case byte(UInt8)
    /// `[a-z]`
    case oneOf(Set<UInt8>)
  }

  /// Whether what fits is not ignored after all: the line begins with `!`.
  let isException: Bool
  private let onlyFolders: Bool
  private let parts: [Part]
  /// Whether it is about names, in whatever folder.
  private let isName: Bool
  private let hasAnyFolders: Bool

  /// Nil where the line says nothing: it is empty or a comment, or nothing can fit.
  init?(_ line: some Collection<UInt8>) {
    var line = Self.withoutSpaces(line)
    if line.isEmpty || line.first == UInt8(ascii: "#") { return nil }
    isException = line.first == UInt8(ascii: "!")
    if isException { line.removeFirst() }
    onlyFolders = line.last == UInt8(ascii: "/")
    if onlyFolders { line.removeLast() }
    isName = !line.contains(UInt8(ascii: "/"))
    if line.first == UInt8(ascii: "/") { line.removeFirst() }
    if line.isEmpty { return nil }
    var parts: [Part] = []
    for name in line.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      // More stars than two are no other.
      if name.count > 1, name.allSatisfy({ $0 == UInt8(ascii: "*") }) {
        parts.append(.anyFolders)
      } else {
        guard let elements = Self.elements(name) else { return nil }
        parts.append(.name(elements))
      }
    }
    self.parts = parts
    hasAnyFolders = parts.contains { if case .anyFolders = $0 { true } else { false } }
  }

  /// Whether it fits; `path` leads there from the folder of the `.gitignore`.
  func fits(_ path: ArraySlice<[UInt8]>, isFolder: Bool) -> Bool {
    if onlyFolders && !isFolder { return false }
    if isName, let last = path.last {
      return parts.allSatisfy { Self.fits(last, $0) }
    }
    if !hasAnyFolders {
      return path.count == parts.count && zip(path, parts).allSatisfy { Self.fits($0, $1) }
    }
    return fitsThroughFolders(path)
  }

  /// For each name of the path in turn, after how many parts it may stand: this takes the product
  /// of the lengths, whatever the stars.
  private func fitsThroughFolders(_ path: ArraySlice<[UInt8]>) -> Bool {
    var states = Array(repeating: false, count: parts.count + 1)
    states[0] = true
    // A `**` in front of other parts need not be any folder; at the end it takes at least one name.
    func follow() {
      for (index, part) in parts.enumerated().dropLast() where states[index] {
        if case .anyFolders = part { states[index + 1] = true }
      }
    }
    follow()
    for name in path {
      var next = Array(repeating: false, count: parts.count + 1)
      for (index, part) in parts.enumerated() where states[index] && Self.fits(name, part) {
        if case .anyFolders = part { next[index] = true }
        if case .name = part { next[index + 1] = true }
        if index == parts.count - 1 { next[index + 1] = true }
      }
      states = next
      follow()
    }
    return states[parts.count]
  }

  private static func fits(_ name: [UInt8], _ part: Part) -> Bool {
    guard case .name(let pattern) = part else { return true }
    return Wildcards.fit(name, pattern, isAny: { $0 == .any }) { $0.fits($1) }
  }
}

// MARK: - Reading

extension IgnorePattern {
  /// Without white space at the end, unless there is a backslash before it.
  private static func withoutSpaces(_ line: some Collection<UInt8>) -> [UInt8] {
    var line = Array(line)
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    while let last = line.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") {
      let backslashes = line.dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      if !backslashes.isMultiple(of: 2) { break }
      line.removeLast()
    }
    return line
  }

  /// Nil where nothing can fit: a backslash at the end, a bracket that isn't closed.
  private static func elements(_ name: ArraySlice<UInt8>) -> [Element]? {
    var rest = name
    var elements: [Element] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "*"): elements.append(.any)
      case UInt8(ascii: "?"): elements.append(.one)
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst() else { return nil }
        elements.append(.byte(next))
      case UInt8(ascii: "["):
        guard let set = set(&rest) else { return nil }
        elements.append(.oneOf(set))
      default: elements.append(.byte(byte))
      }
    }
    return elements
  }

  /// What stands in brackets, behind the first of them.
  private static func set(_ rest: inout ArraySlice<UInt8>) -> Set<UInt8>? {
    var members: Set<UInt8> = []
    let isOpposite = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isOpposite { rest.removeFirst() }
    var isFirst = true
    while var byte = rest.popFirst() {
      if byte == UInt8(ascii: "]"), !isFirst {
        return isOpposite ? Set(UInt8.min...UInt8.max).subtracting(members) : members
      }
      isFirst = false
      if byte == UInt8(ascii: "["), rest.first == UInt8(ascii: ":"),
        let end = rest.indices.first(where: { rest[$0...].starts(with: ":]".utf8) })
      {
        guard let named = named(rest[(rest.startIndex + 1)..<end]) else { return nil }
        members.formUnion(named)
        rest = rest[(end + 2)...]
        continue
      }
      if byte == UInt8(ascii: "\\") {
        guard let next = rest.popFirst() else { return nil }
        byte = next
      }
      var last = byte
      if rest.first == UInt8(ascii: "-"), let end = rest.dropFirst().first,
        end != UInt8(ascii: "]")
      {
        rest = rest.dropFirst(2)
        last = end
        if end == UInt8(ascii: "\\") {
          guard let next = rest.popFirst() else { return nil }
          last = next
        }
      }
      // Where a range begins counts alone as well, though it may end before that.
      members.insert(byte)
      if byte <= last { members.formUnion(byte...last) }
    }
    return nil
  }

  /// The letters of a class such as `[:digit:]`.
  private static func named(_ name: ArraySlice<UInt8>) -> Set<UInt8>? {
    let digits = Set("0123456789".utf8)
    let lower = Set(UInt8(ascii: "a")...UInt8(ascii: "z"))
    let upper = Set(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    let visible = Set(UInt8(ascii: "!")...UInt8(ascii: "~"))
    switch String(decoding: name, as: UTF8.self) {
    case "digit": return digits
    case "lower": return lower
    case "upper": return upper
    case "alpha": return lower.union(upper)
    case "alnum": return lower.union(upper).union(digits)
    case "xdigit": return digits.union("abcdefABCDEF".utf8)
    case "space": return Set(" \t\n\u{b}\u{c}\r".utf8)
    case "blank": return Set(" \t".utf8)
    case "punct": return visible.subtracting(lower).subtracting(upper).subtracting(digits)
    case "graph": return visible
    case "print": return visible.union(" ".utf8)
    case "cntrl": return Set(0..<32).union([127])
    default: return nil
    }
  }
}

extension IgnorePattern.Element {
  func fits(_ byte: UInt8) -> Bool {
    switch self {
    case .any: false
    case .one: true
    case .byte(let own): own == byte
    case .oneOf(let set): set.contains(byte)
    }
  }
}
