/// Simple case folding of Unicode: of letters that differ in their case only, one stands for all.
///
/// A scalar stands for itself, or has a small letter that is one scalar long and stands for it;
/// what is otherwise is told here. So `K` and the Kelvin sign fold to `k`, and `ẞ` to `ß`, but `ß`
/// not to `ss`, and `İ` not to `i`: what takes several scalars is no simple folding.
package enum CaseFolding {
  /// What a scalar folds to.
  static func folded(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 {
      return scalar >= 0x41 && scalar <= 0x5A ? scalar | 0x20 : scalar
    }
    switch scalar {
    // Cherokee folds to its capital letters, since those were there first.
    case 0x13A0...0x13F5: return scalar
    case 0x13F8...0x13FD: return scalar - 8
    case 0xAB70...0xABBF: return scalar - 0xAB70 + 0x13A0
    default: break
    }
    if let other = others[scalar] { return other }
    guard let mapping = Unicode.Scalar(scalar)?.properties.lowercaseMapping.unicodeScalars,
      let first = mapping.first, mapping.count == 1
    else { return scalar }
    return first.value
  }

  /// Small letters that fold to another one: `µ` to the Greek letter, `ſ` to `s`, `ς` to `σ`.
  private static let others: [UInt32: UInt32] = [
    0xB5: 0x3BC, 0x17F: 0x73, 0x345: 0x3B9, 0x3C2: 0x3C3, 0x3D0: 0x3B2, 0x3D1: 0x3B8,
    0x3D5: 0x3C6, 0x3D6: 0x3C0, 0x3F0: 0x3BA, 0x3F1: 0x3C1, 0x3F5: 0x3B5, 0x1C80: 0x432,
    0x1C81: 0x434, 0x1C82: 0x43E, 0x1C83: 0x441, 0x1C84: 0x442, 0x1C85: 0x442, 0x1C86: 0x44A,
    0x1C87: 0x463, 0x1C88: 0xA64B, 0x1E9B: 0x1E61, 0x1FBE: 0x3B9, 0x1FD3: 0x390, 0x1FE3: 0x3B0,
    0xFB05: 0xFB06,
  ]

  /// Where the letters stand that fold to something else.
  private static let blocks: [ClosedRange<UInt32>] = [
    0x41...0x5A, 0xB5...0x587, 0x10A0...0x10FF, 0x13A0...0x13FD, 0x1C80...0x1FFF,
    0x2126...0x2188, 0x24B6...0x24E9, 0x2C00...0x2D2F, 0xA640...0xA7FF, 0xAB53...0xABBF,
    0xFB05...0xFB06, 0xFF21...0xFF5A, 0x10400...0x105BF, 0x10C80...0x10CFF, 0x10D50...0x10D8F,
    0x118A0...0x118DF, 0x16E40...0x16EFF, 0x1E900...0x1E943,
  ]

  /// All letters that fold to one that is told, itself among them, where there are several.
  private static let letters: [UInt32: [UInt32]] = {
    var letters: [UInt32: [UInt32]] = [:]
    for scalar in blocks.joined() {
      let fold = folded(scalar)
      if fold != scalar { letters[fold, default: [fold]].append(scalar) }
    }
    return letters
  }()

  /// What a pattern takes for a scalar if the case doesn't count.
  static func variants(of scalar: UInt32) -> [UInt32] { letters[folded(scalar)] ?? [scalar] }

  /// The ranges, and all that is the same letter as something in them.
  static func variants(of ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    let set = ScalarSet(ranges: ranges)
    var result = ranges
    for variants in letters.values where variants.contains(where: { set.contains($0) }) {
      result += variants.map { $0...$0 }
    }
    return result
  }
}

/// A text with its letters folded, which knows where each byte comes from.
package struct FoldedText {
  package private(set) var bytes: [UInt8] = []
  /// For each byte where its scalar begins in the text; empty as long as nothing is longer or
  /// shorter than it was.
  private var origins: [Int] = []
  private let end: Int

  package init(_ text: [UInt8]) {
    end = text.count
    bytes.reserveCapacity(text.count)
    var offset = 0
    while offset < text.count {
      if text[offset] < 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: CaseFolding.folded(UInt32(text[offset]))))
        if !origins.isEmpty { origins.append(offset) }
        offset += 1
        continue
      }
      let (scalar, next) = UTF8Text.scalar(in: text, at: offset)
      let folded = CaseFolding.folded(scalar)
      let start = bytes.count
      // What is no UTF-8 stays as it is, and so does what folds to itself.
      if folded != scalar, let unicode = Unicode.Scalar(folded) {
        bytes += UTF8.encode(unicode) ?? UTF8.encodedReplacementCharacter
      } else {
        bytes += text[offset..<next]
      }
      if bytes.count != next, origins.isEmpty { origins = Array(0..<start) }
      if bytes.count != next || !origins.isEmpty {
        origins += repeatElement(offset, count: bytes.count - start)
      }
      offset = next
    }
  }

  /// The place in the text of a place between two scalars.
  package func origin(of offset: Int) -> Int {
    if origins.isEmpty { return offset }
    return offset < origins.count ? origins[offset] : end
  }
}
