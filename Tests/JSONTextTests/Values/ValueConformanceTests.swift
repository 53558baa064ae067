import Foundation
import JSONText
import TestSupport
import Testing

/// JSONTestSuite, read into values.
@Suite(Shared.isThere) struct ValueConformanceTests {
  static let folder = "conformance/JSONTestSuite/test_parsing"

  /// Good JSON that a value can't hold, for a key stands twice.
  static let duplicates: Set = [
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  ]

  /// Bad JSON whose first fault is another one.
  static let refused: [String: JSONError.Kind] = [
    "n_structure_100000_opening_arrays.json": .tooDeep,
    "n_structure_open_array_object.json": .tooDeep,
    "n_string_1_surrogate_then_escape.json": .invalidValue,
    "n_string_incomplete_surrogate_escape_invalid.json": .invalidValue,
  ]

  /// What RFC 8259 leaves open, and values accept: they keep numbers as written.
  static let accepted: Set = [
    "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json",
    "i_number_neg_int_huge_exp.json", "i_number_pos_double_huge_exp.json",
    "i_number_real_neg_overflow.json", "i_number_real_pos_overflow.json",
    "i_number_real_underflow.json", "i_number_too_big_neg_int.json",
    "i_number_too_big_pos_int.json", "i_number_very_big_negative_int.json",
    "i_structure_500_nested_arrays.json",
  ]

  /// Halves of surrogate pairs, which a `String` can't hold.
  static let halves: Set = [
    "i_object_key_lone_2nd_surrogate.json", "i_string_1st_surrogate_but_2nd_missing.json",
    "i_string_1st_valid_surrogate_2nd_invalid.json",
    "i_string_incomplete_surrogate_and_escape_valid.json",
    "i_string_incomplete_surrogate_pair.json", "i_string_incomplete_surrogates_escape_valid.json",
    "i_string_invalid_lonely_surrogate.json", "i_string_invalid_surrogate.json",
    "i_string_inverted_surrogates_U+1D11E.json", "i_string_lone_second_surrogate.json",
  ]

  /// The error that a file is refused with, or nil.
  static func kind(_ file: URL) throws -> JSONError.Kind? {
    let data = try Data(contentsOf: file)
    do throws(JSONError) {
      let value = try JSON(parsing: data)
      // What was accepted is written and read back as the same.
      let back = try JSON(parsing: value.description)
      #expect(back == value, "\(file.lastPathComponent)")
      return nil
    } catch {
      return error.kind
    }
  }

  @Test func `what must be accepted is`() throws {
    let files = try Shared.files(in: Self.folder, prefix: "y_")
    #expect(files.count == 95)
    for file in files {
      let name = file.lastPathComponent
      let kind: JSONError.Kind? = Self.duplicates.contains(name) ? .duplicateKey : nil
      #expect(try Self.kind(file) == kind, "\(name)")
    }
  }

  @Test func `what must be refused is`() throws {
    let files = try Shared.files(in: Self.folder, prefix: "n_")
    #expect(files.count == 188)
    for file in files {
      let name = file.lastPathComponent
      #expect(try Self.kind(file) == Self.refused[name] ?? .badJSON, "\(name)")
    }
  }

  @Test func `what is left open has one outcome each`() throws {
    let files = try Shared.files(in: Self.folder, prefix: "i_")
    #expect(files.count == 35)
    for file in files {
      let name = file.lastPathComponent
      let isHalf = Self.halves.contains(name)
      let kind: JSONError.Kind? =
        Self.accepted.contains(name) ? nil : isHalf ? .invalidValue : .badJSON
      #expect(try Self.kind(file) == kind, "\(name)")
    }
  }
}
