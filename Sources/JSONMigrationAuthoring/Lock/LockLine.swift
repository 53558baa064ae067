internal import JSONMigrationCore
internal import JSONText

/// A line of rules.lock: what one thing that was released means, and a hash of it.
///
///     m1:0d5c… 1→2 {"rules":[{"rename":{"@.a":"b"}}]}
///
/// `m1` is the method that the meaning is written by. A later one gets another name, so that lines
/// of earlier releases still hold.
struct LockLine: Sendable {
  static let method = "m1"

  /// What the line is about.
  struct Subject: Hashable, Sendable {
    enum Part: String, Sendable { case format, step, undo }

    let part: Part
    /// The folder of the format, empty for the rules folder.
    let folder: String
    /// The versions of a step as they are written: `1→2`.
    let versions: String

    /// As it stands in the line: `1→2`, `undo author/1→2`, `format`.
    var text: String {
      let word = Self.word(folder)
      let folder = folder.isEmpty ? "" : word + "/"
      return switch part {
      case .format: folder.isEmpty ? "format" : "format " + word
      case .step: folder + versions
      case .undo: "undo " + folder + versions
      }
    }

    /// A name that has no brace in it, so that the end of the subject can be found.
    static func word(_ name: String) -> String {
      let isPlain = name.utf8.allSatisfy {
        PathText.isPlain($0) || [UInt8(ascii: "-"), UInt8(ascii: "/")].contains($0)
      }
      return isPlain ? name : plain(JSON.string(name).description)
    }

    static func plain(_ text: String) -> String {
      text.unicodeScalars.reduce(into: "") { $0 += $1 == "{" ? "\\u007b" : String($1) }
    }
  }

  /// As it stands in the line.
  let subject: String
  let meaning: JSON
  var isWayBack: Bool { subject.hasPrefix("undo ") }
  /// The meaning as it is written, which the hash is of.
  private let text: String
  /// With the method in front.
  private let hash: String
  /// Where it stands, if it was read from a file.
  var place: Diagnostic.Place?

  init(_ subject: Subject, _ meaning: JSON) {
    self.subject = subject.text
    self.meaning = meaning
    text = meaning.description
    hash = Self.hash(of: text)
  }

  /// Reads a line; nil where it is none.
  init?(_ line: String) {
    guard let start = line.firstIndex(of: "{"),
      let meaning = try? JSON(parsing: Array(line[start...].utf8))
    else { return nil }
    let words = line[..<start].split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[1].last == " " else { return nil }
    self.meaning = meaning
    text = String(line[start...])
    subject = String(words[1].dropLast())
    hash = String(words[0])
  }

  private static func hash(of text: String) -> String {
    "\(method):\(SHA256.digits(of: Array(text.utf8), count: 16))"
  }

  /// Whether it is as it was written.
  var isIntact: Bool { hash.utf8.elementsEqual(Self.hash(of: text).utf8) }

  /// Whether both say the same of one thing.
  func agrees(with other: LockLine) -> Bool {
    if text.utf8.elementsEqual(other.text.utf8) { return true }
    // An earlier release may have left another spelling of the same.
    if isWayBack {
      return Meaning.renewed(wayBack: meaning, as: other.meaning).description.utf8
        .elementsEqual(other.text.utf8)
    }
    guard meaning.object?.count == 1, let rules = meaning["rules"]?.array else { return false }
    let now: JSON = ["rules": .array(Meaning.of(rulesOfStep: rules))]
    return now.description.utf8.elementsEqual(other.text.utf8)
  }

  /// The line as it is written.
  var written: String { "\(hash) \(subject) \(text)" }
}
