#!/usr/bin/env python3
"""Makes wheels, so that `pip install` brings what is here to where no Swift is.

    python3 .ci/wheel.py .build/release/jsonmigrate dist    the command: `jsonmigrate`
    python3 .ci/wheel.py --python dist                      the Python package: `jsonmigration`

The first holds the static executable, which needs nothing of the system but a Linux kernel, so one wheel
serves every distribution, with glibc or musl. The second holds the package, the dynamic library behind it,
the extension for single calls, where there are Python's headers to compile it, and the command as
`python -m jsonmigration`, which shares the library's code. It is built from the README's release build, and
linked by Zig (`ziglang` from PyPI), so that it runs with any glibc from 2.17 on.

The same files give the same wheel, byte for byte.
"""

import base64
import hashlib
import os
import platform
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / "Sources" / "Python"
LARGEST = 8 << 20
# No date: a wheel made again is the same.
DATE = (1980, 1, 1, 0, 0, 0)
MACHINE = platform.machine()

COMMAND_README = """`jsonmigrate` brings JSON documents from the version they have to the newest one, by rules that are data:

    jsonmigrate apply rules/ old.json > new.json
    jsonmigrate check rules/
    jsonmigrate help

This wheel holds the command as one static executable, which needs no Python to run.
"""


def run(*words) -> str:
    return subprocess.run(
        [str(word) for word in words], stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT).stdout


def version(executable: Path) -> str:
    return re.search(r"\d+\.\d+\.\d+", run(executable.resolve(), "--version")).group()


def metadata(number: str, project: dict, readme: str) -> bytes:
    lines = [
        "Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {number}",
        f"Summary: {project['description']}", "License: MIT",
        f"Requires-Python: {project['requires-python']}",
    ]
    lines += [f"Classifier: {each}" for each in project["classifiers"]]
    for extra, needs in project.get("optional-dependencies", {}).items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {need}; extra == "{extra}"' for need in needs]
    return "\n".join([*lines, "Description-Content-Type: text/markdown", "", readme]).encode()


def wheel(folder: Path, number: str, project: dict, tags: list, files: dict, readme: str) -> Path:
    """Zips files, each with its content and mode, and what says of them what they are."""
    name = project["name"]
    info = f"{name}-{number}.dist-info"
    head = "Wheel-Version: 1.0\nGenerator: jsonmigrate\nRoot-Is-Purelib: false\n"
    files = {
        **files,
        f"{info}/METADATA": (metadata(number, project, readme), 0o644),
        f"{info}/WHEEL": ((head + "".join(f"Tag: py3-none-{tag}\n" for tag in tags)).encode(), 0o644),
        f"{info}/LICENSE": ((ROOT / "LICENSE").read_bytes(), 0o644),
    }
    record = ""
    for path, (content, _) in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = ((record + f"{info}/RECORD,,\n").encode(), 0o644)

    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{number}-py3-none-{'.'.join(tags)}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for member, (content, mode) in files.items():
            entry = zipfile.ZipInfo(member, DATE)
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=9)
    return path


# ---- The command


def command_wheel(executable: Path, folder: Path) -> Path:
    number = version(executable)
    project = {
        "name": "jsonmigrate", "requires-python": ">=3.8",
        "description":
            "Brings JSON documents from the version they have to the newest one, by rules.",
        "classifiers": [
            "Environment :: Console", "License :: OSI Approved :: MIT License",
            "Operating System :: POSIX :: Linux",
        ],
    }
    tags = [f"manylinux_2_17_{MACHINE}", f"manylinux2014_{MACHINE}", f"musllinux_1_1_{MACHINE}"]
    script = f"jsonmigrate-{number}.data/scripts/jsonmigrate"
    files = {script: (executable.read_bytes(), 0o755)}
    return wheel(folder, number, project, tags, files, COMMAND_README)


# ---- The Python package


def needed_glibc(paths: list) -> tuple:
    """The newest version of the C library that one of the files has a name of."""
    names = [name for path in paths for name in re.findall(r"GLIBC_([\d.]+)", run("objdump", "-T", path))]
    return max(tuple(int(part) for part in name.split(".")[:2]) for name in names)


def zig() -> list:
    """The compiler that links for old C libraries, which pip installs; without it that of the system."""
    venv = ROOT / ".build" / "zig"
    program = [venv / "bin" / "python", "-m", "ziglang"]
    try:
        if subprocess.run([*program, "version"], capture_output=True).returncode == 0:
            return program
    except OSError:
        pass
    try:
        run(sys.executable, "-m", "venv", venv)
        run(program[0], "-m", "pip", "install", "-q", "--disable-pip-version-check", "ziglang==0.13.0")
        return program
    except subprocess.CalledProcessError:
        print("ziglang can't be installed: the wheel is for C libraries as new as this one",
              file=sys.stderr)
        return []


def built(work: Path) -> list:
    """The library, the command that shares its code, and the extension."""
    library, command = work / "libjsonmigration.so", work / "jsonmigrate"
    linker = zig()
    compiler = [*linker, "cc", "-target", f"{MACHINE}-linux-gnu.2.17"] if linker else ["cc"]
    made = subprocess.run(
        ["bash", ".ci/library", library, "--with-command"], stdout=subprocess.PIPE, text=True, cwd=ROOT,
        env={**os.environ, "ZIG": " ".join(map(str, linker))})
    # What it says is not what this prints.
    print(made.stdout, file=sys.stderr)
    made.check_returncode()
    run(*compiler, "-O1", "-s", PYTHON / "command.c", library, "-Wl,-rpath,$ORIGIN", "-o", command)
    extension = work / "_fast.abi3.so"
    include = Path(sysconfig.get_path("include"))
    extension.unlink(missing_ok=True)
    if (include / "Python.h").exists():
        run(*compiler, "-shared", "-fPIC", "-O2", "-s", "-Wall", "-Wextra", "-Werror",
            "-DPy_LIMITED_API=0x030A0000", f"-I{include}", f"-I{ROOT}/Sources/CJSONMigration/include",
            PYTHON / "jsonmigration" / "_fast.c", "-o", extension)
    else:
        print("there is no Python.h: the wheel has no extension, and single calls are slower",
              file=sys.stderr)
    return [path for path in (library, command, extension) if path.exists()]


def python_wheel(folder: Path) -> Path:
    import tomllib

    project = tomllib.loads((PYTHON / "pyproject.toml").read_text())["project"]
    work = ROOT / ".build" / "python"
    work.mkdir(parents=True, exist_ok=True)
    binaries = built(work)
    number = version(work / "jsonmigrate")
    major, minor = needed_glibc(binaries)
    files = {
        f"jsonmigration/{path.name}": (path.read_bytes(), 0o644)
        for path in sorted((PYTHON / "jsonmigration").iterdir())
        if path.suffix in (".py", ".pyi") or path.name == "py.typed"
    }
    for path in binaries:
        files[f"jsonmigration/{path.name}"] = (
            path.read_bytes(), 0o644 if path.suffix == ".so" else 0o755)
    readme = (ROOT / "Examples" / "python" / "README.md").read_text()
    return wheel(folder, number, project, [f"manylinux_{major}_{minor}_{MACHINE}"], files, readme)


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[2])
    if sys.argv[1] == "--python":
        path = python_wheel(folder)
    else:
        path = command_wheel(Path(sys.argv[1]), folder)
    size = path.stat().st_size
    print(f"{path}: {size / (1 << 20):.2f} MiB")
    if size > LARGEST:
        print(f"that is more than the {LARGEST >> 20} MiB it should have", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
