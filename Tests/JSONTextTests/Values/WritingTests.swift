import JSONText
import TestSupport
import Testing

@Suite struct WritingTests {
  static func text(
    _ value: JSON, _ layout: JSON.Layout = .compact, margin: String = ""
  ) -> String {
    var output: [UInt8] = []
    value.write(into: &output, layout: layout, margin: Array(margin.utf8))
    return String(decoding: output, as: UTF8.self)
  }

  static let sample: JSON = ["a": [1, ["b": []], [:]], "c": .number(1.5e30), "d": [[nil]]]

  @Test func `compact text has no white space`() {
    #expect(Self.sample.description == #"{"a":[1,{"b":[]},{}],"c":1.5e+30,"d":[[null]]}"#)
    #expect((["k": true] as JSONObject).description == #"{"k":true}"#)
  }

  @Test func `pretty text has a line for each member and element`() {
    let expected = """
      {
        "a": [
          1,
          {
            "b": []
          },
          {}
        ],
        "c": 1.5e+30,
        "d": [
          [
            null
          ]
        ]
      }
      """
    #expect(Self.sample.debugDescription == expected)
    #expect(Self.text("x", .pretty()) == #""x""#)
  }

  @Test func `the layout is the caller's`() {
    let value: JSON = ["a": [1, 2]]
    #expect(Self.text(value, .pretty(indent: "\t")) == "{\n\t\"a\": [\n\t\t1,\n\t\t2\n\t]\n}")
    let spaced = JSON.Layout(afterColon: Array(" ".utf8), afterComma: Array(" ".utf8))
    #expect(Self.text(["a": 1, "b": [1, 2]], spaced) == #"{"a": 1, "b": [1, 2]}"#)
    let windows = JSON.Layout(lineBreak: Array("\r\n".utf8), indent: Array(" ".utf8))
    #expect(Self.text([1], windows, margin: "--") == "[\r\n-- 1\r\n--]")
  }

  @Test func `only what must be escaped is`() {
    for code in UInt8(0)..<0x20 {
      let text = Self.text(.string(String(Unicode.Scalar(code))))
      let short: [UInt8: String] = [8: "b", 9: "t", 10: "n", 12: "f", 13: "r"]
      let hex = String(code, radix: 16)
      let long = "u00" + (hex.utf8.count < 2 ? "0" : "") + hex
      #expect(text == "\"\\" + (short[code] ?? long) + "\"")
    }
    #expect(Self.text(#""\/"#) == #""\"\\/""#)
    let plain = "\u{7F}\u{80}\u{2028}\u{FEFF}\u{E9}e\u{301}\u{1F600}'<>&"
    #expect(Array(Self.text(.string(plain)).utf8) == Array("\"\(plain)\"".utf8))
    #expect(Self.text(["\"\n": 1]) == #"{"\"\n":1}"#)
  }

  @Test func `what is written is read back, in every layout`() throws {
    var random = Seeded()
    for _ in 0..<500 {
      let value = JSON.random(using: &random)
      for layout in [.compact, .pretty(), .pretty(indent: "")] as [JSON.Layout] {
        let back = try JSON(parsing: Self.text(value, layout))
        #expect(back == value, "\(value) \(random)")
        // Order and spelling, which equality passes over.
        #expect(back.description == value.description, "\(random)")
      }
    }
  }
}
