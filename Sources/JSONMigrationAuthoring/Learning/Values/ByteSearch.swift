extension [UInt8] {
  /// Where the first occurrence of some bytes ends.
  ///
  /// Texts are searched so often that the searching of strings, which knows of characters, would
  /// take half of the time.
  func end(of bytes: some Collection<UInt8>) -> Int? {
    guard let first = bytes.first else { return 0 }
    let size = bytes.count
    guard count >= size else { return nil }
    for start in 0...(count - size)
    where self[start] == first && self[start..<(start + size)].elementsEqual(bytes) {
      return start + size
    }
    return nil
  }

  func holds(_ text: String) -> Bool { end(of: text.utf8) != nil }
}
