internal import JSONMigrationCore
internal import JSONText

/// Similar rules that an author may have meant instead.
enum Variants {
  /// The list with one rule replaced by a similar one.
  static func all(of rules: [JSON]) -> [[JSON]] {
    rules.indices.flatMap { index in
      variants(of: rules[index], among: rules).map { new in
        rules[..<index] + new + rules[(index + 1)...]
      }
    }
  }

  private static func variants(of rule: JSON, among rules: [JSON]) -> [[JSON]] {
    guard let object = rule.object, let verb = RuleCost.verb(of: rule), let value = object[verb]
    else { return [] }
    var found: [[JSON]] = []
    func add(_ change: (inout JSONObject) -> Void) {
      var changed = object
      change(&changed)
      found.append([.object(changed)])
    }
    if object["when"] != nil { add { $0["when"] = nil } }
    switch verb {
    case "add-default" where value.object != nil && object["fill"] == nil:
      add {
        $0.rename("add-default", to: "set")
        $0["if-null"] = nil
        $0["if-empty"] = nil
      }
      if object["when"] == nil, object["in"] == nil {
        for dropped in rules {
          guard let path = dropped.object?["drop"]?.string, Way.isMember(path) else { continue }
          add { $0["when"] = .string("@.\(path)") }
        }
      }
    case "set" where value.object?.count == 1 && object["when"] == nil && object["fill"] == nil:
      if let pair = value.object?.first, pair.key != "@", !pair.key.hasSuffix("]") {
        add { $0["when"] = .string("@" + (pair.key.hasPrefix("[") ? "" : ".") + pair.key) }
      }
    case "rename", "move":
      if object["if-exists"] == nil {
        add { $0["if-exists"] = "keep" }
        add { $0["if-exists"] = "overwrite" }
      }
    case "map-values": addTables(object, add)
    default: break
    }
    return found
  }

  /// Other treatments of values that no row names.
  private static func addTables(
    _ object: JSONObject, _ add: ((inout JSONObject) -> Void) -> Void
  ) {
    let news =
      object["table"]?.object?.map(\.value)
      ?? object["cases"]?.array?.compactMap { $0.object?.last?.value } ?? []
    guard object["otherwise"] != nil, let last = news.last else { return }
    if Set(news).count == 1 || news.count > 1 {
      add { $0["otherwise"] = .object(["becomes": last]) }
    }
  }
}
