import JSONMigrationCore
import JSONText

/// Notices when `each` leads to no document in a whole run: most likely the path is wrong.
struct EachSearch: Sendable {
  private let path: JSONPath
  /// What messages call it.
  private let name: String
  private let severity: Diagnostic.Severity
  private var hasFound = false
  /// The first text in which nothing was found; of several the one with the smallest number counts.
  private var sample: Sample?

  private struct Sample: Sendable {
    let number: Int
    let value: JSON
    let place: Diagnostic.Place
  }

  /// So many lines of a piece are looked at for one that is JSON, and none that is longer.
  private static let mostLines = 8
  private static let longest = 1 << 16

  /// Nil where each file is a document, and where format.json says where they are and no
  /// `severity` is given for that.
  init?(
    _ documents: DocumentOptions, _ migrator: Migrator, _ severity: Diagnostic.Severity?
  ) {
    if let each = documents.each {
      (path, name, self.severity) = (each.path, "--each=\(Printable.quote(each.text))", .error)
    } else if let each = migrator.each, let severity {
      path = each
      name = "\"each\": \"\(Printable.quote(Query.short("\(each)")))\""
      self.severity = severity
    } else {
      return nil
    }
  }

  /// Notes a piece of work whose documents are in the text, and whether any of them, or of those of
  /// pieces before, was found.
  mutating func note(_ work: Work, _ text: ByteView, hasFound: Bool) {
    self.hasFound = self.hasFound || hasFound
    if self.hasFound || sample != nil { return }
    switch work.content {
    case .problem: return
    case .document(let input): take(work, text, 0..<text.count, input.name, input.firstLine)
    case .lines(let piece, let input, _):
      if piece.part != nil { return }
      for line in DocumentLines(text, firstLine: piece.firstLine).prefix(Self.mostLines)
      where sample == nil {
        take(work, text, line.range, input.name, line.number)
      }
    }
  }

  private mutating func take(
    _ work: Work, _ text: ByteView, _ range: Range<Int>, _ name: String, _ line: Int?
  ) {
    guard range.count <= Self.longest, let value = try? JSON(parsing: text[range].array) else {
      return
    }
    let span = line.map { Diagnostic.Span(0..<1, in: text[range], firstLine: $0) }
    sample = Sample(number: work.number, value: value, place: .init(name, span: span))
  }

  /// Adds what another thread has noticed.
  mutating func add(_ other: EachSearch) {
    hasFound = hasFound || other.hasFound
    if let sample = other.sample, sample.number < self.sample?.number ?? .max {
      self.sample = sample
    }
  }

  /// What to say at the end of a run; nil where documents were found, or a list of them is empty.
  var problem: Diagnostic? {
    guard !hasFound, let sample, let (found, help) = reason(in: sample.value) else { return nil }
    return Diagnostic(
      .missingValue,
      "`\(name)` leads to no document in the whole run", severity: severity, at: sample.place,
      help: help, notes: ["in the first \(found)"])
  }

  /// The problem, where it is an error.
  var error: MigrationError? {
    problem.flatMap { $0.severity == .error ? MigrationError($0) : nil }
  }

  /// Where the path ends in a value.
  private func reason(in value: JSON) -> (found: String, help: String?)? {
    let segments = path.query.segments
    var around = "the outermost value"
    var last = value
    for (index, segment) in segments.enumerated() {
      let way = PathQuery(root: .document, segments: Array(segments[...index]))
      guard let values = try? value.values(at: JSONPath(query: way)) else { return nil }
      if let next = values.first {
        last = next
        around = "the value at `\(Printable.quote("\(way)"))`"
        continue
      }
      switch (last, segment.name) {
      case (.object(let members), let name?):
        let name = String(decoding: name, as: UTF8.self)
        return (
          "\(around) has no `\(Printable.quote(name))`",
          NearestName.help(
            for: name, among: members.map { $0.key }, one: "member", many: "members")
        )
      case (.array, _?): return ("\(around) is a list", Self.elementsHelp)
      case (.array, nil), (.object, nil):
        if last.isEmpty, !segment.isDescendant { return nil }
        let path = "\(PathQuery(root: .document, segments: [segment]))"
        return (
          "`\(Printable.quote(path.utf8.dropFirst()))` leads to nothing in \(around)",
          segment.index == nil ? last.help(for: segment) : Self.elementsHelp
        )
      default: return ("\(around) is \(last.kindInWords)", nil)
      }
    }
    if case .array = last {
      return ("\(around) is a list", Self.elementsHelp)
    }
    return nil
  }

  private static let elementsHelp = "`[*]` leads to each element of a list"
}

extension JSON {
  fileprivate var isEmpty: Bool {
    switch self {
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    default: false
    }
  }

  /// The member meant, anywhere in it, by a segment that goes to any depth.
  fileprivate func help(for segment: PathSegment) -> String? {
    guard segment.isDescendant, case .name(let name)? = segment.selectors.first else { return nil }
    let all = PathSegment(isDescendant: true, [.wildcard])
    let inner = try? values(at: JSONPath(query: PathQuery(root: .document, segments: [all])))
    var names: [String] = []
    for case .object(let members) in [self] + (inner ?? []) { names += members.map { $0.key } }
    return NearestName.of(String(decoding: name, as: UTF8.self), among: names).map {
      "a similar member exists: `\(Printable.quote($0))`"
    }
  }

  /// What it is, as messages say it.
  fileprivate var kindInWords: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
