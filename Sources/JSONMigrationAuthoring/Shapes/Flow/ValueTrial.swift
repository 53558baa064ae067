internal import JSONMigrationCore
internal import JSONText

/// Runs a rule that changes values in their place on one value after the other.
final class ValueTrial {
  static let mostValues = 24

  private var trial: RuleTrial

  /// Nil if the rule does more than that, or stands in no file.
  init?(_ rule: Rule, _ rules: RuleSet) {
    let isInPlace = rule.effects.acts.allSatisfy {
      if case .change = $0 { true } else { false }
    }
    guard isInPlace, !rule.effects.acts.isEmpty, let range = rule.whole,
      let text = try? LocatedJSON.parse(Array(rules.files[rule.file].bytes[range])),
      var members = text.root.json.object
    else { return nil }
    for key in ["in", "when", "if-missing", "undo", "message", "note", "allow"] {
      members[key] = nil
    }
    members[rule.name] = "v"
    guard let trial = RuleTrial([.object(members)]) else { return nil }
    self.trial = trial
  }

  /// Nil if more comes of a value than can be tried, for a number can be written in many ways.
  func carried(_ values: [JSON]) -> Carried? {
    var result = Carried(.never)
    for value in values {
      let after = trial.result(for: ["v": value])
      if let other = value.spelledOtherwise, trial.result(for: ["v": other]) != after { return nil }
      guard let after else {
        result.failures.append("find \(value.inBrief), which it doesn't take")
        continue
      }
      if let value = after["v"] {
        result.shape = result.shape.joined(Shape(value))
      } else {
        result.mayGo = true
      }
    }
    return result
  }
}

extension JSON {
  /// A number that equals this one, with another zero behind it.
  fileprivate var spelledOtherwise: JSON? {
    guard case .number(let number) = self else { return nil }
    var bytes = Array(number.text.utf8)
    let end = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
    let isWhole = bytes[..<end].contains(UInt8(ascii: ".")) == false
    bytes.insert(contentsOf: Array((isWhole ? ".0" : "0").utf8), at: end)
    return JSONNumber(String(decoding: bytes, as: UTF8.self)).map { .number($0) }
  }
}
