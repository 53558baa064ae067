@main
enum Main {
  static func main() {
    occupyStandardStreams()
    ignoreWriteSignals()
    var console = Console(
      calls: .system, environment: environmentVariable,
      prepareToWriteFiles: TemporaryFiles.removeOnSignals)
    let status = Tool.run(processArguments(), &console)
    exitProcess(status.rawValue)
  }
}
