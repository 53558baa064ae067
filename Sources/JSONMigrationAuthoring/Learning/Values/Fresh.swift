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

  /// The form in which a value is the time of a trial; nil for other values.
  static func clockForm(_ term: Term) -> String? {
    switch term.json {
    case .string(let text): text.utf8.elementsEqual(clock.utf8) ? "iso8601" : nil
    case 1_767_225_600: "unix-seconds"
    case 1_767_225_600_000: "unix-milliseconds"
    case 788_918_400: "apple-seconds"
    default: nil
    }
  }

  /// Whether what stands for an id is in the text of rules: no author would write that.
  static func stands(in rules: String) -> Bool { Array(rules.utf8).includes(start) }

  /// The new documents of samples, with one id in place of all that are new, as in a trial.
  ///
  /// An id is new if it isn't in the document before, in whatever letters, as a key or in a longer
  /// text. One that comes again where it was once is a constant.
  static func unified(_ samples: [StepSample]) -> (afters: [JSON], ids: Int) {
    var found = Found()
    for (number, sample) in samples.enumerated() where holdsRandomID(sample.after) {
      var known: Set<String> = []
      gather(sample.before, &known)
      found.gather(sample.after, without: known, at: "", in: number)
    }
    let new = found.new
    guard !new.isEmpty else { return (samples.map(\.after), 0) }
    return (samples.map { unified($0.after, new) }, new.count)
  }

  /// The ids of new documents that are not in the old ones.
  private struct Found {
    /// For each general place, where elements share one: how often it has which id.
    private var places: [String: [String: Int]] = [:]
    /// The samples that each occurs in.
    private var samples: [String: Set<Int>] = [:]

    mutating func gather(
      _ value: JSON, without known: Set<String>, at place: String, in sample: Int
    ) {
      switch value {
      case .string(let text) where isRandomID(text) && !known.contains(text.lowercased()):
        places[place, default: [:]][text, default: 0] += 1
        samples[text, default: []].insert(sample)
      case .array(let elements):
        for element in elements { gather(element, without: known, at: place + "[]", in: sample) }
      case .object(let members):
        for (key, value) in members {
          gather(value, without: known, at: "\(place).\(key)", in: sample)
        }
      default: break
      }
    }

    /// Those that are no constants.
    var new: Set<String> {
      // Where it is alone, and comes again, it is always the same; but not if it names a new one.
      var once: Set<String> = []
      for counts in places.values {
        once.formUnion(counts.filter { counts.count > 1 || $0.value == 1 }.map(\.key))
      }
      return Set(
        samples.filter { id, samples in
          isTrialID(id) || samples.count == 1 && once.contains(id)
        }.map(\.key))
    }
  }

  private static func holdsRandomID(_ value: JSON) -> Bool {
    switch value {
    case .string(let text): isRandomID(text)
    case .array(let elements): elements.contains { holdsRandomID($0) }
    case .object(let members): members.contains { holdsRandomID($0.value) }
    default: false
    }
  }

  /// Adds the ids that are in any text of a value, in small letters.
  private static func gather(_ value: JSON, _ known: inout Set<String>) {
    switch value {
    case .string(let text): known.formUnion(ids(in: text))
    case .array(let elements): for element in elements { gather(element, &known) }
    case .object(let members):
      for (key, value) in members {
        known.formUnion(ids(in: key))
        gather(value, &known)
      }
    default: break
    }
  }

  private static func ids(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    guard bytes.count >= idLength else { return [] }
    return (0...bytes.count - idLength).compactMap { start in
      let id = bytes[start..<start + idLength]
      return isRandomID(id) ? String(decoding: id, as: UTF8.self).lowercased() : nil
    }
  }

  private static func unified(_ after: JSON, _ new: Set<String>) -> JSON {
    switch after {
    case .string(let text) where new.contains(text): return .string(id)
    case .array(let elements): return .array(elements.map { unified($0, new) })
    case .object(let members):
      var object = JSONObject()
      for (key, value) in members { object[key] = unified(value, new) }
      return .object(object)
    default: return after
    }
  }

  private static let idLength = 36

  private static func isRandomID(_ text: String) -> Bool {
    text.utf8.count == idLength && isRandomID(Array(text.utf8)[...])
  }

  /// Whether so many bytes are an id of version 4.
  private static func isRandomID(_ bytes: ArraySlice<UInt8>) -> Bool {
    let start = bytes.startIndex
    guard bytes[start + 14] == UInt8(ascii: "4"), bytes[start + 8] == UInt8(ascii: "-") else {
      return false
    }
    return bytes.indices.allSatisfy { index in
      let byte = bytes[index]
      return [8, 13, 18, 23].contains(index - start)
        ? byte == UInt8(ascii: "-")
        : (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
          || (0x61...0x66).contains(byte)
    }
  }
}
