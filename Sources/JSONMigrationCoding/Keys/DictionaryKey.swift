/// A key of a dictionary as its own `init(from:)` has it: a number too, where it reads as one.
struct DictionaryKey: CodingKey {
  let stringValue: String
  var intValue: Int? { Int(stringValue) }

  init(stringValue: String) { self.stringValue = stringValue }

  init(intValue: Int) { stringValue = "\(intValue)" }
}
