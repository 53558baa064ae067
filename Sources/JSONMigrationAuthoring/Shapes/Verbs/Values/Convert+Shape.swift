internal import JSONMigrationCore
internal import JSONText

extension Convert: ShapeFunction {
  func carried(_ shape: Shape) -> Carried {
    let value = shape.minus(.null)
    var result = Carried(shape.only(.null))
    var made = Shape.never
    for kind in value.kinds {
      guard let form = from ?? to.implied(for: kind), form.kinds?.contains(kind) ?? true else {
        result.failures.append("find \(kind.words) and needs \(to.needs)")
        continue
      }
      let part = value.only(kind)
      made = made.joined(to.shape(of: part, from: form))
      if to.mayRefuse(part, from: form) {
        result.failures.append("find \(kind.words) that can't be read")
      }
    }
    if let expected {
      if !made.without(expected.kind).isNever {
        result.failures.append("make something else than \(expected.name)")
      }
      made = made.only(expected.kind)
    }
    if keepsOthers {
      made = made.joined(value)
      result.failures = []
    }
    result.shape = result.shape.joined(made)
    return result
  }
}

extension Convert.Form {
  /// The types that are read in this form; nil for all.
  fileprivate var kinds: [Kind]? {
    switch self {
    case .string, .jsonText: [.string]
    case .number, .integer: [.number]
    case .boolean: [.boolean]
    case .value: nil
    case .date(let form): form.isText ? [.string] : [.number]
    }
  }

  /// What values become that are read in another form.
  fileprivate func shape(of value: Shape, from form: Self) -> Shape {
    switch self {
    case .string: form == .string ? value : .text
    case .number: form == .number || form == .integer ? value : .number
    case .integer: .integer
    case .boolean: form == .boolean ? value : .boolean
    case .jsonText: .text
    case .value: .any
    case .date(.iso8601): Shape(texts: TextShape(format: "date-time"))
    case .date(let form): form.isText ? .text : .number
    }
  }

  /// Whether some values can't be written in this form.
  fileprivate func mayRefuse(_ value: Shape, from form: Self) -> Bool {
    switch (self, form) {
    case (.string, .integer): value.spelled.numbers?.isWhole == false
    case (.string, _), (.jsonText, _), (.number, .number), (.boolean, .boolean): false
    case (.integer, .number), (.integer, .integer), (.number, .integer):
      value.spelled.numbers?.isWhole == false
    default: true
    }
  }
}
