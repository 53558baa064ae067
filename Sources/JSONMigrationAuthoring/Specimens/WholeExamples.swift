internal import JSONText

extension JSON {
  /// Values that a key of a rule asks for as a whole, and not by the texts and numbers in it.
  func wholeExamples(of key: String) -> [JSON] {
    switch (key, self) {
    case ("is", .array), ("is", .object): [self]
    // One that has the element already.
    case ("append", .object(let members)): members.map { .array([$0.value]) }
    case ("form", .string(let form)): Self.date(in: form).map { [.string($0)] } ?? []
    default: []
    }
  }

  /// The fifth of August 2025, as a form has it: a day that may be a month too.
  private static func date(in form: String) -> String? {
    var (text, isQuoted) = ("", false)
    var rest = Substring(form)
    while let letter = rest.first {
      let run = rest.prefix { $0 == letter }
      rest = rest.dropFirst(run.count)
      if letter == "'" {
        isQuoted.toggle()
        continue
      }
      if isQuoted || !letter.isLetter {
        text += run
        continue
      }
      let digits: String? =
        switch letter {
        case "y", "u": run.count == 2 ? "25" : "2025"
        case "M", "L": "8"
        case "d": "5"
        case "H", "h", "k", "K": "9"
        case "m": "30"
        case "s": "7"
        case "S": String("250000000".prefix(run.count))
        default: nil
        }
      guard let digits else { return nil }
      text += String(repeating: "0", count: max(0, run.count - digits.count)) + digits
    }
    return text
  }
}
