internal import JSONText

/// A value before and after the migration.
struct TermPair: Hashable {
  let before: Term
  let after: Term

  var isDone: Bool { before === after }
}

/// Compares values before and after the migration, and weighs the differences.
///
/// It keeps its results, since the search asks for the same pairs again and again.
final class Comparison {
  private var alignment = Alignment()
  private var alignments: [TermPair: [Alignment.Cell]] = [:]
  private var weights: [TermPair: Double] = [:]
  private var differences: [TermPair: [(group: Int, weight: Double)]] = [:]
  private var groups: [Group: Int] = [:]
  /// The comparisons that no effort has been charged with yet.
  private var work = 0

  /// Equal differences at one general place, which count once.
  private struct Group: Hashable {
    enum Kind { case gone, new, changed, elementGone, elementNew }
    let kind: Kind
    let way: Way
    let news: Int
  }

  /// The comparisons of single values that take as long as a try.
  private static let workInTry = 64

  /// Below this depth two values are compared as a whole.
  private static let mostDepth = 60

  /// Charges an effort with the comparisons since the last time.
  func charge(_ effort: Effort) {
    effort.spend(work / Self.workInTry)
    work %= Self.workInTry
  }

  /// The cost of describing the differences between two values.
  func weight(_ before: Term, _ after: Term, depth: Int = 0) -> Double {
    if before === after { return 0 }
    // To look up the weight of two small values takes longer than to work it out.
    if before.isScalar, after.isScalar, before.kind != .text || after.kind != .text {
      work += 1
      return Weight.change(before, after)
    }
    let pair = TermPair(before: before, after: after)
    if let weight = weights[pair] { return weight }
    work += 1 + before.members.count + after.members.count
    var sum = 0.0
    if depth > Self.mostDepth {
      sum = Weight.change(before, after)
    } else if before.kind == .object, after.kind == .object {
      for (key, old) in before.members {
        if let new = after[key] {
          sum += weight(old, new, depth: depth + 1)
        } else {
          sum += Weight.loss(old)
        }
      }
      for (key, new) in after.members where before[key] == nil { sum += Weight.gain(new) }
    } else if before.kind == .array, after.kind == .array {
      for cell in cells(before, after) {
        switch (cell.old, cell.new) {
        case (let old?, let new?):
          sum += weight(before.elements[old], after.elements[new], depth: depth + 1)
        case (let old?, nil): sum += Weight.elementLoss(before.elements[old])
        case (nil, let new?): sum += Weight.elementGain(after.elements[new])
        case (nil, nil): break
        }
      }
    } else {
      sum = Weight.change(before, after)
    }
    weights[pair] = sum
    return sum
  }

  /// The cost of all remaining differences; equal ones at one general place count once.
  func residual(_ pairs: [TermPair]) -> Double {
    var found: [Int: (most: Double, count: Int)] = [:]
    for pair in pairs where !pair.isDone {
      for (group, weight) in differences(of: pair) {
        let known = found[group] ?? (0, 0)
        found[group] = (max(known.most, weight), known.count + 1)
      }
    }
    // In a fixed order, since sums of such numbers depend on it.
    return found.sorted { $0.key < $1.key }.reduce(0) {
      $0 + $1.value.most + 0.2 * Double(min(10, $1.value.count - 1)) + 1
    }
  }

  private func differences(of pair: TermPair) -> [(group: Int, weight: Double)] {
    if let known = differences[pair] { return known }
    work += pair.before.size
    var found: [(group: Int, weight: Double)] = []
    collect(pair.before, pair.after, Way(), isInside: false, &found)
    differences[pair] = found
    return found
  }

  private func collect(
    _ before: Term, _ after: Term, _ way: Way, isInside: Bool,
    _ found: inout [(group: Int, weight: Double)]
  ) {
    if before === after { return }
    func note(_ kind: Group.Kind, _ way: Way, _ news: Int, _ weight: Double) {
      let group = Group(kind: kind, way: way, news: news)
      let number = groups[group] ?? groups.count
      groups[group] = number
      found.append((number, weight))
    }
    if way.count <= Self.mostDepth, before.kind == .object, after.kind == .object {
      let isMap = before.actsAsMap(isInside: isInside)
      for (key, old) in before.members {
        let inner = way.appending(isMap ? .every : .name(key))
        if let new = after[key] {
          collect(old, new, inner, isInside: true, &found)
        } else {
          note(.gone, inner, 0, Weight.loss(old))
        }
      }
      for (key, new) in after.members where before[key] == nil {
        note(.new, way.appending(key), new.number, Weight.gain(new))
      }
    } else if way.count <= Self.mostDepth, before.kind == .array, after.kind == .array {
      let inner = way.appending(.every)
      for cell in cells(before, after) {
        switch (cell.old, cell.new) {
        case (let old?, let new?):
          collect(before.elements[old], after.elements[new], inner, isInside: true, &found)
        case (let old?, nil):
          note(.elementGone, inner, 0, Weight.elementLoss(before.elements[old]))
        case (nil, let new?):
          let element = after.elements[new]
          note(.elementNew, inner, element.number, Weight.elementGain(element))
        case (nil, nil): break
        }
      }
    } else {
      note(.changed, way, after.number, Weight.change(before, after))
    }
  }

  /// The first place where two values differ, with what was found and what was wanted.
  func firstDifference(
    _ before: Term, _ after: Term
  ) -> (way: Way, found: Term?, wanted: Term?)? {
    var (before, after, way) = (before, after, Way())
    while before !== after {
      if before.kind == .object, after.kind == .object {
        if let new = after.members.first(where: { before[$0.key] == nil }) {
          return (way.appending(new.key), nil, new.value)
        }
        if let old = before.members.first(where: { after[$0.key] == nil }) {
          return (way.appending(old.key), old.value, nil)
        }
        guard
          let changed = before.members.first(where: { after[$0.key] !== $0.value }),
          let new = after[changed.key]
        else { return nil }
        (before, after, way) = (changed.value, new, way.appending(changed.key))
      } else if before.kind == .array, after.kind == .array,
        before.elements.count == after.elements.count,
        let index = before.elements.indices.first(where: {
          before.elements[$0] !== after.elements[$0]
        })
      {
        (before, after) = (before.elements[index], after.elements[index])
        way = way.appending(.index(index))
      } else {
        return (way, before, after)
      }
    }
    return nil
  }

  /// The numbers of a few elements of lists that rules made wrong, or not at all.
  func missed(_ result: Term, _ wanted: Term) -> Set<Int> {
    var found: Set<Int> = []
    func look(_ result: Term, _ wanted: Term, _ depth: Int) {
      if result === wanted || depth > Self.mostDepth { return }
      for (key, value) in result.members { wanted[key].map { look(value, $0, depth + 1) } }
      guard result.kind == .array, wanted.kind == .array else { return }
      let cells = cells(result, wanted).map { cell in
        (cell.old.map { result.elements[$0] }, cell.new.map { wanted.elements[$0] })
      }
      let wrong = cells.lazy.filter { $0.0 !== $0.1 }.prefix(Self.mostMissed)
      for (old, new) in wrong {
        (new ?? old).map { _ = found.insert($0.number) }
        if let old, let new { look(old, new, depth + 1) }
      }
    }
    look(result, wanted, 0)
    return found
  }

  private static let mostMissed = 3
}

extension Term {
  /// Whether members share one place, "every member", as those of a map do.
  func actsAsMap(isInside: Bool) -> Bool {
    isMap && (isInside || members.contains { MapLikeness.isData($0.key) })
  }
}

extension Comparison {
  /// Which elements of two lists belong together, in order.
  func cells(_ before: Term, _ after: Term) -> [Alignment.Cell] {
    let pair = TermPair(before: before, after: after)
    if let known = alignments[pair] { return known }
    let start = alignment.work
    let cells = alignment.cells(before.elements, after.elements)
    alignments[pair] = cells
    work += alignment.work - start + (before.elements.count + after.elements.count) / 4
    return cells
  }
}

/// The weights of single differences.
enum Weight {
  /// Only the beginning of a long text is searched for what was there before.
  private static let mostBytes = 10_000

  static func loss(_ old: Term) -> Double { 2.5 + 0.3 * min(old.news, 12) }
  static func gain(_ new: Term) -> Double { 2.5 + new.news }
  static func elementLoss(_ old: Term) -> Double { 2.5 + 0.2 * min(old.news, 10) }
  static func elementGain(_ new: Term) -> Double { 3 + new.news }

  /// How much of a value is new if another one is known: a partial match is worth something.
  static func change(_ before: Term, _ after: Term) -> Double {
    if let old = before.text, let new = after.text {
      return 1.5 + after.news * (1 - 0.8 * Likeness.overlap(old, new))
    }
    if before.isScalar, after.isScalar { return 1.5 + after.news }
    let known = Set(before.leaves.map(\.number))
    if let text = after.text {
      let bytes = Array(text.utf8.prefix(mostBytes))
      let shared = before.leaves.compactMap(\.text).filter { bytes.includes($0) }
        .reduce(0) { $0 + $1.count }
      return 3.5 + after.news * max(0.1, 1 - Double(shared) / Double(max(1, text.count)))
    }
    let old = (before.text?.utf8.prefix(mostBytes)).map { Array($0) }
    let isKnown = { (leaf: Term) in
      known.contains(leaf.number) || leaf.text.map { old?.includes($0) == true } == true
    }
    let news = after.leaves.filter { !isKnown($0) }.reduce(0) { $0 + $1.news + 2 }
    let wanted = Set(after.leaves.map(\.number))
    let lost = 0.3 * Double(before.leaves.count { !wanted.contains($0.number) })
    let shape =
      before.isScalar || after.isScalar
      ? 0.3 * Double(after.leaves.count) : 1.5 + 0.6 * after.news
    return 3.5 + news + lost + shape
  }
}
