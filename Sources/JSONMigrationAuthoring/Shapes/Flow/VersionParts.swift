internal import JSONMigrationCore
internal import JSONText

/// The documents of a shape by what they say of their version.
struct VersionParts {
  /// The versions that they have, each with its part of the shape.
  var known: [(version: Version, part: Shape)] = []
  /// Those that say none where none is taken for granted; they are refused.
  var unsaid = Shape.never
  /// Those with something that is no version in its place, if the shape names that; they are
  /// refused.
  var misread = Shape.never

  /// What may stand at the place of a version and is none.
  static func misread(_ there: Shape, _ chain: Chain) -> Shape {
    var others = there.spelled
    if !chain.newest.isInteger {
      others.texts = nil
    } else if let numbers = others.numbers {
      // An integer that no step starts at is the version of other rules.
      let odd = numbers.values?.filter { !NumberText.isInteger($0.text) }
      if numbers.isWhole || odd?.isEmpty == true {
        others.numbers = nil
      } else if let odd {
        others.numbers = NumberShape(values: odd)
      }
    }
    return others
  }
}

extension Shape {
  /// Whether objects of the shape name a member inside of members that they name.
  func mentions(_ names: ArraySlice<[UInt8]>) -> Bool {
    guard let name = names.first else { return true }
    return objects.contains { $0.isNamed(name) && $0[name].shape.mentions(names.dropFirst()) }
  }
}

extension SchemaFile {
  /// Whether it says of the member that holds the version that it may be something else.
  func takesOthers(than format: Format) -> Bool {
    format.at.contains { place in
      place.names?.last.map { name in
        !VersionParts.misread(declared(name.text), format.chain).isNever
      } ?? true
    }
  }
}
