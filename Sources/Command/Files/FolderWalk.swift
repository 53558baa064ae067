import JSONMigration

/// Finds the documents in a folder and all folders inside it.
///
/// Documents are regular files that end in `.json`, `.jsonl` or `.ndjson`; where property lists are
/// asked for, those that end in `.plist` and no others. What begins with a dot is left out, and so are
/// symbolic links: following them could lead around in circles or out of the folder, to files that
/// nobody named. A rules folder that lies inside holds no documents: rules that went by themselves
/// would be none any more. Names are in the order of their bytes.
///
/// Each folder is opened from the one around it, so a link that takes a folder's place meanwhile leads
/// nowhere.
struct FolderWalk {
  private(set) var files: [FileSource] = []
  private(set) var problems: [FileError] = []
  /// What runs that were killed have left in the folders.
  private(set) var leftovers: [Leftover] = []
  private let layout: DocumentOptions.Layout
  private let rules: FileStatus.Identity?

  /// Walks through a folder; `rules` is the rules folder, wherever it is.
  init(
    _ folder: FileName, for layout: DocumentOptions.Layout = .byName, rules: FileName? = nil,
    calls: SystemCalls = .system
  ) {
    self.layout = layout
    self.rules = rules.flatMap { try? calls.status(of: $0) }?.identity
    let tree: FolderTree
    do throws(Errno) {
      tree = try FolderTree(folder, calls: calls)
    } catch {
      problems.append(FileError(.cannotRead, folder, "can't be read: \(error.words)"))
      return
    }
    // The folders still to be listed, the next one last; so the files come out in order.
    var waiting: [Entry] = [.folder(folder, .known(0))]
    while let entry = waiting.popLast() {
      switch entry {
      case .file(let file): files.append(file)
      case .folder(let name, let spot):
        let number =
          switch spot {
          case .known(let number): number
          case .found(let identity, let parent): tree.add(name.last, identity, in: parent)
          }
        do throws(Errno) {
          // Another one has taken its place: what was there is gone.
          guard let open = try tree.open(number) else { continue }
          waiting += try entries(of: open, name, tree, number).reversed()
        } catch {
          guard error != .missing || number == 0 else { continue }
          problems.append(FileError(.cannotRead, name, "can't be read: \(error.words)"))
        }
      }
    }
  }

  private enum Entry {
    case file(FileSource)
    case folder(FileName, Spot)
  }

  private enum Spot {
    case known(Int)
    case found(FileStatus.Identity, parent: Int)
  }

  private mutating func entries(
    of folder: OpenFolder, _ shown: FileName, _ tree: FolderTree, _ number: Int
  ) throws(Errno) -> [Entry] {
    var entries: [Entry] = []
    for name in try folder.names().sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      if name.first == UInt8(ascii: ".") {
        if TemporaryOwner(of: name)?.isGone == true {
          let walk = FileSource.Walk(tree: tree, folder: number)
          leftovers.append(Leftover(name: shown.appending(name), walk: walk))
        }
        continue
      }
      let full = shown.appending(name)
      do throws(Errno) {
        let status = try folder.status(of: name)
        switch status.kind {
        case .folder where rules == status.identity: break
        case .folder: entries.append(.folder(full, .found(status.identity, parent: number)))
        case .regular where full.isDocument(layout):
          let walk = FileSource.Walk(tree: tree, folder: number)
          entries.append(.file(FileSource(name: full, status: status, walk: walk)))
        default: break
        }
      } catch {
        // Gone since the folder was listed: somebody's temporary file, and no document of ours.
        guard error == .missing else { throw error }
      }
    }
    return entries
  }
}

extension FileName {
  fileprivate func isDocument(_ layout: DocumentOptions.Layout) -> Bool {
    layout == .propertyList ? isPropertyList : hasExtension("json") || isLinesFile
  }

  /// Whether the name says that the file holds one document a line.
  var isLinesFile: Bool {
    hasExtension("jsonl") || hasExtension("ndjson")
  }

  /// Whether the name says that the file is a property list.
  var isPropertyList: Bool { hasExtension("plist") }
}
