import Foundation
import Testing

@testable import jsonmigrate

/// What others do to the files while a run works on them.
@Suite struct MeddlingTests {
  private let place: Workplace
  private let old = Workplace.old
  private let new = Workplace.new

  init() throws {
    place = try Workplace()
  }

  // MARK: - Between the walk and the opening

  @Test(arguments: ["a.json", "a.ndjson"], ["link", "pipe", "folder", "another file"])
  func `what a walk has found is not opened when it is something else`(
    name: String, what: String
  ) throws {
    let scratch = place.scratch
    try scratch.write(old, to: "in/\(name)")
    try scratch.write(old, to: "in/z.json")
    try scratch.write(old, to: "out/victim.conf")
    let make =
      switch what {
      case "link": "ln -sfn ../out/victim.conf in/\(name)"
      case "pipe": "rm in/\(name) && mkfifo in/\(name)"
      case "folder": "rm in/\(name) && mkdir in/\(name)"
      default: "cp in/\(name) new && mv new in/\(name)"
      }
    let calls = Meddler { _ = try? scratch.shell(make) }.beforeReading(name)
    let run = place.apply("--in-place", "--jobs=1", "@in", calls: calls)
    #expect(run.status == .found)
    #expect(
      place.errors(of: run).contains("`in/\(name)` is another file than when the run began"),
      "\(run.errors)")
    #expect(scratch.text("out/victim.conf") == old)
    #expect(scratch.text("in/z.json") == new)
  }

  @Test func `a folder that becomes a link leads nowhere`() throws {
    let scratch = place.scratch
    for name in ["in/sub/a.json", "in/sub/b.ndjson", "out/a.json", "out/b.ndjson"] {
      try scratch.write(old, to: name)
    }
    let meddler = Meddler {
      _ = try? scratch.shell("mv in/sub in/gone && ln -s ../out in/sub")
    }
    // The folders that the walk opened are forgotten by then, as those of a large walk are.
    for index in 0..<40 { try scratch.write(old, to: "in/many/\(index)/x.json") }
    let run = place.apply("--in-place", "--jobs=1", "@in", calls: meddler.beforeReading("x.json"))
    #expect(meddler.hasMeddled)
    #expect(scratch.text("out/a.json") == old)
    #expect(scratch.text("out/b.ndjson") == old)
    #expect(scratch.text("in/many/39/x.json") == new)
    #expect(run.status == .found)
    #expect(
      place.errors(of: run).contains(
        "`in/sub/a.json` is in a folder that another one, or a link, has taken the place of"))
  }

  @Test func `a folder that is renamed meanwhile is worked on to the end`() throws {
    let scratch = place.scratch
    try scratch.write(old, to: "in/a.json")
    let meddler = Meddler { _ = try? scratch.shell("mv in moved") }
    let run = place.apply("--in-place", "@in", calls: meddler.beforeWriting)
    #expect(run.status == .done)
    #expect(scratch.text("moved/a.json") == new)
    #expect(try scratch.output(of: "ls -A moved") == "a.json\n")
  }

  @Test(arguments: ["apply", "status", "explain"])
  func `a named file that becomes a pipe doesn't keep the run waiting`(command: String) throws {
    let scratch = place.scratch
    try scratch.write(old, to: "a.json")
    let calls = Meddler { _ = try? scratch.shell("rm a.json && mkfifo a.json") }
      .beforeReading("a.json")
    let run = Transcript([command, place.path("rules"), place.path("a.json")], calls: calls)
    #expect(run.status == .found)
    #expect((run.output + run.errors).contains("is another file than when the run began"))
  }

  // MARK: - Between reading and writing

  @Test(arguments: [
    "chmod 600 a.json", "chmod 444 a.json", "touch -d 2001-01-01 a.json",
    "cp -p a.json ref; printf '{\"a\": 7}' > a.json; touch -r ref a.json",
    "chown 1234 a.json", "cp -p a.json ref; mv ref a.json",
  ])
  func `a change that keeps size and time is a change`(change: String) throws {
    if change.hasPrefix("chown"), getuid() != 0 { return }
    for moment in ["written", "renamed"] {
      let scratch = place.scratch
      try scratch.write(old, to: "a.json")
      let meddler = Meddler { _ = try? scratch.shell(change) }
      let calls = moment == "written" ? meddler.beforeWriting : meddler.beforeRenaming
      // In the last moment a change of the content alone, of the same size and with the time set
      // back, is not seen any more.
      if moment == "renamed", change.hasPrefix("cp -p a.json ref; printf") { continue }
      let run = place.apply("--in-place", "@a.json", calls: calls)
      #expect(run.status == .found, "\(moment)")
      #expect(run.errors.contains("was changed by someone else"), "\(moment)")
      #expect(scratch.text("a.json") == (change.contains("printf") ? #"{"a": 7}"# : old))
      if change.hasPrefix("chmod") {
        #expect(try scratch.status("a.json").mode == (change.contains("600") ? 0o600 : 0o444))
      }
      #expect(try scratch.hiddenNames() == [])
      try scratch.shell("rm -f a.json ref")
    }
  }

  @Test(arguments: [
    "printf '{\"theirs\": 1}' > a.json", "echo '[]' > b && mv b a.json", "rm a.json",
  ])
  func `a change in the last moment is put back`(change: String) throws {
    let scratch = place.scratch
    try scratch.write(old, to: "a.json")
    let meddler = Meddler { _ = try? scratch.shell(change) }
    let run = place.apply("--in-place", "@a.json", calls: meddler.beforeRenaming)
    #expect(run.status == .found)
    #expect(run.errors.contains("was changed by someone else"))
    let theirs =
      change.contains("theirs") ? #"{"theirs": 1}"# : change.hasPrefix("rm") ? nil : "[]\n"
    #expect(scratch.text("a.json") == theirs)
    #expect(try scratch.hiddenNames() == [])
  }

  @Test func `two changes in the last moment: the later one stays`() throws {
    let scratch = place.scratch
    try scratch.write(old, to: "a.json")
    let first = Meddler { _ = try? scratch.shell("echo 1 > b && mv b a.json") }
    let second = Meddler { _ = try? scratch.shell("echo 2 > b && mv b a.json") }
    var calls = SystemCalls.system
    calls.rename = { place, newPlace, renaming throws(Errno) in
      guard case .exchanging = renaming else {
        return try SystemCalls.system.rename(place, newPlace, renaming)
      }
      // The second exchange puts back what the first one has taken away.
      if first.hasMeddled { second.meddle() }
      first.meddle()
      try SystemCalls.system.rename(place, newPlace, renaming)
    }
    #expect(place.apply("--in-place", "@a.json", calls: calls).status == .found)
    #expect(second.hasMeddled)
    #expect(scratch.text("a.json") == "2\n")
    #expect(try scratch.hiddenNames() == [])
  }

  @Test func `an output that someone makes in the last moment stays`() throws {
    let scratch = place.scratch
    try scratch.write(old, to: "a.json")
    let meddler = Meddler { _ = try? scratch.write("theirs", to: "out.json") }
    let run = place.apply("-o", "@out.json", "@a.json", calls: meddler.beforeRenaming)
    #expect(run.status == .found)
    #expect(scratch.text("out.json") == "theirs")
    #expect(try scratch.hiddenNames() == [])
  }

  @Test(arguments: [["-o", "@out"], ["--output-dir", "@out"], ["--in-place"], []])
  func `lines that are overwritten while they are read are refused`(flags: [String]) throws {
    let scratch = place.scratch
    let text = String(repeating: String(repeating: " ", count: 400) + old + "\n", count: 4_000)
    try scratch.write(text, to: "a.ndjson")
    let file = place.path("a.ndjson")
    let meddler = Meddler {
      guard let handle = FileHandle(forWritingAtPath: file) else { return }
      handle.seek(toFileOffset: UInt64(text.utf8.count - old.utf8.count - 1))
      handle.write(Data(#"{"a": 2}"#.utf8))
    }
    let reads = Monitor(0)
    var calls = SystemCalls.system
    calls.read = { descriptor, room throws(Errno) in
      // Not among the first, which are those of the rules.
      if room.count > 60_000,
        reads.withLock({
          $0 += 1; return $0
        }) == 3
      {
        meddler.meddle()
      }
      return try SystemCalls.system.read(descriptor, room)
    }
    let arguments = (flags + ["--jobs=1", "@a.ndjson"]).map {
      $0.replacing("@", with: place.path(""))
    }
    let run = Transcript(["apply", place.path("rules")] + arguments, calls: calls)
    #expect(meddler.hasMeddled)
    #expect(run.status == .found)
    #expect(run.errors.contains("was written to while it was read"))
    #expect(scratch.text("out") == nil && scratch.text("out/a.ndjson") == nil)
    #expect(scratch.text("a.ndjson")?.hasPrefix(text.prefix(1_000)) == true)
    #expect(try scratch.hiddenNames() == [])
  }
}
