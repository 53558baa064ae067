// Rules, results and functions are made of `JSON`, so it comes with this module.
@_exported public import JSONText
