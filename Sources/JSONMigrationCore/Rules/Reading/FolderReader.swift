internal import JSONText

/// Reads the folders of formats: the rules folder, and those in it that rules name.
struct FolderReader {
  private let reader: RuleReader
  /// The name of the rules folder.
  private let name: String
  /// Where the documents of the rules folder are, if format.json isn't to say that.
  private let documents: JSONPath?
  private let files: (_ folder: String) -> Result<[RuleSource], MigrationError>?

  /// More formats than this come of folders that are links to those around them.
  private static let formatLimit = 1_000

  /// The format of the rules folder first, then those that rules ask for, and which of them each
  /// request leads to.
  ///
  /// Where anything is wrong, the reader has it.
  static func read(
    named name: String, documentsAt documents: JSONPath?, _ reader: RuleReader,
    files: (_ folder: String) -> Result<[RuleSource], MigrationError>?
  ) -> (formats: [Format], nested: [Int]) {
    withoutActuallyEscaping(files) { files in
      FolderReader(reader: reader, name: name, documents: documents, files: files).formats()
    }
  }

  private func formats() -> (formats: [Format], nested: [Int]) {
    var formats = [files("").flatMap { format(of: "", $0) }]
    var numbers: [[UInt8]: Int] = [:]
    var nested: [Int] = []
    while nested.count < reader.requests.count {
      let request = reader.requests[nested.count]
      guard let (folder, found) = find(request, numbers) else {
        reader.reportMissing(request)
        return ([], [])
      }
      switch found {
      case .known(let number): nested.append(number)
      case .new(let files):
        guard formats.count < Self.formatLimit else {
          reader.reportTooMany(Self.formatLimit, at: request)
          return ([], [])
        }
        numbers[Array(folder.utf8)] = formats.count
        nested.append(formats.count)
        reader.enter(folder, at: request.places)
        formats.append(format(of: folder, files))
      }
    }
    // Where one is not sound, that was reported.
    return (formats.compactMap { $0 }, nested)
  }

  private enum FoundFolder {
    case known(Int)
    case new(Result<[RuleSource], MigrationError>)
  }

  /// The folder that a rule asks for, with its files, if it was not read before.
  private func find(
    _ request: FormatRequest, _ numbers: [[UInt8]: Int]
  ) -> (folder: String, found: FoundFolder)? {
    for folder in request.folders {
      if folder.isEmpty { return (folder, .known(0)) }
      if let number = numbers[Array(folder.utf8)] { return (folder, .known(number)) }
      if let files = files(folder) { return (folder, .new(files)) }
    }
    return nil
  }

  /// Reads the format of a folder.
  private func format(
    of folder: String, _ found: Result<[RuleSource], MigrationError>
  ) -> Format? {
    let files: [RuleSource]
    switch found {
    case .success(let found): files = found.filter { RuleSource.isRuleFile($0.file) }
    case .failure(let error):
      error.diagnostics.forEach { reader.report($0) }
      return nil
    }
    let formatFiles = files.filter(\.isFormat)
    if formatFiles.count > 1 {
      reader.report(
        Diagnostic(
          .badRules, "the folder has both format.json and format.jsonc",
          at: Diagnostic.Place(path(formatFiles[1].name))))
    }
    let format = formatFiles.first
    let file = reader.formatFile(
      format, name: format.map { path($0.name) } ?? "",
      documentsAt: folder.isEmpty ? documents : nil)
    let sources = files.filter { !$0.isFormat }.ordered { Self.precedes($0, $1) }
    let steps = sources.map { reader.step($0, name: path($0.name)) }
    if sources.isEmpty {
      reader.report(
        Diagnostic(
          .badRules, "the folder has no steps", at: Diagnostic.Place(path(folder)),
          help: "a step is a file such as v2.json: { \"to\": 2, \"rules\": [ … ] }"))
    }
    // Where a step can't be read, a gap would be no news.
    let found = steps.compactMap { $0 }
    guard found.count == steps.count, let file, let chain = Chain(found, reader) else { return nil }
    return reader.format(file, chain, folder: folder)
  }

  /// The shorter name first, so that v10 comes behind v9.
  private static func precedes(_ left: RuleSource, _ right: RuleSource) -> Bool {
    let (left, right) = (left.file, right.file)
    return left.count == right.count
      ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }

  /// What messages call a file.
  private func path(_ file: String) -> String {
    name.isEmpty || file.isEmpty ? name + file : name + "/" + file
  }
}

extension RuleSource {
  /// Whether it says what the format of a rules folder is.
  package var isFormat: Bool {
    file.elementsEqual("format.json".utf8) || file.elementsEqual("format.jsonc".utf8)
  }

  /// Whether a file of this name in a rules folder is taken for a step or for its format.json.
  package static func isRuleFile(_ file: [UInt8]) -> Bool {
    func ends(_ end: String) -> Bool { file.suffix(end.utf8.count).elementsEqual(end.utf8) }
    return (ends(".json") || ends(".jsonc")) && !ends(".schema.json")
  }
}
