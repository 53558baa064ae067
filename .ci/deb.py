#!/usr/bin/env python3
"""Puts the command into a Debian package, with its manual page and completions.

    python3 .ci/deb.py .build/release/jsonmigrate dist         needs dpkg-deb
    python3 .ci/deb.py .build/release/jsonmigrate dist --try   installs it into an empty root too

The executable is static, so the package depends on nothing. The page and the completions are what the
command prints. The same executable gives the same package, byte for byte.
"""

import gzip
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def said(executable: Path, *arguments: str) -> bytes:
    return subprocess.run([executable, *arguments], capture_output=True, check=True).stdout


def packed(text: bytes) -> bytes:
    return gzip.compress(text, 9, mtime=0)


def files(executable: Path) -> dict[str, tuple[bytes, int]]:
    """What the package puts where, with its mode."""
    completions = {shell: said(executable, "help", "--completions", shell)
                   for shell in ("bash", "zsh", "fish")}
    return {
        "usr/bin/jsonmigrate": (executable.read_bytes(), 0o755),
        "usr/share/man/man1/jsonmigrate.1.gz": (packed(said(executable, "help", "--man")), 0o644),
        "usr/share/bash-completion/completions/jsonmigrate": (completions["bash"], 0o644),
        "usr/share/zsh/vendor-completions/_jsonmigrate": (completions["zsh"], 0o644),
        "usr/share/fish/vendor_completions.d/jsonmigrate.fish": (completions["fish"], 0o644),
        "usr/share/doc/jsonmigrate/copyright": ((ROOT / "LICENSE").read_bytes(), 0o644),
        "usr/share/doc/jsonmigrate/changelog.gz": (
            packed((ROOT / "CHANGELOG.md").read_bytes()), 0o644),
    }


def control(number: str, machine: str, size: int) -> str:
    return f"""Package: jsonmigrate
Version: {number}
Architecture: {machine}
Maintainer: The authors of jsonmigrate <jsonmigrate@example.com>
Installed-Size: {(size + 1023) // 1024}
Section: utils
Priority: optional
Description: brings JSON documents to the newest version by rules
 jsonmigrate brings JSON documents from the version they have to the newest
 one, by rules that are data: small files of JSON, one step from version to
 version. What no rule touches comes out byte for byte.
"""


def package(executable: Path, folder: Path) -> Path:
    number = re.search(r"\d+\.\d+\.\d+", said(executable, "--version").decode()).group()
    machine = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True,
                             check=True).stdout.strip()
    content = files(executable)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"jsonmigrate_{number}_{machine}.deb"
    with tempfile.TemporaryDirectory(prefix="jsonmigrate-deb-") as name:
        tree = Path(name) / "tree"
        size = sum(len(bytes) for bytes, _ in content.values())
        content["DEBIAN/control"] = (control(number, machine, size).encode(), 0o644)
        for place, (bytes, mode) in content.items():
            file = tree / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(bytes)
            file.chmod(mode)
        for place in [tree, *tree.rglob("*")]:
            if place.is_dir():
                place.chmod(0o755)
        # No date and no user: a package made again is the same.
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, path], check=True,
                       stdout=subprocess.DEVNULL, env=dict(os.environ, SOURCE_DATE_EPOCH="0"))
    return path


def try_out(path: Path, executable: Path) -> None:
    """Installs the package into an empty root with dpkg, runs it there, and takes it out again."""
    with tempfile.TemporaryDirectory(prefix="jsonmigrate-root-") as name:
        root = Path(name)
        (root / "var/lib/dpkg/info").mkdir(parents=True)
        (root / "var/lib/dpkg/updates").mkdir()
        (root / "var/lib/dpkg/status").touch()

        def dpkg(*arguments: str | Path) -> None:
            subprocess.run(["dpkg", f"--root={root}", *arguments], check=True,
                           stdout=subprocess.DEVNULL)

        def installed() -> set[str]:
            return {str(file.relative_to(root)) for file in (root / "usr").rglob("*")
                    if file.is_file()}

        dpkg("-i", path)
        expected = set(files(executable))
        if installed() != expected:
            sys.exit(f"installed: {sorted(installed())}, expected: {sorted(expected)}")
        # There is nothing but the package there, not even /proc; only root may go in.
        here = ["chroot", name, "/usr/bin/jsonmigrate"] if os.geteuid() == 0 else [
            root / "usr/bin/jsonmigrate"]
        number = subprocess.run([*here, "--version"], capture_output=True, text=True)
        if number.returncode != 0 or number.stdout.encode() != said(executable, "--version"):
            sys.exit(f"it does not run there: {number}")
        page = gzip.decompress((root / "usr/share/man/man1/jsonmigrate.1.gz").read_bytes())
        if not page.startswith(b".TH JSONMIGRATE 1 "):
            sys.exit("the manual page is none")
        bash = root / "usr/share/bash-completion/completions/jsonmigrate"
        subprocess.run(["bash", "-euc", f"source {bash}; complete -p jsonmigrate >/dev/null"],
                       check=True)
        dpkg("-r", "jsonmigrate")
        if installed():
            sys.exit(f"left behind: {sorted(installed())}")


def main() -> int:
    if len(sys.argv) not in (3, 4) or sys.argv[3:] not in ([], ["--try"]):
        print(__doc__, file=sys.stderr)
        return 2
    executable, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    path = package(executable, folder)
    print(f"{path}: {path.stat().st_size / (1 << 20):.2f} MiB")
    if len(sys.argv) == 4:
        again = path.read_bytes()
        if package(executable, folder).read_bytes() != again:
            sys.exit("made again it is another")
        try_out(path, executable)
        print("installed into an empty root, run there, and removed; nothing was left")
    return 0


if __name__ == "__main__":
    sys.exit(main())
