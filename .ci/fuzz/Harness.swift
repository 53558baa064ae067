@testable import JSONMigrationCore

/// What libFuzzer calls with each input.
///
/// A target is one file that has `func check(_ input: [UInt8])`. A trap in it, or in what it calls,
/// is a finding; so is a failed `precondition`, with which a target states its property.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  check([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// What a target compares: a document, or the kind of the error.
enum Outcome: Equatable {
  case text([UInt8])
  case failure(String)
}

func outcome(_ body: () throws(MigrationError) -> [UInt8]) -> Outcome {
  do {
    return .text(try body())
  } catch {
    return .failure(error.kind.rawValue)
  }
}
