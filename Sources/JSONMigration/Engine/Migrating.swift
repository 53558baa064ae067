internal import JSONText

/// From the version that a document has to the one it is to have.
extension Engine {
  /// Migrates the document that was read.
  ///
  /// False if it is current, and nothing was changed.
  mutating func migrate() throws -> Bool {
    try migrateAll(plan.rules.format, to: plan.target)
  }

  /// Migrates a document inside the document to the newest version of its own format.
  mutating func migrateNested(_ node: NodeID, _ request: FormatRequest.Number) throws {
    let format = plan.rules.formats[plan.rules.nested[request]]
    let outer = root
    root = node
    _ = try migrateAll(format, to: format.chain.newest)
    // A step may have wrapped it.
    if outer != node { root = outer }
  }

  /// Migrates the document that `$` stands for, or the many in it.
  private mutating func migrateAll(_ format: Format, to target: Version) throws -> Bool {
    guard let each = format.each else { return try migrate(format, to: target) }
    let whole = root
    var isChanged = false
    for node in try places(each, from: whole) {
      root = node
      if try migrate(format, to: target) { isChanged = true }
    }
    root = whole
    return isChanged
  }

  /// Migrates the document that `$` stands for.
  private mutating func migrate(_ format: Format, to target: Version) throws -> Bool {
    let version = try version(format)
    if tracer != nil { noteDocument(version) }
    if format.folder.isEmpty { activity?.note(version) }
    try checkShape(of: version, format)
    if version == target { return false }
    beginRoad()
    if format.chain.leads(from: version, to: target) {
      var current = version
      while current != target, let index = format.chain.step(from: current) {
        let step = format.chain.steps[index]
        try beginStep(from: current, to: step.to)
        if format.folder.isEmpty, let waking = waking(index) {
          try run(step.rules, waking)
        } else {
          try run(step.rules, in: nil)
        }
        current = step.to
      }
    } else {
      try goBack(from: version, to: target, format)
    }
    try stamp(target, format)
    try endRoad()
    try document.charge(0)
    try checkShape(of: target, format)
    return true
  }

  /// The version of the document: what it says, or what it is when it says none.
  mutating func version(_ format: Format) throws -> Version {
    for target in format.at {
      guard let node = try find(target) else { continue }
      return try version(at: node, format.chain)
    }
    if let source = plan.source, format.folder.isEmpty { return source }
    switch format.missing {
    case .version(let version): return version
    case .fail:
      let places = format.at.map { "`\($0.text)`" }.joined(separator: " or ")
      throw RuleFailure(
        .missingVersion, "the document says no version: it has no \(places)", at: root,
        help: "`missing` in format.json can say which version such a document is")
    case .probes(let probes):
      for probe in probes where try holds(probe.when, at: root) { return probe.version }
      throw RuleFailure(
        .missingVersion, "the document has the shape of no version", at: root,
        help: "asked were "
          + probes.map { "version \($0.version): \($0.when.shown)" }.joined(separator: "; "))
    }
  }

  private mutating func version(at node: NodeID, _ chain: Chain) throws -> Version {
    let version: Version?
    switch document.kind(node) {
    case .number:
      version = document.integer(of: node).map { .integer($0) }
    case .string: version = .text(document.string(of: node))
    default: version = nil
    }
    guard let version, version.isInteger == chain.isNumbered else {
      let isNumber = document.kind(node) == .number
      let range = isNumber ? Version.range(where: document.scalarText(of: node)) : ""
      throw RuleFailure(
        .badVersion,
        "the document's version is \(words(for: node)), and versions are "
          + (chain.isNumbered ? "integers" + range : "text"), at: node,
        help: "nothing is guessed: correct the version in the document")
    }
    if chain.names(version) { return version }
    if chain.isNewer(version) {
      throw RuleFailure(
        .newerVersion,
        "the document has version \(version), but the rules end at version \(chain.newest)",
        at: node, help: "get newer rules; a newer release probably wrote it")
    }
    throw RuleFailure(
      .unknownVersion, "the rules name no version \(version)", at: node,
      help: "they name " + Printable.list(chain.versions.map(\.description)))
  }

  /// A place that need not be there, without complaints about what is in its way.
  mutating func find(_ target: Target) throws -> NodeID? {
    var node = root
    for name in target.names {
      guard document.kind(node) == .object, let next = try member(key(name), of: node) else {
        return nil
      }
      node = next
    }
    return node
  }

  /// Writes the version into the document, and takes away the places that it may have had besides.
  mutating func stamp(_ version: Version, _ format: Format) throws {
    guard format.isStamped, let place = format.at.first else { return }
    let value = document.make(json: version.json)
    if let node = try find(place) {
      document.replaceValue(of: node, with: value)
    } else {
      let parent = try makeParents(place, from: root, first: 0)
      guard let name = place.names.last else { return }
      // Asked once more, for only then it is open.
      if try member(key(name), of: parent) == nil {
        _ = document.append(value, key: key(name), to: parent)
      }
    }
    for other in format.at.dropFirst() {
      if let node = try find(other) { try drop(node) }
    }
  }

  /// Checks what a document of a version must look like.
  private mutating func checkShape(of version: Version, _ format: Format) throws {
    for shape in format.shapes where shape.version == version {
      guard try holds(shape.condition, at: root) else {
        throw RuleFailure(
          .wrongShape,
          "the document does not look like version \(version): `\(shape.condition.shown)` does "
            + "not hold", at: root,
          help: "the document is damaged, or its version is not the one that it says")
      }
    }
  }
}

extension Target {
  /// The path, as it may be written.
  var text: String {
    Printable.path(names.map { String(decoding: $0.text, as: UTF8.self) }.joined(separator: "."))
  }
}
