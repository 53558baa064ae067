package import JSONText

/// A rules folder that was read and found sound.
///
/// It holds checked rules only, so nothing is left to check for what takes one.
package final class RuleSet: Sendable {
  /// The folder's own format first, then those that rules name.
  package let formats: [Format]
  /// Which of them is the one that a rule asks for, by the number of its request.
  package let nested: [Int]
  /// The versions that rules bring nested documents to, by the number of the format.
  let targets: [(format: Int, version: Version)]
  package let symbols: Symbols
  package let files: [RuleText]
  /// How many rules there are, those in rules too.
  let ruleCount: Int
  /// How many paths there are that are told apart from others of their rules.
  let pathCount: Int
  /// What the reader of the rules has warned of.
  package let noted: [Diagnostic]
  /// Tables that tests may show to be for the wrong type.
  package let tables: [TableNote]

  package var format: Format { formats[0] }

  /// What there is, in a few words: `2 steps from version 1 to 3`.
  package var summary: String {
    let chain = format.chain
    let steps = chain.steps.count == 1 ? "1 step" : "\(chain.steps.count) steps"
    return "\(steps) from version \(chain.beginning) to \(chain.newest)"
  }

  /// Reads the files of a folder and checks them; everything that is wrong is in the error.
  package init(
    named name: String, functions: [String: Migrator.Function],
    documentsAt documents: JSONPath? = nil,
    files: (_ folder: String) -> Result<[RuleSource], MigrationError>?
  ) throws(MigrationError) {
    let reader = RuleReader(functions: functions)
    let (formats, nested) = FolderReader.read(
      named: name, documentsAt: documents, reader, files: files)
    reader.checkTargets(of: formats, nested)
    let diagnostics = reader.diagnostics.inReadingOrder()
    if let error = MigrationError(diagnostics) { throw error }
    self.formats = formats
    self.nested = nested
    targets = zip(reader.requests, nested).compactMap { request, format in
      request.target.map { (format, $0.version) }
    }
    symbols = reader.symbols
    self.files = reader.files
    ruleCount = reader.ruleCount
    pathCount = reader.pathCount
    noted = diagnostics
    tables = reader.tables
  }

  /// The same rules, with what more of them name.
  func with(_ symbols: Symbols) -> RuleSet { RuleSet(self, symbols) }

  private init(_ rules: RuleSet, _ symbols: Symbols) {
    formats = rules.formats
    nested = rules.nested
    targets = rules.targets
    self.symbols = symbols
    files = rules.files
    ruleCount = rules.ruleCount
    pathCount = rules.pathCount
    noted = rules.noted
    tables = rules.tables
  }
}
