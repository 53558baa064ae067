/// Where the values that a rule carries come from and go to, among some members of an object.
struct CarriedPlaces {
  /// The places, and those on the way to them; of each, whether all that is done there is reading.
  private var places: [[[UInt8]]: Bool] = [:]
  private var around: [[[UInt8]]: Bool] = [:]

  /// Whether any of the places is this member, or in it.
  func leads(through name: [UInt8]) -> Bool { places[[name]] != nil || around[[name]] != nil }

  /// Adds a place; false where another one is the same, in it or around it, and not both are only
  /// read.
  mutating func add(_ path: [[UInt8]], isRead: Bool) -> Bool {
    let outer = (1...path.count).map { Array(path[..<$0]) }
    let met = outer.compactMap { places[$0] } + [around[path]].compactMap { $0 }
    if !met.allSatisfy({ $0 && isRead }) { return false }
    places[path] = isRead
    for place in outer.dropLast() { around[place] = isRead && around[place] ?? true }
    return true
  }
}
