internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What is wrong between a type and what rules make of samples, as diagnostics.
struct ContractFindings {
  let type: Any.Type
  let prefix: Int
  let decoder: JSONDecoder
  private var missing: [Key: Gap] = [:]
  private var order: [Key] = []
  private var present: Set<Key> = []
  private var others: [Diagnostic] = []

  private struct Key: Hashable {
    let path: ContractPath
    let found: String
    let isRequired: Bool
  }

  private struct Gap {
    let need: ContractLog.Need
    let sample: String
    var versions: [Version]
  }

  /// `prefix` is how many parts of a path lead to the documents that rules are for.
  init(_ type: Any.Type, prefix: Int, decoder: JSONDecoder) {
    self.type = type
    self.prefix = prefix
    self.decoder = decoder
  }

  /// Whether nothing has been found that is an error.
  var isClean: Bool {
    others.allSatisfy { $0.severity != .error } && !order.contains { $0.isRequired }
  }

  mutating func add(_ diagnostic: Diagnostic) { others.append(diagnostic) }

  mutating func add(_ log: ContractLog, of sample: String, version: Version) {
    for need in log.needs {
      if need.found == .value { present.insert(Key(path: need.path, found: "", isRequired: false)) }
      // Null is what an optional may be.
      if need.found == .value || (!need.isRequired && need.found != .nothing) { continue }
      let key = Key(path: need.path, found: "\(need.found)", isRequired: need.isRequired)
      if missing[key] == nil {
        order.append(key)
        missing[key] = Gap(need: need, sample: sample, versions: [])
      }
      if missing[key]?.versions.contains(version) == false {
        missing[key]?.versions.append(version)
      }
    }
    for stop in log.stops {
      others.append(
        Diagnostic(
          .unsupported,
          "`\(type)` was not seen whole: nothing can stand in for `\(stop.type)`\(at(stop.path)), "
            + "and what is decoded after it was not checked", severity: .warning,
          at: Diagnostic.Place(sample), notes: [Printable.text(of: "\(stop.error)")]))
    }
  }

  /// All that was found, what is an error first.
  var diagnostics: [Diagnostic] {
    let gaps = order.compactMap { key -> Diagnostic? in
      guard let gap = missing[key] else { return nil }
      // An optional that some sample has is what optionals are for.
      let isSupplied = present.contains(Key(path: key.path, found: "", isRequired: false))
      return !gap.need.isRequired && isSupplied ? nil : diagnostic(gap)
    }
    var seen: Set<String> = []
    let all = (gaps + others).filter { seen.insert($0.message).inserted }
    return all.filter { $0.severity == .error } + all.filter { $0.severity != .error }
  }

  private func at(_ path: ContractPath) -> String {
    path.parts.isEmpty ? "" : " at `\(name(path.parts))`"
  }

  private func diagnostic(_ gap: Gap) -> Diagnostic {
    let need = gap.need
    let field = "`\(name(need.path.parts)): \(need.type)`"
    let versions =
      (gap.versions.count == 1 ? "version " : "versions ")
      + gap.versions.map(\.description).joined(separator: ", ")
    let place = Diagnostic.Place(gap.sample)
    if !need.isRequired {
      return Diagnostic(
        .missingValue, "`\(type)` may have \(field), and nothing adds it from \(versions)",
        severity: .note, at: place)
    }
    let rule = ContractMend(need, prefix: prefix, decoder: decoder).rule
    let mend = rule.map { "; add: \($0)" } ?? ""
    switch need.found {
    case .null:
      return Diagnostic(
        .missingValue, "`\(type)` needs \(field), and it is null from \(versions)\(mend)", at: place
      )
    case .other(let found):
      return Diagnostic(
        .wrongType, "`\(type)` needs \(field), and it is \(found) from \(versions)\(mend)",
        at: place)
    case .nothing, .value:
      return Diagnostic(
        .missingValue, "`\(type)` needs \(field), and nothing adds it from \(versions)\(mend)",
        at: place)
    }
  }

  private func name(_ parts: [ContractPath.Part]) -> String {
    ContractMend.path(parts[...])
  }
}

/// The rule that would give a type what it needs.
struct ContractMend {
  private let need: ContractLog.Need
  private let parts: ArraySlice<ContractPath.Part>
  private let decoder: JSONDecoder

  init(_ need: ContractLog.Need, prefix: Int, decoder: JSONDecoder) {
    self.need = need
    self.decoder = decoder
    let isSnakeCase =
      if case .convertFromSnakeCase = decoder.keyDecodingStrategy { true } else { false }
    parts =
      need.path.parts.dropFirst(prefix).map { part in
        guard isSnakeCase, case .key(let key) = part else { return part }
        return .key(SnakeCase.snakeCase(key))
      }[...]
  }

  /// A path as rules write it: `author.name`, `items[*].done`.
  static func path(_ parts: ArraySlice<ContractPath.Part>) -> String {
    parts.reduce(into: "") { path, part in
      switch part {
      case .every: path += "[*]"
      case .key(let key):
        if isPlain(key) {
          path += path.isEmpty ? key : "." + key
        } else {
          path += "['" + key.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "']"
        }
      }
    }
  }

  private static func isPlain(_ key: String) -> Bool {
    key.utf8.allSatisfy { $0 == 0x5F || ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
      && key.utf8.first.map { $0 &- 0x30 >= 10 } == true
  }

  /// The rule; nil where none comes to mind.
  var rule: String? {
    // A member is added to each object that a path with wildcards leads to.
    guard let last = parts.lastIndex(of: .every) else {
      return rule(for: Self.path(parts), in: nil)
    }
    let inner = parts[(last + 1)...]
    if inner.isEmpty { return nil }
    return rule(for: Self.path(inner), in: Self.path(parts[...last]))
  }

  private func rule(for path: String, in scope: String?) -> String? {
    if path.isEmpty { return nil }
    let scope = scope.map { "\"in\": \(Self.quoted($0)), " } ?? ""
    if case .other = need.found {
      guard let target = conversion else { return nil }
      return "{ \(scope)\"convert\": \(Self.quoted(path)), \"to\": \"\(target)\" }"
    }
    let end = need.found == .null ? ", \"if-null\": \"replace\" }" : " }"
    if let generator {
      return "{ \(scope)\"add-default\": [\(Self.quoted(path))], \"generate\": \(generator)\(end)"
    }
    return "{ \(scope)\"add-default\": { \(Self.quoted(path)): \(value) }\(end)"
  }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSON.write(text, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private var conversion: String? {
    switch need.type {
    case is String.Type: "text"
    case is Bool.Type: "boolean"
    case is any FixedWidthInteger.Type, is Double.Type, is Float.Type: "number"
    default: nil
    }
  }

  private var generator: String? {
    if need.type is UUID.Type { return "\"uuid\"" }
    guard need.type is Date.Type else { return nil }
    switch decoder.dateDecodingStrategy {
    case .secondsSince1970: return "\"now\", \"as\": \"unix-seconds\""
    case .millisecondsSince1970: return "\"now\", \"as\": \"unix-milliseconds\""
    case .deferredToDate: return "\"now\", \"as\": \"apple-seconds\""
    default: return "\"now\""
    }
  }

  /// A value of the type as JSON, or an ellipsis where none can be written.
  private var value: String {
    guard let standIn = need.standIn as? any Encodable else { return "…" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if case .iso8601 = decoder.dateDecodingStrategy { encoder.dateEncodingStrategy = .iso8601 }
    return (try? encoder.encode(standIn)).map { String(decoding: $0, as: UTF8.self) } ?? "…"
  }
}
