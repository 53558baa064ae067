import Foundation
import JSONMigrationCore
import TestSupport
import Testing

@testable import jsonmigrate

@Suite struct FileReplacementTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func content(_ name: String) throws -> FileContent {
    try FileContent(reading: scratch.name(name), limit: 1_000_000)
  }

  private func message(_ work: () throws -> Void) -> String? {
    do {
      try work()
      return nil
    } catch {
      return (error as? FileError)?.diagnostic.message.replacing(scratch.path + "/", with: "")
    }
  }

  @Test func `equal bytes are not written: same inode, same time`() throws {
    let file = try scratch.write("{}", to: "a.json")
    let before = try scratch.status("a.json")
    #expect(try content("a.json").replace(with: Array("{}".utf8)) == .unchanged)
    #expect(try writeFile(Array("{}".utf8), to: file) == .unchanged)
    #expect(try scratch.status("a.json") == before)
    #expect(try content("a.json").replace(with: Array("[]".utf8)) == .written)
    #expect(try scratch.status("a.json").node != before.node)
  }

  @Test(arguments: [0o600, 0o640, 0o444, 0o755, 0o4711])
  func `the mode stays`(mode: Int) throws {
    try scratch.write("{}", to: "a.json", mode: mode)
    _ = try content("a.json").replace(with: Array("[]".utf8))
    #expect(try scratch.status("a.json").mode == UInt32(mode))
    #expect(scratch.text("a.json") == "[]")
  }

  @Test(.enabled(if: getuid() == 0, "only root can give a file away"))
  func `owner and group stay`() throws {
    let file = try scratch.write("{}", to: "a.json", mode: 0o640)
    #expect(chown(file.text, 1234, 4321) == 0)
    _ = try content("a.json").replace(
      with: Array("[]".utf8), options: .init(backupSuffix: Array(".bak".utf8)))
    for name in ["a.json", "a.json.bak"] {
      let status = try scratch.status(name)
      #expect((status.user, status.group, status.mode) == (1234, 4321, 0o640))
    }
  }

  @Test func `an owner that can't be kept is an error`() throws {
    let file = try scratch.write("{}", to: "a.json")
    var calls = SystemCalls.system
    calls.openStatus = { descriptor throws(Errno) in
      var status = try SystemCalls.system.openStatus(descriptor)
      // The temporary file is somebody else's.
      if status.mode == 0o600 { status.user += 1 }
      return status
    }
    calls.changeOwner = { _, _, _ throws(Errno) in throw .forbidden }
    let problem = message {
      var replacement = try FileReplacement(file, calls: calls)
      try replacement.append(Array("[]".utf8))
      try replacement.commit()
    }
    #expect(problem == "`a.json` can't keep its owner: permission denied")
    #expect(scratch.text("a.json") == "{}")
    #expect(try scratch.names() == ["a.json"])
  }

  @Test(arguments: [
    (true, "owner", "the user who owns it, "), (false, "group", "a user who is in group "),
  ])
  func `who has to run it to keep its owner or its group is told`(
    isUser: Bool, what: String, who: String
  ) throws {
    let file = try scratch.write("{}", to: "a.json")
    let status = try scratch.status("a.json")
    var calls = SystemCalls.system
    calls.openStatus = { descriptor throws(Errno) in
      var status = try SystemCalls.system.openStatus(descriptor)
      if status.mode == 0o600, isUser { status.user += 1 }
      if status.mode == 0o600 { status.group += 1 }
      return status
    }
    calls.changeOwner = { _, _, _ throws(Errno) in throw .notPermitted }
    let error = #expect(throws: FileError.self) {
      var replacement = try FileReplacement(file, calls: calls)
      try replacement.commit()
    }
    #expect(
      error?.diagnostic.message.hasSuffix("can't keep its \(what): operation not permitted") == true
    )
    let id = isUser ? status.user : status.group
    #expect(error?.diagnostic.help == "run it as root, or as \(who)\(id)")
  }

  @Test func `while it is written nobody else can read it`() throws {
    let file = try scratch.write("{}", to: "a.json", mode: 0o644)
    var replacement = try FileReplacement(file)
    let hidden = try scratch.hiddenNames()
    #expect(hidden.count == 1)
    #expect(try scratch.status(hidden[0]).mode == 0o600)
    replacement.drop()
    #expect(try scratch.names() == ["a.json"])
  }

  @Test func `a new file gets what the mask leaves`() throws {
    let mask = umask(0)
    umask(mask)
    #expect(try writeFile(Array("{}".utf8), to: scratch.name("new.json")) == .written)
    #expect(try scratch.status("new.json").mode == 0o666 & ~UInt32(mask))
  }

  @Test func `a symbolic link stays one, and its target changes`() throws {
    try scratch.write("{}", to: "folder/real.json")
    try scratch.link("link.json", to: "folder/real.json")
    try scratch.link("link2.json", to: "link.json")
    _ = try content("link2.json").replace(with: Array("[]".utf8))
    #expect(try scratch.status("link.json").kind == .symbolicLink)
    #expect(try scratch.status("link2.json").kind == .symbolicLink)
    #expect(scratch.text("folder/real.json") == "[]")
    #expect(try scratch.names() == ["folder", "link.json", "link2.json"])
  }

  @Test func `a link to nothing is refused`() throws {
    try scratch.link("link.json", to: "gone.json")
    #expect(
      message { _ = try writeFile([], to: scratch.name("link.json")) }
        == "`link.json` is a symbolic link to a file that is not there")
  }

  @Test func `several hard links are refused unless asked for`() throws {
    try scratch.write("{}", to: "a.json")
    try scratch.secondName("b.json", for: "a.json")
    #expect(
      message { _ = try content("a.json").replace(with: Array("[]".utf8)) }
        == "`a.json` has 2 names in the file system (hard links)")
    #expect(scratch.text("a.json") == "{}")
    _ = try content("a.json").replace(
      with: Array("[]".utf8), options: .init(breaksHardLinks: true))
    #expect(scratch.text("a.json") == "[]")
    #expect(scratch.text("b.json") == "{}")
  }

  @Test func `folders and pipes can't be replaced`() throws {
    try scratch.makeFolder("folder")
    #expect(mkfifo(scratch.name("pipe").text, 0o600) == 0)
    #expect(
      message { _ = try FileReplacement(scratch.name("folder")) } == "`folder` is a folder")
    #expect(
      message { _ = try FileReplacement(scratch.name("pipe")) }
        == "`pipe` is no regular file and can't be replaced")
  }

  @Test func `a file that changed since it was read is left alone`() throws {
    try scratch.write("{}", to: "a.json")
    let old = try content("a.json")
    try scratch.write("{ \"someone\": \"else\" }", to: "a.json")
    let problem = "`a.json` was changed by someone else since it was read"
    #expect(message { _ = try old.replace(with: Array("[]".utf8)) } == problem)
    #expect(scratch.text("a.json") == "{ \"someone\": \"else\" }")
  }

  @Test(arguments: ["another file", "another time", "gone"])
  func `a file that changes while the new one is written is left alone`(how: String) throws {
    let file = try scratch.write("{}", to: "a.json")
    var replacement = try FileReplacement(file, readAs: try content("a.json").origin.status)
    try replacement.append(Array("[]".utf8))
    switch how {
    case "another file":
      try scratch.write("{}", to: "b.json")
      #expect(rename(scratch.name("b.json").text, file.text) == 0)
    case "another time":
      let other = Date(timeIntervalSince1970: 86_400)
      try FileManager.default.setAttributes([.modificationDate: other], ofItemAtPath: file.text)
    default: try FileManager.default.removeItem(atPath: file.text)
    }
    let problem = "`a.json` was changed by someone else since it was read"
    #expect(message { try replacement.commit() } == problem)
    #expect(scratch.text("a.json") == (how == "gone" ? nil : "{}"))
    #expect(try scratch.names() == (how == "gone" ? [] : ["a.json"]))
  }

  @Test func `a new file that someone else makes first is left alone`() throws {
    var replacement = try FileReplacement(scratch.name("a.json"))
    try scratch.write("{}", to: "a.json")
    #expect(message { try replacement.commit() } != nil)
    #expect(scratch.text("a.json") == "{}")
  }

  @Test func `two runs at once: one comes through, nothing is lost`() throws {
    try scratch.write("{}", to: "a.json")
    let (first, second) = (try content("a.json"), try content("a.json"))
    var slow = try FileReplacement(first.origin.name, readAs: first.origin.status)
    _ = try second.replace(with: Array("[2]".utf8))
    try slow.append(Array("[1]".utf8))
    #expect(message { try slow.commit() } != nil)
    #expect(scratch.text("a.json") == "[2]")
    #expect(try scratch.names() == ["a.json"])
  }

  @Test func `a backup holds the old bytes, and one that holds others stays`() throws {
    try scratch.write("{}", to: "a.json", mode: 0o640)
    try scratch.write("very old", to: "a.json~")
    _ = try content("a.json").replace(
      with: Array("[]".utf8), options: .init(backupSuffix: Array("~".utf8)))
    #expect(scratch.text("a.json") == "[]")
    #expect(scratch.text("a.json~") == "very old")
    #expect(scratch.text("a.json~.2") == "{}")
    #expect(try scratch.status("a.json~.2").mode == 0o640)
    #expect(try scratch.names() == ["a.json", "a.json~", "a.json~.2"])
  }

  @Test func `output that names the input replaces it as it was read`() throws {
    try scratch.write("{}", to: "a.json")
    try scratch.link("link.json", to: "a.json")
    let input = try content("a.json")
    #expect(
      try writeFile(Array("[]".utf8), to: scratch.name("link.json"), madeFrom: input.origin)
        == .written)
  }

  @Test func `output that names an input which is another file by now is refused`() throws {
    let file = try scratch.write("{}", to: "a.json")
    let input = try content("a.json")
    _ = try input.replace(with: Array("[2]".utf8))
    #expect(
      message { _ = try writeFile(Array("[1]".utf8), to: file, madeFrom: input.origin) } != nil)
    #expect(scratch.text("a.json") == "[2]")
  }

  @Test func `a pipe takes the bytes as they come`() throws {
    let pipe = scratch.name("pipe")
    #expect(mkfifo(pipe.text, 0o600) == 0)
    let reader = Process()
    reader.executableURL = URL(fileURLWithPath: "/bin/sh")
    reader.arguments = ["-c", "cat \"$0\" > \"$1\"", pipe.text, scratch.name("read").text]
    try reader.run()
    let text = String(long: "x", count: 300_000)
    #expect(try writeFile(Array(text.utf8), to: pipe) == .written)
    reader.waitUntilExit()
    #expect(scratch.text("read") == text)
    #expect(try scratch.names() == ["pipe", "read"])
  }

  @Test func `folders are made as far as they are missing`() throws {
    try scratch.makeFolder("a")
    for name in ["a/b/c", "a/b/c", "a", "d"] { try makeFolders(scratch.name(name)) }
    #expect(try scratch.status("a/b/c").kind == .folder)
    #expect(try scratch.status("d").kind == .folder)
    try makeFolders(FileName("."))
    try makeFolders(FileName("/"))
    try scratch.write("{}", to: "file")
    #expect(
      message { try makeFolders(scratch.name("file/e")) }?.hasPrefix("`file/e` can't") == true)
  }

  @Test(arguments: [
    (Errno.missing, "folder/a.json", "make the folder `folder` first"),
    (.forbidden, "a.json", "the folder `.` has to allow new files"),
  ])
  func `what is to be done where no file can be made`(errno: Errno, file: String, help: String) {
    var calls = SystemCalls.system
    calls.open = { _, _ throws(Errno) in throw errno }
    calls.status = { _, _ throws(Errno) in throw .missing }
    do {
      _ = try FileReplacement(FileName(file), calls: calls)
      Issue.record("it was made")
    } catch {
      #expect(error.diagnostic.help == help)
      #expect(error.diagnostic.notes == ["`\(file)` was not made"])
    }
  }

  @Test(.enabled(if: getuid() != 0, "root may write anywhere"))
  func `a folder where no file can be made`() throws {
    let file = try scratch.write("{}", to: "folder/a.json")
    let folder = scratch.name("folder").text
    #expect(chmod(folder, 0o555) == 0)
    #expect(message { _ = try FileReplacement(file) } != nil)
    #expect(chmod(folder, 0o755) == 0)
  }

  @Test(Scratch.takesAnyName) func `a name that is no UTF-8`() throws {
    let name = FileName(bytes: Array(scratch.path.utf8) + Array("/".utf8) + [0xFF, 0x0A])
    #expect(try writeFile(Array("{}".utf8), to: name) == .written)
    #expect(try FileContent(reading: name, limit: 10).bytes == Array("{}".utf8))
    #expect(name.quoted.hasSuffix("\\xff\\n`"))
    try SystemCalls.system.remove(FilePlace(name))
  }
}
