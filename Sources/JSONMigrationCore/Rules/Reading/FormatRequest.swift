internal import JSONText

/// A nested format that a rule names.
///
/// The rule knows its number; which folder that is turns out when all files of the rule's own
/// folder are read. So formats can nest in each other.
package struct FormatRequest {
  package typealias Number = Int

  let name: String
  /// The folder of the rule.
  let folder: String
  /// Where the rule names it.
  let place: Diagnostic.Place
  /// Where the nested documents are, for the guide.
  let places: [Place]
  /// The version that the nested documents are brought to, and where the rule names it.
  let target: (version: Version, place: Diagnostic.Place)?

  /// The name of the format that the rule is in itself.
  static let same = "."

  /// Whether a name is that of a folder, and not a way out of the rules folder.
  static func isFolderName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return (1...255).contains(bytes.count) && bytes != [0x2E] && bytes != [0x2E, 0x2E]
      && !bytes.contains { [UInt8(ascii: "/"), UInt8(ascii: "\\"), 0].contains($0) }
  }

  /// The folders where it may be: in the rule's own, and in those that this one belongs to.
  var folders: [String] {
    if name.utf8.elementsEqual(Self.same.utf8) { return [folder] }
    var names = folder.split(separator: "/").map(String.init)
    var folders: [String] = []
    while true {
      folders.append((names + [name]).joined(separator: "/"))
      if names.popLast() == nil { return folders }
    }
  }
}
