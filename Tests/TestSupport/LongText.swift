extension String {
  /// A long text of one ASCII character, which `init(repeating:count:)` makes one by one.
  package init(long character: Unicode.Scalar, count: Int) {
    let bytes = [UInt8](repeating: UInt8(ascii: character), count: count)
    self.init(decoding: bytes, as: UTF8.self)
  }
}
