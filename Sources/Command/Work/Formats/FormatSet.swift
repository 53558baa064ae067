import JSONMigrationCore
import JSONText

/// The rules folders of several formats, and what tells their documents apart.
struct FormatSet: Sendable {
  /// In the order of the names of their folders.
  let migrators: [Migrator]
  /// The folder that they are in, as messages show it.
  let name: String
  /// Where the rules are.
  let read: RulesRead
  /// Where the documents are in what is read.
  private let each: DocumentOptions.Place?

  /// Reads the folders in a folder; everything that is wrong with any of them is in the error.
  init(
    _ folder: FileName, documentsAt each: DocumentOptions.Place?, calls: SystemCalls
  ) throws(MigrationError) {
    self.each = each
    name = folder.text
    var migrators: [Migrator] = []
    var read = RulesRead()
    read.formats = (try? calls.status(of: folder))?.identity
    var problems: [Diagnostic] = []
    var places: [String: String] = [:]
    for place in try Self.folders(in: folder, calls) {
      do throws(MigrationError) {
        let rules = RulesFolder(place, calls: calls)
        let migrator = try rules.migrator(documentsAt: each)
        read.add(rules.read)
        migrators.append(migrator)
        guard let when = migrator.when else {
          problems.append(Self.untold(place))
          continue
        }
        if let other = places.updateValue(place.text, forKey: when) {
          problems.append(Self.same(place, as: other, when))
        }
      } catch {
        problems += error.diagnostics
      }
    }
    if let error = MigrationError(problems) { throw error }
    self.migrators = migrators
    self.read = read
  }

  private static func folders(
    in folder: FileName, _ calls: SystemCalls
  ) throws(MigrationError) -> [FileName] {
    let names: [[UInt8]]
    do throws(Errno) {
      names = try calls.names(in: folder)
    } catch {
      let problem =
        error == .notAFolder
        ? FileError(
          .cannotRead, folder, "is a file, and `--formats` takes a folder of rules folders")
        : FileError.cannotRead(folder, error)
      throw MigrationError(problem.diagnostic)
    }
    let folders = names.inByteOrder.map { folder.appending($0) }
      .filter { !$0.isHidden && (try? calls.status(of: $0))?.kind == .folder }
    guard folders.isEmpty else { return folders }
    throw MigrationError(
      FileError(
        .badRules, folder, "has no folders in it, and each is to have the rules of a format",
        help: "the rules of one format are named without `--formats`"
      ).diagnostic)
  }

  private static func untold(_ place: FileName) -> Diagnostic {
    FileError(
      .badRules, place, "has a format without `when`, so its documents can't be told from others",
      help: "format.json says what they look like: `\"when\": \"@.type == 'order'\"`"
    ).diagnostic
  }

  private static func same(_ place: FileName, as other: String, _ when: String) -> Diagnostic {
    FileError(
      .badRules, place,
      "has the same `when` as `\(Printable.text(of: other))`, which nothing tells apart: "
        + "`\(Printable.quote(when))`",
      help: "each format has to say what only its documents look like"
    ).diagnostic
  }

  /// What tells documents apart by the bytes of one member; nil where that is not all.
  func sorter(depth: Int) -> FlatSorter? {
    // What `each` leads to is asked then, and not the whole.
    if each == nil, migrators.contains(where: \.hasEach) { return nil }
    var texts: [[UInt8]] = []
    var key: [UInt8]?
    for migrator in migrators {
      guard let telling = migrator.tellingTexts, telling.count == 1,
        telling[0].key == key ?? telling[0].key
      else { return nil }
      key = telling[0].key
      texts.append(telling[0].text)
    }
    let way = each.map(\.path.plainNames) ?? []
    guard let key, let way, Set(texts).count == texts.count else { return nil }
    return FlatSorter(at: way + [key], texts: texts, depth: depth)
  }

  /// Why a document stays as it is, or is refused.
  func wrongFormat(_ name: String, _ line: ByteSlice, firstLine: Int?) -> MigrationError {
    let span = firstLine.map { Diagnostic.Span(0..<min(1, line.count), in: line, firstLine: $0) }
    return MigrationError(
      Diagnostic(.wrongFormat, ofNone, at: .init(name, span: span), help: Self.help))
  }

  /// What is said of a document that none of the formats takes.
  var ofNone: String {
    "the document is of none of the \(migrators.count) formats in `\(Printable.text(of: name))`"
  }
  static let help = "`when` in format.json says what the documents of each look like"
}
