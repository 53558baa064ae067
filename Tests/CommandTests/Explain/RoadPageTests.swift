import Foundation
import Testing

@testable import jsonmigrate

@Suite struct RoadPageTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }, { "drop": "l[0]" }] }"#,
      to: "rules/v2.json")
    try scratch.write(
      #"{ "to": 3, "rules": [{ "wrap": "b", "under": "['it\\'s']" }] }"#, to: "rules/v3.json")
    try scratch.write(
      "{\"a\": \"</script><img src=x onerror=boom()>\u{202E}\", \"x\": 1.0, \"x\": 2, \"l\": [1, {}]}",
      to: "<b>&amp.json")
  }

  private func page() throws -> String {
    let run = Transcript([
      "explain", scratch.path + "/rules", scratch.path + "/<b>&amp.json", "--html",
      scratch.path + "/page.html",
    ])
    #expect((run.output, run.errors, run.status) == ("", "", .done))
    return try #require(scratch.text("page.html"))
  }

  @Test func `the page loads nothing, and nothing of a document is markup`() throws {
    let page = try page()
    for word in [
      "http:", "https:", "<script src", "<link", "@import", "url(", "innerHTML", "<b>", "<img",
    ] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.components(separatedBy: "</script>").count == 3)
    #expect(page.contains("default-src 'none'"))
    #expect(!page.unicodeScalars.contains("\u{202E}"))
  }

  @Test func `a page has what the step is for, whole rules, and the failure with its help`() throws
  {
    try scratch.write(
      """
      { "to": 2, "about": "Names are one text", "rules": [
        { "rename": { "a": "b" },
          "note": "all of it" }
      ] }
      """, to: "why/v2.json")
    try scratch.write(
      #"{ "to": 3, "rules": [{ "text": "b", "do": ["trim"] }] }"#, to: "why/v3.json")
    try scratch.write(#"{ "a": 7 }"#, to: "seven.json")
    let run = Transcript(
      ["explain", scratch.path + "/why", scratch.path + "/seven.json", "--html=-"])
    #expect(run.status == .found)
    let parts = run.output.components(separatedBy: #"id="road">"#)
    let data = try #require(parts.last?.components(separatedBy: "</script>").first)
    let road = try #require(
      try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
    let steps = try #require(road["steps"] as? [[String: Any]])
    #expect(steps.map { $0["about"] as? String } == ["Names are one text", nil])
    let rules = try #require(road["rules"] as? [[String: String]])
    #expect(
      rules.first?["line"] == "{ \"rename\": { \"a\": \"b\" },\n    \"note\": \"all of it\" }")
    let failure = try #require(road["failure"] as? String)
    #expect(failure.hasPrefix("error[wrong-type]: `text` needs text at $.b, found the number 7\n"))
    #expect(failure.contains("= help: to pass over other values ask first: "))
    #expect(run.output.contains("show(road.failure ? road.steps.length - 1 : 0)"))
  }

  @Test func `a page can go to standard output, and takes one document`() throws {
    let run = Transcript(
      ["explain", scratch.path + "/rules", "--ndjson", "--html=-"], input: Array("{}\n{}\n".utf8))
    #expect(run.output.components(separatedBy: "<!DOCTYPE html>").count == 2)
    #expect(run.errors.contains("has more of them, in line 2"))
    #expect(run.status == .found)
  }

  @Test func `what many edits have in common stands in the page once`() throws {
    let key = String(repeating: "é\u{1F600}", count: 100)
    let items = (0..<50).map { _ in #"{"a":1}"# }.joined(separator: ",")
    try scratch.write(#"{ "to": 2, "rules": [{ "rename": { "$..a": "b" } }] }"#, to: "r/v2.json")
    try scratch.write(#"{"\#(key)":[\#(items)]}"#, to: "long.json")
    let run = Transcript(["explain", scratch.path + "/r", scratch.path + "/long.json", "--html=-"])
    #expect(run.status == .done)
    // In both texts, and in the first path.
    #expect(run.output.components(separatedBy: key).count == 4)
    let size = run.output.utf8.count - PageTemplate.text.utf8.count - 3 * key.utf8.count
    #expect(size < 50 * 120)
  }

  @Test(.enabled(if: Browser.path != nil, "no Chromium to look at the page with"))
  func `in a browser lines that stay are folded, and many changes open bit by bit`() throws {
    let kept = (0..<2_000).map { "\($0)" }.joined(separator: ",")
    let items = (0..<400).map { _ in #"{"a":1}"# }.joined(separator: ",")
    try scratch.write(
      #"{ "to": 2, "rules": [{ "rename": { "items[*].a": "b" } }] }"#, to: "r/v2.json")
    try scratch.write(#"{"kept":[\#(kept)],"items":[\#(items)],"version":1}"#, to: "long.json")
    let page = Transcript(["explain", scratch.path + "/r", scratch.path + "/long.json", "--html=-"])
    let script = """
      <script>
      const rows = () => document.querySelectorAll("#left .row").length;
      const folds = () => [...document.querySelectorAll("#left .fold")];
      const report = [rows() + " rows"];
      const tell = () => report.push(rows() + " rows", ...folds().map(fold => fold.textContent));
      report.push(...folds().map(fold => fold.textContent));
      folds()[0].click();
      tell();
      const edits = () => [...document.querySelectorAll("#rules button")].map(edit => edit.textContent);
      report.push(edits().length + " edits", edits()[100]);
      for (let number = 0; number < 3; number++) document.querySelectorAll("#rules button")[100 * number + 100].click();
      report.push(edits().length + " edits", edits()[390]);
      document.querySelectorAll("#rules button")[390].click();
      tell();
      report.push(document.querySelectorAll("#left .lit, #right .lit").length + " lit");
      folds().at(-1).click();
      tell();
      document.body.textContent = "";
      document.body.append(element("pre", report.join("\\n")));
      </script></body>
      """
    try scratch.write(page.output.replacing("</body>", with: script), to: "folded.html")
    let dom = try Browser.dom(of: "\(scratch.path)/folded.html")
    let found = try #require(dom.firstMatch(of: /<pre>([^<]*)<\/pre>/)).1
    #expect(
      found.replacing("&gt;", with: ">") == """
        499 rows
        … 2,002 lines unchanged
        … 706 more lines, 235 changed
        999 rows
        … 1,502 lines unchanged
        … 706 more lines, 235 changed
        102 edits
        … 300 more
        401 edits
        $.items[390].a → $.items[390].b
        1041 rows
        … 1,502 lines unchanged
        … 664 more lines, 221 changed
        4 lit
        1541 rows
        … 1,502 lines unchanged
        … 164 more lines, 55 changed
        """)
  }

  @Test(.enabled(if: Browser.path != nil, "no Chromium to look at the page with"))
  func `in a browser it is stepped through by keyboard, and values tell their rules`() throws {
    let script = """
      <script>
      const press = key => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      const marks = side => [...document.querySelectorAll("#" + side + " .row")]
        .map(row => row.textContent.trim()).filter(row => /^[−+~→]/.test(row)).join(" | ");
      const report = [byId("from").textContent, marks("left"), marks("right")];
      press("ArrowRight");
      report.push(byId("from").textContent, marks("left"), marks("right"));
      press("ArrowRight");
      report.push(byId("to").textContent);
      press("n");
      // A page without a window that is in front, as on a busy machine, hears of no focus.
      document.activeElement.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
      report.push(byId("tip").hidden, byId("tip").textContent);
      press("Escape");
      report.push(byId("tip").hidden, document.querySelectorAll("img").length);
      document.body.textContent = "";
      document.body.append(element("pre", report.join("\\n")));
      </script></body>
      """
    try scratch.write(try page().replacing("</body>", with: script), to: "stepped.html")
    let dom = try Browser.dom(of: "\(scratch.path)/stepped.html")
    let found = try #require(dom.firstMatch(of: /<pre>([^<]*)<\/pre>/)).1
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
    let value = #""</script><img src=x onerror=boom()>\u202e""#
    #expect(
      found.replacing(scratch.path + "/", with: "") == #"""
        Version 1
        →  "a": \#(value), | −    1,
        →  "b": \#(value),
        Version 2
        →  "b": \#(value),
        +  "b": { | →    "it's": \#(value) | +  }, | +  "version": 3
        Version 3
        false
        rename rules/v2.json:1:24, version 1 → 2$.a → $.b\#
        { "to": 2, "rules": [{ "rename": { "a": "b" } }, { "drop": "l[0]" }] }\#
        wrap rules/v3.json:1:24, version 2 → 3$.b → $.b['it\'s']\#
        { "to": 3, "rules": [{ "wrap": "b", "under": "['it\\'s']" }] }
        true
        0
        """#)
  }
}

/// A browser that runs without a screen.
private enum Browser {
  static let path = ["chromium", "chromium-browser", "google-chrome"].lazy
    .map { "/usr/bin/" + $0 }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The page as it is when its scripts have run.
  ///
  /// A browser that dies or shows nothing, as one may on a busy machine, is asked again: it isn't
  /// what is tested here.
  static func dom(of file: String) throws -> String {
    for _ in 1..<3 {
      let run = try start(with: file)
      if run.status == 0, run.dom.contains("</html>") { return run.dom }
    }
    let last = try start(with: file)
    #expect(last.status == 0, "\(last.errors)")
    return last.dom
  }

  private static func start(with file: String) throws -> (
    dom: String, errors: String, status: Int32
  ) {
    let process = Process()
    let output = Pipe()
    let errors = "\(file).\(UUID().uuidString)"
    try Data().write(to: URL(filePath: errors))
    process.executableURL = URL(filePath: try #require(path))
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--user-data-dir=\(errors).profile", "--dump-dom", "file://" + file,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      String(decoding: bytes, as: UTF8.self),
      try String(contentsOfFile: errors, encoding: .utf8), process.terminationStatus
    )
  }
}
