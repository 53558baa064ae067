import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// Finds the documents in a folder and all folders inside it.
///
/// Documents are regular files that end in `.json`, `.jsonl` or `.ndjson`; where property lists are
/// asked for, those that end in `.plist` and no others; where the format or the user names files,
/// those. What begins with a dot is left out, and what a `.gitignore` names, unless all is asked
/// for. So are symbolic links: following them could lead around in circles or out of the folder, to
/// files that nobody named. A rules folder that lies inside holds no documents: rules that went by
/// themselves would be none any more; nor does the folder of the results, and what the run adds to
/// is none. Names are in the order of their bytes.
///
/// Each folder is opened from the one around it, so a link that takes a folder's place meanwhile
/// leads nowhere.
struct FolderWalk {
  private(set) var files: [FileSource] = []
  private(set) var problems: [FileError] = []
  /// What runs that were killed have left in the folders.
  private(set) var leftovers: [Leftover] = []
  /// What is no document.
  private(set) var others = OtherFiles()
  private let choice: FileChoice
  private let calls: SystemCalls
  private let leftOut: [FileStatus.Identity]
  /// How many bytes of a name lead to the folder that is walked.
  private let start: Int

  /// Walks through a folder, and leaves out others in it, and files: the rules folder, wherever it
  /// is.
  init(
    _ folder: FileName, choosing choice: FileChoice = FileChoice(),
    leavingOut others: [FileName] = [], calls: SystemCalls = .system
  ) {
    self.choice = choice
    self.calls = calls
    leftOut = others.compactMap { try? calls.status(of: $0).identity }
    start = folder.appending([]).bytes.count
    let tree: FolderTree
    let ignoring: Ignoring?
    do throws(FileError) {
      tree = try FileError.reading(folder) { () throws(Errno) in
        try FolderTree(folder, calls: calls)
      }
      ignoring = try choice.takesAll ? nil : Ignoring(around: folder, calls: calls)
    } catch {
      problems.append(error)
      return
    }
    // The folders still to be listed, the next one last; so the files come out in order.
    var waiting: [Waiting] = [.folder(Folder(name: folder, spot: .known(0), ignoring: ignoring))]
    while let entry = waiting.popLast() {
      switch entry {
      case .file(let file): files.append(file)
      case .folder(let folder):
        do throws(FileError) {
          waiting += try entries(of: folder, tree).reversed()
        } catch {
          problems.append(error)
        }
      }
    }
    if files.isEmpty, self.others.hiddenFolders > 0,
      !hasHiddenDocuments(folder, leavingOut: others)
    {
      self.others.hiddenFolders = 0
    }
  }

  /// Whether there are documents in hidden folders.
  private func hasHiddenDocuments(_ folder: FileName, leavingOut others: [FileName]) -> Bool {
    var choice = choice
    choice.takesAll = true
    for file in FolderWalk(folder, choosing: choice, leavingOut: others, calls: calls).files {
      var around = file.name.folder
      while around.bytes.count > start {
        if around.isHidden { return true }
        around = around.folder
      }
    }
    return false
  }

  private enum Waiting {
    case file(FileSource)
    case folder(Folder)
  }

  private struct Folder {
    let name: FileName
    let spot: Spot
    /// What is ignored in it, but for what its own `.gitignore` says; nil where nothing is.
    var ignoring: Ignoring?
  }

  private enum Spot {
    case known(Int)
    case found(FileStatus.Identity, parent: Int)
  }

  /// What is in a folder: nothing, if another one has taken its place or it is gone.
  private mutating func entries(
    of folder: Folder, _ tree: FolderTree
  ) throws(FileError) -> [Waiting] {
    let number =
      switch folder.spot {
      case .known(let number): number
      case .found(let identity, let parent): tree.add(folder.name.last, identity, in: parent)
      }
    var open: OpenFolder?
    var names: [[UInt8]] = []
    do throws(Errno) {
      open = try tree.open(number)
      names = try open?.names().inByteOrder ?? []
    } catch {
      guard error != .missing || number == 0 else { return [] }
      throw FileError.cannotRead(folder.name, error)
    }
    guard let open else { return [] }
    let walk = FileSource.Walk(tree: tree, folder: number)
    let ignoring = try ignoring(in: folder, names, open, walk)
    var entries: [Waiting] = []
    for name in names {
      let full = folder.name.appending(name)
      if let owner = TemporaryOwner(of: name) {
        if owner.isGone { leftovers.append(Leftover(name: full, walk: walk)) }
        continue
      }
      let found = try FileError.reading(folder.name) { () throws(Errno) in
        try entry(full, open, walk, ignoring)
      }
      if let found { entries.append(found) }
    }
    return entries
  }

  /// What a name in a folder stands for, if it is a document or a folder that may hold some.
  private mutating func entry(
    _ name: FileName, _ folder: OpenFolder, _ walk: FileSource.Walk, _ ignoring: Ignoring?
  ) throws(Errno) -> Waiting? {
    let path = Array(name.bytes[start...])
    // Most hidden names aren't worth a look at what they stand for.
    let isWanted = choice.takes(name, at: path)
    if !isWanted, name.isHidden, !choice.entersFolder(name, at: path) {
      if choice.wouldTake(name) {
        others.hidden += 1
      } else if choice.wouldEnter(name, at: path),
        (try? folder.status(of: name.last))?.kind == .folder
      {
        others.hiddenFolders += 1
      }
      return nil
    }
    let status: FileStatus
    do throws(Errno) {
      status = try folder.status(of: name.last)
    } catch {
      // Gone since the folder was listed: somebody's temporary file, and no document of ours.
      guard error == .missing else { throw error }
      return nil
    }
    if leftOut.contains(status.identity) { return nil }
    switch status.kind {
    case .folder:
      guard choice.entersFolder(name, at: path) else { return nil }
      if ignoring?.ignores(name.last, isFolder: true) == true {
        others.ignoredFolders += 1
        return nil
      }
      let inside = ignoring?.entering(name.last)
      return .folder(
        Folder(
          name: name, spot: .found(status.identity, parent: walk.folder), ignoring: inside))
    case .regular:
      guard isWanted else {
        others.add(name)
        return nil
      }
      if ignoring?.ignores(name.last, isFolder: false) == true {
        others.ignored += 1
        return nil
      }
      return .file(FileSource(name: name, status: status, walk: walk))
    default: return nil
    }
  }

  /// What is ignored in a folder, with what its own `.gitignore` says.
  private func ignoring(
    in folder: Folder, _ names: [[UInt8]], _ open: OpenFolder, _ walk: FileSource.Walk
  ) throws(FileError) -> Ignoring? {
    guard var ignoring = folder.ignoring else { return nil }
    if names.contains(where: { $0.elementsEqual(".git".utf8) }) { ignoring.enterRepository() }
    if names.contains(Ignoring.fileName), let status = try? open.status(of: Ignoring.fileName) {
      let name = folder.name.appending(Ignoring.fileName)
      try ignoring.add(FileSource(name: name, status: status, walk: walk), calls: calls)
    }
    return ignoring
  }
}

/// What a walk has met that is no document.
struct OtherFiles {
  /// Files that would be documents if no `.gitignore` named them.
  var ignored = 0
  var ignoredFolders = 0
  /// Files that would be documents if their names didn't begin with a dot.
  var hidden = 0
  var hiddenFolders = 0
  /// Files of other names, by what stands behind the last dot.
  private var byEnding: [[UInt8]: Int] = [:]
  /// How many files have other names, and the first of them.
  private var named: (count: Int, first: [[UInt8]]) = (0, [])

  mutating func add(_ file: FileName) {
    let last = file.last
    named.count += 1
    if named.first.count < Self.mostNames { named.first.append(last) }
    guard let dot = last.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot < last.count - 1 else {
      return
    }
    byEnding[Array(last[(dot + 1)...]), default: 0] += 1
  }

  private static let mostNames = 2

  /// Adds what was met in another folder.
  mutating func add(_ other: OtherFiles) {
    ignored += other.ignored
    ignoredFolders += other.ignoredFolders
    hidden += other.hidden
    hiddenFolders += other.hiddenFolders
    byEnding.merge(other.byEnding, uniquingKeysWith: +)
    named.count += other.named.count
    named.first = Array((named.first + other.named.first).prefix(Self.mostNames))
  }

  /// How many there are for each reason.
  var counts: (named: Int, ignored: Int, hidden: Int) {
    (named.count, ignored + ignoredFolders, hidden)
  }

  /// A line that counts them; nil where there are none.
  var sentence: String? {
    var parts: [String] = []
    if named.count > 0 {
      let others = named.count > named.first.count ? ["…"] : []
      let names = named.first.map { Printable.text(of: $0) } + others
      let whose = named.count == 1 ? "its name" : "their names"
      parts.append("\(named.count.grouped) by \(whose) (\(names.joined(separator: ", ")))")
    }
    let ignored = counts.ignored
    if ignored > 0 { parts.append("\(ignored.grouped) by a .gitignore") }
    if hidden > 0 { parts.append("\(hidden.grouped) hidden") }
    return parts.isEmpty ? nil : "passed over: " + parts.joined(separator: ", ")
  }

  /// Endings of what is no JSON.
  private static let foreign = """
    py js ts sh rb go rs swift c h cpp java md rst txt html css png jpg jpeg gif svg pdf zip gz lock log \
    yml yaml toml xml ini cfg
    """.split(separator: " ")

  /// The ending that most of them have, and how many, whether or not it is one of documents.
  func commonest(isForeign: Bool) -> (ending: [UInt8], count: Int)? {
    // Of two that are as common, the first one in order.
    byEnding.filter { ending, _ in
      isForeign == Self.foreign.contains { $0.utf8.elementsEqual(ending) }
    }.min { one, other in
      one.value == other.value
        ? one.key.lexicographicallyPrecedes(other.key) : one.value > other.value
    }.map { ($0.key, $0.value) }
  }
}
