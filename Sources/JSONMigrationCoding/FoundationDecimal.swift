// Foundation's type, which has the name of one of the text layer's own.
#if canImport(FoundationEssentials)
  package import FoundationEssentials

  package typealias FoundationDecimal = FoundationEssentials.Decimal
#else
  package import Foundation

  package typealias FoundationDecimal = Foundation.Decimal
#endif
