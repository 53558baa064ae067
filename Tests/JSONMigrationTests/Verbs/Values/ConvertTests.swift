import JSONText
import Testing

@testable import JSONMigrationCore

@Suite struct ConvertTests {
  static let cases = [
    RuleCase(
      "a number becomes text as it is spelled", #"{ "convert": "v[*]", "to": "string" }"#,
      #"{"v": [1.50, -0, 1e400, true, "x"]}"#, #"{"v": ["1.50", "-0", "1e400", "true", "x"]}"#),
    RuleCase(
      "an integer is one however it is written", #"{ "convert": "v[*]", "to": "integer" }"#,
      #"{"v":[4.0,4e0,40e-1,-0.0,"7.0",1e999999999]}"#,
      #"{"v":[4.0,4e0,40e-1,-0.0,7.0,1e999999999]}"#),
    RuleCase(
      "1.0 is true", #"{ "convert": "v", "to": "boolean" }"#, #"{"v":1.0}"#, #"{"v":true}"#),
    RuleCase(
      "what is so already keeps its bytes", #"{ "convert": ["a", "b", "c"], "to": "string" }"#,
      #"{"a":"\u0061","b":"\ud800","c":null}"#, #"{"a":"\u0061","b":"\ud800","c":null}"#),
    RuleCase(
      "text with an escape", #"{ "convert": "v", "to": "number" }"#, #"{"v":"\u0031e2"}"#,
      #"{"v":1e2}"#),
    RuleCase(
      "half of a surrogate pair is no number", #"{ "convert": "v", "to": "number" }"#,
      #"{"v":"\ud800"}"#, fails: .invalidValue),
    RuleCase(
      "and stays, if others are kept",
      #"{ "convert": "v[*]", "to": "number", "otherwise": "keep" }"#,
      #"{"v":["\ud800",[],"x","2"]}"#, #"{"v":["\ud800",[],"x",2]}"#),
    RuleCase(
      "the type that `from` says", #"{ "convert": "v", "from": "number", "to": "string" }"#,
      #"{"v":true}"#, fails: .wrongType),
    RuleCase(
      "a fraction, and `from` says integer",
      #"{ "convert": "v", "from": "integer", "to": "string" }"#, #"{"v":1.5}"#,
      fails: .invalidValue),
    RuleCase(
      "JSON text in the layout of its surroundings", #"{ "convert": "v", "to": "value" }"#,
      "{\n  \"v\": \"{\\\"a\\\" : [1.0, 2],\\n\\\"b\\\":{}}\"\n}",
      "{\n  \"v\": {\n    \"a\": [\n      1.0,\n      2\n    ],\n    \"b\": {}\n  }\n}"),
    RuleCase(
      "a later rule reaches into it", #"[{ "convert": "v", "to": "value" }, { "drop": "v.a" }]"#,
      #"{"v":"{\"a\":1,\"b\":2}"}"#, #"{"v":{"b":2}}"#),
    RuleCase(
      "bytes in JSON text stay", #"{ "convert": "v", "to": "json-text" }"#,
      #"{"v": { "a\/" : [ 1.0, "\u00e9 x" ] }}"#, #"{"v": "{\"a\\/\":[1.0,\"\\u00e9 x\"]}"}"#),
    RuleCase(
      "what an earlier rule changed",
      #"[{ "set": { "v.b": 2 } }, { "convert": "v", "to": "json-text" }]"#,
      #"{"v":{ "a": 1 }}"#, #"{"v":"{\"a\":1,\"b\":2}"}"#),
    RuleCase(
      "a value and what is in it: that first", #"{ "convert": ["v", "v.a"], "to": "json-text" }"#,
      #"{"v":{"a":1}}"#, #"{"v":"{\"a\":\"1\"}"}"#),
    RuleCase(
      "the document", #"{ "convert": "$", "to": "value" }"#, #" "[1]" "#, " [1] "),
    RuleCase(
      "no JSON", #"{ "convert": "v", "to": "value" }"#, #"{"v":"[1,]"}"#, fails: .invalidValue),
    RuleCase("nothing", #"{ "convert": "v", "to": "value" }"#, #"{"v":""}"#, fails: .invalidValue),
    RuleCase(
      "JSON text that is too deep", #"{ "convert": "v", "to": "value", "otherwise": "keep" }"#,
      #"{"v":""# + String(repeating: "[", count: 1_024) + String(repeating: "]", count: 1_024)
        + #""}"#, fails: Diagnostic.Kind(rawValue: "too-deep")),
    RuleCase(
      "what comes out is not what is expected",
      #"{ "convert": "v", "to": "value", "expect": "object" }"#, #"{"v":"null"}"#, fails: .wrongType
    ),
    RuleCase(
      "only in some scopes",
      #"{ "in": "p[*]", "when": "type(@.v) == 'number'", "convert": "v", "to": "string" }"#,
      #"{"p":[{"v":1},{"v":[]},{}]}"#, #"{"p":[{"v":"1"},{"v":[]},{}]}"#),
    RuleCase("nothing there", #"{ "convert": "v", "to": "string" }"#, "{}", "{}"),
    RuleCase(
      "nothing there, and that is wrong",
      #"{ "convert": "v", "to": "string", "if-missing": "fail" }"#, "{}", fails: .missingValue),
    RuleCase(
      "a key that stands twice", #"{ "convert": "v", "to": "string" }"#, #"{"v":1,"v":2}"#,
      fails: .duplicateKey),
    RuleCase(
      "the time in another form",
      #"{ "add-default": ["t"], "generate": "now", "as": "unix-seconds" }"#,
      "{}", #"{"t":1767225600}"#),
    RuleCase(
      "no way from one to the other",
      #"{ "convert": "v", "from": "boolean", "to": "number" }"#, "{}", fails: .badRules),
    RuleCase("no form", #"{ "convert": "v" }"#, "{}", fails: .badRules),
    RuleCase("an unknown form", #"{ "convert": "v", "to": "day" }"#, "{}", fails: .badRules),
    RuleCase(
      "forms with marks that are no ASCII",
      #"{ "convert": "d", "from": { "form": "yyyy年MM月dd日" }, "to": "date" }"#,
      #"{"d":"2026年11月20日"}"#, #"{"d":"2026-11-20"}"#),
    RuleCase(
      "the day before in the zone",
      #"{ "convert": "d[*]", "from": "unix-seconds", "to": { "form": "yyyyMMdd-HHmm", "zone": "-01:00" } }"#,
      #"{"d":[0,-3600,1709251200,253402304340]}"#,
      #"{"d":["19691231-2300","19691231-2200","20240229-2300","99991231-2359"]}"#),
    RuleCase(
      "a year of five digits", #"{ "convert": "d", "from": "unix-seconds", "to": "date" }"#,
      #"{"d":253402300800}"#, fails: .invalidValue),
    RuleCase(
      "a date that is written so already",
      #"{ "convert": "d", "from": "date", "to": { "form": "yyyy-MM-dd" } }"#,
      #"{"d":"2024-02-29"}"#,
      #"{"d":"2024-02-29"}"#),
    RuleCase(
      "a fraction that the form has no room for",
      #"{ "convert": "d", "to": { "form": "yyyy-MM-dd HH:mm:ss.SSS" } }"#,
      #"{"d":"2026-01-01T00:00:00.1234Z"}"#, fails: .invalidValue),
    RuleCase(
      "minutes in the place of months",
      #"{ "convert": "d", "from": { "form": "yyyy-mm-dd" }, "to": "iso8601" }"#,
      #"{ "d": "2026-11-20" }"#, fails: .badRules),
    RuleCase(
      "a field that stands twice", #"{ "convert": "d", "to": { "form": "yyyy yyyy" } }"#, "{}",
      fails: .badRules),
    RuleCase(
      "a date is no number", #"{ "convert": "d", "from": "date", "to": "number" }"#, "{}",
      fails: .badRules),
  ]

  @Test(arguments: cases) func `rules do what they say`(_ rule: RuleCase) { rule.check() }

  /// A form and a value, and the same in another form.
  static let dates = [
    ("unix-seconds", "-0.5", "iso8601", #""1969-12-31T23:59:59.5Z""#),
    ("unix-seconds", "951782400", "iso8601", #""2000-02-29T00:00:00Z""#),
    ("unix-seconds", "-62167392000", "iso8601", #""0000-01-01T00:00:00Z""#),
    // As Foundation has it, the day before the first of the Gregorian calendar is in the Julian
    // one.
    ("unix-seconds", "-12219292800", "iso8601", #""1582-10-15T00:00:00Z""#),
    ("unix-seconds", "-12219292801", "iso8601", #""1582-10-04T23:59:59Z""#),
    ("iso8601", #""1500-02-29T00:00:00Z""#, "unix-seconds", "-14825894400"),
    ("iso8601", #""0001-01-01T00:00:00Z""#, "unix-seconds", "-62135769600"),
    ("unix-seconds", "253402300800", "iso8601", #""10000-01-01T00:00:00Z""#),
    ("iso8601", #""999999-12-31T00:00:00Z""#, "unix-seconds", "31494784694400"),
    (
      "unix-seconds", "253402300799.999999999999999999", "iso8601",
      #""9999-12-31T23:59:59.999999999999999999Z""#
    ),
    ("unix-milliseconds", "-1.5", "iso8601", #""1969-12-31T23:59:59.9985Z""#),
    ("unix-milliseconds", "1e3", "unix-seconds", "1"),
    ("unix-milliseconds", "-1500", "unix-seconds", "-1.5"),
    ("unix-seconds", "-1.5", "unix-milliseconds", "-1500"),
    ("unix-seconds", "0.0001", "unix-milliseconds", "0.1"),
    ("apple-seconds", "-63114076800", "iso8601", #""0001-01-01T00:00:00Z""#),
    ("apple-seconds", "-978307200.25", "unix-seconds", "-0.25"),
    ("unix-seconds", "-0.25", "apple-seconds", "-978307200.25"),
    ("iso8601", #""1900-02-28T23:30:00-00:30""#, "iso8601", #""1900-03-01T00:00:00Z""#),
    ("iso8601", #""2025-08-23T00:00:00.500Z""#, "iso8601", #""2025-08-23T00:00:00.500Z""#),
    ("iso8601", #""2025-08-23t02:00:00,50+0200""#, "iso8601", #""2025-08-23T00:00:00.50Z""#),
    ("iso8601", #""2025-08-23T02:00:00.50+02""#, "unix-seconds", "1755907200.5"),
  ]

  @Test(arguments: dates)
  func `dates are exact`(_ from: String, _ before: String, _ to: String, _ after: String) {
    RuleCase(
      "", #"{ "convert": "v", "from": "\#(from)", "to": "\#(to)" }"#, "{\"v\":\(before)}",
      "{\"v\":\(after)}"
    ).check()
  }

  @Test(arguments: [
    "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2025-13-01T00:00:00Z", "2025-00-01T00:00:00Z",
    "2025-04-31T00:00:00Z", "2025-04-00T00:00:00Z", "2025-01-01T24:00:00Z", "2025-01-01T00:60:00Z",
    "2025-01-01T23:59:60Z", "2025-01-01T00:00:00", "2025-01-01T00:00Z", "2025-01-01 00:00:00Z",
    "2025-01-01T00:00:00.Z", "2025-01-01T00:00:00Z ", "2025-01-01T00:00:00+2:00",
    "2025-01-01T00:00:00+24:00", "2025-01-01T00:00:00+02:", "+2025-01-01T00:00:00Z", "",
    "02025-01-01T00:00:00Z", "1000000-01-01T00:00:00Z", "1700-02-29T00:00:00Z",
    // Days that the calendar left out.
    "1582-10-05T00:00:00Z", "1582-10-14T00:00:00Z", "1582-10-14T23:59:59-05:00",
    "1582-10-05T00:00:00+05:00",
  ])
  func `what is no date is refused`(_ text: String) {
    RuleCase(
      "", #"{ "convert": "v", "from": "iso8601", "to": "unix-seconds" }"#, "{\"v\":\"\(text)\"}",
      fails: .invalidValue
    ).check()
  }

  @Test(arguments: [
    ("1582-10-04", true), ("1582-10-05", false), ("1582-10-14", false), ("1582-10-15", true),
    ("1582-09-10", true), ("1583-10-10", true),
  ])
  func `days that the calendar left out are none`(_ day: String, isDay: Bool) {
    RuleCase(
      "",
      #"{ "convert": "v", "from": "date", "to": { "form": "dd.MM.yyyy" }, "otherwise": "keep" }"#,
      "{\"v\":\"\(day)\"}",
      "{\"v\":\"\(isDay ? day.split(separator: "-").reversed().joined(separator: ".") : day)\"}"
    ).check()
  }

  @Test(arguments: [
    (#""iso8601""#, "-99999999999", "before the year 0 or after the year 999999"),
    (#""iso8601""#, "31494784780800", "before the year 0 or after the year 999999"),
    (#""date""#, "-99999999999", "before the year 0 or after the year 9999"),
    (#""date""#, "253402300800", "before the year 0 or after the year 9999"),
    (
      #"{ "form": "yyyy-MM-dd HH", "zone": "+01:00" }"#, "253402297200",
      "before the year 0 or after the year 9999"
    ),
  ])
  func `the years that a form has are told`(_ to: String, _ number: String, _ years: String) throws
  {
    let trial = try Trial(
      rules: #"{ "convert": "v", "from": "unix-seconds", "to": \#(to) }"#)
    let error = #expect(throws: MigrationError.self) { try trial.run("{\"v\":\(number)}") }
    #expect(error?.diagnostics.first?.message.hasSuffix("found a date \(years) at $.v") == true)
  }

  @Test(arguments: [
    "31494784780800", "-62167392001", "-62167392000.5", "1e15", "1e99999999999999999999", "1e-1000",
  ])
  func `what no calendar has is refused`(_ number: String) {
    RuleCase(
      "", #"{ "convert": "v", "from": "unix-seconds", "to": "iso8601" }"#, "{\"v\":\(number)}",
      fails: .invalidValue
    ).check()
  }

  @Test func `each day of 800 years follows the one before it`() throws {
    for day in stride(from: -300_000, to: 300_000, by: 73) {
      let moment = Moment(seconds: Int64(day) * 86_400, fraction: [])
      let text = try #require(moment.iso8601)
      #expect(Moment(iso8601: text) == moment)
    }
  }
}
