package import JSONText

/// The documents in a document, of which some are of other formats with rules of their own.
extension Engine {
  /// Which of them are of the format, by their numbers, and how many there are.
  fileprivate mutating func ownParts() throws -> (own: [Int], count: Int) {
    let format = plan.rules.format
    guard let parts = try partsOfDocument() else {
      return (try isOfFormat(format) ? [0] : [], 1)
    }
    let whole = root
    defer { root = whole }
    var own: [Int] = []
    for (number, node) in parts.enumerated() {
      root = node
      if try isOfFormat(format) { own.append(number) }
    }
    return (own, parts.count)
  }

  /// Whether a document in the one that was read is to be migrated: `$` stands for it.
  mutating func isOwn(_ number: Int?, _ format: Format) throws -> Bool {
    if let chosenParts, let number, !isNested { return chosenParts.contains(number) }
    return try isOfFormat(format)
  }
}

extension Worker {
  /// Which of the documents in the one in a range of another text are of the format, by their
  /// numbers, and how many there are.
  package mutating func ownParts(
    _ range: Range<Int>, of text: ByteView, named name: String, firstLine: Int?
  ) throws(MigrationError) -> (own: [Int], count: Int) {
    try read(range, of: text, named: name, firstLine: firstLine)
    do {
      return try engine.ownParts()
    } catch {
      throw MigrationError(engine.diagnostic(for: error, name: name, firstLine: firstLine))
    }
  }

  /// As `migrate`, of some of the documents in the one in a range of another text: whatever `when`
  /// in the format says, these are of it, and no others.
  package mutating func migrate(
    parts: [Int], in range: Range<Int>, of text: ByteView, into out: inout ByteBuffer,
    named name: String, firstLine: Int?
  ) throws(MigrationError) -> Bool {
    engine.chosenParts = Set(parts)
    defer { engine.chosenParts = nil }
    load { $0.append(range, of: text) }
    return try migrateByTree(0..<range.count, into: &out, named: name, firstLine: firstLine)
  }

  /// An error for one of the documents in the one that was read last.
  package mutating func refusal(
    ofPart number: Int, _ message: String, help: String, named name: String, firstLine: Int?
  ) throws(MigrationError) -> MigrationError {
    do {
      let parts = try engine.partsOfDocument()
      let failure = RuleFailure(
        .wrongFormat, message, at: parts?[number] ?? engine.root, help: help)
      return MigrationError(engine.diagnostic(for: failure, name: name, firstLine: firstLine))
    } catch {
      throw MigrationError(engine.diagnostic(for: error, name: name, firstLine: firstLine))
    }
  }
}
