package import JSONText

/// Where a rule keeps what it takes away: in a member of its scope, until the way back brings it
/// home.
///
/// The member has the name that the format gives it. In it, each rule has an object of its own,
/// called by the version that its step leads to and its number among the rules that keep something:
/// `2.1`. So rules that take the same name never meet.
package struct Stash: Sendable {
  /// The object of the rule.
  package let target: Target
  /// A value that is kept, and its name in the object.
  package let items: [Item]

  package struct Item: Sendable {
    /// The names that lead to the value from the scope.
    package let path: [[UInt8]]
    package let target: Target
  }

  package static let parameter = Parameter(
    "stash", .flag,
    "what goes is kept beside it, under the name that `stash` of format.json gives, and comes back "
      + "on the way back, unless its place was edited")

  /// The path to the object of the rule, or to what is in it.
  package func path(_ inner: [[UInt8]] = []) -> String {
    Name.path(target.names.map(\.text) + inner)
  }

  /// A temporary name for the object of the rule, while its contents are moved out.
  package var passingName: String {
    target.names.map { String(decoding: $0.text, as: UTF8.self) }.joined(separator: " ")
  }
}

/// What the rules of a step need to know to keep values.
package struct Stashing {
  /// The name that the format gives; nil if it gives none.
  package var name: [UInt8]?
  /// Where documents say their version.
  package var versions: [VersionPlace] = []
  /// The version that the step leads to.
  package var version = ""
  /// The number of rules of the step that keep something, so far.
  package var count = 0

  /// Begins with the rules of a step.
  package mutating func begin(to version: Version?) {
    count = 0
    switch version {
    case .integer(let number): self.version = String(number)
    case .text(let text): self.version = text
    case nil: self.version = ""
    }
  }
}

// MARK: - Reading

extension Fields {
  /// Where a rule keeps what is at some paths; nil if it keeps nothing.
  package mutating func stash(of paths: [(path: JSONPath, range: Range<Int>)]) -> Stash? {
    let range = keyRange(Stash.parameter.name)
    guard flag(Stash.parameter.name) else { return nil }
    return reader.stash(of: paths, at: range)
  }
}

extension RuleReader {
  fileprivate func stash(
    of paths: [(path: JSONPath, range: Range<Int>)], at range: Range<Int>
  ) -> Stash? {
    guard let name = stashing.name else {
      report(
        "format.json gives no name under which `stash` could keep what goes", at: range,
        help: "write `\"stash\": \"_old\"` in format.json")
      return nil
    }
    stashing.count += 1
    let own = [name, Array("\(stashing.version).\(stashing.count)".utf8)]
    guard let names = whole(paths, { self.names(of: $0.path, at: $0.range, besides: name) })
    else { return nil }
    for (index, path) in names.enumerated() {
      let others = names.indices.filter { $0 != index && path.starts(with: names[$0]) }
      guard let other = others.first else { continue }
      report(
        "`\(shown(path))` goes with `\(shown(names[other]))`, and can't be kept by itself",
        at: paths[index].range, help: "what is in a value is kept with it")
      return nil
    }
    return Stash(
      target: target(own, isFromDocument: false, at: range),
      items: names.map {
        Stash.Item(path: $0, target: target(own + $0, isFromDocument: false, at: range))
      })
  }

  /// The names of a path to one member of the scope; nil, and a report, if it is another path.
  private func names(
    of path: JSONPath, at range: Range<Int>, besides stash: [UInt8]
  ) -> [[UInt8]]? {
    guard let names = path.plainNames, !names.isEmpty, path.isRelative else {
      report(
        "`stash` keeps what is at plain names of the scope, and this path is none", at: range,
        help:
          "`in` leads to the objects: { \"in\": \"items[*]\", \"drop\": \"a\", \"stash\": true }")
      return nil
    }
    if names[0] == stash {
      report(
        "`\(shown([stash]))` is where `stash` keeps things, and can't be kept itself", at: range,
        help: "to drop what is kept, leave `stash` out")
      return nil
    }
    let holdsVersion = scopes.places.contains { scope in
      let place = names.reduce(scope) { $0.member($1) }
      return stashing.versions.contains { $0.place(from: scopes.root).starts(with: place) }
    }
    if holdsVersion {
      report(
        "`\(shown(names))` holds the version, which each step writes anew: it can't be kept",
        at: range, help: "name what else goes")
      return nil
    }
    return names
  }

  private func shown(_ names: [[UInt8]]) -> String { Printable.path(Query.short(Name.path(names))) }

  /// Names in the scope that a rule that keeps values must not take: the stash itself, and the
  /// version.
  package var namesBesidesStash: Set<[UInt8]> {
    var names = Set([stashing.name].compactMap(\.self))
    guard scopes.places.contains(scopes.root) else { return names }
    for version in stashing.versions {
      if case .name(let name)? = version.parts.first { names.insert(name.text) }
    }
    return names
  }

  /// Reads the name under which a format keeps what goes.
  package func stashName(_ value: LocatedJSON, versions: [VersionPlace]) -> [UInt8]? {
    guard let text = text(value) else { return nil }
    let name = Array(text.utf8)
    if name.isEmpty {
      report("the name is empty", at: value.range)
      return nil
    }
    check(name: text, at: value.range)
    let isTaken = versions.contains { version in
      if case .name(let first)? = version.parts.first { first.text == name } else { false }
    }
    if isTaken {
      report(
        "`\(Printable.quote(text))` is where the version is, and can't hold anything else",
        at: value.range)
      return nil
    }
    return name
  }
}
