internal import JSONMigrationCore
internal import JSONText

enum TextGenerator: RuleGenerator {
  static let verb = "text"
  static let cost = 5.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    propose(in: scope, isOf: { _ in true }, &proposals)
  }

  /// Proposes those edits that are of use.
  static func propose(in scope: Scope, isOf use: (JSON) -> Bool, _ proposals: inout Proposals) {
    for edit in scope.edits where edit.all(.text, .text) {
      let pairs = edit.pairs.map { ($0.before.text ?? "", $0.after.text ?? "") }
      for edits in TextEdits.all(of: pairs) where use(edits) {
        proposals.add(verb, edit.way, ["do": edits])
      }
    }
  }
}

/// Edits that may bring old texts to new ones.
struct TextEdits {
  private let pairs: [(old: String, new: String)]
  private var found: [JSON] = []

  static let mostBytes = 4_000

  static func all(of pairs: [(old: String, new: String)]) -> [JSON] {
    var edits = TextEdits(pairs: pairs)
    edits.findLetters()
    edits.findSigns()
    // Long texts are not searched for what they have in common.
    if pairs.allSatisfy({ max($0.old.utf8.count, $0.new.utf8.count) <= mostBytes }) {
      edits.findEnds()
      edits.findInserted()
      edits.findWords()
      edits.findParts()
    }
    var seen: Set<JSON> = []
    return edits.found.map(edits.settled).filter { seen.insert($0).inserted }
  }

  private init(pairs: [(old: String, new: String)]) { self.pairs = pairs }

  private mutating func findLetters() {
    let trim = { (text: String) -> String in
      var text = Substring(text)
      while text.first?.isWhitespace == true { text.removeFirst() }
      while text.last?.isWhitespace == true { text.removeLast() }
      return String(text)
    }
    let functions: [(String, (String) -> String)] = [
      ("lowercase", { $0.lowercased() }), ("uppercase", { $0.uppercased() }), ("trim", trim),
    ]
    for (name, function) in functions where pairs.allSatisfy({ function($0.old) == $0.new }) {
      found.append([.string(name)])
    }
    if pairs.allSatisfy({ $0.old.lowercased() == $0.new.lowercased() }) {
      found.append(["capitalize"])
      found.append(["lowercase", "capitalize"])
    }
    // Two edits that are often written together, alone and with a prefix or suffix.
    for second in functions.prefix(2) where pairs.allSatisfy({ second.1(trim($0.old)) == $0.new }) {
      found.append(["trim", .string(second.0)])
    }
    for (name, function) in functions {
      let cleaned = pairs.map { (function($0.old), $0.new) }
      guard let (old, new) = cleaned.first, !old.isEmpty, old != pairs[0].old else { continue }
      addEnds(of: old, new, after: [.string(name)])
    }
    let cleaned = pairs.map { (trim($0.old).lowercased(), $0.new) }
    if let (old, new) = cleaned.first, !old.isEmpty, old != pairs[0].old {
      addEnds(of: old, new, after: ["trim", "lowercase"])
    }
  }

  /// Edits that replace one sign by another wherever it stands, or take all signs of a kind away.
  private mutating func findSigns() {
    let functions: [(edits: [JSON], function: (String) -> String)] = [
      ([], { $0 }), (["lowercase"], { $0.lowercased() }), (["uppercase"], { $0.uppercased() }),
    ]
    for (edits, function) in functions {
      guard let (old, new) = sign(after: function) else { continue }
      found.append(.array(edits + [["replace": .string(old), "with": .string(new)]]))
    }
    let kinds: [(pattern: String, goes: (Unicode.Scalar) -> Bool)] = [
      ("[^0-9]+", { !("0"..."9").contains($0) }),
      ("\\s+", { " \t\n\r\u{B}\u{C}".unicodeScalars.contains($0) }),
      (
        "[^A-Za-z0-9]+",
        { !("0"..."9").contains($0) && !("a"..."z").contains($0) && !("A"..."Z").contains($0) }
      ),
    ]
    for (pattern, goes) in kinds {
      let fits = pairs.allSatisfy { old, new in
        old.unicodeScalars.lazy.filter { !goes($0) }.elementsEqual(new.unicodeScalars)
      }
      if fits { found.append([["pattern": .string(pattern), "with": ""]]) }
    }
  }

  /// The one sign that another takes the place of in all texts.
  private func sign(after function: (String) -> String) -> (old: String, new: String)? {
    var sign: (old: Unicode.Scalar, new: Unicode.Scalar)?
    for pair in pairs {
      let (old, new) = (function(pair.old).unicodeScalars, pair.new.unicodeScalars)
      guard old.count == new.count else { return nil }
      for (old, new) in zip(old, new) {
        if old != new, sign == nil { sign = (old, new) }
        if old != new || old == sign?.old, sign?.old != old || sign?.new != new { return nil }
      }
    }
    return sign.map { (String($0.old), String($0.new)) }
  }

  private mutating func addEnds(of old: String, _ new: String, after edits: [JSON]) {
    guard new.utf8.count > old.utf8.count else { return }
    if new.hasSuffix(old) {
      found.append(.array(edits + [["prefix": .string(String(new.dropLast(old.count)))]]))
    } else if new.hasPrefix(old) {
      found.append(.array(edits + [["suffix": .string(String(new.dropFirst(old.count)))]]))
    } else if edits.isEmpty, !old.isEmpty, let range = new.place(of: old) {
      found.append([
        ["prefix": .string(String(new[..<range.lowerBound]))],
        ["suffix": .string(String(new[range.upperBound...]))],
      ])
    }
  }

  /// Edits that add or remove a prefix or a suffix.
  private mutating func findEnds() {
    guard let (old, new) = pairs.first else { return }
    addEnds(of: old, new, after: [])
    guard !new.isEmpty, old.count > new.count else { return }
    if old.hasSuffix(new) {
      let cut = String(old.dropLast(new.count))
      found.append([["pattern": .string("^" + Self.escaped(cut)), "with": ""]])
      // What all lose alike is no sign for more.
      if let last = cut.last, !areAllMade({ cut + $0 }) {
        found.append([["pattern": .string("^.*" + Self.escaped(String(last))), "with": ""]])
      }
    }
    if old.hasPrefix(new) {
      let cut = String(old.dropFirst(new.count))
      found.append([["pattern": .string(Self.escaped(cut) + "$"), "with": ""]])
      if let first = cut.first, !areAllMade({ $0 + cut }) {
        found.append([["pattern": .string(Self.escaped(String(first)) + ".*$"), "with": ""]])
      }
    }
    if let range = old.place(of: new) {
      let (left, right) = (old[..<range.lowerBound], old[range.upperBound...])
      if !left.isEmpty, !right.isEmpty {
        found.append([
          [
            "pattern": .string(
              "^\(Self.escaped(String(left)))(.*)\(Self.escaped(String(right)))$"), "with": "$1",
          ]
        ])
      }
    }
  }

  /// Whether each of several old texts is made of its new one.
  private func areAllMade(_ old: (String) -> String) -> Bool {
    pairs.count > 1 && pairs.allSatisfy { old($0.new) == $0.old }
  }

  /// Edits that put something in behind a beginning that all have, or before an end.
  private mutating func findInserted() {
    guard let (old, new) = pairs.first else { return }
    let (left, right) = (Array(old.utf8), Array(new.utf8))
    let (start, end) = Likeness.commonEnds(left, right)
    guard start + end == left.count, right.count > left.count, start > 0, end > 0 else { return }
    // A sign behind the beginning says better where that ends.
    let signs = left[start...].prefix { !PathText.isPlain($0) }.count
    let ends = [
      ("^", left[..<(start + signs)], right[..<(right.count - end + signs)], ""),
      ("", left[start...], right[start...], "$"),
    ]
    for (before, cut, put, behind) in ends where cut.count <= Self.longestEnd {
      let (cut, put) = (String(decoding: cut, as: UTF8.self), String(decoding: put, as: UTF8.self))
      found.append([
        [
          "pattern": .string(before + Self.escaped(cut) + behind),
          "with": .string(Self.template(put)),
        ]
      ])
    }
  }

  private static let longestEnd = 12

  /// Edits that replace words, perhaps in several places.
  private mutating func findWords() {
    var several: [(old: String, new: String)] = []
    var most = 0
    for (old, new) in pairs.prefix(6) {
      let found = Self.replacements(Words.split(old), Words.split(new))
      most = max(most, found.count)
      for (cut, put) in found where !several.contains(where: { $0.old == cut }) {
        several.append((cut, put))
      }
    }
    guard (1...5).contains(several.count), several.allSatisfy({ !$0.old.isEmpty }),
      // As many as there are texts, though each takes fewer, only recite them.
      several.count == most || several.count < min(pairs.count, 6)
    else { return }
    found.append(.array(several.map { ["replace": .string($0.old), "with": .string($0.new)] }))
  }

  /// The same where what it makes isn't found again, as `http` is in `https`: with the signs that
  /// follow in all texts.
  private func settled(_ edits: JSON) -> JSON {
    guard let edit = edits.array?.first?.object, edits.array?.count == 1,
      let cut = edit["replace"]?.string, let put = edit["with"]?.string, put.includes(cut)
    else { return edits }
    let rests = pairs.map { old, _ in
      old.place(of: cut).map { old[$0.upperBound...].prefix { !$0.isLetter && !$0.isNumber } }
    }
    guard let signs = rests.first ?? nil, !put.includes(cut + signs),
      rests.allSatisfy({ $0 == signs }),
      pairs.allSatisfy({ $0.old.replacingAll(cut + signs, with: put + signs) == $0.new })
    else { return edits }
    return [["replace": .string(cut + signs), "with": .string(put + signs)]]
  }

  /// The replacements between words that stay, by a longest common subsequence.
  private static func replacements(
    _ old: [String], _ new: [String]
  ) -> [(cut: String, put: String)] {
    guard old.count * new.count <= 10_000 else { return [] }
    var lengths = [[Int]](
      repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
    for left in old.indices.reversed() {
      for right in new.indices.reversed() {
        lengths[left][right] =
          old[left] == new[right]
          ? lengths[left + 1][right + 1] + 1
          : max(lengths[left + 1][right], lengths[left][right + 1])
      }
    }
    var found: [(cut: String, put: String)] = []
    var (left, right) = (0, 0)
    var (cut, put) = ("", "")
    func isSame() -> Bool { left < old.count && right < new.count && old[left] == new[right] }
    while left < old.count || right < new.count {
      if isSame() {
        if !cut.isEmpty, !put.isEmpty { found.append((cut, put)) }
        (cut, put, left, right) = ("", "", left + 1, right + 1)
      } else if left < old.count,
        right >= new.count || lengths[left + 1][right] >= lengths[left][right + 1]
      {
        cut += old[left]
        left += 1
      } else {
        put += new[right]
        right += 1
      }
    }
    if !cut.isEmpty, !put.isEmpty { found.append((cut, put)) }
    return found
  }

  /// The difference in the middle: alone, widened to words, and widened to the next spaces.
  private mutating func findParts() {
    let isWord = { (byte: UInt8) in
      PathText.isPlain(byte) || byte == UInt8(ascii: "_")
    }
    let isInk = { (byte: UInt8) in byte > 0x20 }
    for (old, new) in pairs.prefix(6) {
      let (left, right) = (Array(old.utf8), Array(new.utf8))
      let (start, end) = Likeness.commonEnds(left, right)
      for edge in [nil, isWord, isInk] {
        var (from, to) = (start, left.count - end)
        if let edge {
          while from > 0, edge(left[from - 1]) { from -= 1 }
          while to < left.count, edge(left[to]) { to += 1 }
        }
        let rightEnd = right.count - (left.count - to)
        guard from < to, from <= rightEnd else { continue }
        let cut = String(decoding: left[from..<to], as: UTF8.self)
        let put = String(decoding: right[from..<rightEnd], as: UTF8.self)
        found.append([["replace": .string(cut), "with": .string(put)]])
      }
    }
  }

  /// A pattern of the rules that matches a text.
  static func escaped(_ text: String) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars {
      if ".?*+(){}|[]\\^$-".unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }

  /// A replacement of the rules that stands for a text.
  static func template(_ text: String) -> String { text.replacingAll("$", with: "$$") }
}
