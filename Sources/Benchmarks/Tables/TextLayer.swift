import Foundation
import JSONText

/// `text DIR`: the text layer alone, beside orjson, on the files that `generate` made.
struct TextLayer {
  private let folder: URL
  private let rounds: Int
  private let hasPeers: Bool

  init(_ arguments: [String]) throws {
    guard let folder = arguments.first else { throw BenchmarkError("text: which folder?") }
    self.folder = URL(filePath: folder)
    rounds = arguments.count > 1 ? Int(arguments[1]) ?? 7 : 7
    hasPeers = !arguments.contains("--alone")
  }

  func run() throws {
    for name in ["compact.ndjson", "shuffled.ndjson", "sparse.ndjson", "cjk.ndjson"] {
      try measureRecords(name, isStream: false)
    }
    try measureRecords("pretty.stream.json", isStream: true)
  }

  private func measureRecords(_ name: String, isStream: Bool) throws {
    let file = folder.appending(path: name)
    let bytes = [UInt8](try Data(contentsOf: file))
    let records = isStream ? blocks(of: bytes) : lines(of: bytes)
    let plain = Held(HeadlineJob(text: bytes, isGuided: false))
    let guided = Held(HeadlineJob(text: bytes))
    guard let flat = FlatHeadlineJob(text: bytes) else { throw BenchmarkError("no program") }
    let program = HeldFlat(flat)

    var readers: [Contender] = []
    var writers: [Contender] = []
    if hasPeers, let peer = try Peer(library: "orjson", file: file) {
      readers.append(Contender("orjson.loads", reporting: { try peer.seconds("validate") }))
      writers.append(
        Contender("orjson: loads, edit, dumps", reporting: { try peer.seconds("headline") }))
    } else if hasPeers {
      print("orjson isn't there: without it")
    }
    readers.append(Contender("validate") { try plain.value.read(records) })
    readers.append(Contender("read the six keys") { try guided.value.read(records) })
    writers.append(Contender("read, edit, write") { use(try guided.value.run(records)) })
    writers.append(Contender("as a program") { use(try program.value.run(records)) })
    report("\(name): reading", try measure(readers, bytes: bytes.count, rounds: rounds))
    report("\(name): the headline job", try measure(writers, bytes: bytes.count, rounds: rounds))
  }

  private func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      result.append(start..<index)
      start = index + 1
    }
    return result
  }

  /// Records that end with a line of a lone brace.
  private func blocks(of bytes: [UInt8]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    for index in bytes.indices.dropFirst()
    where bytes[index] == 0x0A && bytes[index - 1] == 0x7D && bytes[index - 2] == 0x0A {
      result.append(start..<index)
      start = index + 1
    }
    return result
  }
}

/// A job that closures can share.
private final class Held {
  var value: HeadlineJob

  init(_ value: consuming HeadlineJob) { self.value = value }
}

private final class HeldFlat {
  var value: FlatHeadlineJob

  init(_ value: consuming FlatHeadlineJob) { self.value = value }
}
