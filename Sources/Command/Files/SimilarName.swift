import JSONMigrationCore

extension FileName {
  /// Points to a file or folder beside it whose name is nearly this one.
  func similar(
    folders: Bool = false, calls: SystemCalls, which fits: (FileName) -> Bool = { _ in true }
  ) -> String? {
    guard let names = try? calls.names(in: folder) else { return nil }
    let fitting = names.filter {
      let kind = (try? calls.status(of: folder.appending($0)))?.kind
      return kind == .folder ? fits(folder.appending($0)) : !folders && kind == .regular
    }
    let last = String(decoding: last, as: UTF8.self)
    return NearestName.of(last, among: fitting.map { String(decoding: $0, as: UTF8.self) })
      .map {
        "a \(folders ? "folder" : "file") with a similar name exists: `\(Printable.quote($0))`"
      }
  }
}
