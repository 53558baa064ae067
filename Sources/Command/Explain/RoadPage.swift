import JSONMigrationCore
import JSONText

/// The road of a document as one page, which needs no network and loads nothing.
///
/// Everything from documents and rules stands in the page as data: JSON in which nothing can end
/// the element that it is in. The page's script makes text of it, never markup. A document may have
/// any number of edits, so what each of them adds is kept small: texts and paths stand there once,
/// edits are rows of numbers.
///
/// | row | what is in it |
/// | --- | --- |
/// | an edit | rule, value, path before, path after, value before, value after where it differs |
/// | a value | its number, path before, path after |
///
/// Rules, values and paths are numbers; null stands for what was not there.
struct RoadPage {
  private let trace: Trace
  private let name: String
  private let target: Version
  private var data = InertJSON()

  /// The most bytes of a changed value that an edit has; the whole stands in the documents.
  private static let mostOfValue = 512

  init(_ trace: Trace, name: String, to target: Version) {
    self.trace = trace
    self.name = name
    self.target = target
  }

  /// The page.
  var bytes: [UInt8] {
    var page = self
    page.putRoad()
    let template = PageTemplate.text
    guard let road = template.place(of: "{{road}}") else { return Array(template.utf8) }
    let (before, after) = (template[..<road.lowerBound], template[road.upperBound...])
    return before.utf8 + page.data.bytes + after.utf8
  }

  private mutating func putRoad() {
    data.put("{")
    data.putTexts(["name": name, "target": "\(target)"])
    data.put(#", "documents": "#)
    data.putList(trace.documents) { document, data in
      data.put("{")
      data.putTexts(["path": document.path, "version": "\(document.version)"])
      data.put("}")
    }
    data.put(#", "rules": "#)
    data.putList(trace.rules) { site, data in
      let line = Printable.lines(of: String(decoding: site.text, as: UTF8.self))
      data.put("{")
      data.putTexts(["verb": site.verb, "place": site.place.description, "line": line])
      data.put("}")
    }
    putSteps()
    data.put(#", "failure": "#)
    if let failure = trace.failure {
      data.putText(TextReporter().text(of: failure.diagnostics))
    } else {
      data.put("null")
    }
    data.put("}")
  }

  private mutating func putSteps() {
    // The texts of the document at all versions, each once.
    var texts: [[UInt8]] = []
    var numbers: [[UInt8]: Int] = [:]
    func number(of text: [UInt8]) -> Int {
      if let known = numbers[text] { return known }
      numbers[text] = texts.count
      texts.append(text)
      return texts.count - 1
    }
    var paths = PathTable()
    data.put(#", "steps": "#)
    data.putList(trace.steps) { step, data in
      data.put("{")
      data.putTexts(["path": step.path, "from": "\(step.from)", "to": "\(step.to)"])
      if let about = step.about {
        data.put(", ")
        data.putTexts(["about": about])
      }
      data.put(#", "before": \#(number(of: step.before)), "after": "#)
      data.put(step.isDone ? "\(number(of: step.after))" : "null")
      data.put(#", "edits": "#)
      data.putList(step.edits) { Self.put($0, &paths, into: &$1) }
      data.put(#", "values": "#)
      data.putList(step.values) { value, data in
        let (before, after) = (paths.number(of: value.before), paths.number(of: value.after))
        data.put("[\(value.number),\(before),\(after)]")
      }
      data.put("}")
    }
    data.put(#", "paths": "#)
    data.putList(paths.rows) { row, data in
      data.put("\(row.common),")
      data.putText(row.rest)
    }
    data.put(#", "texts": "#)
    data.putList(texts) { $1.putText(String(decoding: $0, as: UTF8.self)) }
  }

  private static func put(
    _ edit: Trace.Edit, _ paths: inout PathTable, into data: inout InertJSON
  ) {
    let rule = edit.rule.map { "\($0)" } ?? "null"
    let (before, after) = (paths.number(of: edit.before?.path), paths.number(of: edit.after?.path))
    data.put("[\(rule),\(edit.value),\(before),\(after)")
    let spots = [edit.before, edit.after].compactMap { $0 }
    let changed =
      spots.count < 2
      ? nil : ChangedValues(spots[0].value, spots[1].value, atMost: Self.mostOfValue)
    let single = spots.prefix(1).map { Printable.quote($0.value) }
    for text in changed.map({ [$0.before, $0.after] }) ?? single {
      data.put(",")
      data.putText(text)
    }
    data.put("]")
  }
}

/// Paths, each once, as what it has in common with the one before and what follows.
private struct PathTable {
  /// `common` counts as scripts do, in UTF-16.
  private(set) var rows: [(common: Int, rest: String)] = []
  private var numbers: [[UInt8]: Int] = [:]
  private var last: [UInt8] = []

  /// The number of a path as it stands in the data.
  mutating func number(of path: String?) -> String {
    guard let path else { return "null" }
    let bytes = Array(path.utf8)
    if let known = numbers[bytes] { return "\(known)" }
    var common = 0
    while common < min(bytes.count, last.count), bytes[common] == last[common] { common += 1 }
    // Not in the middle of a scalar.
    while common < bytes.count, bytes[common] & 0xC0 == 0x80 { common -= 1 }
    let units = bytes[..<common].reduce(0) { count, byte in
      byte & 0xC0 == 0x80 ? count : byte >= 0xF0 ? count + 2 : count + 1
    }
    rows.append((units, String(decoding: bytes[common...], as: UTF8.self)))
    (numbers[bytes], last) = (rows.count - 1, bytes)
    return "\(rows.count - 1)"
  }
}

/// JSON without anything that HTML could take for its own, or that acts on how text is read.
private struct InertJSON {
  private(set) var bytes: [UInt8] = []

  /// JSON as it is.
  mutating func put(_ json: String) { bytes += json.utf8 }

  mutating func putList<Element>(
    _ elements: [Element], _ put: (Element, inout InertJSON) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      put(element, &self)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Members of an object that are strings.
  mutating func putTexts(_ members: KeyValuePairs<String, String>) {
    for (index, member) in members.enumerated() {
      put(index > 0 ? ", " : "")
      putText(member.key)
      put(": ")
      putText(member.value)
    }
  }

  /// A string.
  mutating func putText(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
      case "<", ">", "&": put(JSONReporter.escape(scalar))
      case _ where Printable.needsEscape(scalar): put(JSONReporter.escape(scalar))
      default: bytes += scalar.utf8
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
