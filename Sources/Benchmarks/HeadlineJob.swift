import JSONText

/// The headline job, written by hand on the document tree: what the text layer alone can do.
struct HeadlineJob: ~Copyable {
  private var document: Document
  private var out = ChunkedOutput()
  private let keys: Keys
  private let values: Values

  private struct Keys {
    let version, body, text, status, legacyFlag, name, firstName, lastName, priority: Key
  }

  private struct Values {
    let three, zero, pending, active, completed: ValueText
  }

  /// A guide to the keys of the job, or one to nothing, for reading alone.
  init(text: [UInt8], isGuided: Bool = true) {
    let names = [
      "version", "body", "text", "status", "legacyFlag", "name", "firstName", "lastName",
      "priority",
    ]
    let guide = Guide(paths: names.map { [.key(Array($0.utf8))] })
    var constants = Constants()
    func key(_ index: Int, _ constants: inout Constants) -> Key {
      constants.add(key: Array(names[index].utf8), guide: guide)
    }
    keys = Keys(
      version: key(0, &constants), body: key(1, &constants), text: key(2, &constants),
      status: key(3, &constants), legacyFlag: key(4, &constants), name: key(5, &constants),
      firstName: key(6, &constants), lastName: key(7, &constants), priority: key(8, &constants))
    values = Values(
      three: constants.add(value: Array("3".utf8)), zero: constants.add(value: Array("0".utf8)),
      pending: constants.add(value: Array("\"pending\"".utf8)),
      active: constants.add(value: Array("\"active\"".utf8)),
      completed: constants.add(value: Array("\"completed\"".utf8)))
    document = Document(guide: isGuided ? guide : .nothing, constants: constants)
    document.load(text)
  }

  /// Reads every record.
  mutating func read(_ records: [Range<Int>]) throws {
    for record in records { try document.read(record) }
  }

  /// Reads, edits and writes every record; how many bytes came out.
  mutating func run(_ records: [Range<Int>]) throws -> Int {
    for record in records {
      try document.read(record)
      try edit()
      try document.write(into: &out.bytes)
      out.endRecord()
    }
    return out.takeTotal()
  }

  private mutating func edit() throws {
    let root = document.root
    if case .one(let body) = try document.member(keys.body, of: root),
      case .none = try document.member(keys.text, of: root)
    {
      document.rename(body, from: keys.body, to: keys.text)
    }
    if case .none = try document.member(keys.priority, of: root) {
      _ = document.append(values.zero, key: keys.priority, to: root)
    }
    if case .one(let status) = try document.member(keys.status, of: root) {
      document.replaceValue(of: status, with: mapped(document.scalarText(of: status)))
    }
    if case .one(let flag) = try document.member(keys.legacyFlag, of: root) {
      document.remove(flag, key: keys.legacyFlag)
    }
    try splitName(of: root)
    if case .one(let version) = try document.member(keys.version, of: root) {
      document.replaceValue(of: version, with: values.three)
    }
  }

  private func mapped(_ status: ByteSlice) -> ValueText {
    switch status.count {
    case 7: values.active
    default: status[status.startIndex + 1] == UInt8(ascii: "t") ? values.pending : values.completed
    }
  }

  private mutating func splitName(of root: NodeID) throws {
    guard case .one(let name) = try document.member(keys.name, of: root),
      case .none = try document.member(keys.firstName, of: root),
      case .none = try document.member(keys.lastName, of: root)
    else { return }
    let text = document.scalarText(of: name)
    guard let space = text.firstIndex(of: UInt8(ascii: " ")) else { return }
    let first = document.make(json: text[..<space] + [UInt8(ascii: "\"")])
    let last = document.make(json: [UInt8(ascii: "\"")] + text[(space + 1)...])
    let firstName = document.insert(first, key: keys.firstName, in: root, after: name)
    _ = document.insert(last, key: keys.lastName, in: root, after: firstName)
    document.remove(name, key: keys.name)
  }
}

/// The headline job as a program for flat documents.
struct FlatHeadlineJob: ~Copyable {
  private var document: FlatDocument
  private var text: ByteBuffer
  private var out = ChunkedOutput()

  init?(text bytes: [UInt8]) {
    guard let program = Self.program() else { return nil }
    document = FlatDocument(program)
    text = ByteBuffer(capacity: bytes.count)
    text.append(contentsOf: bytes)
    text.seal()
  }

  private static func program() -> FlatProgram? {
    var builder = FlatProgram.Builder()
    func key(_ text: String) -> [UInt8] { Array(text.utf8) }
    let start = builder.entry
    let cases = [("todo", "pending"), ("doing", "active"), ("done", "completed")].map {
      (value: key("\"\($0.0)\""), result: key("\"\($0.1)\""))
    }
    let (zero, three) = (FlatValue([0x30]), FlatValue([0x33]))
    guard let table = FlatTable(cases, otherwise: .notMine),
      let space = FlatSeparator([0x20], takesRest: true)
    else { return nil }
    builder.add([
      .rename(key("body"), to: key("text")), .add(key("priority"), zero, replacesNull: false),
      .map(key("status"), table), .drop(key("legacyFlag")),
      .split(key("name"), by: space, into: [key("firstName"), key("lastName")]),
      .set(key("version"), three),
    ])
    builder.end()
    guard builder.start(key("version"), [([0x31], start)]) else { return nil }
    return builder.build()
  }

  /// Reads, edits and writes every record; how many bytes came out.
  mutating func run(_ records: [Range<Int>]) throws -> Int {
    for record in records {
      guard document.run(text.view, record, into: &out.bytes) == .changed else {
        throw BenchmarkError("the program doesn't take this record")
      }
      out.endRecord()
    }
    return out.takeTotal()
  }
}

/// What comes out, kept only as long as a writer would keep it.
private struct ChunkedOutput: ~Copyable {
  var bytes = ByteBuffer(capacity: 2_000_000)
  private var total = 0

  mutating func endRecord() {
    bytes.append(0x0A)
    // As large as a writer's chunk would be.
    if bytes.count > 1_000_000 { emit() }
  }

  /// How many bytes came out since the last time.
  mutating func takeTotal() -> Int {
    emit()
    defer { total = 0 }
    return total
  }

  private mutating func emit() {
    total += bytes.count
    bytes.truncate(to: 0)
  }
}
