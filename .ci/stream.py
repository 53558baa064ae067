#!/usr/bin/env python3
"""The memory of streams: NDJSON of any length goes through a bounded one.

    python3 .ci/stream.py TOOL [MEGABYTES [LIMIT]]

Pipes so many megabytes of records through `apply` (300), with one job and with two, and fails if
the process ever had more than LIMIT MiB (20) in memory. Then 100,000 lines that are all bad, of several
lengths: each is put aside, with a reason for each, in the same memory.
"""

import math
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

RULES = """{ "to": 2, "rules": [
  { "rename": { "body": "text" } }, { "add-default": { "priority": 0 } }, { "drop": "flag" },
  { "split": "name", "by": " ", "into": ["first", "last"] }
] }"""
RECORD = ('{"id":%d,"version":1,"name":"Ada Lovelace","flag":true,"body":"%s","tags":["a","b"]}\n')


def block():
    """About a megabyte of records."""
    text = "".join(RECORD % (n, "lorem ipsum " * (n % 80)) for n in range(1_850))
    return text.encode()


def most_memory(process):
    """The most that a process had so far, in MiB; what is told when it is over counts the memory of
    the one that started it, too."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024


def run(tool, rules, piece, times, jobs, *flags):
    """Runs a piece through so many times; gives the status, the lines that came out, and the most
    memory."""
    process = subprocess.Popen([tool, "apply", rules, "--ndjson", f"--jobs={jobs}", *flags],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL if flags else None)
    memory = []

    def feed():
        try:
            for _ in range(times):
                process.stdin.write(piece)
                process.stdin.flush()
                memory.append(most_memory(process))
            process.stdin.close()
        except BrokenPipeError:
            pass

    writer = threading.Thread(target=feed)
    writer.start()
    count = 0
    while lines := process.stdout.read(1 << 20):
        count += lines.count(b"\n")
    writer.join()
    return process.wait(), count, max(memory, default=math.inf)


def bad_lines(tool, rules, folder, jobs, limit):
    """100,000 bad lines of several lengths; tells whether each was put aside with a reason."""
    isGood = True
    for line in (b"1\n", b'{"body":\n', b'{"version":7,"text":"%s"}\n' % (b"x" * 2_000)):
        bad, reasons = folder / "bad", folder / "reasons"
        status, count, memory = run(tool, rules, line * 10_000, 10, jobs, "--skip-bad", str(bad),
                                    "--reasons", str(reasons))
        kept, told = (path.read_bytes().count(b"\n") for path in (bad, reasons))
        isGood &= (status, count, kept, told) == (1, 0, 100_000, 100_000) and memory <= limit
        print(f"100,000 bad lines of {len(line)} bytes, {jobs} job(s): {kept} kept, {told} reasons, "
              f"at most {memory:.1f} MiB")
    return isGood


def main():
    if not pathlib.Path("/proc/self/status").exists():
        print("skipped: this system does not tell how much memory a process had")
        return
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    megabytes = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    limit = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    expected = megabytes * 1_000_000 // len(block()) * 1_850
    failed = False
    with tempfile.TemporaryDirectory(prefix="jsonmigrate-stream-") as folder:
        folder = pathlib.Path(folder)
        rules = folder / "rules"
        rules.mkdir()
        (rules / "v2.json").write_text(RULES)
        for jobs in (1, 2):
            piece = block()
            status, count, memory = run(tool, rules, piece, megabytes * 1_000_000 // len(piece), jobs)
            failed |= status != 0 or count != expected or memory > limit
            print(f"{megabytes} MB, {jobs} job(s): status {status}, {count} of {expected} records, "
                  f"at most {memory:.1f} MiB")
            failed |= not bad_lines(tool, rules, folder, jobs, limit)
    if failed:
        sys.exit(f"FAILED: all of it, in at most {limit} MiB")


if __name__ == "__main__":
    main()
