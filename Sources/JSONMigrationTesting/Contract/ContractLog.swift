internal import JSONMigration
internal import JSONMigrationCore
internal import JSONText

/// What a type asks for while it is decoded, and what it gets.
final class ContractLog {
  /// Something that the type asks for at a place.
  struct Need {
    enum State: Equatable {
      case value
      case null
      case nothing
      /// A value that doesn't do, in words.
      case other(String)
    }

    let path: ContractPath
    let type: Any.Type
    var isRequired: Bool
    var found: State
    /// What is there.
    let value: JSON?
    /// Where it is drafted, or what stands in for it.
    let draft: Draft
  }

  /// A place behind which nothing could be seen, and why.
  struct Stop {
    let path: ContractPath
    let type: Any.Type
    let error: any Error
  }

  /// How much was noted at some time.
  struct Mark {
    fileprivate let needs: Int
    fileprivate let stops: Int
  }

  private(set) var needs: [Need] = []
  private(set) var stops: [Stop] = []
  /// How many values are being made up that leave no trace in the log.
  private var silences = 0

  var isSilent: Bool { silences > 0 }

  var mark: Mark { Mark(needs: needs.count, stops: stops.count) }

  /// Notes a need, and gives its number.
  func note(_ need: Need) -> Int? {
    if isSilent { return nil }
    needs.append(need)
    return needs.count - 1
  }

  /// Notes what was found after all.
  func note(_ found: Need.State, for need: Int?) {
    guard let need else { return }
    needs[need].found = found
    needs[need].isRequired = true
  }

  func note(_ stop: Stop) {
    if !isSilent { stops.append(stop) }
  }

  /// Whether something was missing since then.
  func hasGap(since mark: Mark) -> Bool {
    needs[mark.needs...].contains { $0.isRequired && $0.found != .value }
  }

  /// Forgets what was noted since then.
  func goBack(to mark: Mark) {
    if isSilent { return }
    needs.removeLast(needs.count - mark.needs)
    stops.removeLast(stops.count - mark.stops)
  }

  /// Runs `body` and notes nothing.
  func silently<Value>(_ body: () throws -> Value) rethrows -> Value {
    silences += 1
    defer { silences -= 1 }
    return try body()
  }
}

extension Place.Segment {
  /// The key, as text.
  var name: String? {
    if case .key(let key) = self { String(decoding: key, as: UTF8.self) } else { nil }
  }
}

/// A place in all documents of a type: elements and the values of dictionaries are one place each.
struct ContractPath: Hashable {
  enum Part: Hashable {
    case key(ByteString)
    case every
  }

  /// The parts as the type calls them.
  private(set) var parts: [Part] = []
  /// The same as documents have it.
  private(set) var place: Place = []
  /// How many of the parts lead to the document that rules are for.
  var start = 0

  func key(_ name: String, in documents: String) -> ContractPath {
    var path = self
    path.parts.append(.key(ByteString(name)))
    path.place.append(.key(Array(documents.utf8)))
    return path
  }

  var every: ContractPath {
    var path = self
    path.parts.append(.every)
    path.place.append(.every)
    return path
  }

  /// The path where a document of its own begins.
  var starting: ContractPath {
    var path = self
    path.start = parts.count
    return path
  }

  static func == (left: Self, right: Self) -> Bool { left.place == right.place }

  func hash(into hasher: inout Hasher) { hasher.combine(place) }
}
