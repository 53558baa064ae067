import JSONText

/// Makes documents like others: with values from elsewhere, without members, without elements.
struct DocumentMaker {
  private enum Part {
    case key(String)
    case index(Int)
  }

  private struct Place {
    let way: [Part]
    let key: String
    let isLeaf: Bool
    let isElement: Bool
  }

  private let documents: [JSON]
  private var random = SplitMix(seed: 7)
  private var byKey: [String: [JSON]] = [:]
  private var all: [JSON] = []

  init(of documents: [JSON]) {
    self.documents = documents
    for document in documents { gather(document, "") }
  }

  private mutating func gather(_ value: JSON, _ key: String) {
    switch value {
    case .array(let elements): for element in elements { gather(element, key) }
    case .object(let members): for (key, value) in members { gather(value, key) }
    default:
      byKey[key, default: []].append(value)
      all.append(value)
    }
  }

  /// One or two changes: half of them another value, a third without a member, the rest without an
  /// element.
  mutating func next() -> JSON {
    var document = documents.randomElement(using: &random) ?? .null
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let places = Self.places(in: document, [], "")
      let kind = Int.random(in: 0..<12, using: &random)
      let fitting = places.filter { place in
        kind < 6 ? place.isLeaf : kind < 10 ? !place.isElement : place.isElement
      }
      guard let place = fitting.randomElement(using: &random) else { continue }
      let values = Int.random(in: 0..<4, using: &random) > 0 ? byKey[place.key] ?? all : all
      let value = kind < 6 ? values.randomElement(using: &random) : nil
      document = Self.changed(document, place.way[...], to: value) ?? document
    }
    return document
  }

  private static func places(in value: JSON, _ way: [Part], _ key: String) -> [Place] {
    func place(_ part: Part, _ key: String, _ value: JSON, isElement: Bool) -> [Place] {
      let isLeaf = value.array == nil && value.object == nil
      return [Place(way: way + [part], key: key, isLeaf: isLeaf, isElement: isElement)]
        + places(in: value, way + [part], key)
    }
    switch value {
    case .array(let elements):
      return elements.enumerated().flatMap {
        place(.index($0.offset), key, $0.element, isElement: true)
      }
    case .object(let members):
      return members.flatMap { place(.key($0.key), $0.key, $0.value, isElement: false) }
    default: return []
    }
  }

  private static func changed(_ value: JSON, _ way: ArraySlice<Part>, to new: JSON?) -> JSON? {
    guard let part = way.first else { return new }
    switch (part, value) {
    case (.index(let index), .array(var elements)):
      if let inner = changed(elements[index], way.dropFirst(), to: new) {
        elements[index] = inner
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    case (.key(let key), .object(var members)):
      members[key] = changed(members[key] ?? .null, way.dropFirst(), to: new)
      return .object(members)
    default: return value
    }
  }
}

/// Random numbers that are the same in every run.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
