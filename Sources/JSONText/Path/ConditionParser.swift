/// Logical expressions: what stands after `?`, and conditions of rules.
extension PathParser {
  /// A whole text that is one condition.
  mutating func wholeCondition() throws(PathError) -> PathCondition {
    skipSpace()
    let condition = try condition()
    guard isAtEnd else { throw error("`&&`, `||` or the end of the condition") }
    return condition
  }

  /// Terms with `&&` and `||` between them, and the white space after them.
  mutating func condition() throws(PathError) -> PathCondition {
    var branches: [PathCondition] = []
    var terms: [PathCondition] = []
    while true {
      terms.append(try basic())
      skipSpace()
      let isAnd = try takeTwice(UInt8(ascii: "&"), "`&&`")
      let isOr = isAnd ? false : try takeTwice(UInt8(ascii: "|"), "`||`")
      if !isAnd {
        branches.append(terms.count == 1 ? terms[0] : .and(terms))
        terms = []
      }
      guard isAnd || isOr else { break }
      skipSpace()
    }
    try refuseWords()
    return branches.count == 1 ? branches[0] : .or(branches)
  }

  private mutating func takeTwice(_ byte: UInt8, _ expected: String) throws(PathError) -> Bool {
    guard peek == byte else { return false }
    guard position + 1 < text.count, text[position + 1] == byte else { throw error(expected) }
    position += 2
    return true
  }

  /// Other languages write `and` and `or`.
  private func refuseWords() throws(PathError) {
    var copy = self
    let word = String(decoding: copy.word(), as: UTF8.self)
    switch word.lowercased() {
    case "and": throw wrong(position..<copy.position, "`&&`")
    case "or": throw wrong(position..<copy.position, "`||`")
    default: break
    }
  }

  private mutating func basic() throws(PathError) -> PathCondition {
    if peek == UInt8(ascii: "(") {
      let condition = try parenthesized()
      try refuseComparison("`&&`, `||` or `)`: a condition in parentheses can't be compared")
      return condition
    }
    if take(UInt8(ascii: "!")) {
      skipSpace()
      if peek == UInt8(ascii: "(") { return .not(try parenthesized()) }
      if peek == UInt8(ascii: "!") { throw error("one `!` only, or parentheses: `!(!@.a)`") }
      let start = position
      let condition = try test(try term(), at: start..<position)
      try refuseComparison("parentheses around a comparison after `!`: `!(@.a == 1)`")
      return .not(condition)
    }
    let start = position
    let left = try term()
    let end = position
    skipSpace()
    guard let comparison = try comparison() else { return try test(left, at: start..<end) }
    let leftOperand = try operand(left, at: start..<end)
    skipSpace()
    let rightStart = position
    let right = try term()
    return .comparison(
      leftOperand, comparison, try operand(right, at: rightStart..<position))
  }

  private mutating func parenthesized() throws(PathError) -> PathCondition {
    try enter()
    position += 1
    skipSpace()
    let condition = try condition()
    guard take(UInt8(ascii: ")")) else { throw error("`&&`, `||` or `)`") }
    depth -= 1
    return condition
  }

  private func refuseComparison(_ expected: String) throws(PathError) {
    var copy = self
    copy.skipSpace()
    let start = copy.position
    guard try copy.comparison() != nil else { return }
    throw wrong(start..<copy.position, expected)
  }

  private mutating func comparison() throws(PathError) -> PathComparison? {
    let next = position + 1 < text.count ? text[position + 1] : 0
    let isLong = next == UInt8(ascii: "=")
    let result: PathComparison
    switch peek {
    case UInt8(ascii: "="):
      guard isLong else {
        throw error(
          next == UInt8(ascii: "~") ? "`==`; for a pattern `match(…)` or `search(…)`" : "`==`")
      }
      result = .equal
    case UInt8(ascii: "!") where isLong: result = .notEqual
    case UInt8(ascii: "<"): result = isLong ? .lessOrEqual : .less
    case UInt8(ascii: ">"): result = isLong ? .greaterOrEqual : .greater
    default: return nil
    }
    position += isLong ? 2 : 1
    if isLong, peek == UInt8(ascii: "=") {
      let start = position - 2
      throw wrong(start..<position + 1, "`\(result.rawValue)`")
    }
    return result
  }
}

// MARK: - Terms

/// A query, a value or a test: which of them fits is known by what stands around it.
enum PathTerm {
  case query(PathQuery)
  case operand(PathOperand)
  case test(PathCondition)
}

extension PathParser {
  /// A term that stands alone as a condition.
  private func test(_ term: PathTerm, at part: Range<Int>) throws(PathError) -> PathCondition {
    switch term {
    case .query(let query): return .exists(query)
    case .test(let condition): return condition
    case .operand(.literal): throw wrong(part, "a comparison: a value alone is no condition")
    case .operand: throw wrong(part, "a comparison: the function gives a value, not an answer")
    }
  }

  /// A term that has one value at most.
  private func operand(_ term: PathTerm, at part: Range<Int>) throws(PathError) -> PathOperand {
    switch term {
    case .operand(let operand): return operand
    case .query(let query) where query.isSingular: return .query(query)
    case .query: throw wrong(part, "a query for one place, with names and indices only")
    case .test: throw wrong(part, "a value: the function gives an answer, which can't be compared")
    }
  }

  private func nodes(_ term: PathTerm, at part: Range<Int>) throws(PathError) -> PathQuery {
    guard case .query(let query) = term else {
      throw wrong(part, "a query that starts with `@` or `$`")
    }
    return query
  }

  private mutating func term() throws(PathError) -> PathTerm {
    switch peek {
    case UInt8(ascii: "@"):
      position += 1
      return .query(PathQuery(root: .scope, segments: try segments()))
    case UInt8(ascii: "$"):
      position += 1
      return .query(PathQuery(root: .document, segments: try segments()))
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return .operand(.literal(.text(try quotedText())))
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte):
      return .operand(.literal(.number(try number())))
    case let byte? where Self.isNameFirst(byte):
      return try word()
    default:
      throw error("a query that starts with `@` or `$`, a value or a function")
    }
  }

  private mutating func word() throws(PathError) -> PathTerm {
    let start = position
    let word = String(decoding: self.word() as [UInt8], as: UTF8.self)
    let part = start..<position
    if peek == UInt8(ascii: "(") { return try function(word, at: part) }
    switch word {
    case "true": return .operand(.literal(.boolean(true)))
    case "false": return .operand(.literal(.boolean(false)))
    case "null": return .operand(.literal(.null))
    default: break
    }
    switch word.lowercased() {
    case "true", "false", "null": throw wrong(part, "`\(word.lowercased())`")
    case "nil", "none", "undefined": throw wrong(part, "`null`")
    case "not": throw wrong(part, "`!`")
    default: break
    }
    if Self.functions.contains(where: { $0.utf8.elementsEqual(word.utf8) }) {
      throw error("`(` right after the name of the function")
    }
    let advice = word.utf8.count > 32 ? "" : ": `@.\(word)` or `'\(word)'`"
    throw wrong(part, "`@.` before a name, or quotes around text\(advice)")
  }
}

// MARK: - Functions

extension PathParser {
  private static let functions = ["length", "count", "match", "search", "value", "type"]

  private typealias Argument = (term: PathTerm, part: Range<Int>)

  private mutating func function(
    _ name: String, at part: Range<Int>
  ) throws(PathError) -> PathTerm {
    let isKnown = Self.functions.contains(name) && (name != "type" || dialect == .rules)
    guard isKnown else {
      let known = Self.functions.dropLast(dialect == .rules ? 0 : 1)
      throw PathError(
        offset: part.lowerBound, found: "the function \(PathWords.quoted(text[part]))",
        expected: "one of \(known.map { "`\($0)`" }.joined(separator: ", "))")
    }
    let arguments = try arguments()
    let count = name == "match" || name == "search" ? 2 : 1
    guard arguments.count == count else {
      throw PathError(
        offset: part.lowerBound,
        found: "`\(name)` with \(arguments.isEmpty ? "no" : "\(arguments.count)") arguments",
        expected: count == 1 ? "one argument" : "two: a value and a pattern")
    }
    let (term, place) = arguments[0]
    switch name {
    case "length": return .operand(.length(try operand(term, at: place)))
    case "count": return .operand(.count(try nodes(term, at: place)))
    case "value": return .operand(.value(try nodes(term, at: place)))
    case "type": return .operand(.type(try operand(term, at: place)))
    default:
      let pattern = try pattern(arguments[1])
      return .test(.pattern(try operand(term, at: place), pattern, isWhole: name == "match"))
    }
  }

  private mutating func arguments() throws(PathError) -> [Argument] {
    try enter()
    position += 1
    skipSpace()
    var arguments: [Argument] = []
    if peek != UInt8(ascii: ")") {
      repeat {
        skipSpace()
        let start = position
        let term = try term()
        arguments.append((term, start..<position))
        skipSpace()
      } while take(UInt8(ascii: ","))
    }
    guard take(UInt8(ascii: ")")) else { throw error("`,` or `)`") }
    depth -= 1
    return arguments
  }

  private func pattern(_ argument: Argument) throws(PathError) -> PathPattern {
    let operand = try operand(argument.term, at: argument.part)
    guard case .literal(let literal) = operand else { return .operand(operand) }
    guard case .text(let bytes) = literal else {
      if dialect == .standard { return .operand(operand) }
      throw wrong(argument.part, "a pattern in quotes")
    }
    do {
      return .compiled(try Pattern(bytes: bytes, .standard))
    } catch {
      if dialect == .standard { return .invalid(bytes) }
      // With an escape in it the pattern is longer here than it is once it is read.
      let isPlain = bytes.count == argument.part.count - 2
      let start = argument.part.lowerBound
      throw PathError(
        offset: isPlain ? start + 1 + error.offset : start,
        found: "\(error.found) in a pattern", expected: error.expected)
    }
  }
}
