import JSONText
import TestSupport

@testable import JSONMigrationCore

/// Documents and rules for them, made at random.
///
/// A rule is made for what the document is when its turn comes, so that most of them fire.
struct Material {
  var random = Seeded()
  private var count = 0

  static let names = ["a", "b", "c", "item", "tab_size", "x y", "\u{E9}", "e\u{301}", "$id", "if"]

  mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  mutating func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  /// A name that no document has.
  mutating func newName() -> String {
    count += 1
    return "new\(count)"
  }

  /// A document of version 1.
  mutating func document() -> JSON {
    var members = object(depth: 3, atLeast: 3)
    members["list"] = .array(
      (0...Int.random(in: 0...2, using: &random)).map { _ in .object(object(depth: 1, atLeast: 2)) }
    )
    members["version"] = 1
    return .object(members)
  }

  private mutating func object(depth: Int, atLeast: Int = 0) -> JSONObject {
    let count = Int.random(in: atLeast...5, using: &random)
    var members = JSONObject()
    for name in Self.names.shuffled(using: &random).prefix(count) {
      members[name] = value(depth: depth - 1)
    }
    return members
  }

  mutating func value(depth: Int = 0) -> JSON {
    let kinds = depth > 0 ? 9 : 5
    let count = Int.random(in: 0...3, using: &random)
    switch Int.random(in: 0..<kinds, using: &random) {
    case 0: return one(of: [0, 1, 7, -2, 1_500, 12.5])
    case 1: return one(of: [nil, true, false])
    case 2: return one(of: ["12", "true", "2025-08-23T00:00:00Z", "[1,2]"])
    case 3: return one(of: ["A B", "A B C", "x", "", "\u{E9} e\u{301}"])
    case 4: return one(of: ["open", "closed"])
    case 5: return .array((0..<count).map { .number(JSONNumber($0 * 3 % 4)) })
    case 6: return .array((0..<count).map { _ in one(of: ["a", "b c"]) })
    default: return .object(object(depth: depth))
    }
  }

  /// A document as it may be written.
  mutating func text(of document: JSON) -> [UInt8] {
    var bytes: [UInt8] = []
    switch Int.random(in: 0...3, using: &random) {
    case 0: document.write(into: &bytes)
    case 1: document.write(into: &bytes, layout: .pretty())
    case 2:
      let isWindows = once(in: 2)
      let layout = JSON.Layout(
        lineBreak: isWindows ? [0x0D, 0x0A] : [0x0A], indent: isWindows ? [0x09] : [0x20, 0x20],
        afterColon: [0x20])
      document.write(into: &bytes, layout: layout)
      return bytes.withCommasInFront
    default:
      let space = [UInt8(ascii: " ")]
      document.write(into: &bytes, layout: JSON.Layout(afterColon: space, afterComma: space))
    }
    return bytes
  }
}

/// A value of a document, and the path to it.
struct Spot {
  var path: [PathSegment]
  var value: JSON
  var isMember = false

  var text: String { JSONPath(query: PathQuery(root: .scope, segments: path)).description }

  /// The path to a member beside it, or in it.
  func text(ending names: String..., above: Int = 0) -> String {
    var spot = self
    spot.path.removeLast(above)
    spot.path += names.map { PathSegment([.name(Array($0.utf8))]) }
    return spot.text
  }

  var name: String { path.last?.name.map { String(decoding: $0, as: UTF8.self) } ?? "" }
}

extension JSON {
  /// All that is in it, the versions aside and what rules have kept.
  var spots: [Spot] {
    var result: [Spot] = []
    var pending = [Spot(path: [], value: self)]
    while let spot = pending.popLast() {
      for (key, value) in spot.value.object ?? [:] where key != "version" && key != "_old" {
        let name = PathSegment([.name(Array(key.utf8))])
        pending.append(Spot(path: spot.path + [name], value: value, isMember: true))
      }
      for (index, value) in (spot.value.array ?? []).enumerated() {
        pending.append(Spot(path: spot.path + [PathSegment([.index(index)])], value: value))
      }
      if !spot.path.isEmpty { result.append(spot) }
    }
    return result
  }

  /// The value without what is empty in it, as parents are that a rule made.
  var pruned: JSON {
    switch self {
    case .array(let elements): return .array(elements.map(\.pruned).filter { !$0.isEmpty })
    case .object(let members):
      var kept = JSONObject()
      for (key, value) in members where !value.pruned.isEmpty { kept[key] = value.pruned }
      return .object(kept)
    default: return self
    }
  }

  private var isEmpty: Bool { array?.isEmpty ?? object?.isEmpty ?? false }
}
