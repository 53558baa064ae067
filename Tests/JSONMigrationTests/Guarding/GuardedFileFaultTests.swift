import Foundation
import LockedFiles
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Every k-th call fails, until k passes the end: the file is the old one or the new one, never a
/// third thing.
@Suite struct GuardedFileFaultTests {
  typealias Book = GuardedFileTests.Book

  /// What there is before, what is done, and what there may be afterwards.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: String?
    var settings = GuardedFile<GuardedFileTests.Book>.Settings()
    var backup: String?
    var leftover: String?
  }

  static let ways = [
    Way(testDescription: "a new file", old: nil),
    Way(testDescription: "a current file", old: #"{"version":2,"title":"A","habits":[],"x":1}"#),
    Way(
      testDescription: "an old file with a backup",
      old: #"{"version":1,"name":"A","habits":[],"x":1}"#,
      settings: GuardedFile<GuardedFileTests.Book>.Settings(keepsOldVersions: true),
      backup: "book.json.1.bak"),
    Way(
      testDescription: "what a killed one has left",
      old: #"{"version":2,"title":"A","habits":[],"x":1}"#, leftover: ".book.json.saving"),
  ]

  private func save(_ way: Way, in folder: GuardedFolder, _ calls: FileCalls) throws {
    var file = GuardedFile(
      at: folder.file, as: Book.self, by: try Migrator(rules: GuardedFileTests.rules),
      settings: way.settings)
    file.calls = calls
    try file.save(Book(title: "B"))
  }

  /// Saves with the fault at each call, and checks what always holds.
  private func forEachCall(
    _ kind: FileFaults.Kind, _ way: Way,
    _ check: (GuardedFolder, FileFaults, _ isNew: Bool, (any Error)?) throws -> Void
  ) throws -> Int {
    for position in 1...1_000 {
      let folder = try GuardedFolder()
      if let old = way.old { try folder.write(old) }
      if let leftover = way.leftover { try folder.write("half", to: leftover) }
      let faults = FileFaults(kind, at: position)
      var failure: (any Error)?
      do {
        try save(way, in: folder, faults.calls)
      } catch {
        failure = error
      }
      guard faults.happened else { return position - 1 }
      let text = folder.text()
      let isNew = text != way.old
      let comment: Comment = "\(kind) at \(faults.log[position - 1]), call \(position)"
      if isNew {
        #expect(text?.contains(#""title":"B""#) == true, comment)
        #expect(text?.contains(#""version":2"#) == true, comment)
        #expect(way.old == nil || text?.contains(#""x":1"#) == true, comment)
        #expect(text?.hasSuffix("}") == true, comment)
      } else {
        #expect(failure != nil, comment)
      }
      if let backup = way.backup.flatMap({ folder.text($0) }) {
        #expect(backup == way.old, comment)
      }
      if isNew, let backup = way.backup { #expect(folder.text(backup) == way.old, comment) }
      try check(folder, faults, isNew, failure)
    }
    Issue.record("more than 1000 calls")
    return 1_000
  }

  @Test(arguments: ways)
  func `a call fails`(way: Way) throws {
    let count = try forEachCall(.failing, way) { folder, faults, isNew, error in
      #expect(faults.leaked == [])
      if let error {
        #expect(error is MigrationError)
        #expect("\(error)".contains("the disk is broken"))
      }
      // What can't be removed stays, and so does what is there before the first look at it.
      if faults.log.last != "remove", way.leftover == nil {
        let hidden = try folder.names().filter { $0.hasPrefix(".") }
        #expect(hidden.isEmpty || faults.log.contains("remove"), "\(faults.log)")
      }
    }
    #expect(count >= 9)
  }

  @Test(arguments: ways)
  func `from one call on all fail, and the next run finishes`(way: Way) throws {
    let count = try forEachCall(.failingFromThereOn, way) { folder, _, _, _ in
      // The locks of a killed process are gone with it, and so they are here.
      try save(way, in: folder, .system)
      #expect(folder.text()?.contains(#""title":"B""#) == true)
      let hidden = try folder.names().filter { $0.hasPrefix(".") && $0.hasSuffix(".saving") }
      #expect(hidden == [] || way.old == nil || hidden == [".book.json.1.bak.saving"])
    }
    #expect(count >= 9)
  }

  @Test(arguments: ways, [FileFaults.Kind.interrupted, .short])
  func `an interrupted call, or one that does less than asked, does no harm`(
    way: Way, kind: FileFaults.Kind
  ) throws {
    _ = try forEachCall(kind, way) { folder, faults, isNew, error in
      #expect(error == nil)
      #expect(isNew)
      #expect(faults.leaked == [])
      let hidden = try folder.names().filter { $0.hasPrefix(".") }
      #expect(hidden == [])
    }
  }
}
