package import JSONText

/// Makes text of fields, which stay: `{ "compose": { "url": "https://{host}/{path}" } }`.
package struct Compose: Verb {
  package static let name = "compose"
  package static let spec = VerbSpec(
    name, "makes text of other fields, which stay",
    takes: .map(of: .text, by: .slot),
    "members, each with its text: a path of the scope in braces, `{{` and `}}` for braces",
    hasTarget: true,
    source: "any of the fields", target: "each slot, unless it is one of its own fields",
    edges: [
      "If one of the fields is missing nothing happens.",
      "Text goes in as it is, numbers and booleans as they are spelled; anything else is a wrong type.",
      "A slot that is one of its own fields is replaced.",
    ],
    example: #"{ "compose": { "url": "https://{host}/{path}" } }"#,
    before: #"{ "host": "example.org", "path": 7 }"#,
    after: #"{ "host": "example.org", "path": 7, "url": "https://example.org/7" }"#)

  let pairs: [(slot: Slot, template: Template)]

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    guard let members = fields.pairs("compose", "an object of members, each with its text"),
      let pairs = reader.whole(
        members,
        { member -> (slot: Slot, template: Template)? in
          let slot = reader.memberSlot(member.key, at: member.keyRange)
          let template = reader.template(member.value)
          guard let slot, let template else { return nil }
          if template.queries.isEmpty {
            reader.warnOfNoField(in: [member.value], help: "`set` writes a text as it is")
          }
          return (slot, template)
        })
    else { return nil }
    self.pairs = pairs
  }

  package var effects: Effects {
    var effects = Effects()
    for pair in pairs {
      let first = effects.reads.count
      effects.reads += pair.template.queries.map { .init(source: .query($0), leaves: false) }
      effects.acts.append(
        .make(
          from: Array(first..<effects.reads.count), into: [.slot(pair.slot)],
          by: TemplateFilling(template: pair.template)))
    }
    return effects
  }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    for (item, pair) in pairs.enumerated() {
      guard let (text, known) = try text(of: pair, in: scope, &engine) else { continue }
      let start = engine.matches.count
      try engine.find(pair.slot, in: scope, item: item, isSource: false)
      for index in start..<engine.matches.count {
        engine.matches[index].value = text
        // So that another scope that writes to the same place is noticed.
        engine.matches[index].other = scope
        // A field may be replaced by what it is a part of.
        if !engine.matches[index].changesMembers {
          let member = engine.matches[index].node
          if known.contains(member) {
            engine.matches[index].stays = true
            continue
          }
          engine.matches[index].index = 0
          // What is there doesn't go, so that it is in the way of what comes.
          guard let parent = engine.document.parent(of: member) else { continue }
          engine.matches[index].node = parent
          engine.matches[index].changesMembers = true
          if case .target(let target) = pair.slot {
            engine.matches[index].index = target.names.count - 1
          }
        }
        // Texts of several scopes are several matches, and `if-exists` says what becomes of them.
        engine.matches[index].scope = scope
      }
    }
  }

  /// The text and its fields; nil where one of them is missing, or there is no place for it.
  private func text(
    of pair: (slot: Slot, template: Template), in scope: NodeID, _ engine: inout Engine
  ) throws -> (text: ValueText, fields: Set<NodeID>)? {
    do {
      var fields: [NodeID] = []
      for query in pair.template.queries {
        guard let field = try engine.findOne(query, in: scope) else { return nil }
        fields.append(field)
      }
      return (try engine.fill(pair.template, with: fields), Set(fields))
    } catch let error where (error as? RuleFailure)?.kind != .missingValue {
      let places = engine.matchesAfterFailure(of: pair.slot, in: scope, isSource: false)
      guard let places, !places.contains(where: { isWritten($0, pair.template, scope, &engine) })
      else { throw error }
      return nil
    }
  }

  /// Whether a place gets the text: what is there may stay, but for a field.
  private func isWritten(
    _ place: Match, _ template: Template, _ scope: NodeID, _ engine: inout Engine
  ) -> Bool {
    place.changesMembers || engine.ifExists != .keep
      || template.queries.contains { (try? engine.place($0, from: scope)) == place.node }
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    guard let text = match.value else { return }
    let slot = pairs[match.item].slot
    if match.changesMembers, case .target(let target) = slot {
      let landing = Landing(parent: match.node, first: match.index)
      try engine.write(text, to: target, landing)
      return
    }
    if match.stays {
      return engine.document.replaceValue(of: match.node, with: text)
    }
    let parent =
      match.changesMembers ? match.node : engine.document.parent(of: match.node)
    guard let name = slot.name, let parent else { return }
    switch try engine.room(under: engine.key(name), in: parent) {
    case .free: _ = engine.document.append(text, key: engine.key(name), to: parent)
    case .taken(let there): engine.document.replaceValue(of: there, with: text)
    case .none: break
    }
  }

  package var inverse: Inverse {
    for pair in pairs
    where pair.template.queries.contains(where: { $0.path.description == pair.slot.path }) {
      return .lossy("what was there before is gone")
    }
    return .conditional([["drop": .array(pairs.map { .string($0.slot.path) })]])
  }
}

extension Slot {
  /// The name of the member.
  fileprivate var name: Name? {
    switch self {
    case .target(let target): target.names.last
    case .member(let name, _): name
    case .places: nil
    }
  }
}

/// How the fields of a template become a text.
package struct TemplateFilling: ValueFunction {
  let template: Template

  package var results: [ValueResult]? { [.like("", isAny: true)] }

  package func flat(_ symbols: Symbols) -> FlatFunction? {
    FlatTemplate(template.literals).map { .template($0) }
  }
}
