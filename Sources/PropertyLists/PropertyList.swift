package import JSONText

/// A property list on its way through JSON.
///
/// Rules see JSON: a dictionary is an object in the order that it has, a date is text in ISO 8601
/// with every digit that it has, data are text in Base64 (`====` where they are empty), and a real
/// number always has a point or an exponent, so that it stays one. Which texts stood for dates,
/// data and numbers that JSON doesn't have is kept; wherever rules have taken such a text, it
/// becomes again just what it was.
///
///     <dict>                                       {"version":1,
///       <key>version</key> <integer>1</integer>     "size":2.0,
///       <key>size</key> <real>2</real>              "made":"2025-08-23T00:00:00Z",
///       <key>made</key> <date>2025-…</date>         "icon":"AAH/"}
///       <key>icon</key> <data>AAH/</data>
///     </dict>
///
/// A text of the property list that reads like one of its own dates stays a text: that date gets a
/// zero behind its seconds. One that reads like data could not be told from it, and is refused. As
/// Foundation's coders have it, null is the text `$null`; in binary it may be an object of its own
/// too, and stays one. Of a key that stands twice the last one counts; a value that can't be read,
/// such as an integer `x`, is text, and fails only where it is asked for. Comments have no place in
/// JSON, nor has the first value of a key that stands twice: a property list that has one is read,
/// and refused where it would have to be written anew.
///
/// Readers and writers are this package's own, for the same reasons as those of JSON: Foundation's
/// take keys for equal that are not, make integers of real numbers, and nest until the stack ends.
/// Here nothing recurses, and what binary property lists say by reference is counted as it is
/// written out.
package struct PropertyList: Sendable {
  package enum Form: Sendable {
    case xml, binary
  }

  /// What has no form of its own in JSON, and is text there.
  enum Special: Sendable {
    /// In XML a date is its text; in binary it is seconds since 2001.
    case date(Double?, String)
    case data([UInt8])
    /// Infinity or no number, and how it was written.
    case real(Double, String)
    /// An element of XML whose text is none that it can have: it stays what it is.
    case unreadable(element: String, text: String)
  }

  /// How the seconds of a date that no calendar has are text.
  static func text(ofUnwritable seconds: Double) -> String { "date \(seconds)" }

  package static func seconds(ofUnwritable text: String) -> Double? {
    text.hasPrefix("date ") ? Double(text.dropFirst(5)) : nil
  }

  /// Its bytes as they were read.
  package let bytes: [UInt8]
  package let form: Form
  /// The property list as JSON.
  package let json: [UInt8]
  private let specials: [ByteString: Special]
  private let nullIsText: Bool
  /// Why it can't be written anew, if anything of it would be lost.
  private let losses: [PropertyListProblem]
  /// Whether it holds control characters, which XML has no way to write.
  private let hasControls: Bool
  /// Whether it is XML with a real beyond `Double`.
  private let hasHugeReals: Bool

  /// Reads a property list, in XML or binary.
  package init(_ bytes: some Collection<UInt8>) throws(TextProblem) {
    self.bytes = Array(bytes)
    form = self.bytes.starts(with: "bplist".utf8) ? .binary : .xml
    do throws(PropertyListProblem) {
      var values = try Self.read(self.bytes, form, besides: [])
      // Only now all texts are known, and so which dates read like one.
      if values.hasTwins { values = try Self.read(self.bytes, form, besides: values.texts) }
      (json, specials, hasControls) = (values.finished, values.specials, values.hasControls)
      (nullIsText, losses) = (values.nullIsText ?? true, values.losses)
      hasHugeReals = values.hasHugeReals
    } catch {
      throw error.told(in: self.bytes)
    }
  }

  private static func read(
    _ bytes: [UInt8], _ form: Form, besides texts: Set<ByteString>
  ) throws(PropertyListProblem) -> PropertyListValues {
    switch form {
    case .xml:
      var reader = XMLPropertyListReader(bytes, besides: texts)
      return try reader.read()
    case .binary:
      var reader = try BinaryPropertyListReader(bytes, besides: texts)
      return try reader.read()
    }
  }

  /// How many bytes may be written of a property list with this many.
  static func outputLimit(forBytes count: Int) -> Int {
    Document.Limits().output(forBytes: count)
  }

  /// A property list with other contents, in the form that this one has; it may have about as many
  /// bytes as the limit, if not as many as results may have.
  package func bytes(
    _ json: some Collection<UInt8>, limit: Int? = nil
  ) throws(TextProblem) -> [UInt8] {
    if let loss { throw loss }
    let limit = limit ?? Self.outputLimit(forBytes: bytes.count)
    return try write(json) { json throws(PropertyListProblem) in
      switch form {
      case .xml:
        var writer = XMLPropertyListWriter(
          specials, limit: limit, keepsControls: hasControls, keepsHugeReals: hasHugeReals)
        return try writer.write(json)
      case .binary:
        var writer = BinaryPropertyListWriter(specials, limit: limit, nullIsText: nullIsText)
        return try writer.write(json)
      }
    }
  }

  /// A property list with other contents as XML for people, in which what XML can't hold is
  /// escaped.
  package func shown(
    _ json: some Collection<UInt8>, limit: Int? = nil
  ) throws(TextProblem) -> [UInt8] {
    let limit = limit ?? Self.outputLimit(forBytes: bytes.count)
    return try write(json) { json throws(PropertyListProblem) in
      var writer = XMLPropertyListWriter(
        specials, limit: limit, escapesAll: true, keepsHugeReals: true)
      return try writer.write(json)
    }
  }

  /// Why it can't be written anew, if something of it would be lost.
  package var loss: TextProblem? { losses.first?.told(in: bytes) }

  private func write(
    _ json: some Collection<UInt8>, _ body: ([UInt8]) throws(PropertyListProblem) -> [UInt8]
  ) throws(TextProblem) -> [UInt8] {
    let json = Array(json)
    do throws(PropertyListProblem) {
      return try body(json)
    } catch {
      var problem = error
      problem.path = error.offset.flatMap { JSONTokens.path(to: $0, in: json) }
      problem.offset = nil
      throw problem.told(in: bytes)
    }
  }

  /// The path of the value that a byte of the property list's JSON is part of.
  package static func path(to byte: Int, in json: some Collection<UInt8>) -> String? {
    JSONTokens.path(to: byte, in: Array(json))
  }
}

/// What is wrong with a property list.
struct PropertyListProblem: Error {
  /// As diagnostics have it.
  enum Kind: String {
    case badPropertyList = "bad-property-list"
    case tooBig = "too-big"
    case invalidValue = "invalid-value"
    case unsupported
  }

  var kind = Kind.badPropertyList
  let message: String
  /// Where it is in what was read: in XML, and in the JSON of one that is to be written.
  var offset: Int?
  /// The path of the value meant, where bytes say nothing to people.
  var path: String?
  var help: String?

  /// More would be written than may be.
  static func tooMuchOutput(limit: Int) -> PropertyListProblem {
    PropertyListProblem(
      kind: .tooBig, message: "expected at most \(limit) bytes of output, found more")
  }

  /// The problem, of a property list with these bytes.
  func told(in bytes: [UInt8]) -> TextProblem {
    TextProblem(
      kind: kind.rawValue, message: message,
      place: offset.map { ($0..<min($0 + 1, bytes.count), bytes) }, path: path, help: help)
  }
}

extension JSONTokens {
  /// The next token, of a text that is to become a property list.
  mutating func token() throws(PropertyListProblem) -> Token? {
    do throws(LoneSurrogate) {
      return try next()
    } catch {
      throw PropertyListProblem(
        kind: .invalidValue, message: "a property list can't hold half a surrogate pair",
        offset: error.offset)
    }
  }
}

extension Moment {
  /// The seconds since 1970 of a date such as `2025-02-30T24:00:00Z`, whose days and hours are
  /// counted on past the end of their month or day, as Foundation does it in property lists.
  package static func secondsIfCounted(on text: some Collection<UInt8>) -> Int64? {
    let fields = text.split(whereSeparator: { !(0x30...0x39).contains($0) })
    guard fields.map(\.count) == [4, 2, 2, 2, 2, 2], text.count == 20 else { return nil }
    let marks = text.filter { !(0x30...0x39).contains($0) }
    guard marks.elementsEqual("--T::Z".utf8) else { return nil }
    let numbers = fields.map { $0.reduce(0) { $0 * 10 + Int($1 & 0x0F) } }
    guard numbers[1] > 0, numbers[2] > 0 else { return nil }
    return days(to: numbers[0], numbers[1], numbers[2]) * 86_400
      + Int64(numbers[3] * 3_600 + numbers[4] * 60 + numbers[5])
  }
}
