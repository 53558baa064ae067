import JSONText
import TestSupport
import Testing

@testable import jsonmigrate

@Suite struct ApplyLinesTests {
  private let place: Workplace
  private let old = Workplace.old
  private let new = Workplace.new

  init() throws {
    place = try Workplace()
  }

  @Test func `each line is a document; blank lines, line ends and the last line are kept`() {
    let input = "\(old)\n\r\n  \t\n\(old) \r\n\n{ \"version\": 2 }\n\(old)"
    let output = "\(new)\n\r\n  \t\n\(new) \r\n\n{ \"version\": 2 }\n\(new)"
    for pieces in [1, 2, 7, .max] {
      let run = place.apply("--ndjson", input: input, pieces: pieces)
      #expect(run.output == output)
      #expect(run.errors == "")
    }
    #expect(place.apply("--ndjson", input: "").output == "")
    #expect(place.apply("--ndjson", input: "\n").output == "\n")
  }

  @Test func `the name tells that there are lines`() throws {
    for name in ["a.ndjson", "a.jsonl"] {
      try place.scratch.write("\(old)\n\(old)\n", to: name)
      #expect(place.apply("@\(name)").output == "\(new)\n\(new)\n")
      #expect(place.apply("@\(name)", "--json").errors.hasPrefix("error[bad-json]"))
    }
  }

  @Test func `lines taken for one document, and the other way round`() throws {
    let one = place.apply(input: "\(old)\n\(old)\n")
    #expect(one.errors.contains("expected the end of the text, found `{`"))
    #expect(one.errors.contains("= help: `--ndjson` takes each line for a document\n"))
    for text in ["\(old) \(old)\n", "\(old)\n x", "\n\n]", "\(old)\n\n]", "\(old)\nx"] {
      let run = place.apply(input: text)
      #expect(run.errors.hasPrefix("error[bad-json]") && !run.errors.contains("help"), "\(text)")
    }
    let lines = place.apply("--ndjson", input: "{\n\"a\": 1}\n")
    #expect(lines.errors.contains("expected a key in double quotes or `}`, found the end"))
    #expect(lines.errors.contains("= help: `--json` takes the whole input for one document\n"))
    for line in ["[", "[1,", "{\"a\": 1,\r", "{\"a\":  ", "{ \"a\""] {
      let run = place.apply("--ndjson", input: line + "\n]\n")
      #expect(run.errors.contains("= help: `--json` takes"), "\(line)")
    }
    for line in [
      "{\"z\":01}", "{\"z\":NaN}", "{\"z\":\"\\x\"}", "{\"z\":\"\0\"}", "{\"z\" 1}", "]",
      "{\"z\":\"a",
    ] {
      let run = place.apply("--ndjson", input: line + "\n")
      #expect(run.errors.hasPrefix("error[bad-json]"), "\(line)")
      #expect(!run.errors.contains("help: `--json`"), "\(line)")
    }
  }

  @Test func `long streams come out in order, whatever the number of threads and pieces`() {
    for seed in 0..<8 as Range<UInt64> {
      var random = Seeded(seed)
      let lines = (0..<3_000).map { index -> (String, String) in
        let text = String(repeating: "x", count: Int.random(in: 0...300, using: &random))
        switch Int.random(in: 0...9, using: &random) {
        case 0: return ("", "")
        case 1: return (#"{"version":2,"n":\#(index)}"#, #"{"version":2,"n":\#(index)}"#)
        default:
          return (
            #"{"n":\#(index),"a":"\#(text)"}"#, #"{"n":\#(index),"b":"\#(text)","version":2}"#
          )
        }
      }
      let run = place.apply(
        "--ndjson", "--jobs", "\(Int.random(in: 1...5, using: &random))",
        input: lines.map { $0.0 + "\n" }.joined(),
        pieces: Int.random(in: 1...200_000, using: &random))
      #expect(run.output == lines.map { $0.1 + "\n" }.joined(), "seed \(seed)")
    }
  }

  /// What stays goes in long stretches from where it is, what changes is made; wherever one follows
  /// the other, and whatever is left out between them.
  @Test func `lines that stay and lines that change come out in order, wherever they go`() throws {
    for seed in 0..<2 as Range<UInt64> {
      var random = Seeded(seed)
      var (input, output, bad) = ("", "", "")
      while input.utf8.count < Amount.of(300_000, thorough: 600_000) {
        let kind = Int.random(in: 0...5, using: &random)
        for _ in 0..<(kind < 4 ? [1, 2, 40, 700] : [1, 2]).randomElement(using: &random)! {
          let count = Int.random(in: 0...99, using: &random) == 0 ? 70_000 : 200
          let text = String(repeating: "x", count: Int.random(in: 0...count, using: &random))
          switch kind {
          case 0, 1:
            let line = "{\"text\":\"\(text)\",\"version\":2}\n"
            (input, output) = (input + line, output + line)
          case 2, 3:
            input += "{\"a\":1,\"text\":\"\(text)\"}\n"
            output += "{\"b\":1,\"text\":\"\(text)\",\"version\":2}\n"
          case 4: (input, bad) = (input + "{\"\(text)}\n", bad + "{\"\(text)}\n")
          default:
            (input, output) = (
              input + "\r\n\(Workplace.newer)\n", output + "\r\n\(Workplace.newer)\n"
            )
          }
        }
      }
      (input, output) = (input + old, output + new)
      let options = ["--skip-bad", place.path("bad"), "--skip-newer", "--ndjson"]
      try place.scratch.write(input, to: "a")
      try place.scratch.write(input, to: "here")
      let made = ["out", "here", "to/a"]
      func run(_ arguments: String...) -> Transcript {
        let arguments = arguments.map { $0.replacing("@", with: place.path("")) }
        return Transcript(["apply", place.path("rules")] + options + arguments)
      }
      for jobs in ["1", "3"] {
        let isSame = run("@a", "--jobs", jobs).output == output
        #expect(isSame && place.scratch.text("bad") == bad, "seed \(seed)")
        try place.scratch.write(input, to: "here")
        // The second time the files are as they should be; the third time, but for the end.
        for round in 0..<3 {
          if round == 2 { try place.scratch.write(String(output.dropLast(2)), to: "out") }
          _ = run("@a", "--jobs", jobs, "-o", "@out")
          _ = run("@here", "--jobs", jobs, "--in-place")
          _ = run("@a", "--jobs", jobs, "--output-dir", "@to")
          let isMade = made.map { place.scratch.text($0) == output }
          #expect(isMade == [true, true, true], "seed \(seed)")
        }
      }
    }
  }

  @Test func `the first bad line ends it, with what is before it written`() {
    let bad = "{\"a\": tru}"
    let run = place.apply("--ndjson", input: "\(old)\n\n\(bad)\n\(old)\n")
    #expect(run.output == "\(new)\n\n")
    #expect(run.status == .found)
    #expect(
      run.errors == """
        error[bad-json]: expected a value, found `tru`
          --> standard input:3:7
           |
         3 | {"a": tru}
           |       ^
           |
           = help: `--skip-bad=FILE` puts lines that fail there, and goes on with the others
           = note: the lines before it were written

        """)
  }

  @Test(arguments: ["apply", "explain", "status", "shape"])
  func `every command says what to do about lines in a file that is named for one document`(
    _ command: String
  ) throws {
    try place.scratch.write("{\"a\":1}\n{\"a\":2}\n", to: "x.json")
    let rules = command == "shape" ? [] : [place.path("rules")]
    let run = Transcript([command] + rules + [place.path("x.json")])
    let help = "= help: `--ndjson` takes each line for a document\n"
    #expect((run.output + run.errors).contains(help), "\(run.errors)")
    #expect(Transcript([command] + rules + ["--ndjson", place.path("x.json")]).status == .done)
  }

  @Test func `a bad line far behind has its line's number, and nothing after it is written`() {
    let good = String(repeating: "{\"version\":2}\n", count: 30_000)
    for jobs in ["1", "4"] {
      let run = place.apply(
        "--ndjson", "--jobs", jobs, input: good + "[\n" + good, pieces: 50_000)
      #expect(run.output == good)
      #expect(run.errors.contains("--> standard input:30001:2\n"))
    }
  }

  @Test func `bad lines are put elsewhere, byte for byte`() throws {
    let input = "\(old)\n{\n\(Workplace.newer)\r\n\(old)\n\(Workplace.refused)"
    let run = place.apply("--ndjson", "--skip-bad", "@bad.ndjson", input: input, pieces: 9)
    #expect(run.output == "\(new)\n\(new)\n")
    #expect(
      place.scratch.text("bad.ndjson") == "{\n\(Workplace.newer)\r\n\(Workplace.refused)\n")
    #expect(run.status == .found)
    #expect(run.errors.split(separator: "\n").count { $0.hasPrefix("error[") } == 3)
    // The next run's bad lines take their place; none leave an empty file.
    _ = place.apply("--ndjson", "--skip-bad", "@bad.ndjson", input: old)
    #expect(place.scratch.text("bad.ndjson") == "")
  }

  @Test func `bad lines that can be put nowhere are told once, and what has them fails`() throws {
    try place.scratch.write("\(old)\n{\n[\n", to: "a.ndjson")
    try place.scratch.write("\(old)\n", to: "b.ndjson")
    for inputs in [["@a.ndjson"], ["--in-place", "@a.ndjson", "@b.ndjson"]] {
      let arguments = inputs.map { $0.replacing("@", with: place.path("")) }
      let run = Transcript(
        ["apply", place.path("rules"), "--skip-bad", place.path("none/bad")] + arguments)
      #expect((run.output, run.status) == ("", .found))
      #expect(run.errors.split(separator: "\n").count { $0.hasPrefix("error[cannot-write]") } == 1)
      #expect(!run.errors.contains("put aside"))
      #expect(place.scratch.text("a.ndjson") == "\(old)\n{\n[\n")
    }
    #expect(place.scratch.text("b.ndjson") == "\(new)\n")
    #expect(try place.scratch.hiddenNames() == [])
  }

  @Test(arguments: [
    ["--skip-bad", "@none/bad"], ["--skip-bad", "@bad", "--reasons", "@none/why"],
  ])
  func `where bad lines can't be put aside, it is said of whom`(flags: [String]) throws {
    for name in ["a", "b"] { try place.scratch.write("\(old)\n{\n", to: "\(name).ndjson") }
    let flags = flags.map { $0.replacing("@", with: place.path("")) }
    let files = [place.path("a.ndjson"), place.path("b.ndjson")]
    let run = Transcript(["apply", place.path("rules"), "--in-place"] + flags + files)
    for name in ["a", "b"] {
      #expect(place.errors(of: run).contains("= note: `\(name).ndjson` was not changed\n"))
    }
    let stream = Transcript(
      ["apply", place.path("rules")] + flags, input: Array("\(old)\n\(old)\n{\n".utf8),
      pieces: 12)
    #expect(!stream.errors.contains("was not changed"))
  }

  @Test func `how many bad lines were not told is told`() throws {
    let lines = String(repeating: "{\n", count: 30)
    let run = place.apply("--ndjson", "--skip-bad", "@bad", input: lines)
    #expect(
      run.errors.hasSuffix(
        """
        and 10 more bad lines (`--reasons=FILE` keeps what is wrong with each)
        30 documents: 30 put aside

        """), "\(run.errors)")
    let kept = place.apply("--ndjson", "--skip-bad", "@bad", "--reasons", "@why", input: lines)
    #expect(kept.errors.contains("\nand 10 more bad lines\n30 documents"), "\(kept.errors)")
    let few = place.apply("--ndjson", "--skip-bad", "@bad", input: "{\n")
    #expect(!few.errors.contains("more"))
  }

  @Test func `what is wrong is told where nobody reads the results`() {
    let run = place.apply("--ndjson", input: "\(old)\n{\n", failing: [1: .brokenPipe])
    #expect(run.status == .found)
    #expect(run.errors.contains("error[bad-json]"), "\(run.errors)")
  }

  @Test func `a difference before a bad line is said to be of no use`() throws {
    try place.scratch.write("\(old)\n{\n", to: "a.ndjson")
    let run = place.apply("--diff", "@a.ndjson")
    #expect(run.output.contains("+\(new)\n"))
    let note = "`--in-place` leaves the whole file as it is, also the lines that are shown above"
    #expect(run.errors.contains("= note: \(note)\n"), "\(run.errors)")
    try place.scratch.write("{\n", to: "b.ndjson")
    #expect(!place.apply("--diff", "@b.ndjson").errors.contains("--in-place"))
  }

  @Test func `every bad line has its reason, however many there are`() throws {
    var input = ""
    for number in 0..<300 { input += number % 3 == 1 ? "\(old)\n" : "[\(number)\n" }
    for jobs in ["1", "3"] {
      let run = place.apply(
        "--ndjson", "--skip-bad", "@bad", "--reasons", "@why", "--jobs", jobs, input: input,
        pieces: 50)
      #expect(run.status == .found)
      let bad = (place.scratch.text("bad") ?? "").split(separator: "\n")
      let reasons = (place.scratch.text("why") ?? "").split(separator: "\n")
      #expect(bad.count == 200 && reasons.count == 200)
      for (line, reason) in zip(bad, reasons) {
        let reason = try JSON(parsing: reason.utf8)
        let number = try #require(Int(line.dropFirst()))
        #expect(reason["line"] == JSON.number(JSONNumber(number + 1)))
        #expect(reason["kind"] == "bad-json")
        #expect(reason["places"]?.array?.first?["line"] == reason["line"])
      }
    }
    _ = place.apply("--ndjson", "--skip-bad", "@bad", "--reasons", "@why", input: old)
    #expect(place.scratch.text("why") == "")
  }

  /// The reason for a line of a byte has hundreds: the worker hands them on before the piece is
  /// over.
  @Test func `pieces of very short bad lines give all lines and reasons, in order`() throws {
    var (input, output, bad) = ("", "", [Int]())
    for number in 0..<Amount.of(1_500, thorough: 6_000) {
      if number % 50 == 7 {
        (input, output) = (input + "\(old)\n", output + "\(new)\n")
      } else {
        input += "\(number % 10)\n"
        bad.append(number)
      }
    }
    for jobs in ["1", "3"] {
      let run = place.apply(
        "--ndjson", "--skip-bad", "@bad", "--reasons", "@why", "--jobs", jobs, "--format", "json",
        input: input)
      #expect(run.output == output)
      // No more are told of a piece than without the file.
      #expect(run.errors.split(separator: "\n").count == 21)
      let lines = place.scratch.text("bad")?.split(separator: "\n")
      #expect(lines?.map(String.init) == bad.map { "\($0 % 10)" })
      let numbers = try (place.scratch.text("why") ?? "").split(separator: "\n").map {
        try JSON(parsing: $0.utf8)["line"]?.int
      }
      #expect(numbers == bad.map { $0 + 1 })
    }
    // In place, where a failure to write them keeps the file as it was.
    try place.scratch.write(input, to: "a.ndjson")
    _ = place.apply("@a.ndjson", "--in-place", "--skip-bad", "@bad", "--reasons", "@no/why")
    #expect(place.scratch.text("a.ndjson") == input)
    _ = place.apply("@a.ndjson", "--in-place", "--skip-bad", "@bad", "--reasons", "@why")
    #expect(place.scratch.text("a.ndjson") == output)
  }

  @Test func `lines that were put aside are no failure where that is said`() throws {
    let input = "\(old)\n{\n"
    let run = place.apply("--ndjson", "--skip-bad", "@bad", "--bad-ok", input: input)
    #expect((run.output, run.status) == ("\(new)\n", .done))
    #expect(run.errors.contains("error[bad-json]"))
    // What can't be put aside is one still.
    #expect(
      place.apply("--ndjson", "--skip-bad", "@no/bad", "--bad-ok", input: input).status == .found)
  }

  @Test func `newer lines are left alone when asked`() {
    let input = "\(old)\n\(Workplace.newer)\r\n"
    let run = place.apply("--ndjson", "--skip-newer", input: input)
    #expect(run.output == "\(new)\n\(Workplace.newer)\r\n")
    #expect(run.status == .done)
  }

  @Test func `what would change is named`() throws {
    try place.scratch.write("\(old)\n\(new)\n\(old)\n", to: "a.ndjson")
    try place.scratch.write("\(new)\n\n", to: "b.ndjson")
    let run = place.apply("--check", "@a.ndjson", "@b.ndjson")
    #expect(place.output(of: run) == "would change: a.ndjson (2 of 3 documents)\n")
    #expect(run.errors == "4 documents: 2 would change, 2 current\n")
    #expect(run.status == .found)
    #expect(place.apply("--check", "@b.ndjson").status == .done)
  }

  @Test func `the difference`() throws {
    try place.scratch.write("\(new)\n\(old)\r\n\(old)\n\n\(new)\n\(old)", to: "a.ndjson")
    let run = place.apply("--diff", "@a.ndjson")
    #expect(
      place.output(of: run) == """
        --- a.ndjson
        +++ a.ndjson
        @@ -2,2 +2,2 @@
        -\(old)\r
        -\(old)
        +\(new)\r
        +\(new)
        @@ -6 +6 @@
        -\(old)
        \\ No newline at end of file
        +\(new)
        \\ No newline at end of file

        """)
    #expect(run.status == .done)
    #expect(place.apply("--diff", "--check", "@a.ndjson").status == .found)
  }

  @Test func `the difference of a long stream says where`() throws {
    let lines = (0..<20_000).map { $0.isMultiple(of: 1_000) ? old : new }
    try place.scratch.write(lines.joined(separator: "\n") + "\n", to: "a.ndjson")
    let run = place.apply("--diff", "--jobs", "16", "@a.ndjson")
    let heads = run.output.split(separator: "\n").filter { $0.hasPrefix("@@") }
    #expect(heads == stride(from: 1, to: 20_000, by: 1_000).map { "@@ -\($0) +\($0) @@" })
  }

  @Test func `a line that never ends is an error, not memory`() {
    let line = String(long: "x", count: LineReader.longestLine + 2_000_000)
    let run = place.apply("--ndjson", input: "\n\n" + line)
    #expect(
      run.errors.hasPrefix(
        """
        error[too-big]: the line has more than 67108864 bytes
          --> standard input:3:1
        """))
    #expect(run.errors.contains("help: the lines behind it were not read"))
    #expect(run.status == .found)
  }

  @Test(arguments: [21, 2_000_000])
  func `a line that is too long is put aside as others are`(beyond: Int) throws {
    let line = String(long: "x", count: LineReader.longestLine + beyond)
    for (end, rest) in [("\n" + old, new), ("", "")] {
      let run = place.apply(
        "--ndjson", "--skip-bad", "@bad", "--reasons", "@why", input: "\(old)\n\(line)\(end)")
      #expect(run.output == new + "\n" + rest)
      #expect(run.errors.ranges(of: "error[too-big]").count == 1 && run.status == .found)
      #expect(!run.errors.contains("were not read"))
      #expect(try place.scratch.status("bad").size == line.utf8.count + 1)
      #expect(place.scratch.text("why")?.hasPrefix(#"{"line": 2, "#) == true)
    }
  }

  @Test func `line ends inside JSON that was in a text don't break the lines`() throws {
    try place.scratch.write(
      #"{ "to": 2, "rules": [{ "convert": "a", "from": "json-text", "to": "value" }] }"#,
      to: "rules/v2.json")
    let run = place.apply("--ndjson", input: #"{"a": "{\n \"x\":\n1}"}"# + "\n")
    #expect(run.output == #"{"a": {"x": 1}, "version": 2}"# + "\n")
  }
}
