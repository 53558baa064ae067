internal import JSONText

/// Which files of a folder are documents of a format: globs.
///
/// `*` is any text in a name and `?` one character of it; `**` as a whole name is any number of
/// folders, and none. A glob without `/` is for files in all folders, one with it starts at the
/// folder that is walked. A name that begins with a dot may be for globs only that begin with one,
/// too.
package struct FileSelection: Sendable {
  private let globs: [Glob]

  /// Nil where one of the texts is empty, or names nothing below a folder.
  package init?(_ texts: [String]) {
    let globs = texts.map { Glob($0) }
    if globs.isEmpty || globs.contains(where: { $0 == nil }) { return nil }
    self.globs = globs.compactMap { $0 }
  }

  /// Whether a file is one of them; `path` leads to it from the folder that is walked.
  ///
  /// `hidden` says whether stars take hidden names.
  package func contains(_ path: String, hidden: Bool = true) -> Bool {
    let names = Self.names(path)
    return globs.contains { $0.fits(names, hidden: hidden) }
  }

  /// Whether there may be such files in a folder, or below it.
  package func leadsInto(_ path: String, hidden: Bool = true) -> Bool {
    let names = Self.names(path)
    return globs.contains { $0.leadsInto(names, hidden: hidden) }
  }

  /// What to say about a text with signs of other globs, which stand for themselves here.
  ///
  /// There are files named `[id].json`: `anyBrackets` says whether these are such signs, too.
  package static func strangeSigns(
    in text: String, anyBrackets: Bool = false
  ) -> (message: String, help: String)? {
    func has(_ open: Character, _ inner: String, _ close: Character) -> Bool {
      guard let start = text.firstIndex(of: open),
        let end = text[start...].firstIndex(of: close)
      else { return false }
      return text[start..<end].contains { inner.contains($0) }
    }
    let help = "a glob has `*`, `?`, and `**` for folders"
    let shown = "in `\(Printable.quote(text))`"
    if has("{", ",", "}") {
      return ("braces stand for themselves \(shown)", "\(help); write one for each ending")
    }
    if has("[", anyBrackets ? "[" : "-!^", "]") {
      return ("brackets stand for themselves \(shown)", "\(help); `?` is any one character")
    }
    return text.first == "!"
      ? ("`!` leaves nothing out \(shown)", "\(help); write what to take") : nil
  }

  private static func names(_ path: String) -> [[UInt8]] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }
  }
}

/// A glob, name by name.
private struct Glob: Sendable {
  private enum Part: Sendable {
    case anyFolders
    case name([Unicode.Scalar])
  }

  private let parts: [Part]

  init?(_ text: String) {
    let names = text.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).map { Array($0) }
    if names.contains(where: { $0.isEmpty || $0.elementsEqual("..".utf8) }) { return nil }
    // The folder itself is no file in it.
    if names.allSatisfy({ $0.elementsEqual(".".utf8) }) { return nil }
    var parts: [Part] = names.count == 1 ? [.anyFolders] : []
    for name in names where !name.elementsEqual(".".utf8) {
      if name.elementsEqual("**".utf8) {
        parts.append(.anyFolders)
      } else {
        parts.append(.name(Array(String(decoding: name, as: UTF8.self).unicodeScalars)))
      }
    }
    self.parts = parts
  }

  func fits(_ path: [[UInt8]], hidden: Bool) -> Bool {
    states(after: path, hidden: hidden).contains(parts.count)
  }

  /// Whether something below can fit.
  func leadsInto(_ path: [[UInt8]], hidden: Bool) -> Bool {
    states(after: path, hidden: hidden).contains { $0 < parts.count }
  }

  /// For each name of the path in turn, after how many parts of the glob it may stand: this takes
  /// the product of the lengths, whatever the stars.
  private func states(after path: [[UInt8]], hidden: Bool) -> Set<Int> {
    var states = follow([0])
    for name in path {
      let name = Array(String(decoding: name, as: UTF8.self).unicodeScalars)
      let needsDot = !hidden && name.first == "."
      var next: Set<Int> = []
      for state in states where state < parts.count {
        switch parts[state] {
        case .anyFolders:
          if needsDot { continue }
          next.insert(state)
          if state == parts.count - 1 { next.insert(parts.count) }
        case .name(let pattern):
          if needsDot, pattern.first != "." { continue }
          if Self.fits(name, pattern) { next.insert(state + 1) }
        }
      }
      states = follow(next)
    }
    return states
  }

  /// And all states that are behind folders which need not be there; a file is no folder, so `**`
  /// at the end takes at least one name.
  private func follow(_ states: Set<Int>) -> Set<Int> {
    var result = states
    for state in states {
      var state = state
      while state < parts.count - 1, case .anyFolders = parts[state] {
        state += 1
        result.insert(state)
      }
    }
    return result
  }

  private static func fits(_ name: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
    Wildcards.fit(name, pattern, isAny: { $0 == "*" }) { $0 == "?" || $0 == $1 }
  }
}

/// Names and patterns in which one element stands for any number of any.
package enum Wildcards {
  /// Whether a pattern fits a whole name: in the product of the lengths, whatever the stars.
  package static func fit<Element, Wanted>(
    _ name: [Element], _ pattern: [Wanted], isAny: (Wanted) -> Bool,
    fits: (Wanted, Element) -> Bool
  ) -> Bool {
    var place = 0
    var next = 0
    // Behind the last star, and up to where it takes.
    var star: (next: Int, place: Int)?
    while place < name.count {
      if next < pattern.count, isAny(pattern[next]) {
        star = (next + 1, place)
        next += 1
      } else if next < pattern.count, fits(pattern[next], name[place]) {
        next += 1
        place += 1
      } else if let last = star {
        star = (last.next, last.place + 1)
        (next, place) = (last.next, last.place + 1)
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy(isAny)
  }
}

extension RuleReader {
  /// A list of globs.
  func fileSelection(_ value: LocatedJSON) -> FileSelection? {
    guard let elements = list(value, "a list of globs, such as `*.poem`"),
      let texts = whole(elements, { text($0) })
    else { return nil }
    if texts.isEmpty {
      report("the list of globs is empty", at: value.range)
      return nil
    }
    for (text, element) in zip(texts, elements) where FileSelection([text]) == nil {
      report(
        "`\(Printable.quote(text))` names no file below a folder", at: element.range,
        help: "write it from the folder on, without `..`: `settings/*.json`")
      return nil
    }
    for (text, element) in zip(texts, elements) {
      guard let (message, help) = FileSelection.strangeSigns(in: text) else { continue }
      report(message, at: element.range, help: help, severity: .warning)
    }
    return FileSelection(texts)
  }
}
