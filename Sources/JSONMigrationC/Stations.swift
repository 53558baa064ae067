internal import JSONMigrationCore

#if !canImport(os)
  internal import Synchronization
#endif

/// Workers that wait for the next call, with the memory that they have already.
///
/// Nobody waits for a lock here: a process that was forked while another thread held one would wait
/// for ever. Each slot has a station or none, and is emptied or filled in one step.
final class Stations: Sendable {
  /// More threads than this migrate with workers that are thrown away.
  private static let limit = 16

  #if canImport(os)
    private let waiting = Locked<[Station]>([])

    func take() -> Station? { waiting.withLock { $0.popLast() } }

    func give(_ station: Station) {
      waiting.withLock { if $0.count < Self.limit { $0.append(station) } }
    }
  #else
    private final class Slot: Sendable {
      /// The address of a station that is retained, or 0.
      let address = Atomic<UInt>(0)

      deinit { _ = take() }

      func take() -> Station? {
        // Looked at first, as an exchange takes the line away from other processors.
        guard address.load(ordering: .relaxed) != 0 else { return nil }
        // Whoever exchanges an address for 0 is the only one who has it, with its retain.
        let station = UnsafeRawPointer(
          bitPattern: address.exchange(0, ordering: .acquiringAndReleasing))
        return station.map { Unmanaged<Station>.fromOpaque($0).takeRetainedValue() }
      }

      /// False where another station waits here.
      func give(_ station: Station) -> Bool {
        // The slot owns the retain if it takes the address, else it is taken back at once.
        let retained = Unmanaged.passRetained(station)
        let (isTaken, _) = address.compareExchange(
          expected: 0, desired: UInt(bitPattern: retained.toOpaque()),
          ordering: .acquiringAndReleasing)
        if !isTaken { retained.release() }
        return isTaken
      }
    }

    private let slots = (0..<Stations.limit).map { _ in Slot() }

    func take() -> Station? {
      for slot in slots {
        if let station = slot.take() { return station }
      }
      return nil
    }

    func give(_ station: Station) {
      for slot in slots where slot.give(station) { return }
    }
  #endif
}
