import JSONMigrationCore

/// What a file has besides its content: owner, mode, access list and extended attributes.
///
/// A new file that takes another one's place gets all of that. What the system doesn't let it have
/// is told, and without the access list only the owner can get at it: the new file may be narrower
/// than the one before, never wider.
struct FileTraits {
  private let status: FileStatus
  /// The file, open for reading; nil where it may not be read.
  private let model: Int32?
  private let calls: SystemCalls

  init(of status: FileStatus, _ model: Int32?, calls: SystemCalls) {
    (self.status, self.model, self.calls) = (status, model, calls)
  }

  /// Gives them to a file that was just made; tells what it could not get.
  func give(
    to descriptor: Int32, _ made: FileStatus, of name: FileName
  ) throws(FileError) -> [Diagnostic] {
    func attempt(
      _ what: String, help: String? = nil, _ call: () throws(Errno) -> Void
    ) throws(FileError) {
      do throws(Errno) {
        try uninterrupted(call)
      } catch {
        throw cannotKeep(what, of: name, error, help: error == .notPermitted ? help : nil)
      }
    }
    // The owner first: that takes bits of the mode, and privileges among the attributes.
    if made.user != status.user || made.group != status.group {
      let (what, user) =
        made.user == status.user
        ? ("group", "a user who is in group \(status.group)")
        : ("owner", "the user who owns it, \(status.user)")
      try attempt(what, help: "run it as root, or as \(user)") { () throws(Errno) in
        try calls.changeOwner(descriptor, status.user, status.group)
      }
    }
    var lost = Lost()
    try attempt("access list") { () throws(Errno) in
      try giveAttributes(to: descriptor, &lost)
    }
    let mode = lost.hasAccess ? status.mode & ~0o077 : status.mode
    try attempt("mode") { () throws(Errno) in try calls.changeMode(descriptor, mode) }
    return lost.diagnostics(of: name)
  }

  private func cannotKeep(
    _ what: String, of name: FileName, _ error: Errno, help: String?
  ) -> FileError {
    FileError(
      .cannotWrite, name, "can't keep its \(what): \(error.words)", help: help,
      notes: [FileError.wasLeft(name, status)])
  }

  private struct Lost {
    /// Whether the file had an access list that the new one could not be given.
    var hasAccess = false
    var names: [[UInt8]] = []

    func diagnostics(of name: FileName) -> [Diagnostic] {
      var all: [Diagnostic] = []
      func add(_ what: String, _ note: String?) {
        all.append(
          Diagnostic(
            .lostAttribute, "\(name.quoted) can't keep its \(what)", severity: .warning,
            at: .init(name.text), notes: note.map { [$0] } ?? []))
      }
      if hasAccess { add("access list", "only its owner can read and write it now") }
      for name in names { add("extended attribute `\(Printable.text(of: name))`", nil) }
      return all
    }
  }

  /// Lists that say who may do what; a new file may have got one from its folder.
  static let accessLists = ["system.posix_acl_access", "system.nfs4_acl", "system.richacl"]
    .map { Array($0.utf8) }
  /// Sums over the content that was: the system makes them itself.
  private static let sums = ["security.ima", "security.evm"].map { Array($0.utf8) }

  private func giveAttributes(to descriptor: Int32, _ lost: inout Lost) throws(Errno) {
    guard let model else {
      lost.hasAccess = true
      return
    }
    let names: [[UInt8]]
    let given: [[UInt8]]
    do throws(Errno) {
      names = try calls.attributes(model)
      given = try calls.attributes(descriptor)
    } catch {
      guard error.isUnsupported else { throw error }
      return
    }
    for name in given where !names.contains(name) && Self.accessLists.contains(name) {
      try calls.removeAttribute(descriptor, name)
    }
    for name in names where !Self.sums.contains(name) {
      do throws(Errno) {
        let value = try calls.attribute(model, name)
        if given.contains(name), try calls.attribute(descriptor, name) == value { continue }
        try calls.setAttribute(descriptor, name, value)
      } catch {
        guard error.isRefusal else { throw error }
        if Self.accessLists.contains(name) {
          lost.hasAccess = true
        } else {
          lost.names.append(name)
        }
      }
    }
    do throws(Errno) {
      try calls.copyAccessList(model, descriptor)
    } catch {
      guard error.isRefusal else { throw error }
      lost.hasAccess = true
    }
  }
}

extension Errno {
  /// Whether the file system knows no such thing.
  var isUnsupported: Bool { [.unsupported, .unknownCall, .unfit].contains(self) }

  /// Whether this user may not do it, or no user may do it there.
  fileprivate var isRefusal: Bool {
    isUnsupported || self == .forbidden || self == .notPermitted
  }
}

extension Diagnostic.Kind {
  /// A file that was replaced has lost something besides its content.
  static let lostAttribute = Diagnostic.Kind(rawValue: "lost-attribute")
}
