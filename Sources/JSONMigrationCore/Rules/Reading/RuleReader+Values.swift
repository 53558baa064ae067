internal import JSONText

/// Reading values of rule files by type. Whatever is not what it has to be is reported, and nil.
extension RuleReader {
  /// Text; `what` says what kind of text it has to be.
  func text(_ value: LocatedJSON, _ what: String = "text") -> String? {
    if case .string(let text) = value.value { return text }
    reportType(value, expected: what)
    return nil
  }

  func boolean(_ value: LocatedJSON) -> Bool? {
    if case .bool(let value) = value.value { return value }
    reportType(value, expected: "true or false")
    return nil
  }

  func integer(_ value: LocatedJSON) -> Int? {
    if case .number(let number) = value.value, let integer = Int(exactly: number) { return integer }
    reportType(value, expected: "an integer")
    return nil
  }

  func list(_ value: LocatedJSON, _ what: String) -> [LocatedJSON]? {
    if case .array(let elements) = value.value { return elements }
    reportType(value, expected: what)
    return nil
  }

  /// What a word means; `others` are the objects that may stand in the place of one.
  func word<Meaning>(
    _ value: LocatedJSON, _ words: KeyValuePairs<String, Meaning>, or others: String...
  ) -> Meaning? {
    position(of: value, among: words.map(\.key), or: others).map { words[$0].value }
  }

  /// Which of some words a value is.
  private func position(
    of value: LocatedJSON, among words: [String], or others: [String]
  ) -> Int? {
    if case .string(let word) = value.value,
      let known = words.firstIndex(where: { $0.utf8.elementsEqual(word.utf8) })
    {
      return known
    }
    let names = (words + others).map { "`\($0)`" }.joined(separator: ", ")
    guard case .string(let word) = value.value else {
      let becomes = others.contains { $0.includes("\"becomes\"") }
      reportType(
        value, expected: "one of \(names)",
        help: becomes ? "as the new value write `{ \"becomes\": \(value.json) }`" : nil)
      return nil
    }
    // All words are told already.
    let near = NearestName.of(word, among: words).map { "a similar word exists: `\($0)`" }
    report(
      "`\(Printable.quote(word))` is none of \(names)", at: value.range,
      help: ForeignWords.word(for: word, among: words)
        ?? ForeignWords.object(for: word, among: others) ?? near)
    return nil
  }

  func query(_ value: LocatedJSON) -> Query? {
    guard let text = text(value, "a path") else { return nil }
    return query(text, at: value.range)
  }

  /// A query, or a list of them that isn't empty.
  func queries(_ value: LocatedJSON) -> [Query]? {
    guard case .array(let elements) = value.value else { return query(value).map { [$0] } }
    if elements.isEmpty { report("the list of paths is empty", at: value.range) }
    return elements.isEmpty ? nil : whole(elements) { query($0) }
  }

  func condition(_ value: LocatedJSON) -> Condition? {
    guard let text = text(value, "a condition, which is text") else { return nil }
    return condition(text, at: value.range)
  }

  func pattern(_ value: LocatedJSON, ignoringCase: Bool = false) -> Pattern? {
    guard let text = text(value, "a pattern, which is text") else { return nil }
    do {
      let pattern = try Pattern(text, .patterns, ignoresCase: ignoringCase)
      check(pattern: text, at: value.range)
      return pattern
    } catch {
      report(
        "expected \(error.expected), found \(error.found)",
        at: inside(value.range, offset: error.offset), help: Self.help(forPattern: error.expected))
      return nil
    }
  }

  private static func help(forPattern expected: String) -> String {
    if expected.includes("looking ahead") {
      return "groups keep what stands beside: `\"pattern\": \"a(b)\"` with `\"with\": \"$1\"`"
    }
    return
      "patterns have `.` `[a-z]` `[^a]` `\\d` `\\w` `\\s` `( )` `|` `*` `+` `?` `{2,3}` `^` `$`; in "
      + "front of a sign that means itself stands `\\\\`"
  }

  /// Names as they are, of members of the objects that `parents` lead to.
  func names(
    _ value: LocatedJSON, _ what: String, of parents: [Place]? = nil
  ) -> [Name]? {
    guard let elements = list(value, what) else { return nil }
    var names: [Name] = []
    var known: [[UInt8]: Name] = [:]
    for element in elements {
      guard let text = text(element) else { return nil }
      check(name: text, at: element.range)
      let name = name(Array(text.utf8), at: element.range, of: parents ?? scopes.places)
      if let first = known.updateValue(name, forKey: name.text) {
        report(
          "`\(Printable.quote(text))` stands twice in this list", at: element.range,
          further: [files[file].place(first.range, label: "it stands here already")])
        return nil
      }
      names.append(name)
    }
    if names.isEmpty { report("the list of names is empty", at: value.range) }
    return names.isEmpty ? nil : names
  }

  func name(
    _ value: LocatedJSON, of parents: [Place]? = nil, insteadOf old: PathQuery? = nil
  ) -> Name? {
    text(value).map { text in
      check(name: text, at: value.range, insteadOf: old)
      return name(Array(text.utf8), at: value.range, of: parents ?? scopes.places)
    }
  }

  /// A path of plain names from the scope.
  func target(_ value: LocatedJSON) -> Target? {
    guard let text = text(value, "a path") else { return nil }
    return target(text, at: value.range)
  }

  func target(_ text: String, at range: Range<Int>) -> Target? {
    guard let path = path(text, at: range) else { return nil }
    guard let names = path.plainNames, !names.isEmpty else {
      report(
        "`\(Printable.quote(text))` can't be created: a target is a path of plain names, such as "
          + "`author.name`", at: range,
        help: text.hasPrefix("../")
          ? Self.noParent
          : Self.help(forTarget: path.query.segments))
      return nil
    }
    return target(names, isFromDocument: !path.isRelative, at: range)
  }

  private static func help(forTarget segments: [PathSegment]) -> String {
    guard let last = segments.last else {
      return "a target ends in the name of a member, such as `b`"
    }
    if case .name? = last.selectors.first {
      return "`in` leads to where the target is: { \"in\": \"items[*]\", … }"
    }
    return "`append` adds to a list; what is in a list is reached with `in`"
  }

  /// A member that need not be there: the key of a pair.
  func slot(_ text: String, at range: Range<Int>) -> Slot? {
    guard let path = path(text, at: range) else { return nil }
    if let names = path.plainNames, !names.isEmpty {
      return .target(target(names, isFromDocument: !path.isRelative, at: range))
    }
    guard let slot = path.slot else { return .places(query(path, at: range)) }
    let parent = query(slot.parent, at: range)
    return .member(name(slot.name, at: range, of: scopes.places(of: parent.path)), of: parent)
  }

  /// A slot, where what is matched and has no name is a mistake.
  func memberSlot(_ text: String, at range: Range<Int>) -> Slot? {
    let slot = slot(text, at: range)
    guard case .places = slot else { return slot }
    report(
      "`\(Printable.quote(text))` names no member: it has to end in a name", at: range,
      help: "to act on several objects, write a query and a name, such as `items[*].id`")
    return nil
  }

  /// What `read` makes of each of a list; nil, but all are read, if it makes nothing of one.
  func whole<Value, Element>(_ list: [Value], _ read: (Value) -> Element?) -> [Element]? {
    let found = list.compactMap(read)
    return found.count == list.count ? found : nil
  }

  /// Says that a value has another type than it should.
  func reportType(_ value: LocatedJSON, expected: String, help: String? = nil) {
    report(
      "expected \(expected), found \(value.type)", at: value.range,
      label: value.type, help: help)
  }
}

extension LocatedJSON {
  /// The type of the value, in words.
  var type: String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number: "a number"
    case .string: "text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
