import TestSupport

/// Documents for rules that were drawn.
extension ShortRules {
  func document(of given: [String]? = nil, using random: inout Seeded) -> String {
    let spaces = ["", "", " ", "\n  ", "\r\n\t"]
    let (open, before, after, colon) = (
      spaces.randomElement(using: &random) ?? "", spaces[Int.random(in: 0...2, using: &random)],
      spaces.randomElement(using: &random) ?? "", spaces.randomElement(using: &random) ?? ""
    )
    // Commas may stand in front of lines.
    let end = Int.random(in: 0...3, using: &random) > 0 ? before : open
    let isMixed = Int.random(in: 0...9, using: &random) == 0
    func space(_ usual: String, _ random: inout Seeded) -> String {
      isMixed ? spaces.randomElement(using: &random) ?? "" : usual
    }
    let keys = given ?? keys(using: &random)
    var text = spaces.randomElement(using: &random) ?? ""
    text += "{" + space(open, &random)
    for (index, key) in keys.enumerated() {
      if index > 0 { text += space(end, &random) + "," + space(after, &random) }
      let isEscaped = Int.random(in: 0...19, using: &random) == 0
      text += "\"" + (isEscaped && key == "a" ? "\\u0061" : key) + "\"" + space(before, &random)
      text += ":" + space(colon, &random) + value(of: key, using: &random)
    }
    return text + space(open, &random) + "}" + (spaces.randomElement(using: &random) ?? "")
  }

  /// A document with arrays of such documents, and with what may stand in their place.
  func deepDocument(using random: inout Seeded) -> String {
    var members: [String] = []
    for array in ["items", "lines"] where Int.random(in: 0...9, using: &random) > 0 {
      let keys = keys(using: &random)
      var elements = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        Int.random(in: 0...5, using: &random) > 0
          ? compactDocument(keys, using: &random) : document(using: &random)
      }
      if Int.random(in: 0...29, using: &random) == 0 { elements.append("7") }
      let space = ["", "", " ", "\n    "].randomElement(using: &random) ?? ""
      let comma = comma(space, using: &random)
      var value = "[" + space + elements.joined(separator: comma) + space + "]"
      if Int.random(in: 0...4, using: &random) == 0 {
        // Their keys may be any, the same too.
        let members = elements.map { element in
          let key = ["k", "a", "caf\u{E9}", "\\u006b"].randomElement(using: &random) ?? ""
          return "\"\(key)\":\(space)\(element)"
        }
        value = "{" + space + members.joined(separator: comma) + space + "}"
      }
      if Int.random(in: 0...29, using: &random) == 0 {
        let others = ["null", "1", "{}", "{\"a\": 1}", "[[]]", "\"x\""]
        value = others.randomElement(using: &random) ?? ""
      }
      members.append("\"\(array)\":\(space)\(value)")
    }
    if Int.random(in: 0...3, using: &random) > 0 { members.append(parts(using: &random)) }
    // What comes behind the version is known to be for the program when it is read.
    if Bool.random(using: &random) {
      let version = Int.random(in: 1...min(2, steps.count), using: &random)
      members.insert("\"version\":\(version)", at: 0)
    }
    let root =
      Int.random(in: 0...3, using: &random) > 0
      ? compactDocument(keys(using: &random), using: &random) : document(using: &random)
    guard let brace = root.firstIndex(of: "{"), root.contains(":") else { return root }
    var behind = String(root[root.index(after: brace)...])
    if members.first?.hasPrefix("\"version") == true {
      behind.replace("\"version\"", with: "\"another\"")
    }
    var text = root[...brace] + members.map { $0 + "," }.joined() + behind
    for pair in Self.renamings where Int.random(in: 0...5, using: &random) == 0 {
      text.replace("\"\(pair.old)\":", with: "\"\(pair.new)\":", maxReplacements: 1)
    }
    return String(text)
  }

  /// A member with objects in it, and what may stand in their place.
  private func parts(using random: inout Seeded) -> String {
    func part(_ random: inout Seeded) -> String {
      let others = ["null", "7", "[]", "{}", "\"x\""]
      if Int.random(in: 0...14, using: &random) == 0 {
        return others.randomElement(using: &random) ?? ""
      }
      return Int.random(in: 0...4, using: &random) > 0
        ? compactDocument(keys(using: &random), using: &random) : document(using: &random)
    }
    let whole = part(&random)
    guard let brace = whole.firstIndex(of: "{"), whole.contains(":") else {
      return "\"parts\":\(whole)"
    }
    var members = ""
    if Int.random(in: 0...2, using: &random) > 0 { members += "\"deep\":\(part(&random))," }
    if Int.random(in: 0...2, using: &random) > 0 {
      members += "\"items\":[\(part(&random)),\(part(&random))],"
    }
    return "\"parts\":\(whole[...brace])\(members)\(whole[whole.index(after: brace)...])"
  }

  /// A document with such objects in objects and arrays, some of which have nothing else.
  func nestedDocument(using random: inout Seeded) -> String {
    func value(_ depth: Int, _ random: inout Seeded) -> String {
      let space = ["", "", "", " ", "\n  "].randomElement(using: &random) ?? ""
      let count = Int.random(in: 0...3, using: &random)
      switch Int.random(in: 0...(depth > 3 ? 2 : 5), using: &random) {
      case 0, 1: return ["1", "\"x\"", "null", "\"a\\\"b\""].randomElement(using: &random) ?? ""
      case 2: return "[\(space)]"
      case 3:
        let elements = (0..<count).map { _ in value(depth + 1, &random) }
        return "[" + space + elements.joined(separator: "," + space) + space + "]"
      default:
        let keys = keys(using: &random).prefix(count + 1)
        let repeated = Int.random(in: 0...99, using: &random) == 0 ? keys.prefix(1) : []
        let members = (keys + repeated).map { "\"\($0)\":\(space)\(value(depth + 1, &random))" }
        return "{" + space + members.joined(separator: "," + space) + space + "}"
      }
    }
    let version = "\"version\":\(Int.random(in: 1...(steps.count + 1), using: &random))"
    var members = keys(using: &random).filter { $0 != "version" }.map {
      "\"\($0)\":\(value(0, &random))"
    }
    members.insert(version, at: Int.random(in: 0...members.count, using: &random))
    return "{" + members.joined(separator: ",") + "}"
  }

  func keys(using random: inout Seeded) -> [String] {
    var keys = Self.names.filter { _ in Int.random(in: 0...2, using: &random) > 0 }
    keys += ["other", "more", "tags", "box"].filter { _ in Bool.random(using: &random) }
    return keys.shuffled(using: &random)
  }

  /// One without white space, or with some from so many members on.
  func compactDocument(
    _ keys: [String], looseFrom loose: Int = .max, using random: inout Seeded
  ) -> String {
    func space(_ index: Int) -> String {
      index < loose || Int.random(in: 0...3, using: &random) > 0
        ? "" : [" ", "\n  "].randomElement(using: &random) ?? ""
    }
    let version = "\(Int.random(in: 1...min(2, steps.count), using: &random))"
    let members = keys.enumerated().map { index, key in
      let usual = Int.random(in: 0...3, using: &random) > 0 ? "\"two words\"" : "\"new\""
      let isUsual = Int.random(in: 0...3, using: &random) > 0
      let isOwn = ["verses", "tags", "box"].contains(key)
      let value = isUsual && !isOwn ? usual : value(of: key, using: &random)
      return space(index) + "\"\(key)\"" + space(index) + ":" + space(index)
        + (key == "version" ? version : value) + space(index)
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// An array of texts, as rules join them, or null.
  private func verses(using random: inout Seeded) -> String {
    let texts = [
      #""""#, #""one""#, #""a \"two\" \\ \u0041\n""#, "\"caf\u{E9}\"", #""\ud83d\ude00\/""#,
      #""a text that is longer than what fits into one block""#,
    ]
    if Int.random(in: 0...9, using: &random) == 0 {
      return ["null", #"["\ud83d"]"#, #"["one",1]"#, "[[]]"].randomElement(using: &random) ?? ""
    }
    let some = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      texts.randomElement(using: &random) ?? ""
    }
    let space = Int.random(in: 0...9, using: &random) > 0 ? "" : " "
    return "[\(space)\(some.joined(separator: ",\(space)"))\(space)]"
  }

  /// Values of all types in an array or an object, where a key may stand twice.
  private func tags(using random: inout Seeded) -> String {
    let values = [
      "1", "1.0", "\"new\"", "\"new\"", "\"two words\"", "\"n\\u0065w\"", "null", "true", "\"\"",
      "{\"a\":1}", "[ \"one\" , \"two\" ]", "[1]", "-0.50",
    ]
    let space = ["", "", "", " ", "\n  "].randomElement(using: &random) ?? ""
    let isObject = Int.random(in: 0...3, using: &random) == 0
    let isOdd = Int.random(in: 0...9, using: &random) == 0
    let children = (0..<Int.random(in: 0...4, using: &random)).map { number in
      let value = values.randomElement(using: &random) ?? ""
      let key = isOdd ? ["k", "\\u006b"].randomElement(using: &random) ?? "" : "k\(number)"
      return (isObject ? "\"\(key)\":\(space)" : "") + value
    }
    let inner = space + children.joined(separator: "," + space) + space
    return isObject ? "{\(inner)}" : "[\(inner)]"
  }

  /// An object out of which values go, or into which.
  private func box(using random: inout Seeded) -> String {
    let values = ["1", "\"new\"", "[1,{\"a\":2}]", "[ 1 ]", "null", "{\"a\":[]}", "[\n1\n,2]"]
    let space = ["", "", "", " ", "\n    "].randomElement(using: &random) ?? ""
    let isOdd = Int.random(in: 0...9, using: &random) == 0
    var keys = Self.names.filter { _ in Int.random(in: 0...2, using: &random) == 0 }
    if Bool.random(using: &random) { keys.append("in") }
    if isOdd { keys += [keys.first ?? "", "\\u0061"] }
    let members = keys.shuffled(using: &random).map { key in
      var value = values.randomElement(using: &random) ?? ""
      if key == "in", !isOdd { value = "{\"\(Self.names[0])\":\(space)1}" }
      return "\"\(key)\":\(space.prefix(1))\(value)"
    }
    return "{\(space)\(members.joined(separator: comma(space, using: &random)))\(space)}"
  }

  /// A comma in front of some white space, or behind it.
  private func comma(_ space: String, using random: inout Seeded) -> String {
    Int.random(in: 0...3, using: &random) > 0 ? "," + space : space + ","
  }

  private func value(of key: String, using random: inout Seeded) -> String {
    if key == "version" { return "\(Int.random(in: 1...(steps.count + 1), using: &random))" }
    if key == "verses", Int.random(in: 0...9, using: &random) > 0 { return verses(using: &random) }
    if key == "box", Int.random(in: 0...9, using: &random) > 0 { return box(using: &random) }
    if key == "tags", Int.random(in: 0...9, using: &random) > 0 { return tags(using: &random) }
    let values = [
      "1", "1.0", "-0", "\"new\"", "\"two words\"", "\"Ada King Lovelace\"", "\"\"", "\" \"",
      "true",
      "null", "[]", "{\"a\": [1, {\"b\": \"}\"}]}", "[ 1,2 ]", "\"esc\\\"aped \\u0041\"",
      "\"n\\u0065w\"", #""Jos\u00e9 \ud83d\ude00 x""#, #""a\u0020b""#, #""two \"words\"""#,
      #""\ud83d x""#,
      #""t\two \\ \u0001""#, #""\u006eew two""#, "\"caf\u{E9} \u{2014} x\"",
      "\"\u{65E5}\u{672C} \u{8A9E}\"", "\"a text that is longer than what fits into one block\"",
    ]
    return values.randomElement(using: &random) ?? ""
  }
}
