internal import JSONText

/// Why a rule could not do its work.
///
/// The engine makes a diagnostic of it.
package struct RuleFailure: Error {
  package var kind: Diagnostic.Kind
  /// The sentence, without the verb in front.
  var message: String
  /// Whether the sentence is about a nested document, and not about what the verb did.
  var isOfDocument = false
  /// The place in the document.
  var node: NodeID?
  /// A few words to stand beside the place.
  var label: String?
  var help: String?
  /// The type that was needed, as conditions call it, where other values may be passed over.
  var neededType: String?
  /// What is not there, where that has to be, from the place in the document.
  var lookedFor: LookedFor?
  /// What the reader or the limits said, where that is all there is to say.
  var error: JSONError?
  /// Other places that have to do with it, in the rules.
  var places: [Diagnostic.Place] = []
  /// The rule that failed.
  package var rule: Rule?
  /// What its paths started from.
  var scope: NodeID?
  /// What the rule says itself of this, or the innermost around it that says something.
  var said: String?

  /// Put together in one place: it is long code for what happens seldom.
  @inline(never)
  init(
    _ kind: Diagnostic.Kind, _ message: String, at node: NodeID?, label: String? = nil,
    help: String? = nil, neededType: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.node = node
    self.label = label
    self.help = help
    self.neededType = neededType
  }

  init(_ error: JSONError) {
    kind = Diagnostic.Kind(rawValue: error.kind.rawValue)
    message = "expected \(error.expected), found \(error.found)"
    self.error = error
  }
}

extension Engine {
  /// Another type than the verb takes.
  func wrongType(_ node: NodeID, needs: String, help: String? = nil) -> RuleFailure {
    let found = words(for: node)
    return RuleFailure(
      .wrongType, "needs \(needs)\(at(node)), found \(found)", at: node, label: found,
      help: help, neededType: Self.types[needs])
  }

  /// What conditions call the types that verbs need.
  private static let types = [
    "text": "string", "an array": "array", "an object": "object", "a number": "number",
    "an array of texts": "array", "JSON in text": "string",
  ]

  /// The type fits, the value does not.
  func invalidValue(_ node: NodeID, _ message: String, help: String? = nil) -> RuleFailure {
    RuleFailure(
      .invalidValue, message + at(node), at: node,
      label: words(for: node), help: help)
  }

  /// Two things for one place.
  func conflict(_ node: NodeID, _ message: String) -> RuleFailure {
    RuleFailure(
      .conflict, message, at: node, label: "this is there already",
      help: "`\"if-exists\": \"keep\"` keeps what is there, `\"overwrite\"` replaces it")
  }

  /// Something that has to be there is not; `node` is what it should be in.
  func missingValue(
    _ what: String, _ way: LookedFor? = nil, in node: NodeID
  ) -> RuleFailure {
    var failure = RuleFailure(
      .missingValue, "found no \(what) in \(place(of: node))", at: node,
      help: ifMissing == .fail ? "without `\"if-missing\": \"fail\"` the rule passes over it" : nil)
    failure.lookedFor = way
    return failure
  }

  /// An object that a value is to be written into is not there.
  func missingParent(_ name: Name, in node: NodeID) -> RuleFailure {
    var failure = missingValue("`\(Printable.quote(name.text))`", in: node)
    failure.help = "without `\"if-missing\": \"fail\"` the rule makes it"
    return failure
  }

  /// A key that a member has together with others; the second of them is shown.
  mutating func duplicateKey(_ member: NodeID) -> RuleFailure {
    let key = document.key(of: member)
    let siblings = document.parent(of: member).flatMap { try? items(of: $0) } ?? []
    let namesakes = siblings.filter { document.key(of: $0) == key }
    return RuleFailure(
      .duplicateKey, "expected \(Expected.keyOnce), found \(Found.again(key))",
      at: namesakes.count > 1 ? namesakes[1] : member,
      help: "a rule can't tell which of them is meant: take one of them out")
  }

  /// Where something is, for the middle of a sentence.
  func place(of node: NodeID) -> String {
    node == document.root ? "the document" : Printable.path(document.path(of: node))
  }

  /// Where something is, for the end of a sentence; nothing for the document as a whole.
  func at(_ node: NodeID) -> String {
    node == document.root ? "" : " at \(place(of: node))"
  }

  /// What stands somewhere, in words.
  func words(for node: NodeID) -> String {
    switch document.kind(node) {
    case .null: "null"
    case .boolean: Printable.quote(document.scalarText(of: node))
    case .number: "the number \(Printable.quote(document.scalarText(of: node)))"
    case .string: "the text \(Printable.quote(document.scalarText(of: node)))"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
