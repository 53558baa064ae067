import JSONText
import TestSupport

extension JSON {
  /// Some value, a few levels deep, with keys and texts that are easily mixed up.
  static func random(depth: Int = 4, using random: inout Seeded) -> JSON {
    let texts = ["", "a", "b", "ab", "\u{E9}", "e\u{301}", "\0", "\"\\/", "\r\n", "\u{1F600}", "ж"]
    func text(_ random: inout Seeded) -> String {
      (0..<Int.random(in: 0...2, using: &random))
        .map { _ in texts.randomElement(using: &random) ?? "" }.joined()
    }
    switch Int.random(in: depth > 0 ? 0...9 : 0...5, using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2, 3: return .number(.random(using: &random))
    case 4, 5: return .string(text(&random))
    case 6, 7:
      return .array(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          .random(depth: depth - 1, using: &random)
        })
    default:
      var members = JSONObject()
      let count = Int.random(in: 0...7, using: &random) == 0 ? 40 : 4
      for _ in 0..<Int.random(in: 0...count, using: &random) {
        let key = count > 4 ? "\(Int.random(in: 0...99, using: &random))" : text(&random)
        members[key] = .random(depth: depth - 1, using: &random)
      }
      return .object(members)
    }
  }

  /// The same value, its numbers written in another way and its members in another order.
  func respelled(using random: inout Seeded) -> JSON {
    switch self {
    case .null, .bool, .string: return self
    case .number(let number): return .number(number.respelled(using: &random))
    case .array(let elements): return .array(elements.map { $0.respelled(using: &random) })
    case .object(let members):
      var copy = JSONObject()
      for (key, value) in members.shuffled(using: &random) {
        copy[key] = value.respelled(using: &random)
      }
      return .object(copy)
    }
  }
}

extension JSONNumber {
  static func random(using random: inout Seeded) -> JSONNumber {
    let digits = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Int.random(in: 0...2, using: &random)
    }
    return decimal(
      digits, isNegative: .random(using: &random),
      power: Int.random(in: -3...3, using: &random), using: &random)
  }

  func respelled(using random: inout Seeded) -> JSONNumber {
    let parts = text.lowercased().split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let fraction = mantissa.count > 1 ? mantissa[1].count : 0
    let digits = mantissa.joined().compactMap(\.wholeNumberValue)
    let power = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction
    let isZero = digits.allSatisfy { $0 == 0 }
    let isNegative = isZero ? .random(using: &random) : text.hasPrefix("-")
    return .decimal(digits, isNegative: isNegative, power: power, using: &random)
  }

  /// One of the ways to write digits times a power of ten.
  private static func decimal(
    _ digits: [Int], isNegative: Bool, power: Int, using random: inout Seeded
  ) -> JSONNumber {
    let padding = Int.random(in: 0...3, using: &random)
    var text = digits.map(String.init).joined() + String(repeating: "0", count: padding)
    let fraction = Int.random(in: 0..<text.count, using: &random)
    let end = text.index(text.endIndex, offsetBy: -fraction)
    var integer = text[..<end].drop { $0 == "0" }
    if integer.isEmpty { integer = "0" }
    let exponent = power - padding + fraction
    text = (isNegative ? "-" : "") + integer + (fraction > 0 ? "." + text[end...] : "")
    if exponent != 0 || .random(using: &random) {
      text += ["e", "E"].randomElement(using: &random) ?? "e"
      text += exponent < 0 ? "-" : ["", "+"].randomElement(using: &random) ?? ""
      text += ["", "0", "00"].randomElement(using: &random) ?? ""
      text += String(exponent.magnitude)
    }
    return JSONNumber(text) ?? { preconditionFailure("\(text) is no number") }()
  }
}
