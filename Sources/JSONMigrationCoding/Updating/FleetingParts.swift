package import JSONText

/// What a type or its rules make anew each time that a file is read, such as ids.
package final class FleetingParts {
  private let readAgain: () -> JSON?
  private let value: JSON
  private let marks: Marks
  /// Reading a file once more takes time, and few changes ask.
  private lazy var places =
    readAgain().map { $0.differences(from: value, marks: marks) } ?? []

  package init(of value: JSON, _ marks: Marks, readAgain: @escaping () -> JSON?) {
    (self.value, self.marks, self.readAgain) = (value, marks, readAgain)
  }

  /// Whether elements of a list have other members of this name each time.
  func areKeys(_ key: String, ofElementsAt list: JSONPlace) -> Bool {
    places.contains { place in
      if list.starts(with: place) { return true }
      let isMember = place.count == list.count + 2 && place.last == .string(key)
      return isMember && place.starts(with: list)
    }
  }
}
