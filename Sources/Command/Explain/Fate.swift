import JSONMigrationCore
import JSONText

extension Trace {
  /// What rules did to the value that a path led to before them, or to one that it was in.
  func fate(ofValueAt path: JSONPath) -> String? {
    var fate = Fate(path: "\(path)")
    var edits = steps.flatMap(\.edits)[...]
    while let first = edits.first, !fate.isGone {
      let run = edits.prefix { $0.rule == first.rule }
      edits = edits[run.endIndex...]
      if first.rule != nil { fate.follow(run) }
    }
    guard let rule = fate.rule.map({ rules[$0] }) else { return nil }
    let start = "`\(rule.verb)` (\(rule.place.description)) "
    let told = fate.told.map { "`\(Printable.path($0))`" }
    return start + (fate.isGone ? "took \(told[0]) away" : "brought \(told[0]) to \(told[1])")
  }
}

/// Where a value is by now.
private struct Fate {
  private let asked: String
  private var path: String
  /// The rule that has brought it there or taken it away, and the path in what that did so with.
  private(set) var rule: Int?
  private var rest = ""
  private(set) var isGone = false

  init(path: String) { (asked, self.path) = (path, path) }

  /// Its place at first and now; those of what it is in, if it went with that.
  var told: [String] {
    let both = [asked, path]
    let count = rest.utf8.count
    guard both.allSatisfy({ $0.utf8.suffix(count).elementsEqual(rest.utf8) }) else { return both }
    return both.map { String(Substring($0.utf8.dropLast(count))) }
  }

  /// Goes along with the edits of a rule: with that of what is closest to it.
  mutating func follow(_ edits: ArraySlice<Trace.Edit>) {
    let around = edits.filter { edit in
      edit.before.map { path.utf8.rest(behind: $0.path.utf8) != nil } == true
    }
    let closest = around.max { one, other in
      (one.before?.path.utf8.count ?? 0) < (other.before?.path.utf8.count ?? 0)
    }
    guard let closest, let before = closest.before, let rest = path.rest(behind: before.path) else {
      for edit in edits { shift(edit) }
      return
    }
    if rule == nil, !before.has(rest) { return }
    guard let after = closest.after, after.has(rest) else {
      (rule, isGone, self.rest) = (closest.rule, true, rest)
      return
    }
    if after.path != before.path {
      (rule, path, self.rest) = (closest.rule, after.path + rest, rest)
    }
  }

  /// Counts the elements in front of it anew, where one has gone from there or has come.
  private mutating func shift(_ edit: Trace.Edit) {
    if edit.before?.path == edit.after?.path { return }
    if let gone = edit.before?.path.element, let own = path.rest(behind: gone.array)?.number,
      own.number > gone.number
    {
      path = "\(gone.array)[\(own.number - 1)]\(own.rest)"
    }
    if let come = edit.after?.path.element, let own = path.rest(behind: come.array)?.number,
      own.number >= come.number
    {
      path = "\(come.array)[\(own.number + 1)]\(own.rest)"
    }
  }
}

extension Trace.Spot {
  /// Whether the value has something in it at the end of a path.
  fileprivate func has(_ rest: String) -> Bool {
    guard !rest.isEmpty, let path = try? JSONPath("$" + rest) else { return true }
    return (try? JSON(parsing: value).values(at: path).isEmpty) == false
  }
}

/// Paths as a trace writes them.
extension String {
  /// What is behind another path that this one goes on from; nil where it doesn't.
  fileprivate func rest(behind start: String) -> String? {
    utf8.rest(behind: start.utf8).map { String(Substring($0)) }
  }

  /// The array and the number of an element; nil for what is none.
  fileprivate var element: (array: String, number: Int)? {
    guard utf8.last == UInt8(ascii: "]"), let start = utf8.lastIndex(of: UInt8(ascii: "[")),
      let number = Int(Substring(utf8[start...].dropFirst().dropLast()))
    else { return nil }
    return (String(self[..<start]), number)
  }

  /// The number that it begins with, and what is behind that: `[1].a`.
  fileprivate var number: (number: Int, rest: String)? {
    guard utf8.first == UInt8(ascii: "["), let end = utf8.firstIndex(of: UInt8(ascii: "]")),
      let number = Int(Substring(utf8[..<end].dropFirst()))
    else { return nil }
    return (number, String(Substring(utf8[end...].dropFirst())))
  }
}
