#!/usr/bin/env python3
"""Puts the command into an artifact bundle, with which packages take it without building it.

    python3 .ci/bundle.py .build/release/jsonmigrate dist

Prints the checksum that a manifest's `.binaryTarget` asks for. The same executable gives the same
bundle, byte for byte.
"""

import hashlib
import json
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# No date: a bundle made again is the same.
DATE = (1980, 1, 1, 0, 0, 0)


def bundle(executable: Path, folder: Path) -> Path:
    said = subprocess.run([executable, "--version"], capture_output=True, text=True, check=True)
    number = re.search(r"\d+\.\d+\.\d+", said.stdout).group()
    variant = {
        "path": "jsonmigrate/bin/jsonmigrate",
        "supportedTriples": [f"{platform.machine()}-unknown-linux-gnu"],
    }
    artifact = {"type": "executable", "version": number, "variants": [variant]}
    info = json.dumps({"schemaVersion": "1.0", "artifacts": {"jsonmigrate": artifact}}, indent=2)
    files = {
        "info.json": (info.encode(), 0o644),
        "LICENSE": ((ROOT / "LICENSE").read_bytes(), 0o644),
        variant["path"]: (executable.read_bytes(), 0o755),
    }
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "jsonmigrate.artifactbundle.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, (content, mode) in files.items():
            entry = zipfile.ZipInfo(f"jsonmigrate.artifactbundle/{name}", DATE)
            entry.external_attr = mode << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    return path


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: .ci/bundle.py EXECUTABLE FOLDER")
    path = bundle(Path(sys.argv[1]), Path(sys.argv[2]))
    print(f"{path}: {path.stat().st_size} bytes, checksum {hashlib.sha256(path.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main()
