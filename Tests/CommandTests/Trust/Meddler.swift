import Foundation

@testable import jsonmigrate

/// Someone who does something to the files once, just before a certain call.
final class Meddler: Sendable {
  private let hasActed = Monitor(false)
  private let act: @Sendable () -> Void

  init(_ act: @escaping @Sendable () -> Void) {
    self.act = act
  }

  func meddle() {
    let isFirst = hasActed.withLock { hasActed in
      defer { hasActed = true }
      return !hasActed
    }
    if isFirst { act() }
  }

  var hasMeddled: Bool { hasActed.withLock { $0 } }

  /// Calls before which it acts when a file of this name is opened for reading.
  func beforeReading(_ name: String) -> SystemCalls {
    var calls = SystemCalls.system
    calls.open = { place, opening throws(Errno) in
      if case .readingFile = opening, place.name.last == Array(name.utf8) { self.meddle() }
      return try SystemCalls.system.open(place, opening)
    }
    return calls
  }

  /// Calls behind which it acts when a file of this name was read.
  func afterReading(_ name: String) -> SystemCalls {
    let reading = Monitor(Int32(-1))
    var calls = SystemCalls.system
    calls.open = { place, opening throws(Errno) in
      let descriptor = try SystemCalls.system.open(place, opening)
      if opening.isReading, place.name.last == Array(name.utf8) {
        reading.withLock { $0 = descriptor }
      }
      return descriptor
    }
    calls.close = { descriptor throws(Errno) in
      try SystemCalls.system.close(descriptor)
      if reading.withLock({ $0 == descriptor }) { self.meddle() }
    }
    return calls
  }

  /// Calls before which it acts when something is written to a file.
  var beforeWriting: SystemCalls {
    var calls = SystemCalls.system
    calls.write = { descriptor, bytes throws(Errno) in
      self.meddle()
      return try SystemCalls.system.write(descriptor, bytes)
    }
    return calls
  }

  /// Calls before which it acts in the last moment: when the new file is about to get its name.
  var beforeRenaming: SystemCalls {
    var calls = SystemCalls.system
    calls.rename = { place, newPlace, renaming throws(Errno) in
      if TemporaryOwner(of: newPlace.name.last) == nil { self.meddle() }
      try SystemCalls.system.rename(place, newPlace, renaming)
    }
    return calls
  }
}

extension Scratch {
  /// Does something with a shell, in this folder.
  @discardableResult
  func shell(_ script: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "cd \"$0\" && { \(script)\n}", path]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// What a shell prints, in this folder.
  func output(of script: String) throws -> String {
    try shell("{ \(script)\n} > .output")
    defer { try? FileManager.default.removeItem(atPath: path + "/.output") }
    return text(".output") ?? ""
  }
}
