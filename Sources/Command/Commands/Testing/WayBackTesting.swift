import JSONMigrationAuthoring
import JSONMigrationCore

/// `jsonmigrate test --back`: tells which documents come back from steps as others.
struct WayBackTesting {
  let reports: [BackReport]

  func tell(_ general: GeneralOptions, _ console: inout Console) throws(Output.Failure) {
    if general.format != .text {
      console.report(reports.flatMap { $0.losses.map(\.diagnostic) + $0.refusal }, general)
    } else if general.quiet == 0 {
      if reports.allSatisfy({ !$0.obstacles.isEmpty }) {
        try console.output.write("no step can be gone back over\n")
      }
      for report in reports { try console.output.write(lines(of: report)) }
    }
  }

  private func lines(of report: BackReport) -> String {
    if let first = report.obstacles.first {
      let others = report.obstacles.count - 1
      return "\(report.step): no way back: \(first.description) \(first.label ?? "")"
        + (others == 0 ? "" : ", and \(others) more") + "\n"
    }
    if report.tried == 0 {
      return "\(report.step): nothing was tried: the step takes none of the documents that were "
        + "made\n"
    }
    let refused =
      report.refused == 0
      ? "" : ", and \(report.refused) \(report.refused == 1 ? "is" : "are") refused"
    guard !report.losses.isEmpty else {
      let count = report.tried - report.refused
      let documents = count == 1 ? "1 document comes back" : "\(count) documents come back"
      return "\(report.step): \(documents)\(refused)\n"
    }
    let losses = report.losses.map { loss in
      "  \(loss.shown)\n  \(loss.place.description) \(loss.words)\n"
    }
    let lost = report.lost == 1 ? "1 doesn't come back" : "\(report.lost) don't come back"
    return "\(report.step): of \(report.tried) documents \(lost)\(refused)\n"
      + losses.joined()
  }
}

extension BackReport {
  /// That it can't be gone back over, if so.
  fileprivate var refusal: [Diagnostic] {
    if obstacles.isEmpty { return [] }
    return [
      Diagnostic(
        .noWayBack, "\(step): no way back", severity: .note, at: obstacles[0],
        relatedPlaces: Array(obstacles.dropFirst()))
    ]
  }
}
