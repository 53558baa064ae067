import Foundation
import JSONMigrationCore
import Synchronization

@testable import JSONMigration

/// A type and documents, right and wrong, that must come out as they do with `JSONDecoder`.
struct Agreement: Sendable, CustomStringConvertible {
  let description: String
  private let run: @Sendable () throws -> [String]

  /// Cases for one type; each text is decoded with a decoder that `configure` has set up.
  init<Value: Decodable & Equatable>(
    _ type: Value.Type, named name: String = "", _ texts: [String],
    configure: @escaping @Sendable (JSONDecoder) -> Void = { _ in }
  ) {
    description = "\(type)" + (name.isEmpty ? "" : ", \(name)")
    run = {
      var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        configure(decoder)
        return decoder
      }
      return try texts.flatMap { text in
        try Road.all(for: text).compactMap { road in
          try road.disagreement(Value.self, decoder)
        }
      }
    }
  }

  /// Where both differ, in words.
  func disagreements() throws -> [String] { try run() }
}

/// One way for a document to reach the decoder: as it is, in the middle of edits, or made by a
/// rule.
private struct Road {
  let name: String
  let rules: [String]
  let document: String
  let isWrapped: Bool

  static func all(for text: String) -> [Road] {
    [
      Road(name: "current", rules: [], document: text, isWrapped: false),
      Road(
        name: "beside an edit", rules: [#"{ "rename": { "old": "new" } }"#],
        document: #"{ "doc": \#(text), "old": 1 }"#, isWrapped: true),
      Road(
        name: "opened everywhere", rules: [#"{ "drop": "$..nothing" }"#],
        document: #"{ "doc": \#(text), "new": 1 }"#, isWrapped: true),
      Road(
        name: "edited everywhere",
        rules: [
          #"{ "add-default": { "mark": 0 }, "in": "$..*", "when": "type(@) == 'object'" }"#,
          #"{ "drop": "$..mark" }"#,
        ], document: #"{ "doc": \#(text), "new": 1 }"#, isWrapped: true),
      Road(
        name: "made by a rule", rules: [#"{ "add-default": { "doc": \#(text) } }"#],
        document: #"{ "new": 1 }"#, isWrapped: true),
    ]
  }

  func disagreement<Value: Decodable & Equatable>(
    _ type: Value.Type, _ decoder: JSONDecoder
  ) throws -> String? {
    isWrapped
      ? try compare(Wrapped<Value>.self, decoder) : try compare(Value.self, decoder)
  }

  private func compare<Value: Decodable & Equatable>(
    _ type: Value.Type, _ decoder: JSONDecoder
  ) throws -> String? {
    // A rule can't hold a value that stands for no `JSON`, such as one with a key twice.
    guard let migrator = Migrators.shared.migrator(rules) else { return nil }
    let data = Data(document.utf8)
    let migrated = try migrator.migrate(data)
    let expected = Decoded { try decoder.decode(type, from: migrated) }
    let found = Decoded { try decoder.decode(type, from: data, migrating: migrator) }
    return expected == found
      ? nil : "\(name): \(document)\n  JSONDecoder: \(expected)\n  migrating:   \(found)"
  }
}

/// What follows rules that many cases share.
private final class Migrators: Sendable {
  static let shared = Migrators()
  private let known = Mutex<[[String]: Migrator]>([:])

  /// Nil where the rules can't be read.
  func migrator(_ rules: [String]) -> Migrator? {
    if let known = known.withLock({ $0[rules] }) { return known }
    let format = #"{ "version": { "stamp": false, "missing": \#(rules.isEmpty ? 2 : 1) } }"#
    let step = #"{ "to": 2, "rules": [\#(rules.joined(separator: ", "))] }"#
    let migrator = try? Migrator(rules: [
      RuleSource(name: "format.json", text: format), RuleSource(name: "v2.json", text: step),
    ])
    // Rules that hold a value are those of one case.
    if let migrator, !rules.contains(where: { $0.contains("\"doc\"") }) {
      known.withLock { $0[rules] = migrator }
    }
    return migrator
  }
}

/// A document in which the value stands beside something that rules change.
private struct Wrapped<Value: Decodable & Equatable>: Decodable, Equatable {
  let new: Int
  let doc: Value
}

/// What came of decoding: a value, or an error with all that must be the same.
private enum Decoded<Value: Equatable>: Equatable, CustomStringConvertible {
  case value(Value)
  case failure(kind: String, path: [String])

  init(_ body: () throws -> Value) {
    do {
      self = .value(try body())
    } catch let error as DecodingError {
      let (kind, context) =
        switch error {
        case .typeMismatch(let type, let context): ("typeMismatch \(type)", context)
        case .valueNotFound(let type, let context): ("valueNotFound \(type)", context)
        case .keyNotFound(let key, let context):
          ("keyNotFound \(key.stringValue) \(key.intValue ?? -1)", context)
        case .dataCorrupted(let context): ("dataCorrupted", context)
        @unknown default: ("?", DecodingError.Context(codingPath: [], debugDescription: ""))
        }
      self = .failure(
        kind: kind,
        path: context.codingPath.map { "\($0.stringValue)/\($0.intValue.map(String.init) ?? "")" })
    } catch {
      self = .failure(kind: "\(error)", path: [])
    }
  }

  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    // Not a number is not equal to itself.
    case (.value(let left), .value(let right)): left == right || "\(left)" == "\(right)"
    case (.failure(let left, let leftPath), .failure(let right, let rightPath)):
      left == right && leftPath == rightPath
    default: false
    }
  }

  var description: String {
    switch self {
    case .value(let value): "\(value)"
    case .failure(let kind, let path): "\(kind) at \(path)"
    }
  }
}
