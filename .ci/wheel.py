#!/usr/bin/env python3
"""Puts the command into a wheel, so that `pip install` brings it where no Swift is.

    python3 .ci/wheel.py .build/release/jsonmigrate dist

The executable is static and needs nothing of the system but a Linux kernel, so one wheel serves every
distribution, with glibc or musl. The same executable gives the same wheel, byte for byte.
"""

import base64
import hashlib
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LARGEST = 8 << 20
# No date: a wheel made again is the same.
DATE = (1980, 1, 1, 0, 0, 0)


def tags() -> str:
    machine = platform.machine()
    return f"manylinux_2_17_{machine}.manylinux2014_{machine}.musllinux_1_1_{machine}"


def version(executable: Path) -> str:
    said = subprocess.run([executable, "--version"], capture_output=True, text=True, check=True)
    return re.search(r"\d+\.\d+\.\d+", said.stdout).group()


def metadata(number: str) -> str:
    return f"""Metadata-Version: 2.1
Name: jsonmigrate
Version: {number}
Summary: Brings JSON documents from the version they have to the newest one, by rules.
License: MIT
Requires-Python: >=3.8
Classifier: Environment :: Console
Classifier: License :: OSI Approved :: MIT License
Classifier: Operating System :: POSIX :: Linux
Description-Content-Type: text/markdown

`jsonmigrate` brings JSON documents from the version they have to the newest one, by rules that are data:

    jsonmigrate apply rules/ old.json > new.json
    jsonmigrate check rules/
    jsonmigrate help

This wheel holds the command as one static executable, which needs no Python to run.
"""


def wheel(executable: Path, folder: Path) -> Path:
    number = version(executable)
    info = f"jsonmigrate-{number}.dist-info"
    files = {
        f"jsonmigrate-{number}.data/scripts/jsonmigrate": (executable.read_bytes(), 0o755),
        f"{info}/METADATA": (metadata(number).encode(), 0o644),
        f"{info}/WHEEL": (
            ("Wheel-Version: 1.0\nGenerator: jsonmigrate\nRoot-Is-Purelib: false\n"
             + "".join(f"Tag: py3-none-{tag}\n" for tag in tags().split("."))).encode(),
            0o644,
        ),
        f"{info}/LICENSE": ((ROOT / "LICENSE").read_bytes(), 0o644),
    }
    record = ""
    for name, (content, _) in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = ((record + f"{info}/RECORD,,\n").encode(), 0o644)

    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"jsonmigrate-{number}-py3-none-{tags()}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, (content, mode) in files.items():
            entry = zipfile.ZipInfo(name, DATE)
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=9)
    return path


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    path = wheel(Path(sys.argv[1]), Path(sys.argv[2]))
    size = path.stat().st_size
    print(f"{path}: {size / (1 << 20):.2f} MiB")
    if size > LARGEST:
        print(f"that is more than the {LARGEST >> 20} MiB it should have", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
