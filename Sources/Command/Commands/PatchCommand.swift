import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// `jsonmigrate patch`: translates a patch for an old document into one for the migrated document.
enum PatchCommand {
  static func run(
    _ request: Invocation.Patch, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let migrator: Migrator
    let document: JSON
    let patch: JSONPatch
    do throws(MigrationError) {
      migrator = try RulesFolder(request.rules, calls: console.calls).migrator()
      document = try value(in: request.document, comments: migrator.takesComments, console)
      let (text, input) = try content(of: request.patch, in: .patch, console)
      patch = try JSONPatch(
        SampleFiles.value(text, of: input, input.name), named: request.patch.text, in: text)
    } catch {
      console.report(error.diagnostics, general)
      return .notStarted
    }
    let translated: JSONPatch
    do throws(MigrationError) {
      translated = try migrator.translated(
        patch, named: request.patch.text, for: document, named: request.document.text)
    } catch {
      console.report(error.diagnostics, general)
      return .found
    }
    try console.output.write(text(of: translated))
    return .done
  }

  /// One operation a line.
  private static func text(of patch: JSONPatch) -> String {
    let lines = (patch.json.array ?? []).map { "  \($0.spaced)" }
    return lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
  }

  /// The JSON in a file, or on standard input.
  private static func value(
    in name: FileName, comments: Bool, _ console: Console
  ) throws(MigrationError) -> JSON {
    let (bytes, input) = try content(of: name, comments: comments, in: .patch, console)
    return try SampleFiles.value(bytes, of: input, input.name)
  }

  /// The bytes of a file, or those on standard input, and what they were read from.
  static func content(
    of name: FileName, comments: Bool = false, in command: CommandName, _ console: Console
  ) throws(MigrationError) -> (bytes: [UInt8], input: Input) {
    var documents = DocumentOptions(layout: .single)
    documents.hasComments = comments
    let files = InputFiles([name], calls: console.calls)
    try files.check(in: command, console.calls)
    let input: Input
    switch files.entries.first {
    case .file(let file): input = Input(file, documents)
    case .problem(let error): throw MigrationError(error.diagnostic)
    case .standardInput: input = Input(standardInput: documents)
    case nil:
      throw MigrationError(
        Diagnostic(.cannotRead, "\(name.quoted) has no document", help: "name one file"))
    }
    var text = ByteBuffer()
    let limit = documents.limits(console.calls).bytes
    try input.open(into: &text, limit: limit, calls: console.calls)
    return (text.view[0..<text.count].array, input)
  }
}
