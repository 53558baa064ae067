extension CommentWeaver {
  /// A container that it is in.
  struct Level {
    /// Where it began in the strict text, if it was there.
    var origin: Int?
    var isObject = false
    /// The next item in the tree.
    var next: NodeID?
    /// The last gap in front of an item that has a line break, and how the last item was indented
    /// that got another one.
    var lineGap: Range<Int>?
    var indent: [UInt8]?
    /// What stood before: nothing, or an item with what it was.
    var last: Item?
    /// The gaps behind its opening bracket, as that was there before, and in front of its closing
    /// one.
    var opening: CommentGap?
    var closing: CommentGap?
    /// Comments that belong to nothing, by the item that they stand behind; -1: in front of all.
    var loose: [(anchor: Int, block: CommentGap.Block)] = []
    /// Those in front of the closing bracket.
    var tail: [CommentGap.Block] = []
    /// How the lines begin of its items and of its closing bracket, where comments have broken the
    /// one that it stood on.
    var broken: Lines?
    /// Where the last item begins in what was written, if that line begins further in now.
    var shifted: Int?

    struct Lines {
      let inner: [UInt8]
      var outer: [UInt8]?
    }

    /// Whether comments may stand at its brackets.
    var isMarked: Bool { opening != nil || closing != nil || !tail.isEmpty || !loose.isEmpty }

    /// Notes what is in front of an item that has its own there.
    mutating func note(_ gap: Range<Int>, in text: [UInt8]) {
      indent = nil
      if text[gap].contains(0x0A) { lineGap = gap }
    }

    /// How the last item is indented that has its own line break there.
    func lineIndent(in text: [UInt8]) -> [UInt8]? {
      lineGap.flatMap { Array(text[$0]).indent }
    }

    func loose(behind item: Int) -> [CommentGap.Block] {
      var index = firstPosition(below: loose.count) { loose[$0].anchor >= item }
      var found: [CommentGap.Block] = []
      while index < loose.count, loose[index].anchor == item {
        found.append(loose[index].block)
        index += 1
      }
      return found
    }
  }

  /// An item in the new text: those of the old text whose comments it has, if there are any.
  struct Item {
    var sources: [Int] = []
    /// Those that are gone and whose comments it has in front, and behind.
    var fronts: [Int] = []
    var backs: [Int] = []
    /// Comments that belong to nothing, of containers that are gone, in front of it and behind.
    var before: [CommentGap.Block] = []
    var behind: [CommentGap.Block] = []

    /// Whether it has no comments.
    var isPlain: Bool { sources.isEmpty && isAlone }
    /// Whether all that it has is its own.
    var isAlone: Bool { fronts.isEmpty && backs.isEmpty && before.isEmpty && behind.isEmpty }
  }
}
