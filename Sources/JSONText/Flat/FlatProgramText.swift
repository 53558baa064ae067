/// A program as a worker keeps it: in memory of its own, where nothing is counted.
struct FlatProgramText: ~Copyable {
  let operations: Slab<FlatProgram.Operation>
  let cases: Slab<FlatProgram.Case>
  let tables: Slab<FlatProgram.Table>
  let bytes: ByteBuffer
  /// The member that says the version, and the table that says what to do then.
  let version: (name: UInt32, table: Int)?
  /// Where documents without a version start; -1: they are not for this program.
  let missing: Int

  init(_ program: FlatProgram) {
    operations = Slab(program.operations)
    cases = Slab(program.cases)
    tables = Slab(program.tables)
    var bytes = ByteBuffer(capacity: program.bytes.count)
    bytes.append(contentsOf: program.bytes)
    bytes.seal()
    self.bytes = bytes
    version = program.version.map { (UInt32($0.name), $0.table) }
    missing = program.missing ?? -1
  }
}

extension Slab {
  /// The elements of a row that others share.
  fileprivate init(_ elements: [Element]) {
    self.init(capacity: elements.count)
    for element in elements { append(element) }
  }
}
