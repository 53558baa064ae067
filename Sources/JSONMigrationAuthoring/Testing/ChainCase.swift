internal import JSONMigrationCore
internal import JSONText

/// A case of the folder `tests`: a document before all steps, and what is to become of it.
struct ChainCase {
  enum Outcome {
    case after(JSON)
    case fails(kind: String, message: String?)
  }

  /// The name of the file with the document.
  let name: String
  let before: [UInt8]
  let outcome: Outcome
  /// What is wrong with the case itself.
  let problem: String?
  /// What to do about it.
  static let help =
    "a case is NAME.before.json with NAME.after.json, or with NAME.fails.json: "
    + "{ \"kind\": \"invalid-value\" }"

  /// The cases in the files of a folder: NAME.before.json, with NAME.after.json or NAME.fails.json.
  static func all(in files: [RuleSource], _ folder: String) -> [ChainCase] {
    var parts: [[UInt8]: [(part: Part, file: RuleSource)]] = [:]
    for file in files {
      let name = file.file
      guard let part = Part(name) else { continue }
      parts[name.dropLast(part.ending.count).map { $0 }, default: []].append((part, file))
    }
    return parts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { name, parts in
      func bytes(_ part: Part) -> [UInt8]? { parts.first { $0.part == part }?.file.bytes }
      let start = folder + "/" + String(decoding: name, as: UTF8.self)
      return ChainCase(
        start, before: bytes(.before), after: bytes(.after), fails: bytes(.fails))
    }
  }

  /// The JSON files among those of a folder that are no part of a case: names that were meant so.
  static func strays(in files: [RuleSource]) -> [RuleSource] {
    files.filter { Part($0.file) == nil }
  }

  private enum Part: String, CaseIterable {
    case before, after, fails

    var ending: [UInt8] { Array(".\(rawValue).json".utf8) }

    /// The part that a file is, by its name.
    init?(_ file: [UInt8]) {
      let part = Self.allCases.first { file.ends(with: $0.ending) }
      guard let part else { return nil }
      self = part
    }
  }

  private init(_ start: String, before: [UInt8]?, after: [UInt8]?, fails: [UInt8]?) {
    name = start + ".before.json"
    self.before = before ?? []
    var outcome = Outcome.after(.null)
    var problem: String?
    do throws(JSONError) {
      switch (before, after, fails) {
      case (nil, _, _): problem = "the document of this case is missing"
      case (_, let after?, nil): outcome = .after(try JSON(parsing: CommentedText.blanked(after)))
      case (_, nil, let fails?):
        let (value, _) = try LocatedJSON.parse(fails)
        if let kind = value.json["kind"]?.string {
          outcome = .fails(kind: kind, message: value.json["message"]?.string)
        } else {
          problem = "the file .fails.json of this case has no `kind`"
        }
      default: problem = "this case has to have either a file .after.json or a file .fails.json"
      }
    } catch {
      let file = after == nil ? ".fails.json" : ".after.json"
      problem =
        "the file \(file) of this case is no JSON: expected \(error.expected), found \(error.found)"
    }
    (self.outcome, self.problem) = (outcome, problem)
  }
}

extension ChainCase.Outcome {
  /// The kind of the error that is expected, if one is.
  var kind: String? {
    if case .fails(let kind, _) = self { kind } else { nil }
  }
}

extension [UInt8] {
  fileprivate func ends(with ending: [UInt8]) -> Bool {
    suffix(ending.count).elementsEqual(ending)
  }
}
