import Foundation
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Types that read a member which they don't write: what that stands for is not to come back.
@Suite struct GuardedRereadTests {
  /// It reads an old key before the one that it writes.
  struct Renamed: Codable, Hashable {
    var name: String
    var size: Int?

    enum OldKeys: String, CodingKey { case title }

    init(name: String) { self.name = name }

    init(from decoder: any Decoder) throws {
      let old = try decoder.container(keyedBy: OldKeys.self)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name =
        try old.decodeIfPresent(String.self, forKey: .title)
        ?? container.decode(String.self, forKey: .name)
      size = try container.decodeIfPresent(Int.self, forKey: .size)
    }
  }

  struct Holder: Codable, Equatable {
    var inner: Renamed
  }

  struct Shelf: Codable, Equatable {
    var set: Set<Renamed>
    var list: [Renamed]
  }

  let folder: GuardedFolder

  init() throws {
    folder = try GuardedFolder()
  }

  @Test func `the old member goes, and what is unknown beside it stays`() throws {
    #expect(
      try folder.change(
        #"{"version":2,"inner":{"title":"A","y":1.0},"x":1}"#, Holder.self
      ) { $0.inner.name = "B" } == #"{"version":2,"inner":{"y":1.0,"name":"B"},"x":1}"#)
    #expect(
      try folder.change(
        #"{"u":[1, 2],"title":"A","version":2,"v":{"title":"C"},"w":0}"#, Renamed.self
      ) { $0.name = "B" } == #"{"u":[1, 2],"version":2,"v":{"title":"C"},"w":0,"name":"B"}"#)
  }

  @Test func `an old member that makes no difference stays`() throws {
    let old = #"{"version":2,"inner":{"title":"A","name":"A","y":1.0}}"#
    #expect(try folder.change(old, Holder.self) { _ in } == old)
    #expect(
      try folder.change(old, Holder.self) { $0.inner.size = 3 }
        == #"{"version":2,"inner":{"title":"A","name":"A","y":1.0,"size":3}}"#)
  }

  @Test func `old members go from those elements alone that differ`() throws {
    let old = """
      {"version":2,"set":[{"title":"A","size":1,"y":1},{"title":"B","size":2,"y":2},
      {"title":"C","size":3,"y":3}],"list":[{"title":"D","y":4},{"title":"E","y":5}]}
      """
    let text = try folder.change(old, Shelf.self) { shelf in
      shelf.list[1].name = "F"
      shelf.set = Set(
        shelf.set.map { element in
          var element = element
          if element.name == "B" { element.name = "G" }
          return element
        })
    }
    // Only `size` is the same, which tells nothing, so that one is new.
    let wanted = [
      #"{"title":"A","size":1,"y":1}"#, #"{"title":"C","size":3,"y":3}"#,
      #"[{"title":"D","y":4},{"y":5,"name":"F"}]"#,
    ]
    for part in wanted { #expect(text?.contains(part) == true, "\(text ?? "")") }
    #expect(text?.contains(#""y":2"#) == false)
  }
}
