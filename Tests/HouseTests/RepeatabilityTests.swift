import Testing

/// Tests are the same in every run: they draw from fixed seeds, and no clock decides.
@Suite struct RepeatabilityTests {
  static let banned: [(what: String, pattern: String)] = [
    (
      "clock",
      #"\b(ContinuousClock|SuspendingClock|DispatchTime|CFAbsoluteTime\w*|systemUptime)\b"#
        + #"|\b(clock_gettime|clock|gettimeofday|mach_absolute_time|times|time)\s*\("#
        + #"|\bDate\s*\(\s*\)|\bDate\.now\b|\btimeIntervalSinceNow\b"#
    ),
    ("sleep", #"\b(sleep|usleep|nanosleep)\s*\(|\bwait\s*\(\s*seconds\s*:"#),
    ("time limit", #"\btimeLimit\s*\((?!\s*\.patience\s*\))"#),
    (
      "unseeded draw",
      #"\bSystemRandomNumberGenerator\b|\b(arc4random\w*|drand48|rand|random)\s*\(\s*\)"#
        + #"|\b(shuffled?|randomElement)\s*\(\s*\)|\brandom\s*\(\s*in:(?!.*\busing:)"#
    ),
  ]

  static func offences(in text: String) throws -> [Offence] {
    let code = SwiftText(text).code
    return try banned.flatMap { try Offence.find($0.what, $0.pattern, in: code) }
  }

  @Test func `no test asks a clock, sleeps, or draws without a seed`() throws {
    for file in House.swift(in: "Tests") {
      let found = try Self.offences(in: file.text)
      #expect(found.isEmpty, "\(file.path)")
    }
  }

  @Test(arguments: [
    ("let a = ContinuousClock.now", "clock"), ("let a = Date()", "clock"), ("Date.now", "clock"),
    ("clock_gettime(CLOCK_REALTIME, &a)", "clock"), ("try clock.measure { time() }", "clock"),
    ("Thread.sleep(forTimeInterval: 1)", "sleep"), ("try await Task.sleep(for: a)", "sleep"),
    ("a.wait(seconds: 0.05) { $0 }", "sleep"), ("@Test(.timeLimit(.minutes(1)))", "time limit"),
    ("let a = Int.random(in: 0...9)", "unseeded draw"), ("a.shuffled()", "unseeded draw"),
    ("a.randomElement()", "unseeded draw"), ("Bool.random()", "unseeded draw"),
    ("var a = SystemRandomNumberGenerator()", "unseeded draw"),
  ])
  func `a planted offence is found`(_ text: String, what: String) throws {
    #expect(try Self.offences(in: "\n" + text) == [Offence(line: 2, what: what)])
  }

  @Test(arguments: [
    "Int.random(in: 0...9, using: &random)", "a.shuffled(using: &random)", "// ContinuousClock",
    "@Suite(.timeLimit(.patience))", "\"Date()\"", "Date(timeIntervalSince1970: 0)", "times: 3",
    "Bool.random(using: &random)", "generator.now = { now }", "secondsPerLook: 0.3",
  ])
  func `honest code passes`(_ text: String) throws {
    #expect(try Self.offences(in: text) == [])
  }
}
