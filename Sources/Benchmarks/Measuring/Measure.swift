import Foundation

/// Something to be timed beside others.
struct Contender {
  let name: String
  /// How much it goes through in one turn, if that isn't what the others do.
  let bytes: Int?
  /// Does the work once and tells its seconds.
  let run: () throws -> Double

  /// Work that tells its own time, such as another process.
  init(_ name: String, bytes: Int? = nil, reporting run: @escaping () throws -> Double) {
    self.name = name
    self.bytes = bytes
    self.run = run
  }

  /// Work in this process.
  init(_ name: String, bytes: Int? = nil, _ work: @escaping () throws -> Void) {
    self.init(name, bytes: bytes, reporting: { try seconds(work) })
  }
}

/// What came out for one contender.
struct Timing {
  let name: String
  let bytes: Int
  /// One for each round.
  let seconds: [Double]
  /// How many times as fast as the first contender, the median over the rounds.
  let ratio: Double

  /// Megabytes (of 1,000,000 bytes) a second, the median over the rounds.
  var speed: Double { Double(bytes) / 1e6 / median(seconds) }

  /// How many times as fast as this one the first contender is.
  var isBeatenBy: Double { 1 / ratio }
}

/// Times all contenders on the same work.
///
/// After one round to warm up, each has its turn in every round. Ratios are taken within a round,
/// so that what slows a machine for a while slows both sides.
func measure(_ contenders: [Contender], bytes: Int, rounds: Int) throws -> [Timing] {
  for contender in contenders { _ = try contender.run() }
  var times = contenders.map { _ in [Double]() }
  for _ in 0..<rounds {
    for (index, contender) in contenders.enumerated() { times[index].append(try contender.run()) }
  }
  return zip(contenders, times).map { contender, own in
    let size = contender.bytes ?? bytes
    let share = Double(size) / Double(contenders[0].bytes ?? bytes)
    let ratios = zip(times[0], own).map { $0 / $1 * share }
    return Timing(name: contender.name, bytes: size, seconds: own, ratio: median(ratios))
  }
}

/// Prints one line for each sample: its name, its speed, and its ratio to the first.
func report(_ title: String, _ samples: [Timing]) {
  print("\n\(title)")
  let width = samples.map(\.name.count).max() ?? 0
  for sample in samples {
    let name = sample.name + String(repeating: " ", count: width - sample.name.count)
    print(
      "  \(name)  \(fixed(sample.speed, 0, width: 6)) MB/s  \(fixed(sample.ratio, 2, width: 7)) x")
  }
}

func seconds(_ work: () throws -> Void) rethrows -> Double {
  let time = try ContinuousClock().measure(work).components
  return Double(time.seconds) + Double(time.attoseconds) / 1e18
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  let middle = sorted.count / 2
  if sorted.isEmpty { return .nan }
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Keeps the compiler from leaving out work whose result is not read.
@inline(never)
@_optimize(none)
func use<Value>(_ value: Value) {}

/// The number with some decimals, filled with spaces on the left.
func fixed(_ value: Double, _ decimals: Int, width: Int = 0) -> String {
  guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
  var scale = 1
  for _ in 0..<decimals { scale *= 10 }
  let all = Int((value * Double(scale)).rounded())
  let fraction = String(all % scale + scale).dropFirst()
  let text = decimals == 0 ? "\(all)" : "\(all / scale).\(fraction)"
  return String(repeating: " ", count: max(0, width - text.count)) + text
}

/// The time that processors have worked for this process: on a busy machine it tells more than the
/// time that has gone by.
func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
