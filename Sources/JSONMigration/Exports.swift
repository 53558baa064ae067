// Rules, results and functions are made of `JSON`, so it comes with this module; the engine is a
// module of its own without Foundation, so that it can be built into other things.
@_exported public import JSONMigrationCore
@_exported public import JSONText
