import JSONMigrationCore
import JSONText
import Testing

@testable import jsonmigrate

/// Which threads take part in a run, and in which order what they did is seen.
@Suite struct WorkRunTests {
  private struct Taker: PieceWorker, ~Copyable {
    private var text = ByteBuffer()

    mutating func shrink(after work: Work) {}

    mutating func withText<Result, Failure: Error>(
      _ body: (inout ByteBuffer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(&text)
    }
  }

  @Test(arguments: [false, true])
  func `more threads than cores begin when a document has gone to the disk`(isWritten: Bool) {
    let problem = WorkSource.Entry.problem(FileError(.cannotRead, FileName("a"), "is none"))
    let run = WorkRun(
      Array(repeating: problem, count: 100), jobs: nil, waitsForDisk: true, calls: .system)
    let (workers, taken) = (Monitor(0), Monitor(0))
    run.go {
      workers.withLock { $0 += 1 }
      return Taker()
    } take: { _, _ in
      if isWritten { run.callReserve() }
      taken.withLock { $0 += 1 }
      return .goOn
    }
    #expect(taken.withLock { $0 } == 100)
    #expect(workers.withLock { $0 } == (isWritten ? run.jobs : min(run.jobs, coreCount())))
  }

  @Test func `turns come in order, also of more threads than there are queues`() {
    let (numbers, order) = (Monitor(0), InOrder([Int]()))
    onThreads(50) {
      while true {
        let number = numbers.withLock { numbers in
          numbers += 1
          return numbers - 1
        }
        if number >= 1_000 { return }
        if number.isMultiple(of: 3) { order.part(number) { $0.append(-1) } }
        order.turn(number) { $0.append(number) }
      }
    }
    let seen = order.last
    #expect(seen.count == 1_000 + 334)
    #expect(seen.filter { $0 >= 0 }.elementsEqual(0..<1_000))
  }
}
