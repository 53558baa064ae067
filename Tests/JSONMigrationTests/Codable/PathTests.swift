import Foundation
import JSONMigrationCore
import JSONText
import Testing

@testable import JSONMigration

/// Where values are, as decoders and errors tell it.
@Suite struct PathTests {
  @Test(arguments: Self.agreements)
  func `paths are those of JSONDecoder`(_ agreement: Agreement) throws {
    let disagreements = try agreement.disagreements()
    #expect(disagreements.isEmpty, "\(disagreements.joined(separator: "\n"))")
  }

  static let agreements: [Agreement] = [
    Agreement(
      [[Whereabouts]].self, named: "everywhere",
      [#"[[{"a": {"b": 1}}, {"a": {"b": "x"}}], [], [{"a": {}}, {}, {"a": {"b": null}}]]"#]),
    Agreement(
      [Whereabouts].self, named: "many",
      ["[" + (0..<400).map { #"{"a": {"b": \#($0)}}"# }.joined(separator: ",") + #", {"a": 1}]"#]),
    Agreement(
      [String: [Whereabouts?]].self, named: "in a dictionary",
      [#"{"x": [null, {"a": {"b": 1}}], "y": [{"a": {"b": "x"}}, {"a": []}]}"#]),
    Agreement(
      [TwoKeys].self, named: "keys of two types ask one object",
      [
        #"[{"first": 1, "1": 2, "last": 3}, {"1": "x", "first": "y"}]"#,
        #"[{"last": {}, "first": true, "first": 2, "1": [], "1": 1}]"#, #"[{}, {"first": "z"}]"#,
      ]),
    Agreement(
      [TwoKeys].self, named: "keys of two types ask one object of many members",
      ["[{\(AgreementTests.manyMembers), \"first\": true, \"1\": [], \"last\": \"x\"}]"]),
    Agreement(
      [TwoKeys].self, named: "keys of two types, snake case",
      [#"[{"first": "y", "1": "x", "last": {}}]"#],
      configure: { $0.keyDecodingStrategy = .convertFromSnakeCase }),
    Agreement(
      Tried.self, named: "found by trying, in and out of containers",
      [
        #"[[[1, 2], [3], []], {"a": [4, {"b": 5}], "c": {"d": [[6], 7]}}, [[8, [9]], 10]]"#,
        #"{"x": {"y": [{"z": 1}, {"z": {"w": [2]}}, 3]}, "v": [[4], {"u": 5}]}"#,
        (0..<24).reduce("1") { #"[0, {"n": 2, "m\#($1)": [\#($0), 3]}, 4]"# },
      ]),
    Agreement(
      [Whereabouts].self, named: "keys of its own",
      [#"[{"B": {"C": 1}}, {"B": {"C": "x"}}, {"B": 1}]"#],
      configure: {
        $0.keyDecodingStrategy = .custom { path in
          let names = ["B": "a", "C": "b"]
          let depths = path.dropLast().map { $0.intValue.map(String.init) ?? $0.stringValue }
          let name = names[path[path.count - 1].stringValue] ?? ""
          return Key(depths.contains("nothing") ? "" : name)
        }
      }),
  ]

  @Test func `a function for keys is asked once for each member`() throws {
    struct Item: Decodable { let x: Int }
    final class Counter: @unchecked Sendable { var calls = 0 }
    let counter = Counter()
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      counter.calls += 1
      return Key(path[path.count - 1].stringValue.lowercased())
    }
    let text = "[" + (0..<500).map { #"{"X": \#($0), "Y": 1}"# }.joined(separator: ",") + "]"
    let items = try decoder.decode(
      [Item].self, from: Data(text.utf8), migrating: DecodingMigratedTests.current)
    #expect(items.map(\.x) == Array(0..<500))
    #expect(counter.calls == 1_000)
  }

  @Test func `a date in a dictionary is told alike, however many dictionaries were read before`()
    throws
  {
    struct Diary: Decodable { let days: [String: Date] }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let bad = Data(#"{"days": {"a": "x"}}"#.utf8)
    func path(_ decode: () throws -> Diary) -> [String] {
      let error = #expect(throws: DecodingError.self) { try decode() }
      guard case .dataCorrupted(let context)? = error else { return ["\(error as Any)"] }
      return context.codingPath.map { $0.stringValue }
    }
    let expected = path { try decoder.decode(Diary.self, from: bad) }
    let current = try DecodingMigratedTests.current
    let days = (0..<5_000).map { #""d\#($0)": "2025-08-23T02:00:00Z""# }.joined(separator: ",")
    for _ in 0..<3 {
      #expect(path { try decoder.decode(Diary.self, from: bad, migrating: current) } == expected)
      _ = try decoder.decode(
        Diary.self, from: Data(#"{"days": {\#(days)}}"#.utf8), migrating: current)
    }
  }

  /// Its own decoder gives it a dictionary, whose keys no strategy converts.
  private struct Wrapper<Content: Decodable>: Decodable {
    let content: Content

    init(from decoder: any Decoder) throws {
      content = try decoder.singleValueContainer().decode(Content.self)
    }
  }

  @Test func `a date in a dictionary is told by the type that asks for the dictionary`() throws {
    struct Diary<Content: Decodable>: Decodable { let theDays: Content }
    let current = try DecodingMigratedTests.current
    func compare<Value: Decodable>(_ type: Value.Type, _ text: String) throws {
      for decoder in [JSONDecoder(), .snake] {
        decoder.dateDecodingStrategy = .iso8601
        let data = Data(text.utf8)
        let expected = #expect(throws: DecodingError.self) {
          try decoder.decode(type, from: data)
        }
        let error = #expect(throws: DecodingError.self) {
          try decoder.decode(type, from: data, migrating: current)
        }
        #expect(
          Whereabouts.text(try #require(error)) == Whereabouts.text(try #require(expected)),
          "\(type) in \(text)")
      }
    }
    typealias Days = [String: Date]
    for key in ["the_days", "theDays"] {
      let one = "{\"\(key)\": {\"a\": \"x\"}}"
      try compare(Diary<Days>.self, one)
      try compare(Diary<Wrapper<Days>>.self, one)
      try compare(Diary<Wrapper<Days?>>.self, one)
      try compare(Diary<Wrapper<Wrapper<Days>>>.self, one)
      let two = "{\"\(key)\": {\"b\": {\"a\": \"x\"}}}"
      try compare(Diary<[String: Days]>.self, two)
      try compare(Diary<Wrapper<[String: Days]>>.self, two)
      try compare(Diary<[String: Wrapper<Days>]>.self, two)
      let listed = "{\"\(key)\": [{\"a\": \"x\"}]}"
      try compare(Diary<[Days]>.self, listed)
      try compare(Diary<[Wrapper<Days>]>.self, listed)
      try compare(Diary<Wrapper<[Days]>>.self, listed)
    }
    try compare(Wrapper<Days>.self, #"{"a": "x"}"#)
    try compare([Wrapper<Days>].self, #"[{}, {"a": "x"}]"#)
  }

  @Test func `JSON is read as it is written`() throws {
    struct Holder: Decodable {
      let any: JSON
      let object: JSONObject
      let number: JSONNumber
      let list: [JSON]
      let none: JSON?
    }
    let text =
      #"{"b":1.0,"a":[12345678901234567890123,1e400,-0.0,"\u00e9",{"b":null,"b":1}],"b":2}"#
    let data = Data(
      #"{"any":\#(text),"object":{"z":1.50,"a":{}},"number":1E+2,"list":[null,1.0],"none":null}"#
        .utf8)
    let holder = try JSONDecoder().decode(
      Holder.self, from: data, migrating: DecodingMigratedTests.current)
    #expect(
      holder.any.description
        == #"{"b":1.0,"a":[12345678901234567890123,1e400,-0.0,"é",{"b":null}]}"#)
    #expect(holder.object.description == #"{"z":1.50,"a":{}}"#)
    #expect(holder.number.description == "1E+2")
    #expect(holder.list.map(\.description) == ["null", "1.0"])
    #expect(holder.none == nil)
  }

  @Test(arguments: [
    (#"{"n": {}}"#, "n"), (#"{"o": []}"#, "o"), (#"{"n": 1, "o": {"\ud83d": 1}}"#, ""),
    (#"{"n": 1, "o": {"a": "\ud83d"}}"#, ""),
  ])
  func `what is no JSON of that kind is an error with its place`(
    _ text: String, _ key: String
  ) throws {
    struct Holder: Decodable {
      let n: JSONNumber?
      let o: JSONObject?
    }
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        Holder.self, from: Data(text.utf8), migrating: DecodingMigratedTests.current)
    }
    switch error {
    case .typeMismatch(_, let context): #expect(context.codingPath.map(\.stringValue) == [key])
    case .dataCorrupted(let context): #expect(context.codingPath.isEmpty && key.isEmpty)
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test func `JSON is as deep as other values are`() throws {
    func nested(_ depth: Int) -> Data {
      Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    let decoder = JSONDecoder()
    let migrator = try DecodingMigratedTests.current
    let json = try decoder.decode(JSON.self, from: nested(512), migrating: migrator)
    #expect(json.description.count == 1_024)
    #expect(throws: DecodingError.self) {
      try decoder.decode(JSON.self, from: nested(513), migrating: migrator)
    }
  }

  @Test func `keys of dictionaries are numbers where they read so, however many were read`() throws
  {
    let data = Data(#"{"1":"x"}"#.utf8)
    let current = try DecodingMigratedTests.current
    for decoder in [JSONDecoder(), JSONDecoder.snake] {
      let expected = #expect(throws: DecodingError.self) {
        try decoder.decode([String: Int].self, from: data)
      }
      let wanted = Whereabouts.text(try #require(expected))
      for _ in 0..<300 {
        let error = #expect(throws: DecodingError.self) {
          try decoder.decode([String: Int].self, from: data, migrating: current)
        }
        #expect(Whereabouts.text(try #require(error)) == wanted)
      }
    }
  }
}

extension JSONDecoder {
  fileprivate static var snake: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}

/// Any JSON, read by trying one type after the other: what goes wrong, in order.
private struct Tried: Decodable, Equatable {
  var errors: [String] = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      _ = try container.decode(Bool.self)
    } catch let error as DecodingError {
      errors.append(Whereabouts.text(error))
    }
    if (try? container.decode(Double.self)) != nil { return }
    let members: [Tried]
    if let list = try? container.decode([Tried].self) {
      members = list
    } else {
      members = try container.decode([String: Tried].self).sorted { $0.key < $1.key }.map(\.value)
    }
    errors += members.flatMap(\.errors)
    do {
      _ = try container.decode(String.self)
    } catch let error as DecodingError {
      errors.append(Whereabouts.text(error))
    }
  }
}

/// The path of each decoder and container on the way, and what goes wrong there.
private struct Whereabouts: Decodable, Equatable {
  enum Keys: String, CodingKey { case a, b }

  var paths: [String] = []

  init(from decoder: any Decoder) throws {
    paths.append(Self.text(decoder.codingPath))
    let container = try decoder.container(keyedBy: Keys.self)
    paths.append(Self.text(container.codingPath))
    do {
      let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .a)
      paths.append(Self.text(inner.codingPath))
      paths.append("\(try inner.decode(Int.self, forKey: .b))")
    } catch let error as DecodingError {
      paths.append(Self.text(error))
    }
    do {
      paths.append("\(try container.decode([Int].self, forKey: .b))")
    } catch let error as DecodingError {
      paths.append(Self.text(error))
    }
  }

  static func text(_ path: [any CodingKey]) -> String {
    path.map { "\($0.stringValue)/\($0.intValue ?? -1)" }.joined(separator: ".")
  }

  static func text(_ error: DecodingError) -> String {
    switch error {
    case .typeMismatch(let type, let context): "\(type) \(text(context.codingPath))"
    case .valueNotFound(let type, let context): "no \(type) \(text(context.codingPath))"
    case .keyNotFound(let key, let context): "no \(key.stringValue) \(text(context.codingPath))"
    case .dataCorrupted(let context): "corrupted \(text(context.codingPath))"
    @unknown default: "?"
    }
  }
}

/// Asks one object with keys of two types, by turns.
private struct TwoKeys: Decodable, Equatable {
  enum Names: String, CodingKey { case first, last }
  enum Numbers: Int, CodingKey { case one = 1 }

  struct Path: Decodable {
    let keys: [any CodingKey]

    init(from decoder: any Decoder) throws { keys = decoder.codingPath }
  }

  var found: [String] = []

  init(from decoder: any Decoder) throws {
    let names = try decoder.container(keyedBy: Names.self)
    let numbers = try decoder.container(keyedBy: Numbers.self)
    try note(Int.self, Names.first, names)
    try note(Int.self, Numbers.one, numbers)
    try note(Int.self, Names.last, names)
    try note(Path.self, Names.first, names)
    try note(Path.self, Numbers.one, numbers)
    let again = try decoder.container(keyedBy: Names.self)
    try note(Path.self, Names.first, again)
    try note(Path.self, Numbers.one, numbers)
    try note(String.self, Names.last, again)
    found.append("\(again.allKeys.map(\.stringValue).sorted())")
  }

  private mutating func note<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type, _ key: Key, _ container: KeyedDecodingContainer<Key>
  ) throws {
    do {
      let value = try container.decode(type, forKey: key)
      if let path = value as? Path {
        let types = path.keys.map { "\(Swift.type(of: $0))" }.filter { $0 != "_CodingKey" }
        found.append(Whereabouts.text(path.keys) + " \(types.last ?? "")")
      } else {
        found.append("\(value)")
      }
    } catch let error as DecodingError {
      found.append(Whereabouts.text(error))
    }
  }
}
