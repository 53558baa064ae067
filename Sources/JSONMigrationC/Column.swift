internal import CJSONMigration
internal import JSONMigrationCore

/// Strings as Arrow lays them out, read so that no offset leads out of the data.
struct Column {
  // Each is as long as the caller has said; within that every read below is checked.
  private let data: UnsafeRawBufferPointer
  private let offsets: UnsafeRawBufferPointer
  private let valid: UnsafeRawBufferPointer?
  private let first: Int
  let isWide: Bool
  let count: Int

  init(_ column: jsonmigration_column) throws(MigrationError) {
    guard column.offset_bits == 32 || column.offset_bits == 64 else {
      throw refusal("offsets have 32 or 64 bits, and not \(column.offset_bits)")
    }
    isWide = column.offset_bits == 64
    data = try memory(column.data, column.data_count, "data")
    first = try size(column.first, "first")
    count = try size(column.count, "count")
    let (end, isTooFar) = first.addingReportingOverflow(count)
    let known = try size(column.offsets_count, "offsets_count")
    guard !isTooFar, count == 0 || known > end else {
      throw refusal(
        "\(count) strings from number \(first) on need an offset more than the last of them, and "
          + "there are \(known) offsets")
    }
    let (width, isTooWide) = known.multipliedReportingOverflow(by: isWide ? 8 : 4)
    guard !isTooWide else { throw refusal("`offsets_count` is \(known), more than memory has") }
    offsets = try memory(column.offsets, width, "offsets")
    let bytes = try size(column.valid_count, "valid_count")
    if let valid = column.valid {
      guard count == 0 || (end - 1) / 8 < bytes else {
        throw refusal("\(end) bits of `valid` need \((end - 1) / 8 + 1) bytes, and it has \(bytes)")
      }
      self.valid = UnsafeRawBufferPointer(start: valid, count: bytes)
    } else {
      valid = nil
    }
  }

  /// Whether a string is missing.
  @inline(__always)
  func isNull(_ row: Int) -> Bool {
    guard let valid else { return false }
    let bit = first + row
    // The initializer has found `valid` to have a bit for each row.
    return valid[bit >> 3] >> UInt8(truncatingIfNeeded: bit & 7) & 1 == 0
  }

  /// Where a row begins, or where the last one ends; nothing is known of the number yet.
  @inline(__always)
  func offset(_ row: Int) -> Int {
    // The initializer has found that there is an offset for each row, and one more.
    isWide
      ? Int(
        truncatingIfNeeded: offsets.loadUnaligned(
          fromByteOffset: (first + row) * 8, as: Int64.self))
      : Int(offsets.loadUnaligned(fromByteOffset: (first + row) * 4, as: Int32.self))
  }

  /// The string of a row between two offsets, which may be anything.
  @inline(__always)
  func string(_ row: Int, from start: Int, to end: Int) throws(MigrationError)
    -> UnsafeRawBufferPointer
  {
    guard start >= 0, start <= end, end <= data.count else {
      throw refusal(
        start < 0 || end < start
          ? "row \(row) goes from offset \(start) to \(end): offsets are not negative and never go back"
          : "row \(row) ends at offset \(end), and the data has \(data.count) bytes")
    }
    // Both offsets are inside the data.
    return UnsafeRawBufferPointer(rebasing: data[start..<end])
  }

  /// About how many bytes the strings have, before their offsets were looked at.
  var likelySize: Int {
    guard count > 0 else { return 0 }
    let (size, isWrong) = offset(count).subtractingReportingOverflow(offset(0))
    return isWrong ? 0 : min(max(size, 0), data.count)
  }
}

/// A size of the header, which has no sign, as one of this language.
func size(_ number: Int, _ name: String) throws(MigrationError) -> Int {
  guard number >= 0 else {
    throw refusal("`\(name)` is \(UInt(bitPattern: number)), more than memory has")
  }
  return number
}

/// Memory of the caller's, which is as long as the caller says.
func memory(
  _ start: UnsafeRawPointer?, _ count: Int, _ name: String
) throws(MigrationError) -> UnsafeRawBufferPointer {
  let count = try size(count, "count of \(name)")
  guard start != nil || count == 0 else {
    throw refusal("`\(name)` is NULL, and has \(count) bytes")
  }
  return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
}

/// An error of whoever calls.
func refusal(_ message: String, help: String? = nil) -> MigrationError {
  MigrationError(Diagnostic(.usage, message, help: help))
}

/// The error of a call for which there was no memory.
let noMemory = MigrationError(
  Diagnostic(
    .tooBig, "there is no memory for the result", help: "give fewer documents at a time"))
