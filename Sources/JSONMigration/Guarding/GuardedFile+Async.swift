internal import LockedFiles

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// The same without holding a thread while another one has the file.
extension GuardedFile where Value: Sendable {
  /// The value that the file holds, migrated to the newest version; nil where there is no file.
  public func load() async throws -> Value? {
    try await waitingAsync { try loadOnce() }
  }

  /// Saves a value in the newest version, as the function without `async` does.
  public func save(_ value: Value) async throws {
    try await waitingAsync { try saveOnce { _ in (value, ()) } }
  }

  /// Loads the value, lets `change` change it, and saves it, all under one lock.
  @discardableResult
  public func update<Result: Sendable>(
    startingWith initial: @autoclosure @Sendable () -> Value,
    _ change: @Sendable (inout Value) throws -> Result
  ) async throws -> Result {
    try await waitingAsync {
      try saveOnce { current in
        var value = current ?? initial()
        let result = try change(&value)
        return (value, result)
      }
    }
  }

  /// Gives the file another name, as the function without `async` does.
  @discardableResult
  public func setAside() async throws -> URL? {
    try await waitingAsync { try setAsideOnce() }
  }

  private func waitingAsync<Result: Sendable>(
    _ attempt: () throws -> Attempt<Result>
  ) async throws -> Result {
    var delays = Delays(settings.patience)
    while true {
      try Task.checkCancellation()
      if case .done(let result) = try attempt() { return result }
      guard let delay = delays.next() else { throw inUse }
      try await Task.sleep(for: .milliseconds(delay))
    }
  }
}
