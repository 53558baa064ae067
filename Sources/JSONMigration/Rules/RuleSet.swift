internal import JSONText

/// A rules folder that was read and found sound.
///
/// Only checked rules are ever in one, so whoever takes a rule set has nothing left to check.
package struct RuleSet: Sendable {
  /// The folder's own format first, then those that rules name.
  let formats: [Format]
  let symbols: Symbols
  let files: [RuleText]
  /// What is no mistake, but worth knowing.
  package let warnings: [Diagnostic]

  var format: Format { formats[0] }

  /// Reads all files of a folder and checks them; everything that is wrong is in the error.
  package init(_ sources: [RuleSource], name: String) throws(MigrationError) {
    let reader = RuleReader()
    var folder = FolderReader(reader: reader, sources: sources, name: name)
    folder.read("")
    let diagnostics = reader.diagnostics.inReadingOrder()
    if let error = MigrationError(diagnostics) { throw error }
    formats = folder.formats.compactMap { $0 }
    symbols = reader.symbols
    files = reader.files
    warnings = diagnostics
  }
}

/// Reads the folders of formats.
struct FolderReader {
  let reader: RuleReader
  let sources: [RuleSource]
  /// The name of the rules folder.
  let name: String
  private(set) var formats: [Format?] = []
  private var numbers: [[UInt8]: Int] = [:]

  init(reader: RuleReader, sources: [RuleSource], name: String) {
    self.reader = reader
    self.sources = sources
    self.name = name
  }

  /// Reads the format of a folder of the rules folder.
  mutating func read(_ folder: String) {
    let number = formats.count
    formats.append(nil)
    numbers[Array(folder.utf8)] = number
    let files = files(in: folder)
    let formatFiles = files.filter { Self.formatNames.contains(Array($0.file.utf8)) }
    if formatFiles.count > 1 {
      reader.report(
        Diagnostic(
          .badRules, "the folder has both format.json and format.jsonc",
          at: Diagnostic.Place(path(formatFiles[1].source))))
    }
    let format = formatFiles.first
    let file = reader.formatFile(format?.source, name: format.map { path($0.source) } ?? "")
    let stepFiles = files.filter { !Self.formatNames.contains(Array($0.file.utf8)) }
    let steps = stepFiles.map { reader.step($0.source, name: path($0.source)) }
    let found = steps.compactMap { $0 }
    if stepFiles.isEmpty {
      reader.report(
        Diagnostic(
          .badRules, "the folder has no steps", at: Diagnostic.Place(name + "/" + folder),
          help: "a step is a file such as v2.json: { \"to\": 2, \"rules\": [ … ] }"))
    }
    // With a step that can't be read, a gap would be no news.
    guard found.count == steps.count, let file, let chain = Chain(found, reader) else { return }
    formats[number] = reader.format(file, chain, folder: folder)
  }

  private static let formatNames = [Array("format.json".utf8), Array("format.jsonc".utf8)]

  /// The rule files that lie directly in a folder.
  private func files(in folder: String) -> [(file: String, source: RuleSource)] {
    let prefix = Array((folder.isEmpty ? "" : folder + "/").utf8)
    let found = sources.compactMap { source -> (file: String, source: RuleSource)? in
      let name = Array(source.name.utf8)
      guard name.starts(with: prefix) else { return nil }
      let rest = name[prefix.count...]
      guard !rest.contains(UInt8(ascii: "/")), Self.isRuleFile(rest) else { return nil }
      return (String(decoding: rest, as: UTF8.self), source)
    }
    // v10 behind v9.
    return found.sorted {
      (
        $0.file.utf8.count,
        Array($0.file.utf8).lexicographicallyPrecedes(Array($1.file.utf8)) ? 0 : 1
      )
        < (
          $1.file.utf8.count,
          Array($1.file.utf8).lexicographicallyPrecedes(Array($0.file.utf8)) ? 0 : 1
        )
    }
  }

  private static func isRuleFile(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    func ends(_ end: String) -> Bool {
      name.count >= end.utf8.count && name.suffix(end.utf8.count).elementsEqual(end.utf8)
    }
    return (ends(".json") || ends(".jsonc")) && !ends(".schema.json")
  }

  /// What messages call a file.
  private func path(_ source: RuleSource) -> String {
    name.isEmpty ? source.name : name + "/" + source.name
  }
}
