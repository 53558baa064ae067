internal import JSONMigrationCore

/// A key of no particular type: a place in an array, or a member that no type names.
enum PlainKey: CodingKey {
  case name(String)
  case number(Int)
  /// Its text is made when somebody asks for it: errors have such keys, and few are looked at.
  case index(Int)

  init(_ name: String) { self = .name(name) }

  init(index: Int) { self = .index(index) }

  init?(stringValue: String) { self = .name(stringValue) }

  init?(intValue: Int) { self = .number(intValue) }

  var stringValue: String {
    switch self {
    case .name(let name): name
    case .number(let number): "\(number)"
    case .index(let index): "Index \(index)"
    }
  }

  var intValue: Int? {
    switch self {
    case .name: nil
    case .number(let number), .index(let number): number
    }
  }

  static let `super` = PlainKey("super")
}
