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
    while tries < limit {
      let next = best.firstSmaller { candidate in
        tries += 1
        return tries > limit ? nil : holds(candidate)
      }
      guard let next else { break }
      best = next
    }
    return best
  }

  /// The first value that has one thing less in it and is as it should be, the largest steps first;
  /// nil if there is none, or if `isWanted` ends the search by nil.
  ///
  /// One is made after another, since all of them together are as many as the square of the values.
  private func firstSmaller(where isWanted: (JSON) -> Bool?) -> JSON? {
    var isEnded = false
    func isFound(_ candidate: JSON) -> Bool {
      let answer = isWanted(candidate)
      if answer == nil { isEnded = true }
      return answer == true
    }
    /// A smaller value in the place of an inner one.
    func firstInside(_ inner: JSON, _ placed: (JSON) -> JSON) -> JSON? {
      inner.firstSmaller { isEnded ? nil : isFound(placed($0)) ? true : isEnded ? nil : false }
        .map(placed)
    }
    switch self {
    case .null: break
    case .bool(let value): if value, isFound(false) { return false }
    case .number(let number):
      let plain: [JSONNumber] = [0, 1]
      return plain.lazy.filter { $0 < number && !($0 == 0 && number < 0) }.map { .number($0) }
        .first { !isEnded && isFound($0) }
    case .string(let text):
      let half = String(text.prefix(text.count / 2))
      let parts =
        text.isEmpty ? [] : [""] + (text.count > 1 ? [half, String(text.dropLast())] : [])
      return parts.lazy.map { JSON.string($0) }.first { !isEnded && isFound($0) }
    case .array(let elements):
      for index in elements.indices where !isEnded {
        var rest = elements
        rest.remove(at: index)
        if isFound(.array(rest)) { return .array(rest) }
      }
      for index in elements.indices where !isEnded {
        let found = firstInside(elements[index]) { value in
          var rest = elements
          rest[index] = value
          return .array(rest)
        }
        if let found { return found }
      }
    case .object(let members):
      for (key, _) in members where !isEnded {
        var rest = members
        rest[key] = nil
        if isFound(.object(rest)) { return .object(rest) }
      }
      for (key, inner) in members where !isEnded {
        let found = firstInside(inner) { value in
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
