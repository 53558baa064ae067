import JSONMigrationCore

/// A temporary file that a run has left because it was killed.
struct Leftover: Sendable {
  /// The file as the user knows it.
  let name: FileName
  let walk: FileSource.Walk

  /// Takes it away, unless it holds an edit; where that can't be done it stays, and does no harm.
  func remove(calls: SystemCalls) {
    guard let (place, status) = found, !holdsEdit(status) else { return }
    try? calls.remove(place)
  }

  /// Whether it holds what another program wrote to a document just before the run was killed.
  var holdsEdit: Bool {
    found.map { holdsEdit($0.status) } ?? false
  }

  var diagnostic: Diagnostic {
    let holdsEdit = holdsEdit
    return Diagnostic(
      .leftover,
      "\(name.quoted) was left by a run that was killed"
        + (holdsEdit ? ", and holds what another program wrote at that moment" : ""),
      severity: .warning, at: .init(name.text),
      help: holdsEdit
        ? "compare it with the documents of its folder, keep what you need, and remove it"
        : "`apply --in-place` takes it away, and it may be removed")
  }

  private func holdsEdit(_ status: FileStatus) -> Bool {
    ExchangeMarks(of: name.last).map { !$0.know(status) } ?? false
  }

  private var found: (place: FilePlace, status: FileStatus)? {
    guard let location = try? walk.location(of: name),
      let status = try? location.status(), status.kind == .regular
    else { return nil }
    return (location.place, status)
  }

  /// Takes away those beside a file that is to be written, which may be a link.
  static func removeAll(beside name: FileName, calls: SystemCalls) {
    let folder = ((try? calls.resolve(name)) ?? name).folder
    for leftover in all(in: folder, calls: calls) { leftover.remove(calls: calls) }
  }

  /// Those in a folder, which may be a link.
  static func all(in folder: FileName, calls: SystemCalls) -> [Leftover] {
    guard let tree = try? FolderTree(folder, calls: calls), let open = try? tree.open(0),
      let names = try? open.names()
    else { return [] }
    return names.filter { TemporaryOwner(of: $0)?.isGone == true }.map {
      Leftover(name: folder.appending($0), walk: .init(tree: tree, folder: 0))
    }
  }
}

extension Diagnostic.Kind {
  /// A temporary file was left by a run that was killed.
  static let leftover = Diagnostic.Kind(rawValue: "leftover")
}
