internal import JSONMigrationCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Rule files by the calls of Foundation.
struct FoundationFiles: RuleFiles {
  struct Status {
    let kind: RuleFileKind
    let size: Int
  }

  func names(in folder: [UInt8]) throws(RuleFileFailure) -> [[UInt8]] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: Self.path(folder))
        .map { Array($0.utf8) }
    } catch {
      let isFile = (try? status(of: folder, following: true))?.kind == .regular
      throw isFile ? RuleFileFailure(.notAFolder, "it is a file") : RuleFileFailure(error)
    }
  }

  func status(of name: [UInt8], following: Bool) throws(RuleFileFailure) -> Status {
    do {
      let name = following ? try resolve(name) : name
      return Status(try FileManager.default.attributesOfItem(atPath: Self.path(name)))
    } catch {
      throw error as? RuleFileFailure ?? RuleFileFailure(error)
    }
  }

  func kind(of status: Status) -> RuleFileKind { status.kind }

  func resolve(_ name: [UInt8]) throws(RuleFileFailure) -> [UInt8] {
    let place = URL(fileURLWithPath: Self.path(name)).resolvingSymlinksInPath()
    let resolved = Array(place.path.utf8)
    // Of a link to nothing it leaves something that isn't there, or the link.
    guard try status(of: resolved, following: false).kind != .symbolicLink else {
      throw RuleFileFailure(CocoaError(.fileReadNoSuchFile))
    }
    return resolved
  }

  func content(
    of file: [UInt8], _ status: Status, limit: Int
  ) throws(MigrationError) -> [UInt8] {
    // Asked before it is opened: to read all of a large file could take for ever.
    guard status.size <= limit else { throw refusal(file, "has more than \(limit) bytes") }
    do {
      return try Array(Data(contentsOf: URL(fileURLWithPath: Self.path(file))))
    } catch {
      throw refusal(file, "can't be read: \(RuleSource.words(for: error))")
    }
  }

  func help(for failure: RuleFileFailure, of folder: [UInt8]) -> String? {
    failure.reason == .notAFolder ? "give the folder that the file is in" : nil
  }

  private static func path(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }

  private func refusal(_ file: [UInt8], _ message: String) -> MigrationError {
    MigrationError(
      Diagnostic(
        .badRules, "`\(Printable.text(of: file))` \(Printable.text(of: message))",
        at: Diagnostic.Place(Self.path(file))))
  }
}

extension FoundationFiles.Status {
  fileprivate init(_ attributes: [FileAttributeKey: Any]) {
    kind =
      switch attributes[.type] as? FileAttributeType {
      case .typeRegular?: .regular
      case .typeSymbolicLink?: .symbolicLink
      default: .other
      }
    size = attributes[.size] as? Int ?? (attributes[.size] as? UInt64).map(Int.init(clamping:)) ?? 0
  }
}

extension RuleFileFailure {
  fileprivate init(_ error: any Error) {
    let code = (error as? CocoaError)?.code
    self.init(
      code == .fileReadNoSuchFile || code == .fileNoSuchFile ? .missing : .other,
      RuleSource.words(for: error))
  }
}

extension RuleSource {
  /// Why files can't be read, in words.
  package static func words(for error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: "it isn't there"
    case .fileReadNoPermission: "nobody may read it"
    default: "\(error)"
    }
  }
}
