internal import JSONText

/// Runs a rule that changes values in their place on one value after the other.
final class ValueTrial {
  static let mostValues = 24

  private var engine: EngineBox

  /// Nil where the rule does something else, or stands in no file.
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
    let file: JSON = ["to": 2, "rules": [.object(members)]]
    let format = RuleSource(name: "format.json", text: #"{ "version": { "stamp": false } }"#)
    let source = RuleSource(name: "v2.json", text: file.description)
    guard
      let set = try? RuleSet(
        named: "", functions: [:], files: { $0.isEmpty ? .success([format, source]) : nil })
    else { return nil }
    engine = EngineBox(Engine(Planner(rules: set).plan()))
  }

  func carried(_ values: [JSON]) -> Carried {
    var result = Carried(.never)
    for value in values {
      let document: JSON = ["v": value]
      let after = try? engine.engine.result(for: Array(document.description.utf8)) {
        _ = try $0.migrate()
      }
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

private final class EngineBox {
  var engine: Engine

  init(_ engine: consuming Engine) { self.engine = engine }
}
