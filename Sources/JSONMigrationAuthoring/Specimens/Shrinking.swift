internal import JSONMigrationCore
package import JSONText

extension JSON {
  /// The value with as little in it as a question allows, which holds for the value itself.
  ///
  /// It takes away members and elements, and puts plainer values in the place of others, as long as
  /// that helps.
  package func shrunk(atMost limit: Int = 400, while holds: (JSON) -> Bool) -> JSON {
    var best = self
    var tries = 0
    func isWanted(_ candidate: JSON) throws(OutOfTries) -> Bool {
      tries += 1
      if tries > limit { throw OutOfTries() }
      return holds(candidate)
    }
    while let next = try? best.firstSmaller(where: isWanted) { best = next }
    return best
  }

  /// The first value that has one thing less in it and is as it should be, the largest steps first;
  /// nil if there is none.
  ///
  /// One is made after another, since all of them together are as many as the square of the values.
  private func firstSmaller(
    where isWanted: (JSON) throws(OutOfTries) -> Bool
  ) throws(OutOfTries) -> JSON? {
    /// A smaller value in the place of an inner one.
    func firstInside(_ inner: JSON, _ placed: (JSON) -> JSON) throws(OutOfTries) -> JSON? {
      let smaller = try inner.firstSmaller { candidate throws(OutOfTries) in
        try isWanted(placed(candidate))
      }
      return smaller.map(placed)
    }
    switch self {
    case .null: break
    case .bool(let value): if value, try isWanted(false) { return false }
    case .number(let number):
      for plain: JSONNumber in [0, 1] where plain < number {
        if try isWanted(.number(plain)) { return .number(plain) }
      }
    case .string(let text):
      let half = String(text.prefix(text.count / 2))
      let parts =
        text.isEmpty ? [] : [""] + (text.count > 1 ? [half, String(text.dropLast())] : [])
      for part in parts {
        if try isWanted(.string(part)) { return .string(part) }
      }
    case .array(let elements):
      for index in elements.indices {
        var rest = elements
        rest.remove(at: index)
        if try isWanted(.array(rest)) { return .array(rest) }
      }
      for index in elements.indices {
        let found = try firstInside(elements[index]) { value in
          var rest = elements
          rest[index] = value
          return .array(rest)
        }
        if let found { return found }
      }
    case .object(let members):
      for (key, _) in members {
        var rest = members
        rest[key] = nil
        if try isWanted(.object(rest)) { return .object(rest) }
      }
      for (key, inner) in members {
        let found = try firstInside(inner) { value in
          var rest = members
          rest[key] = value
          return .object(rest)
        }
        if let found { return found }
      }
    }
    return nil
  }
}

private struct OutOfTries: Error {}
