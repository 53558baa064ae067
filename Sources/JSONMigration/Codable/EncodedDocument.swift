internal import JSONMigrationCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What JSON is written in, found out as `JSONDecoder` does it: by a byte-order mark, or by zeros
/// among the first bytes, which are ASCII in every JSON.
package enum DocumentEncoding {
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether a document begins with the mark of UTF-8.
  static func isMarked(_ document: Data) -> Bool {
    document.first == mark[0] && document.starts(with: mark)
  }

  /// A document in UTF-8 and without a mark.
  package static func utf8(_ document: Data) throws(MigrationError) -> Data {
    guard let first = document.first, document.count > 1 else { return document }
    let second = document[document.startIndex + 1]
    // As almost all documents begin.
    if first != 0, second != 0, first < 0x80 { return document }
    if isMarked(document) { return document.dropFirst(3) }
    let start = [UInt8](document.prefix(4))
    if start.starts(with: [0xFF, 0xFE, 0, 0]) {
      return try utf32(document.dropFirst(4), isLittle: true)
    }
    if start.starts(with: [0, 0, 0xFE, 0xFF]) {
      return try utf32(document.dropFirst(4), isLittle: false)
    }
    if start.starts(with: [0xFF, 0xFE]) { return try utf16(document.dropFirst(2), isLittle: true) }
    if start.starts(with: [0xFE, 0xFF]) {
      return try utf16(document.dropFirst(2), isLittle: false)
    }
    switch start.map({ $0 == 0 }) {
    case [true, true, true, false]: return try utf32(document, isLittle: false)
    case [false, true, true, true]: return try utf32(document, isLittle: true)
    case [true, false], [true, false, true, false]: return try utf16(document, isLittle: false)
    case [false, true], [false, true, false, true]: return try utf16(document, isLittle: true)
    default: return document
    }
  }

  private static func utf16(_ document: Data, isLittle: Bool) throws(MigrationError) -> Data {
    try transcoded(words(document, of: UInt16.self, isLittle), from: UTF16.self, named: "UTF-16")
  }

  private static func utf32(_ document: Data, isLittle: Bool) throws(MigrationError) -> Data {
    try transcoded(words(document, of: UInt32.self, isLittle), from: UTF32.self, named: "UTF-32")
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
