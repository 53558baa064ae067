import Foundation
import JSONMigrationCore
import Testing

@testable import jsonmigrate

@Suite struct TopicHelpTests {
  /// The kinds that the sources name.
  private static func kinds() throws -> Set<String> {
    let root = URL(filePath: #filePath).appending(path: "../../../../Sources").standardizedFileURL
    let walk = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var kinds: Set<String> = []
    while let file = walk.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /= (?:Diagnostic\.)?Kind\(rawValue: "([a-z-]+)"\)/) {
        kinds.insert(String(match.1))
      }
    }
    return kinds
  }

  @Test func `each kind of error has its help, and no other`() throws {
    let kinds = try Self.kinds()
    #expect(kinds.count > 20)
    #expect(Set(TopicHelp.kinds.map(\.kind.rawValue)) == kinds)
    #expect(TopicHelp.kinds.count == kinds.count)
  }

  @Test func `the rule reference names all kinds`() throws {
    let page = URL(filePath: #filePath).appending(
      path: "../../../../Sources/JSONMigration/JSONMigration.docc/RuleReference.md")
    let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
    for kind in TopicHelp.kinds { #expect(text.contains("`\(kind.kind)`"), "\(kind.kind)") }
  }

  @Test(arguments: TopicHelp.names)
  func `help fits a terminal`(topic: String) throws {
    let run = Transcript(["help", topic])
    #expect((run.errors, run.status) == ("", .done))
    #expect(run.output.hasPrefix("\(topic) - a "))
    // A word that can't be broken, such as a rule, may be longer.
    let long = run.output.split(separator: "\n").filter { $0.count > 80 && !$0.contains("{") }
    #expect(long == [])
  }

  @Test func `advice is whole sentences`() {
    for kind in TopicHelp.kinds {
      #expect(kind.advice.hasSuffix(".") && !kind.about.hasSuffix("."), "\(kind.kind)")
    }
  }

  @Test func `a key tells what it means, and where`() {
    #expect(
      Transcript(["help", "if-missing"]).output.hasPrefix(
        """
        if-missing - a key of rule files

        When the source is not there; `skip` if nothing is said (`skip` or `fail`).
          In rename, move,
        """))
    let undo = Transcript(["help", "undo"]).output
    #expect(undo.contains("(a list of rules).\n  In any rule, as in "))
    #expect(undo.contains("\n  In a step's file, as in "))
    #expect(Transcript(["help", "stamp"]).output.contains("\n  In format.json › version.\n"))
    #expect(Transcript(["help", "is"]).output.contains("\n  In map-values › cases.\n"))
    // A command or a verb of that name is told of first.
    let shape = Transcript(["help", "shape"]).output
    #expect(shape.hasPrefix("jsonmigrate shape - "))
    #expect(shape.contains("\n\nshape - a key of rule files\n\nVersions, each with"))
    #expect(Transcript(["shape", "--help"]).output.contains("a key of rule files") == false)
    let drop = Transcript(["help", "drop"]).output
    #expect(drop.hasPrefix("drop - a verb"))
    #expect(drop.contains("\n\ndrop - a key of rule files\n\nThe member or element goes"))
    #expect(Transcript(["help", "rename"]).output.contains("a key of rule files") == false)
    let help = Transcript(["help", "help"]).output
    for topic in ["`if-missing`", "`gap`", "`paths`"] { #expect(help.contains(topic), "\(topic)") }
    // A verb, a subject or a kind of error of that name is meant first.
    #expect(Transcript(["help", "split"]).output.hasPrefix("split - a verb"))
    #expect(Transcript(["help", "tests"]).output.hasPrefix("tests - a way"))
  }

  @Test(arguments: [
    ("sort", "list"), ("remove", "drop"), ("with_entries", "rename-keys"), ("shift", "move"),
    ("cardinality", "wrap"), ("gsub", "text"), ("if", "when"), ("multiply", "scale"),
    ("uppercase", "text"), ("else", "choose"),
  ])
  func `words of other tools lead to ours`(word: String, ours: String) {
    let run = Transcript(["help", word])
    #expect(run.errors.contains("`\(ours)`"))
    #expect(run.status == .notStarted)
  }

  @Test func `advice has the word that was asked for`() {
    #expect(Transcript(["help", "uppercase"]).errors.contains(#""do": ["uppercase"] }"#))
    #expect(Transcript(["help", "regex"]).output.hasPrefix("pattern - a "))
    #expect(Transcript(["help", "condition"]).output.contains("when - a "))
  }

  @Test func `keys and kinds are listed`() {
    let keys = Transcript(["help", "keys"]).output
    let kinds = Transcript(["help", "kinds"]).output
    #expect(keys.contains("\n  if-missing "))
    #expect(kinds.contains("\n  wrong-type ") && kinds.contains("\n  would-change "))
    #expect(Transcript(["help", "zebra"]).errors.contains("`help keys`, `help kinds`"))
  }

  @Test(arguments: [
    ("diff", "`jsonmigrate apply --help`"), ("mutants", "`jsonmigrate test --help`"),
    ("ndjson", "`--ndjson` is a flag"), ("backup", "`--backup` is a flag"),
    ("parent", "no path leads to a parent"), ("write", "`set`"),
  ])
  func `words and flags lead to where they are told of`(word: String, advice: String) {
    let run = Transcript(["help", word])
    #expect(run.errors.contains(advice) && run.status == .notStarted)
  }

  @Test func `a word of warnings has its help`() {
    let names = Transcript(["help", "dotted-name"]).output
    #expect(names.hasPrefix("dotted-name - a warning of check\n\nA name such as `ui.theme` where"))
    #expect(names.contains(#"`"allow": ["dotted-name"]` in a rule"#))
    let both = Transcript(["help", "pattern"]).output
    #expect(both.hasPrefix("pattern - a form") && both.contains("\npattern - a warning of check"))
    #expect(Transcript(["help", "warnings"]).output.contains("\n  scope-twice "))
  }

  @Test(arguments: [
    (["rename", "--help"], "`jsonmigrate help rename` tells of"), (["paths"], "`help paths`"),
    (["convert", "a.json"], "in rules; `jsonmigrate apply RULES"),
    (["wrong-type"], "`help wrong-type`"), (["version"], "in rules; `jsonmigrate --version`"),
  ])
  func `a topic that is no command leads to its help`(line: [String], advice: String) {
    let run = Transcript(line)
    #expect(run.errors.contains("there is no command `\(line[0])`"))
    #expect(run.errors.contains(advice.replacing("`help", with: "`jsonmigrate help")))
    #expect(run.status == .notStarted)
  }

  @Test(arguments: [
    ("splti", "split"), ("worng-type", "wrong-type"), ("staus", "status"), ("path", "paths"),
  ])
  func `a slip is understood`(topic: String, meant: String) {
    let run = Transcript(["help", topic])
    #expect(run.errors.contains("a similar topic exists: `\(meant)`"))
    #expect(run.status == .notStarted)
  }
}
