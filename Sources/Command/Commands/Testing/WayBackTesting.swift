import JSONMigrationAuthoring
import JSONMigrationCore

/// `jsonmigrate test --back`: tells which documents come back from steps as others.
struct WayBackTesting {
  let reports: [BackReport]

  func tell(_ general: GeneralOptions, _ console: inout Console) throws(Output.Failure) {
    if general.format != .text {
      console.report(reports.flatMap(\.losses).map(\.diagnostic), general)
    } else if general.quiet == 0 {
      if reports.isEmpty { try console.output.write("no step can be gone back over\n") }
      for report in reports { try console.output.write(lines(of: report)) }
    }
  }

  private func lines(of report: BackReport) -> String {
    let refused = report.refused == 0 ? "" : ", and \(report.refused) are refused"
    guard !report.losses.isEmpty else {
      let count = report.tried - report.refused
      return "\(report.step): \(count) documents come back\(refused)\n"
    }
    let losses = report.losses.map { loss in
      "  \(loss.shown)\n  \(loss.place.description) \(loss.words)\n"
    }
    return "\(report.step): of \(report.tried) documents \(report.lost) don't come back\(refused)\n"
      + losses.joined()
  }
}
