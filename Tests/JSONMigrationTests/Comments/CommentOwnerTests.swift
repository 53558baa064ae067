import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Comments still belong to what they belonged to, where their neighbours are others now.
@Suite struct CommentOwnerTests {
  private static func migrate(_ text: String, _ rules: String) throws -> String {
    String(
      decoding: try Migrator.takingComments(rules).migrate(Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    (#"{ "add-default": { "x": 1 } }"#, #"{"a":1 /* A */}"#, #"{"a":1 /* A */,"x":1}"#),
    (#"{ "list": "t", "do": ["reverse"] }"#, "{\"t\":[1, 2 /* 2 */]}", "{\"t\":[2 /* 2 */, 1]}"),
    (#"{ "append": { "t": 3 } }"#, "{\"t\":[1, 2 /* 2 */]}", "{\"t\":[1, 2 /* 2 */, 3]}"),
    (
      #"{ "concat": ["p", "q"], "into": "p" }"#, "{\"p\":[1, 2 /*2*/], \"q\":[3]}",
      "{\"p\":[1, 2 /*2*/, 3]}"
    ),
    (
      #"{ "nest": ["a", "b"], "under": "n" }"#, #"{"b":2 /*B*/, "c":1, "a":1 /*A*/}"#,
      #"{"n":{"a":1 /*A*/, "b":2 /*B*/}, "c":1}"#
    ),
    (
      #"{ "move": { "a": "o.a" } }"#, "{\n  \"a\": 1, /* A */\n  \"o\": {\"x\": 2 /* X */}\n}",
      "{\n  \"o\": {\"x\": 2 /* X */, \"a\": 1 /* A */}\n}"
    ),
  ])
  func `behind the last of a line it stays in front of the comma`(
    rules: String, text: String, expected: String
  ) throws {
    let result = try Self.migrate(text, rules)
    #expect(result == expected, "\(result)")
  }

  @Test(arguments: [
    (
      #"{ "concat": ["l", "m"], "into": "x" }"#, #"{"l":[1],"m":[/*none*/]}"#,
      #"{/*none*/"x":[1]}"#
    ),
    (
      #"{ "concat": ["l", "m"], "into": "l" }"#, #"{"l":[ /*none*/ ],"m":[ /*no*/ ]}"#,
      #"{ /*no*/"l":[ /*none*/ ]}"#
    ),
    (#"{ "unwrap": "o" }"#, #"{"o":[ /* one */ 1 ], "p": 2}"#, #"{/* one */ "o":1, "p": 2}"#),
  ])
  func `a document of one line stays one`(rules: String, text: String, expected: String) throws {
    let result = try Self.migrate(text, rules)
    #expect(result == expected, "\(result)")
  }

  /// Every number is followed by its comment, behind a comma where that ends the line.
  private struct Draw {
    var random: Seeded
    let isOneLine: Bool

    mutating func separator(behind number: Int?) -> String {
      let comment = number.map { " /*\($0)*/" } ?? ""
      if isOneLine || Bool.random(using: &random) { return comment + ", " }
      return Bool.random(using: &random) ? ",\(comment)\n  " : "\(comment),\n  "
    }

    mutating func document() -> String {
      func item(_ name: String, _ text: String) -> String { "\"\(name)\": \(text)" }
      var text = "{" + item("a", "1") + separator(behind: 1) + item("l", "[2")
      text += separator(behind: 2) + "3 /*3*/]" + separator(behind: nil) + item("m", "[4 /*4*/]")
      text += separator(behind: nil) + item("o", "{" + item("p", "5") + separator(behind: 5))
      text += item("q", "6 /*6*/}") + separator(behind: nil) + item("e", "[]")
      return text + separator(behind: nil) + item("z", "7 /*7*/}")
    }
  }

  private static let rules = [
    #"{ "list": "l", "do": ["reverse"] }"#, #"{ "append": { "l": 9 } }"#,
    #"{ "concat": ["m", "l", "e"], "into": "l" }"#, #"{ "concat": ["e", "m"], "into": "all" }"#,
    #"{ "nest": ["z", "a"], "under": "n" }"#, #"{ "unnest": "o" }"#,
    #"{ "move": { "a": "o.a" } }"#, #"{ "move": { "o.p": "z2", "z": "o.z" } }"#,
    #"{ "add-default": { "o.d": 8, "d": 8 } }"#, #"{ "unwrap": "m" }"#, #"{ "wrap": "z" }"#,
    #"{ "rename": { "a": "b" } }"#, #"{ "drop": "e" }"#, #"{ "drop": "d" }"#,
  ]

  /// Whether the comment of a number stands behind it, and belongs to it.
  private static func isKept(_ number: Int, in text: String) -> Bool {
    let parts = text.components(around: "/*\(number)*/")
    guard parts.count == 2 else { return false }
    var front = parts[0][...]
    while front.last == " " { front.removeLast() }
    let isBehindComma = front.last == ","
    if isBehindComma { front.removeLast() }
    // `wrap` takes a value into a list, with what belongs to it.
    while front.last == "]" { front.removeLast() }
    let line = parts[1].prefix { $0 != "\n" }
    return front.last.map { String($0) == "\(number)" } == true
      && (!isBehindComma || line.allSatisfy { $0 == " " } && line.count < parts[1].count)
  }

  @Test(arguments: [true, false]) func `whatever comes between`(isOneLine: Bool) throws {
    var draw = Draw(random: Seeded(), isOneLine: isOneLine)
    let seed = "\(draw.random)"
    var ran = 0
    for round in 0..<Amount.of(150, thorough: 3_000) {
      let text = draw.document()
      let rules = (0..<Int.random(in: 1...3, using: &draw.random)).map { _ in
        Self.rules.randomElement(using: &draw.random) ?? ""
      }.joined(separator: ", ")
      guard let result = try? Self.migrate(text, rules) else { continue }
      ran += 1
      let lost = (1...7).filter { !Self.isKept($0, in: result) }
      let isBroken = isOneLine && result.contains("\n")
      guard lost.isEmpty, !isBroken else {
        Issue.record("round \(round), \(seed): \(lost)\n\(rules)\n\(text)\n→\n\(result)")
        return
      }
    }
    #expect(ran > 50)
  }
}

extension String {
  /// The text in front of another one that it has once, and behind it.
  fileprivate func components(around other: String) -> [String] {
    let (text, other) = (Array(utf8), Array(other.utf8))
    let places = text.indices.filter { text[$0...].starts(with: other) }
    guard places.count == 1, let place = places.first else { return [] }
    return [text[..<place], text[(place + other.count)...]].map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
