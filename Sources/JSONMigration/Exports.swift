// Rules, results and functions are made of `JSON`, so it comes with this module; the engine is a
// module of its own, which knows no Foundation, for those who build it into something else.
@_exported public import JSONMigrationCore
@_exported public import JSONText
