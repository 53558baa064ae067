#!/usr/bin/env python3
"""What envelopes and many formats cost, in instructions, which repeat where seconds don't.

    python3 .ci/pipes.py TOOL            needs valgrind

Documents in an envelope, `--each doc`, are compared with the same documents without one; a stream of 50 types
in 5 versions each, `--formats`, with a stream of one of the types. What starting up takes is taken off. It
fails where the envelopes take more than 1.4 times as much, for each byte, or the 50 types less than 70 percent
of the speed of one.
"""

import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

TYPES, VERSIONS, LINES = 50, 5, 4_000


def instructions(tool, *arguments):
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", tool, "apply", "--jobs=1",
         *arguments, "-o", "/dev/null"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


def net(tool, folder, lines, *arguments):
    """Instructions for all lines, without those for none."""
    full, none = folder / "full.ndjson", folder / "none.ndjson"
    full.write_text("".join(f"{line}\n" for line in lines))
    none.touch()
    return instructions(tool, *arguments, full) - instructions(tool, *arguments, none)


def document(chance, kind):
    """A record of about 700 bytes of some version."""
    version = chance.randint(1, VERSIONS)
    names = [f"{'new' if version > step else 'old'}{step}" for step in range(1, VERSIONS)]
    record = {"id": chance.randint(0, 1 << 40), "type": f"type-{kind}", "version": version}
    record |= {name: chance.random() for name in names}
    record |= {"title": "lorem ipsum " * 10, "tags": ["one", "two"] * 5, "at": {"x": 1.5, "y": [1, 2]},
               "body": "dolor sit amet, " * 20}
    return record


def rules(folder, kind):
    place = folder / f"type-{kind}"
    place.mkdir(parents=True)
    (place / "format.json").write_text(json.dumps({"when": f"@.type == 'type-{kind}'"}))
    for step in range(1, VERSIONS):
        (place / f"v{step + 1}.json").write_text(json.dumps(
            {"to": step + 1, "rules": [{"rename": {f"old{step}": f"new{step}"}}]}))
    return place


def main():
    tool = pathlib.Path(sys.argv[1]).resolve()
    if not shutil.which("valgrind"):
        print("skipped: there is no valgrind")
        return
    chance = random.Random(7)
    with tempfile.TemporaryDirectory(prefix="jsonmigrate-pipes-") as name:
        folder = pathlib.Path(name)
        places = [rules(folder / "formats", kind) for kind in range(TYPES)]
        compact = lambda value: json.dumps(value, separators=(",", ":"))
        bare = [compact(document(chance, 0)) for _ in range(LINES)]
        rows = [f'{{"id":{number},"xmin":"{number + 7}","doc":{line}}}' for number, line in enumerate(bare)]
        many = [compact(document(chance, chance.randrange(TYPES))) for _ in range(LINES)]
        one = net(tool, folder, bare, places[0])
        enveloped = net(tool, folder, rows, places[0], "--each=doc")
        all_types = net(tool, folder, many, "--formats", folder / "formats")
        size = sum(map(len, bare))
        envelope = enveloped / sum(map(len, rows)) / (one / size)
        speed = one / size / (all_types / sum(map(len, many)))
        print(f"a document: {one / LINES:.0f} instructions; in an envelope: {enveloped / LINES:.0f}, "
              f"{envelope:.2f} times as many a byte")
        print(f"of {TYPES} types: {all_types / LINES:.0f}, {speed:.0%} of the speed of one")
    if envelope > 1.4 or speed < 0.7:
        sys.exit("FAILED: at most 1.40 times, at least 70%")


if __name__ == "__main__":
    main()
