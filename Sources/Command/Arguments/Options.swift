import JSONMigrationCore
import JSONText

/// What every command takes.
struct GeneralOptions: Hashable, Sendable {
  var colour = ColourChoice.auto
  var format = ReportFormat.text
  /// How often -q was given: 1 leaves errors, 2 nothing.
  var quiet = 0
  /// How often -v was given.
  var verbose = 0

  /// Whether diagnostics of a severity are to be seen.
  func shows(_ severity: Diagnostic.Severity) -> Bool {
    quiet == 0 || (quiet == 1 && severity == .error)
  }
}

/// How documents are read, and to which version they go.
struct DocumentOptions: Hashable, Sendable {
  enum Layout: Hashable, Sendable {
    /// Lines where the name ends in .ndjson or .jsonl, a property list where it ends in .plist,
    /// else one document.
    case byName
    case single
    case lines
    case propertyList
  }

  /// Where the documents are in what is read.
  struct Place: Hashable, Sendable {
    /// As it was written.
    let text: String
    let path: JSONPath
  }

  var layout = Layout.byName
  /// Where the documents are, if format.json isn't to say that.
  var each: Place?
  /// What messages call standard input, and what tells its layout.
  var standardInputPath: FileName?
  /// The target, if not the newest version.
  var to: String?
  /// The version of documents that don't tell.
  var from: String?
  /// Whether documents may have comments, whatever the format and their names say.
  var hasComments = false
  /// Globs: which files of folders are documents.
  var files: [String] = []
  /// Of folders, hidden and ignored files too.
  var takesAll = false
  /// The deepest nesting, if not the usual one.
  var maxDepth: Int?
}

/// What `generate` gives, if not the real time and random ids.
struct GenerateOptions: Hashable, Sendable {
  var now: String?
  var seed: UInt64?
}

/// Where results go.
enum Destination: Hashable, Sendable {
  case standardOutput
  case file(FileName)
  case folder(FileName)
  case inPlace
  /// Nothing is written.
  case nowhere
}

/// What all flags together say; each command takes what it needs.
struct Options: Hashable, Sendable {
  enum Help: Hashable, Sendable {
    case short, long
  }

  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  var general = GeneralOptions()
  var documents = DocumentOptions()
  var generate = GenerateOptions()
  var destination = Destination.standardOutput
  var backupSuffix: [UInt8]?
  var isCheck = false
  var isDiff = false
  var isStrict = false
  var skipBad: FileName?
  /// The file for what is wrong with those lines.
  var reasons: FileName?
  /// Whether lines that were put aside are no failure.
  var allowsBad = false
  var skipsNewer = false
  /// The folder of several rules folders, in place of one.
  var formats: FileName?
  /// Whether documents of none of the formats are an error.
  var refusesOthers = false
  var breaksHardLinks = false
  var synchronizes = true
  var jobs: Int?
  var isReversible = false
  var tellsCoverage = false
  /// The document that a patch is for.
  var document: FileName?
  /// Rules that released steps are compared with.
  var against: FileName?
  var testsMutants = false
  var testsWayBack = false
  /// The share of changes that tests have to notice, in percent.
  var leastScore: Int?
  var writesTests = false
  /// Old documents in which `learn` looks for questions.
  var loose: [FileName] = []
  /// Which results were meant, a number for each question of `learn`.
  var answers: [Int] = []
  /// What `lock` takes over as it means now.
  var accepted: [String] = []
  var at: String?
  var html: FileName?
  /// The rules that carry a schema.
  var after: FileName?
  /// The rules that tell versions, where no operand names them.
  var rules: FileName?
  /// The one version that is wanted.
  var version: String?
  /// Whether a schema allows other members.
  var isOpen = false
  var isManual = false
  var completions: Shell?
  var help: Help?
  var isVersion = false
}

extension Options {
  /// The same for a run that writes nothing.
  var writingNothing: Options {
    var options = self
    options.destination = .nowhere
    return options
  }
}
