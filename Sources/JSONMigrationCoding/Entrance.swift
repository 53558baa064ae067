/// A way into objects, for one type of keys.
///
/// The standard library wants a container of ours for each object and asks which type it is. That
/// type depends on the type of the keys, so it is looked up at run time, by its name and its parts:
/// longer than it takes to read a member. This class looks it up each time; one that is made by
/// `Entrances` has it as a part of its own type.
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
private protocol ObjectPlace: KeyedDecodingContainerProtocol {
  init(reading: Reading, object: Int)
}

extension KeyedPlace: ObjectPlace {}

/// The entrances for the types of keys that were met.
struct Entrances {
  private var table = TypeTable<AnyObject>()

  mutating func entrance<Key: CodingKey>(for type: Key.Type) -> Entrance<Key> {
    // What the table has for a type of keys was made below, for this very type.
    if let known = table[type] { return unsafeDowncast(known, to: Entrance<Key>.self) }
    let entrance = KnownEntrance<KeyedPlace<Key>>()
    table[type] = entrance
    return entrance
  }
}
