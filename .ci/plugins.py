#!/usr/bin/env python3
"""Builds a package that has its rules checked by the build plugin, and breaks them.

    python3 .ci/plugins.py .build/release/jsonmigrate

The package takes the command from an artifact bundle, so that nothing of this project is compiled but
the plugins.
"""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(Path(__file__).resolve().parent))
from bundle import bundle

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Toy",
  targets: [
    .target(
      name: "Toy", exclude: ["One", "Two"], resources: [.copy("Rules")], plugins: ["CheckRules"]),
    .plugin(name: "CheckRules", capability: .buildTool(), dependencies: ["jsonmigrate"]),
    .plugin(
      name: "RunJSONMigrate",
      capability: .command(intent: .custom(verb: "jsonmigrate", description: "runs the command")),
      dependencies: ["jsonmigrate"]),
    .binaryTarget(name: "jsonmigrate", path: "jsonmigrate.artifactbundle"),
  ])
"""


def make(toy: Path, executable: Path):
    shutil.rmtree(toy, ignore_errors=True)
    sources = toy / "Sources/Toy"
    sources.mkdir(parents=True)
    (toy / "Package.swift").write_text(MANIFEST)
    (sources / "Toy.swift").write_text("public let answer = 42\n")
    # Folders whose paths end alike, which are no resources.
    for folder in ["Rules", "One/Same/Old/Rules", "Two/Same/Old/Rules"]:
        shutil.copytree(ROOT / "rules", sources / folder)
    for plugin in ["CheckRules", "RunJSONMigrate"]:
        shutil.copytree(ROOT / "Plugins" / plugin, toy / "Plugins" / plugin)
    archive = bundle(executable, toy)
    with zipfile.ZipFile(archive) as files:
        files.extractall(toy)
    (toy / "jsonmigrate.artifactbundle/jsonmigrate/bin/jsonmigrate").chmod(0o755)


def swift(toy: Path, *arguments: str):
    run = subprocess.run(["swift", *arguments], cwd=toy, capture_output=True, text=True)
    return run.returncode, run.stdout + run.stderr


def expect(holds: bool, what: str, output: str):
    if not holds:
        sys.exit(f"not so: {what}\n{output}")
    print(what)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: .ci/plugins.py EXECUTABLE")
    toy = ROOT / ".build/toy"
    make(toy, Path(sys.argv[1]).resolve())
    step = toy / "Sources/Toy/Rules/v3.json"
    sound = step.read_text()

    status, output = swift(toy, "build")
    expect(status == 0 and "warning:" not in output, "sound rules: the package is built", output)

    step.write_text(sound.replace('"add-default"', '"add-defualt"'))
    line = step.read_text()[: step.read_text().index("add-defualt")].count("\n") + 1
    status, output = swift(toy, "build")
    place = f"{step}:{line}:"
    expect(status != 0 and place in output, "a broken rule: the build fails at its line", output)
    expect(f"error: `add-defualt` is no verb" in output, "and says what is wrong", output)

    status, output = swift(toy, "package", "jsonmigrate", "check", "Sources/Toy/Rules")
    expect(status != 0 and "v3.json" in output, "the command plugin says so too", output)

    step.write_text(sound.replace('"great"', '"grand"', 1))
    status, output = swift(toy, "build")
    expect(status != 0 and f"{step}:" in output, "a test in the rules fails: so does the build", output)

    step.write_text(sound)
    status, output = swift(toy, "build")
    expect(status == 0, "mended: the package is built", output)
    for folder in ["One", "Two"]:
        other = toy / f"Sources/Toy/{folder}/Same/Old/Rules/v3.json"
        other.write_text(sound.replace('"great"', '"grand"', 1))
        status, output = swift(toy, "build")
        expect(status != 0 and f"{other}:" in output, f"so it is with the rules in {folder}", output)
        other.write_text(sound)
    status, output = swift(toy, "package", "jsonmigrate", "check", "Sources/Toy/Rules")
    expect(status == 0 and "no mistakes" in output, "and the command plugin finds no mistakes", output)

    step.write_text(sound.replace('"add-default"', '"add-defualt"'))
    for file in step.parent.glob("*.json"):
        file.rename(file.with_suffix(".jsonc"))
    status, output = swift(toy, "build")
    expect(status != 0 and f"{step}c:{line}:" in output, "rules with comments: so it is there", output)


if __name__ == "__main__":
    main()
