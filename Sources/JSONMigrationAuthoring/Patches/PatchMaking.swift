package import JSONMigrationCore
package import JSONText

extension JSONPatch {
  /// The changes that make one document of another; the order of members is none.
  package init(from old: JSON, to new: JSON) {
    self.init(Self.differences(old, new))
  }

  private static func differences(_ old: JSON, _ new: JSON) -> [Operation] {
    var operations: [Operation] = []
    var pending = [(place: JSONPointer(), old: old, new: new)]
    while let (place, old, new) = pending.popLast() {
      if old == new { continue }
      switch (old, new) {
      case (.object(let before), .object(let after)):
        for (key, value) in before {
          guard let other = after[key] else {
            operations.append(.remove(place.appending(key)))
            continue
          }
          pending.append((place.appending(key), value, other))
        }
        for (key, value) in after where before[key] == nil {
          operations.append(.add(place.appending(key), value))
        }
      case (.array(let before), .array(let after)):
        // What is paired keeps its index: what is left over stands behind it.
        let start = zip(before, after).prefix { $0 == $1 }.count
        let end = zip(before.dropFirst(start).reversed(), after.dropFirst(start).reversed())
          .prefix { $0 == $1 }.count
        let (last, next) = (before.count - end, after.count - end)
        let paired = min(last, next)
        for index in start..<max(start, paired) {
          pending.append((place.appending("\(index)"), before[index], after[index]))
        }
        for index in stride(from: last - 1, through: paired, by: -1) {
          operations.append(.remove(place.appending("\(index)")))
        }
        for index in paired..<next {
          operations.append(.add(place.appending("\(index)"), after[index]))
        }
      default: operations.append(.replace(place, new))
      }
    }
    return operations
  }
}

extension Migrator {
  /// The patch for the migrated document that does what a patch does to the document as it is.
  ///
  /// Both documents are migrated, and compared. Where the changed one can't be migrated that is the
  /// error. What rules generate differs from run to run, so a patch that would hold some is
  /// refused.
  package func translated(
    _ patch: JSONPatch, named patchName: String, for document: JSON, named name: String
  ) throws(MigrationError) -> JSONPatch {
    let edited = try patch.applied(to: document, named: patchName)
    if let old = try? version(of: document), let new = try? version(of: edited), old != new {
      throw MigrationError(
        Diagnostic(
          .badPatch, "the patch makes version \(new) of a document of version \(old)",
          at: Diagnostic.Place(patchName),
          help: "leave the version to the rules: the patch is for the document as it is"))
    }
    let first = try migrated(document, edited, named: name, run: "a")
    let second = try migrated(document, edited, named: name, run: "b")
    let result = JSONPatch(from: first.old, to: first.new)
    guard result == JSONPatch(from: second.old, to: second.new) else {
      throw Self.refusal(
        "the patch would hold values that rules generate, and these differ from run to run",
        patchName)
    }
    if patch.operations.contains(where: \.mayShiftElements),
      Self.elements(ofIDsIn: first.old) != Self.elements(ofIDsIn: first.new)
    {
      throw Self.refusal(
        "the patch changes which elements there are, and rules generate ids in them: the ids would "
          + "come to other elements", patchName)
    }
    return result
  }

  private static func refusal(_ message: String, _ patchName: String) -> MigrationError {
    MigrationError(
      Diagnostic(
        .badPatch, message, at: Diagnostic.Place(patchName),
        help: "migrate the document, and make the change to the result"))
  }

  /// The document before and after the patch, migrated with what one run generates.
  private func migrated(
    _ old: JSON, _ new: JSON, named name: String, run: String
  ) throws(MigrationError) -> (old: JSON, new: JSON) {
    let generator = Self.marked(run)
    return (
      try migrated(old, named: name, generator),
      try migrated(new, named: name + ", with the patch", generator)
    )
  }

  /// For each generated id, the elements of arrays that it is in.
  private static func elements(ofIDsIn document: JSON) -> [String: [JSON]] {
    var found: [String: [JSON]] = [:]
    var rest: [(value: JSON, element: JSON?)] = [(document, nil)]
    while let (value, element) = rest.popLast() {
      switch value {
      case .string(let text):
        if let element, text.utf8.starts(with: idMark.utf8) {
          found[text, default: []].append(element)
        }
      case .array(let elements): rest += elements.map { ($0, $0) }
      case .object(let members): rest += members.map { ($0.value, element) }
      default: break
      }
    }
    return found
  }

  private func migrated(
    _ document: JSON, named name: String, _ generator: GeneratedValues
  ) throws(MigrationError) -> JSON {
    var worker = try Worker(self, generator: generator)
    let bytes = try worker.migrate(Array(document.description.utf8), named: name)
    do {
      return try JSON(parsing: bytes)
    } catch {
      throw MigrationError(Diagnostic(error, in: bytes, file: name))
    }
  }

  private static let idMark = "the generated id"

  /// What one run generates.
  private static func marked(_ run: String) -> GeneratedValues {
    let hour = run == "a" ? "01" : "02"
    return GeneratedValues(
      now: { "2026-01-01T\(hour):00:00Z" }, id: { "\(idMark) \($0) of run \(run)" })
  }
}

extension JSONPatch.Operation {
  /// Whether an element may come to stand at another index.
  fileprivate var mayShiftElements: Bool {
    switch self {
    case .test: false
    case .replace(_, let value): value.isContainer
    case .add(let path, let value): value.isContainer || path.mayBeOfElement
    case .remove(let path): path.mayBeOfElement
    case .move, .copy: true
    }
  }
}

extension JSONPointer {
  fileprivate var mayBeOfElement: Bool {
    tokens.last.map { $0 == "-" || JSONPointer.index($0, upTo: .max) != nil } ?? false
  }
}
