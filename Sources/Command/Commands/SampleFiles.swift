import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// Documents before and after a step: two files, two NDJSON files, or two folders.
enum SampleFiles {
  /// The bytes that samples may have together.
  private static let mostBytes = 64 << 20
  private static let mostSamples = 10_000

  /// The samples: files of folders are paired by name, lines by their number.
  ///
  /// All may have comments, which are left out, where the format says so, and `.jsonc` files. Of
  /// folders those files are samples that the format names. Who may not read all of them may not
  /// read a file of the mode.
  static func samples(
    _ before: FileName, _ after: FileName, of format: Migrator?, _ console: Console
  ) throws(MigrationError) -> (samples: [StepSample], mode: NewFileMode) {
    let olds = try documents(in: before, of: format, console)
    let news = try documents(in: after, of: format, console)
    // What is named itself needs no name in common.
    let isSingle = olds.count == 1 && news.count == 1 && !(olds[0].isWalked && news[0].isWalked)
    let places = Dictionary(
      zip(news.map(\.key), news.indices), uniquingKeysWith: { first, _ in first })
    var samples: [StepSample] = []
    for old in olds {
      guard let place = isSingle ? 0 : places[old.key] else { throw unpaired(old, in: after) }
      samples.append(StepSample(name: old.name, before: old.value, after: news[place].value))
    }
    let keys = Set(olds.map(\.key))
    if let new = news.first(where: { !isSingle && !keys.contains($0.key) }) {
      throw unpaired(new, in: before)
    }
    guard !samples.isEmpty else {
      throw MigrationError(
        Diagnostic(
          .cannotRead, "\(before.quoted) has no documents",
          help: "name two files, two NDJSON files, or two folders with files of the same names"))
    }
    return (samples, (olds + news).reduce(into: .forAll) { $0.narrow(to: $1.mode) })
  }

  private static func unpaired(_ document: Document, in place: FileName) -> MigrationError {
    MigrationError(
      Diagnostic(
        .cannotRead,
        "`\(Printable.text(of: document.name))` has no counterpart in \(place.quoted)",
        help: "files are paired by name, and lines by their number"))
  }

  /// A document with what it is paired by.
  struct Document {
    let key: [UInt8]
    /// Whether it is in a folder that was named.
    let isWalked: Bool
    let name: String
    let value: JSON
    /// What others may do with a file that holds some of it.
    let mode: NewFileMode
  }

  /// The documents in a file or a folder.
  static func documents(
    in name: FileName, of format: Migrator?, _ console: Console
  ) throws(MigrationError) -> [Document] {
    var options = DocumentOptions()
    options.hasComments = format?.takesComments ?? false
    var choice = FileChoice()
    choice.hasComments = true
    choice.selection = format?.files
    let files = InputFiles([name], choosing: choice, calls: console.calls)
    try files.check(in: .learn, console.calls)
    if let (folder, others) = files.empty.first {
      let ending = others.commonest(isForeign: false) ?? others.commonest(isForeign: true)
      throw MigrationError(
        Diagnostic(
          .cannotRead, "\(folder.quoted) has no documents",
          help: ending.map { ending, count in
            "\(count == 1 ? "1 file ends" : "\(count.grouped) files end") in "
              + ".\(Printable.text(of: ending)); if those are documents, `files` in format.json of "
              + "the rules names them"
          }
            ?? "documents in a folder end in .json, .jsonc, .jsonl or .ndjson; hidden ones, and what a "
            + ".gitignore names, are left out"))
    }
    let isFolder = files.folder != nil
    var documents: [Document] = []
    var room = mostBytes
    for entry in files.entries {
      let input: Input
      switch entry {
      case .file(let file): input = Input(file, options)
      case .problem(let error): throw MigrationError(error.diagnostic)
      case .standardInput: input = Input(standardInput: options)
      }
      var text = ByteBuffer()
      try input.open(into: &text, limit: room, calls: console.calls)
      room -= text.count
      let bytes = text.view[0..<text.count].array
      let key = isFolder ? input.relative : []
      let mode = input.source.map { NewFileMode(of: $0.status) } ?? .forAll
      let shown = String(
        decoding: input.relative.isEmpty ? name.last : input.relative, as: UTF8.self)
      if input.isLines {
        documents += try lines(bytes, key, shown, mode, input)
      } else {
        documents.append(
          Document(
            key: key, isWalked: isFolder, name: shown,
            value: try value(bytes, of: input, input.name), mode: mode))
      }
      guard documents.count <= mostSamples else {
        throw MigrationError(
          Diagnostic(
            .tooBig, "\(name.quoted) has more than \(mostSamples) documents",
            help: "a few of each kind are enough"))
      }
    }
    return documents
  }

  private static func lines(
    _ bytes: [UInt8], _ key: [UInt8], _ shown: String, _ mode: NewFileMode, _ input: Input
  ) throws(MigrationError) -> [Document] {
    var documents: [Document] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      if line.allSatisfy({ $0 <= 0x20 }) { continue }
      documents.append(
        Document(
          key: key + Array(":\(number)".utf8), isWalked: !key.isEmpty,
          name: "\(shown):\(number + 1)",
          value: try value(Array(line), of: input, "\(input.name):\(number + 1)"), mode: mode))
    }
    return documents
  }

  private static let commentsHelp =
    "`\"comments\": true` in the format.json of the rules allows comments and commas behind the last "
    + "value, and so does a name that ends in .jsonc"

  /// The JSON in some bytes of an input, without comments where it may have them.
  static func value(
    _ bytes: [UInt8], of input: Input, _ name: String
  ) throws(MigrationError) -> JSON {
    do {
      return try JSON(parsing: input.hasComments ? CommentedText.blanked(bytes) : bytes)
    } catch {
      var diagnostic = Diagnostic(error, in: bytes, file: name)
      diagnostic.followsDocument = error.expected == Expected.end
      if diagnostic.help == nil {
        if error.isAboutComments {
          diagnostic.help = commentsHelp
        } else if diagnostic.isAtNextDocument {
          diagnostic.help = "a file with a document in each line has a name that ends in .ndjson"
        }
      }
      throw MigrationError(diagnostic)
    }
  }
}
