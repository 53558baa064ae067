internal import JSONMigrationCore
internal import JSONText

enum SplitGenerator: RuleGenerator {
  static let verb = "split"
  static let cost = 6.0

  private static let separators = [",", " ", ";", "|", "/", "\n", ".", "-", ":", ", "]

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for edit in scope.edits where edit.all(.text, .array) {
      for by in separators
      where edit.pairs.contains(where: { $0.before.text?.includes(by) == true }) {
        proposals.add(verb, edit.way, ["by": .string(by)])
        proposals.add(verb, edit.way, ["by": .string(by), "trim": true])
      }
    }
    for edit in scope.edits where !edit.way.isEmpty && edit.all(.text, .object) {
      proposeObject(edit, scope, &proposals)
    }
    for way in scope.gone.ways {
      propose(scope.gone[way].lazy.map { ($0.item, $0.value) }, way, scope, &proposals)
    }
    for way in scope.changed.ways where !way.isEmpty {
      let changed = scope.changed[way].lazy.filter { !$0.value.isDone }
      propose(changed.map { ($0.item, $0.value.before) }, way, scope, &proposals)
    }
  }

  /// Texts in which the parts are looked for: in some they are equal, or empty.
  private static let mostTexts = 12

  private struct Part {
    let start: Int
    let name: ByteString
    let text: String
    let isNumber: Bool
    var end: Int { start + text.utf8.count }

    /// A number with the digits around it, where it is the same with them.
    func withZeros(in bytes: [UInt8]) -> Part {
      let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") }
      let before = bytes[..<start].reversed().prefix { $0 == UInt8(ascii: "0") }.count
      let behind = bytes[end...].prefix(while: isDigit).count
      let whole = String(decoding: bytes[(start - before)..<(end + behind)], as: UTF8.self)
      guard Double(whole) == Double(text) else { return self }
      return Part(start: start - before, name: name, text: whole, isNumber: true)
    }
  }

  /// The parts of a text that members hold, in its order; nil if there are no two.
  private static func parts(
    of text: String, _ members: [(name: ByteString, term: Term)]
  ) -> [Part]? {
    guard text.utf8.count <= TextEdits.mostBytes else { return nil }
    let bytes = Array(text.utf8)
    var (parts, end): ([Part], Int) = ([], 0)
    for (name, term) in members {
      guard let part = term.written, !part.isEmpty,
        let range = text.place(of: part)
      else { continue }
      let start = text.utf8.distance(from: text.utf8.startIndex, to: range.lowerBound)
      let found = Part(start: start, name: name, text: part, isNumber: term.kind == .number)
      parts.append(found.isNumber ? found.withZeros(in: bytes) : found)
    }
    parts = parts.ordered { $0.start < $1.start }
    for part in parts {
      if part.start < end { return nil }
      end = part.end
    }
    return parts.count < 2 ? nil : parts
  }

  /// Proposals for texts that become objects of their parts.
  private static func proposeObject(
    _ edit: Edit, _ scope: Scope, _ proposals: inout Proposals
  ) {
    let members = edit.new.members.map { (name: $0.key, term: $0.value) }
    guard let text = edit.old.text, let under = edit.way.segments.last,
      let parts = parts(of: text, members), parts.count == members.count
    else { return }
    let by = String(
      decoding: Array(text.utf8)[parts[0].end..<parts[1].start], as: UTF8.self)
    let isFree = scope.items.allSatisfy { pair in
      let object = pair.before.at(edit.way.parent.segments)
      return parts.allSatisfy { object?[$0.name] == nil }
    }
    guard !by.isEmpty, isFree else { return }
    let names = JSON.array(parts.map { .string($0.name.text) })
    let numbers = parts.filter(\.isNumber).map(\.name)
    proposals.add([edit.way], extra: -5, isWhole: true) { ways in
      let (way, parent) = (Way([under]).text, ways[0].parent)
      return [.rule(verb, .string(way), ["by": .string(by), "into": names], in: parent)]
        + converted(numbers.map { Way([.name($0)]) }, in: parent)
        + [.rule("nest", names, ["under": .string(way)], in: parent)]
    }
  }

  /// The rule that makes numbers of parts, if there are such.
  private static func converted(_ ways: [Way], in scope: Way = Way()) -> [JSON] {
    let paths = ways.map { JSON.string($0.text) }
    if paths.isEmpty { return [] }
    let path = paths.count == 1 ? paths[0] : .array(paths)
    return [.rule("convert", path, ["to": "number"], in: scope)]
  }

  /// Proposals for texts whose parts become members beside them.
  private static func propose(
    _ values: some Sequence<(item: Int, value: Term)>, _ way: Way, _ scope: Scope,
    _ proposals: inout Proposals
  ) {
    let texts = values.lazy.compactMap { item, value in value.text.map { (item, $0) } }
    for (item, text) in texts.prefix(mostTexts) {
      if propose(text, way, item, scope, &proposals) { return }
    }
  }

  /// Proposes what one text tells; false if it tells nothing.
  private static func propose(
    _ text: String, _ way: Way, _ item: Int, _ scope: Scope, _ proposals: inout Proposals
  ) -> Bool {
    var targets = scope.new.ways.filter { $0.parent == way.parent }.compactMap { way in
      way.name.flatMap { name in scope.new.value(way, in: item).map { (name, $0) } }
    }
    if let name = way.name, let kept = scope.changed.value(way, in: item) {
      targets.append((name, kept.after))
    }
    let bytes = Array(text.utf8)
    guard let parts = parts(of: text, targets) else { return false }
    let names = JSON.array(parts.map { .string($0.name.text) })
    let numbers = parts.filter(\.isNumber).map(\.name)
    func add(_ more: KeyValuePairs<String, JSON>, extra: Double = 0) {
      proposals.add([way], extra: extra) { ways in
        [.rule(verb, .string(ways[0].text), more)]
          + converted(numbers.map { ways[0].parent.appending($0) })
      }
    }
    let by = String(decoding: bytes[parts[0].end..<parts[1].start], as: UTF8.self)
    if !by.isEmpty {
      add(["by": .string(by), "into": names])
      add(["by": .string(by), "into": names, "if-short": "leave-out"])
      add(["by": .string(by), "into": names, "if-short": ["becomes": ""]], extra: 0.5)
      let trimmed = by.filter { $0 != " " }
      if trimmed != by, !trimmed.isEmpty {
        add(["by": .string(trimmed), "into": names, "trim": true])
      }
    }
    var (pattern, end) = ("", 0)
    for (number, part) in parts.enumerated() {
      pattern += TextEdits.escaped(String(decoding: bytes[end..<part.start], as: UTF8.self))
      let isDigits = part.text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      if isDigits {
        pattern += "(\\d+)"
      } else if number == parts.count - 1, part.end == bytes.count {
        pattern += "(.*)"
      } else {
        let stop = String(decoding: bytes[part.end..<min(part.end + 1, bytes.count)], as: UTF8.self)
        pattern += "([^\(TextEdits.escaped(stop.isEmpty ? "~" : stop))]*)"
      }
      end = part.end
    }
    pattern += TextEdits.escaped(String(decoding: bytes[end...], as: UTF8.self))
    add(["pattern": .string(pattern), "into": names], extra: 1)
    return true
  }
}

enum JoinGenerator: RuleGenerator {
  static let verb = "join"
  static let cost = 6.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for edit in scope.edits where edit.all(.array, .text) {
      var separators: [String] = []
      let texts = edit.old.elements.compactMap(\.text)
      if let new = edit.new.text, texts.count >= 2, let start = texts.first, let end = texts.last,
        new.hasPrefix(start), new.hasSuffix(end), texts.count == 2,
        new.count >= start.count + end.count
      {
        separators.append(String(new.dropFirst(start.count).dropLast(end.count)))
      }
      for separator in [",", ", ", " ", "\n", "", "/", "-", ";", "|"]
      where !separators.contains(separator) { separators.append(separator) }
      for separator in separators {
        proposals.add(verb, edit.way, ["with": .string(separator)])
      }
    }
    for found in Composition.all(in: scope) {
      guard let separator = found.separator, found.fields.count >= 2,
        found.fields.allSatisfy({
          $0.count == 1 && scope.gone.has(found.target.parent.appending($0))
        })
      else { continue }
      let parent = found.target.parent
      proposals.add([found.target] + found.fields.map { parent.appending($0) }) { ways in
        [
          .rule(
            verb, .array(ways.dropFirst().map { .string($0.text) }),
            ["with": .string(separator), "into": .string(ways[0].text)])
        ]
      }
      guard let standard = found.standard, found.fields[standard.field].count == 1 else { continue }
      proposals.add(found.fields.map { parent.appending($0) } + [found.target]) { ways in
        [
          .rule("add-default", .object([ways[standard.field].text: standard.value])),
          .rule(
            verb, .array(ways.dropLast().map { .string($0.text) }),
            ["with": .string(separator), "into": .string(ways[ways.count - 1].text)]),
        ]
      }
    }
  }
}

enum ComposeGenerator: RuleGenerator {
  static let verb = "compose"
  static let cost = 7.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for found in Composition.all(in: scope) {
      // A single field that stays is most likely equal by chance.
      if found.fields.count == 1, !found.isChange,
        !scope.gone.has(found.target.parent.appending(found.fields[0])),
        found.text.utf8.count < found.fields[0].text.utf8.count + 3
      {
        continue
      }
      proposals.add([found.target], extra: found.isChance ? 4 : 0) { ways in
        guard let name = ways[0].segments.last else { return [] }
        return [
          .rule(
            verb, .object([Way([name]).text: .string(found.text)]), in: ways[0].parent)
        ]
      }
      guard let standard = found.standard else { continue }
      let field = found.fields[standard.field]
      proposals.add([found.target]) { ways in
        guard let name = ways[0].segments.last else { return [] }
        return [
          .rule("add-default", .object([field.text: standard.value]), in: ways[0].parent),
          .rule(verb, .object([Way([name]).text: .string(found.text)]), in: ways[0].parent),
        ]
      }
    }
  }
}

/// A text that is composed of other members of its object.
struct Composition {
  let target: Way
  /// The members, relative to the object around, in the order of the text.
  let fields: [Way]
  /// The template.
  let text: String
  /// The separator, if there is the same one between all fields and nothing around them.
  let separator: String?
  /// Whether the member had another text before.
  let isChange: Bool
  /// Whether there are other texts, and none of them is composed so.
  let isChance: Bool
  /// What one of the fields is where it is missing, if all texts without it show the same.
  private(set) var standard: (field: Int, value: JSON)?

  private enum Piece {
    case text(String)
    case field(Way)

    /// What it is in the text that is made in an object; nil where the field is missing.
    func text(in object: Term) -> String? {
      switch self {
      case .text(let text): text
      case .field(let way): object.at(way.segments)?.written
      }
    }
  }

  static func all(in scope: Scope) -> [Composition] {
    var found = scope.new.ways.flatMap { way in
      scope.new[way].prefix(1).compactMap { item, value in
        Self(way, value, item, scope, isChange: false)
      }
    }
    for way in scope.changed.ways where !way.isEmpty {
      guard let (item, pair) = scope.changed[way].first(where: { !$0.value.isDone }) else {
        continue
      }
      if let one = Self(way, pair.after, item, scope, isChange: true) { found.append(one) }
    }
    return found
  }

  private init?(_ target: Way, _ value: Term, _ item: Int, _ scope: Scope, isChange: Bool) {
    guard let text = value.text, (3...TextEdits.mostBytes).contains(text.utf8.count),
      let parent = scope.items[item].before.at(target.parent.segments), parent.kind == .object
    else { return nil }
    var fields: [(way: Way, text: String)] = []
    for (way, term) in parent.below(depth: 3).dropFirst() {
      guard let text = term.written, !text.isEmpty else { continue }
      let isOwn = isChange && target.parent.appending(way) == target
      if text.utf8.count < 2, !scope.gone.has(target.parent.appending(way)), !isOwn { continue }
      fields.append((way, text))
    }
    fields = fields.ordered { $0.text.utf8.count > $1.text.utf8.count }
    var pieces = [Piece.text(text)]
    for (way, value) in fields.prefix(40) {
      for (index, piece) in pieces.enumerated() {
        guard case .text(let rest) = piece, let range = rest.place(of: value) else { continue }
        pieces.replaceSubrange(
          index...index,
          with: [
            .text(String(rest[..<range.lowerBound])), .field(way),
            .text(String(rest[range.upperBound...])),
          ])
        break
      }
    }
    let used = pieces.compactMap { if case .field(let way) = $0 { way } else { nil } }
    guard !used.isEmpty else { return nil }
    let between = pieces.compactMap { if case .text(let text) = $0 { text } else { nil } }
    let inner = Set(between.dropFirst().dropLast())
    separator =
      between.first?.isEmpty == true && between.last?.isEmpty == true && inner.count == 1
      ? inner.first : nil
    self.target = target
    self.isChange = isChange
    self.fields = used
    let all =
      scope.changed[target].map { (item: $0.item, value: $0.value.after) } + scope.new[target]
    let others = all.filter { $0.value !== value }
    isChance =
      !others.isEmpty
      && !others.contains { item, other in
        guard let object = scope.items[item].before.at(target.parent.segments)
        else { return false }
        return pieces.map { $0.text(in: object) ?? "" }.joined() == other.text
      }
    standard = Self.standard(pieces, used, others, beside: target, scope)
    self.text = pieces.map { piece in
      switch piece {
      case .text(let text): text.replacingAll("{", with: "{{").replacingAll("}", with: "}}")
      case .field(let way): "{\(way.text)}"
      }
    }.joined()
  }

  private static func standard(
    _ pieces: [Piece], _ fields: [Way], _ others: [(item: Int, value: Term)], beside target: Way,
    _ scope: Scope
  ) -> (field: Int, value: JSON)? {
    var found: (field: Int, value: JSON)?
    for (item, other) in others {
      guard let object = scope.items[item].before.at(target.parent.segments), let text = other.text
      else { continue }
      let parts = pieces.map { $0.text(in: object) }
      let ahead = parts.prefix { $0 != nil }
      let behind = parts.dropFirst(ahead.count + 1)
      let (start, end) = (ahead.compactMap { $0 }.joined(), behind.compactMap { $0 }.joined())
      guard text.hasPrefix(start), !behind.contains(nil) else { return nil }
      if ahead.count == parts.count { continue }
      let rest = text.dropFirst(start.count)
      guard rest.hasSuffix(end) else { return nil }
      let value = String(rest.dropLast(end.count))
      // Texts and fields take turns.
      let field = ahead.count / 2
      let way = target.parent.segments + fields[field].segments
      let isNumber = scope.items.contains { $0.before.at(way)?.kind == .number }
      let json = isNumber ? (try? JSON(parsing: Array(value.utf8))) : .string(value)
      guard let json, found.map({ $0 == (field, json) }) ?? true else { return nil }
      found = (field, json)
    }
    return found
  }
}
