extension [UInt8] {
  /// JSON text with each comma at the end of a line in front of the next line.
  package var withCommasInFront: [UInt8] {
    var result: [UInt8] = []
    var offset = 0
    while offset < count {
      let end = self[(offset + 1)...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      let space = self[(offset + 1)..<(end ?? count)]
      // A text in it has no line break.
      if self[offset] == 0x2C, space.contains(0x0A) {
        result += space + [0x2C, 0x20]
        offset = space.endIndex
      } else {
        result.append(self[offset])
        offset += 1
      }
    }
    return result
  }
}
