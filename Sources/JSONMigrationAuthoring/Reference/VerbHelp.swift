internal import JSONMigrationCore

/// The help on verbs for a terminal, from the same texts as the rule reference.
package enum VerbHelp {
  /// The verbs, and what each does.
  package static var all: [(name: String, about: String)] {
    Verbs.specs.map { ($0.name, $0.purpose) }
  }

  /// A row of the table of keys.
  package struct Key: Sendable {
    /// The key, behind those of the objects that it is in.
    package let name: String
    package let value: String
    package let about: String
    package let isRequired: Bool
  }

  package struct Page: Sendable {
    package let name: String
    package let purpose: String
    package let rule: String
    package let before: String
    package let after: String
    package let keys: [Key]
    /// Whole sentences.
    package let notes: [String]
  }

  /// What there is to say about a verb; nil if there is none of that name.
  package static func page(on name: String) -> Page? {
    guard let spec = Verbs.spec(of: name) else { return nil }
    return Page(
      name: spec.name, purpose: RuleReference.sentence(spec.purpose), rule: spec.example.rule,
      before: spec.example.before, after: spec.example.after,
      keys: keys(spec.parameters, in: "") + keys(CommonKeys.parameters(of: spec), in: ""),
      notes: RuleReference.notes(on: spec))
  }

  private static func keys(_ parameters: [Parameter], in outer: String) -> [Key] {
    parameters.flatMap { key in
      let name = outer + key.name
      let own = Key(
        name: name, value: RuleReference.words(for: key.type), about: key.about,
        isRequired: key.isRequired)
      return [own] + keys(key.type.keys, in: name + " › ")
    }
  }
}
