import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// What is said about a format.json that could do harm.
@Suite struct FormatErrorTests {
  private func error(_ format: String, from: String = "1", to: String = "2") -> String? {
    do {
      _ = try Migrator(rules: [
        RuleSource(name: "format.json", text: format),
        RuleSource(name: "v2.json", text: #"{ "from": \#(from), "to": \#(to), "rules": [] }"#),
      ])
      return nil
    } catch {
      return error.diagnostics.first?.message
    }
  }

  @Test(arguments: [
    (#"["meta.version", "meta"]"#, "`meta` can't be taken away without what is at `meta.version`"),
    (#"["meta", "meta.version"]"#, "`meta.version` can't be taken away without what is at `meta`"),
    (#"["v", "$.v"]"#, "`v` is there twice"),
    (#"["v[0]", "v[1]"]"#, "`v[1]` can't be taken away without what is at `v[0]`"),
    (#"["v", "w", "w.x"]"#, "`w.x` can't be taken away without what is at `w`"),
  ])
  func `places of the version have to be apart from each other`(at: String, message: String) {
    #expect(error(#"{ "version": { "at": \#(at) } }"#)?.replacing("$.", with: "") == message)
  }

  @Test(arguments: [
    #"["version", "meta.version"]"#, #"["meta.v", "meta.w"]"#, #"["v[0].x", "v[1].x"]"#,
  ])
  func `places that are apart are taken`(at: String) {
    #expect(error(#"{ "version": { "at": \#(at) } }"#) == nil)
  }

  @Test func `a shape belongs to one version, as it is written`() {
    #expect(
      error(#"{ "shape": { "7.0.*": "@.q" } }"#, from: #""7.0.*""#, to: #""7.1""#)
        == "`7.0.*` is a pattern, and each version has a shape of its own")
    #expect(error(#"{ "shape": { "7.0.3": "@.q" } }"#, from: #""7.0.*""#, to: #""7.1""#) == nil)
    #expect(error(#"{ "shape": { "01": "@.q" } }"#)?.hasPrefix("version ") == true)
    #expect(error(#"{ "shape": { "1": "@.q" } }"#) == nil)
  }
}
