#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// How dates, data, keys and numbers are written: what a `JSONDecoder` was told.
package struct Strategies {
  package enum Keys {
    case asTheyAre
    case snakeCase
    case custom(([any CodingKey]) -> any CodingKey)

    package var areAsTheyAre: Bool {
      if case .asTheyAre = self { true } else { false }
    }

    /// A key as types are to see it; the path leads to its object.
    package func converted(_ key: String, at path: @autoclosure () -> [any CodingKey]) -> String {
      switch self {
      case .asTheyAre: key
      case .snakeCase: SnakeCase.camelCase(key)
      case .custom(let convert): convert(path() + [PlainKey(key)]).stringValue
      }
    }
  }

  /// Texts that stand for numbers which JSON has no way to write.
  struct NonConforming {
    let infinity: String
    let negativeInfinity: String
    let nan: String
  }

  var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
  var data = JSONDecoder.DataDecodingStrategy.base64
  package var keys = Keys.asTheyAre
  var nonConforming: NonConforming?
  package var userInfo: [CodingUserInfoKey: Any] = [:]
  /// Whether the document was a property list: its dates are text as ``PropertyListDate`` has them,
  /// and types that `JSONDecoder` has ways of its own for are written as they write themselves.
  var isPropertyList = false

  /// Why a decoder can't be followed.
  package struct Refusal: Error {
    package let why: String
  }

  /// The strategies of a decoder for property lists.
  package init(_ decoder: PropertyListDecoder) {
    isPropertyList = true
    userInfo = decoder.userInfo
    nonConforming = NonConforming(infinity: "inf", negativeInfinity: "-inf", nan: "nan")
  }

  /// The strategies of a decoder.
  ///
  /// What can't be honoured is an error: a value must not come out different without a word.
  package init(_ decoder: JSONDecoder) throws(Refusal) {
    if decoder.allowsJSON5 {
      throw Refusal(why: "`allowsJSON5` is on, and documents are migrated as strict JSON")
    }
    let info = decoder.userInfo
    if !info.isEmpty {
      // That is kept there.
      if decoder.assumesTopLevelDictionary {
        throw Refusal(why: "`assumesTopLevelDictionary` is on, and a document has its own braces")
      }
      userInfo = info
    }
    dates = decoder.dateDecodingStrategy
    switch dates {
    case .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601, .custom: break
    #if !canImport(FoundationEssentials)
      case .formatted: break
    #endif
    @unknown default: throw Refusal(why: "its strategy for dates is not known here")
    }
    data = decoder.dataDecodingStrategy
    switch data {
    case .deferredToData, .base64, .custom: break
    @unknown default: throw Refusal(why: "its strategy for data is not known here")
    }
    switch decoder.keyDecodingStrategy {
    case .useDefaultKeys: keys = .asTheyAre
    case .convertFromSnakeCase: keys = .snakeCase
    case .custom(let convert): keys = .custom(convert)
    @unknown default: throw Refusal(why: "the decoder's strategy for keys is not known here")
    }
    switch decoder.nonConformingFloatDecodingStrategy {
    case .throw: nonConforming = nil
    case .convertFromString(let infinity, let negativeInfinity, let nan):
      nonConforming = NonConforming(
        infinity: infinity, negativeInfinity: negativeInfinity, nan: nan)
    @unknown default: throw Refusal(why: "the decoder's strategy for numbers is not known here")
    }
  }
}
