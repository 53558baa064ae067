import JSONMigrationAuthoring

/// One line that tells waiting people how far the work is.
struct Progress: Sendable {
  /// Nothing is shown before.
  private static let patience = 0.5
  static let interval = 0.1

  /// What is being done with a document that takes its time, and its bytes.
  enum Stage: Sendable {
    /// The number of bytes that are read.
    case reading(Int)
    case migrating(Int)
    case writing(Int)
  }

  /// How much there is to do; no bytes where that is unknown.
  private let files: Int
  private let bytes: Int?
  private let start: Double
  private var next: Double
  private var filesDone = 0
  private var bytesDone = 0
  /// Where the only document is; nothing where there are many, or lines.
  private(set) var stage: Stage?

  init(files: Int, bytes: Int?, at time: Double) {
    (self.files, self.bytes) = (files, bytes)
    start = time
    next = time + Self.patience
  }

  /// Counts what was done; gives the line if it is time to show it.
  mutating func add(files: Int, bytes: Int, at time: Double) -> String? {
    filesDone += files
    bytesDone += bytes
    stage = nil
    return line(at: time)
  }

  /// Notes what is being done with the only document; gives the line if it is time to show it.
  mutating func enter(_ stage: Stage, at time: Double) -> String? {
    self.stage = stage
    return line(at: time)
  }

  /// The line, if it is time to show it.
  mutating func line(at time: Double) -> String? {
    guard time >= next else { return nil }
    next = time + Self.interval
    switch stage {
    case .reading(let bytes): return "reading " + amounts(bytes, after: time - start)
    case .migrating(let bytes): return "migrating \(Self.size(Double(bytes)))"
    case .writing(let bytes): return "writing \(Self.size(Double(bytes)))"
    case nil:
      let amounts = amounts(bytesDone, after: time - start)
      guard files > 1 else { return amounts }
      return "\(filesDone.grouped) of \(files.grouped) files, " + amounts
    }
  }

  private func amounts(_ done: Int, after seconds: Double) -> String {
    let rate = Double(done) / seconds
    let size = Self.size(Double(done))
    guard let bytes else { return "\(size), \(Self.size(rate))/s" }
    var parts = ["\(size) of \(Self.size(Double(bytes)))", "\(Self.size(rate))/s"]
    if rate > 0 { parts.append("\(Self.time(max(0, Double(bytes - done) / rate))) left") }
    return parts.joined(separator: ", ")
  }

  private static func size(_ bytes: Double) -> String {
    let units = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
    guard let (one, name) = units.first(where: { bytes >= $0.0 }) else { return "\(Int(bytes)) B" }
    let tenths = Int((bytes / one * 10).rounded())
    return tenths >= 100 ? "\((tenths + 5) / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
  }

  private static func time(_ seconds: Double) -> String {
    let seconds = Int(min(seconds, 1e6).rounded(.up))
    return seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
  }
}
