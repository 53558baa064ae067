internal import JSONMigrationCore
internal import JSONText

extension ShapeTally {
  /// The shape of the documents: closed, unless other members are to be allowed.
  func shape(isOpen: Bool) -> Shape { shape(of: 0, isOpen) }

  private func shape(of place: Int, _ isOpen: Bool) -> Shape {
    let spot = spots[place]
    if spot.isDeep { return .any }
    var shape = Shape()
    shape.takesNull = spot.has(.null)
    if spot.has(.boolean) { shape.booleans = [true, false] }
    if spot.has(.number) { shape.numbers = spot.isWhole ? .whole : .any }
    if spot.has(.string) { shape.texts = spot.texts.shape }
    if spot.elements >= 0 {
      shape.arrays = ArrayShape(item: self.shape(of: spot.elements, isOpen))
    } else if spot.has(.array) {
      shape.arrays = ArrayShape(item: .never)
    }
    if spot.objects >= 0 { shape.objects = objects(at: spot.objects, isOpen) }
    return shape
  }

  private func objects(at place: Int, _ isOpen: Bool) -> [ObjectShape] {
    let tally = objects[place]
    if let map = tally.mapPlace { return [ObjectShape(rest: shape(of: map, isOpen))] }
    let keys = tally.keys.ordered { $0.first < $1.first }
    let shapes = keys.map { shape(of: $0.place, isOpen) }
    if isMap(tally) { return [ObjectShape(rest: Shape(joining: shapes))] }
    let rest = isOpen ? Shape.any : .never
    if let (tag, rows) = bestTag(tally) {
      let values = spots[tally.keys[tag].place].texts.values
      return zip(rows, values).sorted { $0.1.text.lexicographicallyPrecedes($1.1.text) }
        .filter { $0.0.count > 0 }
        .map { row, value in
          alternative(row, value.text, tagged: tally.keys[tag].name, tally, keys, shapes, rest)
        }
    }
    var object = ObjectShape(rest: rest)
    for (key, shape) in zip(keys, shapes) {
      object[key.name] = member(shape, key.count, of: tally.count)
    }
    return [object]
  }

  private func alternative(
    _ row: ObjectTally.Row, _ value: [UInt8], tagged tag: [UInt8], _ tally: ObjectTally,
    _ keys: [ObjectTally.Key], _ shapes: [Shape], _ rest: Shape
  ) -> ObjectShape {
    var object = ObjectShape(rest: rest)
    for (key, shape) in zip(keys, shapes) {
      if key.name == tag {
        object[key.name] = .init(Shape(texts: TextShape(values: [value])), isAlways: true)
        continue
      }
      guard let number = tally.keys.firstIndex(where: { $0.name == key.name }) else { continue }
      let present = row.count - row.absent[number]
      if present > 0 { object[key.name] = member(shape, present, of: row.count) }
    }
    return object
  }

  private func member(_ shape: Shape, _ count: Int, of all: Int) -> ObjectShape.Member {
    var member = ObjectShape.Member(shape, isAlways: count == all)
    if count < all { member.comment = "in \(count.grouped) of \(all.grouped)" }
    return member
  }

  /// Whether keys are data: most look like ids, or there are many that few objects share.
  private func isMap(_ tally: ObjectTally) -> Bool {
    guard tally.keys.count >= 2 else { return false }
    var kinds: Set<Kind> = []
    for key in tally.keys { kinds.formUnion(KindCounts.kinds.filter { spots[key.place].has($0) }) }
    guard kinds.count == 1, let kind = kinds.first else { return false }
    if tally.idCount * 2 > tally.keys.count { return true }
    let isContainer = kind == .array || kind == .object
    let count = tally.keys.reduce(0) { $0 + $1.count }
    return isContainer && tally.keys.count >= 8
      && count <= tally.keys.count * max(1, tally.count / 4)
  }

  /// The key that tells kinds of objects apart: the set of members changes with its value.
  private func bestTag(_ tally: ObjectTally) -> (tag: Int, rows: [ObjectTally.Row])? {
    var best: (tag: Int, rows: [ObjectTally.Row], gain: Int)?
    let tags = tally.tags.sorted { tally.keys[$0.key].first < tally.keys[$1.key].first }
    for (tag, rows) in tags.map({ ($0.key, $0.rows) }) {
      guard (2...TextTally.mostValues).contains(rows.count), tally.count >= 2 * rows.count
      else { continue }
      let gain = tally.keys.indices.count { number in
        number != tag && tally.keys[number].count < tally.count
          && rows.allSatisfy { [0, $0.count].contains($0.absent[number]) }
      }
      if gain > best?.gain ?? 0 { best = (tag, rows, gain) }
    }
    return best.map { ($0.tag, $0.rows) }
  }
}

extension ShapeTally.Spot {
  fileprivate func has(_ kind: Kind) -> Bool { counts[kind] > 0 }
}

extension Int {
  /// The number with commas: `12,140`.
  package var grouped: String {
    let digits = Array(String(magnitude))
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
