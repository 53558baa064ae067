import JSONText
import Testing

@testable import jsonmigrate

@Suite struct MemoryBudgetTests {
  @Test func `all together never have more than there is, but one may have more alone`() {
    let budget = MemoryBudget(100)
    budget.take(60)
    budget.take(40)
    #expect(!budget.hasRoom(for: 50))
    budget.give(40)
    #expect(!budget.hasRoom(for: 50))
    #expect(budget.hasRoom(for: 40))
    budget.give(60)
    #expect(budget.hasRoom(for: 400))
    budget.take(400)
    #expect(!budget.hasRoom(for: 1))
    budget.give(400)
    #expect(budget.hasRoom(for: 1))
  }

  @Test func `threads that wait for room get it in the end, and never too much`() throws {
    let budget = MemoryBudget(100)
    let held = Monitor((now: 0, most: 0))
    let threads = try (1...8).map { number in
      try #require(
        RunningThread {
          for _ in 0..<50 {
            budget.take(10 * number)
            held.withLock { $0 = ($0.now + 10 * number, max($0.most, $0.now + 10 * number)) }
            held.withLock { $0.now -= 10 * number }
            budget.give(10 * number)
          }
        })
    }
    for thread in threads { thread.join() }
    #expect(held.withLock { $0.now } == 0)
    #expect(held.withLock { $0.most } <= 100)
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
    // What happened, in its order.
    let events = Monitor<[String]>([])
    let take: @Sendable () -> Void = {
      var text = ByteBuffer()
      let bytes = source.withLock { $0.next(into: &text)?.bytes ?? 0 }
      events.withLock { $0.append("took \(bytes)") }
    }
    take()
    #expect(!budget.hasRoom(for: 9))
    let thread = try #require(RunningThread(take))
    events.withLock { $0.append("gave 9") }
    budget.give(9)
    thread.join()
    #expect(events.withLock { $0 } == ["took 9", "gave 9", "took 9"])
  }
}
