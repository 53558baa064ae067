internal import JSONMigrationCore
internal import JSONText

/// A rule that explains some differences, with its scope and its condition.
struct Candidate {
  let rule: JSON
  /// By how much it lowers the cost of what is left.
  let gain: Double
  /// An addition to its cost, for reasons that speak against it.
  let extra: Double
  let cost: Double

  init(_ rule: JSON, gain: Double, extra: Double) {
    (self.rule, self.gain, self.extra) = (rule, gain, extra)
    cost = RuleCost.of(rule) + extra
  }

  var price: Double { cost - gain }

  /// Rules of a scope as one rule for documents.
  @inline(never)
  static func rule(_ rules: [JSON], at way: Way, when condition: LearnedCondition?) -> JSON {
    var scope = way.isEmpty ? nil : way.text
    var when = condition?.text
    if let condition, let owner = condition.owner {
      scope = way.text(filtering: owner, by: condition.text)
      when = nil
    }
    if rules.count == 1, let rule = rules[0].object {
      if let inner = rule["in"]?.string {
        if when == nil, let scope {
          var joined = rule
          joined["in"] = .string(scope + (inner.hasPrefix("[") ? "" : ".") + inner)
          return .object(joined)
        }
        if scope == nil, when == nil { return rules[0] }
      } else if rule["when"] == nil {
        return .object(head(scope, when, then: rule))
      }
    }
    return .object(head(scope, when, then: ["rules": .array(rules)]))
  }

  private static func head(_ scope: String?, _ when: String?, then rule: JSONObject) -> JSONObject {
    var head = JSONObject()
    if let scope { head["in"] = .string(scope) }
    if let when { head["when"] = .string(when) }
    for (key, value) in rule { head[key] = value }
    return head
  }
}

extension Way {
  /// The path as an author writes it, with a filter in place of one "every".
  func text(filtering number: Int, by condition: String) -> String {
    var text = ""
    var count = 0
    for segment in segments {
      if case .every = segment {
        text += count == number ? "[?\(condition)]" : "[*]"
        count += 1
        continue
      }
      let part = Way([segment]).text
      text += (text.isEmpty || part.hasPrefix("[") ? "" : ".") + part
    }
    return text
  }
}
