package import JSONMigrationCore
package import JSONText

/// Changes to a document, as RFC 6902 has them.
package struct JSONPatch: Equatable, Sendable {
  package enum Operation: Equatable, Sendable {
    case add(JSONPointer, JSON)
    case remove(JSONPointer)
    case replace(JSONPointer, JSON)
    case move(JSONPointer, from: JSONPointer)
    case copy(JSONPointer, from: JSONPointer)
    case test(JSONPointer, JSON)
  }

  package private(set) var operations: [Operation] = []

  init(_ operations: [Operation]) { self.operations = operations }

  /// Reads a patch; the error says which operation is none.
  ///
  /// `name` is what messages call it.
  package init(_ json: JSON, named name: String) throws(MigrationError) {
    guard let list = json.array else {
      throw Self.error("a patch is a list of operations, and this is something else", name)
    }
    for (number, value) in list.enumerated() {
      do throws(Reason) {
        operations.append(try Self.operation(value))
      } catch {
        throw Self.error("operation \(number + 1) \(error.words)", name)
      }
    }
  }

  private struct Reason: Error {
    let words: String
  }

  private static func error(_ message: String, _ name: String) -> MigrationError {
    MigrationError(
      Diagnostic(
        .badPatch, message, at: Diagnostic.Place(name),
        help: "an operation is { \"op\": \"replace\", \"path\": \"/a/0\", \"value\": … }"))
  }

  private static func operation(_ value: JSON) throws(Reason) -> Operation {
    func pointer(_ key: String) throws(Reason) -> JSONPointer {
      guard let text = value[key]?.string else { throw Reason(words: "has no `\(key)`") }
      guard let pointer = JSONPointer(text) else {
        throw Reason(words: "has a `\(key)` that is no pointer: `\(Printable.quote(text))`")
      }
      return pointer
    }
    func content() throws(Reason) -> JSON {
      guard let content = value["value"] else { throw Reason(words: "has no `value`") }
      return content
    }
    guard let name = value["op"]?.string else { throw Reason(words: "has no `op`") }
    switch name {
    case "add": return .add(try pointer("path"), try content())
    case "remove": return .remove(try pointer("path"))
    case "replace": return .replace(try pointer("path"), try content())
    case "move": return .move(try pointer("path"), from: try pointer("from"))
    case "copy": return .copy(try pointer("path"), from: try pointer("from"))
    case "test": return .test(try pointer("path"), try content())
    default:
      throw Reason(words: "is `\(Printable.quote(name))`, which RFC 6902 doesn't know")
    }
  }

  /// As it is written.
  package var json: JSON { .array(operations.map(\.json)) }
}

extension JSONPatch.Operation {
  var json: JSON {
    func object(_ name: String, _ path: JSONPointer, _ rest: JSONObject = [:]) -> JSON {
      var object: JSONObject = ["op": .string(name), "path": .string(path.text)]
      for (key, value) in rest { object[key] = value }
      return .object(object)
    }
    return switch self {
    case .add(let path, let value): object("add", path, ["value": value])
    case .remove(let path): object("remove", path)
    case .replace(let path, let value): object("replace", path, ["value": value])
    case .move(let path, let from): object("move", path, ["from": .string(from.text)])
    case .copy(let path, let from): object("copy", path, ["from": .string(from.text)])
    case .test(let path, let value): object("test", path, ["value": value])
    }
  }
}

// MARK: - Applying

extension JSONPatch {
  /// A document with the changes; none of them is made where one can't be.
  ///
  /// `limit` is how many bytes are copied in all: a few copies of copies would take all memory.
  package func applied(
    to document: JSON, named name: String, limit: Int = 64 << 20
  ) throws(MigrationError) -> JSON {
    var document = document
    var copied = 0
    for (number, operation) in operations.enumerated() {
      if case .copy(_, let from) = operation, let value = document[from] {
        copied += value.description.utf8.count
        if copied > limit {
          throw MigrationError(
            Diagnostic(
              .tooBig, "up to operation \(number + 1) the copies have more than \(limit) bytes",
              at: Diagnostic.Place(name), help: "`add` the values that are meant"))
        }
      }
      guard let changed = Self.applied(operation, to: document) else {
        throw MigrationError(
          Diagnostic(
            .badPatch,
            "operation \(number + 1) doesn't fit the document: \(Printable.quote("\(operation.json)"))",
            at: Diagnostic.Place(name), help: "the patch is for the document as it is given"))
      }
      document = changed
    }
    return document
  }

  private static func applied(_ operation: Operation, to document: JSON) -> JSON? {
    switch operation {
    case .add(let path, let value): return document.adding(value, at: path.tokens[...])
    case .remove(let path): return document.removing(at: path.tokens[...])
    case .replace(let path, let value):
      if path.tokens.isEmpty { return value }
      guard document[path] != nil else { return nil }
      return document.replacing(with: value, at: path.tokens[...])
    case .move(let path, let from):
      guard let value = document[from], !path.isInside(from) else { return nil }
      if path == from { return document }
      return document.removing(at: from.tokens[...])?.adding(value, at: path.tokens[...])
    case .copy(let path, let from):
      return document[from].flatMap { document.adding($0, at: path.tokens[...]) }
    case .test(let path, let value):
      guard document[path] == value else { return nil }
      return document
    }
  }
}

extension JSON {
  fileprivate func adding(_ value: JSON, at way: ArraySlice<String>) -> JSON? {
    guard let token = way.first else { return value }
    guard way.count == 1 else { return inside(token) { $0.adding(value, at: way.dropFirst()) } }
    switch self {
    case .object(var members):
      members[token] = value
      return .object(members)
    case .array(var elements):
      let end = elements.count
      guard let index = token == "-" ? end : JSONPointer.index(token, upTo: end) else { return nil }
      elements.insert(value, at: index)
      return .array(elements)
    default: return nil
    }
  }

  fileprivate func removing(at way: ArraySlice<String>) -> JSON? {
    guard let token = way.first else { return nil }
    guard way.count == 1 else { return inside(token) { $0.removing(at: way.dropFirst()) } }
    switch self {
    case .object(var members):
      guard members.removeValue(forKey: token) != nil else { return nil }
      return .object(members)
    case .array(var elements):
      guard let index = JSONPointer.index(token, upTo: elements.count - 1) else { return nil }
      elements.remove(at: index)
      return .array(elements)
    default: return nil
    }
  }

  fileprivate func replacing(with value: JSON, at way: ArraySlice<String>) -> JSON? {
    guard let token = way.first else { return value }
    return inside(token) { $0.replacing(with: value, at: way.dropFirst()) }
  }

  /// The value with a change to a child.
  private func inside(_ token: String, _ change: (JSON) -> JSON?) -> JSON? {
    switch self {
    case .object(var members):
      guard let child = members[token], let changed = change(child) else { return nil }
      members[token] = changed
      return .object(members)
    case .array(var elements):
      guard let index = JSONPointer.index(token, upTo: elements.count - 1),
        let changed = change(elements[index])
      else { return nil }
      elements[index] = changed
      return .array(elements)
    default: return nil
    }
  }
}
