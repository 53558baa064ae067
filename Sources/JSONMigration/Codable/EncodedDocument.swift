internal import JSONMigrationCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A document in UTF-8 and without a mark, and what it was written in before.
///
/// That is found out as `JSONDecoder` does it: by a byte-order mark, or by zeros among the first
/// bytes, which are ASCII in every JSON.
package struct EncodedDocument {
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The text in UTF-8.
  package let text: Data
  private let form: Form
  /// The bytes of the mark in front of it.
  private let start: Int

  private enum Form {
    case utf8
    case utf16(isLittle: Bool)
    case utf32(isLittle: Bool)
  }

  /// Whether a document begins with the mark of UTF-8.
  static func isMarked(_ document: Data) -> Bool {
    document.first == mark[0] && document.starts(with: mark)
  }

  /// Finds out what a document is written in.
  package init(_ document: Data) throws(MigrationError) {
    (form, start) = Self.form(of: document)
    let content = start == 0 ? document : document.dropFirst(start)
    switch form {
    case .utf8: text = content
    case .utf16(let isLittle):
      text = try Self.transcoded(
        Self.words(content, of: UInt16.self, isLittle), from: UTF16.self, named: "UTF-16")
    case .utf32(let isLittle):
      text = try Self.transcoded(
        Self.words(content, of: UInt32.self, isLittle), from: UTF32.self, named: "UTF-32")
    }
  }

  @inline(__always)
  private static func form(of document: Data) -> (form: Form, start: Int) {
    guard let first = document.first, document.count > 1 else { return (.utf8, 0) }
    let second = document[document.startIndex + 1]
    // As almost all documents begin.
    if first != 0, second != 0, first < 0x80 { return (.utf8, 0) }
    return rareForm(of: document)
  }

  private static func rareForm(of document: Data) -> (form: Form, start: Int) {
    if isMarked(document) { return (.utf8, mark.count) }
    let start = [UInt8](document.prefix(4))
    if start.starts(with: [0xFF, 0xFE, 0, 0]) { return (.utf32(isLittle: true), 4) }
    if start.starts(with: [0, 0, 0xFE, 0xFF]) { return (.utf32(isLittle: false), 4) }
    if start.starts(with: [0xFF, 0xFE]) { return (.utf16(isLittle: true), 2) }
    if start.starts(with: [0xFE, 0xFF]) { return (.utf16(isLittle: false), 2) }
    switch start.map({ $0 == 0 }) {
    case [true, true, true, false]: return (.utf32(isLittle: false), 0)
    case [false, true, true, true]: return (.utf32(isLittle: true), 0)
    case [true, false], [true, false, true, false]: return (.utf16(isLittle: false), 0)
    case [false, true], [false, true, false, true]: return (.utf16(isLittle: true), 0)
    default: return (.utf8, 0)
    }
  }

  /// Lets `body` read the text; where an error has bytes, they are those of the document.
  @inline(__always)
  package func read<Result, Failure: Error>(
    named name: String, _ body: (Data) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) {
      return try body(text)
    } catch {
      throw placed(error, named: name)
    }
  }

  @inline(never)
  private func placed<Failure: Error>(_ error: Failure, named name: String) -> Failure {
    if start == 0, case .utf8 = form { return error }
    guard let failed = error as? MigrationError else { return error }
    let placed = failed.placed(in: name) { place, span in
      place.span?.bytes =
        self.place(of: span.bytes.lowerBound)..<self.place(of: span.bytes.upperBound)
    }
    return placed as? Failure ?? error
  }

  /// Where a byte of the text was in the document.
  private func place(of offset: Int) -> Int {
    let front = String(decoding: text.prefix(offset), as: UTF8.self)
    return switch form {
    case .utf8: start + offset
    case .utf16: start + 2 * front.utf16.count
    case .utf32: start + 4 * front.unicodeScalars.count
    }
  }

  /// The bytes as words; what is left over at the end is a word that no encoding has.
  private static func words<Word: FixedWidthInteger & UnsignedInteger>(
    _ document: Data, of type: Word.Type, _ isLittle: Bool
  ) -> [Word] {
    let size = Word.bitWidth / 8
    let bytes = [UInt8](document)
    return stride(from: 0, to: bytes.count, by: size).map { start in
      guard start + size <= bytes.count else { return Word(0xDC00) }
      let word = bytes[start..<(start + size)]
      return isLittle
        ? word.reversed().reduce(0) { $0 << 8 | Word($1) } : word.reduce(0) { $0 << 8 | Word($1) }
    }
  }

  private static func transcoded<Encoding: UnicodeCodec>(
    _ words: [Encoding.CodeUnit], from encoding: Encoding.Type, named name: String
  ) throws(MigrationError) -> Data {
    var utf8: [UInt8] = []
    let isBroken = transcode(
      words.makeIterator(), from: encoding, to: UTF8.self, stoppingOnError: true
    ) { utf8.append($0) }
    if !isBroken { return Data(utf8) }
    throw MigrationError(
      Diagnostic(
        .badJSON, "expected a document in \(name), as it begins, and found what is none",
        at: Diagnostic.Place("document"), help: "save it in UTF-8"))
  }
}
