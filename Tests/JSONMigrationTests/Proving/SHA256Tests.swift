import Testing

@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

@Suite struct SHA256Tests {
  /// Those of FIPS 180-4, and lengths around the end of a block.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `the hash of a text`(text: String, hash: String) {
    #expect(SHA256.digits(of: Array(text.utf8), count: 64) == hash)
    #expect(SHA256.digits(of: Array(text.utf8), count: 16) == hash.prefix(16))
  }

  @Test(arguments: [
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
  ])
  func `lengths around the end of a block`(count: Int, hash: String) {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
    #expect(SHA256.digits(of: bytes, count: 64) == hash)
  }
}
