import Testing

@testable import JSONText

/// What becomes of members, without a document.
@Suite struct FlatLinesTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func table(
    _ cases: [(String, String)], otherwise: FlatTable.Otherwise = .keep
  ) throws -> FlatTable {
    try #require(
      FlatTable(cases.map { (bytes($0.0), bytes($0.1)) }, otherwise: otherwise))
  }

  /// Each line in words; nil where there are none.
  private static func lines(_ steps: [FlatStep], of names: [String]) throws -> [String]? {
    var builder = FlatProgram.Builder()
    for name in names { builder.name(bytes(name)) }
    let entry = builder.entry
    builder.add(steps)
    builder.end()
    builder.start(without: entry)
    let built = builder.build()
    let program = try #require(built)
    var text = FlatProgramText(program)
    var tables = FlatLines.Tables()
    let found = Array(repeating: false, count: program.operations.count)
    guard
      let lines = FlatLines(
        of: Array(names.indices), answers: 0, &text, from: entry.number, found: found, &tables)?
        .lines
    else { return nil }
    return lines.map { line in
      let change =
        switch line.change {
        case nil: ""
        case .text(let range)?: "=\(shown(text.bytes.view[range]))"
        case .map(_, let isLenient)?: isLenient ? " keeps others" : " by a table"
        case .made?: " made"
        }
      let name = { shown(program.names[$0]) }
      return "\(line.origin) \(name(line.name))>\(name(line.current))\(change)"
        + (line.isDropped ? " dropped" : "") + (line.split == nil ? "" : " split")
    }
  }

  @Test func `names and values come down to the last ones`() throws {
    let one = FlatValue(Self.bytes("1"))
    let two = FlatValue(Self.bytes("2"))
    let (a, b, c, d) = (Self.bytes("a"), Self.bytes("b"), Self.bytes("c"), Self.bytes("d"))
    #expect(
      try Self.lines([.rename(a, to: b), .set(b, one), .rename(b, to: c), .set(c, two)], of: ["a"])
        == ["source a>c=2"])
    #expect(
      try Self.lines([.add(d, one, replacesNull: false), .drop(a)], of: ["a"])
        == ["source a>a dropped", "new d>d=1"])
    #expect(try Self.lines([.rename(a, to: b), .rename(b, to: a)], of: ["a"]) == ["source a>a"])
    #expect(try Self.lines([.rename(b, to: a), .drop(c), .need(a)], of: ["a"]) == ["source a>a"])
    #expect(try Self.lines([.rename(a, to: b)], of: ["a", "b"]) == nil)
    #expect(try Self.lines([.need(b)], of: ["a"]) == nil)
  }

  @Test func `a value is made of what stands in the text, once`() throws {
    let (a, b) = (Self.bytes("a"), Self.bytes("b"))
    let glue = try #require(FlatGlue(Self.bytes("\n")))
    let wrapping = FlatWrapping([b], keepsArrays: false)
    let one = FlatValue(Self.bytes("1"))
    #expect(
      try Self.lines([.join(a, with: glue), .rename(a, to: b)], of: ["a"]) == ["source a>b made"])
    #expect(
      try Self.lines([.rename(a, to: b), .wrap(b, wrapping)], of: ["a"]) == ["source a>b made"])
    #expect(try Self.lines([.wrap(b, wrapping)], of: ["a"]) == ["source a>a"])
    // The array that isn't one of texts has to be seen, whatever becomes of it.
    #expect(try Self.lines([.join(a, with: glue), .drop(a)], of: ["a"]) == nil)
    #expect(try Self.lines([.join(a, with: glue), .set(a, one)], of: ["a"]) == nil)
    #expect(try Self.lines([.set(a, one), .wrap(a, wrapping)], of: ["a"]) == nil)
    #expect(try Self.lines([.join(a, with: glue), .wrap(a, wrapping)], of: ["a"]) == nil)
  }

  @Test func `tables one behind the other are one, and a known value goes through them`() throws {
    let a = Self.bytes("a")
    let first = try Self.table([("1", #""x""#), ("3", #""y""#)])
    let second = try Self.table([(#""x""#, "5")])
    let strict = try Self.table([("9", "8")], otherwise: .notMine)
    let one = FlatValue(Self.bytes("1"))
    #expect(
      try Self.lines([.map(a, first), .map(a, second)], of: ["a"]) == ["source a>a keeps others"])
    #expect(
      try Self.lines([.set(a, one), .map(a, first), .map(a, second)], of: ["a"])
        == ["source a>a=5"])
    #expect(
      try Self.lines([.add(a, one, replacesNull: true)], of: ["a"])
        == ["source a>a keeps others"])
    // A value that a table refuses has to be seen, whatever becomes of it.
    #expect(try Self.lines([.map(a, strict)], of: ["a"]) == ["source a>a by a table"])
    #expect(try Self.lines([.map(a, strict), .set(a, one)], of: ["a"]) == nil)
    #expect(try Self.lines([.map(a, strict), .drop(a)], of: ["a"]) == nil)
  }

  @Test func `parts of a text have names, and no values to change`() throws {
    let (a, b, c) = (Self.bytes("a"), Self.bytes("b"), Self.bytes("c"))
    let split = FlatStep.split(
      a, by: try #require(FlatSeparator([0x20], takesRest: true)), into: [b, c])
    let one = FlatValue(Self.bytes("1"))
    #expect(try Self.lines([split], of: ["a"]) == ["source a>a split", "part b>b", "part c>c"])
    #expect(
      try Self.lines([split, .rename(b, to: a), .add(c, one, replacesNull: true)], of: ["a"])
        == ["source a>a split", "part b>a", "part c>c"])
    #expect(try Self.lines([split, .set(b, one)], of: ["a"]) == nil)
    #expect(try Self.lines([split, .drop(b)], of: ["a"]) == nil)
    #expect(try Self.lines([split], of: ["a", "c"]) == nil)
  }

  @Test func `of a name that is taken one member is left`() throws {
    let (a, b) = (Self.bytes("a"), Self.bytes("b"))
    #expect(
      try Self.lines([.rename(a, to: b, over: .stays)], of: ["a", "b"])
        == ["source a>a dropped", "source b>b"])
    #expect(
      try Self.lines([.rename(a, to: b, over: .goes)], of: ["a", "b"])
        == ["source a>b", "source b>b dropped"])
    #expect(
      try Self.lines([.rename(a, to: b, over: .goes)], of: ["a"]) == ["source a>b"])
  }

  @Test func `several texts become one that can't be changed`() throws {
    let (a, b, c) = (Self.bytes("a"), Self.bytes("b"), Self.bytes("c"))
    let one = FlatValue(Self.bytes("1"))
    let combine = FlatStep.combine([a, b], with: try #require(FlatGlue([0x20])), into: c)
    #expect(
      try Self.lines([combine], of: ["a", "b"])
        == ["source a>a split", "source b>b split", "part c>c"])
    #expect(
      try Self.lines([combine, .rename(c, to: a)], of: ["b", "a"])
        == ["source b>b split", "source a>a split", "part c>a"])
    #expect(try Self.lines([combine], of: ["a"]) == ["source a>a"])
    #expect(try Self.lines([combine], of: ["a", "b", "c"]) == nil)
    #expect(try Self.lines([combine, .set(c, one)], of: ["a", "b"]) == nil)
    #expect(try Self.lines([.set(a, one), combine], of: ["a", "b"]) == nil)
  }
}
