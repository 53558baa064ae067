import Foundation
import Testing

@testable import jsonmigrate

/// A backup is what was read, and no original is lost to another one.
@Suite struct BackupTests {
  private let place: Workplace
  private let old = Workplace.old
  private let new = Workplace.new

  init() throws {
    place = try Workplace()
  }

  /// The other run comes in between, wherever that is.
  @Test(arguments: ["a.json", "a.ndjson", "a.plist"])
  func `a run that is overtaken by another keeps the original in the backup`(name: String) throws {
    let original =
      name.hasSuffix("plist")
      ? "<plist version=\"1.0\"><dict><key>a</key><integer>1</integer></dict></plist>" : old
    for moment in ["read", "written", "renamed"] {
      try place.scratch.shell("rm -f a.*")
      try place.scratch.write(original, to: name)
      let (place, real) = (place, SystemCalls.system)
      let other = Meddler { _ = place.apply("--in-place", "--backup", "@\(name)") }
      var calls =
        switch moment {
        case "written": other.beforeWriting
        case "renamed": other.beforeRenaming
        default: real
        }
      if moment == "read" {
        calls.openStatus = { descriptor throws(Errno) in
          let status = try real.openStatus(descriptor)
          if status.kind == .regular, status.size == original.utf8.count { other.meddle() }
          return status
        }
      }
      _ = place.apply("--in-place", "--backup", "@\(name)", calls: calls)
      #expect(other.hasMeddled)
      #expect(place.scratch.text(name) != original)
      #expect(place.scratch.text(name + ".bak") == original, "\(moment)")
      #expect(place.scratch.text(name + ".bak.2") == nil, "\(moment)")
      #expect(try place.scratch.hiddenNames() == [])
    }
  }

  @Test func `each original has its own backup`() throws {
    for number in 1...3 {
      try place.scratch.write(#"{"a": \#(number)}"#, to: "a.json")
      #expect(place.apply("--in-place", "--backup", "@a.json").status == .done)
    }
    // One that is there already is not made again.
    try place.scratch.write(#"{"a": 2}"#, to: "a.json")
    #expect(place.apply("--in-place", "--backup", "@a.json").status == .done)
    let texts = ["a.json.bak", "a.json.bak.2", "a.json.bak.3", "a.json.bak.4"].map(
      place.scratch.text)
    #expect(texts == [#"{"a": 1}"#, #"{"a": 2}"#, #"{"a": 3}"#, nil])
  }

  @Test func `what else has the backup's name stays`() throws {
    for make in ["mkdir a.json.bak", "mkfifo a.json.bak", "ln -s nothing a.json.bak"] {
      try place.scratch.shell("rm -rf a.* && \(make)")
      try place.scratch.write(old, to: "a.json")
      #expect(place.apply("--in-place", "--backup", "@a.json").status == .done, "\(make)")
      #expect(place.scratch.text("a.json.bak.2") == old, "\(make)")
      #expect(try place.scratch.status("a.json.bak").kind != .regular)
    }
  }

  @Test func `without a backup nothing is replaced`() throws {
    try place.scratch.write(old, to: "a.json")
    var calls = SystemCalls.system
    calls.rename = { place, newPlace, renaming throws(Errno) in
      if renaming == .toFreeName { throw .hardware }
      try SystemCalls.system.rename(place, newPlace, renaming)
    }
    let run = place.apply("--in-place", "--backup", "@a.json", calls: calls)
    #expect(run.status == .found)
    #expect(place.errors(of: run).contains("`a.json.bak` can't be written"))
    #expect(place.errors(of: run).contains("`a.json` was not changed"))
    #expect(place.scratch.text("a.json") == old)
    #expect(try place.scratch.names() == ["a.json", "rules"])
  }

  @Test func `where the file system can't keep a name free, a look has to do`() throws {
    try place.scratch.write(old, to: "a.json")
    try place.scratch.write("theirs", to: "a.json.bak")
    var calls = SystemCalls.system
    calls.rename = { place, newPlace, renaming throws(Errno) in
      if renaming != .replacing { throw .unfit }
      try SystemCalls.system.rename(place, newPlace, renaming)
    }
    #expect(place.apply("--in-place", "--backup", "@a.json", calls: calls).status == .done)
    #expect(place.scratch.text("a.json") == new)
    #expect(place.scratch.text("a.json.bak") == "theirs")
    #expect(place.scratch.text("a.json.bak.2") == old)
    #expect(place.apply("-o", "@b.json", "@a.json.bak.2", calls: calls).status == .done)
    #expect(place.scratch.text("b.json") == new)
    #expect(try place.scratch.hiddenNames() == [])
  }
}
