import Foundation
import PackagePlugin

/// Checks the rules of a target whenever it is built, and runs the tests in them.
///
/// A mistake in a rule fails the build, with its file and line.
@main struct CheckRules: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let tool = try context.tool(named: "jsonmigrate").url
    return try RulesFolder.all(in: target.directoryURL).map { folder in
      try Self.command(folder, by: tool, notedIn: context.pluginWorkDirectoryURL)
    }
  }

  private static func command(
    _ folder: RulesFolder, by tool: URL, notedIn directory: URL
  ) throws -> Command {
    let name = folder.url.lastPathComponent
    // A build command runs again when one of its inputs is newer than what it made.
    let stamp = directory.appending(path: "\(folder.mark).checked")
    return .buildCommand(
      displayName: "Check the rules in \(name)",
      executable: URL(filePath: "/bin/sh"),
      arguments: [
        "-c",
        #""$0" check "$1" --format xcode && "$0" test "$1" --format xcode && : > "$2""#,
        tool.path, folder.url.path, stamp.path,
      ],
      inputFiles: folder.files + [tool], outputFiles: [stamp])
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension CheckRules: XcodeBuildToolPlugin {
    func createBuildCommands(
      context: XcodePluginContext, target: XcodeTarget
    ) throws -> [Command] {
      let tool = try context.tool(named: "jsonmigrate").url
      // A target of Xcode has files rather than a folder; a folder reference is one of them.
      let folders = Set(
        target.inputFiles.map { file in
          file.url.hasDirectoryPath ? file.url : file.url.deletingLastPathComponent()
        })
      return try RulesFolder.outermost(of: folders.flatMap { RulesFolder.all(in: $0) })
        .map { try Self.command($0, by: tool, notedIn: context.pluginWorkDirectoryURL) }
    }
  }
#endif
