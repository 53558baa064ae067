import Foundation
import JSONMigrationCore
import Testing

@testable import jsonmigrate

@Suite struct FlagTableTests {
  @Test func `names are there once`() {
    for command in CommandName.allCases {
      let flags = Flag.of(command)
      #expect(Set(flags.map(\.long)).count == flags.count)
    }
    let shorts = Flag.all.compactMap(\.short)
    #expect(Set(shorts).count == shorts.count)
    #expect(Set(CommandSpec.all.map(\.name)).count == CommandSpec.all.count)
  }

  @Test func `conflicts name flags that exist`() {
    let names = Set(Flag.all.map(\.long))
    #expect(Flag.all.flatMap(\.conflicts).filter { !names.contains($0) } == [])
  }

  @Test func `phrases are phrases and paragraphs are sentences`() {
    for text in Flag.all.map(\.summary) + CommandSpec.all.map(\.summary) {
      #expect(!text.hasSuffix("."), "\(text)")
      #expect(text.first?.isUppercase == false, "\(text)")
    }
    for text in Flag.all.flatMap(\.details) + CommandSpec.all.flatMap(\.details) {
      #expect(text.hasSuffix(".") || text.contains("jsonmigrate help --completions"), "\(text)")
    }
  }

  @Test(arguments: CommandName.allCases)
  func `help fits a terminal`(name: CommandName) {
    for command in CommandSpec.all where command.name == name {
      let short = HelpText.command(command, .short).split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(short.count <= 50, "one screen")
      for line in short + HelpText.command(command, .long).split(separator: "\n") {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }

  @Test func `every flag of a command is in its help, the manual and the completions`() {
    let manual = ManualPage.text().replacing("\\-", with: "-")
    let scripts = Options.Shell.allCases.map(Completions.text)
    for flag in Flag.all {
      #expect(manual.contains(flag.name))
      for script in scripts { #expect(script.contains(flag.long)) }
      for command in CommandSpec.all where flag.commands.contains(command.name) {
        #expect(
          HelpText.command(command, .short).contains(flag.shown(for: command.name)) != flag.isRare)
        #expect(HelpText.command(command, .long).contains(flag.shown(for: command.name)))
      }
    }
  }

  @Test func `the examples in the help can be parsed`() throws {
    for example in CommandSpec.all.flatMap(\.examples) {
      let words = example.command.split(separator: " ").dropFirst()
      var parser = ArgumentParser()
      try parser.parse(words.prefix { $0 != ">" && $0 != "|" }.map { Array($0.utf8) })
      _ = try Invocation(parser)
    }
  }

  private static func isThere(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: program)
  }

  private static let bash = "/bin/bash"
  private static let zsh = "/usr/bin/zsh"
  private static let fish = "/usr/bin/fish"
  private static let groff = "/usr/bin/groff"

  @Test(
    .enabled(if: isThere(bash), "no bash on this machine"),
    arguments: [
      (["jsonmigrate", "a"], ["apply"]), (["jsonmigrate", "s"], ["status", "shape", "schema"]),
      (["jsonmigrate", "apply", "--out"], ["--output", "--output-dir"]),
      (["jsonmigrate", "-q", "check", "--re"], ["--reversible"]),
      (["jsonmigrate", "check", "--in"], []), (["jsonmigrate", "--col"], ["--color"]),
      (["jsonmigrate", "apply", "--color", "a"], ["auto", "always"]),
      (["jsonmigrate", "apply", "--color", "=", "n"], ["never"]),
      (["jsonmigrate", "apply", "--color", "="], ["auto", "always", "never"]),
      (["jsonmigrate", "help", "--completions", ""], ["bash", "zsh", "fish"]),
      (["jsonmigrate", "help", "ap"], ["apply", "append"]), (["jsonmigrate", "apply", "rul"], []),
    ])
  func `bash completes`(words: [String], replies: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.bash)
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    process.arguments = [
      "--norc", "-c",
      Completions.text(for: .bash)
        + "COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1); _jsonmigrate;"
        + "printf '%s\\n' \"${COMPREPLY[@]}\"",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text.split(separator: "\n").map(String.init) == replies)
  }

  @Test(.enabled(if: isThere(zsh), "no zsh on this machine"))
  func `the script for zsh is sound`() throws {
    try check(.zsh, by: Self.zsh)
  }

  @Test(.enabled(if: isThere(fish), "no fish on this machine"))
  func `the script for fish is sound`() throws {
    try check(.fish, by: Self.fish)
  }

  private func check(_ shell: Options.Shell, by path: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write(Completions.text(for: shell), to: "script")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-n", file.text]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(.enabled(if: isThere(groff), "no groff on this machine"))
  func `the manual has no mistakes that groff knows of`() throws {
    let scratch = try Scratch()
    let file = try scratch.write(ManualPage.text(), to: "jsonmigrate.1")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.groff)
    process.arguments = ["-man", "-ww", "-z", "-Tutf8", file.text]
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let said = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(String(decoding: said, as: UTF8.self) == "")
  }
}
