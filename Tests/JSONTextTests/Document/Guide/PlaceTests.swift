import Testing

@testable import JSONText

@Suite struct PlaceTests {
  /// `a.*.b`, with `?` for some elements and `**` for any depth.
  static func place(_ text: String) -> Place {
    Place(
      text.split(separator: ".").map { word in
        switch word {
        case "*": .every
        case "?": .some
        case "**": .descendants
        default: .key(Array(word.utf8))
        }
      })
  }

  @Test func `a place is built from its parent`() {
    let place = Self.place("a.*.b")
    #expect(Place.root.member(Array("a".utf8)).children.member(Array("b".utf8)) == place)
    #expect(place.parent == Self.place("a.*"))
    #expect(place.key == Array("b".utf8))
    #expect(place.parent.key == nil)
    #expect(place.around == [.root, Self.place("a"), Self.place("a.*")])
    #expect(Place.root.parent == .root)
    #expect(Self.place("a.**.b.*").leastDepth == 3)
  }

  @Test(arguments: [
    ("a", "a", true), ("a", "b", false), ("a", "a.b", true), ("", "a", true), ("*", "a", true),
    ("a.*", "a.b.c", true), ("a.b", "a.c", false), ("?", "*", true), ("?", "a", true),
    ("**", "a.b", true), ("**.a", "b", true), ("a.**.b", "a.c", true), ("a.**", "b", false),
    ("**.a", "**.b", true), ("**.a.b", "**.c.d", true), ("**.a.b", "**.a.c", true),
    ("a.**.b", "a.**.c", true), ("a.**.b", "c.**.b", false),
  ])
  func `two places meet if a value can be at both`(_ one: String, _ other: String, _ meet: Bool) {
    #expect(Self.place(one).meets(Self.place(other)) == meet)
    #expect(Self.place(other).meets(Self.place(one)) == meet)
  }

  @Test(arguments: [
    ("**.a.b", "**.a.c", false), ("**.*.b", "**.*.c", false), ("**.a.b", "**.c.b", true),
    ("**.a.b", "**.b", true), ("**.a.*", "**.a.c", true), ("**.a", "**.a.c", true),
    ("**.a.**.b", "**.a.**.c", true), ("**.a.b.**.c", "**.a.d.**.c", false), ("a", "b", false),
    ("**", "**.a", true), ("**.a", "b.c", true),
  ])
  func `members of one scope are apart, wherever it is`(
    _ one: String, _ other: String, _ meet: Bool
  ) {
    #expect(Self.place(one).meetsInScope(Self.place(other)) == meet)
    #expect(Self.place(other).meetsInScope(Self.place(one)) == meet)
  }

  @Test(arguments: [
    ("a", "a", true), ("a", "b", false), ("a", "a.b", false), ("", "", true), ("", "**", true),
    ("*", "a", true), ("?", "*", true), ("a.*", "a.b.c", false), ("**.a", "b.c.a", true),
    ("**.a", "a", true), ("**.a", "b.a.c", false), ("**.a.*", "**.b", true),
    ("**.a.b", "**.c.b", false), ("a.**.b", "**.b.c", false), ("a.**.b", "**.c.*", true),
    ("**.**.a", "a", true), ("a.**", "b.**", false), ("**.a.**", "b", false), ("**", "a.b", true),
  ])
  func `two places coincide if a value can be at both, and is not inside one`(
    _ one: String, _ other: String, _ coincide: Bool
  ) {
    #expect(Self.place(one).coincides(with: Self.place(other)) == coincide)
    #expect(Self.place(other).coincides(with: Self.place(one)) == coincide)
  }

  @Test func `many descendants in two places are told in little time`() {
    let one = Self.place(Array(repeating: "**.a", count: 200).joined(separator: "."))
    let other = Self.place(Array(repeating: "**.a", count: 200).joined(separator: ".") + ".b")
    #expect(!one.coincides(with: other))
    #expect(one.isAround(other) && !other.isAround(one))
  }

  @Test(arguments: [
    ("a", "a", ""), ("", "a.b", "a.b"), ("a", "a.b.c", "b.c"), ("*", "a.b", "b"), ("*", "?", ""),
    ("a.*", "a.*.b", "b"), ("**", "**.a", "a"),
  ])
  func `a place inside another one has a rest`(_ outer: String, _ inner: String, _ rest: String) {
    #expect(Self.place(outer).rest(to: Self.place(inner)).map { Place($0) } == Self.place(rest))
    #expect(Self.place(inner).isInside(Self.place(outer)))
  }

  @Test(arguments: [
    ("a", "b"), ("a.b", "a"), ("a", "*"), ("?", "*"), ("?", "a"), ("*", "**"), ("**", "a"),
  ])
  func `a place that isn't inside another one has none`(_ outer: String, _ inner: String) {
    #expect(Self.place(outer).rest(to: Self.place(inner)) == nil)
    #expect(!Self.place(inner).isInside(Self.place(outer)))
  }

  @Test(arguments: [
    ("a.b", "a", true), ("a.?", "a.*", true), ("a.*", "a.?", false), ("a", "a.b", false),
    ("a.b", "a.*", false),
  ])
  func `paths go by the places they name`(_ place: String, _ outer: String, _ goes: Bool) {
    #expect(Self.place(place).isNamedBelow(Self.place(outer)) == goes)
  }
}
