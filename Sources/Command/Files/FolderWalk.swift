import JSONMigration

/// Finds the documents in a folder and all folders inside it.
///
/// Documents are regular files that end in `.json`, `.jsonl` or `.ndjson`. What begins with a dot is
/// left out, and so are symbolic links: following them could lead around in circles or out of the
/// folder, to files that nobody named. Names are in the order of their bytes.
struct FolderWalk {
  private(set) var files: [FileName] = []
  private(set) var problems: [FileError] = []

  init(_ folder: FileName, calls: SystemCalls = .system) {
    // The folders still to be listed, the next one last; so the files come out in order.
    var waiting: [Entry] = [.folder(folder)]
    while let entry = waiting.popLast() {
      switch entry {
      case .file(let name): files.append(name)
      case .folder(let name):
        do throws(Errno) {
          waiting += try Self.entries(of: name, calls: calls).reversed()
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

  private static func entries(of folder: FileName, calls: SystemCalls) throws(Errno) -> [Entry] {
    let names = try uninterrupted { () throws(Errno) in try calls.list(folder) }
    var entries: [Entry] = []
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) })
    where name.first != UInt8(ascii: ".") {
      let name = folder.appending(name)
      do throws(Errno) {
        let status = try uninterrupted { () throws(Errno) in try calls.status(name, false) }
        switch status.kind {
        case .folder: entries.append(.folder(name))
        case .regular where isDocument(name): entries.append(.file(name))
        default: break
        }
      } catch {
        // Gone since the folder was listed: somebody's temporary file, and no document of ours.
        guard error == .missing else { throw error }
      }
    }
    return entries
  }

  private static func isDocument(_ name: FileName) -> Bool {
    name.hasExtension("json") || name.isLinesFile
  }
}

extension FileName {
  /// Whether the name says that the file holds one document a line.
  var isLinesFile: Bool {
    hasExtension("jsonl") || hasExtension("ndjson")
  }
}
