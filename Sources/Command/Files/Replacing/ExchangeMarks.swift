/// What the name of a temporary file says of the two files that change names.
///
///     .jsonmigrate-4711-1x8k2c9-w03hf7a-3aq0xk1m9d2ls-2pr9-1k00zqz4.tmp
///                                     the new file ---^^^^ ^^^^^^^^ the document that was read
///
/// A run that is killed before it could look at what came back leaves a file that is one of these
/// two, or the edit of another program that came in between. Only that one must not be removed.
struct ExchangeMarks: Hashable, Sendable {
  private let new: UInt64
  private let old: UInt64

  /// `new` is about to take the place of `old`.
  init(new: FileStatus.Identity, old: FileStatus) {
    (self.new, self.old) = (new.node, Self.digest(old))
  }

  /// What a name says; nil for a name without marks.
  init?(of name: [UInt8]) {
    guard TemporaryOwner(of: name) != nil else { return nil }
    let parts = String(decoding: name.dropLast(4), as: UTF8.self).split(separator: "-")
    guard parts.count == 7, let new = UInt64(parts[5], radix: 36),
      let old = UInt64(parts[6], radix: 36)
    else { return nil }
    (self.new, self.old) = (new, old)
  }

  /// The name with these marks of a temporary file that has none.
  func name(from name: [UInt8]) -> [UInt8] {
    let marks = "-\(String(new, radix: 36))-\(String(old, radix: 36)).tmp"
    return name.dropLast(4) + Array(marks.utf8)
  }

  /// Whether a file is one of the two, as they were.
  func know(_ status: FileStatus) -> Bool {
    status.node == new || Self.digest(status) == old
  }

  /// What stays as it is when a file gets another name: the hash function FNV-1a over that.
  private static func digest(_ status: FileStatus) -> UInt64 {
    let parts = [
      status.node, UInt64(bitPattern: Int64(status.size)),
      UInt64(bitPattern: Int64(status.modifiedSeconds)),
      UInt64(bitPattern: Int64(status.modifiedNanoseconds)),
    ]
    return parts.reduce(0xCBF2_9CE4_8422_2325) { hash, part in
      stride(from: 0, to: 64, by: 8).reduce(hash) {
        ($0 ^ (part >> UInt64($1) & 0xFF)) &* 0x0000_0100_0000_01B3
      }
    }
  }
}
