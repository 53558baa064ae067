import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// `jsonmigrate schema`: prints the JSON Schema of rule files, or one that rules have carried
/// along.
enum SchemaCommand {
  static func run(
    _ request: Invocation.Schema, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    guard let carrying = request.carrying else {
      try console.output.write(RuleSchema.text)
      return .done
    }
    let carried: CarriedSchema
    do throws(MigrationError) {
      let migrator = try RulesFolder(carrying.rules, calls: console.calls).migrator()
      let source = try schemaFile(carrying.schema, console)
      carried = try migrator.schema(after: source)
    } catch {
      console.report(error.diagnostics, general)
      return .notStarted
    }
    console.report(carried.unknowns, general)
    let schema = carried.schema
    try console.output.write(
      general.format == .json ? "\(schema)\n" : "\(schema.debugDescription)\n")
    return .done
  }

  /// The JSON Schema in a file, or on standard input.
  static func schemaFile(
    _ name: FileName, in command: CommandName = .schema, _ console: Console
  ) throws(MigrationError) -> SchemaFile {
    let (bytes, input) = try PatchCommand.content(of: name, in: command, console)
    return try SchemaFile(bytes, named: input.name)
  }
}
