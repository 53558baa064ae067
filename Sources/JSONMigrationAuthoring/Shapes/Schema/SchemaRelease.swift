internal import JSONText

/// A release of JSON Schema, as far as it says which keywords there are.
struct SchemaRelease {
  /// The number of a draft; 8 for 2019-09, and 9 for 2020-12, which is taken where none is said.
  private let number: Int
  /// The keywords that only later releases have.
  private let later: Set<String>

  /// What a file says in `$schema`.
  init(_ name: String?) {
    let parts = name?.split(whereSeparator: { "/#".contains($0) }) ?? []
    let number = 3 + (Self.names.firstIndex { parts.contains($0) } ?? 6)
    self.number = number
    later = Set(
      Self.keywords.flatMap { first, names in
        first > number ? names.split(separator: " ").map(String.init) : []
      })
  }

  private static let names: [Substring] = [
    "draft-03", "draft-04", "draft-05", "draft-06", "draft-07", "2019-09",
  ]

  /// What each release was the first to have.
  private static let keywords = [
    (6, "const contains propertyNames"), (7, "if then else"),
    (
      8,
      "minContains maxContains dependentRequired dependentSchemas unevaluatedProperties "
        + "unevaluatedItems"
    ), (9, "prefixItems"),
  ]

  /// Whether it passes over what stands beside `$ref`.
  private var ignoresSiblings: Bool { number < 8 }

  /// A schema with what the release goes by.
  func read(_ schema: LocatedJSON) -> LocatedJSON {
    if number > 8 { return schema }
    let members = schema.members
    if ignoresSiblings, let reference = members.last(where: { $0.key == "$ref" }) {
      return LocatedJSON([reference], at: schema.range)
    }
    if members.allSatisfy(isKnown) { return schema }
    return LocatedJSON(members.filter(isKnown), at: schema.range)
  }

  /// Whether a keyword is of this release.
  func isKnown(_ member: LocatedJSON.Member) -> Bool {
    if later.contains(member.key) { return false }
    // These were true or false.
    let isBound = number < 6 && ["exclusiveMinimum", "exclusiveMaximum"].contains(member.key)
    return !isBound || member.value.number == nil
  }

  /// Whether references in a schema start at it, and not at the one around it.
  func isApart(_ schema: LocatedJSON) -> Bool {
    guard let id = schema[number < 6 ? "id" : "$id"]?.text, id.utf8.first != UInt8(ascii: "#")
    else { return false }
    return !ignoresSiblings || schema["$ref"] == nil
  }
}

/// The schemas in a file that have a name of their own, at which references in them start.
struct SchemasApart {
  private var schemas: [LocatedJSON] = []
  /// The number of the one around each; -1 where there is none.
  private var outer: [Int] = []

  init(in root: LocatedJSON, _ release: SchemaRelease) {
    var pending = root.elements + root.members.map(\.value)
    while let next = pending.popLast() {
      if release.isApart(next) { schemas.append(next) }
      pending += next.elements + next.members.map(\.value)
    }
    schemas = schemas.ordered { $0.range.lowerBound < $1.range.lowerBound }
    for schema in schemas {
      outer.append(number(around: schema.range.lowerBound, from: outer.count - 1))
    }
  }

  var isEmpty: Bool { schemas.isEmpty }

  /// The innermost one in which a byte is.
  func last(around offset: Int) -> LocatedJSON? {
    var (low, high) = (0, schemas.count)
    while low < high {
      let middle = (low + high) / 2
      if schemas[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    let number = number(around: offset, from: low - 1)
    return number < 0 ? nil : schemas[number]
  }

  /// The first around a byte among one that begins before and those around that.
  private func number(around offset: Int, from start: Int) -> Int {
    var number = start
    while number >= 0, !schemas[number].range.contains(offset) { number = outer[number] }
    return number
  }
}
