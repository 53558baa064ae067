internal import JSONText

/// What an engine counts of its rules, where that is asked for.
package struct Activity: Sendable {
  /// How often each rule had something to do.
  package private(set) var counts: [ObjectIdentifier: Int] = [:]
  /// The documents of each version that were met.
  package private(set) var versions: [Version: Int] = [:]
  /// How many documents in others were not of the format.
  package private(set) var others = 0
  /// For each rule with cases, the values that none of them fits, as they stand.
  package private(set) var uncovered: [ObjectIdentifier: [[UInt8]: Int]] = [:]
  /// The rule that finds what it has to do.
  private var rule: ObjectIdentifier?

  package init() {}

  /// Rules do nothing in a document that is left alone.
  package mutating func forgetRules() { (counts, uncovered) = ([:], [:]) }

  mutating func begin(_ rule: Rule) {
    self.rule = ObjectIdentifier(rule)
  }

  mutating func note(_ rule: Rule, times: Int = 1) {
    counts[ObjectIdentifier(rule), default: 0] += times
  }

  mutating func note(_ version: Version) {
    versions[version, default: 0] += 1
  }

  mutating func noteOther() { others += 1 }

  mutating func noteUncovered(_ value: [UInt8]) {
    guard let rule else { return }
    uncovered[rule, default: [:]][value, default: 0] += 1
  }
}

extension Engine {
  /// Notes a value that no case of the rule at work fits.
  mutating func noteUncovered(_ node: NodeID) throws {
    if activity == nil { return }
    let value = document.bytes(of: try document.text(of: node)).array
    activity?.noteUncovered(value)
  }
}
