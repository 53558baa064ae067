package import JSONMigrationCore
package import JSONText

/// A JSON Schema as it stands in a file.
package struct SchemaFile: Sendable {
  /// The name of the file for messages.
  package let name: String
  let bytes: [UInt8]
  let root: LocatedJSON
  let release: SchemaRelease
  private let apart: SchemasApart

  package init(_ bytes: [UInt8], named name: String) throws(MigrationError) {
    self.name = name
    self.bytes = bytes
    do {
      root = try LocatedJSON.parse(bytes, maximumDepth: 256).root
    } catch {
      throw MigrationError(Diagnostic(error, in: bytes, file: name))
    }
    let release = SchemaRelease(root["$schema"]?.text)
    self.release = release
    apart = SchemasApart(in: root, release)
    switch root.value {
    case .object, .bool: break
    default:
      throw MigrationError(
        Diagnostic(
          .badSchema, "a JSON Schema is an object, true or false", at: place(root.range),
          help: "`jsonmigrate shape DOCS` writes one from documents"))
    }
    if isDocument {
      throw MigrationError(
        Diagnostic(
          .badSchema, "this is no JSON Schema: it has no keyword of one", at: place(root.range),
          help: "if it is a document: `jsonmigrate shape \(Printable.shellWord(file: name.utf8))` "
            + "writes the schema of documents"))
    }
    let told = mistakes.map {
      Diagnostic(.badSchema, $0.message, at: place($0.range), help: $0.help)
    }
    if let error = MigrationError(told) { throw error }
  }

  /// Whether the schema accepts a document; nil if it uses a keyword that isn't supported.
  package func takes(_ document: JSON) -> Bool? {
    var judge = SchemaJudge(self)
    switch judge.judge(document) {
    case .takes: return true
    case .refuses: return false
    case .unclear: return nil
    }
  }

  func place(_ range: Range<Int>, label: String? = nil) -> Diagnostic.Place {
    let span = Diagnostic.Span(
      range.lowerBound..<min(range.upperBound, range.lowerBound + 80), in: bytes)
    return Diagnostic.Place(name, span: span, label: label)
  }

  /// The schema that a reference in another one starts at.
  private func start(of schema: LocatedJSON) -> LocatedJSON {
    apart.last(around: schema.range.lowerBound) ?? root
  }

  /// A reference, told apart from those that start elsewhere.
  func name(of reference: String, in schema: LocatedJSON) -> String {
    if apart.isEmpty { return reference }
    return "\(start(of: schema).range.lowerBound)\(reference)"
  }

  /// The schema that a JSON Pointer behind `#` in another one leads to.
  func target(of reference: String, in schema: LocatedJSON) -> LocatedJSON? {
    guard reference.utf8.first == UInt8(ascii: "#") else { return nil }
    let pointer = reference.dropFirst()
    var value = start(of: schema)
    if pointer.isEmpty { return value }
    guard pointer.utf8.first == UInt8(ascii: "/") else {
      return value.anchored(String(pointer), release)
    }
    for part in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let name = Array(part.utf8).decodedPointerPart
      switch value.value {
      case .object(let members):
        guard let member = members.last(where: { $0.key.utf8.elementsEqual(name) }) else {
          return nil
        }
        value = member.value
      case .array(let elements):
        guard let index = Int(String(decoding: name, as: UTF8.self)),
          elements.indices.contains(index)
        else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }
}

extension Diagnostic.Kind {
  /// An error: the JSON Schema can't be read.
  package static let badSchema = Diagnostic.Kind(rawValue: "bad-schema")
}

extension [UInt8] {
  /// The segment with `%2F`, `~1` and `~0` replaced by what they stand for.
  fileprivate var decodedPointerPart: [UInt8] {
    var plain: [UInt8] = []
    var rest = self[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        plain.append(code)
        rest = rest.dropFirst(2)
      } else {
        plain.append(byte)
      }
    }
    var decoded: [UInt8] = []
    rest = plain[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "~"), let next = rest.first, next == 0x30 || next == 0x31 {
        decoded.append(next == 0x30 ? UInt8(ascii: "~") : UInt8(ascii: "/"))
        rest = rest.dropFirst()
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }
}

extension LocatedJSON {
  /// The last member with this name; nil for anything but an object.
  subscript(name: String) -> LocatedJSON? {
    guard case .object(let members) = value else { return nil }
    return members.last { $0.key.utf8.elementsEqual(name.utf8) }?.value
  }

  var members: [Member] { if case .object(let members) = value { members } else { [] } }
  var elements: [LocatedJSON] { if case .array(let elements) = value { elements } else { [] } }
  var text: String? { if case .string(let text) = value { text } else { nil } }
  var number: JSONNumber? { if case .number(let number) = value { number } else { nil } }
  /// The text, or the texts of a list.
  var texts: [String] { text.map { [$0] } ?? elements.compactMap(\.text) }

  /// The schema in it that has an anchor; those in schemas apart from it are not its own.
  fileprivate func anchored(_ name: String, _ release: SchemaRelease) -> LocatedJSON? {
    var pending = [self]
    while let next = pending.popLast() {
      if let anchor = next["$anchor"]?.text, anchor.utf8.elementsEqual(name.utf8) { return next }
      // As it was written before there was `$anchor`.
      if let id = (next["$id"] ?? next["id"])?.text, id.utf8.elementsEqual("#\(name)".utf8) {
        return next
      }
      pending += (next.elements + next.members.map(\.value)).filter { !release.isApart($0) }
    }
    return nil
  }
}
