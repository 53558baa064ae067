import Foundation
import JSONText
import TestSupport
import Testing

/// JSONTestSuite, read into documents.
@Suite(Shared.isThere) struct DocumentConformanceTests {
  /// What RFC 8259 leaves open, and documents refuse: bytes that are not UTF-8, or marked as such.
  static let refused: Set = [
    "i_string_UTF-16LE_with_BOM.json", "i_string_UTF-8_invalid_sequence.json",
    "i_string_UTF8_surrogate_U+D800.json", "i_string_invalid_utf-8.json",
    "i_string_iso_latin_1.json", "i_string_lone_utf8_continuation_byte.json",
    "i_string_not_in_unicode_range.json", "i_string_overlong_sequence_2_bytes.json",
    "i_string_overlong_sequence_6_bytes.json", "i_string_overlong_sequence_6_bytes_null.json",
    "i_string_truncated-utf-8.json", "i_string_utf16BE_no_BOM.json",
    "i_string_utf16LE_no_BOM.json", "i_structure_UTF-8_BOM_empty_object.json",
  ]

  static let tooDeep: Set = [
    "n_structure_100000_opening_arrays.json", "n_structure_open_array_object.json",
  ]

  static let guides: [Guide] = [
    .nothing, .everything,
    Guide(paths: [[.key([0x61])], [.every, .key([0x61]), .every], [.some]]),
  ]

  /// The error that all guides refuse a file with, or nil; what is accepted comes out as it was.
  static func kind(_ file: URL) throws -> JSONError.Kind? {
    let text = [UInt8](try Data(contentsOf: file))
    let kinds = guides.map { guide -> JSONError.Kind? in
      var subject = Subject(guide: guide)
      do throws(JSONError) {
        try subject.read(text)
        #expect(subject.written() == text, "\(file.lastPathComponent)")
        return nil
      } catch {
        #expect(error.offset <= text.count && error.line > 0 && error.column > 0)
        return error.kind
      }
    }
    #expect(Set(kinds).count == 1, "\(file.lastPathComponent)")
    return kinds[0]
  }

  @Test(arguments: [("y_", 95), ("n_", 188), ("i_", 35)])
  func `each file has its outcome`(prefix: String, count: Int) throws {
    let files = try Shared.files(in: ValueConformanceTests.folder, prefix: prefix)
    #expect(files.count == count)
    for file in files {
      let name = file.lastPathComponent
      let isRefused = prefix == "n_" || Self.refused.contains(name)
      let expected: JSONError.Kind? =
        Self.tooDeep.contains(name) ? .tooDeep : isRefused ? .badJSON : nil
      #expect(try Self.kind(file) == expected, "\(name)")
    }
  }
}
