internal import JSONMigrationCore
internal import JSONText

/// The format of a new folder, as samples show it.
struct FormatDraft {
  /// The samples of single documents, without their versions.
  let samples: [StepSample]
  let versions: SampleVersions?
  /// Whether files are lists of documents.
  let areLists: Bool
  private let wholes: [StepSample]

  init(of samples: [StepSample]) {
    wholes = samples
    if let elements = Self.elements(of: samples), let found = SampleVersions(of: elements) {
      (areLists, versions) = (true, found)
      self.samples = elements.map { $0.removingVersions(found.removed) }
      return
    }
    let found = SampleVersions(of: samples)
    (areLists, versions) = (false, found)
    self.samples = samples.map { sample in
      found.map { sample.removingVersions($0.removed) } ?? sample
    }
  }

  /// The elements of lists, where as many come out as went in.
  private static func elements(of samples: [StepSample]) -> [StepSample]? {
    var all: [StepSample] = []
    for sample in samples {
      guard let olds = sample.before.array, let news = sample.after.array,
        olds.count == news.count
      else { return nil }
      for (index, (old, new)) in zip(olds, news).enumerated() {
        all.append(
          StepSample(name: "\(sample.name), document \(index + 1)", before: old, after: new))
      }
    }
    return all
  }

  /// The documents in a file, without their versions.
  func documents(in file: JSON) -> [JSON] {
    let all = areLists ? file.array ?? [] : [file]
    return all.map { versions?.removed(from: $0) ?? $0 }
  }

  /// What format.json says.
  func text(named name: String, of step: NextStep) -> String {
    let (olds, news) = (kinds(\.before), kinds(\.after))
    // Nothing but an object has a place for its version.
    let isStamped = versions != nil || news == ["object"]
    let version: JSON
    if isStamped {
      version = ["at": place(step), "missing": step.from.value]
    } else if olds.allSatisfy({ !news.contains($0) }) {
      version = [
        "stamp": false,
        "missing": [
          ["when": .string(Self.condition(olds)), "version": step.from.value],
          ["when": .string(Self.condition(news)), "version": step.to.value],
        ],
      ]
    } else {
      version = ["stamp": false, "missing": step.from.value]
    }
    let all = olds + news.filter { !olds.contains($0) }
    return NextStep.formatText(
      named: name, each: areLists ? "[*]" : nil, version: version,
      when: Self.condition(areLists ? ["object"] : all), endings: endings)
  }

  /// What the names of the samples' files end in, beside what every document may.
  private var endings: [String] {
    let endings = wholes.compactMap { sample -> String? in
      let parts = sample.name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count > 1, let last = parts.last else { return nil }
      // No sign that has a meaning in a pattern for names.
      let isPlain = last.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      return isPlain ? String(last) : nil
    }
    return Set(endings).subtracting(["json", "jsonl", "ndjson", "jsonc"]).sorted()
  }

  /// Where the version is: in a member that has no other meaning in the samples.
  private func place(_ step: NextStep) -> JSON {
    if let versions { return versions.path }
    let names = Format.usualPlaces
    let free = names.first { name in
      wholes.allSatisfy { $0.before.object?[name].map { $0 == step.from.value } ?? true }
    }
    return .string(free ?? names[0])
  }

  /// The kinds of values that documents are.
  private func kinds(_ document: (StepSample) -> JSON) -> [String] {
    var seen: Set<String> = []
    let terms = Terms()
    return wholes.map { terms.term(document($0)).kind.word }
      .filter { seen.insert($0).inserted }.sorted()
  }

  private static func condition(_ kinds: [String]) -> String {
    kinds.map { "type(@) == '\($0)'" }.joined(separator: " || ")
  }
}
