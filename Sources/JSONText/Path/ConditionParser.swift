/// Logical expressions: what stands after `?`, and conditions of rules.
extension PathParser {
  /// A whole text that is one condition.
  mutating func wholeCondition() throws(PathError) -> PathCondition {
    skipSpace()
    let condition = try condition()
    guard isAtEnd else { throw unexpected("`&&`, `||` or the end of the condition") }
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

  /// One term of a condition.
  ///
  /// What calls itself through others is kept in small functions: in debug builds each temporary
  /// takes its own place on the stack.
  private mutating func basic() throws(PathError) -> PathCondition {
    let isNegated = take(UInt8(ascii: "!"))
    if isNegated { skipSpace() }
    if peek == UInt8(ascii: "(") {
      let condition = try parenthesized()
      return isNegated ? .not(condition) : condition
    }
    let start = position
    let term = try term()
    if isNegated { return try negated(term, at: start..<position) }
    return try comparison(of: term, at: start..<position)
  }

  private func negated(_ term: PathTerm, at part: Range<Int>) throws(PathError) -> PathCondition {
    let condition = try test(term, at: part)
    try refuseComparison("parentheses around a comparison after `!`: `!(@.a == 1)`")
    return .not(condition)
  }

  /// A comparison, or a term that stands alone.
  private mutating func comparison(
    of left: PathTerm, at leftPart: Range<Int>
  ) throws(PathError) -> PathCondition {
    skipSpace()
    guard let comparison = try comparison() else { return try test(left, at: leftPart) }
    let leftOperand = try operand(left, at: leftPart)
    skipSpace()
    let start = position
    let right = try term()
    return .comparison(leftOperand, comparison, try operand(right, at: start..<position))
  }

  private mutating func parenthesized() throws(PathError) -> PathCondition {
    try enter()
    position += 1
    skipSpace()
    let condition = try condition()
    guard take(UInt8(ascii: ")")) else { throw unexpected("`&&`, `||` or `)`") }
    depth -= 1
    try refuseComparison("`&&`, `||` or `)`: a condition in parentheses can't be compared")
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
    if result == .less, next == UInt8(ascii: ">") {
      throw wrong(position..<position + 2, "`!=`")
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
    case .operand: throw wrong(part, "a comparison: the function gives a value")
    }
  }

  /// A term that has one value at most.
  @inline(never)
  private func operand(_ term: PathTerm, at part: Range<Int>) throws(PathError) -> PathOperand {
    switch term {
    case .operand(let operand): return operand
    case .query(let query) where query.isSingular: return .query(query)
    case .query: throw wrong(part, "a query for one place, with names and indices only")
    case .test: throw wrong(part, "a value: the function is a condition by itself")
    }
  }

  private func nodes(_ term: PathTerm, at part: Range<Int>) throws(PathError) -> PathQuery {
    guard case .query(let query) = term else {
      throw wrong(part, "a query that starts with `@` or `$`")
    }
    return query
  }

  private mutating func term() throws(PathError) -> PathTerm {
    if peek == UInt8(ascii: "@") { return .query(try query(from: .scope)) }
    if peek == UInt8(ascii: "$") { return .query(try query(from: .document)) }
    guard let byte = peek, Self.isNameFirst(byte) else { return .operand(.literal(try literal())) }
    let start = position
    let word = word()
    if peek == UInt8(ascii: "(") { return try function(at: start..<position) }
    return .operand(.literal(try literal(word, at: start..<position)))
  }

  private mutating func literal() throws(PathError) -> PathLiteral {
    switch peek {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .text(try quotedText())
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte):
      return .number(try number())
    case UInt8(ascii: "+"): throw error("a number without `+`")
    case UInt8(ascii: "."): throw error("`@` before `.`, or a digit")
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      throw error("text, a number, `true`, `false` or `null`: no other value can be written here")
    case UInt8(ascii: "!"): throw error("one `!` only, or parentheses: `!(!@.a)`")
    default: throw error("a query that starts with `@` or `$`, a value or a function")
    }
  }

  private func literal(_ word: [UInt8], at part: Range<Int>) throws(PathError) -> PathLiteral {
    let word = String(decoding: word, as: UTF8.self)
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .null
    default: break
    }
    switch word.lowercased() {
    case "true", "false", "null": throw wrong(part, "`\(word.lowercased())`")
    case "nil", "none": throw wrong(part, "`null`")
    case "undefined", "missing":
      throw wrong(
        part, "no comparison: `@.a` alone asks whether it is there, `!@.a` whether it isn't")
    case "not": throw wrong(part, "`!`")
    default: break
    }
    if Self.functions.contains(word) {
      throw error("`(` right after the name of the function")
    }
    let advice = word.utf8.count > 32 ? "" : ": `@.\(word)` or `'\(word)'`"
    throw wrong(part, "`@.` before a name, or quotes around text\(advice)")
  }
}

// MARK: - Functions

extension PathParser {
  /// Those of the standard, and ours.
  static let functions = [
    "length", "count", "match", "search", "value", "type", "empty",
  ]
  /// Those that the standard doesn't have.
  private static let ownFunctions = ["type", "empty"]

  private typealias Argument = (term: PathTerm, part: Range<Int>)

  private mutating func function(at part: Range<Int>) throws(PathError) -> PathTerm {
    try checkFunction(at: part)
    let arguments = try arguments()
    return try call(String(decoding: text[part], as: UTF8.self), arguments, at: part)
  }

  private func checkFunction(at part: Range<Int>) throws(PathError) {
    let known = Self.functions.filter { dialect == .rules || !Self.ownFunctions.contains($0) }
    guard !known.contains(where: { $0.utf8.elementsEqual(text[part]) }) else { return }
    throw PathError(
      offset: part.lowerBound, found: "the function \(Found.quote(text[part]))",
      expected: "one of \(known.map { "`\($0)`" }.joined(separator: ", "))")
  }

  private func call(
    _ name: String, _ arguments: [Argument], at part: Range<Int>
  ) throws(PathError) -> PathTerm {
    let count = name == "match" || name == "search" ? 2 : 1
    guard arguments.count == count else {
      let found = arguments.isEmpty ? "no" : "\(arguments.count)"
      throw PathError(
        offset: part.lowerBound,
        found: "`\(name)` with \(found) argument\(arguments.count == 1 ? "" : "s")",
        expected: count == 1 ? "one argument" : "two: a value and a pattern")
    }
    let (term, place) = arguments[0]
    switch name {
    case "length": return .operand(.length(try operand(term, at: place)))
    case "count": return .operand(.count(try nodes(term, at: place)))
    case "value": return .operand(.value(try nodes(term, at: place)))
    case "type": return .operand(.type(try operand(term, at: place)))
    case "empty":
      guard case .query(let query) = try operand(term, at: place) else {
        throw wrong(place, "a query that starts with `@` or `$`")
      }
      return .test(.empty(query))
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
        found: error.found, expected: error.expected)
    }
  }
}
