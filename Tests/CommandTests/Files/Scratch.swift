import Foundation
import Testing

@testable import jsonmigrate

/// A folder of its own for one test, gone when nobody holds it any more.
final class Scratch: Sendable {
  let path: String

  init() throws {
    // Resolved, because on macOS the temporary folder stands behind a symbolic link.
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = "\(parent)/jsonmigrate-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  /// Some file systems take names in UTF-8 only.
  static let takesAnyName = ConditionTrait.enabled(
    if: try takes([0xFF, 0x1B]), "names are UTF-8 in the temporary folder")

  private static func takes(_ name: [UInt8]) throws -> Bool {
    let scratch = try Scratch()
    let place = Array(scratch.path.utf8) + [UInt8(ascii: "/")] + name + [0]
    let descriptor = open(place.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o600)
    return descriptor >= 0 && close(descriptor) == 0
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func name(_ name: String) -> FileName {
    FileName("\(path)/\(name)")
  }

  @discardableResult
  func write(_ text: String, to name: String, mode: Int = 0o644) throws -> FileName {
    let path = "\(path)/\(name)"
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return FileName(path)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  func secondName(_ name: String, for file: String) throws {
    try FileManager.default.linkItem(atPath: "\(path)/\(file)", toPath: "\(path)/\(name)")
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  /// What the file says; nothing when there is none.
  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  func status(_ name: String) throws -> FileStatus {
    try SystemCalls.system.status(FilePlace(self.name(name)), false)
  }

  /// All names in the folder, hidden ones too.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// The names that begin with a dot, as those of temporary files do.
  func hiddenNames() throws -> [String] {
    try names().filter { $0.hasPrefix(".") }
  }
}
