internal import JSONMigrationCore
package import JSONText

/// A way to a value of a document, as RFC 6901 has it: `/items/0/name`.
package struct JSONPointer: Hashable, Sendable {
  package private(set) var tokens: [String]

  package init(_ tokens: [String] = []) { self.tokens = tokens }

  /// Reads a pointer; nil where the text is none.
  package init?(_ text: String) {
    tokens = []
    if text.isEmpty { return }
    guard text.first == "/" else { return nil }
    for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let token = Self.unescaped(part) else { return nil }
      tokens.append(token)
    }
  }

  private static func unescaped(_ part: Substring) -> String? {
    var token = ""
    var scalars = part.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "~" else {
        token.unicodeScalars.append(scalar)
        continue
      }
      switch scalars.next() {
      case "0": token += "~"
      case "1": token += "/"
      default: return nil
      }
    }
    return token
  }

  /// The pointer to a child.
  package func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }

  /// Whether it leads into what another one leads to.
  func isInside(_ other: JSONPointer) -> Bool {
    tokens.count > other.tokens.count
      && zip(tokens, other.tokens).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// As it is written.
  package var text: String {
    tokens.reduce(into: "") { text, token in
      text += "/"
      for scalar in token.unicodeScalars {
        text += scalar == "~" ? "~0" : scalar == "/" ? "~1" : String(scalar)
      }
    }
  }

  /// The index that a token is, up to one of `count` elements; nil where it is none.
  static func index(_ token: String, upTo count: Int) -> Int? {
    let digits = token.utf8
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.count == 1 || digits.first != 0x30, let index = Int(token), index <= count
    else { return nil }
    return index
  }
}

extension JSON {
  /// The value that a pointer leads to.
  package subscript(pointer: JSONPointer) -> JSON? {
    var value = self
    for token in pointer.tokens {
      switch value {
      case .object(let members):
        guard let member = members[token] else { return nil }
        value = member
      case .array(let elements):
        guard let index = JSONPointer.index(token, upTo: elements.count - 1) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }
}
