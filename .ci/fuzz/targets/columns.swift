import CJSONMigration

/// A column of the input is refused, or each of its rows becomes what it becomes alone.
///
/// The input says offsets, validity and strings. The same strings as lines have a state for each line.
func check(_ input: [UInt8]) {
  guard let migrator = rules.opened else { preconditionFailure("the rules are sound") }
  var input = input[...]
  let isWide = next(&input) & 1 == 1
  let hasValid = next(&input) & 1 == 1
  // Signed, and often more than there is.
  let (first, count) = (next(&input), next(&input))
  let offsets = (0..<next(&input) & 15).map { _ in offset(&input) }
  let valid = (0..<next(&input) & 3).map { _ in UInt8(truncatingIfNeeded: next(&input)) }
  let data = Array(input)
  let bytes = isWide ? offsets.flatMap(bytes) : offsets.map { Int32(clamping: $0) }.flatMap(bytes)
  // In memory that is as long as is said, so that a read beyond it is seen.
  data.withUnsafeBufferPointer { data in
    bytes.withUnsafeBufferPointer { bytes in
      valid.withUnsafeBufferPointer { valid in
        var column = jsonmigration_column()
        (column.data, column.data_count) = (data.baseAddress, data.count)
        (column.offsets, column.offsets_count) = (
          UnsafeRawPointer(bytes.baseAddress), offsets.count
        )
        column.offset_bits = isWide ? 64 : 32
        if hasValid { (column.valid, column.valid_count) = (valid.baseAddress, valid.count) }
        (column.first, column.count) = (first, count)
        checkRows(migrator, column, offsets, data)
      }
    }
    checkLines(migrator, data)
  }
}

private func checkRows(
  _ migrator: OpaquePointer, _ column: jsonmigration_column, _ offsets: [Int],
  _ data: UnsafeBufferPointer<UInt8>
) {
  var batch = jsonmigration_batch()
  defer { jsonmigration_batch_free(&batch) }
  let status = withUnsafePointer(to: column) { jsonmigration_strings(migrator, $0, &batch) }
  if status == JSONMIGRATION_REFUSED {
    precondition(batch.data.bytes == nil && batch.errors.count > 0)
    return
  }
  precondition(batch.states.count == column.count)
  let width = Int(column.offset_bits) / 8
  precondition(batch.offsets.count == (column.count + 1) * width)
  func place(_ row: Int) -> Int {
    let start = UnsafeRawPointer(batch.offsets.bytes).advanced(by: row * width)
    return width == 8
      ? Int(start.loadUnaligned(as: Int64.self)) : Int(start.loadUnaligned(as: Int32.self))
  }
  precondition(place(0) == 0 && place(column.count) == batch.data.count)
  for row in 0..<column.count {
    let result = UnsafeBufferPointer(
      start: batch.data.bytes + place(row), count: place(row + 1) - place(row))
    let state = Int32(Int8(bitPattern: batch.states.bytes[row]))
    let bit = column.first + row
    if let valid = column.valid, valid[bit / 8] >> UInt8(bit % 8) & 1 == 0 {
      precondition(state == 0 && result.isEmpty)
      continue
    }
    let string = UnsafeBufferPointer(rebasing: data[offsets[bit]..<offsets[bit + 1]])
    var alone = jsonmigration_buffer()
    defer { jsonmigration_free(alone.bytes) }
    let status = jsonmigration_migrate(migrator, string.baseAddress, string.count, &alone, nil)
    precondition(state == status)
    let expected =
      status == JSONMIGRATION_CHANGED
      ? UnsafeBufferPointer(start: alone.bytes, count: alone.count) : string
    precondition(result.elementsEqual(expected))
  }
}

private func checkLines(_ migrator: OpaquePointer, _ data: UnsafeBufferPointer<UInt8>) {
  var batch = jsonmigration_batch()
  defer { jsonmigration_batch_free(&batch) }
  jsonmigration_lines(migrator, data.baseAddress, data.count, &batch)
  let newlines = data.count { $0 == 0x0A }
  precondition(batch.states.count == newlines + (data.last.map { $0 == 0x0A ? 0 : 1 } ?? 0))
  let states = UnsafeBufferPointer(start: batch.states.bytes, count: batch.states.count)
  precondition(
    states.count { $0 == 0xFF } == batch.failed && states.count { $0 == 1 } == batch.changed)
}

private func next(_ input: inout ArraySlice<UInt8>) -> Int {
  Int(Int8(bitPattern: input.popFirst() ?? 0))
}

/// Mostly a small number, so that some columns are sound.
private func offset(_ input: inout ArraySlice<UInt8>) -> Int {
  switch next(&input) {
  case -1: .max
  case -2: .min
  case let number: number
  }
}

private func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: number) { Array($0) }
}

/// Rules that are opened once.
private struct Rules: @unchecked Sendable {
  let opened: OpaquePointer?

  init() {
    let text = #"{"to": 2, "rules": [{"rename": {"a": "b"}}, {"drop": "c"}]}"#
    var result: OpaquePointer?
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      "v2.json".withCString { name in
        var source = jsonmigration_source(name: name, bytes: bytes.baseAddress, count: bytes.count)
        _ = jsonmigration_open_sources(&source, 1, nil, &result, nil)
      }
    }
    opened = result
  }
}

private let rules = Rules()
