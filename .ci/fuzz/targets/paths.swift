@testable import JSONText

/// A path says of itself what reads back as the same path.
func check(_ input: [UInt8]) {
  let text = String(decoding: input, as: UTF8.self)
  if let path = try? JSONPath(text) {
    precondition((try? JSONPath(path.description)) == path, path.description)
  }
  if let path = try? JSONPath(rule: text) {
    precondition((try? JSONPath(rule: path.description)) == path, path.description)
    _ = (path.isSingular, path.slot, path.plainNames)
  }
  if let condition = try? JSONCondition(text) {
    precondition((try? JSONCondition(condition.description)) == condition, condition.description)
  }
}
