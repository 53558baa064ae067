import JSONText

/// JSON for comparing with the order of keys; numbers by exact value.
struct OrderedJSON: Equatable {
  private let value: LocatedJSON?

  init(_ bytes: [UInt8]) {
    value = try? LocatedJSON.parse(bytes, dialect: .strict).root
  }

  static func == (left: Self, right: Self) -> Bool {
    guard let left = left.value, let right = right.value else { return false }
    return areEqual(left, right)
  }

  private static func areEqual(_ left: LocatedJSON, _ right: LocatedJSON) -> Bool {
    switch (left.value, right.value) {
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { areEqual($0, $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy {
          $0.key.utf8.elementsEqual($1.key.utf8) && areEqual($0.value, $1.value)
        }
    default: left.json == right.json
    }
  }
}
