#!/usr/bin/env python3
"""The Swift listings of the pages and the read-me files, as they are printed, under the compiler.

    python3 .ci/listings.py MODULES

MODULES is the folder with the built modules of the library. The listings of a page see each other's
types, and what a page takes as given: a document's data, its type, a migrator.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

# What readers have in their app already.
GIVEN = """
import Foundation
import JSONMigration

let url = URL(filePath: "Rules")
let folder = url
let file = url
let samples = url
let data = Data()
let migrator: Migrator = { fatalError("never run") }()
let event: Event = { fatalError("never run") }()
let poem: Poem = { fatalError("never run") }()

struct Poem: Codable {}
struct Event: Codable {}
struct HabitBook: Codable {}
enum HabitStore { static let migrator = Result { try Migrator(rulesAt: url) } }

extension Bundle { static let module = Bundle.main }

nonisolated(unsafe) var events: [Event] = []
func load() throws -> [Event] { [] }

// As GRDB and Vapor declare them, as far as pages use them.
protocol DatabaseValue {}
extension DatabaseValue {
  static func fetchAll(_ db: Database, sql: String) throws -> [Self] { [] }
  static func fetchOne(_ db: Database, sql: String, arguments: [any DatabaseValue]) throws -> Self? { nil }
}
extension Int64: DatabaseValue {}
extension Data: DatabaseValue {}
struct Database { func execute(sql: String, arguments: [any DatabaseValue]) throws {} }
struct DatabaseMigrator {
  mutating func registerMigration(_ name: String, migrate: @escaping @Sendable (Database) throws -> Void) {}
}
struct Abort: Error {
  enum Status { case conflict, unprocessableEntity }
  init(_ status: Status, reason: String) {}
}
"""
# What a listing has of its own that belongs to a whole file, or to a type.
DECLARATION = re.compile(r"(@\w+(\([^\n]*\))?\s)*(struct|enum|final class|class|protocol|extension|func) ")


def listings(page):
    """The listings of a page, with the line of each."""
    lines = page.read_text().split("\n")
    start = None
    for number, line in enumerate(lines, 1):
        if start is None and line == "```swift":
            start = number
        elif start is not None and line == "```":
            yield start + 1, lines[start : number - 1]
            start = None


def program(page):
    """One file of Swift with all listings of a page, whose lines are those of the page in messages."""
    imports, body = [], []
    for line, code in listings(page):
        if is_manifest(code):
            continue
        place = f'#sourceLocation(file: "{page}", line: {line})'
        imports += [text for text in code if text.startswith("import ")]
        code = ["" if text.startswith("import ") else text for text in code]
        text = "\n".join(code)
        if DECLARATION.match(text.lstrip()):
            body += [place, text, "#sourceLocation()"]
        else:
            body += [f"func listing{line}() throws {{", place, text, "#sourceLocation()", "}"]
    if not body:
        return None
    # What a page imports has to suffice. In a type of its own, its names hide those that are given.
    imports = imports or ["import Foundation", "import JSONMigration"]
    if any("@Test" in text for text in body):
        imports.append("import Testing")
    return "\n".join([*imports, "struct Page {", *body, "}"])


def is_manifest(code):
    """Whether a listing is a part of a manifest, which needs another module and nothing of this one."""
    return code[0].startswith((".target(", ".testTarget("))


def manifests(page):
    """The parts of manifests on a page, as a file of Swift."""
    parts = [(line, code) for line, code in listings(page) if is_manifest(code)]
    return "\n".join(
        ["import PackageDescription"]
        + [
            f'#sourceLocation(file: "{page}", line: {line})\nlet part{line}: Target = '
            + "\n".join(code) + "\n#sourceLocation()"
            for line, code in parts
        ]
    )


def manifest_module():
    """The folder with the module that manifests import."""
    info = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, check=True)
    resources = json.loads(info.stdout)["paths"]["runtimeResourcePath"]
    return pathlib.Path(resources) / "pm" / "ManifestAPI"


def check(name, files, options):
    done = subprocess.run(
        ["swiftc", "-typecheck", "-swift-version", "6", *options, *map(str, files)],
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        print(f"{name}:\n{done.stdout}{done.stderr}")
    return done.returncode == 0


def main():
    modules = sys.argv[1]
    manifest = ["-package-description-version", "6.2.0", "-I", str(manifest_module())]
    pages = [pathlib.Path("README.md"), *pathlib.Path("Examples").glob("*/README.md")]
    pages += pathlib.Path("Sources/JSONMigration/JSONMigration.docc").glob("*.md")
    failures = checked = 0
    with tempfile.TemporaryDirectory() as folder:
        given = pathlib.Path(folder) / "Given.swift"
        given.write_text(GIVEN)
        for page in sorted(pages):
            text = program(page)
            if text is None:
                continue
            file = pathlib.Path(folder) / "Page.swift"
            file.write_text(text)
            part = pathlib.Path(folder) / "Manifest.swift"
            part.write_text(manifests(page))
            checked += 1
            if not check(page, [given, file], ["-I", modules]) or not check(page, [part], manifest):
                failures += 1
    print(f"{checked} pages with listings, {failures} wrong")
    # A check that finds nothing to check has lost its way.
    return 1 if failures or checked < 9 else 0


if __name__ == "__main__":
    sys.exit(main())
