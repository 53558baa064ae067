internal import JSONMigrationCore
internal import JSONText

/// A reason why a shape may not be part of another one.
package struct ShapeGap: Hashable, Sendable {
  /// The steps from the root.
  package let place: [ShapeStep]
  package let message: String
}

package enum ShapeStep: Hashable, Sendable {
  case member([UInt8])
  case otherMember
  case element
}

extension ShapeGap {
  /// The place as a path.
  package var path: String {
    let segments = place.map { step in
      switch step {
      case .member(let name): PathSegment([.name(name)])
      case .otherMember, .element: PathSegment([.wildcard])
      }
    }
    return JSONPath(query: PathQuery(root: .document, segments: segments)).description
  }
}

extension Shape {
  /// The values that this shape takes and another one may not; empty if it is part of that one.
  package func gaps(to other: Shape) -> [ShapeGap] {
    var finder = GapFinder()
    finder.compare(self, other, at: [])
    return finder.gaps
  }
}

private struct GapFinder {
  /// The most gaps that are reported.
  private static let most = 12

  var gaps: [ShapeGap] = []

  private mutating func note(_ message: String, at place: [ShapeStep]) {
    let gap = ShapeGap(place: place, message: message)
    if gaps.count < Self.most, !gaps.contains(gap) { gaps.append(gap) }
  }

  mutating func compare(_ one: Shape, _ other: Shape, at place: [ShapeStep]) {
    if other.isAny || one.isNever || gaps.count >= Self.most { return }
    if one.isAny { return note("anything may be here", at: place) }
    let known = other.kinds
    for kind in one.kinds where !known.contains(kind) {
      note("\(kind.words) may be here", at: place)
    }
    if !other.booleans.isEmpty, let value = one.booleans.subtracting(other.booleans).first {
      note("\(value) may be here", at: place)
    }
    if let numbers = one.numbers, let others = other.numbers,
      let stranger = numbers.stranger(to: others)
    {
      note(
        stranger.map { "the number \($0) may be here" } ?? "other numbers may be here", at: place)
    }
    compare(one.texts, other.texts, at: place)
    if let arrays = one.arrays, let others = other.arrays {
      if arrays.most != 0 { compare(arrays.item, others.item, at: place + [.element]) }
      if arrays.least < others.least {
        note("fewer than \(others.least) elements may be here", at: place)
      }
      if let most = others.most, arrays.most ?? .max > most {
        note("more than \(most) elements may be here", at: place)
      }
    }
    if !other.objects.isEmpty {
      for object in one.objects { compare(object, other.objects, at: place) }
    }
  }

  private mutating func compare(_ one: TextShape?, _ other: TextShape?, at place: [ShapeStep]) {
    guard let one, let known = other?.values else { return }
    guard let values = one.values else { return note("any text may be here", at: place) }
    let strangers = values.subtracting(known).inByteOrder
    if let stranger = strangers.first {
      note("the text `\(Printable.quote(stranger))` may be here", at: place)
    }
  }

  /// An object has to fit one alternative, or each of its parts that a member tells apart has to.
  private mutating func compare(
    _ one: ObjectShape, _ others: [ObjectShape], at place: [ShapeStep]
  ) {
    var least: [ShapeGap]?
    for other in others {
      var finder = GapFinder()
      finder.compare(one, other, at: place)
      if finder.gaps.isEmpty { return }
      if finder.gaps.count < least?.count ?? .max { least = finder.gaps }
    }
    if others.count > 1, let split = split(one, others, at: place) { least = split }
    for gap in least ?? [] { note(gap.message, at: gap.place) }
  }

  private func split(
    _ one: ObjectShape, _ others: [ObjectShape], at place: [ShapeStep]
  ) -> [ShapeGap]? {
    for name in others[0].names {
      let tags = others.compactMap { $0.tags(name) }
      guard tags.count == others.count, let own = one.tags(name) else { continue }
      var finder = GapFinder()
      for value in own.sorted(by: { $0.description < $1.description }) {
        guard let number = tags.firstIndex(where: { $0.contains(value) }),
          let part = one.with(name, Shape(value), isAlways: true)
        else {
          finder.note("\(value) may be here", at: place + [.member(name)])
          continue
        }
        finder.compare(part, others[number], at: place)
      }
      return finder.gaps
    }
    return nil
  }

  private mutating func compare(
    _ one: ObjectShape, _ other: ObjectShape, at place: [ShapeStep]
  ) {
    for name in other.names where other[name].isAlways && !one[name].isAlways {
      note("nothing may be here", at: place + [.member(name)])
    }
    for name in one.names {
      compare(one[name].shape, other[name].shape, at: place + [.member(name)])
    }
    guard !one.rest.isNever else { return }
    compare(one.rest, other.rest, at: place + [.otherMember])
    for name in other.names where !one.isNamed(name) {
      compare(one.rest, other[name].shape, at: place + [.member(name)])
    }
  }
}
