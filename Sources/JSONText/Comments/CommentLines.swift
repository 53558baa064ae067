extension CommentWeaver {
  /// What stands between two items in the new text.
  struct Separator {
    /// The white space in front of the comma, and what is behind; without one all is behind.
    var front: [UInt8] = []
    var behind: [UInt8]
    let hasComma: Bool

    init(_ gap: ArraySlice<UInt8>) {
      let comma = gap.firstIndex(of: 0x2C)
      hasComma = comma != nil
      if let comma { front = Array(gap[..<comma]) }
      behind = Array(gap[(comma.map { $0 + 1 } ?? gap.startIndex)...])
    }

    /// Whether the comma begins a line.
    var isCommaFirst: Bool { front.contains(0x0A) }
    /// Whether what is behind a comma stands on its line.
    var isOnLine: Bool { hasComma && !behind.contains(0x0A) }
  }
}

/// Comments and white space, line by line.
extension [UInt8] {
  /// Whether what follows has to be on another line: the last comment is one of a line.
  var endsLine: Bool { lineComment != nil }

  /// Where a comment begins that takes the rest of the last line, with the white space before it.
  var lineComment: Int? {
    let line = self[(lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)...]
    var index = line.startIndex
    while index + 1 < line.endIndex {
      if line[index] == 0x2F, line[index + 1] == 0x2F {
        return line[..<index].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? line.startIndex
      }
      if line[index] == 0x2F, line[index + 1] == 0x2A {
        index += 2
        while index + 1 < line.endIndex, line[index] != 0x2A || line[index + 1] != 0x2F {
          index += 1
        }
        index += 2
      } else if line[index] == 0x2A, line[index + 1] == 0x2F {
        index += 2
      } else {
        index += 1
      }
    }
    return nil
  }

  /// The white space behind the last line break; nil where there is none.
  var indent: [UInt8]? {
    lastIndex(of: 0x0A).map { Array(self[($0 + 1)...].prefix(while: isSpace)) }
  }

  /// Puts a line break into white space that has none.
  mutating func needsBreak(_ newline: [UInt8], _ indent: [UInt8]) {
    if !contains(0x0A) { self = newline + indent }
  }

  /// The same lines with other white space in front of those that have the old one.
  func indented(from old: [UInt8], to new: [UInt8]) -> [UInt8] {
    if old == new { return self }
    var result: [UInt8] = []
    var rest = self[...]
    while let feed = rest.firstIndex(of: 0x0A) {
      result += rest[...feed]
      rest = rest[(feed + 1)...]
      if rest.starts(with: old), !old.isEmpty || ![0x0A, 0x0D].contains(rest.first) {
        result += new
        rest = rest.dropFirst(old.count)
      }
    }
    return result + rest
  }
}

extension ArraySlice<UInt8> {
  /// The white space in front of a line, and what is behind it.
  var indented: (indent: Self, rest: Self, isEmpty: Bool) {
    let indent = prefix { $0 == 0x20 || $0 == 0x09 }
    let rest = self[indent.endIndex...]
    return (indent, rest, indent.isEmpty && rest.allSatisfy(isSpace))
  }
}
