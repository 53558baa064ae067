/// What is wrong with a text that is another way to write JSON.
package struct TextProblem: Error {
  /// What it is, for programs: the word that a diagnostic has.
  package let kind: String
  /// What it is, for people.
  package let message: String
  /// The bytes meant, and the text that they are in.
  package let place: (bytes: Range<Int>, text: [UInt8])?
  /// The path of the value meant, where bytes say nothing to people.
  package let path: String?
  /// What can be done about it.
  package let help: String?

  package init(
    kind: String, message: String, place: (bytes: Range<Int>, text: [UInt8])? = nil, path: String?,
    help: String?
  ) {
    self.kind = kind
    self.message = message
    self.place = place
    self.path = path
    self.help = help
  }
}
