import JSONMigrationCore
import Testing

@testable import jsonmigrate

@Suite struct IdleRuleTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.scratch.write(
      """
      { "to": 2, "rules": [
        { "rename": { "a": "b" } },
        { "rename": { "starRatng": "rating" } },
        { "set": { "items.x": 1 }, "when": "@.items" },
        { "drop": "items.y" },
        { "in": "panels[*]", "rules": [{ "drop": "q" }, { "drop": "legacy" }] }
      ] }
      """, to: "rules/v2.json")
  }

  private func write(_ files: [String: String]) throws {
    for (name, text) in files { try place.scratch.write(text, to: name) }
  }

  @Test func `of several documents the first rules are told, and all with -v`() throws {
    try write([
      "lib/a.json": #"{ "a": 1, "starRating": 4, "tags": [] }"#, "lib/b.json": #"{ "a": 1 }"#,
      "lib/c.json": #"{ "version": 2 }"#,
    ])
    let run = place.apply("--check", "@lib")
    #expect(
      place.errors(of: run).hasSuffix(
        """
        3 documents: 2 would change, 1 current
        \(Workplace.firstVersion(2, would: "would get"))4 rules found nothing in 2 documents:
          rules/v2.json:3:5  rename  the document has no `starRatng`; a similar name is there: `starRating`
          rules/v2.json:4:5  set  `@.items` does not hold
          rules/v2.json:5:5  drop  the document has no `items`
          and 1 more, which -v tells

        """), "\(run.errors)")
    #expect(run.status == .found)
    let all = place.apply("--in-place", "@lib", "-v")
    #expect(
      place.errors(of: all).contains("  rules/v2.json:6:24  rules  the document has no `panels`\n"))
    #expect(all.status == .done)
  }

  @Test func `a guard with a slip on its way is told, and acts in no document`() throws {
    try write([
      "rules/v2.json": #"{ "to": 2, "rules": [{ "in": "itms[*]", "require": "@.a > 5" }] }"#,
      "a.json": #"{ "items": [{ "a": 1 }, { "a": 2 }] }"#,
    ])
    let run = place.apply("--strict", "@a.json")
    #expect(
      run.errors.hasSuffix(
        "  require  the document has no `itms`; a similar name is there: `items`\n"))
    #expect(run.status == .found)
    let status = Transcript(["status", place.path("rules"), place.path("a.json")])
    #expect(status.output.contains("0      0  require"), "\(status.output)")
  }

  @Test(arguments: [
    (#"{ "data": { "rating": 4 } }"#, "; there is `data.rating`"),
    (#"{ "n": 1, "my items": [{ "rating": 4 }] }"#, "; there is `['my items'][*].rating`"),
    (#"{ "data": { "data": { "rating": 4 } } }"#, ""), (#"{ "data": [[{ "rating": 4 }]] }"#, ""),
    (#"{ "data": { "rating": 4 }, "ratings": 3 }"#, "; a similar name is there: `ratings`"),
  ])
  func `a member that stands further in is told`(document: String, advice: String) throws {
    try place.scratch.write(
      #"{ "to": 2, "rules": [{ "rename": { "rating": "stars" } }, { "set": { "a": 1 } }] }"#,
      to: "rules/v2.json")
    let run = place.apply("--ndjson", input: "\(document)\n\(document)")
    #expect(run.errors.hasSuffix("the document has no `rating`\(advice)\n"), "\(run.errors)")
    try place.scratch.write(
      #"{ "to": 2, "rules": [{ "rename": { "doc.rating": "stars" } }, { "set": { "a": 1 } }] }"#,
      to: "rules/v2.json")
    let document = #"{ "doc": \#(document) }"#
    let inner = place.apply("--ndjson", input: "\(document)\n\(document)")
    let way = advice.hasPrefix("; there") ? advice.replacing(" `", with: " `doc.") : advice
    #expect(
      inner.errors.hasSuffix("`doc` has no `rating`\(way.replacing(".[", with: "["))\n"),
      "\(inner.errors)")
  }

  @Test func `a rule that puts something into a new object is not idle`() throws {
    try place.scratch.write(
      """
      { "to": 2, "rules": [
        { "set": { "p.x": 1 } }, { "add-default": { "p.y": [2] } }, { "drop": "p.z" },
        { "map-values": "a", "cases": [{ "is": 1, "drop": true }] }
      ] }
      """, to: "rules/v2.json")
    let run = place.apply("--ndjson", "-v", input: "{\"a\":1}\n{\"a\":1}\n{\"a\":1}")
    #expect(run.output.hasSuffix("{\"p\":{\"x\":1,\"y\":[2]},\"version\":2}"))
    #expect(
      place.errors(of: run).contains(
        "1 rule found nothing in 3 documents:\n  rules/v2.json:2:65  drop  "))
  }

  @Test func `one document is no run, unless one asks`() throws {
    try write(["a.json": #"{ "a": 1 }"#])
    #expect(place.apply("@a.json").errors == "")
    #expect(place.apply("@a.json", "-v").errors.contains("4 rules found nothing in 1 document:\n"))
    let strict = place.apply("@a.json", "--strict")
    #expect(strict.status == .found && strict.errors.contains("found nothing in 1 document"))
    #expect(strict.output.contains("\"b\""))
  }

  @Test(arguments: [
    (#"{ "rename": { "items.colour": "color" } }"#, "`items` is a list here: `items[*].colour`"),
    (
      #"{ "wrap": "starRatng" }"#,
      "the document has no `starRatng`; a similar name is there: `starRating`"
    ),
    (
      #"{ "wrap": "editor.font" }"#,
      "the document has no `editor`, but a name with a dot in it: `['editor.font']`"
    ),
    (#"{ "in": "items", "when": "@.colour", "wrap": "a" }"#, "`items` is a list here: `items[*]`"),
    // Conditions that ask for a name with a slip in it, or a list for a member.
    (
      #"{ "wrap": "items", "when": "@.a || @.starRatng == 4" }"#,
      "`@.a || @.starRatng == 4` does not hold: the document has no `starRatng`; a similar name is "
        + "there: `starRating`"
    ),
    (
      #"{ "in": "items[*]", "when": "@.clour == 1", "wrap": "a" }"#,
      "`@.clour == 1` holds nowhere: the scope has no `clour`; a similar name is there: `colour`"
    ),
    (
      #"{ "wrap": "starRating", "when": "@.items.colour == 1" }"#,
      "`@.items.colour == 1` does not hold: `@.items` is a list here: `@.items[?@.colour]` asks its "
        + "elements"
    ),
    (#"{ "wrap": "items", "when": "@.star == 4" }"#, nil),
    (#"{ "wrap": "items", "when": "!@.starRating && @.starRatings" }"#, nil),
    (#"{ "wrap": "items[?!@.colour && @.colours]" }, { "wrap": "items[*].colours" }"#, nil),
    (#"{ "wrap": "starRating", "when": "@.starRatings == 4" }"#, nil),
    (#"{ "wrap": "items", "when": "@.starRating == 5" }"#, nil),
    // A filter on a value, where it asks for what is in one.
    (
      #"{ "wrap": "items[*].colour[?@ == 1]" }"#,
      "`items[*].colour` is a number here, and a filter asks for what is in a value: `\"in\": "
        + "\"items[*]\"` with a `when` on `@.colour` asks for the value itself"
    ),
    // A rule that finds where it looks, and not what it takes there.
    (
      #"{ "look-up": "id", "among": "items[*]", "by": "id", "take": "clour", "into": "x" }"#,
      "`items[*]` has no `clour`; a similar name is there: `colour`"
    ),
    // What is only not there may be so, and what rules name is no slip in another name of theirs.
    (#"{ "drop": "legacy" }"#, nil), (#"{ "drop": "star" }"#, nil),
    (#"{ "rename": { "starRatings": "starRating" } }"#, nil),
    // Nor is what has a counterpart.
    (#"{ "drop": "maxStars" }"#, nil), (#"{ "drop": "line2" }"#, nil),
    (#"{ "drop": "startX" }"#, nil),
    (#"{ "wrap": "items.colour" }, { "wrap": "items[*].colour" }"#, nil),
    (#"{ "drop": "a", "when": "@.b" }"#, nil),
    (#"{ "drop": "items", "when": "type(@.items) == 'object'" }, { "wrap": "items.colour" }"#, nil),
  ])
  func `of one document those rules are told that are most likely wrong`(
    _ rule: String, _ reason: String?
  ) throws {
    try place.scratch.write(#"{ "to": 2, "rules": [\#(rule)] }"#, to: "rules/v2.json")
    let document = """
      { "id": 7, "items": [{ "id": 7, "colour": 1 }], "starRating": 4, "editor.font": 1, "minStars": 1, "line1": 2,
        "startY": 3 }
      """
    try write(["a.json": document])
    let verbs: [Substring] = ["rename", "wrap", "look-up"]
    let verb = rule.split(separator: "\"").last(where: verbs.contains) ?? ""
    let start = rule.firstRange(of: "\"\(verb)\"")?.lowerBound.utf16Offset(in: rule)
    let column = 22 + (start ?? 0)
    let told = reason.map { "  rules/v2.json:1:\(column)  \(verb)  \($0)\n" } ?? ""
    let run = place.apply("@a.json")
    #expect(
      place.errors(of: run)
        == (told.isEmpty ? "" : "1 rule found nothing in 1 document:\n" + told))
    #expect(run.status == .done)
    #expect(place.apply("@a.json", "-q").errors == "")
    #expect(place.apply(input: document).errors == run.errors)
    let road = Transcript(["explain", place.path("rules"), place.path("a.json")]).output
    #expect(road.contains("found nothing") == (reason != nil))
    #expect(road.contains("found nothing: \(reason ?? "")") == (reason != nil))
  }

  @Test func `of a rule that finds something a path with a slip in it is told`() throws {
    try place.scratch.write(
      """
      { "to": 2, "rules": [
        { "rename": { "a": "b", "starRatng": "rating" } },
        { "drop": ["items[*].legacy", "items.colour", "old"] }
      ] }
      """, to: "rules/v2.json")
    let document = #"{ "a": 1, "starRating": 4, "items": [{ "legacy": 1, "colour": 2 }] }"#
    try write(["a.json": document])
    let slips = """
        rules/v2.json:2:27  rename  the document has no `starRatng`; a similar name is there: `starRating`
        rules/v2.json:3:33  drop  `items` is a list here: `items[*].colour`

      """
    let run = place.apply("@a.json")
    #expect(place.errors(of: run) == "2 paths in rules found nothing in 1 document:\n" + slips)
    #expect(run.status == .done)
    // What is only not there may be so.
    let all = place.apply("@a.json", "-v", "--strict")
    #expect(
      place.errors(of: all).contains(
        "3 paths in rules found nothing in 1 document:\n" + slips.dropLast()
          + "\n  rules/v2.json:3:49  drop  the document has no `old`\n"))
    #expect(all.status == .done)
    let lines = place.apply("--ndjson", input: "\(document)\n\(document)\n{\"old\":1}")
    #expect(place.errors(of: lines) == "2 paths in rules found nothing in 3 documents:\n" + slips)
    // In another document it leads somewhere.
    let found = place.apply(
      "--ndjson", input: "\(document)\n{\"starRatng\":1,\"items\":{\"colour\":1}}")
    #expect(found.errors == "")
    let check = Transcript(["check", place.path("rules"), place.path("a.json")])
    #expect(
      check.errors.contains("`starRatng` of `rename` led to nothing in the whole run"),
      "\(check.errors)")
    let road = Transcript(["explain", place.path("rules"), place.path("a.json")]).output
    #expect(road.contains("found nothing: `items` is a list here"))
  }

  @Test(arguments: [
    (#""nest": ["street", "ctiy"], "under": "address""#, 22, "the document has no `ctiy`", "city"),
    (#""unnest": ["metrics", "postion"]"#, 25, "the document has no `postion`", "position"),
    (
      #""rename-keys": ["metrics", "postion"], "case": "snake-to-camel""#, 30,
      "the document has no `postion`", "position"
    ),
    (#""set": { "tags[*].a": 1, "itmes[*].b": 2 }"#, 28, "the document has no `itmes`", "items"),
    (
      #""add-default": { "title": "", "itmes[*].b": 2 }"#, 33, "the document has no `itmes`",
      "items"
    ),
    (#""append": { "tags": 1, "itmes[*].b": 2 }"#, 26, "the document has no `itmes`", "items"),
  ])
  func `a slip in one of many places that a rule fills, nests or spells is told`(
    rule: String, column: Int, reason: String, similar: String
  ) throws {
    try place.scratch.write("{ \"to\": 2, \"rules\": [\n{ \(rule) }\n] }", to: "rules/v2.json")
    let document =
      #"{ "street": "a", "city": "b", "metrics": {}, "position": {}, "items": [{}], "tags": [{}] }"#
    try write(["a.json": document])
    let verb = rule.split(separator: "\"")[0]
    let told = """
      1 path in a rule found nothing in 1 document:
        rules/v2.json:2:\(column)  \(verb)  \(reason); a similar name is there: `\(similar)`

      """
    #expect(place.errors(of: place.apply("@a.json")) == told)
    let lines = place.apply("--ndjson", input: "\(document)\n\(document)\n\(document)\n")
    #expect(place.errors(of: lines) == told.replacing("1 document", with: "3 documents"))
  }

  @Test func `a slip that only a later document, scope or element shows is told`() throws {
    let rules = """
      { "to": 2, "rules": [
        { "set": { "c": 1 } }, { "rename": { "starRatng": "rating" } },
        { "in": "items[*]", "rename": { "colour": "color", "weigth": "grams" } },
        { "drop": "items[*].legcy" }, { "drop": "rows.cells.text" }
      ] }
      """
    let format = #"{ "when": "@.kind != 'other'" }"#
    try write(["rules/v2.json": rules, "all/a/v2.json": rules, "all/a/format.json": format])
    let lines = [
      #"{"a":1}"#, #"{"items":[{"colour":1},{"colour":2,"weight":3}]}"#, #"{"starRating":4}"#,
      #"{"rows":[{"cells":[{"text":1}]}],"items":[{"x":1},{"legacy":2}]}"#,
    ]
    let similar = "a similar name is there"
    let told = """
      3 rules found nothing in 4 documents:
        rules/v2.json:2:28  rename  the document has no `starRatng`; \(similar): `starRating`
        rules/v2.json:4:5  drop  `items[*]` has no `legcy`; \(similar): `legacy`
        rules/v2.json:4:35  drop  `rows` is a list here: `rows[*].cells[*].text`
      1 path in a rule found nothing in 4 documents:
        rules/v2.json:3:54  rename  the scope has no `weigth`; \(similar): `weight`

      """
    let run = place.apply("--ndjson", input: lines.joined(separator: "\n"))
    #expect(place.errors(of: run) == told)
    // On several threads it is the same, and in files, with comments or of several formats.
    for (number, line) in lines.enumerated() {
      try write(["lib/\(number).jsonc": "// \(number)\n\(line.dropLast()),}"])
    }
    for jobs in ["1", "2", "4"] {
      let run = place.apply("--check", "--files=*.jsonc", "--jobs", jobs, "@lib")
      #expect(place.errors(of: run).contains(told), "\(run.errors)")
    }
    let formats = Transcript([
      "apply", "--check", "--files=*.jsonc", "--formats", place.path("all"), place.path("lib"),
    ])
    let inFormat = told.replacing("rules/v2", with: "all/a/v2")
    #expect(place.errors(of: formats).contains(inFormat), "\(formats.errors)")
  }

  @Test func `a slip is told where no stamp shows that a rule has done nothing`() throws {
    try write([
      "rules/format.json": #"{ "version": { "stamp": false, "missing": 1 } }"#,
      "rules/v2.json": #"{ "to": 2, "rules": [{ "rename": { "starRatng": "rating" } }] }"#,
    ])
    let line = #"{"starRating":4}"#
    let slip = """
      1 rule found nothing in 2 documents:
        rules/v2.json:1:24  rename  the document has no `starRatng`; a similar name is there: `starRating`

      """
    let lines = place.apply("--ndjson", input: "\(line)\n\(line)\n")
    #expect(place.errors(of: lines) == slip)
    #expect(lines.status == .done)
    let strict = place.apply("--ndjson", "--strict", input: "\(line)\n\(line)\n")
    #expect(place.errors(of: strict) == slip)
    #expect(strict.status == .found)
    try write(["a.json": line])
    #expect(place.errors(of: place.apply("@a.json")).contains("similar name"))
    let check = Transcript(["check", place.path("rules"), place.path("a.json")])
    #expect(check.errors.contains("similar name"), "\(check.errors)")
    // What is as the rules leave it is so because they have done their work.
    let migrated = #"{"rating":4}"#
    #expect(place.apply("--ndjson", input: "\(migrated)\n\(migrated)\n").errors == "")
    let asked = place.apply("--ndjson", "--strict", input: "\(migrated)\n\(migrated)\n")
    #expect(asked.errors.contains("1 rule found nothing in 2 documents"))
    #expect(asked.status == .found)
  }

  @Test func `a slip that a property list shows is told`() throws {
    try place.scratch.write(
      #"{ "to": 2, "rules": [{ "set": { "c": 1 } }, { "drop": "starRatng" }] }"#,
      to: "rules/v2.json")
    try write(["a.plist": "<plist><dict><key>starRating</key><integer>4</integer></dict></plist>"])
    let run = place.apply("@a.plist", "--plist")
    #expect(
      place.errors(of: run).contains("has no `starRatng`; a similar name is there: `starRating`"),
      "\(run.errors)")
  }

  @Test func `a rule that finds something in one of many documents is not idle`() throws {
    try place.scratch.write(
      """
      { "to": 2, "rules": [
        { "rename": { "a": "b" } }, { "set": { "c": 1 }, "when": "@.kind == 'rare'" },
        { "map-values": "d", "table": { "x": "y" } }, { "drop": "e" }
      ] }
      """, to: "rules/v2.json")
    var lines = Array(repeating: #"{"a":1,"kind":"often"}"#, count: 400)
    lines[300] = #"{"a":1,"kind":"rare"}"#
    lines[350] = #"{"a":1,"d":"x"}"#
    let run = place.apply("--ndjson", "--strict", input: lines.joined(separator: "\n"))
    #expect(run.status == .found)
    #expect(
      place.errors(of: run)
        == """
        1 rule found nothing in 400 documents:
          rules/v2.json:3:51  drop  the document has no `e`

        """)
    lines[399] = #"{"a":1,"e":2}"#
    let full = place.apply("--ndjson", "--strict", input: lines.joined(separator: "\n"))
    #expect(full.status == .done && full.errors == "")
  }

  @Test func `a rule that fails has found something, and documents that fail don't count`() throws {
    try place.scratch.write(
      """
      { "to": 2, "rules": [
        { "in": "items[*]", "rules": [
          { "map-values": "a", "table": { "x": "y" } }, { "drop": "b" }
        ] }
      ] }
      """, to: "rules/v2.json")
    let bad = #"{"items":[{"a":"q","b":1}]}"#
    let one = place.apply("--ndjson", input: "{\"items\":[]}\n\(bad)")
    #expect(one.status == .found && !one.errors.contains("found nothing"), "\(one.errors)")
    let two = place.apply("--ndjson", input: "{\"items\":[]}\n{\"items\":[]}\n\(bad)")
    #expect(
      place.errors(of: two).hasSuffix(
        "1 rule found nothing in 2 documents:\n"
          + "  rules/v2.json:3:53  drop\n"), "\(two.errors)")
  }

  @Test func `of several formats the documents of each are counted`() throws {
    for (name, rule) in [("a", #"{ "drop": "q" }"#), ("b", #"{ "rename": { "c": "d" } }"#)] {
      try write([
        "formats/\(name)/format.json": #"{ "when": "@.kind == '\#(name)'" }"#,
        "formats/\(name)/v2.json": #"{ "to": 2, "rules": [\#(rule)] }"#,
      ])
    }
    let (a, b) = (#"{"kind":"a"}"#, #"{"kind":"b","c":1}"#)
    let formats = ["apply", "--ndjson", "--formats", place.path("formats")]
    func errors(_ lines: String..., also: [String] = []) -> String {
      let text = lines.joined(separator: "\n")
      return place.errors(of: Transcript(formats + also, input: Array(text.utf8)))
    }
    #expect(errors(a, b, b) == "")
    #expect(errors(a, b, b, also: ["--strict"]).contains("1 rule found nothing in 1 document:\n"))
    #expect(errors(a, a, a, b).contains("1 rule found nothing in 3 documents:\n"))
  }

  @Test func `a step that no document went is not told of`() throws {
    try write(["lib/a.json": #"{ "version": 2 }"#, "lib/b.json": #"{ "version": 2 }"#])
    let run = place.apply("--in-place", "--strict", "@lib")
    #expect(run.errors == "2 documents: 2 current\n" && run.status == .done)
    // Nor are rules when one goes back.
    try place.scratch.write(
      #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#, to: "rules/v2.json")
    #expect(place.apply("--in-place", "--strict", "--to", "1", "@lib").status == .done)
  }

  @Test(arguments: [
    (
      #"{ "compose": { "n": "{items.length}" } }"#, #"{ "items": [1, 2] }"#,
      "`items` is a list here, and its length is no member; only conditions can ask it: "
        + "`length(@.items) > 1`"
    ),
    (
      #"{ "drop": "tracks.length" }"#, #"{ "tracks": [{ "length": 9 }] }"#,
      "`tracks` is a list here: `tracks[*].length`"
    ),
    (
      #"{ "map-values": "a.b", "table": { "x": "y" }, "ignore-case": true, "otherwise": "keep" }"#,
      #"{ "a": { "b": "z" } }"#, "no value has a case"
    ),
    (
      #"{ "map-values": "a", "table": { "x": "y" } }"#, #"{ "b": 1 }"#,
      "the document has no `a`"
    ),
  ])
  func `a reason says what to write`(_ rule: String, _ document: String, _ reason: String) throws {
    try place.scratch.write(#"{ "to": 2, "rules": [\#(rule)] }"#, to: "rules/v2.json")
    let run = place.apply("--strict", input: document)
    #expect(place.errors(of: run).contains("  \(reason)\n"), "\(run.errors)")
  }

  @Test func `as findings`() throws {
    let lines = Transcript(
      ["apply", "--format=json", "--strict", place.path("rules")], input: Array(#"{"a":1}"#.utf8))
    #expect(lines.errors.contains(#""severity": "error", "kind": "idle-rule""#))
  }

  @Test(arguments: [
    ("@.kind == 'x'", true), ("@.kind == 'y'", false), ("@.kind != 'y'", false), ("!@.none", false),
    ("@.id == 1", false), ("$.kind == 'y'", false), ("@.kind == 'x' && @.id != 7", false),
  ])
  func `a condition that holds outside of the scopes is told`(_ when: String, told: Bool) throws {
    try place.scratch.write(
      #"{ "to": 2, "rules": [{ "in": "items[*]", "when": "\#(when)", "drop": "q" }] }"#,
      to: "rules/v2.json")
    try write(["a.json": #"{ "kind": "x", "id": 1, "items": [{ "id": 7, "none": 1, "q": 1 }] }"#])
    let run = Transcript(["explain", place.path("rules"), place.path("a.json")])
    let words =
      "found nothing: `\(when)` is asked where `in` leads, and holds outside: `rules` around"
    #expect(place.output(of: run).contains(words) == told, "\(run.output)")
  }

  @Test func `explain says why rules found nothing`() throws {
    try place.scratch.write(
      """
      { "to": 2, "rules": [
        { "rename": { "a": "b" } }, { "drop": "items.y" }, { "drop": "items[?@.z]" },
        { "drop": "name.first" }, { "nest": ["street"], "under": "home" }, { "drop": "tags[*].x" },
        { "in": "items[*]", "drop": "q" }, { "drop": "items[7]" }
      ] }
      """, to: "rules/v2.json")
    try write(["a.json": #"{ "a": 1, "items": [{ "y": 1 }], "name": "x", "tags": [] }"#])
    let run = Transcript(["explain", "-v", place.path("rules"), place.path("a.json")])
    let reasons = place.output(of: run).split(separator: "\n").filter {
      $0.contains("found nothing")
    }
    #expect(
      reasons.map { $0.drop { $0 == " " } } == [
        "found nothing: `items` is a list here: `items[*].y`",
        "found nothing: no element of `items` fits", "found nothing: `name` is text here",
        "found nothing: the document has no `street`", "found nothing: `tags` is an empty list",
        "found nothing: the scope has no `q`", "found nothing: `items` has 1 element",
      ], "\(run.output)")
    // Without -v, what is most likely wrong.
    let short = Transcript(["explain", place.path("rules"), place.path("a.json")]).output
    #expect(short.split(separator: "\n").count { $0.contains("found nothing") } == 1)
    #expect(short.contains("found nothing: `items` is a list here"))
  }

  @Test(arguments: [
    (
      #""among": "b[*]", "by": "id""#, #"{ "a": "1", "b": [{ "id": 1 }] }"#,
      #"no `b[*]` has `id` equal to the text "1"; one has the number 1"#
    ),
    (
      #""among": "b[*]", "by": "id""#, #"{ "a": "1", "b": [{ "id": "2" }] }"#,
      #"no `b[*]` has `id` equal to the text "1""#
    ),
    (
      #""among": "b", "by": "id""#, #"{ "a": "1", "b": [{ "id": "1" }] }"#,
      "`b` is a list here: `b[*]`"
    ),
    (
      #""among": "b[*]", "by": "key""#, #"{ "a": "1", "b": [{ "id": "1" }] }"#,
      "no `b[*]` has a member `key`"
    ),
    (
      #""among": "b""#, #"{ "a": "xyz", "b": { "xyzz": 1 } }"#,
      "`b` has no `xyz`; a similar name is there: `xyzz`"
    ),
    (
      #""among": "bees""#, #"{ "a": "x", "bee": { "x": 1 } }"#,
      "the document has no `bees`; a similar name is there: `bee`"
    ),
  ])
  func `what is looked up and not there is told`(
    _ keys: String, _ document: String, _ reason: String
  ) throws {
    try write([
      "rules/v2.json":
        #"{ "to": 2, "rules": [{ "look-up": "a", \#(keys), "into": "c" }] }"#,
      "a.json": document,
    ])
    let run = Transcript(["explain", "-v", place.path("rules"), place.path("a.json")])
    #expect(place.output(of: run).contains("found nothing: \(reason)\n"), "\(run.output)")
  }

  @Test func `documents that get a version for the first time are counted`() throws {
    try write([
      "lib/a.json": #"{ "a": 1 }"#, "lib/package.json": #"{ "a": 1, "name": "x" }"#,
      "lib/c.json": #"{ "version": 1, "a": 1 }"#,
    ])
    let check = place.apply("--check", "@lib", "-v")
    #expect(check.errors.contains("2 of them had no version and would get one for the first time;"))
    // Documents that the format knows by their look, or by their names, are not of unknown kind.
    for format in [
      #""when": "@.a""#, #""files": ["*.json"]"#, #""version": { "missing": "fail" }"#,
    ] {
      try place.scratch.write("{ \(format) }", to: "rules/format.json")
      #expect(!place.apply("--check", "@lib").errors.contains("for the first time"))
    }
    try place.scratch.write("{}", to: "rules/format.json")
    let named = place.apply("--check", "@lib/a.json", "@lib/package.json")
    #expect(!named.errors.contains("for the first time"))
    let run = place.apply("--in-place", "@lib")
    #expect(run.errors.contains("2 of them had no version and got one for the first time;"))
  }

  @Test func `lines that get a version for the first time are counted too`() throws {
    try write([
      "lib/a.ndjson": """
      { "a": 1 }
      { "version": 1, "a": 1 }

      { "b": 1 }
      { "version": 2 }
      """,
      "lib/b.json": #"{ "a": 1 }"#,
    ])
    let check = place.apply("--check", "@lib")
    #expect(check.errors.contains("3 of them had no version and would get one for the first time;"))
    let named = place.apply("--check", "@lib/a.ndjson", "@lib/b.json")
    #expect(!named.errors.contains("for the first time"))
    let run = place.apply("--in-place", "@lib")
    #expect(run.errors.contains("3 of them had no version and got one for the first time;"))
    #expect(!place.apply("--in-place", "@lib").errors.contains("for the first time"))
  }
}
