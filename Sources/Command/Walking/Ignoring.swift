import JSONMigrationCore
import JSONText

/// What is ignored in a folder, by its `.gitignore` and those of the folders around it.
struct Ignoring: Sendable {
  private struct File: Sendable {
    /// How many folders it is away from the topmost one.
    let depth: Int
    let patterns: [IgnorePattern]
  }

  static let fileName = Array(".gitignore".utf8)
  private static let mostBytes = 1 << 20

  /// The names of the folders from the topmost one to this.
  private(set) var path: [[UInt8]] = []
  private var files: [File] = []

  /// What holds in the folder that is walked: up to the root of its repository, if it is in one.
  init(around folder: FileName, calls: SystemCalls) throws(FileError) {
    guard let resolved = try? calls.resolve(folder) else { return }
    var around: [FileName] = []
    var next = resolved
    // A folder that is a root itself asks none around it.
    while !Self.isRoot(next, calls) {
      // No repository is around it.
      guard next.folder != next else { return }
      next = next.folder
      around.append(next)
    }
    for folder in around.reversed() {
      let file = folder.appending(Self.fileName)
      if let status = try? calls.status(of: file, following: false) {
        try add(FileSource(name: file, status: status), calls: calls)
      }
      let inside = around.firstIndex(of: folder).map { $0 == 0 ? resolved : around[$0 - 1] }
      path.append((inside ?? resolved).last)
    }
  }

  private static func isRoot(_ folder: FileName, _ calls: SystemCalls) -> Bool {
    (try? calls.status(of: folder.appending(Array(".git".utf8)), following: false)) != nil
  }

  /// What holds in a folder inside.
  func entering(_ name: [UInt8]) -> Ignoring {
    var inside = self
    inside.path.append(name)
    return inside
  }

  /// In the root of a repository nothing holds that stands in folders around it.
  mutating func enterRepository() {
    files = []
  }

  /// Adds what the `.gitignore` of this folder says; as git does it asks none that is a link.
  mutating func add(_ file: FileSource, calls: SystemCalls) throws(FileError) {
    guard file.status.kind == .regular else { return }
    var buffer = ByteBuffer()
    do throws(FileError) {
      _ = try buffer.append(file: file, limit: Self.mostBytes, calls: calls)
    } catch {
      var told = error
      told.diagnostic.help = "with `--all` it isn't asked, and ignored files are documents, too"
      throw told
    }
    var text = buffer.view[0..<buffer.count].array
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    let patterns = text.split(separator: UInt8(ascii: "\n")).compactMap { IgnorePattern($0) }
    if !patterns.isEmpty { files.append(File(depth: path.count, patterns: patterns)) }
  }

  /// Whether a name in this folder is ignored: the last pattern that fits counts, and a nearer
  /// `.gitignore` before one farther up.
  func ignores(_ name: [UInt8], isFolder: Bool) -> Bool {
    if files.isEmpty { return false }
    let full = path + [name]
    for file in files.reversed() {
      let fitting = file.patterns.last { $0.fits(full[file.depth...], isFolder: isFolder) }
      if let fitting { return !fitting.isException }
    }
    return false
  }
}
