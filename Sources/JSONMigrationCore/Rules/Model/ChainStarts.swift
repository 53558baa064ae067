internal import JSONText

/// Where the steps of a chain start: at versions, and at patterns such as `7.0.*`.
struct ChainStarts: Sendable {
  /// The versions that are named in full, each with the step that starts there.
  let named: [(version: Version, step: Int)]
  /// The same by version, where they are many: to compare a few takes less than to hash one.
  private let byVersion: [Version: Int]?
  /// The steps that start at all versions with a beginning, the longer beginnings first.
  let patterns: [(beginning: [UInt8], step: Int)]
  /// The same by beginning, where they are many, and how long those are, the longest first.
  private let byBeginning: [[UInt8]: Int]?
  private let lengths: [Int]
  /// Where each step leads to.
  private let ends: [Version]

  /// `starts` has versions and patterns.
  init(_ starts: [Version: Int], ends: [Version]) {
    let named = starts.filter { $0.key.beginning == nil }
    self.named = named.map { ($0.key, $0.value) }
    byVersion = named.count > 4 ? named : nil
    patterns = starts.compactMap { version, step in version.beginning.map { ($0, step) } }
      .ordered { $0.beginning.count > $1.beginning.count }
    var byBeginning: [[UInt8]: Int] = [:]
    var lengths: [Int] = []
    for (beginning, step) in patterns.count > 4 ? patterns : [] {
      byBeginning[beginning] = step
      if lengths.last != beginning.count { lengths.append(beginning.count) }
    }
    self.byBeginning = lengths.isEmpty ? nil : byBeginning
    self.lengths = lengths
    self.ends = ends
  }

  /// The number of the step that starts at a version.
  ///
  /// No step starts where it ends, so a pattern may fit that.
  func step(from version: Version) -> Int? {
    if let byVersion {
      if let step = byVersion[version] { return step }
    } else {
      for start in named where start.version == version { return start.step }
    }
    guard !patterns.isEmpty, case .text(let text) = version else { return nil }
    guard let byBeginning else {
      return patterns.first { text.utf8.starts(with: $0.beginning) && ends[$0.step] != version }?
        .step
    }
    let bytes = Array(text.utf8)
    for length in lengths where length <= bytes.count {
      if let step = byBeginning[Array(bytes[..<length])], ends[step] != version { return step }
    }
    return nil
  }

  /// Whether a step starts at a version that is named in full.
  func names(_ version: Version) -> Bool {
    byVersion.map { $0[version] != nil } ?? named.contains { $0.version == version }
  }

  /// The number of the step that starts at a version, or at all that a pattern stands for.
  func step(at version: Version) -> Int? {
    guard let beginning = version.beginning else { return step(from: version) }
    let own =
      byBeginning.map { $0[beginning] }
      ?? patterns.first { $0.beginning == beginning }?.step
    return own ?? step(from: version)
  }
}

extension Version {
  /// What the versions begin with that a pattern stands for, as `7.0.` in `7.0.*`; nil where it is
  /// no pattern.
  package var beginning: [UInt8]? {
    guard case .text(let text) = self, text.utf8.last == UInt8(ascii: "*") else { return nil }
    return Array(text.utf8.dropLast())
  }
}
