/// A file that is read and replaced under a lock, in one step.
///
/// The lock is the system's own (`flock`) on the file itself, so it ends with the process that
/// holds it, and nothing lies beside the file. Whoever gets it looks whether the name still stands
/// for the file that is locked: if it was replaced meanwhile, the next try locks the new one. A
/// file that is not there yet is made under a lock of its folder.
package struct LockedFile: Sendable {
  /// The name as it was given; it may be a symbolic link.
  package let name: String
  private let calls: FileCalls

  package init(name: String, calls: FileCalls) {
    self.name = name
    self.calls = calls.uninterrupted
  }

  /// The outcome of one try.
  package enum Attempt<Result> {
    case done(Result)
    /// Another one holds the lock.
    case busy
    /// Another one has changed or replaced the file meanwhile.
    case changed
  }

  /// The changes to make to a file.
  package struct Rewriting<Result> {
    package let result: Result
    /// The new content; nil where the file is to stay as it is.
    package var content: [UInt8]?
    /// The suffix for a copy of the old file; nil for no copy.
    package var backup: String?

    package init(result: Result, content: [UInt8]? = nil, backup: String? = nil) {
      (self.result, self.content, self.backup) = (result, content, backup)
    }
  }

  /// Reads the file; nil where there is none.
  package func read() throws -> Attempt<[UInt8]?> {
    guard let target = try resolved(.reading) else { return .done(nil) }
    return try withLocked(target, for: .reading) { descriptor, _, _ in
      .done(try attempt(.reading) { () throws(FileFault) in try calls.readAll(descriptor) })
    }
  }

  /// Replaces the file by what `make` gives for its content, which is nil where there is none.
  package func rewrite<Result>(
    _ make: ([UInt8]?) throws -> Rewriting<Result>
  ) throws -> Attempt<Result> {
    guard let target = try resolved(.writing) else {
      return try create(try missingTarget(), try make(nil))
    }
    return try withLocked(target, for: .writing) { descriptor, mark, isLocked in
      let bytes = try attempt(.reading) { () throws(FileFault) in try calls.readAll(descriptor) }
      let rewriting = try make(bytes)
      guard let content = rewriting.content else { return .done(rewriting.result) }
      if let ending = rewriting.backup {
        try backUp(bytes, as: target + ending, like: (descriptor, mark), isLocked)
      }
      let temporary = self.temporary(for: target, "saving", isLocked)
      let isReplaced = try settling(temporary) { () throws(FileFault) in
        try write(content, to: temporary, like: (descriptor, mark))
        guard try calls.status(target) == mark else { return false }
        try calls.rename(temporary, target)
        return true
      }
      guard isReplaced else { return .changed }
      try synchronizeFolder(of: target)
      return .done(rewriting.result)
    }
  }

  /// Gives the file another name, which no file has; nil where there is no file.
  package func setAside() throws -> Attempt<String?> {
    guard let target = try resolved(.writing) else { return .done(nil) }
    return try withLocked(target, for: .writing) { _, _, _ in
      try attempt(.writing) { () throws(FileFault) in
        var number = 1
        while true {
          let free = target + (number == 1 ? ".aside" : ".aside.\(number)")
          if try calls.status(free) == nil {
            try calls.rename(target, free)
            return .done(free)
          }
          number += 1
        }
      }
    }
  }

  // MARK: - Locks

  private func withLocked<Result>(
    _ target: String, for purpose: Purpose,
    _ body: (Int32, FileMark, _ isLocked: Bool) throws -> Attempt<Result>
  ) throws -> Attempt<Result> {
    let opened = try attempt(purpose) { () throws(FileFault) -> Int32? in
      do throws(FileFault) {
        return try calls.open(target, .reading)
      } catch {
        if error.meaning == .missing { return nil }
        throw error
      }
    }
    guard let descriptor = opened else { return .changed }
    defer { try? calls.close(descriptor) }
    let lock = try attempt(purpose) { () throws(FileFault) in
      try calls.lock(descriptor, purpose == .reading)
    }
    if lock == .busy { return .busy }
    let (mark, named) = try attempt(purpose) { () throws(FileFault) in
      (try calls.openStatus(descriptor), try calls.status(target))
    }
    // The one before may have put another file in its place.
    guard named?.isSameFile(as: mark) == true else { return .changed }
    guard mark.isRegular else {
      throw error("is a folder or a device", help: "name a file")
    }
    return try body(descriptor, mark, lock == .taken)
  }

  private func resolved(_ purpose: Purpose) throws -> String? {
    try attempt(purpose) { () throws(FileFault) in try calls.resolve(name) }
  }

  // MARK: - A new file

  /// The name that the file is to get: that which a symbolic link says, so that it stays one.
  private func missingTarget() throws(FileProblem) -> String {
    try attempt(.writing) { () throws(FileFault) in
      var target = name
      // Links that go round are found when the name is resolved.
      for _ in 0..<Self.mostLinks {
        guard let next = try calls.destination(target) else { break }
        target = next.hasPrefix("/") ? next : "\(Self.folder(of: target))/\(next)"
      }
      return target
    }
  }

  private static let mostLinks = 40

  private func create<Result>(
    _ name: String, _ rewriting: Rewriting<Result>
  ) throws(FileProblem) -> Attempt<Result> {
    guard let content = rewriting.content else { return .done(rewriting.result) }
    let folder = try attempt(.writing) { () throws(FileFault) in
      try calls.open(Self.folder(of: name), .folder)
    }
    defer { try? calls.close(folder) }
    let lock = try attempt(.writing) { () throws(FileFault) in try calls.lock(folder, false) }
    if lock == .busy { return .busy }
    let temporary = temporary(for: name, "making", lock == .taken)
    let isMade = try settling(temporary) { () throws(FileFault) in
      guard try calls.status(name) == nil else { return false }
      try write(content, to: temporary, like: nil)
      return try giveName(name, to: temporary)
    }
    guard isMade else { return .changed }
    try synchronizeFolder(of: name)
    return .done(rewriting.result)
  }

  // MARK: - Writing

  private func temporary(for target: String, _ purpose: String, _ isLocked: Bool) -> String {
    // The lock admits one writer, which also removes what a killed one has left.
    let (folder, name) = (Self.folder(of: target), String(Self.lastName(of: target)))
    let ending = ".\(purpose)" + (isLocked ? "" : "-\(calls.uniqueWord())")
    return "\(folder)/." + Self.shortened(name, toFit: Self.mostBytes - 1 - ending.utf8.count)
      + ending
  }

  /// The most bytes that file systems take for a name.
  private static let mostBytes = 255

  /// The name, or its beginning with a number that other names hardly have.
  private static func shortened(_ name: String, toFit room: Int) -> String {
    if name.utf8.count <= room { return name }
    let number = name.utf8.reduce(14_695_981_039_346_656_037 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 1_099_511_628_211
    }
    let word = "-" + String(number, radix: 36)
    var beginning = name[...]
    while beginning.utf8.count + word.utf8.count > room { beginning.removeLast() }
    return beginning + word
  }

  /// Writes a file that isn't there yet, as far as the disk.
  private func write(
    _ content: [UInt8], to temporary: String, like model: (descriptor: Int32, mark: FileMark)?
  ) throws(FileFault) {
    let opening = FileCalls.Opening.creating(mode: model == nil ? 0o666 : 0o600)
    let descriptor: Int32
    do throws(FileFault) {
      descriptor = try calls.open(temporary, opening)
    } catch {
      guard error.meaning == .exists else { throw error }
      try calls.remove(temporary)
      descriptor = try calls.open(temporary, opening)
    }
    do throws(FileFault) {
      try calls.writeAll(content, to: descriptor)
      if let model { try calls.copyTraits(model.descriptor, model.mark, descriptor) }
      try calls.synchronize(descriptor)
    } catch {
      try? calls.close(descriptor)
      throw error
    }
    try calls.close(descriptor)
  }

  /// Gives a file a name that no file has; false where one has it.
  private func giveName(_ name: String, to temporary: String) throws(FileFault) -> Bool {
    do throws(FileFault) {
      try calls.link(temporary, name)
    } catch {
      if error.meaning == .exists { return false }
      guard error.meaning == .unsupported else { throw error }
      // Without a second name the one step is a renaming, after a last look.
      guard try calls.status(name) == nil else { return false }
      try calls.rename(temporary, name)
      return true
    }
    // The content is in place: a second name that can't be removed is no failure.
    try? calls.remove(temporary)
    return true
  }

  /// Runs what ends with the temporary file in place, and removes it where that fails.
  private func settling(
    _ temporary: String, _ body: () throws(FileFault) -> Bool
  ) throws(FileProblem) -> Bool {
    do throws(FileFault) {
      let isSettled = try body()
      if !isSettled { try? calls.remove(temporary) }
      return isSettled
    } catch {
      try? calls.remove(temporary)
      throw self.error("can't be written: \(error.words)")
    }
  }

  /// Keeps a copy, unless there is one that holds the same.
  private func backUp(
    _ bytes: [UInt8], as name: String, like model: (descriptor: Int32, mark: FileMark),
    _ isLocked: Bool
  ) throws(FileProblem) {
    let temporary = temporary(for: name, "saving", isLocked)
    var number = 1
    var isDone = false
    while !isDone {
      let free = number == 1 ? name : "\(name).\(number)"
      number += 1
      isDone = try settling(temporary) { () throws(FileFault) in
        if try calls.status(free) != nil { return try content(of: free) == bytes }
        try write(bytes, to: temporary, like: model)
        return try giveName(free, to: temporary)
      }
    }
  }

  private func content(of name: String) throws(FileFault) -> [UInt8] {
    let descriptor = try calls.open(name, .reading)
    defer { try? calls.close(descriptor) }
    return try calls.readAll(descriptor)
  }

  private func synchronizeFolder(of target: String) throws(FileProblem) {
    do throws(FileFault) {
      let folder = try calls.open(Self.folder(of: target), .folder)
      defer { try? calls.close(folder) }
      try calls.synchronize(folder)
    } catch {
      throw self.error("has its new content, but the disk does not confirm it: \(error.words)")
    }
  }

  // MARK: - Names and errors

  private static func folder(of name: String) -> String {
    guard let slash = name.lastIndex(of: "/") else { return "." }
    return slash == name.startIndex ? "/" : String(name[..<slash])
  }

  private static func lastName(of name: String) -> Substring {
    name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
  }

  private enum Purpose {
    case reading, writing

    var words: String { self == .reading ? "can't be read" : "can't be written" }
  }

  private func attempt<Value>(
    _ purpose: Purpose, _ call: () throws(FileFault) -> Value
  ) throws(FileProblem) -> Value {
    do throws(FileFault) {
      return try call()
    } catch {
      throw self.error("\(purpose.words): \(error.words)")
    }
  }

  private func error(_ message: String, help: String? = nil) -> FileProblem {
    FileProblem(file: name, message: "the file \(message)", help: help)
  }
}

/// Why a file can't be read or replaced.
package struct FileProblem: Error {
  /// Its name as it was given.
  package let file: String
  package let message: String
  package let help: String?
}
