extension Diagnostic {
  /// A place in a file or in a document.
  public struct Place: Hashable, Sendable {
    /// The file's or the document's name, as the caller gave it.
    public var file: String
    /// The bytes meant; nothing when the file as a whole is.
    package var span: Span?
    /// The path of the value meant, such as `$.items[0]`; names that need quotes have them:
    /// `$['a b']`.
    public var path: String?
    /// A few words to stand beside the marks, such as "an array".
    public var label: String?
    /// What the place belongs to, such as "version 2 → 3".
    public var context: String?

    /// A file as a whole, or a span of it.
    @inline(never)
    package init(
      _ file: String, span: Span? = nil, path: String? = nil, label: String? = nil,
      context: String? = nil
    ) {
      self.file = file
      self.span = span
      self.path = path
      self.label = label.map(Printable.atMost)
      self.context = context.map(Printable.atMost)
    }

    /// A file, or the value at a path of a document.
    public init(file: String, path: String? = nil) {
      self.init(file, path: path)
    }

    /// The bytes meant, from 0; nothing when the file as a whole is.
    public var bytes: Range<Int>? { span?.bytes }

    /// The line of the first byte, from 1.
    public var line: Int? { span?.line }

    /// The column of the first byte, from 1, in Unicode scalars.
    public var column: Int? { span?.column }
  }

  /// The same with each place that has bytes in a file changed.
  package func placed(in file: String, _ change: (inout Place, Span) -> Void) -> Diagnostic {
    func placed(_ place: Place) -> Place {
      guard place.file == file, let span = place.span else { return place }
      var place = place
      change(&place, span)
      return place
    }
    var diagnostic = self
    diagnostic.place = place.map(placed)
    diagnostic.relatedPlaces = relatedPlaces.map(placed)
    return diagnostic
  }

  /// A run of bytes, where it starts, and the line it starts in.
  package struct Span: Hashable, Sendable {
    /// The bytes, from 0.
    package var bytes: Range<Int>
    /// The line of the first byte, from 1.
    package var line: Int
    /// The column of the first byte, from 1, in Unicode scalars.
    package var column: Int
    /// The text of the line, kept so that the file need not be read again.
    package var excerpt: Excerpt

    /// A span that was looked up before.
    package init(bytes: Range<Int>, line: Int, column: Int, excerpt: Excerpt) {
      self.bytes = bytes
      self.line = line
      self.column = column
      self.excerpt = excerpt
    }
  }

  /// A line of a file without its end, or the part of a very long line that matters.
  package struct Excerpt: Hashable, Sendable {
    /// The bytes of the line, which need not be valid UTF-8.
    package var text: [UInt8]
    /// The part of `text` that is meant; empty at the end of a line.
    package var marked: Range<Int>
    /// Whether the line began before `text` does.
    package var isCutBefore: Bool
    /// Whether the line goes on after `text`.
    package var isCutAfter: Bool

    /// An excerpt that was taken before.
    package init(
      text: [UInt8], marked: Range<Int>, isCutBefore: Bool = false, isCutAfter: Bool = false
    ) {
      self.text = text
      self.marked = marked
      self.isCutBefore = isCutBefore
      self.isCutAfter = isCutAfter
    }
  }
}

extension Diagnostic.Place: CustomStringConvertible {
  /// The name, and line and column where there are any: `file:3:7`.
  public var description: String {
    let name = Printable.text(of: file)
    return span.map { "\(name):\($0.line):\($0.column)" } ?? name
  }
}
