/// A text, a number, a boolean or null, apart from where it stands.
package struct Scalar: Equatable, Sendable {
  package let kind: Kind
  /// What a text says; anything else as it is spelled.
  package let text: [UInt8]

  package init(_ kind: Kind, _ text: [UInt8]) { (self.kind, self.text) = (kind, text) }

  package static func string(_ text: [UInt8]) -> Scalar { Scalar(.string, text) }
}
