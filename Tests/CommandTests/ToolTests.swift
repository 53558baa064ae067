import JSONMigrationCore
import Testing

@testable import jsonmigrate

@Suite struct ToolTests {
  @Test func `the version`() {
    for arguments in [["--version"], ["apply", "--version"], ["-q", "--version", "--nonsense"]] {
      let run = Transcript(arguments)
      #expect(run.output == "jsonmigrate \(PackageVersion.current)\n")
      #expect(run.errors == "")
      #expect(run.status == .done)
    }
  }

  @Test func `no arguments: the short help, as an error`() {
    let run = Transcript([])
    #expect(run.output == "")
    #expect(run.errors == HelpText.overview(.short))
    #expect(run.status == .notStarted)
  }

  @Test(arguments: [
    (["-h"], "help-short.txt"), (["--help"], "help-long.txt"), (["help"], "help-long.txt"),
    (["apply", "-h"], "apply-short.txt"), (["apply", "--help"], "apply-long.txt"),
    (["help", "apply"], "apply-long.txt"), (["apply", "rules", "-qh"], "apply-short.txt"),
    (["help", "--man"], "jsonmigrate.1.txt"),
    (["help", "--completions", "bash"], "completions-bash.txt"),
    (["help", "split"], "help-split.txt"), (["help", "choose"], "help-choose.txt"),
    (["help", "wrong-type"], "help-wrong-type.txt"),
    (["help", "would-change"], "help-would-change.txt"),
    (["help", "--completions=zsh"], "completions-zsh.txt"),
    (["help", "--completions", "fish"], "completions-fish.txt"),
  ])
  func `help that was asked for goes to standard output`(
    arguments: [String], golden: String
  ) throws {
    let run = Transcript(arguments)
    try Golden.check(run.output, golden)
    #expect(run.errors == "")
    #expect(run.status == .done)
  }

  @Test func `a usage error`() {
    let run = Transcript(["apply", "rules", "a.json", "--in-plaec"])
    #expect(run.output == "")
    #expect(
      run.errors == """
        error[usage]: there is no flag `--in-plaec`
           = help: a similar flag exists: `--in-place`
           = note: `jsonmigrate apply -h` shows what there is

        """)
    #expect(run.status == .notStarted)
  }

  @Test func `a usage error in the format and colour asked for`() {
    let json = Transcript(["check", "--format", "json", "--colour"])
    #expect(
      json.errors == """
        {"severity": "error", "kind": "usage", "message": "there is no flag `--colour`", \
        "places": [], "help": "a similar flag exists: `--color`", \
        "notes": ["`jsonmigrate check -h` shows what there is"]}

        """)
    let github = Transcript(["--format=github", "chekc"])
    #expect(
      github.errors == """
        ::error title=usage::there is no command `chekc`%0Ahelp: a similar command exists: \
        `check`%0Anote: `jsonmigrate -h` shows what there is

        """)
    #expect(Transcript(["--color=always", "chekc"]).errors.hasPrefix("\u{1B}[1;31merror[usage]"))
    #expect(Transcript(["chekc"], terminals: [2]).errors.hasPrefix("\u{1B}["))
    #expect(Transcript(["chekc"], terminals: [1]).errors.hasPrefix("error["))
  }

  @Test func `quiet twice says nothing, and the status tells`() {
    #expect(Transcript(["-q", "chekc"]).errors.hasPrefix("error[usage]"))
    let run = Transcript(["-qq", "chekc"])
    #expect(run.errors == "")
    #expect(run.status == .notStarted)
  }

  @Test func `help on nothing known`() {
    let run = Transcript(["help", "aply"])
    #expect(run.status == .notStarted)
    #expect(run.errors.hasPrefix("error[usage]: there is no help on `aply`\n"))
    #expect(run.errors.contains("= help: a similar topic exists: `apply`"))
  }

  @Test func `a closed pipe ends it quietly, a full disk does not`() {
    let closed = Transcript(["--help"], failing: [1: .brokenPipe])
    #expect(closed.status == .done)
    #expect(closed.errors == "")
    let full = Transcript(["--help"], failing: [1: .noSpace])
    #expect(full.status == .found)
    #expect(
      full.errors
        == "error[cannot-write]: standard output can't be written: no space left on device\n")
  }

  @Test func `a closed standard error stops nothing`() {
    let run = Transcript(["chekc"], failing: [2: .hardware])
    #expect(run.status == .notStarted)
    #expect(Transcript(["--version"], failing: [2: .brokenPipe]).output != "")
  }

  @Test func `arguments can't reach the terminal unescaped`() {
    let run = Transcript(["\u{1B}[2J\n\(String(repeating: "x", count: 1_000))"])
    #expect(!run.errors.contains("\u{1B}"))
    #expect(run.errors.contains("`\\u001b[2J\\nxxx"))
    #expect(run.errors.count < 400)
  }
}
