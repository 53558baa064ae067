/// A way from the root of a document to some of its values, told without the document: by keys,
/// through every child, or to any depth.
///
/// One place may stand for many values, and two places for some of the same. All relations of two
/// places are here.
package struct Place: Hashable, Sendable {
  package enum Segment: Hashable, Sendable {
    /// The member with this key, unescaped.
    case key([UInt8])
    /// All members or elements.
    case every
    /// Some elements of an array: it is opened, its elements are not.
    case some
    /// Every container below, however deep.
    case descendants
  }

  package private(set) var segments: [Segment]

  package init(_ segments: [Segment]) { self.segments = segments }

  package init(_ segments: ArraySlice<Segment>) { self.segments = Array(segments) }

  /// The document itself.
  package static let root = Place([])

  package mutating func append(_ segment: Segment) { segments.append(segment) }

  package static func + (place: Place, rest: [Segment]) -> Place { Place(place.segments + rest) }

  package static func + (place: Place, rest: ArraySlice<Segment>) -> Place {
    Place(place.segments + rest)
  }

  /// The member of the objects here that has a key.
  package func member(_ key: [UInt8]) -> Place { appending(.key(key)) }

  /// The children of the containers here.
  package var children: Place { appending(.every) }

  private func appending(_ segment: Segment) -> Place {
    var place = self
    place.segments.append(segment)
    return place
  }

  /// The containers that hold what is here; the root for the root.
  package var parent: Place { Place(segments.dropLast()) }

  /// The places around it, the root first.
  package var around: [Place] { segments.indices.map { Place(segments[..<$0]) } }

  /// The key that it ends in, if it ends in one.
  package var key: [UInt8]? {
    if case .key(let key)? = segments.last { key } else { nil }
  }

  /// Whether it goes by elements that only the path chooses.
  package var entersSome: Bool { segments.contains(.some) }

  /// The number of steps from the root that any value here is away at least.
  package var leastDepth: Int { segments.count { $0 != .descendants } }
}

// MARK: - Two places

extension Place {
  /// Whether a value at one of the places can be at the other one, or in a value there.
  package func meets(_ other: Place) -> Bool {
    for (left, right) in zip(segments, other.segments) {
      switch (left, right) {
      // What follows may stand at any depth, and so in each other.
      case (.descendants, _), (_, .descendants): return true
      case (.key, .key) where left != right: return false
      default: break
      }
    }
    return true
  }

  /// As that, of two places that begin with one scope, and are in the same one of those: behind
  /// `$..a` the members `b` and `c` are apart, wherever an `a` may stand in another.
  package func meetsInScope(_ other: Place) -> Bool {
    var isAnywhere = false
    for (left, right) in zip(segments, other.segments) {
      switch (left, right) {
      case (.descendants, .descendants): break
      case (.descendants, _), (_, .descendants): return true
      case (.key, .key) where left != right: return isAnywhere
      default: break
      }
      isAnywhere = left == .descendants
    }
    return true
  }

  /// Whether a value at one of the places can be at the other one.
  package func coincides(with other: Place) -> Bool {
    // What can be reached of the other place, from its end on, by what is left of this one.
    var reached = [Bool](repeating: false, count: other.count + 1)
    reached[other.count] = true
    for index in other.indices.reversed() {
      reached[index] = other[index] == .descendants && reached[index + 1]
    }
    for segment in segments.reversed() {
      let before = reached
      if segment == .descendants {
        for index in other.indices.reversed() {
          reached[index] = before[index] || reached[index + 1]
        }
        continue
      }
      reached[other.count] = false
      for index in other.indices.reversed() {
        reached[index] =
          other[index] == .descendants
          ? before[index] || reached[index + 1]
          : segment.canBe(other[index]) && before[index + 1]
      }
    }
    return reached[0]
  }

  /// Whether a path to here goes by another place, as paths name them: `[0]` is one of `[*]`.
  package func isNamedBelow(_ outer: Place) -> Bool {
    segments.starts(with: outer.segments) { $0 == $1 || $0 == .some && $1 == .every }
  }

  /// Whether all that is here is at another place, or in a value there.
  package func isInside(_ outer: Place) -> Bool { outer.rest(to: self) != nil }

  /// Whether all that is at another place is here, or in a value here: through any depth too.
  package func isAround(_ inner: Place) -> Bool {
    // How far along the other place one may be behind each segment.
    var reached = [Bool](repeating: false, count: inner.count + 1)
    reached[0] = true
    for segment in segments {
      if segment == .descendants {
        for index in inner.indices where reached[index] { reached[index + 1] = true }
        continue
      }
      for index in inner.indices.reversed() {
        let next = inner[index]
        let fits = next != .descendants && (next == segment || segment == .every)
        reached[index + 1] = reached[index] && fits
      }
      reached[0] = false
    }
    return reached.contains(true)
  }

  /// The way from here to a place that is inside this one; nil where it isn't.
  package func rest(to inner: Place) -> ArraySlice<Segment>? {
    guard inner.count >= count else { return nil }
    for (own, other) in zip(segments, inner.segments) where own != other {
      guard own == .every, other != .descendants else { return nil }
    }
    return inner.segments[count...]
  }
}

extension Place.Segment {
  /// Whether two single steps can lead to one value.
  fileprivate func canBe(_ other: Place.Segment) -> Bool {
    if case .key = self, case .key = other { return self == other }
    return true
  }
}

extension Place: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { segments.count }
  package subscript(index: Int) -> Segment { segments[index] }
  package subscript(range: Range<Int>) -> ArraySlice<Segment> { segments[range] }
}

extension Place: ExpressibleByArrayLiteral {
  package init(arrayLiteral segments: Segment...) { self.segments = segments }
}
