// Rules, results and functions are made of `JSON`, so who imports this module has it.
@_exported public import JSONText
