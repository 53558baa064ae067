internal import JSONText

/// Asking for versions without migrating.
extension Engine {
  /// The version of the document that was read; of many in one, the oldest, and the target if there
  /// is none.
  mutating func version() throws -> Version {
    let format = plan.rules.format
    guard let each = format.each else { return try version(format) }
    let whole = root
    defer { root = whole }
    var found: Set<Version> = []
    for node in try places(each, from: whole) {
      root = node
      if try isOfFormat(format) { found.insert(try version(format)) }
    }
    return format.chain.inOrder(found).first ?? plan.target
  }
}

extension Engine {
  /// Whether the document that was read is of the format; of many in it, whether any is.
  mutating func isOfFormat() throws -> Bool {
    let format = plan.rules.format
    guard let each = format.each else { return try isOfFormat(format) }
    let whole = root
    defer { root = whole }
    for node in try places(each, from: whole) {
      root = node
      if try isOfFormat(format) { return true }
    }
    return false
  }
}

extension Engine {
  /// A warning about the document that was read, or the first in it, if it says no version where
  /// that is read, and has a member that may be it.
  package mutating func unreadVersion(named name: String, firstLine: Int?) -> Diagnostic? {
    let format = plan.rules.format
    let whole = root
    defer { root = whole }
    guard let place = format.at.first, let node = (try? partsOfDocument() ?? [whole])?.first,
      document.kind(node) == .object
    else { return nil }
    root = node
    guard (try? saysVersion()) == false, let version = try? version(format),
      (try? document.openItems(of: node)) != nil
    else { return nil }
    var items = document.items(of: node)
    while let item = items.next(in: document) {
      let key = document.key(of: item)
      // A `version` that isn't read is mostly that of a package.
      guard let other = Format.usualPlaces.dropFirst().first(where: { key.elementsEqual($0.utf8) }),
        [.number, .string].contains(document.kind(item))
      else { continue }
      var warning = diagnostic(
        for: RuleFailure(
          .missingVersion,
          "the document has `\(other)` and no `\(place.text)`, and is taken for version \(version)",
          at: item,
          help: "if that is its version, `\"version\": { \"at\": \"\(other)\" }` in format.json"),
        name: name, firstLine: firstLine)
      warning.severity = .warning
      return warning
    }
    return nil
  }
}

/// Writing versions without migrating.
extension Engine {
  /// Writes the target's version into the document that was read, or into each of the many in it.
  ///
  /// What stands there already and is no version is a member of the value's own, and stays. A value
  /// that `isPart` of a document may be without the place of the version.
  mutating func stamp(isPart: Bool) throws {
    let format = plan.rules.format
    guard let each = format.each else { return try stampOverVersion(format, isPart) }
    let whole = root
    defer { root = whole }
    for node in try places(each, from: whole) {
      root = node
      try stampOverVersion(format, isPart)
    }
  }

  private mutating func stampOverVersion(_ format: Format, _ isPart: Bool) throws {
    for place in format.at where format.isStamped {
      guard let node = try find(place), document.kind(node) != .null else { continue }
      do {
        _ = try version(at: node, format.chain)
      } catch {
        throw RuleFailure(
          .conflict,
          "a member of the value's own stands where its version goes, at `\(place.text)`", at: node,
          label: "none of the versions that the rules name",
          help: "give that member another coding key, or the version another place: "
            + "`\"version\": { \"at\": \"schemaVersion\" }` in format.json")
      }
    }
    if try stamp(plan.target, format) || isPart { return }
    // Without its version it would be taken for an old one.
    guard let place = format.at.first, !format.canMakePlace else { return }
    throw RuleFailure(
      .missingValue, "the value has nothing at `\(place.text)`, where its version goes", at: root,
      label: "without a place for the version",
      help: "encode something there, or " + Self.placeOfNames)
  }

  private static let placeOfNames =
    "give the version a place of names: `\"version\": { \"at\": \"schemaVersion\" }` in format.json"
}

/// A version that is an element of an array, where other elements may come to its place.
extension Engine {
  /// What says the version, if it is found by an index.
  mutating func listedVersion(_ format: Format) throws -> NodeID? {
    guard format.isStampedByIndex, let (place, node) = try findVersion(format) else { return nil }
    return format.at[place].isByIndex ? node : nil
  }

  /// Refuses to write the version over what rules have brought to its place, or nowhere.
  mutating func checkVersion(
    _ holder: NodeID, from version: Version, to target: Version, _ format: Format
  ) throws {
    guard let (number, node) = try findVersion(format) else {
      if format.canMakePlace { return }
      throw RuleFailure(
        .conflict, "nothing is left at `\(format.at[0].text)`, where the version goes", at: root,
        label: "without a place for the version", help: Self.orderOrNames)
    }
    let place = format.at[number]
    if place.isByIndex == false || isAround(node, holder) { return }
    if let found = try? self.version(at: node, format.chain), [version, target].contains(found) {
      return
    }
    throw RuleFailure(
      .conflict,
      "the version goes to `\(place.text)`, where rules have brought \(words(for: node))", at: node,
      label: "would be lost under the version", help: Self.orderOrNames)
  }

  /// Whether a value is another one, or holds that and nothing else.
  private mutating func isAround(_ node: NodeID, _ inner: NodeID) -> Bool {
    var next = inner
    while next != node {
      guard document.isPresent(next), let parent = document.parent(of: next),
        document.count(of: parent) == 1
      else { return false }
      next = parent
    }
    return true
  }

  private static let orderOrNames =
    "let the rules keep what is before it, or " + placeOfNames
}
