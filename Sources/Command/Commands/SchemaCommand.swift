import JSONMigrationCore

/// `jsonmigrate schema`: prints the JSON Schema of rule files.
enum SchemaCommand {
  static func run(_ console: inout Console) throws(Output.Failure) -> ExitStatus {
    try console.output.write(RuleSchema.text)
    return .done
  }
}
