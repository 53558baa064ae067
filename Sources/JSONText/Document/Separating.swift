/// The parts of writing that need a layout.
extension Document {
  /// What stands in front of an item that is new here, or that was not first and is now, or was
  /// first and isn't now.
  @inline(__always)
  mutating func separateAnew(
    _ lead: Address, in container: UInt32, isFirst: Bool, isMade: Bool
  ) {
    if !isFirst, !isMade, isCompact(container) {
      list.add(Fixed.comma)
    } else {
      separateByLayout(container, isFirst: isFirst)
    }
    if lead != .none {
      // The item's own bytes without its own lead.
      list.jump(to: source.view.endOfLead(lead.offset))
    }
  }

  /// White space behind the colon of a new member.
  @inline(__always)
  mutating func addColonSpace(in parent: UInt32) {
    if isCompact(parent) { return }
    addColonSpaceByLayout(parent)
  }

  /// Do the items of this container follow each other without white space? A quick look.
  @inline(__always)
  private func isCompact(_ number: UInt32) -> Bool {
    let nodes = nodes.row
    let first = frames[Int(nodes[number].frame)].first
    if first == 0 || nodes[number].value.isMade { return false }
    let second = nodes[first].next
    if second == 0 { return false }
    let lead = nodes[second].lead
    if lead.isMade { return false }
    let bytes = source.view
    return bytes[lead.offset] == 0x2C && bytes[lead.offset &+ 1] > 0x20
  }

  @inline(never)
  private mutating func separateByLayout(_ container: UInt32, isFirst: Bool) {
    let layout = knownLayout(of: container, isInside: false)
    for piece in isFirst ? layout.opening : layout.separator { list.add(piece) }
  }

  @inline(never)
  private mutating func addColonSpaceByLayout(_ container: UInt32) {
    if let colon = knownLayout(of: container, isInside: false).colon { list.add(colon) }
  }

  mutating func addClosingBreak(_ container: OpenContainer) {
    for piece in knownLayout(of: container.node, isInside: false).closing { list.add(piece) }
  }

  /// Lays out a container that edits made as compact text and that nobody opened.
  mutating func writeMadeContainer(_ range: Range<Int>, in container: OpenContainer) {
    let layout = knownLayout(of: container.node, isInside: true)
    if layout.isCompact {
      list.add(Piece(made: range))
      return
    }
    let bytes = made.view
    var levels = 0
    var offset = range.lowerBound
    while offset < range.upperBound {
      let start = offset
      switch bytes[offset] {
      case 0x22:
        offset = bytes.endOfValidString(offset + 1)
        list.add(Piece(made: start..<offset))
      case 0x3A:
        offset += 1
        list.add(Piece(made: start..<offset))
        if let colon = layout.colon { list.add(colon) }
      case 0x2C:
        offset += 1
        addBreak(layout.separator, layout, levels: levels - 1)
      case 0x7B, 0x5B:
        if bytes[offset + 1] == bytes[offset] + 2 {
          offset += 2
          list.add(Piece(made: start..<offset))
        } else {
          offset += 1
          levels += 1
          list.add(Piece(made: start..<offset))
          addBreak(layout.opening, layout, levels: levels - 1)
        }
      case 0x7D, 0x5D:
        offset += 1
        levels -= 1
        addBreak(layout.closing, layout, levels: levels)
        list.add(Piece(made: start..<offset))
      default:
        while offset < range.upperBound, !isStructural(bytes[offset]) { offset += 1 }
        list.add(Piece(made: start..<offset))
      }
    }
  }

  private mutating func addBreak(_ pieces: [Piece], _ layout: Layout, levels: Int) {
    for piece in pieces { list.add(piece) }
    if let unit = layout.unit {
      for _ in 0..<max(levels, 0) { list.add(unit) }
    }
  }

  private mutating func knownLayout(of container: UInt32, isInside: Bool) -> Layout {
    if let known = knownLayout, known.container == container, known.isInside == isInside {
      return known.layout
    }
    let layout =
      isInside ? layoutInside(container, besides: 0) : layout(of: container)
    knownLayout = (container, isInside, layout)
    return layout
  }
}

private func isStructural(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x22, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D: true
  default: false
  }
}
