/// Writes each diagnostic as one line of JSON, for programs.
///
/// | member | what |
/// | --- | --- |
/// | `severity` | `error`, `warning` or `note` |
/// | `kind` | a word that stays the same from release to release |
/// | `word` | which warning of the rules it is, as `allow` names it; left out elsewhere |
/// | `message` | one sentence |
/// | `places` | an array, the place it is about first, if it has one |
/// | `help` | what can be done; left out where there is nothing to say |
/// | `notes` | an array of sentences |
///
/// A place has a `file`; where it is known, `line` and `column` (from 1, columns in Unicode
/// scalars), `start` and `end` (bytes from 0, the end not included); and, if there is one, a
/// `path`, a `label` and a `context`. Members may be added, none go or change.
package enum JSONReporter {
  package static func line(of diagnostic: Diagnostic) -> String { object(of: diagnostic) }

  /// The same of a document among many, which stands in this row.
  package static func line(of diagnostic: Diagnostic, row: Int) -> String {
    object([("row", "\(row)")] + members(of: diagnostic))
  }

  /// The same of a line of many documents, with its number.
  package static func line(of diagnostic: Diagnostic, at number: Int) -> String {
    object([("line", "\(number)")] + members(of: diagnostic))
  }

  package static func object(
    of diagnostic: Diagnostic, and others: [(name: String, value: String)] = []
  ) -> String {
    object(members(of: diagnostic) + others)
  }

  private static func members(of diagnostic: Diagnostic) -> [(name: String, value: String)] {
    var members = [
      ("severity", text(diagnostic.severity.rawValue)), ("kind", text(diagnostic.kind.rawValue)),
    ]
    if let word = diagnostic.word { members.append(("word", text(word))) }
    members.append(("message", text(diagnostic.message)))
    let places = (diagnostic.place.map { [$0] } ?? []) + diagnostic.relatedPlaces
    members.append(("places", array(places.map(object(of:)))))
    if let help = diagnostic.help { members.append(("help", text(help))) }
    members.append(("notes", array(diagnostic.notes.map(text))))
    return members
  }

  package static func object(of place: Diagnostic.Place) -> String {
    var members = [("file", text(place.file))]
    if let span = place.span {
      members += [
        ("line", "\(span.line)"), ("column", "\(span.column)"),
        ("start", "\(span.bytes.lowerBound)"), ("end", "\(span.bytes.upperBound)"),
      ]
    }
    if let path = place.path { members.append(("path", text(path))) }
    if let label = place.label { members.append(("label", text(label))) }
    if let context = place.context { members.append(("context", text(context))) }
    return object(members)
  }

  package static func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { "\(text($0.name)): \($0.value)" }.joined(separator: ", ") + "}"
  }

  package static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ", ") + "]"
  }

  /// A string, in which whatever could do harm on a terminal is escaped too.
  package static func text(_ string: String) -> String {
    var quoted = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      default: quoted += escaped(scalar)
      }
    }
    return quoted + "\""
  }

  /// JSON as it is, but for what could do harm on a terminal; that stands only in its strings.
  package static func value(_ json: [UInt8]) -> String {
    String(decoding: json, as: UTF8.self).unicodeScalars.reduce(into: "") { text, scalar in
      // Line ends and tabs between tokens.
      text += scalar.value < 0x20 ? " " : escaped(scalar)
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    Printable.needsEscape(scalar) ? escape(scalar) : String(scalar)
  }

  /// A character in a string, by its number.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.reduce(into: "") { escape, unit in
      let digits = String(unit, radix: 16)
      escape += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}
