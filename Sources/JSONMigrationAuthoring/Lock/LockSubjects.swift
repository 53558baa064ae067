internal import JSONMigrationCore
internal import JSONText

/// What a lock has lines for in a rules folder.
struct LockSubjects {
  struct Subject {
    let part: LockLine.Subject.Part
    let folder: String
    /// The step that it is about; nil for a format.
    let step: Step?
    let line: LockLine
    let place: Diagnostic.Place?

    /// What messages call it.
    var shown: String {
      let format = folder.isEmpty ? "" : " of `\(Printable.quote(folder))`"
      return switch part {
      case .format: "the format" + format
      case .step: (step?.description ?? "") + format
      case .undo: "the way back over " + (step?.description ?? "") + format
      }
    }

    /// What it is called on a command line: the version that a step leads to, `3` or `author/3`,
    /// its versions, `2→3`, or `format`.
    var names: [String] {
      let start = folder.isEmpty ? "" : folder + "/"
      let versions = step.map { [$0.to.description, LockSubjects.versions(of: $0)] } ?? ["format"]
      return versions.map { start + $0 }
    }
  }

  /// In the order of the chains, whatever the files are called.
  let all: [Subject]

  init(_ rules: RuleSet) {
    let sources = RuleSources(rules)
    all = rules.formats.flatMap { format in
      [Self.subject(of: format, rules, sources)]
        + format.chain.stepsInOrder.flatMap { Self.subjects(of: $0, in: format, rules, sources) }
    }
  }

  private static func subject(
    of format: Format, _ rules: RuleSet, _ sources: RuleSources
  ) -> Subject {
    let start = format.folder.isEmpty ? "" : format.folder + "/"
    let names = ["format.json", "format.jsonc"].map { Array((start + $0).utf8) }
    let file = rules.files.firstIndex { names.contains(Array($0.file.utf8)) }
    var meaning = Meaning.of(format, file: file.map { sources.value(of: $0) })
    // Steps that migrate nested documents bring them there.
    if !format.folder.isEmpty { meaning["newest"] = format.chain.newest.value }
    let about = LockLine.Subject(part: .format, folder: format.folder, versions: "")
    let step = format.chain.steps[0]
    return Subject(
      part: .format, folder: format.folder, step: nil, line: LockLine(about, meaning),
      place: file.map { rules.files[$0].place(nil) } ?? rules.files[step.file].place(nil))
  }

  private static func subjects(
    of step: Step, in format: Format, _ rules: RuleSet, _ sources: RuleSources
  ) -> [Subject] {
    let text = sources.step(step)
    let meaning: JSON = ["rules": .array(Meaning.of(rulesOfStep: text["rules"]?.array ?? []))]
    let parts: [(LockLine.Subject.Part, JSON?)] = [
      (.step, meaning), (.undo, Meaning.ofWayBack(step: text)),
    ]
    return parts.compactMap { part, meaning in
      guard let meaning else { return nil }
      let about = LockLine.Subject(
        part: part, folder: format.folder, versions: versions(of: step))
      return Subject(
        part: part, folder: format.folder, step: step, line: LockLine(about, meaning),
        place: rules.files[step.file].place(step.range))
    }
  }

  /// The versions of a step: `1→2`, `1,2→3`, `"1.0"→"1.1"`.
  static func versions(of step: Step) -> String {
    func text(_ version: Version) -> String {
      LockLine.Subject.plain(String(decoding: version.json, as: UTF8.self))
    }
    return "\(step.from.map(text).joined(separator: ","))→\(text(step.to))"
  }

  /// Where the subject of a line is.
  func place(ofSubject text: String) -> Diagnostic.Place? {
    all.first { $0.line.subject.utf8.elementsEqual(text.utf8) }?.place
  }
}
