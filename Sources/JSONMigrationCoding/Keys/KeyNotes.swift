internal import JSONText

/// What types of keys objects were asked with: the paths of errors are made of such keys.
///
/// A sparse set. For each entry of an outline a number says where its note is, and is believed only
/// if that note is about this very entry; so numbers of documents before need not be cleared.
struct KeyNotes: ~Copyable {
  struct Note {
    let container: Int
    var type: any CodingKey.Type
    /// Whether the type of what it is in asks for its items, and not the value's own.
    var isNested: Bool
  }

  private var notes: [Note] = []
  private var numbers = Slab<UInt32>(capacity: 128)

  /// Forgets all notes, for a document with this many entries.
  mutating func begin(entries: Int) {
    notes.removeAll(keepingCapacity: true)
    if numbers.count < entries {
      _ = numbers.append(repeating: 0, count: entries - numbers.count)
    }
  }

  /// The note about a container.
  @inline(__always)
  subscript(container: Int) -> Note? {
    let number = Int(numbers[container])
    guard number < notes.count, notes[number].container == container else { return nil }
    return notes[number]
  }

  /// Notes the type of the keys that a container is asked with; true if it was another one before.
  @inline(__always)
  mutating func note(_ type: any CodingKey.Type, for container: Int, isNested: Bool) -> Bool {
    let number = Int(numbers[container])
    guard number < notes.count, notes[number].container == container else {
      numbers[container] = UInt32(truncatingIfNeeded: notes.count)
      notes.append(Note(container: container, type: type, isNested: isNested))
      return false
    }
    notes[number].isNested = isNested
    if notes[number].type == type { return false }
    notes[number].type = type
    return true
  }

  /// Notes the type of the key that a container is asked with; true if it was another one before.
  mutating func ask(_ type: any CodingKey.Type, of container: Int) -> Bool {
    let number = Int(numbers[container])
    guard number < notes.count, notes[number].container == container, notes[number].type != type
    else { return false }
    notes[number].type = type
    return true
  }
}
