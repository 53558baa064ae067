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
  /// What it was read from, if that is known.
  private var text: [UInt8] = []

  init(_ operations: [Operation]) { self.operations = operations }

  /// Reads a patch; the error says which operation is none.
  ///
  /// `name` is what messages call it, and `text` what it stands in.
  package init(_ json: JSON, named name: String, in text: [UInt8] = []) throws(MigrationError) {
    self.text = text
    guard let list = json.array else {
      throw Self.error(
        "a patch is a list of operations, and this is something else", Diagnostic.Place(name))
    }
    for (number, value) in list.enumerated() {
      do throws(Reason) {
        operations.append(try Self.operation(value))
      } catch {
        throw Self.error("operation \(number + 1) \(error.words)", place(of: number, named: name))
      }
    }
  }

  /// Where an operation stands.
  private func place(of number: Int, named name: String) -> Diagnostic.Place {
    guard let root = try? LocatedJSON.parse(text).root, case .array(let operations) = root.value,
      operations.indices.contains(number)
    else { return Diagnostic.Place(name) }
    return Diagnostic.Place(name, span: Diagnostic.Span(operations[number].range, in: text))
  }

  private struct Reason: Error {
    let words: String
  }

  private static func error(_ message: String, _ place: Diagnostic.Place) -> MigrationError {
    MigrationError(
      Diagnostic(
        .badPatch, message, at: place,
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
  /// `limit` is how many bytes are copied in all, by itself some times those of the document: a few
  /// copies of copies would take all memory.
  package func applied(
    to document: JSON, named name: String, limit: Int? = nil
  ) throws(MigrationError) -> JSON {
    let copies = operations.contains { if case .copy = $0 { true } else { false } }
    let limit = limit ?? (copies ? max(1 << 20, 16 * document.description.utf8.count) : 0)
    var document = document
    var copied = 0
    var levels = document.levels
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
      guard Self.apply(operation, to: &document) else {
        throw MigrationError(
          Diagnostic(
            .badPatch,
            "operation \(number + 1) doesn't fit the document: \(Self.reason(operation, document))",
            at: place(of: number, named: name),
            help: "the patch is for the document as it is given"))
      }
      levels = max(levels, Self.levels(after: operation, of: levels, document))
      // What is moved may have been less deep than all the rest.
      if levels > JSON.maximumDepth { levels = document.levels }
      if levels > JSON.maximumDepth {
        throw MigrationError(
          Diagnostic(
            .tooDeep,
            "operation \(number + 1) makes more than \(JSON.maximumDepth) levels of nesting",
            at: place(of: number, named: name)))
      }
    }
    return document
  }

  /// How deep an operation has made a document at most, where it changed it; it was so deep before.
  private static func levels(
    after operation: Operation, of levels: Int, _ document: JSON
  ) -> Int {
    switch operation {
    case .add(let path, let value), .replace(let path, let value):
      path.tokens.count + value.levels
    case .copy(let path, let from): path.tokens.count + (document[from]?.levels ?? levels)
    case .move(let path, let from): path.tokens.count + levels - from.tokens.count
    case .remove, .test: 0
    }
  }

  /// Why an operation couldn't be done, as the document is then.
  private static func reason(_ operation: Operation, _ document: JSON) -> String {
    switch operation {
    case .add(let path, _): document.lack(of: path, asNew: true) ?? ""
    case .remove(let path), .replace(let path, _):
      document.lack(of: path) ?? "nothing would be left of it"
    case .move(let path, let from) where path.isInside(from): "it would be moved into itself"
    // What was to be moved is gone from where it was.
    case .move(let path, let from), .copy(let path, let from):
      document.lack(of: path, asNew: true) ?? document.lack(of: from) ?? ""
    case .test(let path, _):
      document.lack(of: path) ?? "`\(Printable.quote(path.text))` is another value"
    }
  }

  /// Whether an operation could be done; where it couldn't, the document is no longer of use.
  private static func apply(_ operation: Operation, to document: inout JSON) -> Bool {
    switch operation {
    case .add(let path, let value): return document.add(value, at: path.tokens[...])
    case .remove(let path): return document.remove(at: path.tokens[...])
    case .replace(let path, let value): return document.replace(with: value, at: path.tokens[...])
    case .move(let path, let from):
      guard let value = document[from], !path.isInside(from) else { return false }
      if path == from { return true }
      return document.remove(at: from.tokens[...]) && document.add(value, at: path.tokens[...])
    case .copy(let path, let from):
      guard let value = document[from] else { return false }
      return document.add(value, at: path.tokens[...])
    case .test(let path, let value): return document[path] == value
    }
  }
}

/// Changes of a value where it is: a copy for each would make a patch quadratic in its operations.
extension JSON {
  fileprivate mutating func add(_ value: JSON, at way: ArraySlice<String>) -> Bool {
    guard let token = way.first else {
      self = value
      return true
    }
    guard way.count == 1 else {
      return changeChild(token) { $0.add(value, at: way.dropFirst()) }
    }
    return changeParts(
      ofObject: { members in
        members[token] = value
        return true
      },
      ofArray: { elements in
        let end = elements.count
        guard let index = token == "-" ? end : JSONPointer.index(token, upTo: end) else {
          return false
        }
        elements.insert(value, at: index)
        return true
      })
  }

  fileprivate mutating func remove(at way: ArraySlice<String>) -> Bool {
    guard let token = way.first else { return false }
    guard way.count == 1 else { return changeChild(token) { $0.remove(at: way.dropFirst()) } }
    return changeParts(
      ofObject: { $0.removeValue(forKey: token) != nil },
      ofArray: { elements in
        guard let index = JSONPointer.index(token, upTo: elements.count - 1) else { return false }
        elements.remove(at: index)
        return true
      })
  }

  fileprivate mutating func replace(with value: JSON, at way: ArraySlice<String>) -> Bool {
    guard let token = way.first else {
      self = value
      return true
    }
    return changeChild(token) { $0.replace(with: value, at: way.dropFirst()) }
  }

  private mutating func changeChild(_ token: String, _ change: (inout JSON) -> Bool) -> Bool {
    changeParts(
      ofObject: { members in
        members[token]?.apply(change) ?? false
      },
      ofArray: { elements in
        guard let index = JSONPointer.index(token, upTo: elements.count - 1) else { return false }
        return change(&elements[index])
      })
  }

  private mutating func apply(_ change: (inout JSON) -> Bool) -> Bool { change(&self) }

  /// Changes the members or elements, which nothing else holds meanwhile.
  private mutating func changeParts(
    ofObject changeMembers: (inout JSONObject) -> Bool,
    ofArray changeElements: (inout [JSON]) -> Bool
  ) -> Bool {
    if var members = takeObject() {
      defer { self = .object(members) }
      return changeMembers(&members)
    }
    if var elements = takeArray() {
      defer { self = .array(elements) }
      return changeElements(&elements)
    }
    return false
  }

  private mutating func takeObject() -> JSONObject? {
    guard case .object(let members) = self else { return nil }
    self = .null
    return members
  }

  private mutating func takeArray() -> [JSON]? {
    guard case .array(let elements) = self else { return nil }
    self = .null
    return elements
  }
}

extension JSON {
  /// What isn't there on the way to a value, or to the place of a new one.
  fileprivate func lack(of pointer: JSONPointer, asNew: Bool = false) -> String? {
    var value = self
    let last = pointer.tokens.count - 1
    for (depth, token) in pointer.tokens.enumerated() {
      let outer = JSONPointer(Array(pointer.tokens[..<depth])).text
      let place = depth == 0 ? "the document" : "`\(Printable.quote(outer))`"
      let name = "`\(Printable.quote(token))`"
      switch value {
      case .object(let members):
        if asNew, depth == last { return nil }
        guard let member = members[token] else { return "\(place) has no \(name)" }
        value = member
      case .array(let elements):
        if asNew, depth == last {
          let isPlace = token == "-" || JSONPointer.index(token, upTo: elements.count) != nil
          return isPlace ? nil : "\(place) has no place \(name)"
        }
        guard let index = JSONPointer.index(token, upTo: elements.count - 1) else {
          return "\(place) has no element \(name)"
        }
        value = elements[index]
      default: return "\(place) has no members"
      }
    }
    return nil
  }
}
