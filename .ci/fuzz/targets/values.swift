@testable import JSONText

/// A text becomes a value, the value a text, and that the same value again, with every number as it
/// was written.
func check(_ input: [UInt8]) {
  guard let value = try? JSON(parsing: input) else { return }
  for layout in [JSON.Layout.compact, .pretty()] {
    var text: [UInt8] = []
    value.write(into: &text, layout: layout)
    guard let again = try? JSON(parsing: text) else { preconditionFailure("not JSON: \(text)") }
    precondition(again == value && again.hashValue == value.hashValue)
    var second: [UInt8] = []
    again.write(into: &second, layout: layout)
    precondition(second == text)
  }
}
