@testable import JSONMigrationCore
@testable import JSONText

extension Migrator {
  /// What the short way makes of a text; nil where it leaves it.
  func byTheShortWay(_ document: String) throws -> String? {
    var flat = FlatDocument(try plan(to: nil, from: nil).shortcut)
    var text = ByteBuffer()
    var out = ByteBuffer()
    text.append(contentsOf: document.utf8)
    text.seal()
    switch flat.run(text.view, 0..<text.count, into: &out) {
    case .notMine: return nil
    case .current: return document
    case .changed: return String(decoding: out.view[0..<out.count], as: UTF8.self)
    }
  }

  /// What the long way makes of a text.
  func byTheLongWay(_ document: String) throws -> String {
    var engine = Engine(try plan(to: nil, from: nil))
    engine.document.load(document.utf8)
    try engine.read(0..<document.utf8.count)
    _ = try engine.migrate()
    var out = ByteBuffer()
    try engine.document.write(into: &out)
    return String(decoding: out.view[0..<out.count], as: UTF8.self)
  }
}
