/// What an outline's keys and scalars are, byte for byte, without making text of them.
extension OutlineView {
  /// Whether the key of a member is this one.
  package func hasKey(_ number: Int, _ key: [UInt8]) -> Bool {
    let entry = entry(number)
    if Int(entry.keyLength) == key.count {
      let start = entry.key.offset
      return view(of: entry.key).equals(start..<start + key.count, key)
    }
    return entry.keyLength & Outline.Entry.escapeMark != 0 && keyBytes(number) == key
  }

  /// The key of a member, without escapes.
  package func keyBytes(_ number: Int) -> [UInt8] {
    let entry = entry(number)
    let length = Int(entry.keyLength & ~Outline.Entry.escapeMark)
    let body = entry.key.offset..<entry.key.offset + length
    let bytes = view(of: entry.key)
    if entry.keyLength & Outline.Entry.escapeMark == 0 { return bytes[body].array }
    let text = ByteBuffer(unescaping: body, of: bytes)
    return text.view[0..<text.count].array
  }

  /// The bytes between the quotes of a string, as they are written.
  private func body(_ entry: Outline.Entry) -> Range<Int> {
    entry.value.offset + 1..<Int(entry.end) - 1
  }

  /// How many bytes are between the quotes of a string.
  package func stringLength(_ number: Int) -> Int { body(entry(number)).count }

  /// Whether a string stands for these bytes.
  package func isString(_ number: Int, _ text: [UInt8]) -> Bool {
    let entry = entry(number)
    if entry.count != 0 { return stringBytes(number) == text }
    return view(of: entry.value).equals(body(entry), text)
  }

  /// What a string stands for.
  package func stringBytes(_ number: Int) -> [UInt8] {
    let entry = entry(number)
    let bytes = view(of: entry.value)
    if entry.count == 0 { return bytes[body(entry)].array }
    let text = ByteBuffer(unescaping: body(entry), of: bytes)
    return text.view[0..<text.count].array
  }

  /// Whether a number is an integer, however it is written.
  package func isInteger(_ number: Int) -> Bool {
    let entry = entry(number)
    let bytes = view(of: entry.value)
    var offset = entry.value.offset
    let end = Int(entry.end)
    while offset < end {
      let byte = bytes[offset]
      if byte &- 0x30 > 9, byte != 0x2D { return NumberText.isInteger(text(number)) }
      offset &+= 1
    }
    return true
  }
}
