/// Calls `tick` again and again, on a thread of its own, for as long as `body` takes.
func withTicks<Result>(
  every seconds: Double, _ tick: @escaping @Sendable () -> Void, during body: () -> Result
) -> Result {
  let isOver = Monitor(false)
  let thread = RunningThread {
    while !isOver.wait(seconds: seconds, until: { $0 }) { tick() }
  }
  defer {
    isOver.withLock { $0 = true }
    thread?.join()
  }
  return body()
}
