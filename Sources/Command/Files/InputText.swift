import JSONMigrationCore
import JSONText
import PropertyLists

extension Input {
  /// Puts all of it in place of the text; gives what is known of a file.
  @discardableResult
  func read(
    into text: inout ByteBuffer, limit: Int, calls: SystemCalls, note: (Int) -> Void = { _ in }
  ) throws(FileError) -> FileOrigin? {
    text.truncate(to: 0)
    if let source {
      return try text.append(file: source, limit: limit, calls: calls, note: note)
    }
    let isWhole: Bool
    do throws(Errno) {
      isWhole = try text.append(allOf: 0, limit: limit, calls: calls, note: note)
    } catch {
      throw FileError(.cannotRead, "standard input can't be read: \(error.words)")
    }
    if !isWhole { throw FileError(.tooBig, "standard input has more than \(limit) bytes") }
    return nil
  }
}

extension ByteBuffer {
  /// Puts the JSON of a property list in its place, if it is one.
  mutating func openPropertyList(of input: Input) throws(MigrationError) -> PropertyList? {
    guard case .propertyList = input.form else { return nil }
    let list = try MigrationError.reported(of: input.name) { () throws(TextProblem) in
      try PropertyList(view[0..<count])
    }
    truncate(to: 0)
    append(contentsOf: list.json)
    return list
  }
}

extension Input {
  /// Puts all of it in place of the text, as JSON; gives the property list, if it is one.
  @discardableResult
  func open(
    into text: inout ByteBuffer, limit: Int, calls: SystemCalls
  ) throws(MigrationError) -> PropertyList? {
    _ = try FileError.reported { () throws(FileError) in
      try read(into: &text, limit: limit, calls: calls)
    }
    return try text.openPropertyList(of: self)
  }

  /// The line in which its only document begins; nil where lines of the text say nothing to people.
  var firstLine: Int? {
    if case .propertyList = form { nil } else { 1 }
  }
}

extension ByteSlice {
  /// Whether a line has nothing but white space.
  var isBlank: Bool {
    // Nearly all lines are told by their first byte.
    if startIndex < endIndex, self[startIndex] > 0x20 { return false }
    return allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}

/// The lines of a text that are not blank: their bytes without the ends, and their numbers.
struct DocumentLines: Sequence, IteratorProtocol {
  private let text: ByteView
  private var start = 0
  private var number: Int

  init(_ text: ByteView, firstLine: Int) {
    self.text = text
    number = firstLine
  }

  mutating func next() -> (range: Range<Int>, number: Int)? {
    while start < text.count {
      let end = text[start..<text.count].place(of: UInt8(ascii: "\n")) ?? text.count
      defer { (start, number) = (end + 1, number + 1) }
      if !text[start..<end].isBlank { return (start..<end, number) }
    }
    return nil
  }
}
