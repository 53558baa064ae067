#!/usr/bin/env python3
"""Prints the object files of targets, and of all that they depend on, one a line.

usage: .ci/objects.py FOLDER TARGET...
       .ci/objects.py FOLDER --tests TESTS TARGET...
       .ci/objects.py FOLDER --sources TARGET...

FOLDER is where `swift build` has put them, such as .build/address/release. They are named after the
sources that are there now, as objects of files that are gone stay in the folder. With --tests, what
isn't below Sources is taken from the folder TESTS, where another build has put it; with --sources the
names of the targets are printed that are below Sources and that none of the others needs."""
import json, pathlib, subprocess, sys

folder, *names = sys.argv[1:]
tests, asks = folder, names[0] == "--sources"
if names[0] == "--tests":
    tests, names = names[1], names[2:]
elif asks:
    names = names[1:]
package = json.loads(
    subprocess.run(
        # In a folder of its own, so that it doesn't wait for another build.
        ["swift", "package", "--scratch-path", pathlib.Path(folder).parent, "describe", "--type", "json"],
        capture_output=True,
        check=True,
    ).stdout
)
targets = {target["name"]: target for target in package["targets"]}
seen = []
while names:
    name = names.pop()
    if name not in seen:
        seen.append(name)
        names += targets[name].get("target_dependencies", [])
sources = [name for name in seen if targets[name]["path"].startswith("Sources/")]
if asks:
    needed = {other for name in sources for other in targets[name].get("target_dependencies", [])}
    print(*sorted(set(sources) - needed), sep="\n")
    sys.exit()
for name in seen:
    target = targets[name]
    objects = pathlib.Path(folder if name in sources else tests, f"{target['c99name']}.build")
    for source in target["sources"]:
        print(objects / (pathlib.Path(source).name + ".o"))
    # What finds the resources of a target has no file among its sources.
    for file in objects.glob("resource_bundle_accessor.swift.o"):
        print(file)
