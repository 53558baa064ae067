internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Something by which an element of a list is found: a scalar that it is, or what it has somewhere.
struct ElementTrait: Hashable {
  let key: JSON?
  let value: JSON

  /// The scalars that an element is or has.
  static func scalars(of element: JSON) -> [ElementTrait] {
    switch element {
    case .object(let members):
      members.compactMap { key, value in
        scalar(value).map { ElementTrait(key: .string(key), value: $0) }
      }
    case .array: []
    default: [scalar(element).map { ElementTrait(key: nil, value: $0) }].compactMap { $0 }
    }
  }

  /// What an element has, under keys or by number, that another one hardly has by chance.
  static func telling(of element: JSON) -> [ElementTrait] {
    let parts: [(JSON, JSON)] =
      switch element {
      case .object(let members): members.map { (.string($0.key), $0.value) }
      case .array(let items): items.enumerated().map { (JSON($0.offset), $0.element) }
      default: []
      }
    return parts.compactMap { key, value in
      tells(value) ? ElementTrait(key: key, value: scalar(value) ?? value) : nil
    }
  }

  /// Elements that have nothing to do with each other are alike in what is empty, in yes and no,
  /// and in whole numbers, which count something or say a position.
  private static func tells(_ value: JSON) -> Bool {
    switch value {
    case .null, .bool: false
    case .string(let text): !text.isEmpty
    case .number(let number): number.text.contains(".")
    case .array(let items): items.contains(where: tells)
    case .object(let members): members.contains { tells($0.value) }
    }
  }

  /// A scalar as a type may have it, which rounds numbers and writes a UUID in capital letters.
  static func scalar(_ value: JSON) -> JSON? {
    switch value {
    case .array, .object: nil
    case .number(let number): Double(number).flatMap { JSON($0) } ?? value
    case .string(let text) where text.utf8.count == 36:
      UUID(uuidString: text).map { .string($0.uuidString) } ?? value
    default: value
    }
  }
}

/// Finds which elements of two lists are the same, though they say different things.
///
/// Both have something telling that no other element of either list has. If there are several that
/// it may be, it is the one with which it shares the most, where that is certain for both.
///
///     before  (a, one, red) (b, two, blue)
///     after   (a, one, blue) (b, ten, green)    a is a, and so b is b
///     after   (a, two, green) (b, one, grey)    nothing is certain: both have to do with both
///
/// What isn't certain is left: no element may take the place of one that it is not.
struct ElementLikeness {
  private struct Link: Hashable {
    let old: Int
    let new: Int
  }

  /// The elements, by their indices in both lists.
  private(set) var pairs: [(old: Int, new: Int)] = []
  /// So many traits are shared.
  private var weights: [Link: Int] = [:]

  /// Compares those elements that are left in both lists; the others show what is nothing special.
  ///
  /// Of some it is known that they are others.
  init(
    _ before: [JSON], _ rest: [Int], _ after: [JSON], _ new: [Int],
    areOthers: (_ old: Int, _ new: Int) -> Bool
  ) {
    if rest.isEmpty || new.isEmpty { return }
    let (owners, others) = (Self.owners(before), Self.owners(after))
    let (isRest, isNew) = (Set(rest), Set(new))
    for (trait, old) in owners {
      guard isRest.contains(old), let new = others[trait], isNew.contains(new) else { continue }
      if !areOthers(old, new) { weights[Link(old: old, new: new), default: 0] += 1 }
    }
    while takeNearest() {}
  }

  /// Which element has what no other one has.
  private static func owners(_ elements: [JSON]) -> [ElementTrait: Int] {
    var owners: [ElementTrait: Int] = [:]
    for (index, element) in elements.enumerated() {
      for trait in ElementTrait.telling(of: element) {
        owners[trait] = owners[trait] == nil ? index : -1
      }
    }
    return owners
  }

  /// Takes all that have more to do with each other than with any other; false if there are none.
  private mutating func takeNearest() -> Bool {
    let (old, new) = (nearest(\.old), nearest(\.new))
    let taken = weights.keys.filter { old[$0.old] == $0 && new[$0.new] == $0 }
    pairs += taken.map { (old: $0.old, new: $0.new) }
    let (gone, placed) = (Set(taken.map(\.old)), Set(taken.map(\.new)))
    weights = weights.filter { !gone.contains($0.key.old) && !placed.contains($0.key.new) }
    return !taken.isEmpty && !weights.isEmpty
  }

  /// For each element the one link that has the most weight; nil where several have.
  private func nearest(_ end: KeyPath<Link, Int>) -> [Int: Link?] {
    var found: [Int: Link?] = [:]
    var most: [Int: Int] = [:]
    for (link, weight) in weights {
      let element = link[keyPath: end]
      let known = most[element, default: 0]
      if weight < known { continue }
      found[element] = .some(weight > known ? link : nil)
      most[element] = weight
    }
    return found
  }
}
