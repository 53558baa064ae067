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
  package let findIdleRules: @Sendable () -> [IdleRule]

  package init(
    document: Document, from: Version, to: Version, isChanged: Bool,
    findIdleRules: @escaping @Sendable () -> [IdleRule]
  ) {
    (self.document, self.from, self.to) = (document, from, to)
    (self.isChanged, self.findIdleRules) = (isChanged, findIdleRules)
  }

  /// The rules that found nothing in the document, and why, of the steps that it went.
  ///
  /// They are looked for each time that this is asked: the document is migrated once more.
  public var idleRules: [IdleRule] { findIdleRules() }
}

extension Migration: Equatable where Document: Equatable {
  /// Whether the documents, the versions and what was done are the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.document == right.document && left.from == right.from && left.to == right.to
      && left.isChanged == right.isChanged
  }
}

extension Migrator {
  /// The rules that find nothing in a document.
  package func idleRules(in document: [UInt8]) -> [IdleRule] {
    guard var worker = try? Worker(self, to: target, generator: .fixed) else { return [] }
    return worker.idleRules(in: document)
  }
}
