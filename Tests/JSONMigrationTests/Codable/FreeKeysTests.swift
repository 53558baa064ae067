import Foundation
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Keys of JSON values are data: strategies for keys leave them alone, and edits keep all digits.
@Suite struct FreeKeysTests {
  struct Page: Codable, Equatable {
    var pageTitle: String
    var freeForm: JSON
    var moreOfIt: JSONObject?
    var byName: [String: JSON]
    var inLists: [JSON] = []
  }

  let encoder = JSONEncoder()
  let decoder = JSONDecoder()
  let migrator: Migrator
  let folder: GuardedFolder

  init() throws {
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .sortedKeys
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    migrator = try Migrator(rules: [
      RuleSource(name: "v2.json", text: #"{"to":2,"rules":[]}"#)
    ])
    folder = try GuardedFolder()
  }

  private static let text =
    #"{"by_name":{"aB":{"cD":1},"e_f":{"g_h":[{"URLName":2}]}},"free_form":{"URLName":{"myKey":1,"my_key":2}},"in_lists":[{"aB":[{"c_d":1}]}],"more_of_it":{"xY":1},"page_title":"a","version":2}"#

  @Test func `keys of JSON stay as they are`() throws {
    let page = try decoder.decode(Page.self, from: Data(Self.text.utf8), migrating: migrator)
    #expect(page.pageTitle == "a")
    #expect(page.freeForm == ["URLName": ["myKey": 1, "my_key": 2]])
    #expect(page.moreOfIt == ["xY": 1])
    #expect(page.byName["e_f"] == ["g_h": [["URLName": 2]]])
    let saved = try encoder.encode(page, stamping: migrator)
    #expect(try JSON(parsing: saved) == JSON(parsing: Array(Self.text.utf8)))
  }

  @Test func `keys that a strategy of the app's own makes are no keys of JSON`() throws {
    encoder.keyEncodingStrategy = .custom { path in
      AnyKey(stringValue: "_" + (path.last?.stringValue ?? ""))
    }
    decoder.keyDecodingStrategy = .custom { path in
      AnyKey(stringValue: String((path.last?.stringValue ?? "").drop { $0 == "_" }))
    }
    let page = Page(pageTitle: "a", freeForm: ["_x": 1], byName: ["_y": ["z": 1]])
    let saved = try encoder.encode(page, stamping: migrator)
    #expect(String(decoding: saved, as: UTF8.self).contains(#""_freeForm":{"_x":1}"#))
    #expect(try decoder.decode(Page.self, from: saved, migrating: migrator) == page)
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private func file() -> GuardedFile<Page> {
    GuardedFile(at: folder.file, by: migrator, decoder: decoder, encoder: encoder)
  }

  @Test func `a file keeps them, and what is changed has them`() throws {
    try folder.write(Self.text)
    var page = try #require(try file().load())
    page.pageTitle = "b"
    try file().save(page)
    #expect(folder.text() == Self.text.replacingOccurrences(of: #""a""#, with: #""b""#))
    page.freeForm["URLName"] = ["anotherKey": true]
    page.byName["nEw"] = ["k_K": 1]
    try file().save(page)
    #expect(try file().load() == page)
    #expect(folder.text()?.contains(#"{"URLName":{"anotherKey":true}}"#) == true)
    #expect(folder.text()?.contains(#""nEw":{"k_K":1}"#) == true)
    try FileManager.default.removeItem(at: folder.file)
    try file().save(page)
    #expect(try file().load() == page)
  }

  struct Numbers: Codable, Equatable {
    var a: JSON
    var b: JSONNumber
    var list: [JSON] = []
    var name = ""
  }

  @Test func `numbers of JSON are compared and written with all their digits`() throws {
    let text =
      #"{"version":2,"a":{"x":[12345678901234567890123]},"b":0.1234567890123456789012,"list":[12345678901234567890121,12345678901234567890122],"name":""}"#
    let number = try #require(JSONNumber("12345678901234567890124"))
    let saved = try folder.change(text, Numbers.self) { value in
      value.a = ["x": [.number(number)]]
      value.b = JSONNumber("0.1234567890123456789013") ?? 0
      value.list.removeFirst()
    }
    #expect(
      saved
        == #"{"version":2,"a":{"x":[12345678901234567890124]},"b":0.1234567890123456789013,"list":[12345678901234567890122],"name":""}"#
    )
    let named = try folder.change(text, Numbers.self) { $0.name = "n" }
    #expect(named == text.replacingOccurrences(of: #"name":"""#, with: #"name":"n""#))
  }

  @Test func `JSON of many levels needs no large stack`() async throws {
    let (file, encoder, migrator) = (file(), encoder, migrator)
    for levels in [99, 100, 101, 400] {
      let isSame = try await onSmallStack {
        var json: JSON = ["a": 1]
        for _ in 1..<levels { json = ["a": json] }
        var page = Page(pageTitle: "a", freeForm: json, byName: [:])
        _ = try encoder.encode(page, stamping: migrator)
        try file.save(page)
        page.freeForm["a"] = ["b": json]
        try file.save(page)
        return try file.load() == page
      }
      #expect(isSame)
    }
  }
}
