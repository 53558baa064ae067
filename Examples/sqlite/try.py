#!/usr/bin/env python3
"""Runs migrate.sh on SQLite files of its own.

    python3 try.py TOOL [DOCUMENTS]           20,000 documents where no number is given

Runs that are killed, and then one that isn't, have to leave what the command makes of each document, and
every failure in the table of errors. A row that someone else changes meanwhile is left for the next run.
"""

import json
import pathlib
import random
import shutil
import sqlite3
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import databases


def fill(file, count):
    file.unlink(missing_ok=True)
    chance = random.Random(7)
    with sqlite3.connect(file) as base:
        base.execute("create table poems (id integer primary key, doc text)")
        base.executemany("insert into poems values (?, ?)",
                         ((number, databases.odd_document(chance, number)) for number in range(count)))
    base.close()


def stored(file, select="id, doc from poems"):
    base = sqlite3.connect(file)
    try:
        return dict(base.execute(f"select {select}"))
    finally:
        base.close()


def migrate(file, tool):
    return databases.start(["bash", HERE / "migrate.sh", databases.RULES, file, "poems"], tool)


def check(file, good, errors):
    databases.check(stored(file), good, stored(file, "id, kind from migration_errors"), errors)


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
    databases.finish(migrate(file, between))
    if stored(file)[2] != text or json.loads(stored(file)[1])["version"] != 3:
        sys.exit(f"{stored(file)}")
    databases.finish(migrate(file, tool))
    if json.loads(stored(file)[2]) != {"version": 3, "text": "meanwhile", "language": "en"}:
        sys.exit(f"the change was lost: {stored(file)[2]}")


def main():
    if not shutil.which("sqlite3"):
        print("skipped: there is no sqlite3 here")
        return
    tool = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    with tempfile.TemporaryDirectory(prefix="jsonmigrate-sqlite-") as name:
        folder = pathlib.Path(name)
        file = folder / "poems.db"
        fill(file, count)
        good, errors = databases.expected(tool, stored(file))
        seconds = databases.timed(lambda: migrate(file, tool))
        check(file, good, errors)
        fill(file, count)
        killed = databases.kill_and_try_again(lambda: migrate(file, tool), seconds, random.Random(7))
        check(file, good, errors)
        change_meanwhile(tool, folder)
        databases.tell(count, seconds, errors, killed)


if __name__ == "__main__":
    main()
