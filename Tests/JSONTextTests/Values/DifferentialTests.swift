import Foundation
import JSONText
import TestSupport
import Testing

/// Our reader and writer beside Foundation's, where those are right.
@Suite struct DifferentialTests {
  /// What Foundation makes of a text when it reads and writes it, or nil where it refuses it.
  static func throughFoundation(_ text: String) -> JSON? {
    guard
      let object = try? JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed),
      let data = try? JSONSerialization.data(withJSONObject: object, options: .fragmentsAllowed)
    else { return nil }
    return try? JSON(parsing: data)
  }

  @Test func `Foundation reads what we write, and writes what we read`() {
    var random = Seeded()
    for _ in 0..<300 {
      let value = JSON.random(using: &random)
      // Foundation takes canonically equivalent keys for one.
      guard !value.description.unicodeScalars.contains("\u{301}") else { continue }
      for text in [value.description, value.debugDescription] {
        #expect(Self.throughFoundation(text) == value, "\(text) \(random)")
      }
    }
  }

  /// Foundation refuses numbers that no `Double` holds.
  static func isWithinDouble(_ value: JSON) -> Bool {
    switch value {
    case .number(let number): Double(number) != nil
    case .array(let elements): elements.allSatisfy(isWithinDouble)
    case .object(let members): members.allSatisfy { isWithinDouble($0.value) }
    case .null, .bool, .string: true
    }
  }

  @Test func `what we accept of broken texts, Foundation accepts`() {
    var random = Seeded()
    var refused = 0
    var accepted = 0
    let bytes = Array(#"{}[]:,"\/u0e-.+1tn x'"#.utf8) + [0x00, 0x0A, 0x80, 0xC3, 0xEF]
    let rounds = Amount.of(1_500, thorough: 6_000)
    for _ in 0..<rounds {
      var text = Array(JSON.random(depth: 2, using: &random).description.utf8)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0...text.count, using: &random)
        if Bool.random(using: &random) {
          text.insert(bytes.randomElement(using: &random) ?? 0, at: place)
        } else if place < text.count {
          text.remove(at: place)
        }
      }
      guard let value = try? JSON(parsing: text) else {
        refused += 1
        continue
      }
      accepted += 1
      guard Self.isWithinDouble(value) else { continue }
      let isRead =
        (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
      #expect(isRead, "\(value) \(random)")
    }
    #expect(
      refused * 3 > rounds && accepted * 10 > rounds,
      "\(refused) refused, \(accepted) accepted, \(random)")
  }
}
