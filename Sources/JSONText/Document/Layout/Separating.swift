/// The parts of writing that need a layout.
extension Document {
  /// What stands in front of an item that is new here, or that was not first and is now, or was
  /// first and isn't now.
  @inline(never)
  mutating func separateAnew(
    _ lead: Address, _ container: UInt32, isFirst: Bool, _ writer: Writer
  ) -> Writer {
    var writer = writer
    if !isFirst, isCompact(container) {
      put(Fixed.comma, &writer)
    } else {
      let layout = knownLayout(of: container, isInside: false)
      put(isFirst ? layout.opening : layout.separator, layout, levels: 0, &writer)
    }
    if lead != .none {
      // The item's own bytes without its own lead.
      jump(to: source.view.endOfLead(lead.offset), &writer)
    }
    return writer
  }

  /// The head of a new member: its colon is spelled as those of its surroundings.
  @inline(__always)
  mutating func writeNew(_ head: Address, in parent: UInt32, _ writer: Writer) -> Writer {
    var writer = writer
    let text = made.view.madeHead(head.offset)
    guard !isCompact(parent), let colon = knownLayout(of: parent, isInside: false).colon else {
      put(made: text, &writer)
      return writer
    }
    // A head may have the space of where it was before.
    put(made: made.view.quotedKey(at: text.lowerBound), &writer)
    put(colon, &writer)
    return writer
  }

  /// Whether the items of this container follow each other without white space.
  @inline(__always)
  mutating func isCompact(_ number: UInt32) -> Bool {
    // Of a layout that is known nothing else is copied.
    if knownLayout.container != number || knownLayout.isInside {
      find(layoutOf: number, isInside: false)
    }
    return knownLayout.isCompact
  }

  mutating func addClosingBreak(
    _ container: OpenContainer, _ writer: inout Writer
  ) {
    let layout = knownLayout(of: container.node, isInside: false)
    put(layout.closing, layout, levels: 0, &writer)
  }

  /// Lays out a container that edits made as compact text and that was never opened.
  @inline(never)
  mutating func writeMadeContainer(
    _ range: Range<Int>, _ container: UInt32, _ writer: Writer
  ) -> Writer {
    var writer = writer
    let layout = knownLayout(of: container, isInside: true)
    if layout.isCompact {
      put(made: range, &writer)
      return writer
    }
    let bytes = made.view
    var levels = 0
    var offset = range.lowerBound
    // What separates is written in one place, for its code is long: when the next thing comes.
    var due: (gap: Layout.Break, levels: Int)?
    while offset < range.upperBound, !output.isOver {
      let start = offset
      var opening: Layout.Break?
      switch bytes[offset] {
      case 0x22: offset = bytes.endOfValidString(offset + 1)
      case 0x3A:
        offset += 1
        if let colon = layout.colon {
          put(colon, &writer)
          continue
        }
      case 0x2C:
        offset += 1
        due = (layout.separator, levels - 1)
        continue
      case 0x7B, 0x5B:
        if bytes[offset + 1] == bytes[offset] + 2 {
          offset += 2
        } else {
          offset += 1
          opening = layout.opening
        }
      case 0x7D, 0x5D:
        offset += 1
        levels -= 1
        due = (layout.closing, levels)
      default:
        while offset < range.upperBound, !isStructural(bytes[offset]) { offset += 1 }
      }
      if let (gap, levels) = due { put(gap, layout, levels: levels, &writer) }
      put(made: start..<offset, &writer)
      due = nil
      if let opening {
        due = (opening, levels)
        levels += 1
      }
    }
    return writer
  }

  /// Writes a break that many levels further in than it says.
  private mutating func put(
    _ gap: Layout.Break, _ layout: Layout, levels: Int, _ writer: inout Writer
  ) {
    if gap.hasComma { put(Fixed.comma, &writer) }
    if let text = gap.text { put(text, &writer) }
    if let unit = layout.unit {
      for _ in 0..<max(gap.units + levels, 0) { put(unit, &writer) }
    }
    if let comma = gap.comma { put(comma, &writer) }
  }

  /// The layout of the items of a container.
  mutating func layoutOfItems(in container: UInt32) -> Layout {
    knownLayout(of: container, isInside: false)
  }

  private mutating func knownLayout(of container: UInt32, isInside: Bool) -> Layout {
    if knownLayout.container != container || knownLayout.isInside != isInside {
      find(layoutOf: container, isInside: isInside)
    }
    return knownLayout.layout
  }

  @inline(never)
  private mutating func find(layoutOf container: UInt32, isInside: Bool) {
    if hasNoSpace() {
      knownLayout = KnownLayout(.compact, of: container, isInside: isInside)
      return
    }
    if let known = noted(container, isInside: isInside) {
      knownLayout = known
      return
    }
    let layout =
      isInside ? layoutInside(container, besides: 0) : layout(of: container)
    knownLayout = KnownLayout(layout, of: container, isInside: isInside)
    note(knownLayout)
  }

  func noted(_ container: UInt32, isInside: Bool) -> KnownLayout? {
    layoutsAround.last { $0.container == container && $0.isInside == isInside }
  }

  /// Keeps a layout as long as something in its container is written.
  ///
  /// To find it one may have to pass over a long value, and each item of the container would.
  mutating func note(_ layout: KnownLayout) {
    while let last = layoutsAround.last, !isAround(last.container, layout.container) {
      layoutsAround.removeLast()
    }
    layoutsAround.append(layout)
  }

  private func isAround(_ container: UInt32, _ other: UInt32) -> Bool {
    var number = other
    while number != container, number != 0 { number = nodes[Int(number)].parent }
    return number == container
  }
}

private func isStructural(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x22, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D: true
  default: false
  }
}
