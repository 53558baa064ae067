import JSONText
import TestSupport
import Testing

/// A pattern that is tried in the simplest way: every way, in the order of preference.
private indirect enum Sample {
  case text(UInt8)
  case any
  case sequence([Sample])
  case choice([Sample])
  case group(Int, Sample)
  case repeated(Sample, Int, Int?)

  var written: String {
    switch self {
    case .text(let byte): String(UnicodeScalar(byte))
    case .any: "."
    case .sequence(let parts): parts.map(\.written).joined()
    case .choice(let parts): parts.map(\.written).joined(separator: "|")
    case .group(_, let part): "(\(part.written))"
    case .repeated(let part, let least, let most?): "\(part.written){\(least),\(most)}"
    case .repeated(let part, let least, nil): "\(part.written){\(least),}"
    }
  }

  var canBeEmpty: Bool {
    switch self {
    case .text, .any: false
    case .sequence(let parts): parts.allSatisfy(\.canBeEmpty)
    case .choice(let parts): parts.contains(where: \.canBeEmpty)
    case .group(_, let part): part.canBeEmpty
    case .repeated(let part, let least, _): least == 0 || part.canBeEmpty
    }
  }

  /// Calls `next` with each place at which the sample can end; the first true counts.
  func match(
    _ text: [UInt8], _ place: Int, _ slots: [Int], _ next: (Int, [Int]) -> [Int]?
  ) -> [Int]? {
    switch self {
    case .text(let byte):
      return place < text.count && text[place] == byte ? next(place + 1, slots) : nil
    case .any: return place < text.count ? next(place + 1, slots) : nil
    case .sequence(let parts):
      guard let first = parts.first else { return next(place, slots) }
      return first.match(text, place, slots) { place, slots in
        Sample.sequence(Array(parts.dropFirst())).match(text, place, slots, next)
      }
    case .choice(let parts):
      for part in parts {
        if let found = part.match(text, place, slots, next) { return found }
      }
      return nil
    case .group(let number, let part):
      return part.match(text, place, slots) { end, slots in
        var slots = slots
        slots[2 * number] = place
        slots[2 * number + 1] = end
        return next(end, slots)
      }
    case .repeated(let part, let least, let most):
      if most != 0 {
        let again = part.match(text, place, slots) { end, slots in
          let rest = Sample.repeated(part, max(0, least - 1), most.map { $0 - 1 })
          return rest.match(text, end, slots, next)
        }
        if let again { return again }
      }
      return least == 0 ? next(place, slots) : nil
    }
  }
}

private struct Generator {
  var random: SplitMix
  var groups = 0

  mutating func sample(_ depth: Int) -> Sample {
    switch random.next(below: depth == 0 ? 4 : 9) {
    case 0...2: return .text(UInt8(ascii: "a") + UInt8(random.next(below: 3)))
    case 3: return .any
    case 4, 5: return .sequence((0..<random.next(below: 4)).map { _ in group(depth - 1) })
    case 6: return .choice((0...random.next(below: 3)).map { _ in group(depth - 1) })
    default:
      let part = group(depth - 1)
      let least = random.next(below: 3)
      // What can be empty is repeated a fixed number of times: endless rounds of nothing are
      // where one engine differs from the next.
      if part.canBeEmpty { return .repeated(part, least, least) }
      let isOpen = random.next(below: 2) == 0
      return .repeated(part, least, isOpen ? nil : least + random.next(below: 3))
    }
  }

  mutating func group(_ depth: Int) -> Sample {
    groups += 1
    let number = groups
    return .group(number, sample(depth))
  }
}

private struct SplitMix {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}

@Test func `patterns find what trying every way finds, groups too`() throws {
  let seed = Seeded().seed
  var generator = Generator(random: SplitMix(state: seed))
  var found = 0
  let rounds = 400
  for _ in 0..<rounds {
    generator.groups = 0
    let sample = generator.group(3)
    guard generator.groups <= 9 else { continue }
    let patterns = try inShortAndLong(sample.written)
    let text = (0..<generator.random.next(below: 9)).map { _ in
      UInt8(ascii: "a") + UInt8(generator.random.next(below: 3))
    }
    var expected: [Int]?
    for start in 0...text.count where expected == nil {
      let slots = Array(repeating: -1, count: 2 * generator.groups + 2)
      expected = sample.match(text, start, slots) { end, slots in
        [start, end] + slots.dropFirst(2)
      }
    }
    let written = String(decoding: text, as: UTF8.self)
    for pattern in patterns {
      let match = pattern.firstMatch(in: text)
      let actual = match.map { match in
        ([match.range] + match.groups).flatMap { range in
          range.map { [$0.lowerBound, $0.upperBound] } ?? [-1, -1]
        }
      }
      let place: Comment = "seed \(seed): \(pattern.text) in \(written)"
      #expect(actual == expected, place)
      #expect(pattern.isFound(in: text) == (expected != nil), place)
    }
    found += expected == nil ? 0 : 1
  }
  #expect(found > rounds / 4, "seed \(seed): only \(found) of \(rounds) samples were found")
}

/// A pattern, and one that finds the same in texts without a `z` and has more states than fit in a
/// word.
private func inShortAndLong(_ pattern: String) throws -> [Pattern] {
  [try Pattern(pattern, .patterns), try Pattern(pattern + "|z{70}", .patterns)]
}

@Test func `a short pattern finds what the same finds as a part of a long one`() throws {
  let seed = Seeded().seed
  var random = SplitMix(state: seed)
  let parts = [
    "a", "b", "é", ".", "[^a]", "[aé]", "\\p{L}", "\\s", "^", "$", "(a|)", "(b*)", "(é|ab)+",
    "(.)?",
  ]
  let letters = ["a", "b", "é", "€", "\n", "😀"]
  for _ in 0..<Amount.of(700, thorough: 3_000) {
    let written = (0...random.next(below: 4)).map { _ in parts[random.next(below: parts.count)] }
    let patterns = try inShortAndLong(written.joined())
    let text = (0..<random.next(below: 7)).map { _ in letters[random.next(below: letters.count)] }
    let bytes = Array(text.joined().utf8)
    let place: Comment = "seed \(seed): \(written.joined()) in \(text.joined())"
    #expect(patterns[0].matches(bytes) == patterns[1].matches(bytes), place)
    #expect(patterns[0].isFound(in: bytes) == patterns[1].isFound(in: bytes), place)
    #expect(patterns[0].wholeMatch(of: bytes) == patterns[1].wholeMatch(of: bytes), place)
    #expect(patterns[0].matches(in: bytes) == patterns[1].matches(in: bytes), place)
  }
}

@Test func `whether a text is one of the words of a pattern is what matches say`() throws {
  var random = Seeded()
  let seed = "\(random)"
  func word() -> String {
    let letters = ["a", "b", "-", "é", " "]
    return (0..<Int.random(in: 0...3, using: &random))
      .map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] }.joined()
  }
  var fits = 0
  for _ in 0..<Amount.of(200, thorough: 5_000) {
    let words = (0..<Int.random(in: 1...12, using: &random)).map { _ in word() }
      .joined(separator: "|")
    let around = [
      ("", ""), ("(", ")"), ("^(", ")$"), ("^", "$"), ("^(", ")"), ("(", ")$"), ("^", ""),
    ]
    let (before, after) = around[Int.random(in: 0..<around.count, using: &random)]
    let pattern = try Pattern(before + words + after, .patterns)
    for text in [
      word(), word() + word(), words.split(separator: "|").first.map { String($0) } ?? "",
    ] {
      let bytes = Array(text.utf8)
      let isWhole = pattern.wholeMatch(of: bytes) != nil
      #expect(pattern.matches(bytes) == isWhole, "\(pattern.text) \(text) \(seed)")
      let isFound = pattern.firstMatch(in: bytes) != nil
      #expect(pattern.isFound(in: bytes) == isFound, "\(pattern.text) \(text) \(seed)")
      fits += isWhole ? 1 : 0
    }
  }
  #expect(fits > 100)
}
