/// How far the work is, as one line for people who wait.
struct Progress: Sendable {
  /// Nothing is shown before.
  private static let patience = 0.5
  private static let interval = 0.1

  /// How much there is to do; no bytes where nobody knows.
  private let files: Int
  private let bytes: Int?
  private let start: Double
  private var next: Double
  private var filesDone = 0
  private var bytesDone = 0

  init(files: Int, bytes: Int?, at time: Double) {
    (self.files, self.bytes) = (files, bytes)
    start = time
    next = time + Self.patience
  }

  /// Counts what was done; gives the line if it is time to show it.
  mutating func add(files: Int, bytes: Int, at time: Double) -> String? {
    filesDone += files
    bytesDone += bytes
    guard time >= next else { return nil }
    next = time + Self.interval
    let seconds = time - start
    let rate = Double(bytesDone) / seconds
    var parts: [String] = []
    if self.files > 1 {
      parts.append("\(Tally.grouped(filesDone)) of \(Tally.grouped(self.files)) files")
    }
    if let all = self.bytes {
      parts.append("\(Self.size(Double(bytesDone))) of \(Self.size(Double(all)))")
    } else {
      parts.append(Self.size(Double(bytesDone)))
    }
    parts.append("\(Self.size(rate))/s")
    if let all = self.bytes, rate > 0 {
      let left = max(0, Double(all - bytesDone) / rate)
      parts.append("\(Self.time(left)) left")
    }
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
