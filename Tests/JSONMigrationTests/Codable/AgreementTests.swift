import Foundation
import JSONMigrationCore
import Testing

/// The own decoder gives what `JSONDecoder` gives for the migrated document: values and errors.
@Suite struct AgreementTests {
  @Test(
    arguments: Self.scalars + Self.containers + Self.arrays + [Self.names] + Self.strategies
      + Self.ways + Self.keys + Self.days)
  func `values and errors are those of JSONDecoder`(_ agreement: Agreement) throws {
    let disagreements = try agreement.disagreements()
    #expect(disagreements.isEmpty, "\(disagreements.joined(separator: "\n"))")
  }

  static let anything = [
    "null", "true", "false", "0", "-0", "1", "-1", "1.0", "1.5", "-1.5e3", "10e-1", "\"\"",
    "\"text\"", "[]", "[1]", "{}", "{\"a\": 1}",
  ]

  static let numbers = [
    "127", "128", "-128", "-129", "255", "256", "32767", "32768", "65535", "65536", "2147483647",
    "2147483648", "-2147483648", "4294967295", "4294967296", "9007199254740991",
    "9007199254740993", "999999999999999999", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616", "1e2", "1e18", "1E400", "-1e400", "1e-320", "0e400", "0.0",
    "-0.0", "0.1", "0.30000000000000004", "123456.789", "1234567890.123456", "3.5e38", "3.4e38",
    "1e-46", "16777217", "0.1e1", "123456789012345.6", "1234567890123456.7", "100.00",
    "1.7976931348623157e308", "1.7976931348623159e308", "2.2250738585072014e-308",
  ]

  static let scalars: [Agreement] = [
    Agreement(Int.self, anything + numbers), Agreement(Int8.self, anything + numbers),
    Agreement(Int16.self, anything + numbers), Agreement(Int32.self, anything + numbers),
    Agreement(Int64.self, anything + numbers), Agreement(UInt.self, anything + numbers),
    Agreement(UInt8.self, anything + numbers), Agreement(UInt16.self, anything + numbers),
    Agreement(UInt32.self, anything + numbers), Agreement(UInt64.self, anything + numbers),
    Agreement(Double.self, anything + numbers + ["1e-400"]),
    Agreement(Float.self, anything + numbers + ["1e-400"]),
    Agreement(Bool.self, anything), Agreement(Decimal.self, anything + numbers + ["1e-400"]),
    Agreement(
      String.self,
      anything + [
        #""\u00e9\n\t\"\\\/""#, #""e\u0301""#, #""\ud83d\ude00""#, #""\ud83d""#, #""日本語""#,
        #""\u0000""#, #""a string that is longer than fifteen bytes""#,
      ]),
    Agreement(Int?.self, anything), Agreement(String?.self, anything),
    Agreement(Int??.self, ["null", "1"]),
    Agreement(Date.self, anything + ["777600000", "777600000.25", "-1"]),
    Agreement(
      Data.self, anything + [#""aGk=""#, #""aGk""#, #""a\u0047k=""#, #""?""#, #""aG k=""#]),
    Agreement(
      URL.self, anything + [#""https://example.com/a?b=c#d""#, #""a b""#, #""http://[""#]),
    Agreement(
      UUID.self, anything + [#""00000000-0000-4000-8000-000000000001""#, #""0000""#]),
  ]

  static let containers: [Agreement] = [
    Agreement([Int].self, anything + ["[1, 2, \"x\"]", "[1, null]", "[1, 2.5]", "[300, 1e99]"]),
    Agreement([UInt8].self, ["[1, 255, 256]", "[]", "[-1]"]),
    Agreement([String].self, anything + [#"["a", "b"]"#, #"["a", 1]"#, #"[null]"#]),
    Agreement([Double].self, anything + ["[1, 2.5]", "[1, \"x\"]"]),
    Agreement([[Int?]].self, ["[[1, null], []]", "[[1], [\"x\"]]", "[1]"]),
    Agreement(Set<Int>.self, ["[1, 2, 2]"]),
    Agreement([String: Int].self, anything + [#"{"a": 1, "b": 2}"#, #"{"a": 1, "b": "x"}"#]),
    Agreement([String: [String: Bool]].self, [#"{"a": {"b": true}}"#, #"{"a": {"b": 1}}"#]),
    Agreement([Int: String].self, [#"{"1": "a", "-2": "b"}"#, #"{"x": "a"}"#, #"[1, "a"]"#]),
    Agreement([Double: String].self, [#"[1.5, "a"]"#, #"[1.5]"#, #"{"a": "b"}"#]),
    Agreement([Suit: Int].self, [#"{"hearts": 1}"#, #"["hearts", 1, "spades", 2]"#, #"{"x": 1}"#]),
    Agreement([Plain: Int].self, [#"{"hearts": 1}"#, #"["hearts", 1]"#, #"{"x": 1}"#]),
    Agreement(ClosedRange<Int>.self, ["[1, 2]", "[2, 1]", "[1]", "[1, 2, 3]"]),
    Agreement(
      [String: Int].self, named: "more keys than are looked at one by one",
      ["{" + (0..<200).map { "\"k\($0)\": \($0)" }.joined(separator: ", ") + "}"]),
    Agreement(
      Point.self, named: "among many members, and out of order",
      [
        "{" + (0..<200).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
          + #", "y": 2, "x": 1}"#,
        #"{"y": 2, "x": 1}"#, #"{"y": 2}"#, #"{"x": 1, "y": 2, "x": 3}"#,
        #"{"y": 1, "x": 2, "y": 3, "x": 4}"#, #"{"\u0078": 1, "y": 2}"#, #"{"x": null, "y": 2}"#,
      ]),
  ]

  /// Arrays of so many elements are read without the standard library.
  static let many = (0..<300).map { #"{"x": \#($0), "y": 2}"# }

  static let arrays: [Agreement] = [
    Agreement(
      [Point].self, named: "many",
      [
        "[\(many.joined(separator: ","))]",
        "[\(many.joined(separator: ",")), {}]",
        "[\(many.joined(separator: ",")), null]",
        "[\(many.joined(separator: ",")), {\"x\": 1, \"y\": \"z\"}]",
      ]),
    Agreement(
      [[Point]].self, named: "many",
      [
        "[[\(many.joined(separator: ","))], [], [{\"x\": 1, \"y\": 2}]]",
        "[[\(many.joined(separator: ","))], [{\"x\": 1, \"y\": null}]]",
        "[[\(many.joined(separator: ","))], {}]", "[[\(many.joined(separator: ","))], null]",
      ]),
    Agreement(
      [Point?].self, named: "many",
      ["[\(many.joined(separator: ",")), null, {\"y\": 1, \"x\": 2}, 1]"]),
    Agreement(
      Set<Int>.self, named: "many", ["[\((0..<300).map(String.init).joined(separator: ","))]"]),
    Agreement(
      Snake.self, named: "many, snake case",
      [
        #"{"first_name": "a", "_last_name_": "b", "https_url": {"a_b": 1}, "list": ["#
          + (0..<300).map { #"{"in_ner": \#($0)}"# }.joined(separator: ",") + "]}"
      ], configure: { $0.keyDecodingStrategy = .convertFromSnakeCase }),
  ]

  /// Keys of all lengths, and such as are another key but for one byte.
  static let names = Agreement(
    Names.self,
    Names.all.map { names in
      let members = names.enumerated().map { #""\#($1)": \#($0)"# }
      return "{\(members.joined(separator: ", "))}"
    })

  static let strategies: [Agreement] = [
    Agreement(
      Snake.self, named: "snake case",
      [
        #"{"first_name": "a", "_last_name_": "b", "https_url": {"some_key": 1}, "list": []}"#,
        #"{"firstName": "a", "_lastName_": "b", "httpsUrl": {"a_b": 1, "a_b": 2}, "list": [{}]}"#,
        #"{"FIRST_NAME": "a", "_last__name_": "b", "https_URL": {}, "list": [{"in_ner": 1}]}"#,
        #"{"first_name": "a", "_last_name_": "b", "https_url": {"some_key": "x"}, "list": []}"#,
        #"{"first_name": "a", "first_name": "z", "_last_name_": 1}"#,
        #"{"__": 1, "": 2, "_": 3}"#,
      ], configure: { $0.keyDecodingStrategy = .convertFromSnakeCase }),
    Agreement(
      Snake.self, named: "keys of its own",
      [
        #"{"FIRSTNAME": "a", "x": 1, "_LASTNAME_": "b", "HTTPSURL": {"K": 1}, "LIST": []}"#,
        #"{"FIRSTNAME": "a", "_LASTNAME_": 1}"#,
      ],
      configure: { decoder in
        let names = ["firstName", "_lastName_", "httpsUrl", "list", "inNer"]
        decoder.keyDecodingStrategy = .custom { path in
          let key = path[path.count - 1].stringValue
          return Key(names.first { $0.uppercased() == key } ?? "\(path.count) \(key)")
        }
      }),
    Agreement(
      [Date].self, named: "seconds", ["[0, 1.5, -1]", "[\"x\"]", "[null]"],
      configure: { $0.dateDecodingStrategy = .secondsSince1970 }),
    Agreement(
      [Date].self, named: "milliseconds", ["[0, 1500, -1]", "[\"x\"]", "[true]"],
      configure: { $0.dateDecodingStrategy = .millisecondsSince1970 }),
    Agreement(
      [Date].self, named: "ISO 8601", dates.map { "[\"\($0)\"]" } + ["[1]", "[null]"],
      configure: { $0.dateDecodingStrategy = .iso8601 }),
    Agreement(
      [String: Date].self, named: "ISO 8601", [#"{"a": "no date"}"#],
      configure: { $0.dateDecodingStrategy = .iso8601 }),
    Agreement(
      [Date].self, named: "a function", ["[1]", "[\"x\"]", "[null]"],
      configure: {
        $0.dateDecodingStrategy = .custom { decoder in
          Date(timeIntervalSince1970: try decoder.singleValueContainer().decode(Double.self) * 2)
        }
      }),
    Agreement(
      [Data].self, named: "as bytes", ["[[1, 2, 255]]", "[[256]]", "[\"aGk=\"]", "[null]"],
      configure: { $0.dataDecodingStrategy = .deferredToData }),
    Agreement(
      [Data].self, named: "a function", ["[\"x\"]", "[1]"],
      configure: {
        $0.dataDecodingStrategy = .custom { decoder in
          Data(try decoder.singleValueContainer().decode(String.self).utf8)
        }
      }),
    Agreement(
      [Double].self, named: "names for what is no number",
      [#"["+", "-", "?", 1]"#, #"["x"]"#, #"["\u002b"]"#],
      configure: {
        $0.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "+", negativeInfinity: "-", nan: "?")
      }),
    Agreement(
      [Float].self, named: "names for what is no number", [#"["+", "-", "?", 1]"#],
      configure: {
        $0.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "+", negativeInfinity: "-", nan: "?")
      }),
    Agreement(
      Informed.self, named: "user info", ["1", "null"],
      configure: { decoder in
        if let key = Informed.key { decoder.userInfo[key] = "from the decoder" }
      }),
  ]

  static let dates = [
    "2025-08-23T02:00:00Z", "2025-08-23T02:00:00+02:00", "2025-08-23T02:00:00.5Z",
    "2025-02-29T00:00:00Z", "2024-02-29T23:59:59Z", "2025-13-01T00:00:00Z",
    "2025-12-31T24:00:00Z", "2025-12-31T23:59:60Z", "1582-10-10T00:00:00Z",
    "1583-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
    "1900-02-28T12:30:00Z", "2000-03-01T00:00:00Z", "1969-12-31T23:59:59Z", "2025-08-23",
    "2025-08-23 02:00:00Z", "2025-08-23T02:00:00", "20250823T020000Z", "", "2025-04-31T00:00:00Z",
  ]

  static let ways: [Agreement] = [
    Agreement(
      Drawing.self,
      [
        #"{"shape": {"circle": {"radius": 1}}, "suit": "hearts", "rank": 1}"#,
        #"{"shape": {"square": {"_0": 2}}, "suit": "spades", "rank": 2}"#,
        #"{"shape": {"empty": {}}, "suit": "hearts", "rank": 1}"#,
        #"{"shape": {"circle": {"radius": "x"}}, "suit": "hearts", "rank": 1}"#,
        #"{"shape": {"circle": {}}, "suit": "hearts", "rank": 1}"#,
        #"{"shape": {"other": {}}, "suit": "hearts", "rank": 1}"#,
        #"{"shape": {"circle": {"radius": 1}, "empty": {}}, "suit": "hearts", "rank": 1}"#,
        #"{"shape": {}, "suit": "hearts", "rank": 1}"#,
        #"{"shape": {"empty": {}}, "suit": "clubs", "rank": 1}"#,
        #"{"shape": {"empty": {}}, "suit": "hearts", "rank": 9}"#,
        #"{"shape": 1, "suit": "hearts", "rank": 1}"#, "null", "[]",
      ]),
    Agreement(
      Tree.self,
      [
        #"{"name": "a", "children": [{"name": "b", "children": []}], "size": 1, "level": 200}"#,
        #"{"name": "a", "children": [{"name": "b", "children": [{"name": 1}]}]}"#,
        #"{"name": "a"}"#, #"{"name": "a", "children": null}"#,
        #"{"name": "a", "children": [], "size": null, "level": null}"#,
        #"{"name": "a", "children": [], "size": "x", "level": null}"#,
        #"{"name": "a", "children": [], "level": 256}"#,
      ]),
    Agreement(
      Nested.self,
      [
        #"{"outer": {"inner": {"value": 1}, "list": [1, [2], {"a": 3}, null, "end"]}}"#,
        #"{"outer": {"inner": {"value": "x"}, "list": [1, [2], {"a": 3}, null, "end"]}}"#,
        #"{"outer": {"inner": {"value": 1}, "list": [1, ["x"], {"a": 3}, null, "end"]}}"#,
        #"{"outer": {"inner": {"value": 1}, "list": [1, [2], {"a": "x"}, null, "end"]}}"#,
        #"{"outer": {"inner": {"value": 1}, "list": [1, [2], {"a": 3}, null]}}"#,
        #"{"outer": {"inner": {"value": 1}, "list": [1, [2]]}}"#,
        #"{"outer": {"inner": {"value": 1}, "list": [1]}}"#,
        #"{"outer": {"inner": [], "list": []}}"#, #"{"outer": {"inner": null}}"#,
        #"{"outer": []}"#, #"{}"#, #"{"outer": {"inner": {"value": 1}, "list": {}}}"#,
      ]),
    Agreement(
      Dog.self,
      [
        #"{"barks": true, "super": {"legs": 4}, "parent": {"legs": 2}}"#,
        #"{"barks": true, "parent": {"legs": 2}}"#, #"{"barks": true, "super": {"legs": 4}}"#,
        #"{"barks": true, "super": {"legs": "x"}, "parent": {"legs": 2}}"#,
        #"{"barks": true, "super": 1, "parent": {"legs": 2}}"#,
      ]),
    Agreement(
      Sheep.self, [#"[1, {"legs": 4}]"#, #"[1]"#, #"[1, {"legs": "x"}]"#, #"[]"#, #"{}"#]),
    Agreement(
      Clamping.self,
      [#"{"low": 500, "high": 7}"#, #"{"low": "x", "high": 7}"#, #"{"high": 7}"#, #"{"low": 1}"#]),
    Agreement(
      Numbered.self,
      [#"{"first": 1, "second": 2}"#, #"{"first": 1}"#, #"{"first": 1, "second": "x"}"#]),
    Agreement(
      Optionals.self,
      [
        "{}", #"{"a": 1, "b": "x", "c": true, "d": 1.5, "e": [1], "f": {"x": 1, "y": 2}}"#,
        #"{"a": null, "b": null, "c": null, "d": null, "e": null, "f": null}"#,
        #"{"a": "x"}"#, #"{"b": 1}"#, #"{"c": 0}"#, #"{"d": []}"#, #"{"e": {}}"#, #"{"f": {}}"#,
        #"{"e": ["x"]}"#, #"{"f": {"x": 1, "y": "z"}}"#,
      ]),
    Agreement(
      Loose.self, [#"[1, "two", null, [3, ["four"]], {"five": 5}]"#, "true", "1.5", "{}", "null"]),
    Agreement(Elements.self, ["[1, null, 2]", "[]", "[1]", #"[1, "x", 2]"#, "[1, 2, 3, 4]"]),
    Agreement(Either.self, ["1", #""x""#, "[1]", #"{"x": 1, "y": 2}"#, "null"]),
  ]

  /// Keys that stand twice, keys in snake case that are odd, and keys that are no text.
  static let keys: [Agreement] = [
    Agreement(
      Insistent.self, named: "asked twice",
      [
        #"{"a": 1, "a": 2}"#, #"{"a": "x", "a": 1}"#, #"{"a": null, "a": 1, "b": 2}"#,
        #"{"a": 1, "b": 2, "a": 3, "c": 4, "b": 5}"#, #"{"a": 1, "b": 2, "c": 3}"#,
        #"{"a": 1, "\u0061": 2, "b": 3}"#, #"{"\u0061": 1, "a": 2}"#,
        #"{"b": 1, "b": 2, "a": 3}"#,
        #"{"aa": 1, "ab": 2, "a": 3, "ba": 4, "a": 5, "b": 6}"#, "{}",
        "{\(manyMembers), \"a\": 1, \"a\": 2, \"b\": 3, \"a\": 4}",
        "{\"a\": 1, \"b\": 2, \"a\": 4, \(manyMembers)}",
        "{\"a\": 1, \"b\": 2, \"c\": 4, \(manyMembers)}",
      ]),
    Agreement(
      [String: [String: Int]].self, named: "keys twice",
      [
        #"{"a": {"b": 1, "b": 2}, "b": {}, "a": {"b": 3}}"#,
        "{\"a\": {\(manyMembers), \(manyMembers)}}",
      ]),
    Agreement(
      AllKeys.self, named: "snake case",
      [
        "one_2two", "one_two-three", "a_b.c", "a_b c", "a_o'neil", "a_O\u{2019}NEIL", "a_ßx",
        "a_ŉx", "a_ǆx", "a_ﬁx", "one__two", "_a_b_", "__", "", "a_éB", "a_e\u{301}B", "A_OΣ",
        "a_1B2c",
        "日_本", "aB_cD", "a_x😀y",
      ].map { "{\"\($0)\": 1}" }, configure: { $0.keyDecodingStrategy = .convertFromSnakeCase }),
    Agreement(
      AllKeys.self, named: "keys that are no text",
      [#"{"\ud83d": 1}"#, #"{"a": 1, "x\udc00": 2}"#, #"{"\ud83d\ude00": 1}"#]),
    Agreement(
      [String: [String: Int]].self, named: "keys that are no text",
      [
        #"{"a": {"\ud83d": 1}}"#, #"{"\udc00": {}}"#, #"{"a": {"\ud83d\ude00": 1}}"#,
        #"{"a": {}, "b": {"x": "\ud83d"}}"#,
      ]),
    Agreement(
      [String: [String: Int]].self, named: "keys that are no text, converted",
      [#"{"a": {"\ud83d": 1}}"#, #"{"\udc00": {}}"#, #"{"a": {"\ud83d\ude00": 1}}"#],
      configure: { $0.keyDecodingStrategy = .convertFromSnakeCase }),
    Agreement(
      Optionals.self, named: "beside a key that is no text",
      [#"{"\ud83d": 1}"#, #"{"f": {"x": 1, "y": 2, "\ud83d": 1}}"#, #"{"g": {"\ud83d": 1}}"#]),
  ]

  /// More members than are looked at one by one.
  static let manyMembers = (0..<60).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")

  /// For a date that is none, `JSONDecoder` says where the value is whose `init(from:)` runs.
  static let days: [Agreement] = {
    let texts = [
      #"{"optionals": [null, "2025-08-23T02:00:00Z"], "after": "2025-08-23T02:00:00Z"}"#,
      #"{"optionals": [null, "x"]}"#, #"{"alone": "x"}"#, #"{"kind": {"on": {"_0": "x"}}}"#,
      #"{"inner": {"after": "x"}}"#, #"{"inner": {"inner": {"after": "x"}}}"#,
      #"{"inList": ["x"]}"#, #"{"inList": ["2025-08-23T02:00:00Z", ["x"]]}"#,
      #"{"named": {"some_day": "x"}}"#, #"{"after": "x"}"#, #"{"after": null}"#, "{}",
    ]
    return [
      Agreement(
        Days.self, named: "ISO 8601", texts, configure: { $0.dateDecodingStrategy = .iso8601 }),
      Agreement(
        Days.self, named: "ISO 8601, snake case", texts,
        configure: {
          $0.dateDecodingStrategy = .iso8601
          $0.keyDecodingStrategy = .convertFromSnakeCase
        }),
      Agreement(
        Days.self, named: "a function", texts,
        configure: {
          $0.dateDecodingStrategy = .custom { decoder in
            throw DecodingError.dataCorrupted(
              DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "none"))
          }
        }),
      Agreement(Date.self, ["\"x\""], configure: { $0.dateDecodingStrategy = .iso8601 }),
      Agreement(
        [[Date?]].self, [#"[[], [null, "x"]]"#],
        configure: { $0.dateDecodingStrategy = .iso8601 }),
      Agreement(
        [String: Date?].self, [#"{"a": "x"}"#],
        configure: { $0.dateDecodingStrategy = .iso8601 }),
    ]
  }()
}
