#!/usr/bin/env python3
"""Runs the steps of action.yml as a runner would, in a folder made for it.

    python3 .ci/action.py TOOL [WHEELS]

What is sound has to pass; a broken rule, a failing test and an old document have to be stopped by the step
that is there for it. With a folder of wheels the first step installs the command from there; without it the
steps behind it run TOOL. It reads as much of YAML as the file has.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXT = (ROOT / "action.yml").read_text()


def defaults():
    """The inputs, and what they are where nothing is said."""
    part = re.search(r"^inputs:\n(.*?)^runs:", TEXT, re.S | re.M).group(1)
    return {name: value.strip("'") for name, value in re.findall(
        r"^  (\w+):\n(?:    .*\n)*?    default: (.*)\n", part, re.M)}


def steps():
    """Each step: its name, the input without which it is left out, its variables, its script."""
    for part in re.split(r"^    - ", TEXT, flags=re.M)[1:]:
        script = re.search(r"^      run: \|\n(.*)", part, re.S | re.M)
        line = re.search(r"^      run: (?!\|)(.*)", part, re.M)
        needs = re.search(r"if: inputs\.(\w+) != ''", part)
        yield (part.split("\n")[0].removeprefix("name: "), needs and needs.group(1),
               dict(re.findall(r"^        (\w+): \$\{\{ inputs\.(\w+) \}\}", part, re.M)),
               re.sub(r"^        ", "", script.group(1), flags=re.M) if script else line.group(1))


def run(folder, tool, inputs, wheels):
    """The first step that fails with what it says, or nothing."""
    inputs = defaults() | inputs
    temporary = folder.parent / "temp"
    temporary.mkdir(exist_ok=True)
    paths = temporary / "paths"
    paths.touch()
    for name, needs, variables, script in steps():
        if needs and not inputs[needs]:
            continue
        environment = dict(
            os.environ, RUNNER_TEMP=str(temporary), GITHUB_PATH=str(paths),
            PATH=":".join([*reversed(paths.read_text().split()), str(tool.parent), os.environ["PATH"]]),
            **{variable: inputs[value] for variable, value in variables.items()})
        if wheels:
            environment |= {"PIP_FIND_LINKS": str(wheels), "PIP_NO_INDEX": "1"}
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
                              cwd=folder, env=environment, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            return name, done.stdout
    return None, ""


def sound(folder):
    pass


def old_document(folder):
    (folder / "documents/old one.json").write_text('{ "version": 1, "lines": [] }\n')


def odd_names(folder):
    (folder / "rules").rename(folder / "--help")


def broken_rule(folder):
    (folder / "rules/v4.json").write_text('{ "to": 4, "rules": [{ "renam": { "a": "b" } }] }\n')


def warning(folder):
    (folder / "rules/v4.json").write_text('{ "to": 4, "rules": [{ "rename": { "a": "b.c" } }] }\n')


def failing_test(folder):
    (folder / "rules/v4.json").write_text(
        '{ "to": 4, "rules": [{ "drop": "a" }], "tests": [{ "before": { "a": 1 }, "after": { "a": 1 } }] }\n')


def changed_step(folder):
    shutil.copytree(folder / "rules", folder / "base")
    file = folder / "rules/v3.json"
    file.write_text(file.read_text().replace('"at-most": 2', '"at-most": 1'))
    (folder / "rules/rules.lock").unlink()


CASES = [
    (sound, {}, None, ""), (sound, {"documents": "documents"}, None, ""),
    (sound, {"documents": " \n\t"}, None, ""), (odd_names, {"rules": "--help", "documents": "documents"}, None, ""),
    (odd_names, {"rules": "--version"}, "Rules are sound, released steps mean what they meant", "can't be read"),
    (sound, {"rules": "$(touch it)`touch it`;*'\""}, "Rules are sound, released steps mean what they meant",
     "::error file=$(touch it)`touch it`;*'\","),
    (sound, {"documents": "$(touch${IFS}it) * ; ~"}, "Documents are current", "`*` can't be read"),
    (old_document, {"documents": "documents/kettle.json\ndocuments"}, "Documents are current",
     "::warning file=documents/old one.json"),
    (broken_rule, {}, "Rules are sound, released steps mean what they meant", "file=rules/v4.json,line=1"),
    (warning, {}, "Rules are sound, released steps mean what they meant", "file=rules/v4.json,line=1"),
    (failing_test, {}, "Tests of the rules pass", "file=rules/v4.json,line=1"),
    (sound, {"against": "base"}, None, ""),
    (changed_step, {"against": "base"}, "Rules are sound, released steps mean what they meant",
     "file=rules/v3.json,line="),
]


def main():
    tool = pathlib.Path(sys.argv[1]).resolve()
    wheels = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    version = next(wheels.glob("jsonmigrate-*.whl")).name.split("-")[1] if wheels else ""
    for change, inputs, expected, says in CASES:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name, "repository")
            shutil.copytree(ROOT / "rules", folder / "rules")
            shutil.copytree(ROOT / "Examples/poem/migrated", folder / "documents")
            change(folder)
            step, said = run(folder, tool, {"version": version} | inputs, wheels)
            if (folder / "it").exists():
                sys.exit(f"{inputs} were run")
        if step != expected or says not in said:
            sys.exit(f"{change.__name__}: stopped by {step}, not {expected}: {said}")
        print(f"{change.__name__.replace('_', ' ')}: {f'stopped by: {step}' if step else 'passes'}")


if __name__ == "__main__":
    main()
