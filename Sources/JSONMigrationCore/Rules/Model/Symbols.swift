package import JSONText

/// What the rules of a folder name: paths, conditions, keys and values, each with a number.
///
/// Rules are read once and know these numbers; an engine keeps what belongs to them, made ready for
/// its documents, in tables of its own. So nothing of a rule has to be looked up or copied while a
/// document is migrated.
package struct Symbols: Sendable {
  /// Where in a document something is asked: the places of `$` and of `@`, as far as they are
  /// known.
  package struct Surroundings: Sendable {
    var root: Place = []
    var scope: Place = []
  }

  package var paths: [(path: JSONPath, around: Surroundings)] = []
  package var conditions: [(condition: JSONCondition, around: Surroundings)] = []
  package var keys: [(text: [UInt8], parent: Place)] = []
  /// Values as compact JSON.
  var values: [[UInt8]] = []
  /// Queries of which a catalogue holds for all scopes of the rule that they are in, conditions
  /// that ask the same of the document in all of them, rules in it that alone change the arrays
  /// that they add to, and those rules.
  var steadyQueries: Set<Int> = []
  var steadyConditions: Set<Int> = []
  var steadyAdders: Set<ObjectIdentifier> = []
  var steadyRules: Set<ObjectIdentifier> = []
  /// Places that rules reach into, for the guide.
  package var touched: [(place: Place, owner: Int)] = []

  func text(of constant: Constant) -> [UInt8] { values[constant.number] }

  /// Whether a rule names a member so.
  func know(name: [UInt8]) -> Bool {
    keys.contains { $0.text == name }
      || paths.contains { $0.path.query.names(name) }
      || conditions.contains { $0.condition.expression.queries.contains { $0.names(name) } }
  }

  /// Whether a rule goes this way from somewhere.
  func know(way segments: [PathSegment]) -> Bool {
    paths.contains { $0.path.query.segments == segments }
  }

  /// Whether a condition asks what is there.
  func ask(way segments: [PathSegment]) -> Bool {
    conditions.contains { condition, _ in
      condition.expression.queries.contains { $0.segments == segments }
    }
  }
}

extension PathQuery {
  /// Whether a name is one of it, or of its filters.
  fileprivate func names(_ name: [UInt8]) -> Bool {
    segments.contains { $0.name == name }
      || filters.contains { $0.queries.contains { $0.names(name) } }
  }
}

/// A query of a rule; an object, as rules hand theirs on for each document.
package final class Query: Sendable {
  let number: Int
  package let path: JSONPath
  /// Its bytes in the rule file.
  package let range: Range<Int>
  /// Whether the last segment is a name, so that members come by their key.
  let endsInName: Bool

  init(number: Int, path: JSONPath, range: Range<Int>) {
    self.number = number
    self.path = path
    self.range = range
    endsInName = path.endsInNames
  }
}

/// A condition of a rule; an object, as a query is.
package final class Condition: Sendable {
  let number: Int
  package let condition: JSONCondition
  package let range: Range<Int>

  init(number: Int, condition: JSONCondition, range: Range<Int>) {
    (self.number, self.condition, self.range) = (number, condition, range)
  }
}

/// A key that a rule names.
package struct Name: Sendable {
  let number: Int
  package let text: [UInt8]
  let range: Range<Int>

  static func == (left: Name, right: Name) -> Bool { left.text == right.text }
}

/// A value that a rule writes or compares with.
package struct Constant: Sendable {
  let number: Int
  package let json: JSON
  let range: Range<Int>
}

/// A place that need not be there yet: names from the scope, or from the document; an object, as a
/// query is.
package final class Target: Sendable {
  /// What the first name is a member of: the document, or else the scope.
  package let isFromDocument: Bool
  package let names: [Name]
  package let range: Range<Int>

  init(isFromDocument: Bool, names: [Name], range: Range<Int>) {
    (self.isFromDocument, self.names, self.range) = (isFromDocument, names, range)
  }
}

/// A member that need not be there yet, in each object that a query leads to.
///
/// It is one word, since an engine hands it on for each rule and document.
package enum Slot: Sendable {
  /// All plain names: missing parents are created.
  case target(Target)
  /// A member of each object that the query leads to.
  indirect case member(Name, of: Query)
  /// Anything else: what the query matches, and nothing is created.
  case places(Query)
}
