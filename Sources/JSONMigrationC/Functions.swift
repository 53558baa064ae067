public import CJSONMigration
internal import JSONMigrationCore
internal import JSONText

// What C calls. A pointer may be anything that the header allows, and NULL: so each is looked at
// before it is used, and each is used for as many bytes as the caller says there are.

/// What a `jsonmigration *` points to.
private struct Opened {
  // Anything else that is passed for one doesn't begin like this, nor does what was closed.
  static let mark: UInt64 = 0x6A73_6F6E_6D69_6772

  var mark = Opened.mark
  /// The handle, which is retained.
  let handle: UnsafeMutableRawPointer
}

/// The handle behind a pointer; nil where there is none.
@inline(__always)
private func handle(_ pointer: OpaquePointer?) -> Handle? {
  // What was opened has a mark at its beginning; so much of anything else can be read too.
  guard let pointer = UnsafeRawPointer(pointer),
    pointer.loadUnaligned(as: UInt64.self) == Opened.mark
  else { return nil }
  let opened = pointer.assumingMemoryBound(to: Opened.self).pointee
  return Unmanaged<Handle>.fromOpaque(opened.handle).takeUnretainedValue()
}

private let notOpen = refusal(
  "these rules are not open", help: "give what `jsonmigration_open` has made, before it is closed")

private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
  pointer.map { String(cString: $0) }
}

/// Puts bytes into a buffer of the caller's; false where there is no memory.
@discardableResult
private func fill(
  _ target: UnsafeMutablePointer<jsonmigration_buffer>?, _ bytes: some Sequence<UInt8>,
  count: Int
) -> Bool {
  guard let target else { return true }
  var memory = Memory(capacity: count)
  memory.append(bytes)
  guard memory.isWhole else { return false }
  target.pointee = memory.give()
  return true
}

/// Tells an error; gives the status for it.
private func tell(
  _ error: MigrationError, _ errors: UnsafeMutablePointer<jsonmigration_buffer>?
) -> Int32 {
  if errors != nil {
    let lines = error.diagnostics.map { JSONReporter.line(of: $0) + "\n" }.joined().utf8
    fill(errors, lines, count: lines.count)
  }
  return Int32(error.kind == .usage ? JSONMIGRATION_REFUSED : JSONMIGRATION_FAILED)
}

// MARK: - The library

/// The number of the interface, of which the header tells.
@c @implementation
public func jsonmigration_abi() -> UInt32 { UInt32(JSONMIGRATION_ABI) }

/// The version of the package.
@c @implementation
public func jsonmigration_version() -> UnsafePointer<CChar>? {
  // A constant of the program, which ends in a zero.
  UnsafeRawPointer(PackageVersion.constant.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Gives memory back that was handed over.
@c @implementation
public func jsonmigration_free(_ bytes: UnsafeMutableRawPointer?) { release(bytes) }

// MARK: - Rules

private func open(
  _ options: UnsafePointer<jsonmigration_options>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>?,
  _ errors: UnsafeMutablePointer<jsonmigration_buffer>?,
  _ read: (Handle.Options) throws(MigrationError) -> Migrator
) -> Int32 {
  result?.pointee = nil
  errors?.pointee = jsonmigration_buffer()
  do throws(MigrationError) {
    guard let result else { throw refusal("`result` is NULL") }
    let options = try Handle.Options(options?.pointee ?? jsonmigration_options())
    let handle = try Handle(read(options), options)
    let opened = UnsafeMutablePointer<Opened>.allocate(capacity: 1)
    opened.initialize(to: Opened(handle: Unmanaged.passRetained(handle).toOpaque()))
    result.pointee = OpaquePointer(opened)
    return 0
  } catch {
    return tell(error, errors)
  }
}

extension Handle.Options {
  fileprivate init(_ options: jsonmigration_options) throws(MigrationError) {
    target = text(options.target)
    source = text(options.source)
    now = text(options.now)
    seed = options.seed?.pointee
    name = text(options.name)
    skipsNewer = options.skip_newer != 0
    guard options.max_depth <= 1_024 else {
      throw refusal(
        "`max_depth` is \(options.max_depth), more than the stack of a thread is for",
        help: "give at most 1024, or 0; the command takes documents that nest deeper")
    }
    depth = options.max_depth == 0 ? nil : Int(options.max_depth)
    each = try text(options.each).map(Self.place)
  }
}

extension Handle.Options {
  private static func place(_ text: String) throws(MigrationError) -> JSONPath {
    do throws(PathError) {
      return try JSONPath(rule: text)
    } catch {
      throw refusal(
        "`each` takes a path: expected \(error.expected), found \(error.found)",
        help: "write it as in a rule: `row.doc` or `items[*]`")
    }
  }
}

/// Opens a rules folder.
@c @implementation
public func jsonmigration_open(
  _ folder: UnsafePointer<CChar>?, _ options: UnsafePointer<jsonmigration_options>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>?,
  _ errors: UnsafeMutablePointer<jsonmigration_buffer>?
) -> Int32 {
  open(options, result, errors) { options throws(MigrationError) in
    guard let folder else { throw refusal("`folder` is NULL") }
    return try RuleFolder(bytes(of: folder), files: SystemFiles()).migrator(
      named: options.name, documentsAt: options.each, generator: .fixed)
  }
}

/// Opens rules that are in memory.
@c @implementation
public func jsonmigration_open_sources(
  _ sources: UnsafePointer<jsonmigration_source>?, _ count: Int,
  _ options: UnsafePointer<jsonmigration_options>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>?,
  _ errors: UnsafeMutablePointer<jsonmigration_buffer>?
) -> Int32 {
  open(options, result, errors) { options throws(MigrationError) in
    let count = try size(count, "count")
    guard sources != nil || count == 0 else { throw refusal("`sources` is NULL") }
    var files: [RuleSource] = []
    for source in UnsafeBufferPointer(start: sources, count: count) {
      guard let name = text(source.name) else {
        throw refusal("source \(files.count) has no name", help: "`name` is as `v2.json`")
      }
      files.append(RuleSource(name: name, bytes: try memory(source.bytes, source.count, name)))
    }
    return try Migrator(
      rules: files, named: options.name ?? "rules", documentsAt: options.each, generator: .fixed)
  }
}

/// How many files rules were read from.
@c @implementation
public func jsonmigration_source_count(_ migrator: OpaquePointer?) -> Int {
  handle(migrator)?.migrator.rules.files.count ?? 0
}

/// A file that rules were read from.
@c @implementation
public func jsonmigration_source_at(
  _ migrator: OpaquePointer?, _ index: Int, _ name: UnsafeMutablePointer<jsonmigration_buffer>?,
  _ bytes: UnsafeMutablePointer<jsonmigration_buffer>?
) -> Int32 {
  name?.pointee = jsonmigration_buffer()
  bytes?.pointee = jsonmigration_buffer()
  let files = handle(migrator)?.migrator.rules.files ?? []
  guard files.indices.contains(index),
    fill(name, files[index].file.utf8, count: files[index].file.utf8.count),
    fill(bytes, files[index].bytes, count: files[index].bytes.count)
  else { return Int32(JSONMIGRATION_REFUSED) }
  return 0
}

/// Closes rules.
@c @implementation
public func jsonmigration_close(_ migrator: OpaquePointer?) {
  guard handle(migrator) != nil, let pointer = UnsafeMutableRawPointer(migrator) else { return }
  // It has the mark, so `open` has made it; the handle lives on until calls that use it are over.
  let opened = pointer.assumingMemoryBound(to: Opened.self)
  Unmanaged<Handle>.fromOpaque(opened.pointee.handle).release()
  opened.pointee.mark = 0
  opened.deallocate()
}

// MARK: - One document

/// Migrates a document.
@c @implementation
public func jsonmigration_migrate(
  _ migrator: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
  _ result: UnsafeMutablePointer<jsonmigration_buffer>?,
  _ errors: UnsafeMutablePointer<jsonmigration_buffer>?
) -> Int32 {
  result?.pointee = jsonmigration_buffer()
  guard result != nil else {
    errors?.pointee = jsonmigration_buffer()
    return tell(refusal("`result` is NULL"), errors)
  }
  return migrate(migrator, bytes, count, errors) { fill(result, $0, count: $0.count) }
}

/// Migrates a document into memory of the caller's.
@c @implementation
public func jsonmigration_migrate_into(
  _ migrator: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
  _ room: UnsafeMutablePointer<UInt8>?, _ size: Int, _ length: UnsafeMutablePointer<Int>?,
  _ larger: UnsafeMutablePointer<jsonmigration_buffer>?,
  _ errors: UnsafeMutablePointer<jsonmigration_buffer>?
) -> Int32 {
  length?.pointee = 0
  larger?.pointee = jsonmigration_buffer()
  guard let length, size >= 0, room != nil || size == 0 else {
    errors?.pointee = jsonmigration_buffer()
    return tell(refusal("`length` or `room` is NULL, or `size` more than memory has"), errors)
  }
  return migrate(migrator, bytes, count, errors) { result in
    length.pointee = result.count
    guard result.count <= size else { return fill(larger, result, count: result.count) }
    result.withContiguousStorageIfAvailable { result in
      // No more than fits; the room is the caller's alone.
      if let start = result.baseAddress, let room {
        room.update(from: start, count: result.count)
      }
    }
    return true
  }
}

/// Migrates a document; `deliver` is false where there is no memory for the result.
@inline(__always)
private func migrate(
  _ migrator: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
  _ errors: UnsafeMutablePointer<jsonmigration_buffer>?, _ deliver: (ByteSlice) -> Bool
) -> Int32 {
  errors?.pointee = jsonmigration_buffer()
  do throws(MigrationError) {
    guard let handle = handle(migrator) else { throw notOpen }
    var isDelivered = true
    let outcome = try handle.migrate(memory(bytes, count, "bytes")) { isDelivered = deliver($0) }
    guard isDelivered else { throw noMemory }
    return Int32(outcome.status)
  } catch {
    return tell(error, errors)
  }
}

extension Handle.Outcome {
  fileprivate var status: Int {
    switch self {
    case .current: JSONMIGRATION_CURRENT
    case .changed: JSONMIGRATION_CHANGED
    case .left: JSONMIGRATION_LEFT
    }
  }
}

// MARK: - Many documents

/// Migrates a document in each line.
@c @implementation
public func jsonmigration_lines(
  _ migrator: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
  _ result: UnsafeMutablePointer<jsonmigration_batch>?
) -> Int32 {
  deliver(result, migrator) { handle throws(MigrationError) in
    try handle.migrateLines(memory(bytes, count, "bytes"))
  }
}

/// Migrates the strings of a column.
@c @implementation
public func jsonmigration_strings(
  _ migrator: OpaquePointer?, _ column: UnsafePointer<jsonmigration_column>?,
  _ result: UnsafeMutablePointer<jsonmigration_batch>?
) -> Int32 {
  deliver(result, migrator) { handle throws(MigrationError) in
    guard let column else { throw refusal("`column` is NULL") }
    return try handle.migrate(Column(column.pointee))
  }
}

private func deliver(
  _ result: UnsafeMutablePointer<jsonmigration_batch>?, _ migrator: OpaquePointer?,
  _ body: (Handle) throws(MigrationError) -> jsonmigration_batch
) -> Int32 {
  guard let result else { return Int32(JSONMIGRATION_REFUSED) }
  result.pointee = jsonmigration_batch()
  do throws(MigrationError) {
    guard let handle = handle(migrator) else { throw notOpen }
    let batch = try body(handle)
    result.pointee = batch
    return Int32(
      batch.failed > 0
        ? JSONMIGRATION_FAILED : batch.changed > 0 ? JSONMIGRATION_CHANGED : JSONMIGRATION_CURRENT)
  } catch {
    _ = tell(error, &result.pointee.errors)
    return Int32(JSONMIGRATION_REFUSED)
  }
}

/// Gives back what is in a batch.
@c @implementation
public func jsonmigration_batch_free(_ batch: UnsafeMutablePointer<jsonmigration_batch>?) {
  guard let batch else { return }
  let parts = batch.pointee
  for part in [parts.data, parts.offsets, parts.states, parts.rejected, parts.errors] {
    release(part.bytes)
  }
  batch.pointee = jsonmigration_batch()
}
