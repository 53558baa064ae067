internal import JSONText

/// The JSON of a property list, made value by value.
struct PropertyListValues {
  private(set) var json: [UInt8] = []
  private(set) var specials: [ByteString: PropertyList.Special] = [:]
  private(set) var texts: Set<ByteString> = []
  /// Whether a text reads like a date that came before it.
  private(set) var hasTwins = false
  private(set) var hasControls = false
  private(set) var hasHugeReals = false
  /// Texts that come, as is known from reading once before.
  private let coming: Set<ByteString>
  /// Members of whose keys there is another one later.
  private var superseded: [Range<Int>] = []
  /// Whether a null is the text `$null`; nil where there is none.
  private(set) var nullIsText: Bool?
  /// What JSON has no place for, so that the property list can't be written anew.
  private(set) var losses: [PropertyListProblem] = []
  private var open: [Container] = []
  private let limit: Int

  private struct Container {
    let isDictionary: Bool
    var count = 0
    /// The key of the value that comes next, or came last.
    var key: String?
    var isKeyOpen = false
    /// Where each member begins, and the number of the last one with a key.
    var starts: [Int] = []
    var members: [ByteString: Int] = [:]
    var superseded: [Int] = []
  }

  /// The JSON of a property list, of not many more bytes than the limit.
  init(limit: Int, besides coming: Set<ByteString>) {
    self.limit = limit
    self.coming = coming
  }

  /// The JSON, in which of each key only the last member is left.
  var finished: [UInt8] {
    if superseded.isEmpty { return json }
    var finished: [UInt8] = []
    var start = 0
    for range in superseded.ordered(by: { $0.lowerBound < $1.lowerBound })
    where range.lowerBound >= start {
      finished += json[start..<range.lowerBound]
      start = range.upperBound
    }
    return finished + json[start...]
  }

  var isEmpty: Bool { json.isEmpty }
  /// Whether a key has to come next.
  var needsKey: Bool { open.last.map { $0.isDictionary && !$0.isKeyOpen } ?? false }
  /// Whether a value has to come next.
  var needsValue: Bool { open.last?.isKeyOpen ?? false }

  /// The path of the value that comes next, or came last.
  var path: String {
    open.reduce(into: "$") { path, container in
      path +=
        container.isDictionary
        ? container.key.map { PathText.step(Array($0.utf8)) } ?? ""
        : "[\(container.count)]"
    }
  }

  /// Notes the first of all that would be lost if the property list was written anew.
  mutating func noteLoss(of what: String, at offset: Int?, help: String) {
    guard losses.isEmpty else { return }
    losses = [
      PropertyListProblem(
        kind: .unsupported, message: "the property list has \(what) would be lost", offset: offset,
        path: offset == nil ? path : nil, help: help)
    ]
  }

  /// Adds a key; `offset` is where that is in XML.
  mutating func add(key: String, at offset: Int?) {
    guard let last = open.indices.last else { return }
    if open[last].count > 0 { json.append(UInt8(ascii: ",")) }
    open[last].key = key
    open[last].isKeyOpen = true
    let number = open[last].starts.count
    open[last].starts.append(json.count)
    if let other = open[last].members.updateValue(number, forKey: ByteString(key)) {
      open[last].superseded.append(other)
      noteLoss(
        of: "the key \(Found.quote(key.utf8)) twice in a dictionary, and the first value",
        at: offset, help: "take one of the two out first")
    }
    noteControls(key)
    JSON.write(key, into: &json)
    json.append(UInt8(ascii: ":"))
  }

  mutating func begin(isDictionary: Bool) throws(PropertyListProblem) {
    try separate()
    json.append(UInt8(ascii: isDictionary ? "{" : "["))
    open.append(Container(isDictionary: isDictionary))
  }

  mutating func end() {
    guard let container = open.popLast() else { return }
    // Behind each of these another member follows, and its comma goes with it.
    superseded += container.superseded.map { container.starts[$0]..<container.starts[$0 + 1] }
    json.append(UInt8(ascii: container.isDictionary ? "}" : "]"))
    finish()
  }

  mutating func add(word: String) throws(PropertyListProblem) {
    try separate()
    json += word.utf8
    finish()
  }

  mutating func add(text: String) throws(PropertyListProblem) {
    if text.utf8.elementsEqual("$null".utf8) { return try addNull(asText: true) }
    texts.insert(ByteString(text))
    noteControls(text)
    switch specials[ByteString(text)] {
    case nil: break
    case .date, .data: hasTwins = true
    default: throw twin(text)
    }
    try separate()
    JSON.write(text, into: &json)
    finish()
  }

  /// Adds a null, which in JSON is the same for one that is an object and one that is a text.
  mutating func addNull(asText isText: Bool = false) throws(PropertyListProblem) {
    if let nullIsText, nullIsText != isText {
      throw PropertyListProblem(
        kind: .unsupported,
        message: "the property list has both a null and the text `$null`, which stands for one",
        path: path)
    }
    nullIsText = isText
    try add(word: "null")
  }

  mutating func add(_ special: PropertyList.Special, as text: String) throws(PropertyListProblem) {
    let text = try free(text, for: special)
    specials[ByteString(text)] = special
    try separate()
    JSON.write(text, into: &json)
    finish()
  }

  /// The text that stands for a value, made longer where a text of the property list is the same.
  private func free(
    _ text: String, for special: PropertyList.Special
  ) throws(PropertyListProblem) -> String {
    var text = text
    // Each value goes by all that are taken, so there may not be many.
    for _ in 0..<64 {
      switch special {
      case .date where isTaken(text): text = Self.longer(date: text)
      // What reads it passes over signs at the end that fill nothing up.
      case .data where isTaken(text): text += "="
      case .real, .unreadable:
        if texts.contains(ByteString(text)) { throw twin(text) }
        return text
      case .date, .data: return text
      }
    }
    throw twin(text)
  }

  /// Whether some text of the property list is the same.
  private func isTaken(_ text: String) -> Bool {
    texts.contains(ByteString(text)) || coming.contains(ByteString(text))
  }

  /// The same date with one zero more behind its seconds.
  private static func longer(date: String) -> String {
    guard date.utf8.last == UInt8(ascii: "Z") else { return date + " " }
    return date.dropLast() + (date.utf8.contains(UInt8(ascii: ".")) ? "0Z" : ".0Z")
  }

  private mutating func noteControls(_ text: String) {
    if !hasControls {
      hasControls = text.utf8.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }
    }
  }

  mutating func add(data: [UInt8]) throws(PropertyListProblem) {
    let text = String(decoding: Base64.text(of: data), as: UTF8.self)
    try add(.data(data), as: text.isEmpty ? Base64.nothing : text)
  }

  mutating func add(real value: Double, as text: String? = nil) throws(PropertyListProblem) {
    guard let number = JSONNumber(value) else {
      let usual = value.isNaN ? "nan" : value < 0 ? "-infinity" : "+infinity"
      return try add(.real(value, text ?? usual), as: "\(value.isNaN ? .nan : value)")
    }
    try add(real: number)
  }

  /// Adds a real number as it is written in XML.
  mutating func add(real number: JSONNumber) throws(PropertyListProblem) {
    hasHugeReals = hasHugeReals || number.text.isBeyondDouble
    try add(word: number.text.isReal ? number.text : number.text + ".0")
  }

  private func twin(_ text: String) -> PropertyListProblem {
    PropertyListProblem(
      kind: .unsupported,
      message: "the property list has a text that reads just like one of its other values, "
        + "`\(Found.shown(text.utf8))`",
      path: path)
  }

  private mutating func separate() throws(PropertyListProblem) {
    if json.count > limit {
      throw PropertyListProblem(
        kind: .tooBig, message: "the property list has more than \(limit) bytes as JSON")
    }
    guard let last = open.last, !last.isDictionary, last.count > 0 else { return }
    json.append(UInt8(ascii: ","))
  }

  private mutating func finish() {
    guard let last = open.indices.last else { return }
    open[last].count += 1
    open[last].isKeyOpen = false
  }
}

extension String {
  /// Whether a number is written as one that need not be whole.
  var isReal: Bool {
    utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
  }

  /// Whether a number is so large that `Double` has nothing but infinity for it.
  var isBeyondDouble: Bool { Double(self).map { !$0.isFinite } ?? true }
}
