internal import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// One run over inputs: cuts them into pieces, and has workers take these on as many threads as it
/// is worth.
struct WorkRun: Sendable {
  let entries: [WorkSource.Entry]
  let calls: SystemCalls
  /// Whether a line that is too long is handed out in parts.
  private let cutsLines: Bool
  /// How many threads work at the same time.
  let jobs: Int
  /// About how many bytes of lines a piece has: all threads together need little more memory than
  /// one.
  private let size: Int
  /// The least that lines are cut into.
  private static let leastSize = 1 << 16

  /// What a thread takes for its stack, and for what a worker keeps: memory that can't be had ends
  /// the process.
  private static let memoryOfThread = 32 << 20

  /// How many documents wait for the disk at the same time: of many small ones each waits for some
  /// milliseconds, and the disk takes several in one go.
  private static let leastWaiting = 8

  /// How many threads work from the beginning.
  ///
  /// The others begin when a document has gone to the disk: as long as none does, more threads than
  /// cores are in each other's way.
  private let early: Int
  private let reserve = Monitor(Reserve.waiting)

  private enum Reserve {
    case waiting
    case called
    case over
  }

  /// `jobs` threads at most, or one for each core, and some more where documents wait for the disk.
  init(
    _ entries: [WorkSource.Entry], jobs: Int?, waitsForDisk: Bool = false,
    cuttingLines cutsLines: Bool = false, calls: SystemCalls
  ) {
    self.entries = entries
    self.cutsLines = cutsLines
    self.calls = calls
    let count = entries.pieceCount(size: Self.leastSize)
    // To ask how many cores there are takes longer than a small document.
    let most: Int
    if let count, count < 2 {
      (most, early) = (1, 1)
    } else if let jobs {
      (most, early) = (jobs, jobs)
    } else {
      early = coreCount()
      most = max(early, waitsForDisk && entries.areDocuments ? Self.leastWaiting : 1)
    }
    size = min(1 << 18, max(Self.leastSize, (8 << 20) / most))
    let memory = most > 1 ? calls.memoryLeft() : nil
    let affordable = memory.map { max(1, $0 / Self.memoryOfThread) } ?? most
    self.jobs = min(most, affordable, max(1, entries.pieceCount(size: size) ?? most))
  }

  /// What becomes of the input of a piece that was taken.
  enum Next {
    case goOn
    /// Nothing more is wanted of this input.
    case leaveInput
    /// Nothing more is wanted at all.
    case stop
  }

  /// Has all threads work: documents wait for the disk.
  func callReserve() { reserve.withLock { if $0 == .waiting { $0 = .called } } }

  /// Each thread makes a worker and has it take pieces, until there are no more; then the worker is
  /// done.
  func go<Worker: PieceWorker & ~Copyable>(
    _ make: @escaping @Sendable () -> Worker?,
    take: @escaping @Sendable (inout Worker, Work) -> Next,
    done: @escaping @Sendable (borrowing Worker) -> Void = { _ in }
  ) {
    let budget = MemoryBudget()
    // Known also while a thread has the source and waits for more to read.
    let left = Monitor(-1)
    let source = Monitor(
      WorkSource(entries, size: size, budget: budget, cuttingLines: cutsLines, calls: calls) {
        index in
        left.withLock { index <= $0 }
      })
    let threads = Monitor(0)
    onThreads(jobs) {
      let number = threads.withLock { threads in
        threads += 1
        return threads
      }
      // The one that is called from is among the first, whatever threads the system gives.
      if number > early {
        let state = reserve.withLock(when: { $0 != .waiting }) { $0 }
        if state == .over { return }
      }
      defer { reserve.withLock { if $0 == .waiting { $0 = .over } } }
      guard var worker = make() else { return }
      while let work = source.withLock({ source in worker.withText { source.next(into: &$0) } }) {
        let next = take(&worker, work)
        worker.shrink(after: work)
        budget.give(work.bytes)
        switch next {
        case .goOn: break
        case .leaveInput:
          left.withLock { $0 = max($0, work.index) }
          source.withLock { $0.leave(work.index) }
        case .stop:
          left.withLock { $0 = .max }
          source.withLock { $0.stop() }
        }
      }
      done(worker)
    }
  }
}

/// What takes pieces of work, one after the other, and keeps its memory between them.
protocol PieceWorker: TextHolder, SendableMetatype, ~Copyable {
  /// Gives memory back that was needed for a large piece.
  mutating func shrink(after work: Work)
}

/// What holds the text that documents are in.
protocol TextHolder: ~Copyable {
  mutating func withText<Result, Failure: Error>(
    _ body: (inout ByteBuffer) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

extension Worker: TextHolder {}
extension Surveyor: TextHolder {}

extension WorkSource.Entry {
  init(_ entry: InputFiles.Entry, _ documents: DocumentOptions) {
    switch entry {
    case .standardInput: self = .input(Input(standardInput: documents))
    case .file(let file): self = .input(Input(file, documents))
    case .problem(let error): self = .problem(error)
    }
  }
}

extension [WorkSource.Entry] {
  /// How many bytes there are in all; nil where that isn't known.
  var byteCount: Int? { sum { $0 } }

  /// How many pieces of work there are, if lines are read in pieces of this size; nil where that
  /// isn't known.
  func pieceCount(size: Int) -> Int? {
    let lines = filter { if case .input(let input) = $0 { input.isLines } else { false } }
    return lines.sum { $0 / size + 1 }.map { count - lines.count + $0 }
  }

  /// Whether no input has lines, of which one input takes all threads.
  var areDocuments: Bool {
    allSatisfy { if case .input(let input) = $0 { !input.isLines } else { true } }
  }

  private func sum(_ value: (Int) -> Int) -> Int? {
    var sum = 0
    for case .input(let input) in self {
      guard let size = input.size else { return nil }
      sum += value(size)
    }
    return sum
  }
}
