import Testing

@testable import jsonmigrate

@Suite struct OnCoresTests {
  @Test(arguments: [0, 1, 2, 50]) func `each number is made once, and all stand in order`(
    _ count: Int
  ) {
    let made = Monitor(0)
    let results = onCores(count) { number in
      made.withLock { $0 += 1 }
      return number * number
    }
    #expect(results == (0..<count).map { $0 * $0 })
    #expect(made.withLock { $0 } == count)
  }
}
