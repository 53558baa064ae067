/// How the surroundings of something new are laid out.
///
/// Asked only where something new is written. In compact text the answer is two bytes away; else it
/// is what the source shows closest by: the white space between the items of the container, else
/// before its only item, else that of a container beside it, else one unit more than around it.
struct Layout {
  /// Between two items: comma and white space.
  var separator: [Piece]
  /// Before the first item, and before the closing bracket.
  var opening: [Piece]
  var closing: [Piece]
  /// White space behind a colon.
  var colon: Piece?
  /// One step of indentation, where lines are broken.
  var unit: Piece?

  static let compact = Layout(separator: [Fixed.comma], opening: [], closing: [])
}

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

  /// Do the items of this container follow each other without white space? A quick look.
  @inline(__always)
  private func isCompact(_ number: UInt32) -> Bool {
    let first = frames[Int(nodes[Int(number)].frame)].first
    if first == 0 { return false }
    let nodes = nodes.row
    let second = nodes[first].next
    if second == 0 { return false }
    let lead = nodes[second].lead
    if lead.isMade { return false }
    let bytes = source.view
    return bytes[lead.offset] == 0x2C && bytes[lead.offset &+ 1] > 0x20
  }

  @inline(never)
  private mutating func separateByLayout(
    _ container: UInt32, isFirst: Bool
  ) {
    let layout = layout(of: container)
    for piece in isFirst ? layout.opening : layout.separator {
      list.add(piece)
    }
  }

  /// White space behind the colon of a new member.
  @inline(__always)
  mutating func addColonSpace(in parent: UInt32) {
    if isCompact(parent) { return }
    addColonSpaceByLayout(parent)
  }

  @inline(never)
  private mutating func addColonSpaceByLayout(_ parent: UInt32) {
    if let colon = layout(of: parent).colon { list.add(colon) }
  }

  @inline(never)
  mutating func addClosingBreak(_ container: OpenContainer) {
    for piece in layout(of: container.node).closing { list.add(piece) }
  }
  @inline(never)
  mutating func writeMadeContainer(
    _ range: Range<Int>, in container: OpenContainer
  ) {
    list.add(Piece(made: range))
  }
  func layout(of n: UInt32) -> Layout { .compact }
}
