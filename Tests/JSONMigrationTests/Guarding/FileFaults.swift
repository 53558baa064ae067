import Foundation
import LockedFiles
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Calls of which the k-th fails, or does less than it was asked to.
///
/// It also keeps count of what was opened and not closed.
final class FileFaults: @unchecked Sendable {
  enum Kind: Sendable {
    case failing
    /// As if the process were killed there: nothing works any more.
    case failingFromThereOn
    case interrupted
    /// Some bytes only, as a disk that is nearly full takes them.
    case short
  }

  private let lock = NSLock()
  private let kind: Kind?
  private let position: Int
  private var made: [String] = []
  private var openDescriptors: Set<Int32> = []

  /// Lets the call at this position fail, the first being 1.
  init(_ kind: Kind? = nil, at position: Int = 0) {
    self.kind = kind
    self.position = position
  }

  /// The names of the calls that were made.
  var log: [String] { lock.withLock { made } }
  /// Whether so many calls were made that the fault came up.
  var happened: Bool { log.count >= position }
  /// What was opened and not closed.
  var leaked: Set<Int32> { lock.withLock { openDescriptors } }

  /// Counts a call; tells whether it is to do less than asked.
  private func count(_ name: String) throws(FileFault) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    made.append(name)
    switch kind {
    case .failing where made.count == position, .failingFromThereOn where made.count >= position:
      throw FileFault(code: 5, meaning: .other, words: "the disk is broken")
    case .interrupted where made.count == position:
      throw FileFault(code: 4, meaning: .interrupted, words: "interrupted")
    case .short: return made.count == position
    default: return false
    }
  }

  var calls: FileCalls {
    let real = FileCalls.system
    var calls = real
    calls.open = { [self] name, opening throws(FileFault) in
      _ = try count("open")
      let descriptor = try real.open(name, opening)
      _ = lock.withLock { openDescriptors.insert(descriptor) }
      return descriptor
    }
    calls.close = { [self] descriptor throws(FileFault) in
      // A close that fails has closed all the same.
      try? real.close(descriptor)
      _ = lock.withLock { openDescriptors.remove(descriptor) }
      _ = try count("close")
    }
    calls.lock = { [self] descriptor, isShared throws(FileFault) in
      _ = try count("lock")
      return try real.lock(descriptor, isShared)
    }
    calls.read = { [self] descriptor, most throws(FileFault) in
      let isShort = try count("read")
      return try real.read(descriptor, isShort ? 1 : most)
    }
    calls.write = { [self] descriptor, bytes, start throws(FileFault) in
      let isShort = try count("write")
      return try real.write(descriptor, isShort ? Array(bytes[...start]) : bytes, start)
    }
    calls.status = { [self] name throws(FileFault) in
      _ = try count("status")
      return try real.status(name)
    }
    calls.openStatus = { [self] descriptor throws(FileFault) in
      _ = try count("openStatus")
      return try real.openStatus(descriptor)
    }
    calls.copyTraits = { [self] model, mark, descriptor throws(FileFault) in
      _ = try count("copyTraits")
      try real.copyTraits(model, mark, descriptor)
    }
    calls.synchronize = { [self] descriptor throws(FileFault) in
      // Whether the disk has it makes no difference here, and takes long.
      _ = try count("synchronize")
    }
    calls.rename = { [self] name, newName throws(FileFault) in
      _ = try count("rename")
      try real.rename(name, newName)
    }
    calls.link = { [self] name, newName throws(FileFault) in
      _ = try count("link")
      try real.link(name, newName)
    }
    calls.remove = { [self] name throws(FileFault) in
      _ = try count("remove")
      try real.remove(name)
    }
    calls.resolve = { [self] name throws(FileFault) in
      _ = try count("resolve")
      return try real.resolve(name)
    }
    calls.destination = { [self] name throws(FileFault) in
      _ = try count("destination")
      return try real.destination(name)
    }
    return calls
  }
}

/// A folder of its own for one test, gone when nobody holds it any more.
final class GuardedFolder: Sendable {
  let url: URL

  init() throws {
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    url = parent.appendingPathComponent("guarded-file-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var file: URL { url.appendingPathComponent("book.json") }

  func write(_ text: String, to name: String = "book.json") throws {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
  }

  func text(_ name: String = "book.json") -> String? {
    FileManager.default.contents(atPath: url.appendingPathComponent(name).path)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// All names in the folder, hidden ones too.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }

  /// The file after a value was changed and saved, which has to be loaded as that again.
  func change<Value: Codable & Equatable>(
    _ text: String, _ type: Value.Type, _ change: (inout Value) -> Void
  ) throws -> String? {
    try write(text)
    let rules = [RuleSource(name: "v2.json", text: #"{"to":2,"rules":[]}"#)]
    let file = GuardedFile(at: file, as: type, by: try Migrator(rules: rules))
    var value = try #require(try file.load())
    change(&value)
    try file.save(value)
    #expect(try file.load() == value)
    return self.text()
  }
}
