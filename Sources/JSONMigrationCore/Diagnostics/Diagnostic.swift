internal import JSONText

/// One thing to tell about a document or a rules folder, as data; reporters draw it.
///
/// `message` is one sentence in lower case without a full stop. Data quoted in it should come
/// through `Printable`.
public struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Comparable, Sendable {
    /// Worth knowing.
    case note
    /// Probably not what was meant.
    case warning
    /// What was asked for can't be done.
    case error

    /// Notes come before warnings, warnings before errors.
    public static func < (left: Self, right: Self) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// How bad it is.
  public var severity: Severity
  /// What it is, for programs.
  public var kind: Kind
  /// What it is, for people: one sentence, lower case, no full stop.
  public var message: String
  /// Where it is; nothing when it belongs to no file.
  public var place: Place?
  /// Other places that have to do with it, such as the rule beside the document.
  public var relatedPlaces: [Place]
  /// What can be done about it.
  public var help: String?
  /// Facts worth knowing, such as whether the document was changed.
  public var notes: [String]
  /// The word of a warning, by which `allow` silences it.
  package var word: String?
  /// Whether it is text behind a whole document, which may be the next document.
  package var followsDocument = false
  /// Whether the text ended where a document still goes on, between two of its tokens.
  package var endsEarly = false

  /// A diagnostic with all its parts.
  @inline(never)
  public init(
    _ kind: Kind, _ message: String, severity: Severity = .error, at place: Place? = nil,
    relatedPlaces: [Place] = [], help: String? = nil, notes: [String] = []
  ) {
    self.severity = severity
    self.kind = kind
    self.message = Printable.atMost(message)
    self.place = place
    self.relatedPlaces = relatedPlaces
    self.help = help.map(Printable.atMost)
    self.notes = notes.map(Printable.atMost)
  }
}

extension Diagnostic: CustomStringConvertible {
  /// One line that editors and build logs can link: `file:line:column: error: message [kind]`.
  public var description: String {
    let start = place.map { "\($0): " } ?? ""
    return "\(start)\(severity.rawValue): \(message) [\(kind)]"
  }
}

extension Sequence<Diagnostic> {
  /// File by file in the order in which the files come up, each from its top to its end.
  package func inReadingOrder() -> [Diagnostic] {
    // Not by name: as text, v10.json comes before v2.json.
    var ranks: [[UInt8]: Int] = [:]
    let keyed = enumerated().map { order, diagnostic in
      let file = Array((diagnostic.place?.file ?? "").utf8)
      let rank = ranks[file] ?? ranks.count
      ranks[file] = rank
      let byte = diagnostic.place?.span?.bytes.lowerBound ?? -1
      return (rank: rank, byte: byte, order: order, diagnostic: diagnostic)
    }
    return keyed.ordered { ($0.rank, $0.byte, $0.order) < ($1.rank, $1.byte, $1.order) }
      .map(\.diagnostic)
  }
}
