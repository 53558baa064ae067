package import JSONText

/// From the version that a document has to the one it is to have.
extension Engine {
  /// Migrates the document that was read.
  ///
  /// False if it is current, and nothing was changed.
  package mutating func migrate() throws -> Bool {
    target = plan.target
    return try migrateAll(plan.rules.format, to: plan.target, isNested: false)
  }

  /// The documents in the one that was read, where it holds any number of them.
  package mutating func partsOfDocument() throws -> [NodeID]? {
    guard let each = plan.rules.format.each else { return nil }
    return try places(each, from: root)
  }

  /// Migrates one of the documents in the one that was read, whatever became of others.
  ///
  /// False if it is current, or of another format.
  package mutating func migratePart(_ node: NodeID) throws -> Bool {
    forgetWork()
    target = plan.target
    return try migrateOwn(node, nil, plan.rules.format, to: plan.target, isNested: false)
  }

  /// Migrates the document that was read as one of those of its format, of which a file may have
  /// many.
  package mutating func migrateAlone(by format: Format) throws {
    let newest = format.chain.newest
    target = newest
    _ = try migrate(format, to: newest, isPart: false)
  }

  /// Whether `migrate` would change nothing in the document that was read.
  mutating func isCurrent() throws -> Bool {
    // What is looked at here is counted when it is migrated.
    let (whole, counted) = (root, activity)
    activity = nil
    defer { (root, activity) = (whole, counted) }
    let format = plan.rules.format
    guard let each = format.each else { return try version(format) == plan.target }
    for (number, node) in try places(each, from: whole).enumerated() {
      root = node
      if try isOwn(number, format), try version(format) != plan.target { return false }
    }
    return true
  }

  /// Migrates a document inside the document, by its own format: to the version that the rule
  /// names, to that of the outer document if it is of the same format, or else to the newest.
  mutating func migrateNested(_ node: NodeID, by rule: Migrate) throws {
    let format = plan.rules.formats[plan.rules.nested[rule.format]]
    let outer = (root: root, target: target, isNested: isNested)
    isNested = true
    defer { isNested = outer.isNested }
    root = node
    target = rule.target ?? (rule.isSame ? outer.target : nil) ?? format.chain.newest
    do {
      if rule.isSame {
        _ = try migrate(format, to: target ?? format.chain.newest, isPart: true)
      } else {
        _ = try migrateAll(format, to: target ?? format.chain.newest, isNested: true)
      }
    } catch var failure as RuleFailure where failure.rule == nil {
      failure.isOfDocument = true
      throw failure
    }
    target = outer.target
    // A step may have wrapped it.
    if outer.root != node { root = outer.root }
  }

  /// Migrates the document that `$` stands for, or the many in it.
  private mutating func migrateAll(
    _ format: Format, to target: Version, isNested: Bool
  ) throws -> Bool {
    guard let each = format.each else {
      return try migrate(format, to: target, isPart: isNested)
    }
    let whole = root
    var isChanged = false
    for (number, node) in try places(each, from: whole).enumerated() {
      if try migrateOwn(node, number, format, to: target, isNested: isNested) { isChanged = true }
    }
    root = whole
    return isChanged
  }

  /// Migrates one of many documents, if it is of the format.
  private mutating func migrateOwn(
    _ node: NodeID, _ number: Int?, _ format: Format, to target: Version, isNested: Bool
  ) throws -> Bool {
    root = node
    let isOwn = try isOwn(number, format)
    if !isNested { notePart(node, isOwn: isOwn) }
    return try isOwn && migrate(format, to: target, isPart: false)
  }

  private mutating func notePart(_ node: NodeID, isOwn: Bool) {
    // A list of documents is none itself, unless the format takes it.
    if !hasFoundEach { hasFoundEach = isOwn || document.kind(node) != .array }
    if isOwn {
      parts.own += 1
    } else {
      parts.firstOther = parts.firstOther ?? node
      activity?.noteOther()
    }
  }

  /// Migrates the document that `$` stands for.
  ///
  /// One that is a part of the file, and not of the format, is left alone.
  private mutating func migrate(
    _ format: Format, to target: Version, isPart: Bool
  ) throws -> Bool {
    if isPart, try isOfFormat(format) == false { return false }
    let version = try version(format)
    let isOuter = !isNested
    if tracer != nil { try noteDocument(version) }
    if isOuter { activity?.note(version) }
    try checkShape(of: version, format)
    if version == target { return false }
    let holder = try listedVersion(format)
    try beginRoad()
    if format.chain.leads(from: version, to: target) {
      var current = version
      while current != target, let index = format.chain.step(from: current) {
        let step = format.chain.steps[index]
        finds.note(step)
        try beginStep(from: current, to: step.to, about: step.about)
        if isOuter {
          try runAwake(step.rules)
        } else {
          try run(step.rules, in: nil)
        }
        current = step.to
      }
    } else {
      try goBack(from: version, to: target, format)
    }
    if let holder { try checkVersion(holder, from: version, to: target, format) }
    try stamp(target, format)
    try endRoad()
    try document.charge(0)
    try checkShape(of: target, format, isResult: true)
    return true
  }

  /// The version of the document: what it says, or what it is when it says none.
  ///
  /// A document of another format has none.
  package mutating func version(_ format: Format) throws -> Version {
    if let when = format.when, try isOfFormat(format) == false {
      throw Self.wrongFormat(root, when)
    }
    if let (_, node) = try findVersion(format) { return try version(at: node, format.chain) }
    if let source = plan.source, format.folder.isEmpty { return source }
    switch format.missing {
    case .version(let version): return version
    case .fail where format.at.isEmpty:
      throw RuleFailure(
        .missingVersion,
        "no version is read from documents: format.json has `\"stamp\": false` without `at`",
        at: root,
        help: "`missing` in format.json can say which version documents are, and has `fail`")
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

  static func wrongFormat(_ node: NodeID, _ when: Condition) -> RuleFailure {
    RuleFailure(
      .wrongFormat, "the document is not of this format: `\(when.shown)` does not hold", at: node,
      help: "`when` in format.json says what its documents look like")
  }

  /// Whether the document that was read says its version.
  mutating func saysVersion() throws -> Bool {
    try findVersion(plan.rules.format) != nil
  }

  /// Whether the document that `$` stands for is of the format at all.
  mutating func isOfFormat(_ format: Format) throws -> Bool {
    guard let when = format.when else { return true }
    return try holds(when, at: root)
  }

  mutating func version(at node: NodeID, _ chain: Chain) throws -> Version {
    let version: Version?
    switch document.kind(node) {
    case .number:
      version = document.integer(of: node).map { .integer($0) }
    case .string: version = .text(String(decoding: document.string(of: node), as: UTF8.self))
    default: version = nil
    }
    if let version, version.isInteger == chain.isNumbered {
      if chain.names(version) { return version }
      if !isNested { activity?.note(version) }
      throw unnamed(version.description, isNewer: chain.isNewer(version), chain, at: node)
    }
    if chain.isNumbered, document.kind(node) == .number {
      // What no `Int` holds is still a number above the newest, or below the oldest.
      let text = document.scalarText(of: node)
      if NumberText.isInteger(text.array) {
        let isNewer = text.first != UInt8(ascii: "-")
        throw unnamed(Printable.quote(text), isNewer: isNewer, chain, at: node)
      }
    }
    throw RuleFailure(
      .badVersion,
      "the document's version is \(words(for: node)), and versions are "
        + (chain.isNumbered ? "integers" : "text"), at: node,
      help: help(forVersion: version, chain, at: node))
  }

  /// What to do about a version that is none of these rules.
  private func help(forVersion version: Version?, _ chain: Chain, at node: NodeID) -> String {
    if let version, let other = version.asOtherType, chain.names(other) {
      return "nothing is guessed: where all documents have it so, the steps' versions are "
        + "\(chain.isNumbered ? "text" : "numbers"), as in `\"from\": \(version.spelling)`; else "
        + "correct the version in the document"
    }
    if chain.isNumbered, case .text? = version, document.key(of: node).elementsEqual("version".utf8)
    {
      return
        "if it is the version of something else, format.json names the member for the format's: "
        + "`\"version\": { \"at\": \"schemaVersion\", \"missing\": 1 }`; else correct it in the document"
    }
    return "nothing is guessed: correct the version in the document; \(Version.otherwise)"
  }

  private func unnamed(
    _ version: String, isNewer: Bool, _ chain: Chain, at node: NodeID
  ) -> RuleFailure {
    isNewer
      ? RuleFailure(
        .newerVersion,
        "the document has version \(version), but the rules end at version \(chain.newest)",
        at: node, help: "get newer rules; a newer release probably wrote it")
      : RuleFailure(
        .unknownVersion, "the rules name no version \(version)", at: node,
        help: "they name " + Printable.list(chain.spellings))
  }

  /// Writes the version into the document, and takes away the places that it may have had besides;
  /// false where it has no place.
  @discardableResult
  mutating func stamp(_ version: Version, _ format: Format) throws -> Bool {
    guard format.isStamped else { return true }
    let value = document.make(json: json(of: version))
    var written: Int?
    for (index, place) in format.at.enumerated() where written == nil {
      if try write(value, at: place, of: version, format) { written = index }
    }
    for (index, place) in format.at.enumerated() where written != nil && index != written {
      if let node = try find(place) { try drop(node) }
    }
    return written != nil
  }

  /// The version as JSON, which mostly is that of the document before.
  private mutating func json(of version: Version) -> [UInt8] {
    if let known = stamped, known.version == version { return known.json }
    let json = version.json
    stamped = (version, json)
    return json
  }

  /// Writes a version where one may stand; false where nothing is there and nothing can be made.
  private mutating func write(
    _ value: ValueText, at place: VersionPlace, of version: Version, _ format: Format
  ) throws -> Bool {
    if let node = try find(place) {
      document.replaceValue(of: node, with: value)
      return true
    }
    guard let target = place.target, let name = target.names.last else { return false }
    if document.kind(root) != .object {
      // A document without one has this very version: it was one before a step wrapped it.
      if case .version(version) = format.missing { return false }
      throw noRoom(forVersionAt: target, format)
    }
    let parent: NodeID
    do {
      parent = try makeParents(target, from: root, first: 0)
    } catch var failure as RuleFailure where failure.kind == .wrongType {
      failure.message =
        "the version can't be written at `\(target.text)`, which \(failure.message)"
      failure.help =
        "`at` in format.json can name another place, or a rule puts an object here"
      throw failure
    }
    // Asked once more, for only then it is open.
    if try member(key(name), of: parent) == nil {
      _ = document.append(value, key: key(name), to: parent)
    }
    return true
  }

  private func noRoom(forVersionAt place: Target, _ format: Format) -> RuleFailure {
    let isList = document.kind(root) == .array
    let found = words(for: root)
    let isJSON = document.kind(root) == .string && document.string(of: root).first == 0x7B
    let path = pathToElements(of: root)
    let isNested =
      !format.folder.isEmpty || format.each == nil && document.parent(of: root) != nil
    return RuleFailure(
      .wrongType,
      "the document is \(isList ? "a list" : found), so no version can be written at "
        + "`\(place.text)`", at: root, label: found,
      help: isList
        ? "if it holds several documents, "
          + (isNested
            ? "`migrate` takes the path to each, `\(path)`"
            : "format.json says `\"each\": \"\(path)\"`")
          + "; if it has no version, `\"version\": { \"stamp\": false, \"missing\": 1 }`, and all rules "
          + "act again in each run"
        : isJSON
          ? "it is JSON in text: rules for what is around it `convert` it from `json-text`, `migrate` it, "
            + "and `convert` it back"
          : document.parent(of: root) != nil
            ? "format.json says `\"when\": \"type(@) == 'object'\"` if what is no object is no document"
            : "format.json says `\"version\": { \"stamp\": false, \"missing\": 1 }` if documents have no "
              + "version")
  }

  /// Checks what a document of a version must look like.
  private mutating func checkShape(
    of version: Version, _ format: Format, isResult: Bool = false
  ) throws {
    for shape in format.shapes where shape.version == version {
      guard try holds(shape.condition, at: root) else {
        throw RuleFailure(
          .wrongShape,
          "\(isResult ? "what the rules made" : "the document") does not look like version "
            + "\(version): `\(shape.condition.shown)` does not hold", at: root,
          help: isResult
            ? "correct the rules, or what `shape` in format.json says of version \(version)"
            : "the document is damaged, or its version is not the one that it says")
      }
    }
  }
}

extension Target {
  /// The path, as it may be written.
  package var text: String { Printable.path(Query.short(Name.path(names.map(\.text)))) }
}
