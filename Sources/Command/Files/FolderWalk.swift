import JSONMigration

/// Finds the documents in a folder and all folders inside it.
///
/// Documents are regular files that end in `.json`, `.jsonl` or `.ndjson`; where property lists are
/// asked for, those that end in `.plist` and no others. What begins with a dot is left out, and so are
/// symbolic links: following them could lead around in circles or out of the folder, to files that
/// nobody named. A rules folder that lies inside holds no documents: rules that went by themselves
/// would be none any more. Names are in the order of their bytes.
struct FolderWalk {
  private(set) var files: [FileName] = []
  private(set) var problems: [FileError] = []

  /// Walks through a folder; `rules` is the rules folder, wherever it is.
  init(
    _ folder: FileName, for layout: DocumentOptions.Layout = .byName, rules: FileName? = nil,
    calls: SystemCalls = .system
  ) {
    let rules = rules.flatMap { try? calls.status($0, true) }
    // The folders still to be listed, the next one last; so the files come out in order.
    var waiting: [Entry] = [.folder(folder)]
    while let entry = waiting.popLast() {
      switch entry {
      case .file(let name): files.append(name)
      case .folder(let name):
        do throws(Errno) {
          waiting += try Self.entries(of: name, layout, rules, calls).reversed()
        } catch {
          problems.append(FileError(.cannotRead, name, "can't be read: \(error.words)"))
        }
      }
    }
  }

  private enum Entry {
    case file(FileName)
    case folder(FileName)
  }

  private static func entries(
    of folder: FileName, _ layout: DocumentOptions.Layout, _ rules: FileStatus?,
    _ calls: SystemCalls
  ) throws(Errno) -> [Entry] {
    let names = try uninterrupted { () throws(Errno) in try calls.list(folder) }
    var entries: [Entry] = []
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) })
    where name.first != UInt8(ascii: ".") {
      let name = folder.appending(name)
      do throws(Errno) {
        let status = try uninterrupted { () throws(Errno) in try calls.status(name, false) }
        switch status.kind {
        case .folder where rules?.isSameFile(as: status) == true: break
        case .folder: entries.append(.folder(name))
        case .regular where name.isDocument(layout): entries.append(.file(name))
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
