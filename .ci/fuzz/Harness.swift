/// What libFuzzer calls with each input.
///
/// A target is one file that has `func check(_ input: [UInt8])`. A trap in it, or in what it calls,
/// is a finding; so is a failed `precondition`, with which a target states its property.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  check([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}
