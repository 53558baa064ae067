internal import JSONMigrationCore

/// The help on keys of rules and of the files around them, for somebody who met one in a file.
package struct KeyHelp: Sendable {
  /// What a key means in some places.
  package struct Meaning: Sendable {
    /// Without a full stop.
    package let about: String
    package let value: String
    /// Verbs, files, or the keys that lead there.
    package fileprivate(set) var places: [String]
    package let example: String?
  }

  package let name: String
  package fileprivate(set) var meanings: [Meaning]

  /// All keys, the verbs aside, in the order of the reference.
  package static let all: [KeyHelp] = {
    var all: [KeyHelp] = []
    for spec in Verbs.specs {
      note(spec.parameters.filter { !isVerb($0.name) }, of: spec.name, in: &all)
      for key in spec.parameters where isVerb(key.name) {
        note(key.type.keys, of: "\(spec.name) › \(key.name)", in: &all)
      }
    }
    for spec in Verbs.specs { note(CommonKeys.parameters(of: spec), of: spec.name, in: &all) }
    // What every rule may have is said without a list of all verbs.
    let verbs = Verbs.specs.map(\.name)
    for key in all.indices {
      for meaning in all[key].meanings.indices where all[key].meanings[meaning].places == verbs {
        all[key].meanings[meaning].places = ["any rule"]
      }
    }
    note(FileKeys.step, of: "a step's file", in: &all)
    note(FileKeys.format, of: "format.json", in: &all)
    return all
  }()

  private static func isVerb(_ name: String) -> Bool { Verbs.spec(of: name) != nil }

  private static func note(_ keys: [Parameter], of place: String, in all: inout [KeyHelp]) {
    for key in keys {
      note(key, place, in: &all)
      note(key.type.keys, of: "\(place) › \(key.name)", in: &all)
    }
  }

  private static func note(_ key: Parameter, _ place: String, in all: inout [KeyHelp]) {
    let value = RuleReference.words(for: key.type)
    let meaning = Meaning(
      about: key.about, value: value, places: [place], example: RuleSchema.example(of: key))
    guard let index = all.firstIndex(where: { $0.name == key.name }) else {
      return all.append(KeyHelp(name: key.name, meanings: [meaning]))
    }
    let known = all[index].meanings.firstIndex { $0.about == key.about && $0.value == value }
    if let known {
      all[index].meanings[known].places.append(place)
    } else {
      all[index].meanings.append(meaning)
    }
  }
}
