/// The words of errors. The scanner keeps only why and where it stopped; this looks there again.
extension Document {
  /// An error at a byte of the open document; line and column are found now, when someone needs
  /// them, and count from where the document begins.
  func error(
    _ kind: JSONError.Kind, at offset: Int, found: String, expected: String
  ) -> JSONError {
    let place = SourceMap.place(of: offset, in: source.view[extent])
    return JSONError(
      kind, offset: offset, line: place.line, column: place.column, found: found,
      expected: expected)
  }

  func tooLong(_ range: Range<Int>) -> JSONError {
    guard range.count > limits.bytes else {
      return error(
        .tooBig, at: range.lowerBound, found: "a text that ends behind 2 GiB",
        expected: "less text at once")
    }
    return error(
      .tooBig, at: range.lowerBound, found: "\(range.count) bytes",
      expected: "at most \(limits.bytes) bytes")
  }

  func explain(_ scanner: Scanner, in range: Range<Int>) -> JSONError {
    if scanner.failure.offset >= range.upperBound, range.upperBound < source.count,
      let error = errorAlone(range)
    {
      return error
    }
    let offset = min(scanner.failure.offset, range.upperBound)
    let faults = FaultSearch(bytes: source.view, range: range)
    switch scanner.failure.reason {
    case .string: return error(faults.ofText(at: offset), faults, inText: true)
    case .number: return error(faults.ofNumber(at: offset), faults)
    case .tooDeep:
      return error(
        .tooDeep, at: offset, found: Found.oneMoreLevel, expected: Expected.levels(limits.depth))
    case .noMemory: return noMemory(at: offset)
    case .key: return error((offset, faults.key(at: offset)), faults)
    case .colon: return error((offset, Expected.colon), faults)
    case .commaOrBrace:
      return error(faults.behindValue(at: offset, Expected.comma(or: "}")), faults)
    case .commaOrBracket:
      return error(faults.behindValue(at: offset, Expected.comma(or: "]")), faults)
    case .end:
      // At the end of one of many documents in a text, which the next one goes on as it seems.
      guard offset < range.upperBound else {
        return error((offset, "the rest of the value"), faults)
      }
      var error = error(faults.behindValue(at: offset, Expected.end), faults)
      error.followsValue = error.expected == Expected.end
      return error
    case .value, .none: return error((offset, faults.value(at: offset)), faults)
    }
  }

  /// What is wrong with a document when nothing stands behind it.
  ///
  /// One that lacks its end seems to go on in the next one of the text, and why the scanner stopped
  /// there says nothing about it.
  private func errorAlone(_ range: Range<Int>) -> JSONError? {
    var alone = Document(limits: limits)
    alone.load(source.view[range])
    do {
      try alone.read()
      return nil
    } catch {
      var moved = self.error(
        error.kind, at: range.lowerBound + error.offset, found: error.found,
        expected: error.expected)
      moved.followsValue = error.followsValue
      return moved
    }
  }

  private func error(
    _ fault: (offset: Int, expected: String), _ faults: FaultSearch, inText: Bool = false
  ) -> JSONError {
    error(
      .badJSON, at: fault.offset, found: faults.found(at: fault, inText: inText),
      expected: fault.expected)
  }
}

/// Looks for what is wrong near the place where the scanner stopped, and says it in the words that
/// the readers of values and of rules have for it.
private struct FaultSearch {
  let bytes: ByteView
  let range: Range<Int>

  private var end: Int { range.upperBound }

  func found(at fault: (offset: Int, expected: String), inText: Bool) -> String {
    let (offset, text) = (fault.offset, bytes[range])
    if offset < end {
      let byte = bytes[offset]
      if byte == 0x5D || byte == 0x7D, last(before: offset) == 0x2C {
        return Found.rightAfterComma(bracket: byte)
      }
      if Expected.areKeys(fault.expected), Found.isWord(byte) {
        return Found.unquoted(text[offset...])
      }
    }
    return Found.describe(text, at: offset, inText: inText)
  }

  /// The byte before a place, white space aside; 0 where there is none.
  private func last(before offset: Int) -> UInt8 {
    bytes[range.lowerBound..<offset].last { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } ?? 0
  }

  func key(at offset: Int) -> String {
    last(before: offset) == 0x7B ? Expected.firstKey : Expected.key
  }

  func value(at offset: Int) -> String {
    last(before: offset) == 0x5B ? Expected.firstValue : Expected.value
  }

  /// What is wrong at a place behind a value, which may belong to the value.
  func behindValue(at offset: Int, _ expected: String) -> (Int, String) {
    guard offset < end, offset > range.lowerBound, Found.isWord(bytes[offset]) else {
      return (offset, expected)
    }
    let before = bytes[offset - 1]
    if NumberText.isDigit(before) {
      // Only behind a zero do the digits of a number end where there are more.
      return NumberText.isDigit(bytes[offset]) ? (offset, Expected.noDigit) : (offset, expected)
    }
    guard Found.isWord(before) else { return (offset, expected) }
    let others = bytes[range.lowerBound..<offset].lastIndex { !Found.isWord($0) }
    let start = others.map { $0 + 1 } ?? range.lowerBound
    return (start, value(at: start))
  }

  /// Where a text goes wrong whose body starts at `start`, and what should stand there.
  func ofText(at start: Int) -> (Int, String) {
    let invalid = firstInvalid(from: start)
    var offset = start
    while offset < min(end, invalid) {
      offset = bytes.findQuoteEscapeOrControl(offset)
      if offset >= min(end, invalid) { break }
      if bytes.byte(unchecked: offset) == 0x5C {
        let next = bytes.skipEscape(offset)
        if next < 0 { return ofEscape(at: offset) }
        offset = next
      } else if bytes.byte(unchecked: offset) == 0x22 {
        break
      } else {
        let isBreak = bytes.byte(unchecked: offset) == 0x0A || bytes.byte(unchecked: offset) == 0x0D
        return (offset, isBreak ? Expected.closingQuoteOrBreak : Expected.noControl)
      }
    }
    return invalid < end ? (invalid, Expected.utf8) : (end, Expected.closingQuote)
  }

  private func firstInvalid(from start: Int) -> Int {
    let invalid = bytes.findInvalidUTF8(from: start, to: end)
    return invalid < 0 ? end : invalid
  }

  private func ofEscape(at start: Int) -> (Int, String) {
    guard bytes.byte(unchecked: start + 1) == 0x75 else { return (start + 1, Expected.escape) }
    var offset = start + 2
    while isHexDigit(bytes.byte(unchecked: offset)) { offset += 1 }
    return (offset, Expected.hexadecimal)
  }

  /// Where a number goes wrong that begins well.
  func ofNumber(at start: Int) -> (Int, String) {
    guard case .fault(let offset, let expected) = NumberText.scan(bytes[range], from: start) else {
      return (start, Expected.value)
    }
    return (offset, expected)
  }
}
