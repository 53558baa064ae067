package import JSONText

/// How rule files are reached: by system calls, which the core doesn't know.
package protocol RuleFiles: Sendable {
  /// What is known of a file or folder.
  associatedtype Status

  /// The names of what is in a folder, in any order.
  func names(in folder: [UInt8]) throws(RuleFileFailure) -> [[UInt8]]
  /// What a name stands for; of a symbolic link itself when it is not followed.
  func status(of name: [UInt8], following: Bool) throws(RuleFileFailure) -> Status
  func kind(of status: Status) -> RuleFileKind
  /// The name without symbolic links.
  func resolve(_ name: [UInt8]) throws(RuleFileFailure) -> [UInt8]
  /// All of a regular file, which may have so many bytes.
  func content(
    of file: [UInt8], _ status: Status, limit: Int
  ) throws(MigrationError) -> [UInt8]
  /// What can be done where a folder can't be read.
  func help(for failure: RuleFileFailure, of folder: [UInt8]) -> String?
}

/// What there is under a name.
package enum RuleFileKind: Sendable {
  case regular, symbolicLink, other
}

/// Why a call failed.
package struct RuleFileFailure: Error {
  package enum Reason: Sendable {
    case missing, notAFolder, other
  }

  package let reason: Reason
  /// The system's own words for it.
  package let words: String

  package init(_ reason: Reason, _ words: String) {
    (self.reason, self.words) = (reason, words)
  }
}

/// A folder of rules on a disk: which of its files are rules, and what is refused.
///
/// Links that lead out of the rules folder are refused: what a message shows of a rule file must
/// not be what some other file holds.
package struct RuleFolder<Files: RuleFiles> {
  private static var mostFiles: Int { 10_000 }
  private static var mostBytes: Int { 1 << 20 }

  /// The folder's name without slashes at its end.
  package let name: [UInt8]
  private let files: Files

  package init(_ name: [UInt8], files: Files) {
    self.name = Self.withoutSlashes(name)
    self.files = files
  }

  /// A folder's name without slashes at its end.
  package static func withoutSlashes(_ name: [UInt8]) -> [UInt8] {
    var name = name
    while name.count > 1, name.last == UInt8(ascii: "/") { name.removeLast() }
    return name
  }

  /// Reads and checks the rules; everything that is wrong is in the error.
  ///
  /// `other` is what messages call the folder, where that is not its name; `documents` is where the
  /// documents are in what is read, in place of `each` in format.json.
  package func migrator(
    named other: String? = nil, documentsAt documents: JSONPath? = nil,
    generator: GeneratedValues
  ) throws(MigrationError) -> Migrator {
    let name = other ?? String(decoding: name, as: UTF8.self)
    return try Migrator(named: name, documentsAt: documents, generator: generator) {
      sources(in: $0)
    }
  }

  /// The rule files that lie directly in a folder inside this one; nil if there is no such folder.
  package func sources(in folder: String) -> Result<[RuleSource], MigrationError>? {
    let place = folder.isEmpty ? name : appending(Array(folder.utf8), to: name)
    let names: [[UInt8]]
    let isInside: Bool
    do throws(RuleFileFailure) {
      names = try files.names(in: place)
      isInside = folder.isEmpty ? true : try self.isInside(place)
    } catch {
      if !folder.isEmpty, error.reason == .missing { return nil }
      let holdsTests = folder.utf8.elementsEqual("tests".utf8)
      return .failure(MigrationError(unreadable(place, holdsTests ? "tests" : "rules", error)))
    }
    if !isInside { return .failure(leadsOut(place)) }
    let rules = names.filter(Self.isRuleFile)
    guard rules.count <= Self.mostFiles else {
      return .failure(
        refusal(.badRules, place, "has more than \(Self.mostFiles) rule files"))
    }
    var sources: [RuleSource] = []
    var problems: [Diagnostic] = []
    for file in rules.ordered(by: { $0.lexicographicallyPrecedes($1) }) {
      let start = folder.isEmpty ? "" : folder + "/"
      do throws(MigrationError) {
        let bytes = try content(of: appending(file, to: place))
        sources.append(
          RuleSource(name: start + String(decoding: file, as: UTF8.self), bytes: bytes))
      } catch {
        problems += error.diagnostics
      }
    }
    return MigrationError(problems).map { .failure($0) } ?? .success(sources)
  }

  /// What is in a file of the folder.
  package func content(of file: [UInt8]) throws(MigrationError) -> [UInt8] {
    var status: Files.Status
    var isInside = true
    do throws(RuleFileFailure) {
      status = try files.status(of: file, following: false)
      if files.kind(of: status) == .symbolicLink {
        isInside = try self.isInside(file)
        status = try files.status(of: file, following: true)
      }
    } catch {
      throw refusal(.cannotRead, file, "can't be read: \(error.words)")
    }
    if !isInside { throw leadsOut(file) }
    // Reading a pipe could take for ever.
    guard files.kind(of: status) == .regular else {
      throw refusal(.badRules, file, "is no regular file")
    }
    return try files.content(of: file, status, limit: Self.mostBytes)
  }

  private static func isRuleFile(_ name: [UInt8]) -> Bool {
    func ends(in ending: String) -> Bool {
      name.count > ending.utf8.count && name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
    return name.first != UInt8(ascii: ".") && (ends(in: ".json") || ends(in: ".jsonc"))
  }

  /// Whether a name leads to something in the rules folder, or to the folder itself.
  private func isInside(_ place: [UInt8]) throws(RuleFileFailure) -> Bool {
    let root = try files.resolve(name)
    let resolved = try files.resolve(place)
    return resolved == root || resolved.starts(with: appending([], to: root))
  }

  private func appending(_ name: [UInt8], to folder: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    return folder + (folder.last == slash ? [] : [slash]) + name
  }

  private func leadsOut(_ place: [UInt8]) -> MigrationError {
    refusal(
      .badRules, place, "is a link that leads out of the rules folder",
      help: "put a copy of what it leads to there, or leave the link out")
  }

  private func unreadable(
    _ place: [UInt8], _ what: String, _ failure: RuleFileFailure
  ) -> Diagnostic {
    let message =
      failure.reason == .notAFolder
      ? "is a file, and \(what) are a folder" : "can't be read: \(failure.words)"
    let help = place == name ? files.help(for: failure, of: place) : nil
    return diagnostic(.cannotRead, place, message, help: help)
  }

  private func refusal(
    _ kind: Diagnostic.Kind, _ place: [UInt8], _ message: String, help: String? = nil
  ) -> MigrationError {
    MigrationError(diagnostic(kind, place, message, help: help))
  }

  private func diagnostic(
    _ kind: Diagnostic.Kind, _ place: [UInt8], _ message: String, help: String?
  ) -> Diagnostic {
    Diagnostic(
      kind, "`\(Printable.text(of: place))` \(message)",
      at: Diagnostic.Place(String(decoding: place, as: UTF8.self)), help: help)
  }
}

extension Diagnostic.Kind {
  /// A file or folder could not be read.
  package static let cannotRead = Diagnostic.Kind(rawValue: "cannot-read")
  /// The arguments of a command or a call make no sense.
  package static let usage = Diagnostic.Kind(rawValue: "usage")
}
