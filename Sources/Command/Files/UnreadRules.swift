import JSONMigrationCore
import JSONText

/// What stands in a rules folder as a step or a test would, and is read as neither, for its name.
///
/// Steps are told by what they hold, so that notes, schemas and samples are passed over.
struct UnreadRules {
  let folder: FileName
  /// What rules are read from.
  let read: RulesRead
  let calls: SystemCalls
  /// What is in a file of the folder; nil where it can't be read.
  let content: (FileName) -> [UInt8]?

  /// In folders of documents, more files than this aren't looked at.
  private static let mostFiles = 100
  private static let endings = ["json", "jsonc", "schema", "jsn", "js", "txt", "text"] + languages
  /// What is so called is a step by its name, for it can't be read.
  private static let languages = ["json5", "yaml", "yml"]

  /// A warning for each file, and one for each folder.
  ///
  /// Which folders rules name is not known where they have mistakes: then there is nothing to say
  /// of folders.
  func warnings(ofFolders looksInside: Bool) -> [Diagnostic] {
    let names = names(in: folder)
    var warnings: [Diagnostic] = []
    for name in names {
      if name.first == UInt8(ascii: ".") {
        if let warning = warning(ofHidden: name, among: names) { warnings.append(warning) }
        continue
      }
      let file = folder.appending(name)
      guard let status = try? calls.status(of: file) else { continue }
      switch status.kind {
      case .regular:
        if let warning = warning(ofFile: file, among: names) { warnings.append(warning) }
      case .folder where looksInside:
        if let warning = warning(ofFolder: file, status) { warnings.append(warning) }
      default: continue
      }
    }
    return warnings
  }

  /// Whether one of the files that would be read as rules is a step.
  var hasStep: Bool {
    names(in: folder).filter { RuleSource.isRuleFile($0) }.prefix(Self.mostFiles)
      .contains { isStep(folder.appending($0)) }
  }

  private func warning(ofHidden name: [UInt8], among names: [[UInt8]]) -> Diagnostic? {
    let file = folder.appending(name)
    let right = Array(name.dropFirst())
    guard RuleSource.isRuleFile(right), (try? calls.status(of: file))?.kind == .regular,
      isStep(file)
    else { return nil }
    return warning(
      "\(FileName(bytes: name).quoted) isn't read: a name that begins with a point is hidden",
      at: file, help: help(renaming: right, among: names))
  }

  private func help(renaming right: [UInt8], among names: [[UInt8]]) -> String {
    names.contains(right)
      ? "`\(Printable.quote(right))` is there too: put what counts into that, and take this away"
      : "rename it to `\(Printable.quote(right))`"
  }

  private func warning(ofFile file: FileName, among names: [[UInt8]]) -> Diagnostic? {
    guard RuleSource.isRuleFile(file.last) == false, let (stem, endings) = parts(of: file.last)
    else { return nil }
    let isSchema = endings.contains("schema")
    let isFormat =
      ["format", "formats"].contains(stem.lowercased()) && isSchema == false
      && endings.contains { $0.hasPrefix("json") || Self.languages.contains($0) }
    let isOther =
      endings.contains { Self.languages.contains($0) } && content(file).map(isJSON) == false
    guard isFormat || isStep(file) || isOther && isNumbered(stem) else { return nil }
    let right = (isFormat ? "format" : stem) + ".json"
    let why =
      isSchema ? "`.schema.json` is how schemas end" : "rule files end in `.json` or `.jsonc`"
    return warning(
      "\(FileName(bytes: file.last).quoted) isn't read: \(why)", at: file,
      help: isOther
        ? "write what it says in JSON, in `\(Printable.quote(right))`"
        : help(renaming: Array(right.utf8), among: names))
  }

  private func isJSON(_ bytes: [UInt8]) -> Bool { (try? LocatedJSON.parse(bytes)) != nil }

  /// Whether steps are called so: `v2`.
  private func isNumbered(_ stem: String) -> Bool {
    stem.first == "v" && stem.dropFirst().first?.isNumber == true
  }

  /// The name without endings of JSON or of text, and those in small letters; nil where it has
  /// another one.
  ///
  /// What editors keep, such as `v2.json~` and `v2.json.bak`, is meant not to be read.
  private func parts(of name: [UInt8]) -> (stem: String, endings: [String])? {
    var parts = String(decoding: name, as: UTF8.self)
      .split(separator: ".", omittingEmptySubsequences: false)
    var endings: [String] = []
    while parts.count > 1, let ending = parts.last?.lowercased(), Self.endings.contains(ending) {
      endings.append(ending)
      parts.removeLast()
    }
    guard parts.count == 1 || endings.isEmpty == false, name.last != UInt8(ascii: "~") else {
      return nil
    }
    return (parts.joined(separator: "."), endings)
  }

  private func warning(ofFolder inner: FileName, _ status: FileStatus) -> Diagnostic? {
    let tests = folder.appending(Array("tests".utf8))
    // Where names are found in capitals too, `Tests` is read.
    if (try? calls.status(of: tests))?.identity == status.identity {
      return names(in: inner).lazy.map { inner.appending($0) }.first { hasCases($0) }
        .map { warningOfTests(in: $0) }
    }
    let name = String(decoding: inner.last, as: UTF8.self).lowercased()
    if ["test", "tests"].contains(name), hasCases(inner) {
      return warningOfTests(in: inner)
    }
    if read.folders.contains(status.identity) { return nil }
    let names = names(in: inner).filter { RuleSource.isRuleFile($0) }
    // With a format.json of its own it is a rules folder for itself.
    if names.contains(where: { $0.starts(with: "format.json".utf8) }) { return nil }
    let step = names.prefix(Self.mostFiles).lazy.map { inner.appending($0) }.first { isStep($0) }
    guard let step else { return nil }
    let shown = FileName(bytes: inner.last).appending(step.last).quoted
    return warning(
      "\(shown) isn't read: no `migrate` names its folder", at: step,
      help: "steps stand in the rules folder itself, beside the others")
  }

  /// Whether this is a folder with documents of tests.
  private func hasCases(_ folder: FileName) -> Bool {
    names(in: folder).contains { FileName(bytes: $0).hasExtension("before.json") }
  }

  private func warningOfTests(in inner: FileName) -> Diagnostic {
    warning(
      "the tests in \(inner.quoted) aren't run", at: inner,
      help: "tests stand in `tests/` of the rules folder, and in no folder inside of that")
  }

  /// Whether a file holds an object with `to` and `rules`.
  private func isStep(_ file: FileName) -> Bool {
    guard let bytes = content(file), let (value, _) = try? LocatedJSON.parse(bytes) else {
      return false
    }
    return value.json["to"] != nil && value.json["rules"]?.array != nil
  }

  private func names(in folder: FileName) -> [[UInt8]] {
    ((try? calls.names(in: folder)) ?? []).inByteOrder
  }

  private func warning(_ message: String, at file: FileName, help: String) -> Diagnostic {
    Diagnostic(.badRules, message, severity: .warning, at: .init(file.text), help: help)
  }
}
