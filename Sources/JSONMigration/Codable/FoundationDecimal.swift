internal import JSONMigrationCore

// Foundation's type, which has the name of one of the text layer's own.
#if canImport(FoundationEssentials)
  internal import FoundationEssentials

  typealias FoundationDecimal = FoundationEssentials.Decimal
#else
  internal import Foundation

  typealias FoundationDecimal = Foundation.Decimal
#endif
