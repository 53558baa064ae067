internal import JSONText

/// Asking for versions without migrating.
extension Engine {
  /// The version of the document that was read; of many in one, the oldest, and the target if there
  /// is none.
  mutating func version() throws -> Version {
    let format = plan.rules.format
    guard let each = format.each else { return try version(format) }
    let whole = root
    defer { root = whole }
    var found: Set<Version> = []
    for node in try places(each, from: whole) {
      root = node
      if try isOfFormat(format) { found.insert(try version(format)) }
    }
    return format.chain.inOrder(found).first ?? plan.target
  }
}

/// Writing versions without migrating.
extension Engine {
  /// Writes the target's version into the document that was read, or into each of the many in it.
  mutating func stamp() throws {
    let format = plan.rules.format
    guard let each = format.each else { return try stamp(plan.target, format) }
    let whole = root
    defer { root = whole }
    for node in try places(each, from: whole) {
      root = node
      try stamp(plan.target, format)
    }
  }
}
