import Testing

/// The commands that the documents give are commands that exist.
@Suite struct ReadmeTests {
  /// The lines of the `sh` blocks of a Markdown text, without blank lines and comments; a command
  /// on several lines is one.
  static func commands(in markdown: String) -> [String] {
    var commands: [String] = []
    var inside = false
    var start = ""
    for line in markdown.split(separator: "\n").map(String.init) {
      if line.hasPrefix("```") {
        inside = line == "```sh"
      } else if inside, !line.hasPrefix("#") {
        if line.hasSuffix("\\") {
          start += line.dropLast()
        } else {
          commands.append(start + line)
          start = ""
        }
      }
    }
    return commands
  }

  /// Whether `command` names something that the package has.
  static func exists(_ command: String, manifest: String, paths: Set<String>) -> Bool {
    let words = command.split(separator: " ").map(String.init).drop { $0.contains("=") }
    guard let tool = words.first, let argument = words.dropFirst().first else { return false }
    switch (tool, argument) {
    case ("bash", _): return paths.contains(argument)
    case ("python3", _):
      return paths.contains(argument) || paths.contains("\(argument)/__main__.py")
    case ("swift", "run"):
      let rest = words.dropFirst(2)
      let product = rest.first == "-c" ? rest.dropFirst(2).first : rest.first
      return product.map { isExecutable($0, in: manifest) } ?? false
    case ("swift", "test"):
      guard let filter = words.firstIndex(of: "--filter") else { return true }
      return words.indices.contains(filter + 1)
        && paths.contains { $0.hasPrefix("Tests/\(words[filter + 1])/") }
    case ("swift", "build"):
      guard let product = words.firstIndex(of: "--product") else { return true }
      return words.indices.contains(product + 1)
        && isExecutable(words[product + 1], in: manifest)
    case ("swift", "format"):
      return true
    default:
      return false
    }
  }

  /// Whether the manifest has an executable target of that name.
  private static func isExecutable(_ name: String, in manifest: String) -> Bool {
    manifest.filter { !$0.isWhitespace }.contains(".executableTarget(name:\"\(name)\"")
  }

  @Test(arguments: ["README.md", "CONTRIBUTING.md", "Sources/Benchmarks/README.md"])
  func `every command exists`(_ document: String) {
    let manifest = House.text(of: "Package.swift")
    let paths = Set(House.files.map(\.path))
    let commands = Self.commands(in: House.text(of: document))
    #expect(!commands.isEmpty)
    for command in commands {
      #expect(Self.exists(command, manifest: manifest, paths: paths), "\(command)")
    }
  }

  @Test func `the gate runs the README's commands, the tests last`() throws {
    let commands = Self.commands(in: House.text(of: "README.md"))
    let gate = House.text(of: ".ci/run").split(separator: "\n")
      .map { String($0.trimmingPrefix { $0 == " " }) }
    try #require(commands.count == 3)
    #expect(gate.contains { $0.hasPrefix("stage ") && $0.hasSuffix("' " + commands[0]) })
    #expect(gate.last == "exec " + commands[1])
    // The gate takes this one from the README, by how it begins.
    let build = "swift build -c release --product jsonmigrate "
    #expect(commands[2].hasPrefix(build))
    #expect(gate.contains { $0.contains(build) } && gate.contains { $0.hasSuffix("' release") })
  }

  @Test(arguments: [
    "swift run jsonmigrait --version", "swift run -c release jsonmigrait", "bash .ci/runs",
    "swift test --filter NoTests", "swift tset", "jsonmigrate apply", "swift run", "python3 a.py",
    "swift build --product jsonmigrait", "swift build --product",
  ])
  func `a command that doesn't exist is found`(_ command: String) {
    let manifest = ".executableTarget(\n  name: \"jsonmigrate\", path: \"a\")"
    #expect(
      !Self.exists(command, manifest: manifest, paths: [".ci/run", "Tests/HouseTests/A.swift"]))
  }

  @Test(arguments: [
    "swift run jsonmigrate --version", "swift run -c release jsonmigrate", "bash .ci/run",
    "A=1 bash .ci/run", "swift test --filter HouseTests", "swift test",
    "swift build -c release --product jsonmigrate", "swift build",
  ])
  func `a command that exists passes`(_ command: String) {
    let manifest = ".executableTarget(\n  name: \"jsonmigrate\", path: \"a\")"
    #expect(
      Self.exists(command, manifest: manifest, paths: [".ci/run", "Tests/HouseTests/A.swift"]))
  }
}
