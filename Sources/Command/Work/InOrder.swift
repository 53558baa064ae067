/// A value that threads get to see in the order of their numbers, each number once.
final class InOrder<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var value: Value
    /// The number whose turn it is.
    var next = 0
  }

  private let state: Monitor<State>
  /// Those whose turn comes wait each for itself, as long as there are no more threads.
  private static var queues: Int { 32 }

  init(_ value: Value) {
    state = Monitor(State(value: value), queues: Self.queues)
  }

  /// Waits until all smaller numbers, from 0 on, had their turn.
  func turn<Result>(_ number: Int, _ body: (inout Value) -> Result) -> Result {
    state.withLock(in: number, when: { $0.next == number }, waking: \.next) { state in
      state.next += 1
      return body(&state.value)
    }
  }

  /// Waits as `turn` does, and leaves the turn with the number: more comes of it.
  func part<Result>(_ number: Int, _ body: (inout Value) -> Result) -> Result {
    state.withLock(in: number, when: { $0.next == number }, waking: \.next) { body(&$0.value) }
  }

  /// Lets `body` see the value between two turns.
  func aside<Result>(_ body: (inout Value) -> Result) -> Result {
    state.withLock(waking: \.next) { body(&$0.value) }
  }

  /// The value, when all turns are over.
  var last: Value { aside { $0 } }
}
