import Foundation
import JSONMigrationCore
import Testing

@testable import jsonmigrate

/// Property lists in all that the command does.
@Suite struct PropertyListCommandTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.scratch.write(
      """
      { "to": 2, "rules": [
        { "rename": { "made": "created" } }, { "wrap": "who", "under": "name" } ] }
      """, to: "rules/v2.json")
  }

  private static func xml(_ members: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \(members)
    </dict>
    </plist>

    """
  }

  /// Members that no rule names.
  private static let kept = """
    \t<key>icon</key>
    \t<data>
    \tAAH/
    \t</data>
    \t<key>size</key>
    \t<real>2.0</real>
    """

  private static let old = xml(
    """
    \t<key>version</key>
    \t<integer>1</integer>
    \t<key>made</key>
    \t<date>2024-02-29T12:00:00Z</date>
    \(kept)
    \t<key>who</key>
    \t<string>Ada</string>
    """)

  private static let new = xml(
    """
    \t<key>version</key>
    \t<integer>2</integer>
    \t<key>created</key>
    \t<date>2024-02-29T12:00:00Z</date>
    \(kept)
    \t<key>who</key>
    \t<dict>
    \t\t<key>name</key>
    \t\t<string>Ada</string>
    \t</dict>
    """)

  private static let newer = xml("\t<key>version</key>\n\t<integer>3</integer>")

  /// The XML of the tests as Foundation has it in binary.
  private static func binary(_ xml: String) throws -> Data {
    try PropertyListSerialization.data(
      fromPropertyList: PropertyListSerialization.propertyList(from: Data(xml.utf8), format: nil),
      format: .binary, options: 0)
  }

  private func writeBinary(_ xml: String, to name: String) throws {
    try Data(Self.binary(xml)).write(to: URL(filePath: place.path(name)))
  }

  /// Whether a file is a property list of that form, and Foundation reads it as it does the XML.
  private func holds(_ name: String, _ xml: String, binary: Bool) throws -> Bool {
    let data = try Data(contentsOf: URL(filePath: place.path(name)))
    let object = try PropertyListSerialization.propertyList(from: data, format: nil) as? NSObject
    let expected = try PropertyListSerialization.propertyList(
      from: Data(xml.utf8), format: nil)
    return data.starts(with: "bplist".utf8) == binary && object?.isEqual(expected) == true
  }

  private func run(_ arguments: String..., input: String = "") -> Transcript {
    Transcript(
      arguments.map { $0.hasPrefix("@") ? place.path(String($0.dropFirst())) : $0 },
      input: Array(input.utf8))
  }

  @Test func `XML from a file or standard input to standard output`() throws {
    try place.scratch.write(Self.old, to: "a.plist")
    try place.scratch.write(Self.old, to: "a.settings")
    for run in [
      place.apply("@a.plist"), place.apply("--plist", "@a.settings"),
      place.apply("--plist", input: Self.old),
      place.apply("--stdin-path", "b.plist", input: Self.old),
    ] {
      #expect((run.output, run.errors, run.status) == (Self.new, "", .done))
    }
    #expect(place.apply("--json", "@a.plist").errors.hasPrefix("error[bad-json]"))
  }

  @Test func `both forms in place: what has to change changes, the rest is not touched`() throws {
    try place.scratch.write(Self.old, to: "a.plist")
    try writeBinary(Self.old, to: "b.plist")
    // Not as this tool would write it, and with a comment.
    try place.scratch.write(
      "<plist><dict><key>version</key><!-- 2 --><integer>2</integer></dict></plist>", to: "c.plist")
    try writeBinary(Self.new, to: "d.plist")
    let untouched = try ["c.plist", "d.plist"].map(place.scratch.status)
    let run = place.apply("--in-place", "--backup", "@a.plist", "@b.plist", "@c.plist", "@d.plist")
    #expect(run.errors == "4 documents: 2 migrated, 2 current\n")
    #expect(place.scratch.text("a.plist") == Self.new)
    #expect(place.scratch.text("a.plist.bak") == Self.old)
    #expect(try holds("b.plist", Self.new, binary: true))
    #expect(try holds("b.plist.bak", Self.old, binary: true))
    #expect(try ["c.plist", "d.plist"].map(place.scratch.status) == untouched)
    #expect(place.scratch.text("c.plist.bak") == nil)
    let second = place.apply("--in-place", "@a.plist", "@b.plist")
    #expect(second.errors == "2 documents: 2 current\n")
  }

  @Test func `into another file, or a folder; what is current is copied as it is`() throws {
    try writeBinary(Self.old, to: "b.plist")
    try place.scratch.write(
      "<plist><dict><key>version</key><integer>2</integer></dict></plist>", to: "c.plist")
    #expect(place.apply("-o", "@out.plist", "@b.plist").status == .done)
    #expect(try holds("out.plist", Self.new, binary: true))
    #expect(place.apply("--output-dir", "@out", "@b.plist", "@c.plist").status == .done)
    #expect(try holds("out/b.plist", Self.new, binary: true))
    #expect(place.scratch.text("out/c.plist") == place.scratch.text("c.plist"))
  }

  @Test func `back to an older version, and what is newer left alone`() throws {
    try place.scratch.write(Self.new, to: "a.plist")
    try place.scratch.write(Self.newer, to: "b.plist")
    #expect(place.apply("--to", "1", "@a.plist").output == Self.old)
    #expect(place.apply("--skip-newer", "@b.plist").output == Self.newer)
    let run = place.apply("@b.plist")
    #expect(run.status == .found)
    #expect(
      place.errors(of: run) == """
        error[newer-version]: the document has version 3, but the rules end at version 2
          --> b.plist  $.version
           |
           = help: get newer rules; a newer release probably wrote it
           = note: nothing was written

        """)
  }

  @Test func `a folder's property lists are documents only if someone says so`() throws {
    try place.scratch.write(Self.old, to: "lib/a.plist")
    try place.scratch.write(
      Self.xml("\t<key>CFBundleName</key>\n\t<string>App</string>"), to: "lib/App/Info.plist")
    try place.scratch.write(#"{ "version": 1 }"#, to: "lib/b.json")
    #expect(place.output(of: place.apply("--check", "@lib")) == "would change: lib/b.json\n")
    #expect(
      place.output(of: place.apply("--check", "--plist", "@lib"))
        == "would change: lib/App/Info.plist\nwould change: lib/a.plist\n")
    try place.scratch.makeFolder("empty")
    #expect(run("status", "@rules", "@empty").errors.contains("`--plist` takes its *.plist files"))
  }

  @Test func `a difference is shown in XML, whatever the form`() throws {
    try place.scratch.write(Self.old, to: "a.plist")
    try writeBinary(Self.xml("\t<key>who</key>\n\t<string>Ada\u{1}</string>"), to: "b.plist")
    let run = place.apply("--diff", "@a.plist", "@b.plist")
    #expect(run.status == .done)
    #expect(
      place.output(of: run) == """
        --- a.plist
        +++ a.plist
        @@ -3,8 +3,8 @@
         <plist version="1.0">
         <dict>
         \t<key>version</key>
        -\t<integer>1</integer>
        -\t<key>made</key>
        +\t<integer>2</integer>
        +\t<key>created</key>
         \t<date>2024-02-29T12:00:00Z</date>
         \t<key>icon</key>
         \t<data>
        @@ -13,6 +13,9 @@
         \t<key>size</key>
         \t<real>2.0</real>
         \t<key>who</key>
        -\t<string>Ada</string>
        +\t<dict>
        +\t\t<key>name</key>
        +\t\t<string>Ada</string>
        +\t</dict>
         </dict>
         </plist>
        --- b.plist
        +++ b.plist
        @@ -3,6 +3,11 @@
         <plist version="1.0">
         <dict>
         \t<key>who</key>
        -\t<string>Ada&#1;</string>
        +\t<dict>
        +\t\t<key>name</key>
        +\t\t<string>Ada&#1;</string>
        +\t</dict>
        +\t<key>version</key>
        +\t<integer>2</integer>
         </dict>
         </plist>

        """)
  }

  @Test func `what is wrong is told by paths, and the file stays`() throws {
    try place.scratch.write(
      #"{ "to": 2, "rules": [{ "split": "list[*].name", "by": " ", "into": ["a", "b"] }] }"#,
      to: "rules/v2.json")
    let text = Self.xml(
      """
      \t<key>list</key>
      \t<array>
      \t\t<dict/>
      \t\t<dict>
      \t\t\t<key>name</key>
      \t\t\t<integer>7</integer>
      \t\t</dict>
      \t</array>
      """)
    try place.scratch.write(text, to: "a.plist")
    try writeBinary(text, to: "b.plist")
    let before = try place.scratch.status("b.plist")
    let run = place.apply("--in-place", "@a.plist", "@b.plist")
    #expect(run.status == .found)
    let lines = place.errors(of: run).split(separator: "\n")
    #expect(lines.contains("  --> a.plist  $.list[1].name"))
    #expect(lines.contains("  --> b.plist  $.list[1].name"))
    #expect(lines.contains("   = note: `b.plist` was not changed"))
    #expect(place.scratch.text("a.plist") == text)
    #expect(try place.scratch.status("b.plist") == before)
  }

  @Test func `what is no property list`() throws {
    try place.scratch.write(
      "<plist>\n<dict>\n  <key>a</key>\n  <intger>1</intger>\n", to: "a.plist")
    try place.scratch.write("<plist><array/></plist>", to: "b.plist")
    try place.scratch.write(Workplace.old, to: "c.plist")
    let run = place.apply("--in-place", "@a.plist", "@b.plist", "@c.plist")
    #expect(run.status == .found)
    #expect(
      place.errors(of: run) == """
        error[bad-property-list]: a property list has no `<intger>`
          --> a.plist:4:3
           |
         4 |   <intger>1</intger>
           |   ^
           |
           = note: `a.plist` was not changed

        error[wrong-type]: the document is a list, so no version can be written at `version`
          --> b.plist  $
           |
           = help: if it holds several documents, format.json says `"each": "[*]"`; if it has no version, `"version": { "stamp": false, "missing": 1 }`, and all rules act again in each run
           = note: `b.plist` was not changed

        error[bad-property-list]: expected a property list, in XML or binary, found `{`
          --> c.plist:1:1
           |
         1 | {"a": 1}
           | ^
           |
           = help: neither JSON nor the old form with braces is one; the command has `--json` for JSON
           = note: `c.plist` was not changed
        3 documents: 3 failed

        """)
  }

  @Test func `what would be lost by writing is not written, and those that look tell it too`()
    throws
  {
    let twice = Self.xml(
      "\t<key>made</key>\n\t<real>5</real>\n\t<key>made</key>\n\t<real>7</real>")
    try place.scratch.write(twice, to: "twice.plist")
    // Foundation writes no key twice, but one of the same length.
    let other = try Self.binary(
      twice.replacing("<key>made</key>\n\t<real>5", with: "<key>mode</key>\n\t<real>5"))
    let binary = other.replacing(Array("mode".utf8), with: Array("made".utf8))
    try binary.write(to: URL(filePath: place.path("binary.plist")))
    try place.scratch.write(Self.xml("<!-- why -->"), to: "comment.plist")
    let key = "the property list has the key `made` twice in a dictionary, and the first value"
    for (file, found) in [
      ("twice.plist", "\(key) would be lost\n  --> twice.plist:7:2\n"),
      ("binary.plist", "\(key) would be lost\n  --> binary.plist  $.made\n"),
      ("comment.plist", "a comment, which would be lost\n  --> comment.plist:5:1\n"),
    ] {
      let before = try place.scratch.status(file)
      for flag in ["--in-place", "--check", "--diff"] {
        let run = place.apply(flag, "@\(file)")
        #expect(run.status == .found && place.errors(of: run).contains(found), "\(run.errors)")
      }
      let road = run("explain", "@rules", "@\(file)")
      #expect(road.status == .found && place.errors(of: road).contains(found), "\(road.errors)")
      let status = run("status", "@rules", "@\(file)")
      #expect(status.status == .found && status.output.contains("unsupported"), "\(status.output)")
      #expect(try place.scratch.status(file) == before)
    }
    // What is current is not written.
    let current = twice.replacing("<dict>", with: "<dict>\n<key>version</key><integer>2</integer>")
    try place.scratch.write(current, to: "twice.plist")
    #expect(place.apply("@twice.plist").output == current)
    #expect(run("explain", "@rules", "@twice.plist").status == .done)
    #expect(run("status", "@rules", "@twice.plist").status == .done)
  }

  @Test func `what rules made and the form can't hold is an error, for who only looks too`() throws
  {
    try place.scratch.write(
      #"{ "to": 2, "rules": [{ "add-default": { "mark": "\u0007" } }] }"#, to: "rules/v2.json")
    try place.scratch.write(Self.xml("\t<key>a</key>\n\t<true/>"), to: "a.plist")
    for flag in ["--check", "--diff", "--in-place"] {
      let run = place.apply(flag, "@a.plist")
      #expect(run.status == .found)
      #expect(
        place.errors(of: run).contains(
          "a control character can't stand in XML\n  --> a.plist  $.mark\n"))
    }
  }

  @Test func `status and explain see property lists as JSON`() throws {
    try place.scratch.write(Self.old, to: "lib/a.plist")
    try writeBinary(Self.old, to: "lib/b.plist")
    try place.scratch.write("<plist>", to: "lib/c.plist")
    let status = run("status", "@rules", "--plist", "@lib")
    #expect(status.status == .found)
    #expect(status.output.contains("  1                2\n"))
    #expect(status.output.contains("$.icon"))
    #expect(status.output.contains("bad-property-list"))
    let road = run("explain", "@rules", "@lib/b.plist")
    #expect(road.output.contains("~ $.made → $.created\n"))
    #expect(road.output.contains(#"+ $.who  {"name":"Ada"}"#))
    let history = run("explain", "@rules", "@lib/b.plist", "--at", "created")
    #expect(
      place.output(of: history).hasPrefix(
        """
        $.created is "2024-02-29T12:00:00Z"

        it was there from the beginning, at lib/b.plist  $.made

        """))
    let json = run("explain", "@rules", "@lib/a.plist", "--at", "who.name", "--format", "json")
    #expect(
      place.output(of: json).contains(#""origin": {"file": "lib/a.plist", "path": "$.who"}"#))
    let page = run("explain", "@rules", "@lib/b.plist", "--html", "-")
    #expect(page.status == .done)
    #expect(page.output.contains("2024-02-29T12:00:00Z"))
    #expect(run("explain", "@rules", "@lib/c.plist").status == .found)
  }

  @Test func `a property list is neither lines nor JSON`() {
    for flag in ["--json", "--ndjson", "--skip-bad=bad"] {
      let run = place.apply("--plist", flag, "@a.plist")
      #expect(run.status == .notStarted)
      #expect(run.errors.contains("can't be used together"))
    }
  }
}
