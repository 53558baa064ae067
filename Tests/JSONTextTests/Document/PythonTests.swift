import Foundation
import JSONText
import Testing

/// Python's reader, which is strict where it is told to be, beside ours.
@Suite struct PythonTests {
  /// Reads a text a line, in hexadecimal digits; says for each whether it is JSON.
  private static let program = """
    import json, sys
    def refuse(word): raise ValueError(word)
    for line in sys.stdin:
        try:
            text = bytes.fromhex(line.strip()).decode("utf-8")
            json.loads(text, parse_constant=refuse, parse_int=str, parse_float=str)
            print(1)
        except ValueError:
            print(0)
    """

  private static func run(_ arguments: [String], input: Data = Data()) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    let (standardInput, output) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    DispatchQueue.global().async {
      try? standardInput.fileHandleForWriting.write(contentsOf: input)
      try? standardInput.fileHandleForWriting.close()
    }
    let result = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return result
  }

  private static let isThere = (try? run(["-c", "print(1)"])) == Data("1\n".utf8)

  @Test(.enabled(if: isThere, "no python3 on this machine"))
  func `Python accepts what we accept, broken texts and edited ones too`() throws {
    var generator = RandomText()
    let seed = "\(generator.random)"
    var texts: [[UInt8]] = []
    for _ in 0..<250 {
      let text = generator.document(values: 20)
      texts.append(text)
      for _ in 0..<4 { texts.append(Self.broken(text, using: &generator)) }
      guard let tree = TreeReader.read(text) else { continue }
      var subject = Subject()
      try subject.read(text)
      try subject.apply(generator.edit(of: tree), to: tree, using: &generator)
      texts.append(subject.written())
    }
    let lines = texts.map { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
    let output = try Self.run(
      ["-c", Self.program], input: Data(lines.map { $0 + "\n" }.joined().utf8))
    let answers = String(decoding: output, as: UTF8.self).split(separator: "\n")
    try #require(answers.count == texts.count)
    var accepted = 0
    for (text, answer) in zip(texts, answers) {
      var subject = Subject(guide: generator.once(in: 2) ? .nothing : .everything)
      let isAccepted = (try? subject.read(text)) != nil
      #expect(isAccepted == (answer == "1"), "\(shown(text).debugDescription), \(seed)")
      accepted += isAccepted ? 1 : 0
    }
    #expect(accepted > texts.count / 4 && accepted < texts.count * 3 / 4, "\(accepted)")
  }

  /// One byte changed, put in or taken out.
  private static func broken(_ text: [UInt8], using generator: inout RandomText) -> [UInt8] {
    var text = text
    let index = Int.random(in: text.indices, using: &generator.random)
    let byte =
      generator.once(in: 3)
      ? UInt8.random(in: 0...255, using: &generator.random)
      : generator.one(of: Array("{}[]:,\"\\ 01-.eEtn\n\u{0B}".utf8))
    switch Int.random(in: 0...2, using: &generator.random) {
    case 0: text[index] = byte
    case 1: text.insert(byte, at: index)
    default: text.remove(at: index)
    }
    return text
  }
}
