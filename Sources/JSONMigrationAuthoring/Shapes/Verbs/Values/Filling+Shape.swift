internal import JSONMigrationCore
internal import JSONText

extension Filling: ShapeFunction {
  /// The text that stands for a field while the value is read.
  private static func standIn(_ number: Int) -> [UInt8] {
    Array("\"\(Shape.fieldMark)\(number)\"".utf8)
  }

  /// What may go wrong where fields become part of a text.
  static func failures(ofTexts fields: some Sequence<Shape>) -> [String] {
    let areFit = fields.allSatisfy { $0.only(.null, .array, .object).isNever }
    return areFit ? [] : ["find a field that is no text, number or boolean"]
  }

  /// The value with shapes in place of its fields.
  func made(of shapes: [Shape]) -> Made {
    var json: [UInt8] = []
    var failures: [String] = []
    var fields: [Shape] = []
    var rest = shapes[...]
    for piece in pieces {
      switch piece {
      case .json(let bytes): json += bytes
      case .value:
        fields.append(rest.popFirst() ?? .any)
        json += Self.standIn(fields.count - 1)
      case .text(let template):
        let parts = rest.prefix(template.queries.count)
        rest = rest.dropFirst(parts.count)
        failures += Self.failures(ofTexts: parts)
        fields.append(.text)
        json += Self.standIn(fields.count - 1)
      }
    }
    // A rule that has the same words can't be told from a field.
    let hasMark = pieces.contains { piece in
      guard case .json(let bytes) = piece else { return false }
      return String(decoding: bytes, as: UTF8.self).includes(Shape.fieldMark)
    }
    var made = Made(members: [.init(.any)], failures: failures)
    if !hasMark, let value = try? JSON(parsing: json) {
      made.members = [.init(Shape(value, fields: fields))]
    }
    switch use {
    case .replacing(let over): made.over = over
    case .appending: made.isElement = true
    }
    return made
  }
}

extension Shape {
  fileprivate static let fieldMark = "the field with number "

  /// The shape of a value in which some texts stand for values of other shapes.
  fileprivate init(_ value: JSON, fields: [Shape]) {
    switch value {
    case .string(let text):
      let isField = text.utf8.starts(with: Self.fieldMark.utf8)
      let number = isField ? Int(text.dropFirst(Self.fieldMark.count)) : nil
      self = number.flatMap { fields.indices.contains($0) ? fields[$0] : nil } ?? Shape(value)
    case .array(let elements):
      let item = Shape(joining: elements.map { Shape($0, fields: fields) })
      self = Shape(
        arrays: ArrayShape(item: item, least: elements.count, most: elements.count))
    case .object(let members):
      var object = ObjectShape(rest: .never)
      for (key, value) in members {
        object[Array(key.utf8)] = .init(Shape(value, fields: fields), isAlways: true)
      }
      self = Shape(objects: [object])
    default: self = Shape(value)
    }
  }
}
