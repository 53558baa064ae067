/// A set of Unicode scalars: ranges and general categories, maybe turned around.
struct ScalarSet: Hashable, Sendable {
  private var ranges: [ClosedRange<UInt32>] = []
  private var categories: UInt32 = 0
  private var isNegated = false
  /// The answers for the first 128 scalars.
  private var asciiLow: UInt64 = 0
  private var asciiHigh: UInt64 = 0

  /// The set of what is in one of the ranges or has one of the categories, or of all else.
  init(
    ranges: [ClosedRange<UInt32>], categories: UInt32 = 0, isNegated: Bool = false
  ) {
    self.ranges = Self.merged(ranges)
    self.categories = categories
    self.isNegated = isNegated
    for scalar: UInt32 in 0..<64 where search(scalar) { asciiLow |= 1 &<< UInt64(scalar) }
    for scalar: UInt32 in 64..<128 where search(scalar) { asciiHigh |= 1 &<< UInt64(scalar - 64) }
  }

  func contains(_ scalar: UInt32) -> Bool {
    if scalar < 64 { return asciiLow &>> UInt64(scalar) & 1 == 1 }
    if scalar < 128 { return asciiHigh &>> UInt64(scalar - 64) & 1 == 1 }
    return search(scalar)
  }

  @inline(never)
  private func search(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    if low < ranges.count, ranges[low].contains(scalar) { return !isNegated }
    if categories != 0, let unicode = Unicode.Scalar(scalar) {
      let bit: UInt32 = 1 &<< UInt32(Self.number(of: unicode.properties.generalCategory))
      if categories & bit != 0 { return !isNegated }
    }
    return isNegated
  }

  /// Sorted and without overlaps, so that the search takes logarithmic time.
  private static func merged(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    for range in ranges.ordered(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        let upper = max(last.upperBound, range.upperBound)
        result[result.count - 1] = last.lowerBound...upper
      } else {
        result.append(range)
      }
    }
    return result
  }
}

extension ScalarSet {
  static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
  static let wordCharacters: [ClosedRange<UInt32>] = [
    0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A,
  ]
  static let whiteSpace: [ClosedRange<UInt32>] = [0x09...0x0D, 0x20...0x20]

  /// What is in none of some ranges, which are in order.
  static func allBut(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    var start: UInt32 = 0
    for range in ranges {
      if range.lowerBound > start { result.append(start...range.lowerBound - 1) }
      start = range.upperBound + 1
    }
    return result + [start...0x10FFFF]
  }

  /// The categories that RFC 9485 names, each at the place of its bit; the last one is not named.
  private static let names = [
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe",
    "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cn", "Co",
  ]

  /// The bits of a category such as `Lu`, or of a whole class such as `L`.
  static func categories(named name: String) -> UInt32? {
    var bits: UInt32 = 0
    for (number, own) in names.enumerated() where own == name || own.prefix(1) == name {
      bits |= 1 &<< UInt32(number)
    }
    return bits == 0 ? nil : bits
  }

  private static func number(of category: Unicode.GeneralCategory) -> Int {
    switch category {
    case .uppercaseLetter: 0
    case .lowercaseLetter: 1
    case .titlecaseLetter: 2
    case .modifierLetter: 3
    case .otherLetter: 4
    case .nonspacingMark: 5
    case .spacingMark: 6
    case .enclosingMark: 7
    case .decimalNumber: 8
    case .letterNumber: 9
    case .otherNumber: 10
    case .connectorPunctuation: 11
    case .dashPunctuation: 12
    case .openPunctuation: 13
    case .closePunctuation: 14
    case .initialPunctuation: 15
    case .finalPunctuation: 16
    case .otherPunctuation: 17
    case .mathSymbol: 18
    case .currencySymbol: 19
    case .modifierSymbol: 20
    case .otherSymbol: 21
    case .spaceSeparator: 22
    case .lineSeparator: 23
    case .paragraphSeparator: 24
    case .control: 25
    case .format: 26
    case .unassigned: 27
    case .privateUse: 28
    case .surrogate: 29
    @unknown default: 27
    }
  }
}
