internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The check of a type against samples.
struct Contract<Value: Decodable> {
  let migrator: Migrator
  let type: Value.Type
  let decoder: JSONDecoder

  private struct Sample {
    let name: String
    let version: Version
    let data: Data
    let migrated: JSON
  }

  /// Notes and warnings; what is wrong is thrown.
  func check(_ samples: [String: Data]) throws -> [Diagnostic] {
    let session = RecordingDecoder.Session(
      log: ContractLog(), strategies: try Strategies(decoder))
    let each = migrator.rules.format.each == nil ? 0 : 1
    var findings = ContractFindings(type, prefix: each, decoder: decoder)
    let samples = migrated(samples, &findings)
    // The first time to learn values, which may stand in for what other samples lack.
    for sample in samples { record(sample, session) }
    for sample in samples {
      session.log.restart()
      record(sample, session)
      findings.add(session.log, of: sample.name, version: sample.version)
    }
    if findings.isClean { decodeInEarnest(samples, &findings) }
    noteVersions(samples, &findings)
    let diagnostics = findings.diagnostics
    if let error = MigrationError(diagnostics) { throw error }
    return diagnostics
  }

  private func record(_ sample: Sample, _ session: RecordingDecoder.Session) {
    let recorder = RecordingDecoder(
      value: sample.migrated, path: ContractPath(), session: session)
    // What can't be decoded was noted.
    _ = try? recorder.make(type)
  }

  /// The samples, each migrated.
  private func migrated(
    _ samples: [String: Data], _ findings: inout ContractFindings
  ) -> [Sample] {
    let given = samples.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var migrated: [Sample] = []
    for (name, data) in given {
      do {
        migrated.append(try sample(data, named: name, by: migrator))
      } catch let error as MigrationError {
        error.diagnostics.forEach { findings.add($0) }
      } catch {
        findings.add(
          Diagnostic(.badJSON, "\(error)", at: Diagnostic.Place(name)))
      }
    }
    if migrated.isEmpty, findings.isClean {
      findings.add(
        Diagnostic(
          .missingValue, "there is no sample to decode `\(type)` from",
          help: "keep a document of each version that was ever released"))
    }
    return migrated
  }

  private func sample(
    _ data: Data, named name: String, by migrator: Migrator
  ) throws -> Sample {
    let migration = try migrator.migration(of: data, named: name)
    return Sample(
      name: name, version: migration.from, data: data,
      migrated: try JSON(parsing: migration.document))
  }

  private func decodeInEarnest(_ samples: [Sample], _ findings: inout ContractFindings) {
    for sample in samples {
      do {
        _ = try decoder.decode(type, from: sample.data, migrating: migrator)
      } catch let error as MigrationError {
        error.diagnostics.forEach { findings.add($0) }
      } catch {
        findings.add(
          Diagnostic(
            .invalidValue,
            "`\(type)` can't be decoded from version \(sample.version): "
              + Printable.text(of: "\(error)"), at: Diagnostic.Place(sample.name)))
      }
    }
  }

  private func noteVersions(_ samples: [Sample], _ findings: inout ContractFindings) {
    for version in migrator.versions where !samples.contains(where: { $0.version == version }) {
      findings.add(
        Diagnostic(.missingValue, "no sample has version \(version)", severity: .warning))
    }
  }
}
