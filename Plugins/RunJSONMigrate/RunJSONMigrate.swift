import Foundation
import PackagePlugin

/// Runs the command on the rules of a package: `swift package jsonmigrate check Sources/App/Rules`.
@main struct RunJSONMigrate: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "jsonmigrate").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      Diagnostics.error("jsonmigrate ended with status \(process.terminationStatus)")
      return
    }
  }
}
