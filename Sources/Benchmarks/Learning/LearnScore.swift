import Foundation
import JSONText

/// How one step was learned.
struct LearnResult {
  let isSmall: Bool
  var rules: JSON = []
  var isComplete = false
  var isSound = true
  var seconds = 0.0
  var questions = 0
  var documents = 0
  var right = 0
  var rightLater = 0
  var unchanged = 0

  init(isSmall: Bool) { self.isSmall = isSmall }

  /// The share of a count, in percent; all of none is right.
  func share(_ count: Int) -> Double {
    documents == 0 ? 100 : Double(count) * 100 / Double(documents)
  }

  func line(_ name: String) -> String {
    let words = "\(isComplete ? "fits" : "PART") \(isSound ? "sound" : "REFUSED")"
    let numbers = String(
      format: "%5.1f %5.1f %d %6.3f s", share(right), share(rightLater), questions, seconds)
    return "\(numbers) \(words) \(name) \(rules)"
  }
}

/// How many were learned.
struct LearnScore {
  private var results: [(project: String, result: LearnResult)] = []

  mutating func add(_ result: LearnResult, to project: String) {
    results.append((project, result))
  }

  var text: String {
    let all = results.map(\.result)
    guard !all.isEmpty else { return "no steps" }
    let small = all.filter(\.isSmall)
    func mean(_ results: [LearnResult], _ count: (LearnResult) -> Int) -> String {
      let sum = results.reduce(0) { $0 + $1.share(count($1)) }
      return String(format: "%.1f %%", sum / Double(max(1, results.count)))
    }
    let seconds = all.map(\.seconds).sorted()
    var lines = [
      "\(all.count) steps, right: \(mean(all, \.right)); after three questions: "
        + "\(mean(all, \.rightLater)); doing nothing: \(mean(all, \.unchanged))",
      "\(small.count) small steps, right: \(mean(small, \.right)); after three questions: "
        + "\(mean(small, \.rightLater))",
      "\(all.count(where: \.isComplete)) fit all samples, "
        + "\(all.count { !$0.isSound }) drafts are refused",
      String(
        format: "median %.3f s, longest %.2f s", seconds[seconds.count / 2],
        seconds[seconds.count - 1]),
    ]
    for project in Set(results.map(\.project)).sorted() {
      let own = results.filter { $0.project == project }.map(\.result)
      lines.append(
        "\(project): \(own.count) steps, \(mean(own, \.right)), \(mean(own, \.rightLater))")
    }
    return lines.joined(separator: "\n")
  }
}
