import JSONMigrationCore

/// The command from its arguments to its exit status.
enum Tool {
  static func run(_ arguments: [[UInt8]], _ console: inout Console) -> ExitStatus {
    var parser = ArgumentParser()
    let invocation: Invocation
    do throws(UsageError) {
      try parser.parse(arguments)
      invocation = try Invocation(parser)
    } catch {
      parser.takeForm()
      console.report([error.diagnostic(in: parser.command?.name)], parser.options.general)
      return .notStarted
    }
    do throws(Output.Failure) {
      let status = try perform(invocation, parser.options.general, &console)
      console.note(status)
      try console.output.flush()
      return status
    } catch {
      // A closed pipe is no failure: its reader has seen enough. What was found still counts.
      guard case .failed(let errno) = error else { return console.found }
      let diagnostic = Diagnostic(
        .cannotWrite, "standard output can't be written: \(errno.words)")
      console.report([diagnostic], parser.options.general)
      return .found
    }
  }

  private static func perform(
    _ invocation: Invocation, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    switch invocation {
    case .nothing:
      console.tell(HelpText.overview(.short))
      return .notStarted
    case .version:
      try console.output.write("jsonmigrate \(PackageVersion.current)\n")
      return .done
    case .help(let help):
      return try HelpCommand.run(help, general, &console)
    case .apply(let apply):
      return try ApplyCommand.run(apply, general, &console)
    case .check(let check): return try CheckCommand.run(check, general, &console)
    case .test(let test): return try TestCommand.run(test, general, &console)
    case .lock(let lock): return try LockCommand.run(lock, general, &console)
    case .patch(let patch): return try PatchCommand.run(patch, general, &console)
    case .shape(let shape): return try ShapeCommand.run(shape, general, &console)
    case .schema(let schema): return try SchemaCommand.run(schema, general, &console)
    case .status(let status): return try StatusCommand.run(status, general, &console)
    case .explain(let explain): return try ExplainCommand.run(explain, general, &console)
    case .learn(let learn): return try LearnCommand.run(learn, general, &console)
    case .new(let new): return try NewCommand.run(new, general, &console)
    }
  }
}
