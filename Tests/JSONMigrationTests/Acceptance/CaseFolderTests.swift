import JSONText
import TestSupport
import Testing

/// Whole formats as apps have them, and steps of public projects with their own documents.
@Suite(Shared.isThere) struct CaseFolderTests {
  @Test func `there are stories and corpora`() throws {
    #expect(try CaseFolder.stories.flatMap { try $0.cases() }.count >= 60)
    #expect(try CaseFolder.corpora.flatMap { try $0.cases() }.count >= 327)
  }

  @Test(arguments: CaseFolder.stories)
  func `stories hold, with the order of keys`(_ story: CaseFolder) throws {
    try Self.check(story, keepsOrder: true)
  }

  @Test(arguments: CaseFolder.corpora)
  func `corpora hold`(_ corpus: CaseFolder) throws {
    try Self.check(corpus, keepsOrder: false)
  }

  private static func check(_ folder: CaseFolder, keepsOrder: Bool) throws {
    let migrator = try folder.migrator()
    let cases = try folder.cases()
    #expect(!cases.isEmpty)
    for one in cases {
      let problem = try one.problem(migrator, keepsOrder: keepsOrder)
      #expect(problem == nil, "\(folder.path): \(one.name)")
    }
  }
}
