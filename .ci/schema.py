"""Asks a validator about rules/rule-file.schema.json: `schema.py CHECK-JSONSCHEMA`.

It has to take every rule file of the project, and of the acceptance cases where they are there, and
to refuse every case of Tests/Goldens/Schema/refused.json. Rule files may have comments and trailing
commas, which validators don't know: each is written as plain JSON below .build/schema first.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

SCHEMA = "rules/rule-file.schema.json"
WORK = pathlib.Path(".build/schema")
SHARED = pathlib.Path(os.environ.get("JSONMIGRATE_SHARED", "../shared"))
RULE_FILE = re.compile(r"(^|/)(format|v?\d[^/]*)(?<!\.schema)\.jsonc?$")
TEXT = r'("(?:\\.|[^"\\])*")'


def plain(text):
    """A rule file as a value."""
    text = re.sub(TEXT + r"|//[^\n]*|/\*.*?\*/", r"\1", text, flags=re.S)
    return json.loads(re.sub(TEXT + r"|,(?=\s*[\]}])", r"\1", text))


def accepted():
    """The rule files that have to fit, with a name each."""
    tops = ["rules", "Examples", SHARED / "acceptance/stories", SHARED / "acceptance/corpora"]
    for top in map(pathlib.Path, tops):
        for path in sorted([*top.rglob("*.json"), *top.rglob("*.jsonc")]):
            parts = path.parts
            if "rules" in parts and "tests" not in parts and not path.name.endswith(".schema.json"):
                yield str(path), plain(path.read_text())
    for page in sorted(pathlib.Path("Sources").glob("*/*.docc/*.md")):
        blocks = re.findall(r"^```jsonc\n(.*?)^```", page.read_text(), re.M | re.S)
        for number, block in enumerate(blocks):
            value = step(block)
            if value is not None:
                yield f"{page}-{number}", value
    for path in sorted((SHARED / "acceptance/decisions").glob("*.json")):
        for number, case in enumerate(json.loads(path.read_text())):
            if case.get("fails") == "bad-rules":
                continue
            files = case.get("steps") or [{"to": 2, "rules": case["rules"]}]
            for file in files + [case.get("format")]:
                if file is not None:
                    yield f"{path}-{number}", file


def step(block):
    """What a page shows: a file, which begins with its name, or rules with commas between them.

    A file of another name than rule files have is a document, and nothing to the schema.
    """
    name = re.match(r"// (\S+)\n", block)
    if name:
        return plain(block) if RULE_FILE.search(name[1]) else None
    return {"to": 2, "rules": plain(f"[{block}]")}


def write(folder, cases):
    """Writes each value as a file of its own; gives the names of the cases by file."""
    shutil.rmtree(WORK / folder, ignore_errors=True)
    (WORK / folder).mkdir(parents=True)
    names = {}
    for number, (name, value) in enumerate(cases):
        file = WORK / folder / f"{number}.json"
        file.write_text(json.dumps(value))
        names[str(file)] = name
    return names


def check(validator, *arguments):
    command = [validator, "-o", "json", *arguments]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    return json.loads(result.stdout)


def main(validator):
    if check(validator, "--check-metaschema", SCHEMA)["status"] != "ok":
        return f"{SCHEMA} is no schema"

    names = write("accepted", accepted())
    problems = check(validator, "--schemafile", SCHEMA, *names)
    for error in problems.get("errors", []):
        print(f"{names[error['filename']]}: {error['path']}: {error['message']}")
    if problems["status"] != "ok" or not names:
        return "rule files are refused that are right"
    print(f"{len(names)} rule files fit")

    cases = json.loads(pathlib.Path("Tests/Goldens/Schema/refused.json").read_text())
    names = write("refused", [(case["name"], case["file"]) for case in cases])
    problems = check(validator, "--schemafile", SCHEMA, *names)
    passed = set(names) - {error["filename"] for error in problems.get("errors", [])}
    for file in sorted(passed):
        print(f"not refused: {names[file]}")
    if passed or not names:
        return "rule files are taken that are broken"
    print(f"{len(names)} broken ones are refused")
    return None


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
