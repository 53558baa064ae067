import JSONText
import Testing

@testable import jsonmigrate

@Suite struct MemoryBudgetTests {
  /// Takes something on a thread of its own; `taken` tells when it has it.
  private func take(
    _ bytes: Int, of budget: MemoryBudget
  ) throws -> (taken: Monitor<Bool>, thread: RunningThread) {
    let taken = Monitor(false)
    let thread = RunningThread {
      budget.take(bytes)
      taken.withLock { $0 = true }
    }
    return (taken, try #require(thread))
  }

  @Test func `all together never have more than there is, but one may have more alone`() throws {
    let budget = MemoryBudget(100)
    budget.take(60)
    budget.take(40)
    let small = try take(50, of: budget)
    #expect(!small.taken.wait(seconds: 0.05) { $0 })
    budget.give(40)
    #expect(!small.taken.wait(seconds: 0.05) { $0 })
    budget.give(60)
    small.thread.join()
    let large = try take(400, of: budget)
    #expect(!large.taken.wait(seconds: 0.05) { $0 })
    budget.give(50)
    large.thread.join()
    let next = try take(1, of: budget)
    #expect(!next.taken.wait(seconds: 0.05) { $0 })
    budget.give(400)
    next.thread.join()
  }

  @Test func `a document waits until there is room for it`() throws {
    let scratch = try Scratch()
    let names = try ["a.json", "b.json"].map { try scratch.write("[1, 2, 3]", to: $0) }
    let entries = InputFiles(names).entries.compactMap { entry -> WorkSource.Entry? in
      guard case .file(let file) = entry else { return nil }
      return .input(Input(file, DocumentOptions()))
    }
    #expect(entries.count == 2)
    let budget = MemoryBudget(17)
    let source = Monitor(WorkSource(entries, size: 1_000, budget: budget, calls: .system))
    let taken = Monitor(0)
    let take: @Sendable () -> Void = {
      var text = ByteBuffer()
      let bytes = source.withLock { $0.next(into: &text)?.bytes ?? 0 }
      taken.withLock { $0 += bytes }
    }
    take()
    #expect(taken.withLock { $0 } == 9)
    let thread = try #require(RunningThread(take))
    #expect(!taken.wait(seconds: 0.05) { $0 > 9 })
    budget.give(9)
    thread.join()
    #expect(taken.withLock { $0 } == 18)
  }
}
