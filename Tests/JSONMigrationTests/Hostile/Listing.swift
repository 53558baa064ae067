import TestSupport

/// Items with commas between; `%` in one stands for its number, `^` for the next.
///
/// It takes the item apart only once, for there may be tens of thousands.
func list(_ count: Int, from first: Int = 0, _ item: String) -> String {
  var pieces: [(text: String, sign: Character?)] = []
  var rest = item[...]
  while let sign = rest.firstIndex(where: { $0 == "%" || $0 == "^" }) {
    pieces.append((String(rest[..<sign]), rest[sign]))
    rest = rest[rest.index(after: sign)...]
  }
  pieces.append((String(rest), nil))
  var text = ""
  for number in first..<first + count {
    if number > first { text += "," }
    for (piece, sign) in pieces {
      text += piece
      if let sign { text += String(sign == "%" ? number : number + 1) }
    }
  }
  return text
}

/// A size that hurts where something grows with its square: half of it; an eighth in a run by hand,
/// where all builds are slow.
func large(_ count: Int) -> Int { Amount.of(count / 8, thorough: count / 2) }
