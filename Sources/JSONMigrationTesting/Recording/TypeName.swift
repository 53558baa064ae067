internal import JSONMigration
internal import JSONMigrationCore

/// Names of types as people write them: `[String: Guest]?`.
enum TypeName {
  static func of(_ type: Any.Type) -> String {
    (type as? any Sugared.Type)?.sugared ?? "\(type)"
  }
}

/// Types that have a shorter name.
private protocol Sugared {
  static var sugared: String { get }
}

extension Optional: Sugared {
  fileprivate static var sugared: String { TypeName.of(Wrapped.self) + "?" }
}

extension Array: Sugared {
  fileprivate static var sugared: String { "[\(TypeName.of(Element.self))]" }
}

extension Dictionary: Sugared {
  fileprivate static var sugared: String {
    "[\(TypeName.of(Key.self)): \(TypeName.of(Value.self))]"
  }
}
