import TestSupport
import Testing

@testable import jsonmigrate

/// Every k-th system call fails, until k passes the end: a file is the old one or the new one,
/// never a third thing.
@Suite struct FaultTests {
  /// A way of writing, from "old" to "new".
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The file that is written, and another that may hold the old text or nothing at all.
    var file = "a.json"
    var backup: String?
    var isThereBefore = true
    let prepare: @Sendable (Scratch) throws -> Void
    let write: @Sendable (Scratch, SystemCalls) throws -> Void
  }

  static let old = "{ \"old\": true }\n"
  static let new = "{ \"new\": true }\n" + String(repeating: " ", count: 100_000)

  static let ways = [
    Way(
      testDescription: "in place", prepare: { try $0.write(old, to: "a.json", mode: 0o640) },
      write: { scratch, calls in
        let content = try FileContent(reading: scratch.name("a.json"), limit: 1_000, calls: calls)
        _ = try content.replace(with: Array(new.utf8), calls: calls)
      }),
    Way(
      testDescription: "in place, with a backup", backup: "a.json.bak",
      prepare: { try $0.write(old, to: "a.json") },
      write: { scratch, calls in
        let content = try FileContent(reading: scratch.name("a.json"), limit: 1_000, calls: calls)
        _ = try content.replace(
          with: Array(new.utf8), options: .init(backupSuffix: Array(".bak".utf8)), calls: calls)
      }),
    Way(
      testDescription: "in place, through a symbolic link", file: "real.json",
      prepare: {
        try $0.write(old, to: "real.json")
        try $0.link("link.json", to: "real.json")
      },
      write: { scratch, calls in
        let content = try FileContent(
          reading: scratch.name("link.json"), limit: 1_000, calls: calls)
        _ = try content.replace(
          with: Array(new.utf8), options: .init(synchronizes: false), calls: calls)
      }),
    Way(
      testDescription: "in place, piece by piece", prepare: { try $0.write(old, to: "a.json") },
      write: { scratch, calls in
        var replacement = try FileReplacement(scratch.name("a.json"), calls: calls)
        let bytes = Array(new.utf8)
        for start in stride(from: 0, to: bytes.count, by: 30_000) {
          try replacement.append(Array(bytes[start..<min(start + 30_000, bytes.count)]))
        }
        try replacement.commit()
      }),
    Way(
      testDescription: "to a new file", isThereBefore: false, prepare: { _ in },
      write: { _ = try writeFile(Array(new.utf8), to: $0.name("a.json"), calls: $1) }),
    Way(
      testDescription: "to a file that is there", prepare: { try $0.write(old, to: "a.json") },
      write: { _ = try writeFile(Array(new.utf8), to: $0.name("a.json"), calls: $1) }),
    Way(
      testDescription: "to a file of the same size",
      prepare: {
        try $0.write(String(long: "x", count: new.utf8.count), to: "b.json")
        try $0.write(old, to: "a.json")
      },
      write: { scratch, calls in
        // Read for comparison first, then replaced; the other file must not matter.
        _ = try writeFile(Array(new.utf8), to: scratch.name("b.json"), calls: calls)
        _ = try writeFile(Array(new.utf8), to: scratch.name("a.json"), calls: calls)
      }),
  ]

  @Test(arguments: ways)
  func `without a fault the file is the new one`(way: Way) throws {
    let scratch = try Scratch()
    try way.prepare(scratch)
    let faults = Faults()
    try way.write(scratch, faults.calls)
    #expect(scratch.text(way.file) == Self.new)
    #expect(way.backup.map(scratch.text) ?? Self.old == Self.old)
    #expect(faults.leaked == [])
    #expect(try scratch.hiddenNames() == [])
  }

  @Test(arguments: ways, [Errno.noSpace, .hardware])
  func `a call that fails`(way: Way, errno: Errno) throws {
    let count = try forEachCall(.error(errno), way) { scratch, faults, error in
      if error == nil {
        // What can't be removed is tried once more.
        #expect(["close", "remove"].contains(faults.faulty), "a failure was hidden")
        #expect(hasNew(scratch, way))
      }
      #expect(faults.leaked == [], "a descriptor stayed open")
      let hidden = try scratch.hiddenNames()
      #expect(hidden == [], "a temporary file stayed")
      if error != nil, hasNew(scratch, way) {
        #expect(faults.log.suffix(2) == ["synchronize", "close"], "not changed, but changed")
      }
    }
    #expect(count >= 9)
  }

  @Test(arguments: ways)
  func `from one call on all fail, as if the process were killed`(way: Way) throws {
    let count = try forEachCall(.errorFromThereOn(.hardware), way) { _, _, _ in }
    #expect(count >= 9)
  }

  @Test(arguments: ways, [Faults.Fault.error(.interrupted), .shortTransfer])
  func `an interrupted call, or one that does less than asked, does no harm`(
    way: Way, fault: Faults.Fault
  ) throws {
    try forEachCall(fault, way) { scratch, faults, error in
      #expect(error == nil)
      #expect(hasNew(scratch, way))
      #expect(faults.leaked == [])
      let hidden = try scratch.hiddenNames()
      #expect(hidden == [])
    }
  }

  /// Runs a way with the fault at each call, and checks what always holds.
  @discardableResult
  private func forEachCall(
    _ fault: Faults.Fault, _ way: Way,
    _ check: (Scratch, Faults, FileError?) throws -> Void
  ) throws -> Int {
    for position in 1...1_000 {
      let scratch = try Scratch()
      try way.prepare(scratch)
      let before = way.isThereBefore ? try scratch.status(way.file) : nil
      let faults = Faults(fault, at: position)
      var failure: FileError?
      do {
        try way.write(scratch, faults.calls)
      } catch {
        failure = try #require(error as? FileError)
      }
      guard faults.happened else { return position - 1 }
      let text = scratch.text(way.file)
      let comment: Comment = "\(fault) at \(faults.faulty ?? ""), call \(position)"
      if text == Self.new {
        let after = try scratch.status(way.file)
        #expect(after.mode == before?.mode ?? after.mode, comment)
      } else {
        #expect(text == (way.isThereBefore ? Self.old : nil), comment)
        #expect(failure != nil, comment)
        // One that changed names with the new file and back counts as changed at that moment.
        if let before {
          #expect(try scratch.status(way.file).hasSameContent(as: before), comment)
        }
      }
      if let backup = way.backup.flatMap(scratch.text) { #expect(backup == Self.old, comment) }
      try check(scratch, faults, failure)
    }
    Issue.record("more than 1000 calls")
    return 1_000
  }

  private func hasNew(_ scratch: Scratch, _ way: Way) -> Bool {
    scratch.text(way.file) == Self.new
  }
}
