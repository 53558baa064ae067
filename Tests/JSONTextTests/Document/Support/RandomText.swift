import TestSupport

/// Makes JSON texts of all kinds, byte by byte.
struct RandomText {
  var random: Seeded
  private(set) var style = Style.compact
  /// The text that was made last.
  private(set) var text: [UInt8] = []
  /// How many values the text may still get.
  private var budget = 0

  init(random: Seeded = Seeded()) { self.random = random }

  enum Style: CaseIterable {
    case compact, two, four, tabs, windows, spaced, python, sloppy, commaFirst, commaFirstTabs
  }

  /// Names that come often, so that members share them, and some that are nearly the same.
  static let names: [[UInt8]] =
    [
      "a", "b", "c", "id", "name", "", "items", "\u{E9}", "e\u{301}", "日本", "👩‍🚀", "a\"b\\c/d",
      "\n\0\u{1F}", "exactly8", "nine char", "sixteen-letters!",
      "a key of rather more than 32 bytes",
    ].map { Array($0.utf8) }

  /// One in `number` times.
  mutating func once(in number: Int) -> Bool { Int.random(in: 0..<number, using: &random) == 0 }

  mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  mutating func document(
    style: Style? = nil, values: Int = 40, isContainer: Bool = false
  ) -> [UInt8] {
    self.style = style ?? one(of: Style.allCases)
    text = []
    budget = Int.random(in: 1...values, using: &random)
    let isDeep = once(in: 12)
    let isWide = once(in: 12)
    if isWide { budget += 50 }
    if self.style == .sloppy { space() }
    if isDeep { deep() } else { value(level: 0, mustOpen: isContainer, isWide: isWide) }
    if self.style != .compact, once(in: 2) { text += [0x0A] }
    return text
  }

  /// A chain of containers that is longer than the scanner's word of bits.
  private mutating func deep() {
    let levels = Int.random(in: 60...140, using: &random)
    var ends: [UInt8] = []
    for level in 0..<levels {
      let isObject = once(in: 2)
      text.append(isObject ? 0x7B : 0x5B)
      breakLine(level + 1)
      if once(in: 8) {
        if isObject { key() }
        value(level: 9)
        separator(level + 1)
      }
      if isObject { key() }
      ends.append(isObject ? 0x7D : 0x5D)
    }
    value(level: 9)
    for level in (0..<levels).reversed() {
      if once(in: 8) {
        separator(level + 1)
        if ends[level] == 0x7D { key() }
        value(level: 9)
      }
      breakLine(level)
      text.append(ends[level])
    }
  }

  private mutating func value(level: Int, mustOpen: Bool = false, isWide: Bool = false) {
    budget -= 1
    let choice = Int.random(in: level > 6 || budget <= 0 ? 4...9 : 0...9, using: &random)
    switch choice {
    case _ where mustOpen || choice < 4: container(level: level, isWide: isWide)
    case 4, 5, 6: string()
    case 7, 8: text += Array(one(of: Self.numbers).utf8)
    default: text += Array(one(of: ["true", "false", "null"]).utf8)
    }
  }

  private mutating func container(level: Int, isWide: Bool) {
    let isObject = isWide || !once(in: 3)
    var count = once(in: 6) ? 0 : Int.random(in: 1...7, using: &random)
    if isWide { count = Int.random(in: 30...60, using: &random) }
    let hasDuplicates = once(in: 10)
    var used: Set<[UInt8]> = []
    text.append(isObject ? 0x7B : 0x5B)
    for index in 0..<count {
      if index == 0 { breakLine(level + 1) } else { separator(level + 1) }
      if isObject {
        var name = isWide && !once(in: 4) ? Array("k\(index)".utf8) : one(of: Self.names)
        while !hasDuplicates, used.contains(name) { name += one(of: Self.names) + [0x78] }
        used.insert(name)
        key(name)
      }
      value(level: level + 1)
    }
    if count > 0 { breakLine(level) } else if style == .sloppy { space() }
    text.append(isObject ? 0x7D : 0x5D)
  }

  static let numbers = [
    "0", "-0", "1", "1.0", "1e400", "12345678901234567890", "-1.5E-7", "0.1e+00", "1234567", "-9",
    "3.14159265358979323846", "1E1",
  ]

  static let words = [
    "a", "x y", "\"", "\\", "/", "\u{7F}", "é", "日本語", "😀", "\n", "{", "]", ":,",
  ]

  private mutating func string() {
    text.append(0x22)
    for _ in 0..<(once(in: 9) ? Int.random(in: 20...90, using: &random) : once(in: 4) ? 5 : 1) {
      if once(in: 30) {
        text += Array(one(of: [#"\ud800"#, #"\uDFFF"#, #"\uDC00\uD800"#]).utf8)
      } else {
        spell(one(of: Self.words))
      }
    }
    text.append(0x22)
  }

  private mutating func key(_ name: [UInt8]? = nil) {
    text.append(0x22)
    if once(in: 60) { text += Array(#"\uD83D"#.utf8) }
    spell(String(decoding: name ?? one(of: Self.names), as: UTF8.self))
    text.append(0x22)
    switch style {
    case .compact: text.append(0x3A)
    case .sloppy:
      space()
      text.append(0x3A)
      space()
    default: text += [0x3A, 0x20]
    }
  }

  /// A text, now and then with an escape where none is needed.
  private mutating func spell(_ name: String) {
    for scalar in name.unicodeScalars {
      if let short = Self.escapes[scalar], scalar != "/" || once(in: 2) {
        text += Array(short.utf8)
      } else if scalar.value < 0x20 || once(in: 25) {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: once(in: 2))
          text += Array((#"\u"# + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
        }
      } else {
        text += Array(String(scalar).utf8)
      }
    }
  }

  private static let escapes: [UnicodeScalar: String] = [
    "\"": #"\""#, "\\": #"\\"#, "\n": #"\n"#, "/": #"\/"#,
  ]

  private mutating func separator(_ level: Int) {
    if style == .sloppy { space() }
    if style == .commaFirst || style == .commaFirstTabs {
      breakLine(level)
      text += [0x2C, 0x20]
      return
    }
    text.append(0x2C)
    if style == .python || style == .spaced { text.append(0x20) } else { breakLine(level) }
  }

  private mutating func breakLine(_ level: Int) {
    let unit: String
    switch style {
    case .compact, .python: return
    case .spaced: return text.append(0x20)
    case .sloppy: return space()
    case .two, .windows, .commaFirst: unit = "  "
    case .four: unit = "    "
    case .tabs, .commaFirstTabs: unit = "\t"
    }
    text += style == .windows || style == .commaFirstTabs ? [0x0D, 0x0A] : [0x0A]
    text += Array(String(repeating: unit, count: level).utf8)
  }

  private mutating func space() {
    guard once(in: 2) else { return }
    for _ in 0..<(once(in: 12) ? 40 : Int.random(in: 1...3, using: &random)) {
      text.append(one(of: [0x20, 0x0A, 0x0D, 0x09]))
    }
  }
}
