@testable import JSONText
@testable import PropertyLists

/// What is read as a property list is JSON, and what is written of it is read as the same.
func check(_ input: [UInt8]) {
  guard let list = try? PropertyList(input) else { return }
  var document = Document(guide: .nothing)
  document.load(list.json)
  do {
    try document.read()
  } catch {
    precondition((error as? JSONError)?.kind == .tooDeep, "not JSON")
  }
  guard let written = try? list.bytes(list.json) else { return }
  let again = try? PropertyList(written)
  precondition(again?.json == list.json, "\(list.json)\n\(written)")
  for byte in stride(from: 0, to: list.json.count, by: max(1, list.json.count / 8)) {
    precondition(PropertyList.path(to: byte, in: list.json) != nil, "no path")
  }
}
