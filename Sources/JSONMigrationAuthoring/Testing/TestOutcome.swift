package import JSONMigrationCore
package import JSONText

/// What came of one test of a rules folder.
package struct TestOutcome: Sendable {
  /// The file that the test is in, and its name there.
  package let name: String
  /// What went wrong; nil if the test passed.
  package let failure: Failure?

  package struct Failure: Sendable {
    /// What to tell, the test's place first.
    package let diagnostic: Diagnostic
    /// What should have come out, and what came out, where both are documents.
    package let difference: Difference?
  }

  package struct Difference: Sendable {
    package let expected: JSON
    /// With its members in the order of those expected.
    package let found: JSON
  }
}

extension TestOutcome {
  /// A document that came out.
  init(
    name: String, expected: JSON, found: Result<JSON, JSONError>, at place: Diagnostic.Place
  ) {
    self.name = name
    switch found {
    case .success(let found) where found == expected: failure = nil
    case .success(let found):
      failure = Failure(
        diagnostic: Diagnostic(.failedTest, "another document came out than expected", at: place),
        difference: Difference(expected: expected, found: found.inOrder(of: expected)))
    case .failure(let error):
      failure = Failure(
        .init(
          .failedTest, "what came out can't be compared: found \(error.found)", at: place))
    }
  }

  /// A document that should have been refused.
  init(name: String, migratedInsteadOf kind: String, at place: Diagnostic.Place) {
    self.name = name
    failure = Failure(
      .init(
        .failedTest, "expected `\(Printable.quote(kind))`, but the document was migrated", at: place
      ))
  }

  /// A document that was refused, when it should have been migrated or refused for another reason.
  init(name: String, refused error: Diagnostic, expected: String?, at place: Diagnostic.Place) {
    self.name = name
    let expected = expected.map { "`\(Printable.quote($0))`" } ?? "a document"
    failure = Failure(
      .init(
        .failedTest, "expected \(expected), found `\(error.kind)`: \(error.message)", at: place,
        relatedPlaces: error.relatedPlaces, help: error.help, notes: error.notes))
  }
}

extension TestOutcome.Failure {
  fileprivate init(_ diagnostic: Diagnostic) {
    self.init(diagnostic: diagnostic, difference: nil)
  }
}

extension Diagnostic.Kind {
  /// Whether this is the kind's word.
  func hasName(_ name: String) -> Bool { rawValue.utf8.elementsEqual(name.utf8) }
}

extension JSON {
  /// The same value, with the members of objects in the order in which another value has them.
  fileprivate func inOrder(of model: JSON) -> JSON {
    switch (self, model) {
    case (.array(let elements), .array(let models)):
      return .array(
        elements.enumerated().map { index, element in
          index < models.count ? element.inOrder(of: models[index]) : element
        })
    case (.object(var rest), .object(let model)):
      var ordered = JSONObject()
      for (key, value) in model {
        if let own = rest.removeValue(forKey: key) { ordered[key] = own.inOrder(of: value) }
      }
      for (key, value) in rest { ordered[key] = value }
      return .object(ordered)
    default: return self
    }
  }
}
