import JSONMigrationCore
import Testing

@testable import jsonmigrate

@Suite struct ArgumentParserTests {
  private func invocation(_ arguments: String...) throws -> Invocation {
    var parser = ArgumentParser()
    try parser.parse(arguments.map { Array($0.utf8) })
    return try Invocation(parser)
  }

  private func apply(_ arguments: String...) throws -> Invocation.Apply? {
    var parser = ArgumentParser()
    try parser.parse((["apply"] + arguments).map { Array($0.utf8) })
    guard case .apply(let apply) = try Invocation(parser) else { return nil }
    return apply
  }

  @Test func `apply with nothing asked for`() throws {
    let plain = try #require(try apply("rules"))
    #expect(plain.rules == FileName("rules"))
    #expect(plain.inputs == [])
    #expect(plain.destination == .standardOutput)
    #expect(plain.documents == DocumentOptions())
    #expect(plain.synchronizes && !plain.breaksHardLinks && !plain.skipsNewer)
    #expect(plain.jobs == nil && plain.skipBad == nil && plain.backupSuffix == nil)
  }

  @Test func `apply with all that goes together`() throws {
    let full = try #require(
      try apply(
        "--in-place", "rules", "--backup=.old", "a.ndjson", "b", "--to", "3", "--from=1",
        "--ndjson",
        "--skip-bad", "bad.ndjson", "--jobs=4", "--now", "2026-01-01T00:00:00Z", "--seed", "7",
        "--max-depth", "10000", "--skip-newer", "--break-hardlinks", "--no-fsync"))
    #expect(full.inputs == [FileName("a.ndjson"), FileName("b")])
    #expect(full.destination == .inPlace)
    #expect(full.backupSuffix == Array(".old".utf8))
    #expect(full.documents == .init(layout: .lines, to: "3", from: "1", maxDepth: 10_000))
    #expect(full.skipBad == FileName("bad.ndjson"))
    #expect(full.jobs == 4)
    #expect(full.generate == .init(now: "2026-01-01T00:00:00Z", seed: 7))
    #expect(full.skipsNewer && full.breaksHardLinks && !full.synchronizes)
  }

  @Test(arguments: [
    (["-o", "out"], Destination.file(FileName("out"))),
    (["-oout"], .file(FileName("out"))), (["-o=out"], .file(FileName("out"))),
    (["--output", "out"], .file(FileName("out"))),
    (["--output=a=b"], .file(FileName("a=b"))), (["-o", "-"], .standardOutput),
    (["--output=--check"], .file(FileName("--check"))),
    (["--output-dir", "d"], .folder(FileName("d"))), (["--check"], .nowhere),
    (["--diff", "--check"], .nowhere), (["-o", "a", "-o", "b"], .file(FileName("b"))),
  ])
  func `where results go`(flags: [String], destination: Destination) throws {
    var parser = ArgumentParser()
    try parser.parse((["apply", "rules", "in"] + flags).map { Array($0.utf8) })
    guard case .apply(let apply) = try Invocation(parser) else {
      Issue.record("not apply")
      return
    }
    #expect(apply.destination == destination)
  }

  @Test func `a backup has a suffix of its own`() throws {
    #expect(try apply("r", "a", "--in-place", "--backup")?.backupSuffix == Array(".bak".utf8))
    // Only with "=", so the next argument stays an input.
    #expect(try apply("r", "--in-place", "--backup", "a")?.inputs == [FileName("a")])
  }

  @Test func `a double dash ends the flags, a single one is a name`() throws {
    #expect(try apply("rules", "--", "-")?.inputs == [FileName("-")])
    #expect(try apply("rules", "--", "--check")?.inputs == [FileName("--check")])
    #expect(try apply("--", "-q")?.rules == FileName("-q"))
  }

  @Test func `flags that stand together, and flags before the command`() throws {
    var parser = ArgumentParser()
    try parser.parse(["-qv", "--color=never", "check", "rules", "-qv"].map { Array($0.utf8) })
    #expect(parser.options.general.quiet == 2)
    #expect(parser.options.general.verbose == 2)
    #expect(parser.options.general.colour == .never)
  }

  @Test func `a negative number is a value`() throws {
    #expect(try apply("rules", "--to", "-1")?.documents.to == "-1")
  }

  @Test func `names that are no UTF-8 stay what they are`() throws {
    var parser = ArgumentParser()
    try parser.parse([Array("check".utf8), [0xFF, 0xFE]])
    guard case .check(let check) = try Invocation(parser) else {
      Issue.record("not check")
      return
    }
    #expect(check.rules.bytes == [0xFF, 0xFE])
  }

  @Test func `what check, explain, status and help are given`() throws {
    guard case .check(let check) = try invocation("check", "r", "--reversible"),
      case .explain(let history) = try invocation("explain", "r", "d", "--at", "a.b"),
      case .explain(let page) = try invocation("explain", "r", "d", "--html=x"),
      case .status(let status) = try invocation("status", "r", "a", "b", "--jobs", "2"),
      case .help(.topic("rename")) = try invocation("help", "rename")
    else {
      Issue.record("another command")
      return
    }
    #expect(
      check
        == .init(
          rules: FileName("r"), isReversible: true, isStrict: false, against: nil, look: nil,
          schemas: nil))
    #expect((history.input, history.at, history.html) == (FileName("d"), "a.b", nil))
    #expect((page.input, page.at, page.html) == (FileName("d"), nil, FileName("x")))
    #expect(status.paths == [FileName("a"), FileName("b")])
    #expect(status.jobs == 2)
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let message: String
    let help: String?

    var testDescription: String { arguments.joined(separator: " ") }

    init(_ line: String, _ message: String, _ help: String?) {
      arguments = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
      (self.message, self.help) = (message, help)
    }
  }

  @Test(arguments: [
    Mistake(
      "apply rules --reasons why", "`--reasons` is for `--skip-bad`",
      "add `--skip-bad FILE`, which takes the lines that fail"),
    Mistake(
      "apply rules --bad-ok", "`--bad-ok` is for `--skip-bad`",
      "add `--skip-bad FILE`, which takes the lines that fail"),
    Mistake(
      "apply rules --skip-bad bad --reasons -", "`--reasons` needs a file, and `-` is none",
      "write `./-` for a file of that name"),
    Mistake(
      "aply rules", "there is no command `aply`", "a similar command exists: `apply`"),
    Mistake(
      "rules old.json", "there is no command `rules`",
      "`jsonmigrate help rules` tells of `rules` in rules; the commands are `apply`, `check`, `test`, `lock`, `explain`, `status`, `new`, `learn`, `patch`, `shape`, `schema`, `help`"
    ),
    Mistake(
      "learn old.json new.json", "`learn` needs the same documents after it",
      "a rules folder comes first: `learn rules old.json new.json`"),
    Mistake(
      "learn rules old.json", "`learn` needs the same documents after it",
      "usage: jsonmigrate learn [FLAGS] RULES BEFORE AFTER"),
    Mistake(
      "apply", "`apply` needs a rules folder", "usage: jsonmigrate apply [FLAGS] RULES [INPUT...]"),
    Mistake(
      "status r", "`status` needs documents or folders",
      "usage: jsonmigrate status [FLAGS] RULES PATH..."),
    Mistake(
      "apply r --skip-bad=-", "`--skip-bad` needs a file, and `-` is none",
      "write `./-` for a file of that name"),
    Mistake("test r s", "`test` does not take `s`", "usage: jsonmigrate test [FLAGS] RULES"),
    Mistake(
      "schema x", "`schema` does not take `x` without `--after`",
      "`--after RULES` carries the schema in it along the rules"),
    Mistake(
      "schema --after r", "`schema --after` needs a schema",
      "usage: jsonmigrate schema --after RULES A.schema.json"),
    Mistake(
      "check r --to b.json", "`check --to` needs `--from`",
      "`--from A.schema.json --to B.schema.json` are schemas of documents before and after"),
    Mistake(
      "check r --from a.json", "`check --from` needs `--to` or documents",
      "`--from A.schema.json --to B.schema.json` are schemas of documents before and after"),
    Mistake(
      "check r d --from a --to b", "`check --from --to` compares schemas, and takes no documents",
      "leave out `d`"),
    Mistake(
      "apply r --outptu x", "there is no flag `--outptu`", "a similar flag exists: `--output`"),
    Mistake(
      "apply r --revers", "there is no flag `--revers`",
      "if it is a file, write `./--revers` or put `--` before it"),
    Mistake(
      "apply r -dash.json", "there is no flag `-dash.json`",
      "if it is a file, write `./-dash.json` or put `--` before it"),
    Mistake(
      "apply r -x", "there is no flag `-x`", "if it is a file, write `./-x` or put `--` before it"),
    Mistake(
      "apply r -qx", "there is no flag `-x`",
      "if it is a file, write `./-x` or put `--` before it"),
    Mistake("apply r -output x", "`-output` has one dash", "a long flag has two: `--output`"),
    Mistake("check r --in-place", "`check` has no flag `--in-place`", "it belongs to `apply`"),
    Mistake(
      "--jobs 2 explain r", "`explain` has no flag `--jobs`",
      "it belongs to `apply`, `check`, `status`, `shape`"),
    Mistake("apply r a -o", "`-o` needs a value", "write `--output=FILE`"),
    Mistake(
      "apply --format", "`--format` needs a value", "write `--format=text|json|github|xcode`"),
    Mistake(
      "apply r a -o --check", "`-o` needs a value, found the flag `--check`",
      "if that is the value, write `--output=--check`"),
    Mistake("apply r --check=yes", "`--check` takes no value", "write `--check`"),
    Mistake("apply r --output=", "the value of `--output` is empty", nil),
    Mistake("apply r --to ''", "the value of `--to` is empty", nil),
    Mistake(
      "apply r a --in-place --check", "`--in-place` and `--check` can't be used together",
      "leave out one of them"),
    Mistake(
      "apply r a --diff -o b", "`--diff` and `--output` can't be used together",
      "leave out one of them"),
    Mistake(
      "apply r --json --ndjson", "`--json` and `--ndjson` can't be used together",
      "leave out one of them"),
    Mistake("apply r a --backup", "`--backup` is for `--in-place`", "add `--in-place`"),
    Mistake(
      "apply r a --in-place --backup=", "the suffix of `--backup` can't be empty, nor have a slash",
      "write `--backup=.old`"),
    Mistake(
      "apply r a --in-place --backup=/x",
      "the suffix of `--backup` can't be empty, nor have a slash",
      "write `--backup=.old`"),
    Mistake(
      "apply r --in-place", "standard input can't be replaced",
      "name the files, or leave out `--in-place`"),
    Mistake(
      "apply r - --in-place", "standard input can't be replaced",
      "name the files, or leave out `--in-place`"),
    Mistake(
      "apply r a b", "2 inputs don't go into one output",
      "add `--in-place`, `--output-dir DIR`, `--check` or `--diff`"),
    Mistake(
      "apply r --jobs 0", "`--jobs` takes a number from 1 to 1024, found `0`",
      "write it as in `--jobs=10`"),
    Mistake(
      "apply r --jobs -2", "`--jobs` takes a number from 1 to 1024, found `-2`",
      "write it as in `--jobs=10`"),
    Mistake(
      "apply r --max-depth 10001",
      "`--max-depth` takes a number from 1 to 10000, found `10001`",
      "write it as in `--max-depth=10`"),
    Mistake(
      "apply r --seed 99999999999999999999999",
      "`--seed` takes a number from 0, found `99999999999999999999999`",
      "write it as in `--seed=10`"),
    Mistake(
      "apply r --seed 1e3", "`--seed` takes a number from 0, found `1e3`",
      "write it as in `--seed=10`"),
    Mistake(
      "apply r --color alwys", "`--color` does not take `alwys`",
      "a similar choice exists: `always`"),
    Mistake(
      "apply r --format xml", "`--format` does not take `xml`",
      "the choices are `text`, `json`, `github`, `xcode`"),
    Mistake(
      "help --man --completions zsh", "`--man` and `--completions` can't be used together",
      "leave out one of them"),
    Mistake(
      "apply r --files [ab]*.json l", "`--files`: brackets stand for themselves in `[ab]*.json`",
      "a glob has `*`, `?`, and `**` for folders; `?` is any one character"),
    Mistake(
      "--completions bash", "no command was named",
      "write it first: `jsonmigrate help --completions bash`"),
    Mistake("--man", "no command was named", "write it first: `jsonmigrate help --man`"),
    Mistake(
      "-q --to 2 --in-place", "no command was named",
      "write it first: `jsonmigrate apply … -q --to 2 --in-place`"),
    Mistake("--quiet", "no command was named", nil),
  ])
  func `mistakes name the flag and the fix`(_ mistake: Mistake) throws {
    var parser = ArgumentParser()
    do throws(UsageError) {
      try parser.parse(mistake.arguments.map { Array($0.utf8) })
      _ = try Invocation(parser)
      Issue.record("no error")
    } catch {
      #expect(error.message == mistake.message)
      #expect(error.help == mistake.help)
    }
    let run = Transcript(mistake.arguments)
    #expect(run.status == .notStarted)
    #expect(run.output == "")
  }

  @Test(arguments: [
    ("--too", "--to 2"), ("-j", "--jobs"), ("--no-color", "--color never"),
    ("--dry-run", "--check"), ("--recursive", "folders"), ("--rollback", "--to 1"),
    ("--jsonl", "--ndjson"), ("--inplace", "--in-place"),
  ])
  func `flags of other tools lead to ours`(flag: String, ours: String) {
    let run = Transcript(["apply", "rules", flag, "a.json"])
    #expect(run.status == .notStarted)
    #expect(run.errors.contains(" no flag `\(flag)`"))
    #expect(run.errors.contains(ours))
  }

  @Test func `a flag of another command that means something else elsewhere`() {
    let run = Transcript(["apply", "rules", "--write", "a.json"])
    #expect(run.errors.contains("`apply` has no flag `--write`"))
    #expect(
      run.errors.contains("it belongs to `test`, `learn`; `apply --in-place` writes into the files")
    )
  }

  @Test(arguments: [
    "apply --format json r --outptu", "apply r --outptu --format json", "aply r --format=json",
    "apply r --jobs x -v --format json",
  ])
  func `mistakes have the form that is asked for, wherever that stands`(line: String) {
    let run = Transcript(line.split(separator: " ").map(String.init))
    #expect(run.errors.hasPrefix(#"{"severity": "error", "kind": "usage", "message": "#))
    #expect(run.errors.hasSuffix("}\n") && run.output.isEmpty)
  }

  @Test(arguments: ["apply --outptu -- --format json", "apply --outptu --format jsn"])
  func `a form that isn't asked for isn't taken`(line: String) {
    let run = Transcript(line.split(separator: " ").map(String.init))
    #expect(run.errors.hasPrefix("error[usage]: there is no flag `--outptu`\n"))
  }
}
