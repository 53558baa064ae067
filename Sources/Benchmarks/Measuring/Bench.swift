import Foundation

/// What all tables share: the folder of data, the number of rounds, the peers that are installed.
struct Bench {
  let folder: URL
  let rounds: Int
  /// The command to be measured; nil if it isn't built.
  let tool: String?
  /// The same as one static executable; nil if it isn't built.
  let standalone: String?

  /// How much of a file is gone through in memory.
  static let megabytes = 20

  func file(_ name: String) -> URL { folder.appending(path: name) }

  /// The lines of a file that fit into the size for work in memory.
  func lines(_ name: String) throws -> Documents {
    try Documents(linesOf: file(name), megabytes: Self.megabytes)
  }

  /// A Python library at work on such lines.
  func peer(_ library: String, _ name: String) throws -> Peer? {
    try Peer(library: library, file: file(name), megabytes: Self.megabytes)
  }

  /// Says how far it is, beside the tables.
  static func progress(_ words: String) {
    FileHandle.standardError.write(Data("\(words)\n".utf8))
  }

  /// The program around yyjson, compiled; nil where there is no compiler or no library.
  func yyjson() throws -> String? { try compiled("yyjson", "-lyyjson") }

  /// The program that starts others, compiled; nil where there is no compiler.
  func starts() throws -> String? { try compiled("starts") }

  private func compiled(_ name: String, _ libraries: String...) throws -> String? {
    let program = file(name).path(percentEncoded: false)
    let source = Peer.folder.appending(path: "\(name).c").path(percentEncoded: false)
    let compile = Command(["cc", "-O3", "-o", program, source] + libraries)
    return try compile.seconds() == nil ? nil : program
  }

  /// Whether a file holds the same JSON as another; both are as a job left them.
  func holdSame(_ left: URL, _ right: URL) throws -> Bool {
    try checksum(left) == checksum(right)
  }

  private func checksum(_ file: URL) throws -> String {
    let output = self.file("checksum.txt")
    let command = Command(["python3", Peer.python, file.path(percentEncoded: false), "--checksum"])
    guard try command.seconds(to: output) != nil else {
      throw BenchmarkError("\(file.lastPathComponent) is no JSON")
    }
    return try String(contentsOf: output, encoding: .utf8)
  }

  /// Makes sure that a job comes to the same with a peer as with us; `megabytes` of it are
  /// compared.
  func check(_ job: String, _ name: String, megabytes: Int? = 2) throws {
    guard let peer = try Peer(library: "json", file: file(name), megabytes: megabytes) else {
      throw BenchmarkError("the results can't be compared without python3")
    }
    let theirs = file("theirs.json")
    try peer.seconds("\(job) \(theirs.path(percentEncoded: false))")
    let text = try megabytes.map { try Documents(linesOf: file(name), megabytes: $0) }
    let ours = file("ours.json")
    let whole = try text ?? Documents(whole: file(name))
    try Data(WorkerJob(job, whole).result()).write(to: ours)
    guard try holdSame(ours, theirs) else {
      throw BenchmarkError("\(job) on \(name): the results are not the same JSON")
    }
  }
}
