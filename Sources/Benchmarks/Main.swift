import Foundation

@main
enum Main {
  static let usage = """
    usage: Benchmarks generate DIR [--megabytes N] [--seed N]
           Benchmarks table DIR [--rounds N] [--tool PATH] [--megabytes N] [--only PART]
           Benchmarks text DIR [ROUNDS [--alone]]
           Benchmarks library DIR [ROUNDS]
    """

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    do {
      switch arguments.first {
      case "generate": try Generate(Array(arguments.dropFirst())).run()
      case "table": try Tables(Array(arguments.dropFirst())).run()
      case "text": try TextLayer(Array(arguments.dropFirst())).run()
      case "library": try Library(Array(arguments.dropFirst())).run()
      default: throw Refusal(Self.usage)
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }
}

/// Why a command can't run, in words.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
