import Foundation
import JSONMigration
import JSONMigrationCore
import Testing

/// What the tests of `JSONDecoder` itself ask of a decoder, asked of both.
@Suite struct DecoderCaseTests {
  @Test(
    arguments: Self.shells + Self.tries + Self.everyType + Self.numbers + Self.texts + Self.inner
      + Self.strategies)
  func `an unusual type gets what JSONDecoder gives it`(_ agreement: Agreement) throws {
    let disagreements = try agreement.disagreements()
    #expect(disagreements.isEmpty, "\(disagreements.joined(separator: "\n"))")
  }

  static let shells: [Agreement] = [
    Agreement(Hollow.self, AgreementTests.anything),
    Agreement(HollowClass.self, AgreementTests.anything),
    Agreement(Sole<Int>.self, AgreementTests.anything),
    Agreement(Sole<String?>.self, AgreementTests.anything),
    Agreement(Sole<[Sole<Double>]>.self, ["[1, 2.5]", #"[1, "x"]"#, "[null]", "{}"]),
    Agreement(SoleClass<Point>.self, [#"{"x": 1, "y": 2}"#, #"{"x": 1}"#, "[]", "null"]),
    Agreement([SoleClass<Bool>?].self, ["[true, null]", "[1]", "[[]]"]),
    Agreement([Suit?].self, [#"["hearts", null]"#, #"["clubs"]"#, "[1]"]),
    Agreement([Hollow].self, ["[{}, {}]", #"[{"a": [1, {"b": 2}]}, {}]"#, "[1]", "[null]"]),
    Agreement(Int???.self, ["null", "1", "\"x\""]),
  ]

  static let tries: [Agreement] = [
    Agreement(
      First<[String], [Int]>.self,
      ["[1, 2, 3]", #"["a"]"#, "[]", #"["a", 1]"#, #"[1, "a"]"#, "{}"]),
    Agreement(
      First<[[Int]], First<[String: [Int]], [Point]>>.self,
      [
        "[[1], [2]]", #"{"a": [1]}"#, #"[{"x": 1, "y": 2}, {"x": 3, "y": 4}]"#,
        #"[[1], {"x": 1, "y": 2}]"#, #"{"a": [1], "b": 2}"#,
      ]),
    Agreement(
      First<Date, Int>.self, named: "a function that throws", ["1", "null"],
      configure: { $0.dateDecodingStrategy = .custom { _ in throw Choosy.Refusal.tooSmall(0) } }),
    Agreement(
      First<Data, Int>.self, named: "a function that throws", ["1", "\"x\""],
      configure: { $0.dataDecodingStrategy = .custom { _ in throw Choosy.Refusal.tooSmall(0) } }),
    Agreement(
      [Choosy].self, [#"[{"size": 11}]"#, #"[{"size": 11}, {"size": 1}]"#, "[12, 3]", "[{}]"]),
    Agreement(
      [String: Choosy].self, [#"{"a": 11, "b": {"size": 12}}"#, #"{"a": {"size": 9}}"#]),
    Agreement([First<Choosy, Int>].self, [#"[{"size": 11}, 1, 12]"#, #"[{"size": 1}]"#]),
    Agreement(Doubting.self, ["[1, 2, 3]", "[null, 1]", "[null, null, null, null, 2]", "[]"]),
    Agreement(
      Patient.self,
      [
        #"[1, "a", 2]"#, "[[], [1], 2]", #"[{"a": 1}, {}, 3]"#, "[null, 1]", "[true]", "[1.5, 2]",
        "[300, [[[]]], 4]", "[]",
      ]),
  ]

  static let everyType: [Agreement] = {
    let keys = EveryType.Keys.allCases.map(\.rawValue)
    func object(_ value: (String) -> String) -> String {
      "{" + keys.map { "\"\($0)\": \(value($0))" }.joined(separator: ", ") + "}"
    }
    func right(_ key: String) -> String {
      switch key {
      case "bool": "true"
      case "string": "\"text\""
      case "list": "[1]"
      default: "1"
      }
    }
    let wrong = keys.map { key in object { $0 == key ? "{}" : right($0) } }
    let none = keys.map { key in object { $0 == key ? "null" : right($0) } }
    let lists = keys.map { key in
      "[" + keys.map { $0 == key ? "null" : right($0) }.joined(separator: ", ") + "]"
    }
    let short = keys.indices.map { count in
      "[" + keys.prefix(count).map(right).joined(separator: ", ") + "]"
    }
    return [
      Agreement(
        EveryType.self, named: "members", ["{}", object(right), object { _ in "null" }] + none),
      Agreement(EveryType.self, named: "members of another type", wrong),
      Agreement(EveryType.self, named: "elements", lists + short + ["1", "null"]),
    ]
  }()

  static let numbers: [Agreement] = [
    Agreement(Int128.self, AgreementTests.anything + wide),
    Agreement(UInt128.self, AgreementTests.anything + wide),
    Agreement([Int64].self, named: "near the ends", wide.map { "[\($0)]" }),
    Agreement([UInt64].self, named: "near the ends", wide.map { "[\($0)]" }),
    Agreement(
      [Float].self, named: "extremes",
      ["[3.4028235e38, 1.1754944e-38, 1e-45, 7e-46]", "[3.4028236e38]", "[1e39]", "[-1e-50]"]),
    Agreement(
      [Double].self, named: "extremes",
      [
        "[7.45673334164903e-115, -55.66, 0.000001, 1.7976931348623157e+308, 5e-324]",
        "[2.4e-324]", "[0.1e-400]", "[0e10, -0e-10, 0.0e400]",
        "[23456789012000000000000000000000000000000000000000000000000000000000000000]",
        "[9007199254740993.0, 9007199254740992.9999, 0.30000000000000001665]",
      ]),
    Agreement([Foundation.Decimal].self, named: "of many digits", longDecimals.map { "[\($0)]" }),
    Agreement(
      [Bool].self, named: "of numbers", ["[1]", "[0]", "[1.0]", "[\"true\"]", "[true, 1]"]),
    Agreement(
      [Int].self, named: "of what is no number",
      ["[true]", "[false]", "[\"1\"]", "[1.0]", "[1e3]", "[1.5e1]", "[1e-1]", "[100e-2]"]),
  ]

  /// At 2^63, 2^64 and 2^127, and where doubles round to them.
  static let wide = [
    "-9223372036854776833", "-9223372036854776832", "-9223372036854775809",
    "-9223372036854775808", "9223372036854775807", "9223372036854775808", "9223372036854776832",
    "18446744073709551615", "18446744073709551616", "18446744073709553665",
    "-18446744073709551616", "170141183460469231731687303715884105727",
    "170141183460469231731687303715884105728", "-170141183460469231731687303715884105728",
    "-170141183460469231731687303715884105729", "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211456",
  ]

  static let longDecimals = [
    "1.234567891011121314", "-0.1234567891011121314", "123.4567891011121314e-100",
    "3.14159265358979323846264338327950288419", "100000000000000000000000000000000000001",
    "440474310512876335.18692524723746578303827301433673643795", "1e127", "1e128", "1e-127",
    "0.00000000000000000000000000000000000000000000000000000000000000001", "-0.0", "1E5",
  ]

  static let texts: [Agreement] = [
    Agreement(
      [String].self, named: "escapes",
      [
        #"["\/", "\u002F", "\b\f\n\r\t", "\u0041\u0061", "\u0000a\u0000", "\u007f\u0080\u07ff"]"#,
        #"["\u0800\uffff\ufffe\ufdd0", "\ud834\udd1e\uD834\uDD1E", "é", "e\u0301", "\u00e9"]"#,
        #"["\ud800"]"#, #"["\udc00\ud800"]"#, #"["\ud800x"]"#, #"["\ud800\u0041"]"#,
        #"["x\udfff"]"#,
        "[\"\u{7f}\u{85}\u{2028}\u{2029}\u{feff}\"]",
      ]),
    Agreement(
      [String: Bool].self, named: "white space",
      [
        "{\"a\":true}", " { \"a\" : true } ", "\n{\n\"a\"\n:\ntrue\n}\n",
        "\t{\t\"a\"\t:\ttrue\t}\t",
        "\r\n{\r\n\"a\"\r\n:\r\ntrue\r\n}\r\n", "{ }", "{\n\n}",
      ]),
    Agreement(
      [String: String].self, named: "keys with escapes",
      [#"{"\u0061": "b", "\/\\\"": "c"}"#, #"{"a\u0000": "b", "a": "c"}"#, #"{"": "empty"}"#]),
  ]

  static let inner: [Agreement] = [
    Agreement(Forgiving.self, [#"{"text": "a"}"#, "{}", #"{"text": null}"#, #"{"text": 1}"#]),
    Agreement(
      [Sharing].self,
      [
        #"[{"name": "a", "inner": {"name": "b"}}]"#, #"[{"name": "a", "inner": {}}]"#,
        #"[{"name": "a"}]"#, #"[{"inner": {"name": "b"}}]"#, #"[{"name": "a", "inner": []}]"#,
        #"[{"name": "a", "inner": {"name": "b"}, "super": 1}]"#,
      ]),
    Agreement(
      [Mixed].self, [#"[[{"a": 1}, [2, 3], "c", null, 1.5, {}], []]"#, "[1]", "[[[[]]]]"]),
    Agreement(
      Board.self,
      [
        #"{"pieces": []}"#, #"{"pieces": {}}"#,
        #"{"pieces": [{"file": "a", "rank": 1}, "rook"], "colours": [null, "spades"]}"#,
        #"{"pieces": [{"file": "a", "rank": 1}], "colours": null}"#,
        #"{"pieces": [{"file": "a"}, "rook"]}"#, #"{"pieces": ["rook", {}]}"#,
      ]),
    Agreement(
      [URL?].self, [#"["https://example.com/a/b?c=d#e", null]"#, #"[""]"#, "[1]", "[[]]"]),
  ]

  static let strategies: [Agreement] = [
    Agreement(
      [String: [String: Int]].self, named: "keys of dictionaries stay",
      [#"{"left_alone": {"so_is_this": 1}}"#, #"{"left_alone": {"so_is_this": "x"}}"#],
      configure: { $0.keyDecodingStrategy = .convertFromSnakeCase }),
    Agreement(
      [String: Snake].self, named: "keys in dictionaries are converted",
      [#"{"left_alone": {"first_name": 1}}"#, #"{"left_alone": {"firstName": null}}"#],
      configure: { $0.keyDecodingStrategy = .convertFromSnakeCase }),
    Agreement(
      AllKeys.self, named: "all keys made one", [#"{"a": 1, "b": 2, "c": 3}"#, "{}"],
      configure: { $0.keyDecodingStrategy = .custom { _ in Key("d") } }),
    Agreement(
      Optionals.self, named: "keys by their place",
      [#"{"x": 1, "f": {"a": 5, "b": 6}}"#, #"{"x": "y"}"#],
      configure: { decoder in
        decoder.keyDecodingStrategy = .custom { path in
          let names = path.count == 1 ? ["x": "a"] : ["a": "x", "b": "y"]
          let key = path[path.count - 1].stringValue
          return Key(names[key] ?? key)
        }
      }),
    Agreement(
      [Date].self, named: "a formatter", [#"["2025-08-23"]"#, #"["x"]"#, "[1]", "[null]"],
      configure: { decoder in
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "yyyy-MM-dd"
        decoder.dateDecodingStrategy = .formatted(formatter)
      }),
    Agreement(
      [Hollow].self, named: "a function of dates that reads nothing", ["[{}]"],
      configure: { $0.dateDecodingStrategy = .custom { _ in Date.distantPast } }),
    Agreement(
      [Date].self, named: "a function of dates that reads nothing", ["[{}, 1]", "[null]"],
      configure: { $0.dateDecodingStrategy = .custom { _ in Date.distantPast } }),
  ]

  @Test(
    arguments: [
      "", " ", "\n", "tru_", "true x", "nul", "nul_", "fals_", "+1", "0.", ".5", "1.e2", "1e",
      "-2.01e-", "-", "+", "0x42", "2s", "NaN", "Infinity", "inf", "01", "1 2", "\"foo", "'a'",
      "\"\u{1}\"", "\"a\tb\"", "\"\n\"", #""\x""#, #""\u12""#, #""\u12g4""#, "[1", "[1,,2]", "]",
      "{\"a\" 1}", "{\"a\":}", "{a: 1}", "{\"a\": json}", "{1: 2}", "{\"a\": 1",
      "{\"a\": 1 \"b\": 2}",
      "[1] // one", "/* one */ [1]", "\u{feff}\u{feff}1",
    ])
  func `what JSONDecoder calls no JSON is none here, and no value`(_ text: String) throws {
    let data = Data(text.utf8)
    #expect(throws: (any Error).self) { try JSONDecoder().decode(JSON.self, from: data) }
    #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(JSON.self, from: data, migrating: DecodingMigratedTests.current)
    }
  }

  @Test func `bytes that are no text are refused, in keys as in values`() throws {
    for bytes: [UInt8] in [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] {
      let key = Data(#"{""#.utf8) + bytes + Data(#"": 1}"#.utf8)
      let value = Data(#"{"a": ""#.utf8) + bytes + Data(#""}"#.utf8)
      for data in [key, value] {
        #expect(throws: (any Error).self) {
          try JSONDecoder().decode([String: JSON].self, from: data)
        }
        #expect(throws: MigrationError.self) {
          try JSONDecoder().decode(
            [String: Loose].self, from: data, migrating: DecodingMigratedTests.current)
        }
      }
    }
  }

  @Test func `a part of some data is a document of its own`() throws {
    let whole = Data("xx3.141596".utf8)
    let pi = try JSONDecoder().decode(
      Double.self, from: whole[2..<6], migrating: DecodingMigratedTests.current)
    #expect(pi == 3.14)
  }

  @Test func `a decoder and its containers can be asked after decoding is over`() throws {
    struct Later: Decodable {
      let decoder: any Decoder
      var list: any UnkeyedDecodingContainer

      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        list = try decoder.unkeyedContainer()
      }
    }
    let migrator = try DecodingMigratedTests.current
    var kept: [Later] = []
    for number in 0..<20 {
      let data = Data(#"[\#(number), "text \#(number)", {"x": \#(number), "y": 2}]"#.utf8)
      kept.append(try JSONDecoder().decode(Later.self, from: data, migrating: migrator))
      // What comes next must not get the memory of what is kept.
      _ = try JSONDecoder().decode([Int].self, from: Data("[7, 8, 9]".utf8), migrating: migrator)
    }
    for (number, later) in kept.enumerated() {
      var list = later.list
      #expect(try list.decode(Int.self) == number)
      #expect(try list.decode(String.self) == "text \(number)")
      #expect(try list.decode(Point.self) == Point(x: number, y: 2))
      var again = try later.decoder.unkeyedContainer()
      #expect(try again.decode(Int.self) == number)
    }
  }

  @Test func `five encodings of one text are one document`() throws {
    let text = #"{"a": "é日本😀", "b": [1, -2.5e3, null]}"#
    let expected = try JSONDecoder().decode([String: Loose].self, from: Data(text.utf8))
    let encodings: [String.Encoding] = [
      .utf8, .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian,
    ]
    var count = 0
    for encoding in encodings {
      for mark in ["", "\u{feff}"] {
        let data = try #require((mark + text).data(using: encoding))
        // Not all that begin with a mark are taken there.
        let theirs = try? JSONDecoder().decode([String: Loose].self, from: data)
        #expect(theirs == expected || mark != "")
        let ours = try JSONDecoder().decode(
          [String: Loose].self, from: data, migrating: DecodingMigratedTests.current)
        #expect(ours == expected, "\(encoding) \(mark == "" ? "without" : "with") a mark")
        count += theirs == nil ? 0 : 1
      }
    }
    #expect(count > encodings.count)
  }
}
