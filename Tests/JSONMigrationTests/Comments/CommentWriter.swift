import JSONText
import TestSupport

/// Writes documents with comments at random places, each with a number of its own.
struct CommentWriter {
  private(set) var random: Seeded
  private var count = 0
  /// Whether commas stand in front of lines.
  private var isCommaFirst = false
  /// The comments of the members of the root, by the numbers of the members.
  private var owners: [Int: [String]] = [:]

  init(_ random: Seeded) { self.random = random }

  mutating func text(of value: JSON) -> [UInt8] {
    (count, owners) = (0, [:])
    isCommaFirst = chance(3)
    var text = chance(3) ? line("") : ""
    text += written(value, indent: "", owner: nil)
    text += chance(3) ? " " + comment(false) : ""
    return Array((text + "\n").utf8)
  }

  /// The comments of a member of the root that go with it.
  func owned(by member: Int) -> [String] { owners[member] ?? [] }

  /// All comments in a text, in order.
  func comments(in text: [UInt8]) -> [String] {
    var found: [String] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "#")) {
      let end = rest[(start + 1)...].firstIndex { !(0x30...0x39).contains($0) } ?? rest.endIndex
      found.append(String(decoding: rest[start..<end], as: UTF8.self))
      rest = rest[end...]
    }
    return found
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  /// A comment; one that takes the line only where that may be.
  private mutating func comment(_ mayTakeLine: Bool, owner: Int? = nil) -> String {
    count += 1
    if let owner { owners[owner, default: []].append("#\(count)") }
    return mayTakeLine && chance(2) ? "// #\(count)" : "/* #\(count) */"
  }

  private mutating func line(_ indent: String, owner: Int? = nil) -> String {
    comment(true, owner: owner) + "\n" + indent
  }

  private mutating func written(_ value: JSON, indent: String, owner: Int?) -> String {
    let inner = indent + "  "
    var items: [(key: String?, value: JSON)]
    if let members = value.object {
      items = members.map { ($0.key, $0.value) }
    } else if let elements = value.array {
      items = elements.map { (nil, $0) }
    } else {
      return value.description
    }
    let (open, close) = value.object == nil ? ("[", "]") : ("{", "}")
    if items.isEmpty {
      return open + (chance(4) ? " " + comment(false, owner: owner) + " " : "") + close
    }
    var text = open + (chance(5) ? " " + comment(true, owner: owner) : "")
    for (index, item) in items.enumerated() {
      let own = owner ?? (indent.isEmpty ? index : nil)
      text += "\n" + inner
      if index > 0, chance(6) {
        text += "\n\(inner)" + line(inner, owner: owner) + "\n\(inner)"
      }
      if chance(3) { text += line(inner, owner: own) }
      if isCommaFirst, index > 0 {
        text += chance(4) ? "," : ", "
        if chance(4) { text += chance(2) ? line(inner, owner: own) : comment(false, owner: own) }
      }
      if let key = item.key {
        text +=
          JSON.string(key).description + (chance(8) ? " " + comment(false, owner: own) : "") + ": "
        if chance(8) { text += comment(false, owner: own) + " " }
      }
      text += written(item.value, indent: inner, owner: own)
      if chance(8) { text += " " + comment(false, owner: own) }
      if index == items.count - 1 ? chance(2) : !isCommaFirst { text += "," }
      if chance(3) { text += " " + comment(true, owner: own) }
    }
    if chance(5) { text += "\n" + inner + comment(true, owner: owner) }
    return text + "\n" + indent + close
  }
}
