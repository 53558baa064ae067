internal import JSONText

/// What errors say where a value is none of the type that is wanted.
///
/// A type that finds out by trying makes such an error for every value that it passes, and never
/// reads it: so the words are put together once for each type.
struct Mismatches {
  private final class Words {
    let null, boolean, number, string, array, object: String

    init(_ type: Any.Type) {
      null = "expected \(type), found null"
      boolean = "expected \(type), found a boolean"
      number = "expected \(type), found a number"
      string = "expected \(type), found a string"
      array = "expected \(type), found an array"
      object = "expected \(type), found an object"
    }

    subscript(kind: Kind) -> String {
      switch kind {
      case .null: null
      case .boolean: boolean
      case .number: number
      case .string: string
      case .array: array
      case .object: object
      }
    }
  }

  private var table = TypeTable<Words>()

  mutating func words(_ type: Any.Type, found kind: Kind) -> String {
    if let known = table[type] { return known[kind] }
    let words = Words(type)
    table[type] = words
    return words[kind]
  }
}
