/// A way into objects, for one type of keys.
///
/// The standard library makes a container of ours for each object, and asks for the type of ours each
/// time. It depends on the type of the keys, and such a type is looked up by its name and parts. An
/// entrance knows it: it is a part of its own type.
class Entrance<Key: CodingKey> {
  func open(_ object: Int, of reading: Reading) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedPlace(reading: reading, object: object))
  }
}

private final class KnownEntrance<Place: ObjectPlace>: Entrance<Place.Key> {
  override func open(_ object: Int, of reading: Reading) -> KeyedDecodingContainer<Place.Key> {
    KeyedDecodingContainer(Place(reading: reading, object: object))
  }
}

/// The members of an object, of whatever type their keys are.
protocol ObjectPlace: KeyedDecodingContainerProtocol {
  init(reading: Reading, object: Int)
}

extension KeyedPlace: ObjectPlace {}

/// The entrances for the types of keys that were met.
struct Entrances {
  private var table = TypeTable<AnyObject>()

  mutating func entrance<Key: CodingKey>(for type: Key.Type) -> Entrance<Key> {
    // What the table has for a type of keys was made below for this very type.
    if let known = table[type] { return unsafeDowncast(known, to: Entrance<Key>.self) }
    let entrance = KnownEntrance<KeyedPlace<Key>>()
    table[type] = entrance
    return entrance
  }
}
