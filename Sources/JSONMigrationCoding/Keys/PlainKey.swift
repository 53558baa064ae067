/// A key of no particular type: a place in an array, or a member that no type names.
package enum PlainKey: CodingKey {
  case name(String)
  case number(Int)
  /// Its text is made when somebody asks for it: errors have such keys, and few are looked at.
  case index(Int)

  package init(_ name: String) { self = .name(name) }

  package init(index: Int) { self = .index(index) }

  package init?(stringValue: String) { self = .name(stringValue) }

  package init?(intValue: Int) { self = .number(intValue) }

  package var stringValue: String {
    switch self {
    case .name(let name): name
    case .number(let number): "\(number)"
    case .index(let index): "Index \(index)"
    }
  }

  package var intValue: Int? {
    switch self {
    case .name: nil
    case .number(let number), .index(let number): number
    }
  }

  package static let `super` = PlainKey("super")
}
