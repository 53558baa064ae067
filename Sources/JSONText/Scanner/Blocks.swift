#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
  internal import _Builtin_intrinsics.intel
#endif

/// Which of 16 bytes answer a question, found without a loop.
///
/// The only file that knows one processor from another: x86-64 has an instruction that gathers one
/// bit from each byte; elsewhere the two halves are looked at as words.
struct BlockMatches {
  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
    private let bits: UInt32

    @inline(__always)
    init(_ mask: SIMDMask<SIMD16<Int8>>) {
      // The mask and the register type are both 16 bytes.
      let register = unsafe unsafeBitCast(mask, to: __m128i.self)
      bits = UInt32(truncatingIfNeeded: _mm_movemask_epi8(register))
    }

    @inline(__always) var isEmpty: Bool { bits == 0 }

    /// The index of the first match; 32 where there is none.
    @inline(__always) var first: Int { bits.trailingZeroBitCount }

    /// One bit for each byte, the first byte lowest.
    @inline(__always) var mask: UInt64 { UInt64(bits) }
  #else
    private let low: UInt64
    private let high: UInt64

    @inline(__always)
    init(_ mask: SIMDMask<SIMD16<Int8>>) {
      // The mask is 16 bytes, each 0 or 0xFF.
      let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
      low = halves[0]
      high = halves[1]
    }

    @inline(__always) var isEmpty: Bool { low | high == 0 }

    @inline(__always) var first: Int {
      low != 0 ? low.trailingZeroBitCount &>> 3 : 8 + (high.trailingZeroBitCount &>> 3)
    }

    @inline(__always) var mask: UInt64 { Self.gather(low) | Self.gather(high) &<< 8 }

    /// The top bits of eight bytes, side by side.
    @inline(__always)
    private static func gather(_ word: UInt64) -> UInt64 {
      ((word & 0x8080_8080_8080_8080) &* 0x0002_0408_1020_4081) &>> 56
    }
  #endif
}

/// Sixteen equal bytes, to compare a block with.
@inline(__always)
func sixteen(_ byte: UInt8) -> SIMD16<Int8> {
  SIMD16<Int8>(repeating: Int8(bitPattern: byte))
}
