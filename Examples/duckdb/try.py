#!/usr/bin/env python3
"""Runs migrate.py on DuckDB files of its own.

    python3 try.py TOOL [DOCUMENTS]           20,000 documents where no number is given

Runs that are killed, and then one that isn't, have to leave what the command makes of each document, and
every failure in the table of errors. A row that someone else changes meanwhile is left for the next run.
"""

import functools
import json
import pathlib
import random
import sys
import tempfile

import duckdb

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import databases


def fill(file, count):
    for path in (file, pathlib.Path(f"{file}.wal")):
        path.unlink(missing_ok=True)
    chance = random.Random(7)
    lines = pathlib.Path(f"{file}.txt")
    lines.write_text("".join(f"{number}\x03{databases.odd_document(chance, number)}\n"
                             for number in range(-3, count - 3)))
    with duckdb.connect(str(file)) as base:
        base.execute("create table poems (id bigint primary key, doc varchar)")
        base.execute(f"""insert into poems select id, coalesce(doc, '') from read_csv('{lines}',
            delim = '\x03', quote = '', escape = '', header = false, auto_detect = false,
            columns = {{'id': 'bigint', 'doc': 'varchar'}})""")


def stored(file, select="id, doc from poems"):
    with duckdb.connect(str(file), read_only=True) as base:
        return dict(base.execute(f"select {select} order by id").fetchall())


def migrate(file, tool, rules=databases.RULES, table="poems"):
    return databases.start([sys.executable, HERE / "migrate.py", rules, file, table], tool)


def check(file, good, errors):
    databases.check(stored(file), good, stored(file, "id, kind from migration_errors"), errors)


def change_meanwhile(tool, folder):
    file, between = folder / "meanwhile.duckdb", folder / "between"
    fill(file, 20)
    text = json.dumps({"version": 1, "lines": ["meanwhile"]})
    (folder / "change.py").write_text(f"""import duckdb
with duckdb.connect({str(file)!r}) as base:
    base.execute("update poems set doc = ? where id = 2", [{text!r}])
""")
    between.write_text(f"""#!/bin/sh
[ "$1" = apply ] && {sys.executable} {folder}/change.py
exec {tool} "$@"
""")
    between.chmod(0o755)
    databases.finish(migrate(file, between))
    if stored(file)[2] != text or json.loads(stored(file)[1])["version"] != 3:
        sys.exit(f"{stored(file)}")
    databases.finish(migrate(file, tool))
    if json.loads(stored(file)[2]) != {"version": 3, "text": "meanwhile", "language": "en"}:
        sys.exit(f"the change was lost: {stored(file)[2]}")


def names_of_versions(tool, folder):
    file, rules = folder / "named.duckdb", databases.named_versions(folder)
    with duckdb.connect(str(file)) as base:
        base.execute("create table poems (id bigint primary key, doc varchar)")
        base.execute("insert into poems values (1, ?), (2, ?)", [databases.OLD, databases.NEW])
    databases.finish(migrate(file, tool, rules))
    check(file, {1: databases.NEW, 2: databases.NEW}, {})


def names_of_tables(tool, folder):
    """A table may be called as anything is that lies beside it for a while, or what SQL has to be quoted."""
    file, rules = folder / "tables.duckdb", databases.named_versions(folder)
    bad = '{"version": 9}'
    for table in ("old", "new", "bad", "reasons", "m", "main.b", '"it\'s one"'):
        file.unlink(missing_ok=True)
        with duckdb.connect(str(file)) as base:
            base.execute(f"create table {table} (id bigint primary key, doc varchar)")
            base.execute(f"insert into {table} values (1, ?), (2, ?)", [databases.OLD, bad])
        databases.finish(migrate(file, tool, rules, table))
        seen = stored(file, f"id, doc from {table}"), stored(file, "id, tab from migration_errors")
        if seen != ({1: databases.NEW, 2: bad}, {2: table}):
            sys.exit(f"{table}: {seen}")


def main():
    tool = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    with tempfile.TemporaryDirectory(prefix="jsonmigrate-duckdb-") as name:
        folder = pathlib.Path(name)
        file = folder / "poems.duckdb"
        change_meanwhile(tool, folder)
        names_of_versions(tool, folder)
        names_of_tables(tool, folder)
        databases.try_all(
            tool, count, *(functools.partial(act, file) for act in (fill, stored, migrate, check)))


if __name__ == "__main__":
    main()
