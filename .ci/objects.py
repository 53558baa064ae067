#!/usr/bin/env python3
"""Prints the object files of targets, and of all that they depend on, one a line.

usage: .ci/objects.py FOLDER TARGET...

FOLDER is where `swift build` has put them, such as .build/address/release. They are named after the
sources that are there now, as objects of files that are gone stay in the folder."""
import json, pathlib, subprocess, sys

folder, *names = sys.argv[1:]
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
for name in seen:
    objects = pathlib.Path(folder, f"{targets[name]['c99name']}.build")
    for source in targets[name]["sources"]:
        print(objects / (pathlib.Path(source).name + ".o"))
    # What finds the resources of a target has no file among its sources.
    for file in objects.glob("resource_bundle_accessor.swift.o"):
        print(file)
