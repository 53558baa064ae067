import JSONMigration

/// Something to migrate: a file, or standard input.
struct Input: Sendable {
  /// Nothing for standard input.
  let file: FileName?
  /// What messages call it.
  let name: String
  /// Whether it has one document a line.
  let isLines: Bool

  init(_ argument: FileName?, layout: DocumentOptions.Layout) {
    file = argument == FileName("-") ? nil : argument
    name = file?.text ?? "standard input"
    switch layout {
    case .byName: isLines = file?.isLinesFile == true
    case .single: isLines = false
    case .lines: isLines = true
    }
  }
}
