package import JSONMigrationCore
internal import JSONText

/// What the released steps of a rules folder mean: the file rules.lock.
///
/// It holds the meaning of each step, of its way back and of each format in one spelling, so that
/// comments, layout and other words for the same are no change, and a change can be shown with a
/// document that it makes another one of.
package struct RuleLock: Sendable {
  /// The name of the file in the rules folder.
  package static let file = "rules.lock"

  private(set) var lines: [LockLine] { didSet { numbers = Self.numbers(of: lines) } }
  /// The first line about each subject.
  private var numbers: [[UInt8]: Int] = [:]
  /// The rules folder of a lock that was read from a file, in which changes can be accepted.
  private let folder: String?

  private static let head = [
    "# What each released step means. `jsonmigrate lock` writes this, `jsonmigrate check` asks it."
  ]

  /// What the rules of a folder mean now.
  package init(_ migrator: Migrator) {
    lines = LockSubjects(migrator.rules).all.map(\.line)
    numbers = Self.numbers(of: lines)
    folder = nil
  }

  /// Reads the file; the error names the first line that is none.
  package init(_ bytes: [UInt8], named name: String) throws(MigrationError) {
    lines = []
    let start = name.dropLast(Self.file.count)
    folder = start.count > 1 ? String(start.dropLast()) : start.isEmpty ? "." : String(start)
    let marks = LineMarks(bytes)
    for row in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let text = String(decoding: row.last == 0x0D ? row.dropLast() : row, as: UTF8.self)
      if text.isEmpty || text.hasPrefix("#") { continue }
      guard var line = LockLine(text), line.isIntact else {
        let span = Diagnostic.Span(row.startIndex..<row.endIndex, in: bytes)
        let isMark = ["<<<<<<<", "=======", ">>>>>>>"].contains { text.hasPrefix($0) }
        throw Self.damaged(
          "is not as it was written", at: Diagnostic.Place(name, span: span),
          help: isMark
            ? "a merge has left both sides here: keep the lines of both, and of two about one "
              + "step that of the step that was released" : nil)
      }
      let start = row.startIndex + text.utf8.prefix { $0 != UInt8(ascii: " ") }.count + 1
      let subject = start..<start + line.subject.utf8.count
      line.place = Diagnostic.Place(
        name, span: Diagnostic.Span(subject, in: bytes, after: marks.last(before: subject)))
      if let number = numbers[Array(line.subject.utf8)] {
        try Self.check(line, besides: lines[number])
      } else {
        numbers[Array(line.subject.utf8)] = lines.count
      }
      lines.append(line)
    }
    if lines.isEmpty {
      throw Self.damaged("holds nothing of what was released", at: Diagnostic.Place(name))
    }
  }

  /// Two lines may not say different things of one subject, as a merge may leave them.
  private static func check(
    _ line: LockLine, besides earlier: LockLine
  ) throws(MigrationError) {
    guard !earlier.agrees(with: line), let place = line.place else { return }
    var diagnostic = Diagnostic(
      .changedStep,
      "\(file) says two things of \(Printable.quote(line.subject)), as a merge may leave it",
      at: place,
      help: "keep the line of the step that was released; the other one is to be a step of its own")
    if let place = earlier.place { diagnostic.relatedPlaces = [place] }
    throw MigrationError(diagnostic)
  }

  private static func damaged(
    _ what: String, at place: Diagnostic.Place, help: String? = nil
  ) -> MigrationError {
    let subject = place.span == nil ? file : "this line of \(file)"
    return MigrationError(
      Diagnostic(
        .changedStep, "\(subject) \(what)", at: place,
        help: help ?? "take the file as it was committed; if that is lost, remove it, and "
          + "`jsonmigrate lock` writes what the rules mean now"))
  }

  /// What is in the file.
  package var text: String {
    (Self.head + lines.map(\.written)).joined(separator: "\n") + "\n"
  }

  /// The command that takes over what a thing means now; nil where no file holds the lock.
  func accepting(_ name: String) -> String? {
    folder.map {
      "`jsonmigrate lock \(Printable.shellWord(file: $0.utf8)) "
        + "--accept \(Printable.shellWord(name.utf8))`"
    }
  }

  /// The number of steps in it.
  package var stepCount: Int { lines.count { $0.meaning["rules"]?.array != nil && !$0.isWayBack } }

  /// What was released of a thing; of a step that starts at more versions than then, what was said
  /// of it then.
  private func line(about subject: LockSubjects.Subject) -> LockLine? {
    if let number = numbers[Array(subject.line.subject.utf8)] { return lines[number] }
    if let step = subject.step, step.from.count < 2 { return nil }
    return lines.first { subject.line.startsAtMore(than: $0) }
  }

  private static func numbers(of lines: [LockLine]) -> [[UInt8]: Int] {
    var numbers: [[UInt8]: Int] = [:]
    for (number, line) in lines.enumerated().reversed() {
      numbers[Array(line.subject.utf8)] = number
    }
    return numbers
  }
}

extension LockLine {
  /// The step that it is about: `author/1→2`.
  fileprivate var step: String { isWayBack ? String(subject.dropFirst("undo ".count)) : subject }

  /// The version that the step leads to, `author/2`, or `author/format`.
  fileprivate var target: String {
    let format = "format "
    if step.hasPrefix(format) { return Self.name(step.dropFirst(format.count)) + "/format" }
    return versions.map { $0.folder + ($0.to.string ?? $0.to.description) } ?? step
  }

  /// The folder that stands in a line as a word.
  private static func name(_ word: Substring) -> String { quoted(word) ?? String(word) }

  private static func quoted(_ word: Substring) -> String? {
    word.first == "\"" ? (try? JSON(parsing: Array(word.utf8)))?.string : nil
  }

  /// The versions of the step that it is about; nil for a format.
  fileprivate var versions: (folder: String, from: [JSON], to: JSON)? {
    guard let arrow = step.lastIndex(of: "→"),
      let to = try? JSON(parsing: Array(step[step.index(after: arrow)...].utf8))
    else { return nil }
    let start = step[..<arrow]
    let slash =
      start.indices.first { start[$0] == "/" && Self.quoted(start[..<$0]) != nil }
      ?? start.prefix { $0 != "\"" }.lastIndex(of: "/")
    let list = slash.map { start[start.index(after: $0)...] } ?? start
    guard let from = try? JSON(parsing: Array("[\(list)]".utf8)).array else { return nil }
    return (slash.map { Self.name(start[..<$0]) + "/" } ?? "", from, to)
  }

  /// The patterns that the step starts at, by what versions of them begin with.
  fileprivate var patterns: [(subject: String, folder: String, to: JSON, beginning: [UInt8])] {
    guard !isWayBack, let versions else { return [] }
    return versions.from.compactMap { version in
      version.string.flatMap { Version.text($0).beginning }.map {
        (subject, versions.folder, versions.to, $0)
      }
    }
  }

  /// Whether both are of one step, and this one starts at all versions of the other and at more.
  fileprivate func startsAtMore(than other: LockLine) -> Bool {
    guard isWayBack == other.isWayBack, let versions, let old = other.versions,
      old.folder.utf8.elementsEqual(versions.folder.utf8), old.to == versions.to
    else { return false }
    return old.from.count < versions.from.count && old.from.allSatisfy(versions.from.contains)
  }
}

// MARK: - Comparing

extension RuleLock {
  /// What the rules say otherwise than when they were released: an error where a document tells, a
  /// warning where none was found that does.
  package func differences(from migrator: Migrator) -> [Diagnostic] {
    let rules = migrator.rules
    let subjects = LockSubjects(rules)
    var found: [Diagnostic] = []
    var changedSteps: Set<Int> = []
    for subject in subjects.all {
      guard let line = line(about: subject), !line.agrees(with: subject.line) else { continue }
      let comparison = LockComparison(rules, subject, released: line.meaning, in: self)
      let step = subject.step?.file
      // What leads back over a step that was changed goes with it.
      if comparison.isGrowth || step.map(changedSteps.contains) == true { continue }
      if let step { changedSteps.insert(step) }
      found.append(comparison.diagnostic)
    }
    found += growth(of: subjects) + taken(by: subjects)
    let gone = lines(notIn: subjects)
    found += gone.isEmpty ? gaps(in: subjects) : gone.map { self.gone($0, subjects) }
    return found.inReadingOrder()
  }

  /// What was released, and no step or format says any more.
  private func lines(notIn subjects: LockSubjects) -> [LockLine] {
    let known = Set(subjects.all.compactMap { line(about: $0) }.map { Array($0.subject.utf8) })
    return lines.filter { !known.contains(Array($0.subject.utf8)) }
  }

  /// What was released and isn't there any more.
  private func gone(_ line: LockLine, _ subjects: LockSubjects) -> Diagnostic {
    if line.isWayBack {
      let step = line.step
      return Diagnostic(
        .changedStep, "the rules that lead back over \(step) were released, and are gone",
        severity: .warning,
        at: subjects.place(ofSubject: step),
        help: "documents may be refused on the way back"
          + (accepting(line.target).map { "; \($0) takes it over" } ?? ""))
    }
    return Diagnostic(
      .changedStep, "\(Printable.quote(line.subject)) was released, and is gone",
      at: line.place ?? subjects.place(ofSubject: "format"),
      help: "keep the step as long as there are such documents"
        + (accepting(line.target).map { "; if there are none, \($0) takes it out" } ?? ""))
  }

  /// What has no line, though it is older than something that has one: a line was lost.
  private func gaps(in subjects: LockSubjects) -> [Diagnostic] {
    let isKnown = subjects.all.map { line(about: $0) != nil }
    return subjects.all.indices.compactMap { index in
      let subject = subjects.all[index]
      if isKnown[index] { return nil }
      // A way back comes behind its step, and is as old.
      let start = subject.part == .undo ? index - 1 : index
      let next = subjects.all.indices[start...].first {
        isKnown[$0] && subjects.all[$0].part == .step && subjects.all[$0].folder == subject.folder
      }
      guard let later = next.map({ subjects.all[$0] }) else { return nil }
      return Diagnostic(
        .changedStep,
        "\(Self.file) says nothing of \(subject.shown), though \(later.shown) was released",
        severity: .warning, at: subject.place,
        help: "take the file as it was committed; if this is new, `jsonmigrate lock` adds it")
    }
  }

  /// Steps that bring nested documents further than when they were released.
  private func growth(of subjects: LockSubjects) -> [Diagnostic] {
    subjects.all.compactMap { subject in
      guard subject.part == .format, let released = line(about: subject),
        let old = released.meaning["newest"], let new = subject.line.meaning["newest"], old != new,
        !subject.folder.isEmpty
      else { return nil }
      return Diagnostic(
        .changedStep,
        "released steps bring documents of `\(Printable.quote(subject.folder))` to version \(new) "
          + "now, and brought them to \(old) then",
        severity: .note, at: subject.place)
    }
  }

  /// Steps that start at versions which a pattern of another one brought further when it was
  /// released.
  private func taken(by subjects: LockSubjects) -> [Diagnostic] {
    let patterns = lines.flatMap(\.patterns)
    if patterns.isEmpty { return [] }
    return subjects.all.compactMap { subject in
      guard subject.part == .step, let own = subject.line.versions else { return nil }
      let before = line(about: subject)?.versions?.from ?? []
      for version in own.from where !before.contains(version) {
        guard let text = version.string else { continue }
        let other = patterns.first { pattern in
          pattern.folder.utf8.elementsEqual(own.folder.utf8) && pattern.to != own.to
            && text.utf8.starts(with: pattern.beginning)
        }
        guard let other else { continue }
        return Diagnostic(
          .changedStep,
          "documents of version \(version) took \(Printable.quote(other.subject)) when that was "
            + "released, and take \(subject.shown) now", at: subject.place,
          help: "a version that a released pattern takes in keeps its step")
      }
      return nil
    }
  }

  /// The versions that released steps of a format start at or lead to, as `shape` names them.
  func versions(in folder: String) -> Set<String> {
    let start = folder.isEmpty ? "" : folder + "/"
    return lines.reduce(into: []) { found, line in
      guard let versions = line.versions, versions.folder.utf8.elementsEqual(start.utf8) else {
        return
      }
      for version in versions.from + [versions.to] {
        found.insert(version.string ?? version.description)
      }
    }
  }

  /// The lock with lines for steps that are new, and with what is `accepted` as it means now.
  ///
  /// Or the first of those names by which nothing is known.
  package func updated(
    to migrator: Migrator, accepting accepted: [String] = []
  ) -> Result<RuleLock, UnknownName> {
    let subjects = LockSubjects(migrator.rules)
    var unknown = accepted
    func isAccepted(_ names: [String]) -> Bool {
      let found = accepted.filter { one in names.contains { $0.utf8.elementsEqual(one.utf8) } }
      unknown.removeAll(where: found.contains)
      return !found.isEmpty
    }
    var updated = self
    updated.lines = subjects.all.map { subject in
      guard !isAccepted(subject.names), let line = line(about: subject),
        !line.agrees(with: subject.line)
      else { return subject.line }
      let comparison = LockComparison(
        migrator.rules, subject, released: line.meaning, in: self)
      return comparison.isGrowth ? subject.line : line
    }
    updated.lines += lines(notIn: subjects).filter { line in
      !isAccepted([line.step, line.target])
    }
    return unknown.first.map { .failure(UnknownName(name: $0)) } ?? .success(updated)
  }

  /// A name of no step.
  package struct UnknownName: Error {
    package let name: String
  }
}
