import JSONMigrationAuthoring
import JSONMigrationCore

/// Which files of a folder that is walked are documents.
struct FileChoice: Sendable {
  var layout = DocumentOptions.Layout.byName
  /// These and no others, where the format or the user says so.
  var selection: FileSelection?
  /// `*.jsonc` files are documents.
  var hasComments = false
  /// Hidden files and those that a `.gitignore` names are documents, too.
  var takesAll = false
  /// Whether the command has `--plist`.
  var mayTakePropertyLists = true

  /// Whether a file is a document; `path` leads to it from the folder that is walked.
  func takes(_ file: FileName, at path: [UInt8]) -> Bool {
    if let selection {
      return selection.contains(String(decoding: path, as: UTF8.self), hidden: takesAll)
    }
    return (takesAll || !file.isHidden) && isDocument(file)
  }

  /// Whether there may be documents in a folder inside.
  ///
  /// What is in `.git` belongs to git, and a document that was changed there would break it.
  func entersFolder(_ folder: FileName, at path: [UInt8]) -> Bool {
    if folder.isGitFolder { return false }
    if let selection {
      return selection.leadsInto(String(decoding: path, as: UTF8.self), hidden: takesAll)
    }
    return takesAll || !folder.isHidden
  }

  /// Whether a file would be a document if hidden ones were.
  func wouldTake(_ file: FileName) -> Bool { selection == nil && isDocument(file) }

  /// Whether there might be documents in a folder if hidden ones were looked into.
  func wouldEnter(_ folder: FileName, at path: [UInt8]) -> Bool {
    !folder.isGitFolder
      && selection?.leadsInto(String(decoding: path, as: UTF8.self), hidden: true) != false
  }

  private func isDocument(_ file: FileName) -> Bool {
    if layout == .propertyList { return file.isPropertyList }
    return file.hasExtension("json") || file.isLinesFile
      || hasComments && file.hasExtension("jsonc")
  }
}

extension Input {
  /// Whether its documents are lines, or it is a file that wasn't named itself.
  func isAmongMany(named paths: [FileName]) -> Bool {
    isLines || file.map { !paths.contains($0) } ?? false
  }
}

extension FileName {
  var isHidden: Bool { last.first == UInt8(ascii: ".") }

  var isGitFolder: Bool { last.elementsEqual(".git".utf8) }

  /// Whether the name says that the file holds one document a line.
  var isLinesFile: Bool { hasExtension("jsonl") || hasExtension("ndjson") }

  /// Whether the name says that the file is a property list.
  var isPropertyList: Bool { hasExtension("plist") }
}

extension FileChoice {
  init(_ documents: DocumentOptions, _ migrator: Migrator?) {
    layout = documents.layout
    selection = FileSelection(documents.files) ?? migrator?.files
    takesAll = documents.takesAll
    hasComments = documents.hasComments || migrator?.takesComments == true
  }

  private func help(forEnding files: (ending: [UInt8], count: Int)) -> String {
    let ending = Printable.text(of: files.ending)
    let end = files.count == 1 ? "1 file ends" : "\(files.count.grouped) files end"
    return "\(end) in .\(ending); if those are documents, write `--files='*.\(ending)'`"
  }

  /// What to do about a folder without documents.
  func help(_ others: OtherFiles) -> String {
    if others.ignored > 0 {
      let files = others.ignored == 1 ? "1 is" : "\(others.ignored.grouped) are"
      return "\(files) named by a .gitignore; `--all` takes them, too"
    }
    if others.hidden > 0 {
      let files = others.hidden == 1 ? "1 is" : "\(others.hidden.grouped) are"
      return "\(files) hidden; `--all` takes them, too"
    }
    let hiddenFolders =
      others.hiddenFolders == 0
      ? nil
      : others.hiddenFolders == 1
        ? "1 folder is hidden; `--all` takes what is in it, too"
        : "\(others.hiddenFolders.grouped) folders are hidden; `--all` takes what is in them, too"
    if selection != nil, let hiddenFolders { return hiddenFolders }
    if let files = others.commonest(isForeign: false) { return help(forEnding: files) }
    if others.ignoredFolders > 0 { return "folders are named by a .gitignore; `--all` takes them" }
    if let hiddenFolders { return hiddenFolders }
    if let files = others.commonest(isForeign: true) { return help(forEnding: files) }
    return switch (selection, layout) {
    case (_?, _): "`files` in format.json, or `--files`, names its documents"
    case (nil, .propertyList): "with `--plist`, documents in a folder end in .plist"
    case (nil, _):
      "documents in a folder end in .json, .jsonl or .ndjson"
        + (mayTakePropertyLists ? "; `--plist` takes its *.plist files" : "")
    }
  }
}

extension InputFiles {
  /// Which folders hold no documents.
  func notes(_ choice: FileChoice, severity: Diagnostic.Severity) -> [Diagnostic] {
    empty.map { folder, others in
      Diagnostic(
        .usage, "there are no documents in \(folder.quoted)", severity: severity,
        at: .init(folder.text), help: choice.help(others))
    }
  }
}
