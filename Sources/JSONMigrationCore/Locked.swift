#if canImport(os)
  internal import os
#else
  internal import Synchronization
#endif

/// A value that one thread at a time can see.
///
/// The standard library's mutex asks for newer systems than this package does on Apple's platforms;
/// there the lock of the system does the same.
package final class Locked<Value: Sendable>: Sendable {
  #if canImport(os)
    private let lock: OSAllocatedUnfairLock<Value>
  #else
    private let lock: Mutex<Value>
    /// Tells the thread sanitizer, which doesn't see how threads wait for that mutex, that each
    /// holder reads what the one before has written.
    private let turn = Atomic(0)
  #endif

  package init(_ value: Value) {
    #if canImport(os)
      lock = OSAllocatedUnfairLock(initialState: value)
    #else
      lock = Mutex(value)
    #endif
  }

  package func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
    #if canImport(os)
      lock.withLock { body(&$0) }
    #else
      lock.withLock { value in
        let turn = self.turn.load(ordering: .acquiring)
        defer { self.turn.store(turn &+ 1, ordering: .releasing) }
        return body(&value)
      }
    #endif
  }
}
