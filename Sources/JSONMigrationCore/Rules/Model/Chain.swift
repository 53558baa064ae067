internal import JSONText

/// The steps of a format as one unbroken chain: whatever version one starts from, following the
/// steps leads to the newest.
package final class Chain: Sendable {
  package let steps: [Step]
  package let newest: Version
  /// The version, or the pattern, that is farthest from the newest.
  package let beginning: Version
  /// That version; nil where the chain begins with a pattern.
  var oldest: Version? { beginning.beginning == nil ? beginning : nil }
  private let starts: ChainStarts
  /// How many steps it takes from the beginning of each to the newest version.
  private let lengths: [Int]
  /// For each version the numbers that it and all earlier ones have, its own first; the newest has
  /// 0.
  private let earlier: [Version: Range<Int>]
  /// Whether versions are integers.
  var isNumbered: Bool { newest.isInteger }

  /// The number of the step that starts at a version.
  package func step(from version: Version) -> Int? { starts.step(from: version) }

  /// Whether some steps start at patterns.
  var hasPatterns: Bool { !starts.patterns.isEmpty }

  /// The numbers of the steps from a version to a later one; nil if that isn't on the way.
  package func steps(from version: Version, to target: Version) -> [Int]? {
    var numbers: [Int] = []
    var version = version
    while version != target {
      guard let number = step(from: version) else { return nil }
      numbers.append(number)
      version = steps[number].to
    }
    return numbers
  }

  /// Whether a version is a later one, or the same.
  ///
  /// It is asked of all versions, so it doesn't walk along the steps.
  package func leads(from version: Version, to target: Version) -> Bool {
    if version == target || target == newest { return true }
    // What a pattern fits has no number.
    if hasPatterns { return steps(from: version, to: target) != nil }
    guard let number = earlier[version]?.lowerBound else { return false }
    return earlier[target]?.contains(number) == true
  }

  /// Numbers the versions so that those before a version follow it.
  private static func numbers(of steps: [Step], before newest: Version) -> [Version: Range<Int>] {
    var parents: [Version: [Version]] = [:]
    for step in steps { parents[step.to, default: []] += step.from }
    var numbers: [Version: Range<Int>] = [:]
    var count = 0
    var waiting: [(version: Version, start: Int?)] = [(newest, nil)]
    while let (version, start) = waiting.popLast() {
      if let start {
        numbers[version] = start..<count
        continue
      }
      waiting.append((version, count))
      count += 1
      for parent in parents[version] ?? [] { waiting.append((parent, nil)) }
    }
    return numbers
  }

  /// Whether the chain names a version, in full or by a pattern.
  package func names(_ version: Version) -> Bool { version == newest || step(from: version) != nil }

  /// Whether a version is beyond the newest.
  func isNewer(_ version: Version) -> Bool {
    guard case .integer(let version) = version, case .integer(let newest) = newest else {
      return false
    }
    return version > newest
  }

  /// The steps, that to the newest version last, whatever their files are called.
  package var stepsInOrder: [Step] {
    positionsInOrder(steps.count) { lengths[$1] < lengths[$0] }.map { steps[$0] }
  }

  /// All versions that are named in full, the newest last.
  package var versions: [Version] {
    inOrder(Set(starts.named.map(\.version) + steps.map(\.to)))
  }

  /// Whether `versions` has a version.
  func has(_ version: Version) -> Bool {
    starts.names(version) || steps.contains { $0.to == version }
  }

  /// What messages say that the chain names: its versions and its patterns, the newest last.
  var spellings: [String] { named.map(\.description) }

  /// The versions that steps lead to from one, forward or back.
  func ends(from version: Version) -> [String] {
    named.filter { other in
      other != version && other.beginning == nil
        && (steps(from: version, to: other) ?? steps(from: other, to: version)) != nil
    }.map(\.description)
  }

  /// The versions and the patterns that the chain names, the newest last.
  var named: [Version] { inOrder(Set(steps.flatMap(\.from)).union(steps.map(\.to))) }

  /// Versions that the chain names, or patterns of it; the newest last.
  package func inOrder(_ versions: Set<Version>) -> [Version] {
    let versions = Array(versions)
    let steps = versions.map { starts.step(at: $0).map { lengths[$0] } ?? 0 }
    let names = versions.map(\.description)
    return positionsInOrder(versions.count) { (steps[$1], names[$0]) < (steps[$0], names[$1]) }
      .map { versions[$0] }
  }

  /// Checks that steps form a chain; reports all that keeps them from it.
  init?(_ steps: [Step], _ reader: RuleReader) {
    if steps.isEmpty { return nil }
    var starts: [Version: Int] = [:]
    var isSound = true
    if reader.reportMixed(steps) { return nil }
    for (index, step) in steps.enumerated() {
      for version in step.from {
        if let other = starts[version] {
          reader.reportFork(step, beside: steps[other], at: version)
          isSound = false
        }
        starts[version] = index
      }
    }
    guard isSound else { return nil }
    self.starts = ChainStarts(starts, ends: steps.map(\.to))
    let ends = steps.map(\.to).filter { [starts = self.starts] in starts.step(from: $0) == nil }
    guard let newest = ends.first else {
      reader.reportCycle(steps)
      return nil
    }
    guard ends.allSatisfy({ $0 == newest }) else {
      reader.reportGap(steps, ends: ends)
      return nil
    }
    let lengths = Self.lengths(of: steps, self.starts)
    let astray = steps.indices.filter { lengths[$0] == nil }
    if !astray.isEmpty {
      reader.reportCycle(astray.map { steps[$0] })
      return nil
    }
    self.steps = steps
    self.newest = newest
    self.lengths = lengths.compactMap { $0 }
    earlier = Self.numbers(of: steps, before: newest)
    // The version farthest from the newest; of several the one that is named first.
    let longest = self.lengths.max() ?? 0
    let farthest = self.lengths.firstIndex(of: longest).map { steps[$0].from } ?? [newest]
    beginning = farthest.first { $0.beginning == nil } ?? farthest[0]
  }

  /// How many steps it takes from the beginning of each to where no step starts; nil where that
  /// never comes, because they run in a circle.
  private static func lengths(of steps: [Step], _ starts: ChainStarts) -> [Int?] {
    enum Length { case unknown, sought, known(Int), endless }
    var lengths = Array(repeating: Length.unknown, count: steps.count)
    for first in steps.indices {
      var path: [Int] = []
      var next: Int? = first
      while let step = next, case .unknown = lengths[step] {
        lengths[step] = .sought
        path.append(step)
        next = starts.step(from: steps[step].to)
      }
      var length: Int? = 0
      if let next {
        if case .known(let rest) = lengths[next] { length = rest } else { length = nil }
      }
      for step in path.reversed() {
        length = length.map { $0 + 1 }
        lengths[step] = length.map { .known($0) } ?? .endless
      }
    }
    return lengths.map { if case .known(let length) = $0 { length } else { nil } }
  }
}

extension RuleReader {
  fileprivate func place(of step: Step, label: String) -> Diagnostic.Place {
    files[step.file].place(step.range, label: label)
  }

  /// Reports versions of which some are integers and some are text, at the first of those that are
  /// fewer; gives whether there are.
  fileprivate func reportMixed(_ steps: [Step]) -> Bool {
    // What `from` doesn't say is the integer before `to`.
    typealias Said = (version: Version, step: Step, range: Range<Int>)
    let all: [Said] = steps.flatMap { step in
      let starts = step.startRange.map { range in step.from.map { ($0, step, range) } } ?? []
      return starts + [(step.to, step, step.range)]
    }
    let integers = all.filter(\.version.isInteger)
    let texts = all.filter { $0.version.isInteger == false }
    let (few, many) = integers.count < texts.count ? (integers, texts) : (texts, integers)
    guard let odd = few.first, let other = many.first else { return false }
    func place(_ one: Said) -> Diagnostic.Place {
      let kind = one.version.isInteger ? "an integer" : "text"
      return files[one.step.file].place(one.range, label: "\(one.version.spelling) is \(kind)")
    }
    report(
      Diagnostic(
        .badRules, "some versions are integers and some are text", at: place(odd),
        relatedPlaces: [place(other)], help: "write all versions of a format alike"))
    return true
  }

  fileprivate func reportFork(_ step: Step, beside other: Step, at version: Version) {
    report(
      Diagnostic(
        .badRules, "two steps start from version \(version)",
        at: place(of: step, label: step.description),
        relatedPlaces: [place(of: other, label: other.description)],
        help: "every version starts at most one step; make them one file, or one after the other"))
  }

  fileprivate func reportCycle(_ steps: [Step]) {
    report(
      Diagnostic(
        .badRules, "the steps run in a circle, so that there is no newest version",
        at: steps.first.map { place(of: $0, label: $0.description) },
        help: "let one of the steps lead to a version that no step starts from",
        notes: ["have: " + Printable.list(steps.map(\.description))]))
  }

  fileprivate func reportGap(_ steps: [Step], ends: [Version]) {
    let last = ends[ends.count - 1]
    let have = "have: " + Printable.list(steps.map(\.description))
    for end in ends.dropLast() where !isFull {
      report(
        Diagnostic(
          .badRules, "no way from version \(end) to version \(last): nothing leads from \(end)",
          at: steps.first { $0.to == end }.map { place(of: $0, label: $0.description) },
          help: "add the step that starts from version \(end)",
          notes: [have]))
    }
  }
}
