// Tests of an app's rules ask the engine too, and the tools that question rules.
@_exported public import JSONMigration
@_exported public import JSONMigrationAuthoring
