/// Who may do what with a new file: its owner may write to it, and nobody do more than with what it
/// was made of.
struct NewFileMode: Equatable, Sendable {
  /// The bits, less what the process takes away from all.
  private(set) var bits: UInt32
  /// Whose group may do more than everybody; nil where none may.
  private var group: UInt32?

  /// That of a file which nothing is said of.
  static let forAll = NewFileMode(bits: 0o666, group: nil)

  private init(bits: UInt32, group: UInt32?) {
    (self.bits, self.group) = (bits, group)
  }

  /// That of a file with what another one holds; what a pipe has says nothing.
  ///
  /// Where that has an access list, what seems to be its group's is what the list may give.
  init(of status: FileStatus, hasAccessList: Bool = false) {
    guard status.kind == .regular else {
      self = .forAll
      return
    }
    self.init(bits: 0o600 | status.mode & 0o066, group: status.group)
    if hasAccessList { takeFromGroup() }
  }

  /// Takes away what another one doesn't allow.
  mutating func narrow(to other: NewFileMode) {
    if let mine = group, let others = other.group, mine != others { takeFromGroup() }
    (bits, group) = (bits & other.bits, group ?? other.group)
  }

  /// Whether the group may do more than everybody.
  var trustsGroup: Bool { bits >> 3 & 0o6 & ~bits != 0 }

  /// The bits of a file that is of some group.
  func bits(inGroup group: UInt32) -> UInt32 {
    var mode = self
    if group != self.group { mode.takeFromGroup() }
    return mode.bits
  }

  private mutating func takeFromGroup() {
    bits &= ~0o060 | (bits & 0o006) << 3
    group = nil
  }
}

extension SystemCalls {
  /// Takes from a file that was just made what its mode doesn't allow.
  func narrow(_ descriptor: Int32, to mode: NewFileMode) throws(Errno) {
    let now = try uninterrupted { () throws(Errno) in try openStatus(descriptor) }
    let bits = mode.bits(inGroup: now.group)
    if now.mode & ~bits == 0 { return }
    try uninterrupted { () throws(Errno) in try changeMode(descriptor, now.mode & bits) }
  }

  /// Whether somebody may get at an open file by a list, which its mode doesn't tell.
  func hasAccessList(_ descriptor: Int32) throws(Errno) -> Bool {
    do throws(Errno) {
      return try uninterrupted { () throws(Errno) in try attributes(descriptor) }
        .contains { FileTraits.accessLists.contains($0) }
    } catch {
      if error.isUnsupported { return false }
      throw error
    }
  }
}
