internal import JSONMigrationCore
internal import JSONText

/// Says in words how rules differ, if they differ in a single point.
enum QuestionWords {
  static func words(for rules: [[JSON]]) -> String? {
    guard rules.count >= 2 else { return nil }
    let (first, second) = (rules[0], rules[1])
    let own = first.filter { !second.contains($0) }
    let other = second.filter { !first.contains($0) }
    guard own.count == 1, other.count == 1, let left = own[0].object, let right = other[0].object
    else { return nil }
    return source(left, right) ?? condition(left, right) ?? rest(left, right)
      ?? verb(own[0], other[0])
  }

  /// Rules that take one target from two sources.
  private static func source(_ left: JSONObject, _ right: JSONObject) -> String? {
    for verb in ["rename", "move", "copy"] {
      guard let old = left[verb]?.object, let new = right[verb]?.object, old.count == 1,
        new.count == 1, let (from, to) = old.first, let (other, target) = new.first,
        to == target, from != other, let name = to.string
      else { continue }
      return "is `\(name)` from `\(from)` or from `\(other)`?"
    }
    return nil
  }

  private static func condition(_ left: JSONObject, _ right: JSONObject) -> String? {
    guard without("when", left) == without("when", right), left["when"] != right["when"] else {
      return nil
    }
    switch (left["when"]?.string, right["when"]?.string) {
    case (let one?, let other?): return "does it hang on `\(one)` or on `\(other)`?"
    case (let one?, nil), (nil, let one?): return "only where `\(one)` holds, or everywhere?"
    case (nil, nil): return nil
    }
  }

  private static func rest(_ left: JSONObject, _ right: JSONObject) -> String? {
    if without("otherwise", left) == without("otherwise", right),
      let path = left["map-values"]?.string
    {
      return "what becomes of other values of `\(path)`?"
    }
    if without("if-exists", left) == without("if-exists", right) {
      return "what if there are both, the old one and the new one?"
    }
    return nil
  }

  private static func verb(_ left: JSON, _ right: JSON) -> String? {
    guard let one = RuleCost.verb(of: left), let other = RuleCost.verb(of: right), one != other
    else { return nil }
    let path = left.object?[one]?.object?.first?.key ?? left.object?[one]?.string
    switch (one, other) {
    case ("add-default", "set"), ("set", "add-default"):
      return path.map { "does `\($0)` get its value also where it has one?" }
    default: return path.map { "`\(one)` or `\(other)` for `\($0)`?" }
    }
  }

  private static func without(_ key: String, _ object: JSONObject) -> JSONObject {
    var object = object
    object[key] = nil
    return object
  }
}
