internal import JSONMigrationCore
internal import JSONText

/// Values that differ from run to run: new ids, and the time.
///
/// Those of samples differ from those of a trial, so both are replaced by one value.
enum Fresh {
  static let id = "00000000-0000-4000-8000-000000000001"
  static let clock = "2026-01-01T00:00:00Z"
  private static let start = Array("00000000-0000-4000-8000-".utf8)

  /// Whether a text is an id of a trial.
  static func isTrialID(_ text: String) -> Bool {
    text.utf8.count == 36 && text.utf8.starts(with: start)
  }

  static func isGenerated(_ term: Term) -> Bool { term.text.map(isTrialID) == true }

  static func isClock(_ term: Term) -> Bool {
    term.text.map { $0.utf8.elementsEqual(clock.utf8) } == true
  }

  /// Replaces ids and times as a trial would: those that don't occur in the document before, such
  /// as a random id.
  static func unified(_ after: JSON, from before: JSON) -> JSON {
    switch after {
    case .string(let text) where isRandomID(text) && !before.holds(after): return .string(id)
    case .array(let elements): return .array(elements.map { unified($0, from: before) })
    case .object(let members):
      var object = JSONObject()
      for (key, value) in members { object[key] = unified(value, from: before) }
      return .object(object)
    default: return after
    }
  }

  /// Whether a text is an id of version 4.
  private static func isRandomID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 36, bytes[14] == UInt8(ascii: "4") else { return false }
    return bytes.enumerated().allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index)
        ? byte == UInt8(ascii: "-")
        : (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
          || (0x61...0x66).contains(byte)
    }
  }
}
