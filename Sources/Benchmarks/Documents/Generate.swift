import Foundation

/// `generate DIR`: writes the documents that everything here is measured on.
///
/// The same seed and size give the same bytes, on any machine.
struct Generate {
  private let folder: URL
  private var bytes = 100_000_000
  private var seed: UInt64 = 1

  init(_ arguments: [String]) throws {
    guard let folder = arguments.first, !folder.hasPrefix("-"), arguments.count % 2 == 1 else {
      throw BenchmarkError(BenchmarkMain.usage)
    }
    self.folder = URL(filePath: folder, directoryHint: .isDirectory)
    for index in stride(from: 1, to: arguments.count, by: 2) {
      switch (arguments[index], Int(arguments[index + 1])) {
      case ("--megabytes", let number?) where (1...10_000).contains(number):
        bytes = number * 1_000_000
      case ("--seed", let number?) where number >= 0: seed = UInt64(number)
      default: throw BenchmarkError(BenchmarkMain.usage)
      }
    }
  }

  func run() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write("compact.ndjson", style: .plain)
    try write("unescaped.ndjson", style: .unescaped)
    try write("escaped.ndjson", style: .escaped)
    try write("ascii.ndjson", style: .ascii)
    try write("shuffled.ndjson", style: .shuffled)
    try write("sparse.ndjson", style: .sparse)
    try write("cjk.ndjson", style: .cjk)
    try write("current.ndjson", style: .current)
    try write("version-last.ndjson", style: .versionLast)
    try write("items.ndjson", style: .items)
    try write("pretty.stream.json", style: .plain, indent: 2)
    try write("array.json", style: .plain, array: true)
    try write("array-pretty.json", style: .plain, indent: 2, array: true)
    try write("1kb.json", itemsUpTo: 1_000)
    try write("100kb.json", itemsUpTo: 100_000)
    try writeLarge()
    try writeWide()
    try writeLong()
    // The last one: where it is, all are.
    try write("tenth.ndjson", style: .plain, tenth: true)
  }

  /// Whether all of it is there.
  static func isDone(in folder: URL) -> Bool {
    let last = folder.appending(path: "tenth.ndjson").path(percentEncoded: false)
    return FileManager.default.fileExists(atPath: last)
  }

  /// Records up to the size asked for: one after the other, or as the elements of one array.
  private func write(
    _ name: String, style: Records.Style, indent: Int? = nil, array: Bool = false,
    tenth: Bool = false
  ) throws {
    let bytes = tenth ? bytes / 10 : bytes
    var records = Records(seed: seed, style: style)
    let file = try GrowingFile(folder.appending(path: name))
    let depth = array ? 1 : 0
    let lineBreak = indent.map { "\n" + String(repeating: " ", count: $0 * depth) } ?? ""
    if array { file.buffer += ("[" + lineBreak).utf8 }
    var count = 0
    while file.written + file.buffer.count < bytes {
      if count > 0 { file.buffer += (array ? "," + lineBreak : "\n").utf8 }
      records.next().write(into: &file.buffer, indent: indent, depth: depth)
      count += 1
      try file.flush(above: 1 << 22)
    }
    if array { file.buffer += (indent == nil ? "]" : "\n]").utf8 }
    file.buffer.append(UInt8(ascii: "\n"))
    try file.close()
    print("\(name): \(count) records, \(file.written) bytes")
  }

  /// One compact record with as many items in a list as it takes to fill the size.
  private func write(_ name: String, itemsUpTo size: Int) throws {
    var records = Records(seed: seed, style: .plain)
    let record = records.next()
    var items: [MadeValue] = []
    let file = try GrowingFile(folder.appending(path: name))
    while true {
      var text: [UInt8] = []
      record.adding("items", .array(items + [records.item()])).write(into: &text)
      if text.count >= size { break }
      file.buffer = text + [UInt8(ascii: "\n")]
      items.append(records.item())
    }
    try file.close()
    print("\(name): 1 record, \(file.written) bytes")
  }
}

extension Generate {
  /// One record with a list of items that takes all the size.
  private func writeLarge() throws {
    var records = Records(seed: seed, style: .plain)
    let file = try GrowingFile(folder.appending(path: "large.json"))
    records.next().write(into: &file.buffer)
    file.buffer.removeLast()
    file.buffer += #","items":["#.utf8
    while true {
      records.item().write(into: &file.buffer)
      if file.written + file.buffer.count >= bytes { break }
      file.buffer.append(UInt8(ascii: ","))
      try file.flush(above: 1 << 22)
    }
    file.buffer += "]}\n".utf8
    try file.close()
    print("large.json: 1 record, \(file.written) bytes")
  }

  /// An object of ten thousand members.
  private func writeWide() throws {
    var records = Records(seed: seed, style: .plain)
    let members = (0..<10_000).map { number in
      (key: "key" + String(100_000 + number).dropFirst(), value: records.item())
    }
    try write("wide.json", .object([("version", .scalar("1"))] + members))
  }

  /// An array of a million elements.
  private func writeLong() throws {
    let elements = (0..<1_000_000).map { MadeValue.object([("n", .scalar(String($0)))]) }
    try write("long.json", .object([("version", .scalar("1")), ("items", .array(elements))]))
  }

  private func write(_ name: String, _ shape: MadeValue) throws {
    let file = try GrowingFile(folder.appending(path: name))
    shape.write(into: &file.buffer)
    file.buffer.append(UInt8(ascii: "\n"))
    try file.close()
    print("\(name): 1 record, \(file.written) bytes")
  }
}

/// A file that is written a buffer at a time.
private final class GrowingFile {
  var buffer: [UInt8] = []
  private(set) var written = 0
  private let handle: FileHandle

  init(_ url: URL) throws {
    try Data().write(to: url)
    handle = try FileHandle(forWritingTo: url)
  }

  func flush(above limit: Int = 0) throws {
    guard buffer.count > limit else { return }
    try handle.write(contentsOf: Data(buffer))
    written += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  func close() throws {
    try flush()
    try handle.close()
  }
}
