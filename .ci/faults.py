#!/usr/bin/env python3
"""Faults from outside: every system call of a run fails once, or the process dies there.

    python3 .ci/faults.py TOOL

Whatever happens, each file is the old one or the new one, a failure is told by the exit status and
leaves nothing beside the file, and what was killed is finished by running it again. Then disks that
are full or read-only, and a device that takes nothing. What the machine doesn't allow is skipped, and
said so.
"""

import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile

CALLS = ["openat", "read", "write", "fsync", "close", "renameat2", "fchown", "fchmod", "fstat",
         "newfstatat", "unlinkat", "readlink", "mkdir", "mkdirat", "getdents64", "flistxattr",
         "fgetxattr", "fsetxattr"]
RULES = '{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }'
OLD, NEW = '{"a": 1}\n', '{"b": 1, "version": 2}\n'
failures = []


class Way:
    """A way of writing a file, with what it holds before (None: there is none) and after."""

    def __init__(self, name, file, old, new, flags=(), source=None):
        self.name, self.file, self.old, self.new, self.flags = name, file, old, new, flags
        # What the file is made from, where that is another one.
        self.source = source
        # Owner, group, mode and an attribute, which have to stay.
        self.model = None

    def prepare(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "rules").mkdir(parents=True)
        (folder / "lib").mkdir()
        (folder / "rules/v2.json").write_text(RULES)
        file = "lib/" + self.file
        if self.old is None:
            (folder / "source").mkdir()
            (folder / "source" / pathlib.Path(file).name).write_text(self.source)
            return ["apply", "rules", "--jobs=1", "--output-dir", os.path.dirname(file), "source"]
        (folder / file).write_text(self.old)
        if self.source is None:
            return ["apply", "rules", "--in-place", "--jobs=1", *self.flags, file]
        (folder / "source.ndjson").write_text(self.source)
        return ["apply", "rules", "--jobs=1", *self.flags, "source.ndjson", "-o", file]

    def give_away(self, folder):
        """Gives the file a mode, and as far as that is allowed an owner, that new files don't get."""
        if self.old is None:
            return
        file = folder / "lib" / self.file
        try:
            os.chown(file, 1234, 4321)
        except OSError:
            pass
        try:
            os.setxattr(file, "user.origin", b"home")
        except OSError:
            pass
        file.chmod(0o640)
        self.model = self.owner(file)

    @staticmethod
    def owner(file):
        status = file.stat()
        try:
            origin = os.getxattr(file, "user.origin")
        except OSError:
            origin = None
        return status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode), origin

    def state(self, folder):
        """What stands where: "old", "new", or what is wrong."""
        file = folder / "lib" / self.file
        text = file.read_text() if file.exists() else None
        if self.model and file.exists() and self.owner(file) != self.model:
            return f"owner and mode are {self.owner(file)}"
        backup = folder / "lib" / (self.file + ".bak")
        if backup.exists() and backup.read_text() != self.old:
            return "a backup that is not the old file"
        if "--backup" in self.flags and text == self.new and not backup.exists():
            return "the new file without a backup of the old one"
        return {self.old: "old", self.new: "new"}.get(text, f"a third thing: {(text or '')[:60]!r}")


WAYS = [
    Way("a document", "a.json", OLD, NEW),
    Way("a document with a backup", "a.json", OLD, NEW, ["--backup"]),
    Way("lines", "a.ndjson", OLD * 20_000, NEW * 20_000),
    Way("lines to a file that has some of them", "a.ndjson", NEW * 20_000 + OLD, NEW * 20_000,
        source=OLD * 20_000),
    Way("a document into folders that are missing", "new/folder/a.json", None, NEW, source=OLD),
]


def check(holds, what):
    if not holds:
        failures.append(what)
        print("FAILED:", what)


def run(tool, arguments, folder, fault=None):
    """Runs the tool; tells its status, and whether the fault came up."""
    command = [tool, *arguments]
    log = folder / "strace.log"
    if fault:
        call = fault.split(":")[0]
        command = ["strace", "-f", "-qq", "-o", log, "-e", f"trace={call}", "-e", f"inject={fault}",
                   *command]
    status = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, text=True,
                            capture_output=True).returncode
    happened = fault is not None and ("INJECTED" in log.read_text(errors="replace")
                                      or "SIGKILL" in log.read_text(errors="replace"))
    return status, happened


def temporaries(folder):
    return list((folder / "lib").rglob(".*"))


def each_call(tool, folder, way, call, fault):
    """Lets the fault happen at one call after the other, until there is none; how often it did.

    What any program does before it starts is left out.
    """
    first = 1 + started(tool, folder, call)
    for k in range(first, first + 1_000):
        arguments = way.prepare(folder)
        way.give_away(folder)
        status, happened = run(tool, arguments, folder, f"{call}:{fault}:when={k}")
        if not happened:
            return k - first
        what = f"{way.name}, {call} number {k}, {fault}"
        state = way.state(folder)
        check(state in ("old", "new"), f"{what}: {state}")
        if fault.startswith("signal"):
            status, _ = run(tool, arguments, folder)
            check((status, way.state(folder)) == (0, "new"), f"{what}: not finished by a second run")
            check(not temporaries(folder), f"{what}: a temporary file stayed after a second run")
            continue
        check(status in (0, 1, 2, 127), f"{what}: status {status}")
        check(status != 0 or state == "new", f"{what}: a failure was hidden")
        check(call == "unlinkat" or not temporaries(folder), f"{what}: a temporary file stayed")
    check(False, f"{way.name}: more than 1000 calls of {call}")
    return 0


def started(tool, folder, call):
    """How often the call is made by a run that does nothing."""
    log = folder.parent / "start.log"
    subprocess.run(["strace", "-f", "-qq", "-o", log, "-e", f"trace={call}", tool, "--version"],
                   stdout=subprocess.DEVNULL, check=True)
    lines = log.read_text(errors="replace").splitlines()
    # What it writes is the run's own; all else is the start's.
    return sum(f" {call}(" in line for line in lines) - (call == "write")


def system_calls(tool, folder):
    probe = subprocess.run(["strace", "-f", "-qq", "-o", os.devnull, "-e", "trace=close", "-e",
                            "inject=close:error=EIO:when=1000", "true"], capture_output=True,
                           text=True)
    if probe.returncode != 0:
        print("skipped: system calls that fail: strace may not trace here:", probe.stderr.strip())
        return
    for way in WAYS:
        counts = []
        for call in CALLS:
            for fault in ("error=ENOSPC", "error=EIO", "signal=KILL"):
                count = each_call(tool, folder, way, call, fault)
            counts.append(f"{call} {count}")
        print(f"{way.name}: each of these failed three times: {', '.join(counts)}")


def mounted(tool, folder, options, prepare, title):
    """Runs in place on a file system of its own, in a namespace of its own."""
    way = WAYS[2]
    arguments = way.prepare(folder)
    script = f"""
        mkdir disk && mount -t tmpfs -o {options} none disk && cp lib/* disk/ || exit 99
        rm -r lib && ln -s disk lib && {prepare} || exit 99
        "$@"; status=$?
        cmp -s lib/{way.file} expected || exit 98
        [ "$(ls -A disk)" = {way.file} ] || exit 97
        exit $status"""
    (folder / "expected").write_text(way.old)
    result = subprocess.run(["unshare", "-rm", "sh", "-c", script, "sh", tool, *arguments],
                            cwd=folder, capture_output=True, text=True)
    if result.returncode == 99 or "unshare" in result.stderr:
        print(f"skipped: {title}: no file system may be mounted here:", result.stderr.strip())
        return
    problem = {98: "the file has changed", 97: "something stayed beside the file"}
    check(result.returncode == 1,
          f"{title}: {problem.get(result.returncode, f'status {result.returncode}')}")
    print(f"{title}: {result.stderr.strip().splitlines()[0] if result.stderr else ''}")


def device(tool, folder):
    arguments = WAYS[0].prepare(folder)[:2] + ["lib/a.json"]
    try:
        # What /dev/full is, but a node of our own: it takes nothing.
        os.mknod(folder / "full", 0o600 | stat.S_IFCHR, os.makedev(1, 7))
        full = open(folder / "full", "w")
    except (OSError, AttributeError) as error:
        print("skipped: a device that is full:", error)
        return
    with full:
        for flags in ([], ["-v"], ["--diff", "-v"]):
            result = subprocess.run([tool, *arguments, *flags], cwd=folder, stdout=full,
                                    stderr=subprocess.PIPE, text=True)
            check(result.returncode == 1 and "no space left" in result.stderr,
                  f"standard output that is full, {flags}")
    for flags in (["-o", "full"], ["--in-place", "full"]):
        status, _ = run(tool, [*arguments, *flags], folder)
        check(status == 1 and stat.S_ISCHR(os.stat(folder / "full").st_mode),
              f"{flags[0]} with a device")
    print("a device that is full: told; in place: refused")


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="jsonmigrate-faults-") as name:
        folder = pathlib.Path(name) / "place"
        if shutil.which("strace"):
            system_calls(tool, folder)
        else:
            print("skipped: system calls that fail: there is no strace")
        # Room for the file, but not for a second one.
        mounted(tool, folder, "size=300k", "true", "a disk that is full")
        mounted(tool, folder, "size=4m", "mount -o remount,ro disk", "a folder that is read-only")
        device(tool, folder)
    if failures:
        sys.exit(f"{len(failures)} failures")


main()
