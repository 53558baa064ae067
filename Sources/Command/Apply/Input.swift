import JSONMigration

/// Something to migrate: a file, or standard input.
struct Input: Sendable {
  /// Nothing for standard input.
  let file: FileName?
  /// What messages call it.
  let name: String
  /// Whether it has one document a line.
  let isLines: Bool
  /// Its name in the folder for results.
  let relative: [UInt8]
  /// The bytes it has, as far as that is known.
  let size: Int?

  init(_ file: InputFiles.File, _ documents: DocumentOptions) {
    self.file = file.name
    name = file.name.text
    isLines = documents.layout.isLines(file.name)
    relative = file.relative
    size = file.status.kind == .regular ? file.status.size : nil
  }

  /// Standard input, which `--stdin-path` may give the name of a file.
  init(standardInput documents: DocumentOptions) {
    let path = documents.standardInputPath
    file = nil
    name = path?.text ?? "standard input"
    isLines = documents.layout.isLines(path)
    relative = path?.last ?? []
    size = nil
  }
}

extension DocumentOptions.Layout {
  fileprivate func isLines(_ name: FileName?) -> Bool {
    switch self {
    case .byName: name?.isLinesFile == true
    case .single: false
    case .lines: true
    }
  }
}
