/// What a type asks for while it is decoded from samples, and what it gets.
final class ContractLog {
  /// Something that the type asks for at a place.
  struct Need {
    enum Found: Equatable {
      case value
      case null
      case nothing
      /// A value of another type, in words.
      case other(String)
    }

    let path: ContractPath
    let type: Any.Type
    let isRequired: Bool
    let found: Found
    /// A value that could stand there, if one can be made.
    var standIn: Any?
  }

  /// A place behind which nothing could be seen, and why.
  struct Stop {
    let path: ContractPath
    let type: Any.Type
    let error: any Error
  }

  private(set) var needs: [Need] = []
  private(set) var stops: [Stop] = []
  /// A value of each type that samples have shown.
  private var known: [ObjectIdentifier: Any] = [:]
  /// How many values are being made up at the moment; what those ask for is nobody's need.
  private var inventions = 0

  var isInventing: Bool { inventions > 0 }

  func note(_ need: Need) {
    if !isInventing { needs.append(need) }
  }

  func noteStop(_ stop: Stop) {
    stops.append(stop)
  }

  func noteStandIn(_ value: Any) {
    if !isInventing { needs[needs.count - 1].standIn = value }
  }

  func remember<Value>(_ value: Value) {
    if !isInventing { known[ObjectIdentifier(Value.self)] = value }
  }

  func known<Value>(_ type: Value.Type) -> Value? {
    known[ObjectIdentifier(type)] as? Value
  }

  /// Runs `body` to make a value up.
  func inventing<Value>(_ body: () throws -> Value) rethrows -> Value {
    inventions += 1
    defer { inventions -= 1 }
    return try body()
  }

  /// Forgets what was asked, and keeps the values that samples have shown.
  func restart() {
    needs = []
    stops = []
  }
}

/// A place in all documents of a type: elements and the values of dictionaries are one place each.
struct ContractPath: Hashable {
  enum Part: Hashable {
    case key(String)
    case every
  }

  var parts: [Part] = []

  func key(_ name: String) -> ContractPath { ContractPath(parts: parts + [.key(name)]) }

  var every: ContractPath { ContractPath(parts: parts + [.every]) }
}
