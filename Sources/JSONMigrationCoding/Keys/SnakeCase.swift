#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Keys that were written as `one_two_three` and are `oneTwoThree` in Swift.
package enum SnakeCase {
  /// The key in camel case, as `JSONDecoder` makes it: underscores at either end stay, the first
  /// word is in lower case, and each further one begins with a capital, as does what Foundation
  /// takes for a word in it.
  static func camelCase(_ key: String) -> String {
    let underscore: Character = "_"
    guard let first = key.firstIndex(where: { $0 != underscore }),
      let last = key.lastIndex(where: { $0 != underscore })
    else { return key }
    let words = key[first...last].split(separator: underscore)
    guard words.count > 1 else { return key }
    let camel = words[0].lowercased() + words[1...].map(\.capitalized).joined()
    return key[..<first] + camel + key[key.index(after: last)...]
  }

  /// A key that `camelCase` makes this one of.
  package static func snakeCase(_ key: String) -> String {
    key.reduce(into: "") { snake, letter in
      if letter.isUppercase, !snake.isEmpty { snake += "_" }
      snake += letter.lowercased()
    }
  }
}
