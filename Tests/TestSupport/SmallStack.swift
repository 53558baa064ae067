import Foundation

/// Runs something on a thread with 512 KiB of stack, what a thread has on Apple's systems.
func onSmallStack<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread {
      continuation.resume(with: Swift.Result { try body() })
    }
    thread.stackSize = 512 * 1024
    thread.start()
  }
}
