"""Builds the wheel where `pip` asks for it: in a clone of the package, with Swift installed."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def build_wheel(folder, config_settings=None, metadata_directory=None):
    made = subprocess.run(
        [sys.executable, ROOT / ".ci" / "wheel.py", "--python", folder],
        stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    return Path(made.stdout.split(": ")[0]).name


def build_sdist(folder, config_settings=None):
    raise RuntimeError("there is no source distribution: build a wheel in a clone of the package")
