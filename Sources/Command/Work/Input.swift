import JSONMigrationCore

/// Something to migrate: a file, or standard input.
struct Input: Sendable {
  /// The file that was found; for standard input the one that it is, where the result takes the
  /// place of that.
  let source: FileSource?
  let isStandardInput: Bool
  /// What messages call it.
  let name: String
  /// How its documents stand in it.
  let form: Form
  /// Whether it may have comments, whatever the format says.
  let hasComments: Bool
  /// Its name in the folder for results.
  let relative: [UInt8]
  /// The bytes it has, as far as that is known.
  let size: Int?

  enum Form: Sendable {
    /// One document.
    case document
    /// One document a line.
    case lines
    /// One document, which is a property list.
    case propertyList
  }

  var isLines: Bool { form == .lines }

  /// Nothing for standard input.
  var file: FileName? { isStandardInput ? nil : source?.name }

  init(_ file: InputFiles.File, _ documents: DocumentOptions) {
    source = file.source
    isStandardInput = false
    name = file.name.text
    form = documents.layout.form(of: file.name)
    hasComments = documents.hasComments || file.name.hasExtension("jsonc")
    relative = file.relative
    size = file.status.kind == .regular ? file.status.size : nil
  }

  /// Standard input, which `--stdin-path` may give the name of a file.
  ///
  /// A file that is read by its name is looked after: whether it changes until it is replaced.
  @inline(never)
  init(standardInput documents: DocumentOptions, readAs file: FileSource? = nil) {
    let path = documents.standardInputPath
    source = file
    isStandardInput = true
    name = path?.text ?? "standard input"
    form = documents.layout.form(of: path)
    hasComments = documents.hasComments || path?.hasExtension("jsonc") == true
    relative = path?.last ?? []
    size = nil
  }
}

extension DocumentOptions.Layout {
  fileprivate func form(of name: FileName?) -> Input.Form {
    switch self {
    case .byName where name?.isLinesFile == true: .lines
    case .byName where name?.isPropertyList == true: .propertyList
    case .byName, .single: .document
    case .lines: .lines
    case .propertyList: .propertyList
    }
  }
}
