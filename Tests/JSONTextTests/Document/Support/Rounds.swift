import JSONText
import TestSupport
import Testing

/// What was found to be wrong.
struct Mismatch: Error, CustomStringConvertible {
  let description: String
}

/// Stops a round where something is wrong.
func check(_ isRight: Bool, _ description: @autoclosure () -> String) throws {
  if !isRight { throw Mismatch(description: description()) }
}

func shown(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

/// Runs rounds on random material; the first that fails says how to have it again.
func rounds(_ count: Int, _ body: (inout RandomText) throws -> Void) {
  var generator = RandomText()
  let seed = "\(generator.random)"
  for round in 0..<Amount.of(count / 3, thorough: count) {
    do {
      try body(&generator)
    } catch {
      Issue.record("\(error); round \(round), \(seed), \(shown(generator.text))")
      return
    }
  }
}
