/// Limits of what edits build.
///
/// An edit that goes too far is not taken back and does not throw, so that edits stay plain: the
/// document is refused from then on, and the next call that can fail tells it.
extension Document {
  /// Refuses the document: `charge` throws this error from now on.
  @inline(never)
  mutating func refuse(_ error: JSONError) {
    if fault == nil { fault = error }
    // So low that nothing brings it up again, and that it can go on being charged.
    work = .min / 2
  }

  /// Refuses a value that would nest too deep in this container.
  @inline(__always)
  mutating func limitDepth(of text: ValueText, in parent: UInt32) {
    if view(of: text.start)[text.start.offset] | 0x20 == 0x7B {
      let depth = depth(of: parent)
      if !fits(text.range, isMade: text.start.isMade, in: depth) { refuseDepth(at: parent) }
    }
  }

  /// Refuses a value with all that edits have put into it, if it would nest too deep in another
  /// container than its own.
  @inline(__always)
  mutating func limitDepth(of number: UInt32, in parent: UInt32) {
    let value = nodes[Int(number)].value
    if view(of: value)[value.offset] | 0x20 == 0x7B { limitDepth(ofContainer: number, in: parent) }
  }

  @inline(never)
  private mutating func limitDepth(ofContainer number: UInt32, in parent: UInt32) {
    let depth = depth(of: parent)
    if depth <= self.depth(of: nodes[Int(number)].parent) { return }
    if !fits(number, in: depth) { refuseDepth(at: parent) }
  }

  private mutating func refuseDepth(at parent: UInt32) {
    refuse(
      error(
        .tooDeep, at: origin(of: NodeID(parent)).lowerBound, found: Found.oneMoreLevel,
        expected: Expected.levels(limits.depth)))
  }

  /// How many containers there are from the root down to this one.
  private func depth(of container: UInt32) -> Int {
    var depth = 0
    var number = container
    while number != 0 {
      depth += 1
      number = nodes[Int(number)].parent
    }
    return depth
  }

  /// Whether a value that is written as its bytes is within the limit, with `depth` levels around.
  private mutating func fits(_ range: Range<Int>, isMade: Bool, in depth: Int) -> Bool {
    // Each level takes two bytes.
    if depth + range.count / 2 <= limits.depth { return true }
    let bytes = isMade ? made.view : source.view
    guard bytes[range.lowerBound] | 0x20 == 0x7B else { return true }
    work -= 1 + range.count &>> 4
    var scanner = Scanner(bytes: bytes, depthLimit: limits.depth, isKnown: true)
    return scanner.skipContainer(
      range.lowerBound, outer: depth, guide: guide, predictor: predictor) >= 0
  }

  /// Goes along the links between the nodes, so that depth needs no stack.
  private mutating func fits(_ top: UInt32, in around: Int) -> Bool {
    var depth = around
    var number = top
    while true {
      let node = nodes[Int(number)]
      var isInside = false
      if node.isRun {
        if !fits(run: node, in: depth) { return false }
      } else if node.frame != 0, node.isDirty {
        if depth >= limits.depth { return false }
        work -= 1
        let first = frames[Int(node.frame)].first
        if first != 0 {
          depth += 1
          number = first
          isInside = true
        }
      } else if !fits(node.valueRange, isMade: node.value.isMade, in: depth) {
        return false
      }
      if isInside { continue }
      while number != top, nodes[Int(number)].next == 0 {
        number = nodes[Int(number)].parent
        depth -= 1
      }
      if number == top { return true }
      number = nodes[Int(number)].next
    }
  }

  private mutating func fits(run: Node, in depth: Int) -> Bool {
    if depth + run.valueRange.count / 2 <= limits.depth { return true }
    let isObject = isObject(run.parent)
    var offset = run.value.offset
    for _ in 0..<run.runCount {
      let start = isObject ? source.view.endOfHead(offset) : offset
      let end = endOfValue(at: start, of: source.view)
      if !fits(start..<end, isMade: false, in: depth) { return false }
      offset = source.view.endOfLead(end)
    }
    return true
  }

  /// Whether `count` bytes more can be made; if not, the document is refused.
  mutating func hasRoom(for count: Int) -> Bool {
    if count <= Address.limit - made.count { return true }
    refuse(
      error(
        .tooBig, at: extent.lowerBound, found: "more",
        expected: "at most 2 GiB of text that rules make"))
    return false
  }

  /// How long the text of the open document may be when it is written.
  package var outputLimit: Int { limits.output(forBytes: extent.count) }

  /// Refuses text of this length, before rules make it, if it is longer than the output may be.
  package func limitText(to count: Int) throws(JSONError) {
    if count > outputLimit { throw tooMuchOutput() }
  }

  /// Counts bytes that tell what edits did: there may be as many as of output.
  mutating func tell(_ count: Int) throws(JSONError) {
    told += count
    if told > outputLimit {
      throw error(
        .tooBig, at: extent.lowerBound, found: "more",
        expected: "at most \(outputLimit) bytes that tell what rules did")
    }
  }

  func tooMuchOutput() -> JSONError {
    error(
      .tooBig, at: extent.lowerBound, found: "more",
      expected: "at most \(outputLimit) bytes of output")
  }
}

extension Document.Limits {
  /// How long the output of a document of this length may be.
  package func output(forBytes count: Int) -> Int {
    let (most, isOver) = count.multipliedReportingOverflow(by: outputPerByte)
    return max(output, isOver ? .max : most)
  }

  /// How many node visits a document of this length may take.
  func work(forBytes count: Int) -> Int {
    let (more, isOver) = count.multipliedReportingOverflow(by: workPerByte)
    let (sum, isFar) = work.addingReportingOverflow(isOver ? .max : more)
    return isFar ? .max : sum
  }
}
