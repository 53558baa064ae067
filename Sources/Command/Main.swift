import JSONMigrationCore

@main
enum Main {
  static func main() {
    occupyStandardStreams()
    ignoreWriteSignals()
    var console = Console(
      calls: .system, environment: environmentVariable,
      prepareToWriteFiles: TemporaryFiles.removeOnSignals, holdSignals: TemporaryFiles.holdSignals)
    if let limit = stackLimit(), limit < leastStack {
      let problem = Diagnostic(
        .usage,
        "the stack may have \(limit >> 10) KiB only, and deep documents need \(leastStack >> 10) KiB",
        help: "raise the limit, as with `ulimit -s 8192`")
      console.report([problem], GeneralOptions())
      exitProcess(ExitStatus.notStarted.rawValue)
    }
    let status = Tool.run(processArguments(), &console)
    exitProcess(status.rawValue)
  }
}
