import JSONText
import Testing

@Suite struct SourceMapTests {
  @Test func `places count lines and scalars from 1`() {
    let text = "ab\né😀c\r\n\rx\n"
    let map = SourceMap(Array(text.utf8))
    var line = 1
    var column = 1
    var offset = 0
    for scalar in text.unicodeScalars {
      for inside in 0..<UTF8.width(scalar) {
        #expect(map.place(of: offset + inside) == (line, column))
        #expect(SourceMap.place(of: offset + inside, in: Array(text.utf8)) == (line, column))
      }
      offset += UTF8.width(scalar)
      column += 1
      if scalar == "\n" { (line, column) = (line + 1, 1) }
    }
    #expect(map.place(of: offset) == (4, 1))
    #expect(map.place(of: offset + 9) == (4, 1))
    #expect(map.place(of: -1) == (1, 1))
  }

  @Test func `an empty text has one place`() {
    #expect(SourceMap([]).place(of: 0) == (1, 1))
  }

  @Test func `text that is no UTF-8 has places too`() {
    let bytes: [UInt8] = [0x80, 0x80, 0x0A, 0xFF, 0x61, 0xC3, 0x0A, 0xE2, 0x82]
    let map = SourceMap(bytes)
    let places = (0...bytes.count).map { map.place(of: $0) }
    #expect(places.map(\.line) == [1, 1, 1, 2, 2, 2, 2, 3, 3, 3])
    #expect(places.map(\.column) == [1, 1, 1, 1, 2, 3, 4, 1, 1, 2])
  }
}
