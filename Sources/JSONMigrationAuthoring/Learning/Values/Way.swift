internal import JSONMigrationCore
internal import JSONText

/// A part of a way through a document.
enum Segment: Hashable {
  case name(ByteString)
  case index(Int)
  /// Every element, or every member.
  case every
}

/// A way through documents, from a scope.
struct Way: Hashable {
  var segments: [Segment]

  init(_ segments: [Segment] = []) { self.segments = segments }

  var isEmpty: Bool { segments.isEmpty }
  var count: Int { segments.count }
  @inline(never)
  var parent: Way { Way(segments.dropLast()) }

  /// The name that it ends in.
  var name: ByteString? {
    if case .name(let name)? = segments.last { name } else { nil }
  }

  /// Whether names alone lead there.
  var isNames: Bool {
    segments.allSatisfy { if case .name = $0 { true } else { false } }
  }

  func appending(_ segment: Segment) -> Way { Way(segments + [segment]) }
  func appending(_ name: ByteString) -> Way { appending(.name(name)) }
  func appending(_ rest: Way) -> Way { Way(segments + rest.segments) }

  /// Without the first segments.
  func dropping(_ count: Int) -> Way { Way(Array(segments.dropFirst(count))) }

  func isInside(_ other: Way) -> Bool {
    count > other.count && segments.starts(with: other.segments)
  }

  /// As an author writes it, relative to the scope.
  var text: String {
    var text = ""
    for segment in segments {
      switch segment {
      case .every: text += "[*]"
      case .index(let index): text += "[\(index)]"
      case .name(let name):
        // Behind a point a number looks like an element.
        let isNumber = !text.isEmpty && name.text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        text +=
          Self.isBare(name.text) && !isNumber
          ? (text.isEmpty ? "" : ".") + name.text : "[\(Self.quoted(name))]"
      }
    }
    return text.isEmpty ? "@" : text
  }

  /// The path with a last part in brackets.
  func text(then part: String) -> String { isEmpty ? part : text + part }

  /// As it is written in a condition.
  var asked: String {
    segments.reduce("@") { text, segment in
      switch segment {
      case .every: text + "[*]"
      case .index(let index): text + "[\(index)]"
      case .name(let name):
        text + (Self.isMember(name.text) ? ".\(name.text)" : "[\(Self.quoted(name))]")
      }
    }
  }

  /// Whether a name needs no brackets in a path.
  static func isBare(_ name: String) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "$"), first != UInt8(ascii: "@")
    else { return false }
    return !name.unicodeScalars.contains {
      ".[]'\"*".unicodeScalars.contains($0) || $0.properties.isWhitespace || $0.value < 0x20
    }
  }

  /// Whether a name needs no brackets in a condition.
  static func isMember(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || $0 == UInt8(ascii: "_")
    }
  }

  private static func quoted(_ name: ByteString) -> String { Literal.text(name.text) }
}

/// Values as they are written in a condition.
enum Literal {
  static func text(_ text: String) -> String {
    PathText.quoted(Array(text.utf8))
  }

  static func of(_ term: Term) -> String {
    switch term.json {
    case .string(let value): text(value)
    default: term.json.description
    }
  }
}
