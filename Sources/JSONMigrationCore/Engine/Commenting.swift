internal import JSONText

/// Documents that may have comments and trailing commas.
extension Worker {
  /// Migrates a document with comments, which come out with what they belong to; nil if it has
  /// neither comments nor trailing commas.
  mutating func migrateCommented(
    _ range: Range<Int>, into out: inout ByteBuffer, named name: String, firstLine: Int?
  ) throws(MigrationError) -> Bool? {
    lastWay = nil
    let original = engine.document.text[range].array
    let text: CommentedText?
    do throws(JSONError) {
      text = try CommentedText(original)
    } catch {
      throw MigrationError(Diagnostic(error, in: original, file: name, firstLine: firstLine ?? 1))
    }
    guard let text else { return nil }
    if try engine.passesCurrent(range, without: text, named: name, firstLine: firstLine) {
      return false
    }
    return try withCommentEngine { (engine) throws(MigrationError) in
      do throws(JSONError) {
        try engine.read(text, of: original)
      } catch {
        throw MigrationError(Diagnostic(error, in: original, file: name, firstLine: firstLine ?? 1))
      }
      do {
        let owners = engine.document.noteOwners(of: text)
        let isChanged = try engine.migrate()
        if isChanged { try engine.document.write(into: &out, with: text, owners) }
        return isChanged
      } catch {
        let diagnostic = engine.diagnostic(for: error, name: name, firstLine: firstLine)
        throw MigrationError(
          diagnostic.placed(by: text, in: original, named: name, firstLine: firstLine ?? 1))
      }
    }
  }

  /// Writes blanks over comments, if documents may have some, so that a strict reader can look.
  mutating func blankComments(
    in range: Range<Int>, named name: String, firstLine: Int? = 1
  ) throws(MigrationError) {
    try engine.blankComments(in: range, named: name, firstLine: firstLine)
  }
}

extension Engine {
  /// Reads the strict text of a document with comments; what is wrong with it is told at its place
  /// in the document, which may be among what was taken out.
  fileprivate mutating func read(
    _ text: CommentedText, of original: [UInt8]
  ) throws(JSONError) {
    do throws(JSONError) {
      document.load(text.strict)
      try read(0..<text.strict.count)
    } catch {
      document.load(text.blanked)
      try read(0..<original.count)
      throw error
    }
  }

  /// Migrates a document that is current, which changes nothing; false if it isn't, or can't be
  /// read.
  fileprivate mutating func passesCurrent(
    _ range: Range<Int>, without comments: CommentedText, named name: String, firstLine: Int?
  ) throws(MigrationError) -> Bool {
    document.blank(comments, from: range.lowerBound)
    defer { document.restore(comments, from: range.lowerBound) }
    do {
      try read(range)
      guard try isCurrent() else { return false }
    } catch {
      // The other way tells.
      return false
    }
    do {
      return try migrate() == false
    } catch {
      throw MigrationError(diagnostic(for: error, name: name, firstLine: firstLine))
    }
  }

  /// Writes blanks over the comments and trailing commas in a range of the text.
  package mutating func blankComments(
    in range: Range<Int>, named name: String, firstLine: Int?
  ) throws(MigrationError) {
    do throws(JSONError) {
      try document.blankComments(in: range)
    } catch {
      throw MigrationError(
        Diagnostic(error, in: document.text[range].array, file: name, firstLine: firstLine ?? 1))
    }
  }
}

extension Diagnostic {
  /// The same with the places of the original in the place of those in the strict text.
  fileprivate func placed(
    by text: CommentedText, in original: [UInt8], named name: String, firstLine: Int
  ) -> Diagnostic {
    placed(in: name) { place, span in
      let start = text.place(of: span.bytes.lowerBound)
      let end =
        span.bytes.isEmpty ? start : text.place(of: span.bytes.upperBound - 1) + 1
      place.span = Span(start..<max(start, end), in: original, firstLine: firstLine)
    }
  }
}
