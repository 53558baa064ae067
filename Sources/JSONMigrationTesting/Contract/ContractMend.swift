internal import JSONMigration
internal import JSONMigrationCore
internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The rule that would give a type what it needs.
struct ContractMend {
  private let need: ContractLog.Need
  private let parts: ArraySlice<Place.Segment>
  private let decoder: JSONDecoder
  /// How many of the parts lead to the last thing around it that need not be there.
  private let optional: Int?

  init(_ need: ContractLog.Need, inside optionals: Set<Place>, decoder: JSONDecoder) {
    self.need = need
    self.decoder = decoder
    let (place, start) = (need.path.place, need.path.start)
    parts = place[start...]
    optional = (0..<place.count).last { index in
      index > start && optionals.contains(Place(place[..<index]))
    }.map { $0 - start }
  }

  /// A path as rules write it: `author.name`, `items[*].done`.
  static func path(_ place: ArraySlice<Place.Segment>) -> String {
    path(place.map { .init($0) })
  }

  /// A path as a type calls it.
  static func path(_ parts: [ContractPath.Part]) -> String {
    parts.reduce(into: "") { path, part in
      switch part {
      case .every: path += "[*]"
      case .key(let key):
        let step = PathText.step(Array(key.text.utf8))
        path += path.isEmpty && step.hasPrefix(".") ? String(step.dropFirst()) : step
      }
    }
  }

  /// The rule; nil where none comes to mind.
  var rule: String? {
    // A member is added to each object that a path with wildcards leads to.
    let every = parts.lastIndex(of: .every).map { $0 + 1 - parts.startIndex } ?? 0
    let count = max(every, optional ?? 0)
    let (scope, inner) = (parts.prefix(count), parts.dropFirst(count))
    if inner.isEmpty { return nil }
    return rule(for: Self.path(inner), in: scope.isEmpty ? nil : Self.path(scope))
  }

  private func rule(for path: String, in scope: String?) -> String? {
    if path.isEmpty { return nil }
    var scope = scope.map { "\"in\": \(Self.quoted($0)), " } ?? ""
    // What may be missing may be null, and nothing is made where nothing is.
    if optional != nil { scope += "\"when\": \"type(@) == 'object'\", " }
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
    case is String.Type: "string"
    case is Bool.Type: "boolean"
    // A number that is too large or has a fraction stays one, and not every text is one.
    case is any FixedWidthInteger.Type, is Double.Type, is Float.Type:
      need.value?.string.flatMap { Double($0) } == nil && need.value?.bool == nil ? nil : "number"
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
  private var value: String { need.draft.json?.description ?? "…" }
}

extension ContractPath.Part {
  fileprivate init(_ segment: Place.Segment) {
    self = segment.name.map { .key(ByteString($0)) } ?? .every
  }
}
