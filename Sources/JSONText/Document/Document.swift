/// A JSON text as a sparse, flat tree over its bytes.
///
/// What a guide says matters is read into nodes. Everything between is a run: a span of bytes that
/// was validated once and is never looked at again, unless someone reaches into it; then it is
/// opened where it stands. Nodes are 32 bytes in one row, and refer to bytes; nothing is allocated
/// per node, and nothing is freed between one document and the next.
///
///     {"id": 7, "tags": ["a", "b"], "name": "Ada", "x": null}      guide: name
///     └ object ─ run of 2 ─────────┘ └ name ────┘  └ run of 1
///
/// An edit changes nodes and marks the containers above it as dirty. Writing copies clean
/// containers and what stands between edits as whole spans, so untouched bytes come out as they
/// went in. Bytes that edits make lie in an arena of their own.
package struct Document: ~Copyable {
  /// The text.
  ///
  /// It may hold many documents, as a stream of lines does; one is open at a time.
  var source: ByteBuffer
  /// What edits made, after the constants.
  var made: ByteBuffer
  var nodes = Slab<Node>(capacity: 256)
  /// The number of nodes at which memory is asked for before there are more.
  var nodesInRoom = Int.max
  var frames = Slab<Frame>(capacity: 64)
  var slots = Slab<UInt32>(capacity: 256)
  var levels = Slab<Level>(capacity: 32)
  var level = Level()
  var journal = Journal()
  var open = Slab<OpenContainer>(capacity: 16)
  /// While it is written, for each value around that has come to another depth.
  var shifts: [Shift] = []
  /// Whether there are any: asked for every span.
  var isShifted = false
  /// What is written to, while it is.
  var output = ByteBuffer()
  /// The layout that was asked for last, and of which container.
  var knownLayout = KnownLayout()
  /// What the source showed last of a container's own.
  var shownLayout = KnownLayout()
  /// Those of the containers around what is being written, as far as they were asked for.
  var layoutsAround: [KnownLayout] = []
  var spacing = Spacing()
  /// How items would stand in containers that are empty, where there were comments that show it.
  var linesOfEmpty: [Int: LinesOfEmpty] = [:]
  var keyIndexes: [KeyIndex] = []
  let predictor = Predictor()
  var knownKeys = KnownKeys(count: 0)
  var notesKeys = false
  /// Whether a container has no node although the guide wants one: there are too many.
  var hasHidden = false
  /// How often an element has come into an array in front of others, or gone from one unnoted.
  package internal(set) var elementMoves = 0
  var losses = ElementLosses()
  /// What lives on of items that are gone, where there are comments.
  var heirs = Heirs()
  /// Whether all nodes that come from the text still stand in its order, each where it stood.
  package internal(set) var isInTextOrder = true
  /// Nothing; but its size is not known before, and so documents are handed on by address.
  ///
  /// Without it each call from another module that only reads copies all fields, a kilobyte.
  private let byAddress: any Sendable = ()
  let guide: Guide
  private let constants: Int
  /// The part of the source that the open document takes, white space around it and all.
  package internal(set) var extent = 0..<0
  /// How many node visits are left before the document is too much work.
  package var work = Int.max
  /// How many bytes have been made to tell what edits did.
  var told = 0
  /// Why the document is refused, where that is not just too much work.
  var fault: JSONError?
  /// The last text whose comments were written over.
  var lastBlanked: CommentedText?
  package let limits: Limits

  /// What one document may be and cost.
  package struct Limits: Sendable {
    /// The levels that a document, and every value that edits build, may nest.
    package var depth: Int
    /// The length of a text.
    package var bytes: Int
    /// Node visits: this many, and this many more for each byte of the text.
    package var work: Int
    package var workPerByte: Int
    /// The length of what is written: `output`, or `outputPerByte` times the text if that is more.
    package var output: Int
    package var outputPerByte: Int
    /// How many bytes the process may still take, where that is limited; nothing where it isn't.
    package var memoryLeft: (@Sendable () -> Int?)?

    package init(
      depth: Int = 1_024, bytes: Int = Int(Int32.max), work: Int = 10_000_000,
      workPerByte: Int = 100,
      output: Int = 64 &<< 20, outputPerByte: Int = 16
    ) {
      self.depth = min(max(depth, 1), 10_000)
      self.bytes = bytes
      self.work = work
      self.workPerByte = workPerByte
      self.output = output
      self.outputPerByte = outputPerByte
    }
  }

  /// A document to read into, with a guide and the constants that edits will need again and again.
  package init(
    guide: Guide = .nothing, constants: borrowing Constants = Constants(), limits: Limits = Limits()
  ) {
    source = ByteBuffer()
    made = ByteBuffer(capacity: max(4_096, constants.bytes.count * 2))
    made.append(0..<constants.bytes.count, of: constants.bytes.view)
    self.constants = made.count
    self.guide = guide
    self.limits = limits
    empty()
  }

  /// Takes another guide and other constants.
  ///
  /// The text stays; nothing of it is read yet.
  package mutating func adopt(guide: Guide, constants: borrowing Constants) {
    var fresh = Document(guide: guide, constants: constants, limits: limits)
    swap(&fresh.source, &source)
    swap(&fresh.lastBlanked, &lastBlanked)
    self = fresh
  }

  /// Replaces the text.
  ///
  /// Nothing is read yet.
  package mutating func load(_ bytes: some Sequence<UInt8>) {
    source.truncate(to: 0)
    source.append(contentsOf: bytes)
    source.seal()
  }

  /// Lets `body` change the text in place: read more of a stream, forget what is done.
  package mutating func withSource<Result, Failure: Error>(
    _ body: (inout ByteBuffer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { source.seal() }
    return try body(&source)
  }

  /// The bytes of the text.
  package var text: ByteView { source.view }

  /// Forgets the document that was open, keeps the memory.
  @inline(__always)
  mutating func empty() {
    nodes.truncate(to: 0)
    frames.truncate(to: 0)
    slots.truncate(to: 0)
    journal.empty()
    if notesKeys { knownKeys.empty() }
    fault = nil
    hasHidden = false
    isInTextOrder = true
    losses.empty()
    losses.isNoted = false
    heirs.empty()
    made.truncate(to: constants)
    if !keyIndexes.isEmpty { keyIndexes.removeAll() }
    if !linesOfEmpty.isEmpty { linesOfEmpty.removeAll() }
    nodes.append(
      Node(
        lead: .none, head: .none, value: Address(source: 0), end: 0, parent: 0, previous: 0))
    frames.append(Frame())
  }

  /// Takes `visits` from what the document may cost.
  @inline(__always)
  package mutating func charge(_ visits: Int) throws(JSONError) {
    work -= visits
    if work < 0 { throw tooMuchWork() }
  }

  @inline(never)
  private func tooMuchWork() -> JSONError {
    fault
      ?? error(
        .tooBig, at: extent.lowerBound,
        found: "more",
        expected: "a document that takes at most \(limits.work) node visits and "
          + "\(limits.workPerByte) for each byte")
  }
}
