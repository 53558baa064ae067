/// What `make` makes of each number below `count`, in their order, on as many threads as there are
/// cores.
func onCores<Result: Sendable>(
  _ count: Int, _ make: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let taken = Monitor(0)
  let results = Monitor([Result?](repeating: nil, count: count))
  onThreads(min(count, coreCount())) {
    while true {
      let number = taken.withLock { taken in
        taken += 1
        return taken - 1
      }
      guard number < count else { return }
      let result = make(number)
      results.withLock { $0[number] = result }
    }
  }
  return results.withLock { $0 }.compactMap(\.self)
}
