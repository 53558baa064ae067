#!/usr/bin/env python3
"""Runs migrate.sh on SQLite files of its own.

    python3 try.py TOOL [DOCUMENTS]           20,000 documents where no number is given

Runs that are killed, and then one that isn't, have to leave what the command makes of each document, and
every failure in the table of errors. A row that someone else changes meanwhile is left for the next run.
"""

import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
RULES = HERE.parent.parent / "rules"


def document(chance, number):
    poem = {"version": 1, "title": chance.choice(["Kettle", "Tab\t\u00e9", "a \"b\" \\"]),
            "author": "Mara Lindqvist", "lines": ["Six o'clock"] * chance.randint(0, 20),
            "stars": number % 6}
    if number % 50 == 7:
        del poem["lines"]
    elif number % 50 == 8:
        poem["stars"] = "four"
    elif number % 50 == 9:
        poem["version"] = 4
    elif number % 50 == 10:
        poem = {"version": 3, "text": "", "language": "en"}
    return {3: '{ "version" : 1,  "lines": ["\\u0041"],\t"n": -0.0 }', 4: "no JSON",
            5: '{"version": 1,', 6: ""}.get(number) or json.dumps(poem)


def fill(file, count):
    file.unlink(missing_ok=True)
    chance = random.Random(7)
    with sqlite3.connect(file) as base:
        base.execute("create table poems (id integer primary key, doc text)")
        base.executemany("insert into poems values (?, ?)",
                         ((number, document(chance, number)) for number in range(count)))
    base.close()


def stored(file, select="id, doc from poems"):
    base = sqlite3.connect(file)
    try:
        return dict(base.execute(f"select {select}"))
    finally:
        base.close()


def expected(tool, before):
    """What the command makes of each document by itself, and the kinds of errors."""
    with tempfile.TemporaryDirectory() as folder:
        reasons = pathlib.Path(folder, "reasons")
        # In an envelope, since an empty line is no document.
        out = subprocess.run(
            [tool, "apply", RULES, "--ndjson", "--each=d", "--skip-bad", f"{folder}/bad", "--reasons",
             reasons, "--bad-ok", "-qq"],
            input="".join(f'{{"d":{text}}}\n' for text in before.values()), capture_output=True,
            text=True, check=True).stdout.splitlines()
        kinds = {reason["line"]: reason["kind"]
                 for reason in map(json.loads, reasons.read_text().splitlines())}
    good, errors, lines = {}, {}, iter(out)
    for number, (id, text) in enumerate(before.items(), 1):
        good[id] = text if number in kinds else next(lines)[5:-1]
        if number in kinds:
            errors[id] = kinds[number]
    return good, errors


def migrate(file, tool):
    return subprocess.Popen(["bash", HERE / "migrate.sh", RULES, file, "poems"], start_new_session=True,
                            env=dict(os.environ, JSONMIGRATE=str(tool)), stderr=subprocess.PIPE)


def finish(process):
    _, errors = process.communicate()
    if process.returncode != 0:
        sys.exit(errors.decode())


def check(file, good, errors):
    now = stored(file)
    for id, text in good.items():
        if now[id] != text:
            sys.exit(f"{id}: {now[id]}, expected {text}")
    told = stored(file, "id, kind from migration_errors")
    if told != errors:
        sys.exit(f"errors of {sorted(set(told.items()) ^ set(errors.items()))[:5]}")


def change_meanwhile(tool, folder):
    file, between = folder / "meanwhile.db", folder / "between"
    fill(file, 20)
    text = json.dumps({"version": 1, "lines": ["meanwhile"]})
    (folder / "change.sql").write_text(f"update poems set doc = '{text}' where id = 2;")
    between.write_text(f"""#!/bin/sh
[ "$1" = apply ] && sqlite3 -bail {file} <{folder}/change.sql
exec {tool} "$@"
""")
    between.chmod(0o755)
    finish(migrate(file, between))
    if stored(file)[2] != text or json.loads(stored(file)[1])["version"] != 3:
        sys.exit(f"{stored(file)}")
    finish(migrate(file, tool))
    if json.loads(stored(file)[2]) != {"version": 3, "text": "meanwhile", "language": "en"}:
        sys.exit(f"the change was lost: {stored(file)[2]}")


def main():
    if not shutil.which("sqlite3"):
        print("skipped: there is no sqlite3 here")
        return
    tool = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    chance = random.Random(7)
    with tempfile.TemporaryDirectory(prefix="jsonmigrate-sqlite-") as name:
        folder = pathlib.Path(name)
        file = folder / "poems.db"
        fill(file, count)
        good, errors = expected(tool, stored(file))
        start = time.perf_counter()
        finish(migrate(file, tool))
        seconds = time.perf_counter() - start
        check(file, good, errors)
        fill(file, count)
        for _ in range(10):
            process = migrate(file, tool)
            try:
                process.wait(chance.random() * seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        finish(migrate(file, tool))
        check(file, good, errors)
        change_meanwhile(tool, folder)
        print(f"{count} documents in {seconds:.1f} s, {len(errors)} with errors; killed ten times and "
              "run again: the same")


if __name__ == "__main__":
    main()
