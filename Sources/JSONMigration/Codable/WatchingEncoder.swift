/// An encoder that notes whether what a value is encoded as is an object.
///
/// To ask an encoder for members after it was given a single value ends the process.
final class WatchingEncoder: Encoder {
  private let encoder: any Encoder
  private var isOther = false

  init(_ encoder: any Encoder) {
    self.encoder = encoder
  }

  /// A value that asked for no container at all is one without members.
  var isObject: Bool { !isOther }

  var codingPath: [any CodingKey] { encoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    encoder.container(keyedBy: type)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    isOther = true
    return encoder.unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    isOther = true
    return encoder.singleValueContainer()
  }
}
