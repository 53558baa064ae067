extension JSON {
  /// The values that a path leads to, in the order of RFC 9535, and with its repeats.
  ///
  ///     let titles = try catalog.values(at: JSONPath("$.books[?@.price < 10].title"))
  ///
  /// A value that nests too deep is `too-deep`, a query that takes too much work is `too-big`.
  public func values(at path: JSONPath) throws(JSONError) -> [JSON] {
    var text: [UInt8] = []
    write(into: &text)
    let guide = Guide(paths: path.guidePaths())
    var constants = Constants()
    let bound = path.bound(to: guide, constants: &constants)
    var document = Document(
      guide: guide, constants: constants, limits: Document.Limits(depth: Self.maximumDepth))
    document.load(text)
    return try document.values(at: bound, constants)
  }
}

extension Document {
  // What can throw stands apart from what makes a document and ends it: that is long code.
  @inline(never)
  fileprivate mutating func values(
    at path: BoundPath, _ constants: borrowing Constants
  ) throws(JSONError) -> [JSON] {
    try read()
    var evaluator = PathEvaluator(constants, root: root)
    var values: [JSON] = []
    for place in try evaluator.places(of: path, from: root, in: &self) {
      let text = scalarText(of: place)
      try charge(text.count)
      values.append(try JSON(parsing: text))
    }
    return values
  }
}
