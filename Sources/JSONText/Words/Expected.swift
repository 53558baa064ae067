/// Words for what could have stood at a place in a text: the `expected` of a `JSONError`.
///
/// Documents, values and rules are read by several readers, which tell the same fault with the same
/// words; `Found` has those for what stands there.
package enum Expected {
  static let value = "a value"
  static let firstValue = "a value or `]`"
  static let key = "a key in double quotes"
  static let firstKey = "a key in double quotes or `}`"
  static let colon = "a colon"
  package static let end = "the end of the text"
  package static let closingQuote = "a closing double quote"
  static let closingQuoteOrBreak = "a closing double quote, or the line break as `\\n`"
  static let noControl = "a text, with control characters as `\\u` and four digits"
  static let escape = #"an escape after the backslash: one of `"\/bfnrtu`"#
  static let hexadecimal = #"four hexadecimal digits after `\u`"#
  package static let keyOnce = "each key once in an object"
  package static let utf8 = "UTF-8"
  static let noNull = "a comment without U+0000"
  static let noDigit = "no digit after a leading zero"
  static let endOfComment = "`*/` at the end of the comment"

  static func comma(or bracket: Character) -> String { "a comma or `\(bracket)`" }

  static func levels(_ count: Int) -> String { "at most \(count) levels of nesting" }

  /// Whether these words ask for a key.
  static func areKeys(_ expected: String) -> Bool { expected == key || expected == firstKey }
}
