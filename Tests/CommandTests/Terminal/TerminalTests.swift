import JSONMigrationCore
import Testing

@testable import jsonmigrate

@Suite struct ColourTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let choice: ColourChoice
    let isTerminal: Bool
    let environment: [String: String]
    let isOn: Bool

    var testDescription: String { "\(choice), terminal: \(isTerminal), \(environment)" }

    init(_ choice: ColourChoice, _ isTerminal: Bool, _ environment: [String: String], _ isOn: Bool)
    {
      (self.choice, self.isTerminal) = (choice, isTerminal)
      (self.environment, self.isOn) = (environment, isOn)
    }
  }

  @Test(arguments: [
    Case(.auto, true, [:], true), Case(.auto, false, [:], false),
    Case(.auto, true, ["TERM": "dumb"], false), Case(.auto, true, ["TERM": "xterm"], true),
    Case(.auto, true, ["NO_COLOR": "1"], false), Case(.auto, true, ["NO_COLOR": ""], true),
    Case(.auto, false, ["CLICOLOR_FORCE": "1"], true),
    Case(.auto, false, ["FORCE_COLOR": "1", "TERM": "dumb"], true),
    Case(.auto, false, ["FORCE_COLOR": "0"], false), Case(.auto, false, ["FORCE_COLOR": ""], false),
    Case(.auto, true, ["NO_COLOR": "1", "FORCE_COLOR": "1"], false),
    Case(.always, false, ["NO_COLOR": "1", "TERM": "dumb"], true),
    Case(.never, true, ["FORCE_COLOR": "1"], false),
  ])
  func `who decides about colours`(_ example: Case) {
    let isOn = example.choice.isOn(
      isTerminal: example.isTerminal, environment: { example.environment[$0] })
    #expect(isOn == example.isOn)
  }
}

@Suite struct ExitStatusTests {
  @Test func `the worst diagnostic decides`() {
    let note = Diagnostic(.badRules, "n", severity: .note)
    let warning = Diagnostic(.badRules, "w", severity: .warning)
    let error = Diagnostic(.badRules, "e")
    #expect(ExitStatus(of: []) == .done)
    #expect(ExitStatus(of: [note, warning]) == .done)
    #expect(ExitStatus(of: [note, error, warning]) == .found)
    #expect(ExitStatus(of: [error], isStarting: true) == .notStarted)
    #expect(ExitStatus(of: [warning], isStarting: true) == .done)
  }

  @Test func `a worse status is remembered, a better one is not`() {
    var status = ExitStatus.done
    status.worsen(to: .found)
    status.worsen(to: .done)
    #expect(status == .found)
    status.worsen(to: .notStarted)
    #expect(status.rawValue == 2)
  }
}

@Suite struct OutputTests {
  @Test func `small pieces go out together, and all go out`() throws {
    let scratch = try Scratch()
    try scratch.write("", to: "out")
    let faults = Faults()
    let descriptor = try faults.calls.open(FilePlace(scratch.name("out")), .writing)
    var output = Output(descriptor, calls: faults.calls)
    let line = String(repeating: "x", count: 99) + "\n"
    for _ in 0..<2_000 { try output.write(line) }
    try output.write([UInt8](repeating: UInt8(ascii: "y"), count: 100_000))
    try output.flush()
    try output.flush()
    #expect(faults.log.count { $0 == "write" } <= 6)
    let text = try #require(scratch.text("out"))
    #expect(text == String(repeating: line, count: 2_000) + String(repeating: "y", count: 100_000))
    try faults.calls.close(descriptor)
  }

  @Test(arguments: [(Errno.brokenPipe, Output.Failure.closed), (.noSpace, .failed(.noSpace))])
  func `a write that fails is told`(errno: Errno, failure: Output.Failure) throws {
    var calls = SystemCalls.system
    calls.write = { _, _ throws(Errno) in throw errno }
    var output = Output(1, calls: calls)
    try output.write("waits")
    #expect(throws: failure) { try output.flush() }
    #expect(throws: failure) { try output.write([UInt8](repeating: 0, count: 70_000)) }
  }
}
