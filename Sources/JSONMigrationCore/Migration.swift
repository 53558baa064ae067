internal import JSONText

/// A document that was migrated, and what happened to it.
public struct Migration<Document: Sendable>: Sendable {
  /// The document in its new version; the one that was given, if nothing had to change.
  public let document: Document
  /// The version that it had.
  ///
  /// Of many documents in one, which a format with `each` has, the oldest.
  public let from: Version
  /// The version that it has now.
  public let to: Version
  /// Whether anything was done.
  public let isChanged: Bool
  package let given: GivenDocument

  package init(
    document: Document, from: Version, to: Version, isChanged: Bool, given: GivenDocument
  ) {
    (self.document, self.from, self.to) = (document, from, to)
    (self.isChanged, self.given) = (isChanged, given)
  }

  /// The rules that found nothing in the document, and why, of the steps that it went.
  ///
  /// They are looked for each time that this is asked: the document is migrated once more.
  public var idleRules: [IdleRule] { given.idleRules }

  /// The place in the document that was given of what is at a coding path now: its line, its column
  /// and its path there.
  ///
  /// A value that a rule made has the place of that rule. Where the path leads nowhere, as that of
  /// a member that is missing, it is the place of what the member would be in. Names are those in
  /// the document: a decoder with a key strategy has others.
  ///
  /// It is looked for each time that this is asked: the document is migrated once more.
  public func origin(of path: [any CodingKey]) -> Diagnostic.Place? { given.origin(of: path) }

  /// The place in the document that was given of what couldn't be decoded.
  ///
  ///     } catch let error as DecodingError {
  ///       let place = try migrator.migration(of: data, named: "kettle.json").origin(of: error)
  public func origin(of error: DecodingError) -> Diagnostic.Place? {
    error.context.flatMap { origin(of: $0.codingPath) }
  }
}

extension DecodingError {
  package var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  package var path: [any CodingKey] { context?.codingPath ?? [] }
}

extension Migration: Equatable where Document: Equatable {
  /// Whether the documents, the versions and what was done are the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.document == right.document && left.from == right.from && left.to == right.to
      && left.isChanged == right.isChanged
  }
}
