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
    var goesOn = true
    while goesOn {
      goesOn = false
      for candidate in best.smaller {
        tries += 1
        if tries > limit { return best }
        if holds(candidate) {
          best = candidate
          goesOn = true
          break
        }
      }
    }
    return best
  }

  /// The values that have one thing less in them, the largest steps first.
  private var smaller: [JSON] {
    switch self {
    case .null: return []
    case .bool(let value): return value ? [false] : []
    case .number(let number):
      let plain: [JSONNumber] = [0, 1]
      return plain.filter { $0 < number && !($0 == 0 && number < 0) }.map { .number($0) }
    case .string(let text):
      let half = String(text.prefix(text.count / 2))
      return (text.isEmpty ? [] : [""] + (text.count > 1 ? [half, String(text.dropLast())] : []))
        .map { JSON.string($0) }
    case .array(let elements):
      let without = elements.indices.map { index in
        var rest = elements
        rest.remove(at: index)
        return JSON.array(rest)
      }
      let inner = elements.indices.flatMap { index in
        elements[index].smaller.map { value in
          var rest = elements
          rest[index] = value
          return JSON.array(rest)
        }
      }
      return without + inner
    case .object(let members):
      let without = members.map { key, _ in
        var rest = members
        rest[key] = nil
        return JSON.object(rest)
      }
      let inner = members.flatMap { key, value in
        value.smaller.map { value in
          var rest = members
          rest[key] = value
          return JSON.object(rest)
        }
      }
      return without + inner
    }
  }
}
