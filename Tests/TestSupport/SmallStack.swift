import Foundation

/// Runs something on a thread with 512 KiB of stack, what a thread has on Apple's systems.
///
/// Under a sanitizer each function takes several times as much of it. The script that runs the
/// tests there says how many KiB it shall be instead, in the environment variable
/// `JSONMIGRATE_STACK_KIB`.
package func onSmallStack<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  let named = ProcessInfo.processInfo.environment["JSONMIGRATE_STACK_KIB"].flatMap { Int($0) }
  return try await withCheckedThrowingContinuation { continuation in
    let thread = Thread {
      continuation.resume(with: Swift.Result { try body() })
    }
    thread.stackSize = (named ?? 512) * 1024
    thread.start()
  }
}
