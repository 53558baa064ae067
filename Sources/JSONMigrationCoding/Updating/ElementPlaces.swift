internal import JSONText

/// Finds out which element of a file's list is which in the list that a type made of it.
///
/// A type may sort what it reads, and a set has an order of its own. So elements are told by what
/// they say: one of the file belongs to one of the type's that says the same, as far as the type
/// knows it.
struct ElementPlaces {
  private let marks: Marks
  /// What is known of each element, and the rules it has of its own.
  private let known: [(value: JSON, rules: OwnRules?)]
  /// For each element of the file what it says, as it is and migrated.
  private let elements: [[JSON]]
  private let parts: KnownParts

  /// Takes the elements of the file, and what the type has made of them.
  ///
  /// What an element says can't be told where it is no value of JSON, for a key stands in it twice.
  init(of known: [JSON], among elements: [JSON?], marks: Marks) {
    self.marks = marks
    self.known = known.map { value in
      if case .leaf(let rules, let value) = marks.meaning(of: value) { return (value, rules) }
      return (value, nil)
    }
    parts = KnownParts(of: self.known.map(\.value), marks: marks)
    let rules = self.known.lazy.compactMap(\.rules).first
    self.elements = elements.map { element in
      guard let element else { return [] }
      return [element] + [rules.flatMap { $0.migrate(element) }].compactMap { $0 }
    }
  }

  /// For each element that the type knows its index in the file, where the type keeps the order as
  /// far as that can be seen; nil where it can't be told.
  func ordered() -> [Int]? {
    guard elements.count == known.count else { return some() }
    if known.indices.allSatisfy({ says($0, $0, isStrict: false, isExact: true) }) {
      return Array(known.indices)
    }
    let (places, left) = told()
    // What is written in another way than it is read says nothing; if all else stays where it is,
    // so does that.
    let isInOrder = places.enumerated().allSatisfy { $1 == nil || $1 == $0 }
    return isInOrder ? Array(known.indices) : Self.filled(places, left)
  }

  /// The same for lists without order.
  func unordered() -> [Int]? {
    guard elements.count == known.count else { return some() }
    let (places, left) = told()
    return Self.filled(places, left)
  }

  /// The places of all that the type knows, where it has passed over some elements.
  ///
  /// Each must say what it says in the file: which is left over can't be told.
  private func some() -> [Int]? {
    guard known.count < elements.count else { return nil }
    let places = said().places.compactMap { $0 }
    return places.count == known.count ? places : nil
  }

  /// With the one that is left over, if it is one.
  private static func filled(_ places: [Int?], _ left: [Int]) -> [Int]? {
    if left.count > 1 { return nil }
    return places.compactMap { $0 ?? left.first }
  }

  /// The places that can be told by what elements say, and those in the file that are left over.
  private func told() -> (places: [Int?], left: [Int]) {
    let (places, left) = said()
    return alike(places, left)
  }

  private func said() -> (places: [Int?], left: [Int]) {
    var isTaken = Array(repeating: false, count: elements.count)
    var places: [Int?] = Array(repeating: nil, count: known.count)
    // A number that a type has rounded may be that of another element exactly.
    for isExact in [true, false] { placeEqual(&places, &isTaken, isExact: isExact) }
    if places.contains(nil) { placeOthers(&places, &isTaken) }
    return (places, elements.indices.filter { !isTaken[$0] })
  }

  /// Places those of which an element of the file says all, and nothing else that the type knows.
  private func placeEqual(_ places: inout [Int?], _ isTaken: inout [Bool], isExact: Bool) {
    guard places.contains(nil) else { return }
    var free: [JSON: [Int]] = [:]
    for index in elements.indices.reversed() where !isTaken[index] {
      for form in forms(of: index, isExact: isExact) { free[form, default: []].append(index) }
    }
    for number in known.indices where places[number] == nil {
      let form = parts.form(of: marks.plain(known[number].value), isExact: isExact)
      while let index = free[form]?.popLast() {
        if isTaken[index] { continue }
        isTaken[index] = true
        places[number] = index
        break
      }
    }
  }

  /// What is known of an element of the file, as it is and migrated.
  private func forms(of index: Int, isExact: Bool) -> Set<JSON> {
    var forms: Set<JSON> = []
    for element in elements[index] {
      forms.insert(parts.form(of: element, isExact: isExact))
      guard parts.hasRules else { continue }
      forms.insert(parts.form(of: element, isExact: isExact, isMigrated: true))
    }
    return forms
  }

  /// Places those of which an element of the file says all, and something else.
  private func placeOthers(_ places: inout [Int?], _ isTaken: inout [Bool]) {
    var free: [ElementTrait: [Int]] = [:]
    for (index, forms) in elements.enumerated() where !isTaken[index] {
      for trait in Set(forms.flatMap(ElementTrait.scalars)) {
        free[trait, default: []].append(index)
      }
    }
    let all = elements.indices.filter { !isTaken[$0] }
    var visits = Self.mostVisits(elements.count)
    for isExact in [true, false] {
      for number in known.indices where places[number] == nil {
        for index in candidates(for: known[number].value, in: free) ?? all {
          visits -= 1
          if visits < 0 { break }
          guard !isTaken[index], says(index, number, isStrict: true, isExact: isExact) else {
            continue
          }
          isTaken[index] = true
          places[number] = index
          break
        }
      }
    }
  }

  /// The same with those that say something else, for what is written isn't what was read.
  ///
  /// One of them says nothing else than one of the file alone, or has to do with it alone.
  private func alike(_ places: [Int?], _ left: [Int]) -> (places: [Int?], left: [Int]) {
    if left.count < 2 { return (places, left) }
    var (places, taken) = (places, Set<Int>())
    func unplaced() -> [Int] { places.indices.filter { places[$0] == nil } }
    for (number, place) in agreeing(unplaced(), left) {
      places[number] = place
      taken.insert(place)
    }
    let (olds, news) = (elements.map { $0.last ?? .null }, known.map { marks.plain($0.value) })
    let likeness = ElementLikeness(
      olds, left.filter { !taken.contains($0) }, news, unplaced()
    ) { ElementPairs.areOthers(olds[$0], news[$1]) }
    for pair in likeness.pairs {
      places[pair.new] = pair.old
      taken.insert(pair.old)
    }
    return (places, left.filter { !taken.contains($0) })
  }

  /// Those of which each can be just one of the file, which can be none of the others.
  private func agreeing(_ numbers: [Int], _ left: [Int]) -> [Int: Int] {
    guard Int64(numbers.count) * Int64(left.count) <= Self.mostVisits(elements.count) else {
      return sharing(numbers, left)
    }
    var uses: [Int: Int] = [:]
    var single: [Int: Int] = [:]
    for number in numbers {
      let places = left.filter { says($0, number, isStrict: false) }
      for place in places { uses[place, default: 0] += 1 }
      if places.count == 1 { single[number] = places[0] }
    }
    return single.filter { uses[$0.value] == 1 }
  }

  /// The same where they are many: those that alone have something in the members of which both
  /// lists have the same.
  private func sharing(_ numbers: [Int], _ left: [Int]) -> [Int: Int] {
    let news = numbers.map { parts.form(of: marks.plain(known[$0].value), isExact: false) }
    let olds = left.map { elements[$0].last.map { parts.form(of: $0, isExact: false) } ?? .null }
    let keys = parts.keys.filter { key in
      var counts: [JSON: Int] = [:]
      for new in news { counts[new[key] ?? .null, default: 0] += 1 }
      for old in olds { counts[old[key] ?? .null, default: 0] -= 1 }
      return counts.allSatisfy { $0.value == 0 }
    }
    func owners(_ forms: [JSON], _ indices: [Int]) -> [JSON: Int] {
      var owners: [JSON: Int] = [:]
      for (form, index) in zip(forms, indices) {
        let shared = JSON.array(keys.map { form[$0] ?? .null })
        owners[shared] = owners[shared] == nil ? index : -1
      }
      return owners
    }
    let places = owners(olds, left)
    var single: [Int: Int] = [:]
    for (shared, number) in owners(news, numbers) where number >= 0 {
      if let place = places[shared], place >= 0 { single[number] = place }
    }
    return single
  }

  private func says(_ index: Int, _ number: Int, isStrict: Bool, isExact: Bool = false) -> Bool {
    let (value, rules) = known[number]
    var comparison = ElementComparison(marks: marks, isStrict: isStrict, isExact: isExact)
    let isMigrated = elements[index].dropFirst().contains { comparison.says($0, value) }
    if rules != nil, isMigrated { return true }
    // What is as it was before its rules must say all that it says after them.
    comparison.isStrict = isStrict || rules != nil
    return elements[index].first.map { comparison.says($0, value) } == true
  }

  /// Lists in which so little is different that all would be compared with all are given up.
  private static func mostVisits(_ count: Int) -> Int { 10_000 + 100 * count }

  /// The fewest elements among which the one must be that says this; nil where it may be any.
  private func candidates(for value: JSON, in free: [ElementTrait: [Int]]) -> [Int]? {
    ElementTrait.scalars(of: marks.meaning(of: value) == nil ? value : .array([]))
      .map { free[$0] ?? [] }.min { $0.count < $1.count }
  }
}

/// Compares what a file says with what a type has made of it.
struct ElementComparison {
  let marks: Marks
  /// Whether each member that the type writes must be in the file.
  var isStrict = false
  /// Whether numbers must be the same: a type may have rounded what the file says.
  var isExact = false
  /// So many levels are looked at, as each takes of the stack; what is below has to be equal.
  private static let levels = 24

  /// Whether a value of the file says all that the type knows of it.
  func says(_ file: JSON, _ known: JSON) -> Bool { says(file, known, Self.levels) }

  private func says(_ file: JSON, _ known: JSON, _ levels: Int) -> Bool {
    guard levels > 0 else { return file == marks.plain(known) }
    switch (marks.meaning(of: known), file, known) {
    case (.leaf(let rules, let value)?, _, _):
      let strictly = ElementComparison(marks: marks, isStrict: true, isExact: isExact)
      if strictly.says(file, value, levels - 1) {
        return true
      }
      guard let migrated = rules.migrate(file) else { return false }
      return says(migrated, value, levels - 1)
    case (.number(let item)?, .number(let number), _):
      return number == item || !isExact && Double(number) == Double(item)
    case (.set(let items)?, .array(let elements), _):
      return haveSame(elements.map { [$0] }, items.map { [$0] }, levels)
    case (.pairs(let items)?, .array(let elements), _):
      return haveSame(
        elements.pairs.map { [$0.key, $0.value] }, items.pairs.map { [$0.key, $0.value] }, levels)
    case (nil, .array(let elements), .array(let items)):
      return elements.count == items.count
        && zip(elements, items).allSatisfy { says($0, $1, levels - 1) }
    case (nil, .object(let members), .object(let items)):
      return items.allSatisfy { key, value in
        members[key].map { says($0, value, levels - 1) } ?? !isStrict
      }
    case (nil, .number(let number), .number(let item)):
      return number == item || !isExact && Double(number) == Double(item)
    case (nil, .string, .string):
      return file == known || !isExact && ElementTrait.scalar(file) == ElementTrait.scalar(known)
    case (nil, _, _): return file == known
    default: return false
    }
  }

  /// In larger sets not all are compared with all.
  private static let mostCompared = 64

  /// Whether both have the same in any order.
  private func haveSame(_ file: [[JSON]], _ known: [[JSON]], _ levels: Int) -> Bool {
    guard file.count == known.count else { return false }
    // Most are spelled alike.
    if Set(file) == Set(known.map { $0.map(marks.plain) }) { return true }
    guard known.count < Self.mostCompared else { return haveSameForms(file, known) }
    var free = file
    return known.allSatisfy { group in
      let index = free.firstIndex { other in
        zip(other, group).allSatisfy { says($0, $1, levels - 1) }
      }
      if let index { free.remove(at: index) }
      return index != nil
    }
  }

  /// The same for what is equal where it is cut down to what is known.
  private func haveSameForms(_ file: [[JSON]], _ known: [[JSON]]) -> Bool {
    let parts = KnownParts(of: known.lazy.flatMap { $0 }, marks: marks)
    func counts(_ groups: [[JSON]], isMigrated: Bool = false) -> [JSON: Int] {
      var counts: [JSON: Int] = [:]
      for group in groups {
        let forms = group.map { parts.form(of: $0, isExact: isExact, isMigrated: isMigrated) }
        counts[.array(forms), default: 0] += 1
      }
      return counts
    }
    let wanted = counts(known.map { $0.map(marks.plain) })
    return counts(file) == wanted || parts.hasRules && counts(file, isMigrated: true) == wanted
  }
}
