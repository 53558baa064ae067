/// Reads a pattern and compiles it on the way; open groups are kept in a list, so nothing recurses.
struct PatternParser {
  static let nestingLimit = 256

  private let text: [UInt8]
  private let dialect: Pattern.Dialect
  private let ignoresCase: Bool
  private var position = 0
  private var open: [Group] = [Group(start: 0)]
  private var sets: [ScalarSet] = []
  private var groupCount = 0
  /// The instructions of everything that was read, open groups included.
  private var size = 0

  /// A group that is being read; the first one is the whole pattern.
  private struct Group {
    let start: Int
    var number: Int?
    var branches: [[PatternInstruction]] = []
    var branch: [PatternInstruction] = []
  }

  static func compile(
    _ text: [UInt8], as dialect: Pattern.Dialect, ignoresCase: Bool
  ) throws(PatternError) -> PatternProgram {
    var parser = PatternParser(text: text, dialect: dialect, ignoresCase: ignoresCase)
    return try parser.program()
  }

  private init(text: [UInt8], dialect: Pattern.Dialect, ignoresCase: Bool) {
    self.text = text
    self.dialect = dialect
    self.ignoresCase = ignoresCase
  }

  private mutating func program() throws(PatternError) -> PatternProgram {
    while position < text.count { try piece() }
    guard open.count == 1 else {
      throw error("`)` for the group that opens at byte \(open[open.count - 1].start)")
    }
    let code = PatternCode.alternatives(open[0].branches + [open[0].branch])
    return PatternProgram(code, sets: sets, groupCount: groupCount)
  }

  private mutating func piece() throws(PatternError) {
    switch text[position] {
    case UInt8(ascii: "|"):
      try grow(by: 2)
      position += 1
      open[open.count - 1].branches.append(open[open.count - 1].branch)
      open[open.count - 1].branch = []
    case UInt8(ascii: "("): try openGroup()
    case UInt8(ascii: ")"): try closeGroup()
    case UInt8(ascii: "["): try atom(.set(add(try bracketed())))
    case UInt8(ascii: "\\"): try escape()
    case UInt8(ascii: "."):
      position += 1
      try atom(.anyButLineEnd)
    case UInt8(ascii: "^"): try anchor(.textStart)
    case UInt8(ascii: "$"): try anchor(.textEnd)
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
      throw nothingToRepeat()
    case UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
      throw error("`\\` before it to mean the character")
    default:
      let (scalar, end) = UTF8Text.scalar(in: text, at: position)
      position = end
      try letter(scalar)
    }
  }

  /// A character that stands for itself, and if the case doesn't count for others too.
  private mutating func letter(_ scalar: UInt32) throws(PatternError) {
    let variants = ignoresCase ? CaseFolding.variants(of: scalar) : [scalar]
    if variants.count == 1 { return try atom(.scalar(scalar)) }
    try atom(.set(add(ScalarSet(ranges: variants.map { $0...$0 }))))
  }

  /// What other languages write with these signs, if that is it.
  private func nothingToRepeat() -> PatternError {
    let rest = text[position...]
    let before = position > 0 ? text[position - 1] : 0
    if before == UInt8(ascii: "("), rest.first == UInt8(ascii: "?") {
      switch rest.dropFirst().first {
      case UInt8(ascii: ":"):
        return error("a group without `?:`: all groups are alike here")
      case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"):
        return error("no looking ahead or behind, and no names of groups: those don't exist here")
      default:
        return error(
          dialect == .standard
            ? "no flags: for both cases of a letter there is `[Aa]`"
            : "no flags: `\"ignore-case\": true` in the rule is for the case")
      }
    }
    if "*+?}".utf8.contains(before) {
      return error(
        "nothing behind a repetition: it takes as much as it can; `[^x]*` takes all up to an `x`")
    }
    return error("something to repeat before it, or `\\` to mean the character")
  }

  private mutating func openGroup() throws(PatternError) {
    guard open.count <= Self.nestingLimit else {
      throw error("at most \(Self.nestingLimit) groups inside one another")
    }
    var group = Group(start: position)
    position += 1
    if dialect == .patterns {
      groupCount += 1
      // Only `$1` to `$9` can be named, so nothing is noted for the others.
      if groupCount <= 9 {
        group.number = groupCount
        try grow(by: 2)
      }
    }
    open.append(group)
  }

  private mutating func closeGroup() throws(PatternError) {
    guard open.count > 1, let group = open.popLast() else {
      throw error("a `(` before it, or `\\` to mean the character")
    }
    position += 1
    var code = PatternCode.alternatives(group.branches + [group.branch])
    if let number = group.number {
      code.insert(.save(2 * number), at: 0)
      code.append(.save(2 * number + 1))
    }
    try append(code)
  }

  /// An anchor takes nothing, so nothing may be said of how often.
  private mutating func anchor(_ instruction: PatternInstruction) throws(PatternError) {
    try grow(by: 1)
    position += 1
    open[open.count - 1].branch.append(instruction)
  }

  private mutating func atom(_ instruction: PatternInstruction) throws(PatternError) {
    try grow(by: 1)
    try append([instruction])
  }

  /// Adds code of which the size is counted already, as often as the pattern says next.
  private mutating func append(_ code: [PatternInstruction]) throws(PatternError) {
    let start = position
    guard let (least, most) = try quantifier() else {
      open[open.count - 1].branch += code
      return
    }
    guard let length = PatternCode.length(of: code.count, from: least, to: most) else {
      throw tooLarge(at: start)
    }
    try grow(by: length - code.count, at: start)
    open[open.count - 1].branch += PatternCode.repeated(code, from: least, to: most)
  }

  private mutating func add(_ set: ScalarSet) -> Int {
    sets.append(set)
    return sets.count - 1
  }

  private mutating func grow(by count: Int, at offset: Int? = nil) throws(PatternError) {
    let (sum, overflow) = size.addingReportingOverflow(count)
    guard !overflow, sum <= PatternProgram.instructionLimit else {
      throw tooLarge(at: offset ?? position)
    }
    size = sum
  }

  private func tooLarge(at offset: Int) -> PatternError {
    PatternError(
      offset: offset, found: "a pattern that is too large once its repetitions are written out",
      expected: "at most \(PatternProgram.instructionLimit) steps")
  }
}

// MARK: - How often

extension PatternParser {
  private mutating func quantifier() throws(PatternError) -> (least: Int, most: Int?)? {
    guard position < text.count else { return nil }
    switch text[position] {
    case UInt8(ascii: "*"):
      position += 1
      return (0, nil)
    case UInt8(ascii: "+"):
      position += 1
      return (1, nil)
    case UInt8(ascii: "?"):
      position += 1
      return (0, 1)
    case UInt8(ascii: "{"):
      return try counts()
    default:
      return nil
    }
  }

  private mutating func counts() throws(PatternError) -> (least: Int, most: Int?) {
    let start = position
    position += 1
    let least = try count()
    var most: Int? = least
    if take(UInt8(ascii: ",")) {
      most = isAt(UInt8(ascii: "}")) ? nil : try count()
    }
    guard take(UInt8(ascii: "}")) else { throw error("`}`") }
    if let most, most < least {
      throw PatternError(
        offset: start, found: "a repetition from \(least) to \(most)",
        expected: "the smaller count first")
    }
    return (least, most)
  }

  private mutating func count() throws(PatternError) -> Int {
    let start = position
    var value = 0
    while position < text.count, text[position] >= 0x30, text[position] <= 0x39 {
      // Larger counts are all the same: the program is too large.
      value = Int(min(Int64(value) * 10 + Int64(text[position] - 0x30), 1_000_000_000))
      position += 1
    }
    guard position > start else { throw error("a count") }
    return value
  }

  private func isAt(_ byte: UInt8) -> Bool {
    position < text.count && text[position] == byte
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard isAt(byte) else { return false }
    position += 1
    return true
  }
}

// MARK: - Escapes and sets

extension PatternParser {
  /// What a backslash means: one character, or a set of them.
  private enum Escape {
    case scalar(UInt32)
    case ranges([ClosedRange<UInt32>])
    case categories(UInt32)
  }

  private mutating func escape() throws(PatternError) {
    switch try readEscape() {
    case .scalar(let scalar): try atom(.scalar(scalar))
    case .ranges(let ranges): try atom(.set(add(ScalarSet(ranges: ranges))))
    case .categories(let bits): try atom(.set(add(ScalarSet(ranges: [], categories: bits))))
    }
  }

  private mutating func readEscape() throws(PatternError) -> Escape {
    let start = position
    position += 1
    guard position < text.count else { throw error("a character after `\\`") }
    let byte = text[position]
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return .scalar(0x0A)
    case UInt8(ascii: "r"): return .scalar(0x0D)
    case UInt8(ascii: "t"): return .scalar(0x09)
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "["),
      UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "{"),
      UInt8(ascii: "|"), UInt8(ascii: "}"):
      return .scalar(UInt32(byte))
    case UInt8(ascii: "$") where dialect == .patterns: return .scalar(UInt32(byte))
    case UInt8(ascii: "d") where dialect == .patterns: return .ranges(ScalarSet.digits)
    case UInt8(ascii: "w") where dialect == .patterns: return .ranges(ScalarSet.wordCharacters)
    case UInt8(ascii: "s") where dialect == .patterns: return .ranges(ScalarSet.whiteSpace)
    case UInt8(ascii: "D") where dialect == .patterns:
      return .ranges(ScalarSet.allBut(ScalarSet.digits))
    case UInt8(ascii: "W") where dialect == .patterns:
      return .ranges(ScalarSet.allBut(ScalarSet.wordCharacters))
    case UInt8(ascii: "S") where dialect == .patterns:
      return .ranges(ScalarSet.allBut(ScalarSet.whiteSpace))
    case UInt8(ascii: "p"): return .categories(try category())
    case UInt8(ascii: "P"): return .categories(~(try category()))
    default: throw unknownEscape(at: start)
    }
  }

  private func unknownEscape(at start: Int) -> PatternError {
    let end = UTF8Text.scalar(in: text, at: start + 1).end
    let signs = "( ) * + - . ? [ \\ ] ^ { | }"
    let expected =
      switch (dialect, text[start + 1]) {
      case (.standard, UInt8(ascii: "D")): "`[^0-9]`"
      case (.standard, UInt8(ascii: "W")): "`[^0-9A-Za-z_]`"
      case (.standard, UInt8(ascii: "S")): "`[^ \\t\\n\\r]`"
      case (.standard, UInt8(ascii: "d")): "`[0-9]`"
      case (.standard, UInt8(ascii: "w")): "`[0-9A-Za-z_]`"
      case (.standard, UInt8(ascii: "s")): "`[ \\t\\n\\r]`"
      case (.standard, _): "one of `\\n \\r \\t \\p \\P`, or `\\` before one of `\(signs)`"
      case (.patterns, _):
        "one of `\\n \\r \\t \\d \\D \\w \\W \\s \\S \\p \\P`, or `\\` before one of `\(signs) $`"
      }
    return PatternError(
      offset: start, found: Found.quote(text[start..<end]), expected: expected)
  }

  private mutating func category() throws(PatternError) -> UInt32 {
    guard take(UInt8(ascii: "{")) else { throw error("`{` and a Unicode category, such as `Lu`") }
    let start = position
    while position < text.count, position < start + 3, !isAt(UInt8(ascii: "}")) { position += 1 }
    let name = String(decoding: text[start..<position], as: UTF8.self)
    guard take(UInt8(ascii: "}")), let bits = ScalarSet.categories(named: name) else {
      position = start
      throw error("a Unicode category, such as `Lu` or `L`, and `}`")
    }
    return bits
  }

  private mutating func bracketed() throws(PatternError) -> ScalarSet {
    let start = position
    position += 1
    let isNegated = take(UInt8(ascii: "^"))
    var ranges: [ClosedRange<UInt32>] = []
    // Those of escapes.
    var fixed: [ClosedRange<UInt32>] = []
    var categories: UInt32 = 0
    var isEmpty = true
    while !isAt(UInt8(ascii: "]")) || isEmpty {
      guard position < text.count else {
        throw error("`]` for the set that opens at byte \(start)")
      }
      switch try member(isFirst: isEmpty) {
      case .ranges(let more): fixed += more
      case .categories(let bits): categories |= bits
      case .scalar(let low):
        let high = try upperBound(of: low)
        ranges.append(low...high)
      }
      isEmpty = false
    }
    position += 1
    if ignoresCase { ranges = CaseFolding.variants(of: ranges) }
    return ScalarSet(ranges: ranges + fixed, categories: categories, isNegated: isNegated)
  }

  /// One character or escape of a set; a `-` means itself only as the first or the last one.
  private mutating func member(isFirst: Bool) throws(PatternError) -> Escape {
    switch text[position] {
    case UInt8(ascii: "\\"): return try readEscape()
    case UInt8(ascii: "-"):
      let isLast = position + 1 < text.count && text[position + 1] == UInt8(ascii: "]")
      guard isFirst || isLast else { throw error("`\\-` to mean the character") }
      position += 1
      return .ranges([0x2D...0x2D])
    case UInt8(ascii: "["), UInt8(ascii: "]"):
      throw error("`\\` before it to mean the character")
    default:
      let (scalar, end) = UTF8Text.scalar(in: text, at: position)
      position = end
      return .scalar(scalar)
    }
  }

  private mutating func upperBound(of low: UInt32) throws(PatternError) -> UInt32 {
    guard isAt(UInt8(ascii: "-")), position + 1 < text.count,
      text[position + 1] != UInt8(ascii: "]")
    else { return low }
    let start = position
    position += 1
    guard case .scalar(let high) = try member(isFirst: false) else {
      throw PatternError(
        offset: start + 1, found: "a set as the end of a range", expected: "a character")
    }
    guard low <= high else {
      throw PatternError(
        offset: start, found: "a range that runs backwards",
        expected: "the lower character first")
    }
    return high
  }

  private func error(_ expected: String) -> PatternError {
    PatternError(
      offset: position, found: Found.character(in: text, at: position, ofThe: "pattern"),
      expected: expected)
  }
}
