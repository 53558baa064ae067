import JSONMigration
import JSONText

/// `jsonmigrate apply`: brings documents to the newest version.
enum ApplyCommand {
  static func run(
    _ request: Invocation.Apply, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let settings: ApplySettings
    var worker: DocumentWorker
    do throws(MigrationError) {
      settings = try ApplySettings(request, calls: console.calls)
      worker = try DocumentWorker(settings)
    } catch {
      console.report(error.diagnostics, general)
      return .notStarted
    }
    let input = Input(request.inputs.first, layout: request.documents.layout)
    do throws(MigrationError) {
      try migrate(input, &worker, settings)
    } catch {
      console.report(error.diagnostics, general)
      return .found
    }
    if request.destination == .standardOutput {
      try console.output.write(worker.result)
    }
    return .done
  }

  private static func migrate(
    _ input: Input, _ worker: inout DocumentWorker, _ settings: ApplySettings
  ) throws(MigrationError) {
    let origin: FileOrigin?
    do throws(FileError) {
      origin = try worker.read(input)
    } catch {
      throw MigrationError(error.diagnostic)
    }
    _ = try worker.migrate(input)
    guard case .file(let name) = settings.request.destination else { return }
    do throws(FileError) {
      _ = try writeFile(
        worker.result, to: name, madeFrom: origin,
        options: .init(
          breaksHardLinks: settings.request.breaksHardLinks,
          synchronizes: settings.request.synchronizes), calls: settings.calls)
    } catch {
      throw MigrationError(error.diagnostic)
    }
  }
}
