internal import JSONText

/// The cases of a `map-values` that has many, by the values that they ask for.
///
/// So a value finds its case at once, however many there are. Only bounds are asked one by one.
struct CaseTable: Sendable {
  /// The first case that asks for each text, and for each other value.
  private var texts: [[UInt8]: Int] = [:]
  private var values: [JSON: Int] = [:]
  private var hasContainers = false
  /// The cases with bounds.
  private var ranges: [(index: Int, bounds: BoundKeys)] = []

  /// Fewer cases than this are asked in turn.
  private static let least = 16

  /// Nil where there are few.
  init?(_ tests: [ValueTest]) {
    guard tests.count >= Self.least else { return nil }
    for (index, test) in tests.enumerated() {
      switch test {
      case .text(let text):
        if texts[text] == nil { texts[text] = index }
      case .bounds(let bounds): ranges.append((index, BoundKeys(bounds)))
      default:
        guard let value = test.json else { continue }
        if case .container = test { hasContainers = true }
        if values[value] == nil { values[value] = index }
      }
    }
  }

  /// The first case that fits a value; nil if none does.
  func index(for node: NodeID, _ engine: inout Engine) throws -> Int? {
    let text = engine.document.scalarText(of: node)
    switch engine.document.kind(node) {
    case .null: return values[.null]
    case .boolean: return values[.bool(engine.document.boolean(of: node))]
    case .array, .object: return hasContainers ? values[try engine.json(of: node)] : nil
    case .string:
      try engine.document.charge(bytes: text.count)
      return texts[engine.document.string(of: node)]
    case .number:
      try engine.document.charge(bytes: text.count)
      let number = JSONNumber(checked: String(decoding: text, as: UTF8.self))
      let exact = values[.number(number)]
      if ranges.isEmpty { return exact }
      let key = NumberText.sortKey(text.array)
      for (index, bounds) in ranges where index < exact ?? .max {
        try engine.document.charge(1)
        if bounds.contain(key) { return index }
      }
      return exact
    }
  }
}

/// Bounds, as keys that are compared no further than to where they differ.
private struct BoundKeys: Sendable {
  private let atLeast, above, atMost, below: [UInt8]?

  init(_ bounds: Bounds) {
    func key(_ number: JSONNumber?) -> [UInt8]? {
      number.map { NumberText.sortKey($0.text.utf8) }
    }
    atLeast = key(bounds.atLeast)
    above = key(bounds.above)
    atMost = key(bounds.atMost)
    below = key(bounds.below)
  }

  func contain(_ key: [UInt8]) -> Bool {
    func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
      left.lexicographicallyPrecedes(right)
    }
    if let atLeast, precedes(key, atLeast) { return false }
    if let above, !precedes(above, key) { return false }
    if let atMost, precedes(atMost, key) { return false }
    if let below, !precedes(key, below) { return false }
    return true
  }
}
