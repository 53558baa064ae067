import Foundation
import Testing

@testable import jsonmigrate

/// What a file has besides its content.
@Suite struct TraitsTests {
  private let place: Workplace
  private let old = Workplace.old
  private let new = Workplace.new

  init() throws {
    place = try Workplace()
  }

  private static let accessLists = ConditionTrait.enabled(
    if: try can("setfacl -m u:1002:rw probe"), "no access lists (setfacl) here")
  private static let attributes = ConditionTrait.enabled(
    if: try can("setfattr -n user.origin -v x probe"), "no extended attributes (setfattr) here")

  /// Whether a tool is there and the file system takes what it sets.
  private static func can(_ script: String) throws -> Bool {
    let scratch = try Scratch()
    try scratch.write("", to: "probe")
    return try scratch.shell(script) == 0
  }

  private func accessList(_ name: String) throws -> String {
    try place.scratch.output(of: "getfacl -cE \(name)")
  }

  @Test(accessLists, arguments: ["a.json", "a.ndjson"])
  func `an access list stays, and opens the file to nobody else`(name: String) throws {
    try place.scratch.write(old, to: name)
    try place.scratch.shell("chmod 600 \(name); setfacl -m u:1002:rw,g::---,m::rw \(name)")
    let before = try accessList(name)
    #expect(before.contains("user:1002:rw-") && before.contains("group::---"))
    #expect(place.apply("--in-place", "--backup", "@\(name)").status == .done)
    #expect(place.scratch.text(name) == new)
    #expect(try accessList(name) == before)
    #expect(try accessList(name + ".bak") == before)
  }

  @Test(accessLists) func `a folder's list for new files opens no old one`() throws {
    try place.scratch.write(old, to: "in/a.json")
    try place.scratch.shell("chmod 640 in/a.json; setfacl -d -m u:1002:rwx in")
    let before = try accessList("in/a.json")
    #expect(place.apply("--in-place", "--backup", "@in").status == .done)
    #expect(try accessList("in/a.json") == before)
    #expect(try accessList("in/a.json.bak") == before)
    #expect(!before.contains("1002"))
  }

  @Test(attributes) func `extended attributes stay`() throws {
    try place.scratch.write(old, to: "a.json")
    try place.scratch.shell("setfattr -n user.origin -v home a.json")
    #expect(place.apply("--in-place", "@a.json").status == .done)
    #expect(
      try place.scratch.output(of: "getfattr --only-values -n user.origin a.json") == "home")
  }

  @Test func `without its access list a file is for its owner only, and that is told`() throws {
    try place.scratch.write(old, to: "a.json", mode: 0o664)
    let list = Array("system.posix_acl_access".utf8)
    var calls = SystemCalls.system
    calls.attributes = { descriptor throws(Errno) in
      try SystemCalls.system.openStatus(descriptor).mode == 0o600 ? [] : [list]
    }
    calls.attribute = { _, _ throws(Errno) in [1, 2, 3] }
    calls.setAttribute = { _, _, _ throws(Errno) in throw .notPermitted }
    let run = place.apply("--in-place", "@a.json", calls: calls)
    #expect(run.status == .done)
    #expect(
      place.errors(of: run).hasPrefix(
        "warning[lost-attribute]: `a.json` can't keep its access list\n"))
    #expect(run.errors.contains("only its owner can read and write it now"))
    #expect(try place.scratch.status("a.json").mode == 0o600)
    #expect(place.scratch.text("a.json") == new)
    // Another attribute opens nothing when it is gone.
    try place.scratch.write(old + "\n", to: "b.ndjson", mode: 0o664)
    calls.attributes = { descriptor throws(Errno) in
      try SystemCalls.system.openStatus(descriptor).mode == 0o600 ? [] : [Array("user.x".utf8)]
    }
    let other = place.apply("--in-place", "@b.ndjson", calls: calls)
    #expect(other.errors.contains("can't keep its extended attribute `user.x`"))
    #expect(try place.scratch.status("b.ndjson").mode == 0o664)
  }

  @Test func `each hard link that is meant is a document`() throws {
    try place.scratch.write(old, to: "in/a.json")
    try place.scratch.secondName("in/b.json", for: "in/a.json")
    let all = "2 documents: 2 migrated\n" + Workplace.firstVersion(2)
    #expect(place.apply("--output-dir", "@out", "@in").errors == all)
    #expect(place.scratch.text("out/a.json") == new && place.scratch.text("out/b.json") == new)
    #expect(place.apply("--in-place", "@in").status == .found)
    for jobs in ["1", "4"] {
      try place.scratch.shell("rm in/*; printf '\(old)' > in/a.json; ln in/a.json in/b.json")
      let run = place.apply("--in-place", "--break-hardlinks", "--jobs", jobs, "@in")
      #expect(run.errors == all)
      #expect(place.scratch.text("in/a.json") == new && place.scratch.text("in/b.json") == new)
    }
  }

  @Test func `a new file is open to nobody who may not read what it was made from`() throws {
    try place.scratch.shell("touch fresh")
    let usual = try place.scratch.status("fresh").mode
    try place.scratch.write(old, to: "in/a.json", mode: 0o600)
    try place.scratch.write(old, to: "in/b.json", mode: 0o444)
    #expect(place.apply("-o", "@a.out", "@in/a.json").status == .done)
    #expect(try place.scratch.status("a.out").mode == 0o600)
    #expect(place.apply("--output-dir", "@out", "@in").status == .done)
    #expect(try place.scratch.status("out/a.json").mode == 0o600)
    #expect(try place.scratch.status("out/b.json").mode == 0o644 & usual)
    // A pipe is for one process, and what comes out of it for whoever may have it.
    try place.scratch.shell("mkfifo -m 600 pipe")
    #expect(NewFileMode(of: try place.scratch.status("pipe")) == .forAll)
    let page = Transcript([
      "explain", place.path("rules"), place.path("in/a.json"), "--html", place.path("a.html"),
    ])
    #expect(page.status == .done)
    #expect(try place.scratch.status("a.html").mode == 0o600)
    // What is there already keeps its mode.
    try place.scratch.write("x", to: "a.out", mode: 0o664)
    #expect(place.apply("-o", "@a.out", "@in/a.json").status == .done)
    #expect(try place.scratch.status("a.out").mode == 0o664)
  }

  @Test func `a draft is open to nobody who may not read all of its samples`() throws {
    try place.scratch.write(#"{"a": 1, "kind": "secret"}"#, to: "before/1.json", mode: 0o640)
    try place.scratch.write(#"{"a": 2, "kind": "plain"}"#, to: "before/2.json", mode: 0o644)
    try place.scratch.write(#"{"a": 1, "kind": "one"}"#, to: "after/1.json", mode: 0o604)
    try place.scratch.write(#"{"a": 2, "kind": "two"}"#, to: "after/2.json", mode: 0o644)
    let folders = ["drafts", "before", "after"].map(place.path)
    #expect(Transcript(["learn"] + folders + ["--write"]).status == .done)
    #expect(place.scratch.text("drafts/v2.json")?.contains("secret") == true)
    #expect(try place.scratch.status("drafts/v2.json").mode == 0o600)
  }

  @Test func `the lock is open to nobody who may not read all of the rules`() throws {
    try place.scratch.write(#"{ "to": 3, "rules": [] }"#, to: "rules/v3.json", mode: 0o600)
    #expect(Transcript(["lock", place.path("rules")]).status == .done)
    #expect(try place.scratch.status("rules/rules.lock").mode == 0o600)
  }

  @Test(arguments: [["--output-dir", "@out"], ["--in-place", "--jobs=1"]])
  func `what is put aside is open to nobody who may not read all of its inputs`(
    _ way: [String]
  ) throws {
    let bad = "nope\n"
    try place.scratch.write(old + "\n" + bad, to: "in/1.ndjson", mode: 0o644)
    try place.scratch.write(bad, to: "in/2.ndjson", mode: 0o600)
    _ = place.apply(way[0], way[1], "--skip-bad", "@bad", "--reasons", "@why", "@in")
    #expect(place.scratch.text("bad") == bad + bad)
    for name in ["bad", "why"] { #expect(try place.scratch.status(name).mode == 0o600) }
  }

  @Test(accessLists)
  func `what is new is not for those whom an access list keeps from the input`() throws {
    try place.scratch.write(old, to: "a.json")
    try place.scratch.write(old + "\nnope\n", to: "a.ndjson")
    try place.scratch.shell("setfacl -m u:1002:rw,g::---,m::rw,o::--- a.json a.ndjson")
    #expect(place.apply("-o", "@out", "@a.json").status == .done)
    #expect(place.apply("-o", "@new", "--skip-bad", "@bad", "@a.ndjson").status == .found)
    #expect(place.apply("--in-place", "--skip-bad", "@added", "@a.ndjson").status == .found)
    for name in ["out", "new", "bad", "added"] {
      #expect(try place.scratch.status(name).mode == 0o600)
    }
  }

  @Test(.enabled(if: getuid() == 0, "only root may give files to any group"))
  func `what is new is for the group of its input, if it gets that`() throws {
    try place.scratch.write(old, to: "a.json", mode: 0o640)
    try place.scratch.shell("chgrp 2001 a.json; mkdir own; chgrp 2001 own; chmod g+s own")
    #expect(place.apply("-o", "@out", "@a.json").status == .done)
    #expect(try place.scratch.status("out").mode == 0o600)
    #expect(place.apply("-o", "@own/out", "@a.json").status == .done)
    #expect(try place.scratch.status("own/out").mode == 0o640)
  }

  @Test func `bad lines go to where a link leads, be it a file that is yet to be made`() throws {
    try place.scratch.write(old + "\nnope\n", to: "a.ndjson", mode: 0o600)
    try place.scratch.link("bad", to: "target")
    #expect(place.apply("--in-place", "--skip-bad", "@bad", "@a.ndjson").status == .found)
    #expect(place.scratch.text("target") == "nope\n")
    #expect(try place.scratch.status("target").mode == 0o600)
    #expect(place.scratch.text("a.ndjson") == new + "\n")
  }
}
