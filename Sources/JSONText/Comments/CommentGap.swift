/// What stands between two tokens of a text with comments, where that is more than in strict JSON.
///
/// Items and containers are told by where their values begin in the strict text.
struct CommentGap: Sendable {
  enum Kind {
    /// In front of the document, and behind it.
    case start, end
    /// Between items, or between one and a bracket.
    case items
    /// Between a key and its value.
    case key
  }

  let kind: Kind
  /// Where it stands in the original and in the strict text.
  let original: Range<Int>
  let strict: Range<Int>
  /// The container that it is in, and the item before it; -1 for none.
  var container = -1
  var last = -1
  /// The item behind it; in front of a closing bracket, that.
  var next = Int.max
  /// Whether it is the last in its container.
  var isLast = false
  /// Whether there is a comma that the strict text hasn't.
  var hasTrailingComma = false
  /// Whether there may be comments that belong to no item.
  var mayHaveLoose = false

  /// Whether it is the first in its container.
  var isFirst: Bool { last < 0 }

  /// What stands in it, by what it belongs to.
  struct Parts {
    /// What belongs to the item before it: in front of the comma, and behind it.
    var tight: [UInt8] = []
    var after: [UInt8] = []
    /// What belongs to nothing: each group with the line breaks in front of it.
    var loose: [Block] = []
    /// What belongs to the item behind it, up to that.
    var above: Block?
    /// Whether there is a blank line in front of what belongs to the item behind it.
    var hasBlankLine = false

    /// What belongs to nothing where the bracket in front is gone.
    func blocks(behindBracket isFirst: Bool) -> [Block] {
      isFirst && !after.isEmpty ? [Block(text: after, indent: [])] + loose : loose
    }
  }

  /// Some comments, and the white space in front of their lines.
  struct Block {
    var text: [UInt8]
    var indent: [UInt8]
    /// Whether it begins a line, or takes one that a comma begins.
    var beginsLine = true
    /// Whether it stands behind a comma that begins a line.
    var isBehindComma = false
  }

  /// How items would stand in a container of comments alone: what is in front of one, and what the
  /// line of one further in has more; nil where all stand on one line.
  struct Lines {
    let opening: [UInt8]
    let unit: [UInt8]?
  }
}
