internal import JSONText

/// A value with fields of the scope in it, which `"fill": true` asks for.
///
/// A text that is nothing but one field is the value of that field, of whatever type; in other
/// texts fields are text, as in `compose`. It is kept as the JSON text of the value, in pieces.
package struct Filling: Sendable {
  package enum Piece: Sendable {
    /// JSON that stays as it is.
    case json([UInt8])
    /// The value of a field.
    case value(Query)
    /// Text with fields in it.
    case text(Template)
  }

  static let parameter = Parameter(
    "fill", .flag,
    "whether texts in the value hold fields of the scope in braces, `\"{a}/{b}\"`; a text that is one field "
      + "alone, `\"{a}\"`, becomes its value, of any type")

  package fileprivate(set) var pieces: [Piece] = []
  /// The paths from the value to those of the pieces that have fields.
  private var ways: [String] = []

  /// What becomes of what is there: it may be replaced, or it is an array that gets an element.
  package enum Use: Sendable {
    case replacing(Effects.Occupant)
    case appending
  }

  package fileprivate(set) var use = Use.replacing(.anything)

  /// Of each piece with fields its path from the value, how many they are, and whether it is the
  /// value of its field.
  var fields: [(way: String, count: Int, isWhole: Bool)] {
    var ways = ways[...]
    return pieces.compactMap { piece in
      switch piece {
      case .json: nil
      case .value: (ways.popFirst() ?? "", 1, true)
      case .text(let template): (ways.popFirst() ?? "", template.queries.count, false)
      }
    }
  }

  /// The fields, in the order in which they stand.
  var queries: [Query] {
    pieces.flatMap { piece -> [Query] in
      switch piece {
      case .json: []
      case .value(let query): [query]
      case .text(let template): template.queries
      }
    }
  }
}

extension Filling: ValueFunction {
  /// Fields have any type.
  package var results: [ValueResult]? { nil }

  package var needsParents: Bool { true }
}

extension Effects {
  /// Puts what is made of fields into a slot.
  mutating func add(_ filling: Filling, to slot: Slot, _ use: Filling.Use) {
    var filling = filling
    filling.use = use
    let first = reads.count
    reads += filling.queries.map { Read(source: .query($0), leaves: false) }
    acts.append(.make(from: Array(first..<reads.count), into: [.slot(slot)], by: filling))
  }

  /// Puts one value into each slot: a constant, or what is made of fields.
  init(
    _ pairs: [(slot: Slot, value: Constant)], _ fillings: [Filling],
    _ act: (Constant, Slot) -> Act
  ) {
    for (index, pair) in pairs.enumerated() {
      let plain = act(pair.value, pair.slot)
      guard fillings.indices.contains(index) else {
        acts.append(plain)
        continue
      }
      switch plain {
      case .put(_, _, let over): add(fillings[index], to: pair.slot, .replacing(over))
      default: add(fillings[index], to: pair.slot, .appending)
      }
    }
  }
}

extension Engine {
  /// The value with its fields, as they are in a scope; nil if one of them is missing.
  mutating func fill(_ filling: Filling, in scope: NodeID) throws -> ValueText? {
    var fields: [NodeID] = []
    let queries = filling.queries
    for query in queries {
      guard let field = try findOne(query, in: scope) else { return nil }
      fields.append(field)
    }
    if case .value? = filling.pieces.first, filling.pieces.count == 1 {
      return try document.text(of: fields[0])
    }
    var json: [UInt8] = []
    var rest = fields[...]
    for piece in filling.pieces {
      switch piece {
      case .json(let bytes): try append(bytes, to: &json)
      case .value:
        guard let field = rest.popFirst() else { continue }
        let value = try document.text(of: field)
        try append(document.bytes(of: value).withoutSpace, to: &json)
      case .text(let template):
        let count = template.queries.count
        let text = try fill(template, with: Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
        try append(document.bytes(of: text), to: &json)
      }
    }
    return document.make(json: json)
  }

  /// The same for the places that a slot leads to.
  ///
  /// Where there are none, what is wrong with the fields fails no document.
  mutating func fill(
    _ filling: Filling, for slot: Slot, in scope: NodeID
  ) throws -> ValueText? {
    do {
      return try fill(filling, in: scope)
    } catch {
      guard matchesAfterFailure(of: slot, in: scope)?.isEmpty == true else { throw error }
      return nil
    }
  }

  /// The places that a slot leads to, where a value for them can't be made; nil if something is
  /// wrong with them too.
  mutating func matchesAfterFailure(
    of slot: Slot, in scope: NodeID, isSource: Bool = true
  ) -> [Match]? {
    forgetDuplicate()
    let start = matches.count
    defer {
      forgetDuplicate()
      matches.removeLast(matches.count - start)
    }
    do {
      try find(slot, in: scope, item: 0, isSource: isSource)
      return Array(matches[start...])
    } catch {
      return nil
    }
  }

  /// Whether all fields are there.
  mutating func hasFields(_ filling: Filling, in scope: NodeID) throws -> Bool {
    for query in filling.queries where try place(query, from: scope) == nil { return false }
    return true
  }

  private mutating func append(_ piece: some Collection<UInt8>, to json: inout [UInt8]) throws {
    try document.charge(bytes: piece.count)
    try document.limitText(to: json.count + piece.count)
    json += piece
  }

  /// Notes the places of a slot that a filled value is for.
  mutating func find(
    _ slot: Slot, filling value: ValueText, in scope: NodeID, item: Int
  ) throws {
    let start = matches.count
    try find(slot, in: scope, item: item)
    for index in start..<matches.count {
      matches[index].value = value
      // So that another scope that writes to the same place is noticed.
      matches[index].other = scope
    }
  }
}

extension Collection<UInt8> {
  /// JSON text without the white space between its values: as such it is laid out anew.
  fileprivate var withoutSpace: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var isText = false
    var isEscaped = false
    for byte in self where isText || byte > UInt8(ascii: " ") {
      result.append(byte)
      if byte == UInt8(ascii: "\""), !isEscaped { isText.toggle() }
      isEscaped = isText && byte == UInt8(ascii: "\\") && !isEscaped
    }
    return result
  }
}

extension RuleReader {
  /// A value with fields in its texts; nil, and a report, if a field is wrong.
  private func filling(_ value: LocatedJSON) -> Filling? {
    var filling = Filling()
    return add(value, to: &filling) ? filling : nil
  }

  /// The value of each pair as a filling; none if the rule doesn't fill.
  func fillings(_ members: [LocatedJSON.Member], if isFilled: Bool) -> [Filling]? {
    guard isFilled else { return [] }
    let fillings = whole(members) { filling($0.value) }
    if let fillings, fillings.allSatisfy(\.queries.isEmpty) {
      warnOfNoField(in: members.map(\.value), help: "without `fill` a value is written as it is")
    }
    return fillings
  }

  private func add(
    _ value: LocatedJSON, to filling: inout Filling, at way: String = ""
  ) -> Bool {
    switch value.value {
    case .string(let text):
      guard let template = template(text, at: value.range) else { return false }
      filling.add(template, at: way)
    case .array(let elements):
      filling.mark("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { filling.mark(",") }
        guard add(element, to: &filling, at: "\(way)[\(index)]") else { return false }
      }
      filling.mark("]")
    case .object(let members):
      filling.mark("{")
      for (index, member) in members.enumerated() {
        if index > 0 { filling.mark(",") }
        filling.add(.string(member.key))
        filling.mark(":")
        let step = PathText.step(Array(member.key.utf8))
        guard add(member.value, to: &filling, at: way + step) else { return false }
      }
      filling.mark("}")
    default: filling.add(value.json)
    }
    return true
  }
}

extension Filling {
  fileprivate mutating func add(_ template: Template, at way: String) {
    switch template.pieces.first {
    case .text(let bytes)? where template.pieces.count == 1:
      return add(.string(String(decoding: bytes, as: UTF8.self)))
    case nil: return add(.string(""))
    case .field(let query)? where template.pieces.count == 1: pieces.append(.value(query))
    default: pieces.append(.text(template))
    }
    ways.append(way)
  }

  fileprivate mutating func add(_ json: JSON) {
    var bytes: [UInt8] = []
    json.write(into: &bytes)
    add(bytes)
  }

  fileprivate mutating func mark(_ mark: Unicode.Scalar) {
    add([UInt8(ascii: mark)])
  }

  private mutating func add(_ bytes: [UInt8]) {
    if case .json(let before)? = pieces.last {
      pieces[pieces.count - 1] = .json(before + bytes)
    } else {
      pieces.append(.json(bytes))
    }
  }
}
