import JSONMigrationCore

/// The folders that a walk went through, and how to get to them again without following a link.
///
/// Between the walk and the opening of a file, any user with access there can put a symbolic link
/// in a folder's place. So each folder is opened from the one that it is in, never through a link,
/// and has to be the one that was walked.
final class FolderTree: Sendable {
  private struct Node: Sendable {
    /// Nothing for the folder that was named.
    let parent: Int?
    let name: [UInt8]
    let identity: FileStatus.Identity
  }

  private struct State: Sendable {
    var nodes: [Node]
    /// Those that were opened last, the latest at the end.
    var open: [(node: Int, folder: OpenFolder)]
  }

  /// The most folders that stay open for the next file in them.
  private static let mostOpen = 16

  private let root: FileName
  private let calls: SystemCalls
  private let state: Monitor<State>

  /// Opens the folder that was named, which may be a link; it is number 0.
  init(_ root: FileName, calls: SystemCalls) throws(Errno) {
    self.root = root
    self.calls = calls
    let folder = try OpenFolder(FilePlace(root), following: true, calls: calls)
    state = Monitor(
      State(
        nodes: [Node(parent: nil, name: root.bytes, identity: folder.identity)],
        open: [(0, folder)]))
  }

  /// Notes a folder inside one that is known; gives its number.
  func add(_ name: [UInt8], _ identity: FileStatus.Identity, in parent: Int) -> Int {
    state.withLock { state in
      state.nodes.append(Node(parent: parent, name: name, identity: identity))
      return state.nodes.count - 1
    }
  }

  /// Opens a folder; nil if another one, or a link, has taken its place.
  func open(_ number: Int) throws(Errno) -> OpenFolder? {
    try state.withLock { state throws(Errno) in
      // Up to one that is open, then down again.
      var missing: [Int] = []
      var next: Int? = number
      var folder: OpenFolder?
      while let node = next, folder == nil {
        folder = state.open.last { $0.node == node }?.folder
        if folder == nil { missing.append(node) }
        next = state.nodes[node].parent
      }
      for number in missing.reversed() {
        let node = state.nodes[number]
        let opened: OpenFolder
        do throws(Errno) {
          if let folder {
            opened = try folder.folder(node.name)
          } else {
            opened = try OpenFolder(FilePlace(root), following: true, calls: calls)
          }
        } catch {
          guard error == .isLink || error == .notAFolder else { throw error }
          return nil
        }
        guard opened.identity == node.identity else { return nil }
        folder = opened
        state.open.append((number, opened))
        if state.open.count > Self.mostOpen { state.open.removeFirst() }
      }
      return folder
    }
  }
}
