import JSONText

/// How a document is read that a path is tried on, which must make no difference.
enum Guidance: CaseIterable {
  case none, all, own, wrong

  func guide(for paths: [Place]) -> Guide {
    switch self {
    case .none: .nothing
    case .all: .everything
    case .own: Guide(paths: paths)
    case .wrong: Guide(paths: [[.key(Array("a".utf8)), .every], [.some], [.every, .key([])]])
    }
  }
}

/// A place that a path led to: its normalized path and its text.
struct PathFound: Equatable, CustomStringConvertible {
  let path: String
  let text: String

  var description: String { "\(path): \(text)" }
}

extension JSONPath {
  /// What the path leads to in a text, in which `edit` may first change something.
  func find(
    in text: String, _ guidance: Guidance = .own, limits: Document.Limits = Document.Limits(),
    edit: (inout Document) throws -> Void = { _ in }
  ) throws -> [PathFound] {
    let guide = guidance.guide(for: guidePaths())
    var constants = Constants()
    let bound = bound(to: guide, constants: &constants)
    var document = Document(guide: guide, constants: constants, limits: limits)
    document.load(text.utf8)
    try document.read()
    try edit(&document)
    var evaluator = PathEvaluator(constants, root: document.root)
    let places = try evaluator.places(of: bound, from: document.root, in: &document)
    return places.map {
      PathFound(
        path: document.path(of: $0),
        text: String(decoding: document.scalarText(of: $0), as: UTF8.self))
    }
  }

  /// How many places the path leads to.
  func count(in text: String, _ guidance: Guidance, limits: Document.Limits) throws -> Int {
    let guide = guidance.guide(for: guidePaths())
    var constants = Constants()
    let bound = bound(to: guide, constants: &constants)
    var document = Document(guide: guide, constants: constants, limits: limits)
    document.load(text.utf8)
    try document.read()
    var evaluator = PathEvaluator(constants, root: document.root)
    return try evaluator.places(of: bound, from: document.root, in: &document).count
  }

  /// The paths of what the path leads to, however the document is read.
  static func paths(_ path: String, in text: String) throws -> Set<[String]> {
    let path = try JSONPath(rule: path)
    return Set(try Guidance.allCases.map { try path.find(in: text, $0).map(\.path) })
  }
}

extension JSONCondition {
  /// Whether the condition holds at the root of a text, however that is read; `@` and `$` are the
  /// same.
  static func answers(_ condition: String, in text: String) throws -> Set<Bool> {
    let condition = try JSONCondition(condition)
    return Set(
      try Guidance.allCases.map { guidance in
        let guide = guidance.guide(for: condition.guidePaths())
        var constants = Constants()
        let bound = condition.bound(to: guide, constants: &constants)
        var document = Document(guide: guide, constants: constants)
        document.load(text.utf8)
        try document.read()
        var evaluator = PathEvaluator(constants, root: document.root)
        return try evaluator.holds(bound, at: document.root, in: &document)
      })
  }
}
