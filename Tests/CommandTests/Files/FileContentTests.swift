import Foundation
import JSONMigrationCore
import JSONText
import Testing

@testable import jsonmigrate

@Suite struct FileContentTests {
  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func `a file is read whole`(size: Int) throws {
    let scratch = try Scratch()
    let text = String(repeating: "0123456789", count: size / 10 + 1).prefix(size)
    let file = try scratch.write(String(text), to: "a.json")
    let content = try FileContent(reading: file, limit: size)
    #expect(content.bytes == Array(text.utf8))
    #expect(content.origin.status.size == size)
  }

  @Test func `what is larger than the limit is refused`() throws {
    let scratch = try Scratch()
    let file = try scratch.write("0123456789", to: "a.json")
    let error = #expect(throws: FileError.self) { try FileContent(reading: file, limit: 9) }
    #expect(error?.diagnostic.kind == .tooBig)
  }

  @Test func `a file that is too large is told before it is read`() throws {
    let scratch = try Scratch()
    let file = try scratch.write("", to: "a.json")
    try scratch.shell("truncate -s 2147483648 a.json")
    let faults = Faults()
    let error = #expect(throws: FileError.self) {
      try FileContent(reading: file, limit: Document.Limits().bytes, calls: faults.calls)
    }
    #expect(error?.diagnostic.kind == .tooBig)
    #expect(error?.diagnostic.message.hasSuffix("has more than 2147483647 bytes") == true)
    #expect(!faults.log.contains("read"))
  }

  @Test func `a file that memory isn't enough for is an error`() throws {
    let scratch = try Scratch()
    let file = try scratch.write(String(repeating: " ", count: 3 << 20), to: "a.json")
    var calls = SystemCalls.system
    for (left, isEnough) in [(8 << 20, false), (16 << 20, true)] {
      calls.memoryLeft = { left }
      let content = try? FileContent(reading: file, limit: 4 << 20, calls: calls)
      #expect((content != nil) == isEnough)
    }
  }

  private static let zeros = FileName("/dev/zero")

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: zeros.text), "no \(zeros.text) on this system"))
  func `a stream that never ends is refused, not kept`() throws {
    let zeros = Self.zeros
    let error = #expect(throws: FileError.self) { try FileContent(reading: zeros, limit: 300_000) }
    #expect(error?.diagnostic.kind == .tooBig)
  }

  @Test func `what is not there, and what is a folder`() throws {
    let scratch = try Scratch()
    for (name, words) in [("none", "no such file or directory"), ("", "is a directory")] {
      let error = #expect(throws: FileError.self) {
        try FileContent(reading: scratch.name(name), limit: 10)
      }
      #expect(error?.diagnostic.kind == .cannotRead)
      #expect(error?.diagnostic.message.hasSuffix("can't be read: \(words)") == true)
    }
  }

  @Test func `a file that grows while it is read is refused`() throws {
    let scratch = try Scratch()
    let file = try scratch.write("{}", to: "a.json")
    var calls = SystemCalls.system
    calls.read = { descriptor, room throws(Errno) in
      let count = try SystemCalls.system.read(descriptor, room)
      if count == 2, let handle = FileHandle(forWritingAtPath: file.text) {
        handle.seekToEndOfFile()
        handle.write(Data("more".utf8))
      }
      return count
    }
    let error = #expect(throws: FileError.self) {
      try FileContent(reading: file, limit: 100, calls: calls)
    }
    #expect(error?.diagnostic.message.hasSuffix("was written to while it was read") == true)
  }
}
