import Testing

@testable import JSONMigrationCore

/// What holds for every verb.
@Suite struct VerbExampleTests {
  @Test(arguments: Verbs.all.map { $0.spec })
  func `the example of a verb is true`(_ spec: VerbSpec) throws {
    let result = try Trial(rules: spec.example.rule, files: spec.example.files)
      .run(spec.example.before)
    #expect(result == spec.example.after)
  }

  @Test func `no two verbs have one name`() {
    #expect(Set(Verbs.names).count == Verbs.names.count)
  }

  @Test(arguments: Verbs.all.map { $0.spec })
  func `each key of a verb is explained in a phrase`(_ spec: VerbSpec) {
    #expect(spec.parameters.first?.name == spec.name)
    for text in [spec.purpose] + spec.parameters.map(\.about) {
      #expect(!text.isEmpty && !text.hasSuffix(".") && text.first?.isUppercase == false)
    }
  }
}

extension VerbSpec: CustomTestStringConvertible {
  /// The name.
  public var testDescription: String { name }
}
