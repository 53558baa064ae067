import JSONText
import Testing

/// Many documents in one text, read one by one into one document.
@Suite struct RecordTests {
  static let guides: [Guide] = [
    .nothing, .everything,
    Guide(paths: [[.key(Array("id".utf8))], [.key(Array("tags".utf8)), .every, .key([0x61])]]),
    Guide(paths: [[.descendants, .key(Array("name".utf8))]]),
  ]

  static let record =
    #"{"id": 7,"name":"é","tags":[{"a":1,"b":"x"},{"a":2,"b":"y"}],"on":true,"o":{"a":{}}}"#

  /// Reads all lines, some at a time; gives the numbers of those that were refused.
  static func refused(
    _ lines: [[UInt8]], _ guide: Guide, _ seen: (Int, inout Subject) throws -> Void = { _, _ in }
  ) throws -> [Int] {
    var subject = Subject(guide: guide)
    var refused: [Int] = []
    var start = 0
    for (number, line) in lines.enumerated() {
      if number % 50 == 0 {
        subject.document.load(lines[number...].prefix(50).joined(separator: [0x0A]))
        start = 0
      }
      do throws(JSONError) {
        try subject.document.read(start..<(start + line.count))
      } catch {
        refused.append(number)
      }
      if refused.last != number { try seen(number, &subject) }
      start += line.count + 1
    }
    return refused
  }

  @Test(arguments: [
    "[[", #"{"a": ["#, #"{"a":"#, #"{"a": 1,"#, "[1", "[1,", #"{"a": {"b": [{"#, "-", "[",
  ])
  func `what a record lacks is told without the next one`(_ record: String) throws {
    func error(reading text: String) -> JSONError? {
      var document = Document(limits: Document.Limits(depth: 6))
      document.load(Array(text.utf8))
      do throws(JSONError) {
        try document.read(0..<record.utf8.count)
        return nil
      } catch {
        return error
      }
    }
    let alone = try #require(error(reading: record))
    for next in [#"{"b": 1}"#, "[[[[[[", "1", "}", #""a": 2}"#] {
      #expect(error(reading: record + "\n" + next) == alone, "\(next)")
    }
  }

  /// The record in all the ways in which one byte can make it another one, good ones between them.
  static let mutated: [[UInt8]] = {
    let good = Array(record.utf8)
    var lines: [[UInt8]] = [good, good]
    for index in good.indices {
      var shorter = good
      shorter.remove(at: index)
      lines += [shorter, good]
      for byte in Array("{}[]:,\"\\ 1tn".utf8) + [0x80] {
        var longer = good
        longer.insert(byte, at: index)
        var other = good
        other[index] = byte
        lines += [longer, other, good]
      }
    }
    return lines
  }()

  static let expected = mutated.indices.filter { TreeReader.read(mutated[$0]) == nil }

  @Test(arguments: guides.indices)
  func `a record with one byte more, less or changed is accepted where it is JSON`(
    guide: Int
  ) throws {
    let (lines, expected) = (Self.mutated, Self.expected)
    try #require(expected.count > lines.count / 3)
    let refused = try Self.refused(lines, Self.guides[guide]) { number, subject in
      #expect(subject.written() == lines[number])
    }
    let wrong = Set(refused).symmetricDifference(expected).sorted()
    #expect(wrong.isEmpty, "\(wrong.prefix(5).map { shown(lines[$0]) })")
  }

  @Test(arguments: [
    #"{,"id": 7,"name":"é"}"#, #"{,"id":7}"#, #"{"id": 7"name":"é"}"#, #"{"id": 7,,"name":"é"}"#,
    #"{"id": 7,"name":"é",}"#, #"{"id": 7,"name" "é"}"#, #"{"id": ,"name":"é"}"#, #"{"id": 7,"#,
    #"{"id": 7,"name":"é""#, #"{"id": 7,"name"#, "{", #"{"id": 7,"name":"é"}}"#, "", " ",
    #"{"id": 7,"name":"é"} x"#, #"{"id": 7,"name":"é"}{"id": 7}"#, #"{"id": 7,"name":"é"},"#,
    #"{"id": 7,"tags":[,{"a":1,"b":"x"}]}"#,
    #"{"id": 7,"name":"é","tags":[{"a":1,"b":"x"}{"a":2}]}"#,
    #"{"id": 7,"name":"é","tags":[{"a":1,"b":"x"},{,"a":2}]}"#,
  ])
  func `a bad record behind good ones is refused, the next is read`(_ bad: String) throws {
    let good = Array(Self.record.utf8)
    for guide in Self.guides {
      let lines = [good, good, Array(bad.utf8), good, good]
      #expect(try Self.refused(lines, guide) == [2], "\(bad)")
    }
  }

  @Test func `an error lies inside its record`() {
    for bad in [#"{"a":[1"#, #"{"a"#, #"{"a":tr"#, "", #"[1,"#, #"{"a":"\u12"#] {
      for guide in [Guide.nothing, .everything] {
        var subject = Subject(guide: guide)
        subject.document.load(Array(("1\n" + bad + "\n\"b\":2}\n").utf8))
        let error = #expect(throws: JSONError.self) {
          try subject.document.read(2..<(2 + bad.utf8.count))
        }
        #expect(error?.offset ?? .max <= 2 + bad.utf8.count, "\(bad)")
        // Lines count from where the record begins.
        #expect(error?.line == 1, "\(bad)")
      }
    }
  }

  @Test func `records that differ in keys, order and white space are all read right`() {
    rounds(25) { generator in
      let names = (0..<Int.random(in: 1...9, using: &generator.random)).map { _ in
        generator.one(of: RandomText.names)
      }
      let lines = (0..<12).map { _ in Self.record(of: names, using: &generator) }
      let trees = lines.map { TreeReader.read($0) }
      let guide = trees[0].map { generator.guide(to: $0) } ?? .nothing
      var other = generator
      let refused = try Self.refused(lines, guide) { number, subject in
        guard let tree = trees[number] else { return }
        if other.once(in: 2) {
          try subject.compare(subject.document.root, with: tree, using: &other)
        }
        try check(subject.written() == lines[number], shown(lines[number]))
        let edit = other.edit(of: tree)
        try subject.apply(edit, to: tree, using: &other)
        try EditingTests.check(subject.written(), is: tree.apply(edit), isCompact: false)
      }
      try check(refused.isEmpty, refused.map { shown(lines[$0]) }.joined(separator: "\n"))
    }
  }

  /// Mostly the same keys, mostly in the same order and spelling.
  private static func record(of names: [[UInt8]], using generator: inout RandomText) -> [UInt8] {
    var names = names
    if generator.once(in: 4) { names.shuffle(using: &generator.random) }
    if generator.once(in: 4), !names.isEmpty { names.removeLast() }
    var text: [UInt8] = [0x7B]
    for (index, name) in names.enumerated() {
      if index > 0 { text.append(0x2C) }
      if generator.once(in: 6) { text.append(generator.one(of: [0x20, 0x09, 0x0D])) }
      text += Tree.quoted(name) + [0x3A]
      if !generator.once(in: 6) { text.append(0x20) }
      if generator.once(in: 8) { text += [0x20] }
      text += generator.once(in: 5) ? generator.document(style: .compact, values: 5) : [0x37]
    }
    return text + [0x7D]
  }

  @Test func `more keys than are remembered, and longer ones`() throws {
    let members = (0..<600).map { number in
      let name = number % 7 == 0 ? String(repeating: "long", count: number % 11) : "k"
      return "\"\(name)\(number)\": \(number)"
    }
    let line = Array(("{" + members.joined(separator: ", ") + "}").utf8)
    for guide in [.nothing, .everything, Guide(paths: [[.key(Array("k300".utf8))]])] {
      let refused = try Self.refused([line, line, line], guide) { _, subject in
        #expect(subject.written() == line)
        let found = try subject.document.member(
          named: Array("k300".utf8), of: subject.document.root)
        guard case .one(let node) = found else { throw Mismatch(description: "\(found)") }
        #expect(shown(subject.document.scalarText(of: node)) == "300")
      }
      #expect(refused.isEmpty)
    }
  }
}
