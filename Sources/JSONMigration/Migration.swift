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
}

extension Migration: Equatable where Document: Equatable {}
