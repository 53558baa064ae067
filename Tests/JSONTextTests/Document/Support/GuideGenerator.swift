import JSONText

extension RandomText {
  /// A guide to some places of a document, to places it doesn't have, or to everything.
  mutating func guide(to tree: Tree) -> Guide {
    switch Int.random(in: 0...9, using: &random) {
    case 0: .nothing
    case 1: .everything
    default:
      Guide(paths: (0..<Int.random(in: 1...6, using: &random)).map { _ in path(into: tree) })
    }
  }

  mutating func path(into tree: Tree) -> Place {
    var path: Place = []
    var place = tree
    while path.count < 8, path.isEmpty || !once(in: 4) {
      let item = place.items.isEmpty ? nil : one(of: place.items)
      switch Int.random(in: 0...15, using: &random) {
      case 0: path.append(.descendants)
      case 1: path.append(.every)
      case 2: path.append(.some)
      case 3: path.append(.key(one(of: Self.names)))
      default:
        path.append(item?.key.map { .key($0) } ?? .every)
      }
      guard let item else { break }
      place = item
    }
    return path
  }
}
