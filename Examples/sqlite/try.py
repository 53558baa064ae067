#!/usr/bin/env python3
"""Runs migrate.sh and the extension on SQLite files of their own.

    python3 try.py TOOL [DOCUMENTS] [--library libjsonmigration.so] [--measure]

20,000 documents where no number is given. Runs that are killed, and then one that isn't, have to leave what
the command makes of each document, and every failure in the table of errors. A row that someone else changes
meanwhile is left for the next run. The extension is compiled against the library that is named. --measure
takes the time beside an update written by hand with SQLite's own functions.
"""

import argparse
import functools
import json
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import databases


def fill(file, count):
    file.unlink(missing_ok=True)
    chance = random.Random(7)
    with sqlite3.connect(file) as base:
        base.execute("create table poems (id integer primary key, doc text)")
        base.executemany("insert into poems values (?, ?)",
                         ((number, databases.odd_document(chance, number))
                          for number in range(-3, count - 3)))
    base.close()


def fill_one(file, table, text=databases.OLD, kind="text"):
    """A table with one document."""
    file.unlink(missing_ok=True)
    with sqlite3.connect(file) as base:
        base.execute(f"create table {table} (id integer primary key, doc {kind})")
        base.execute(f"insert into {table} values (1, ?)", (text,))
    base.close()


def stored(file, select="id, doc from poems"):
    base = sqlite3.connect(file)
    try:
        return dict(base.execute(f"select {select}"))
    finally:
        base.close()


def migrate(file, tool, rules=databases.RULES, table="poems"):
    return databases.start(["bash", HERE / "migrate.sh", rules, file, table], tool)


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


def names_of_versions(tool, folder):
    file, rules = folder / "named.db", databases.named_versions(folder)
    fill(file, 0)
    with sqlite3.connect(file) as base:
        base.executemany("insert into poems values (?, ?)", [(1, databases.OLD), (2, databases.NEW)])
    base.close()
    databases.finish(migrate(file, tool, rules))
    check(file, {1: databases.NEW, 2: databases.NEW}, {})


def names_of_tables(tool, folder):
    """A table may be called as anything is that lies beside it for a while, or what SQL has to be quoted."""
    file, rules = folder / "tables.db", databases.named_versions(folder)
    bad = '{"version": 9}'
    for table in ("old", "new", "bad", "reasons", "before", "migrated", "m", "main.b", '"it\'s one"'):
        fill_one(file, table)
        with sqlite3.connect(file) as base:
            base.execute(f"insert into {table} values (2, ?)", (bad,))
        base.close()
        databases.finish(migrate(file, tool, rules, table))
        seen = stored(file, f"id, doc from {table}"), stored(file, "tab, id from migration_errors")
        if seen != ({1: databases.NEW, 2: bad}, {table: 2}):
            sys.exit(f"{table}: {seen}")


# ---- The extension


def compiled(library, folder):
    """The extension, beside the library that it needs; None where SQLite's header isn't."""
    shutil.copy(library, folder / "libjsonmigration.so")
    flags = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared"]
    done = subprocess.run(
        ["cc", *flags, "-I", HERE.parents[1] / "Sources/CJSONMigration/include", HERE / "migrate.c",
         folder / "libjsonmigration.so", "-Wl,-rpath,$ORIGIN", "-o", folder / "migrate.so"],
        capture_output=True, text=True)
    if done.returncode != 0:
        missing = "sqlite3ext.h: No such file" in done.stderr
        print("the extension is skipped: there is no sqlite3ext.h") if missing else sys.exit(done.stderr)
        return None
    return folder / "migrate.so"


def shell(file, extension, *statements, rules=databases.RULES):
    """What the shell of SQLite says to statements, and what it says of an error."""
    done = subprocess.run(
        ["sqlite3", "-bail", "-batch", "-cmd", f".load {extension}", file,
         f"select migrate_rules('{rules}')", *statements], capture_output=True, text=True)
    return done.stdout.splitlines()[1:], done.stderr


def update(file, extension):
    said, wrong = shell(file, extension, f".read {HERE / 'update.sql'}")
    if said or wrong:
        sys.exit(f"{said} {wrong}")


def updates_that_fail(extension, folder):
    """By the command on the page, whose shell goes on where a statement fails: all has to be as it was."""
    file = folder / "fails.db"
    text, told = '{"version": 1, "lines": []}', {1: "bad-json"}
    rules = [f"select migrate_rules('{databases.RULES}')"]
    for first, refuses, wanted in [
        (rules, "", None), (rules, " check (doc like '%lines%')", "CHECK constraint failed"),
        ([], "", "there are no rules"), (["select migrate_rules('nowhere')"], "", "can't be read"),
    ]:
        fill_one(file, "poems", text, "text" + refuses)
        with sqlite3.connect(file) as base:
            base.execute("create table migration_errors (tab text, id integer, kind text, message text, "
                         "reason text, primary key (tab, id))")
            base.execute("insert into migration_errors values ('poems', 1, 'bad-json', '', '{}')")
        base.close()
        done = subprocess.run(
            ["sqlite3", file, "-cmd", f".load {extension}", *first, f".read {HERE / 'update.sql'}"],
            capture_output=True, text=True)
        changed = stored(file)[1] != text, stored(file, "id, kind from migration_errors") != told
        if (done.returncode == 0, *changed) != ((wanted is None,) * 3) or (wanted or "") not in done.stderr:
            sys.exit(f"{wanted}: {done} {changed}")


def try_extension(extension, folder, good, errors, count):
    updates_that_fail(extension, folder)
    file = folder / "functions.db"
    fill(file, count)
    update(file, extension)
    check(file, good, errors)
    # Once more, with documents that were mended: what comes through leaves the table of errors.
    with sqlite3.connect(file) as base:
        base.execute("update poems set doc = '{\"version\": 3}' where id = 4")
    base.close()
    update(file, extension)
    check(file, {**good, 4: '{"version": 3}'}, {id: kind for id, kind in errors.items() if id != 4})
    cases = [
        ("migrate(null) is null, migrate_or_null(null) is null, migrate_error(null) is null", "1|1|1", ""),
        ("""migrate('{"version": 3}')""", '{"version": 3}', ""),
        ("""typeof(migrate(cast('{"version": 1, "lines": []}' as blob)))""", "blob", ""),
        ("""migrate_error('{"version": 3}') is null, migrate_or_null('{') is null""", "1|1", ""),
        ("""json_extract(migrate_error('{"version": 1,}'), '$.kind')""", "bad-json", ""),
        ("""migrate('{"version": 1,}')""", None, "document:1:15: expected a key in double quotes, found `}`"),
        ("migrate(7)", None, "document:1:1: "), ("migrate(x'')", None, "document:1:1: "),
        ("""migrate('{"version": 4}')""", None, "[newer-version]"),
        ("migrate_rules('nowhere')", None, "`nowhere` can't be read"),
        ("migrate_rules(null)", None, "`folder` is NULL"),
    ]
    for statement, said, wrong in cases:
        seen = shell(":memory:", extension, f"select {statement}")
        if seen[0] != ([said] if said else []) or wrong not in seen[1]:
            sys.exit(f"{statement}: {seen}, expected {said} {wrong}")
    fill(file, 100)
    before = stored(file)
    _, wrong = shell(file, extension, "update poems set doc = migrate(doc)")
    if "document:1:" not in wrong or stored(file) != before:
        sys.exit(f"an update that fails has changed something, or says {wrong!r}")
    done = subprocess.run(["sqlite3", "-cmd", f".load {extension}", ":memory:", "select migrate('{}')"],
                          capture_output=True, text=True)
    if "there are no rules" not in done.stderr:
        sys.exit(f"{done}")
    print(f"functions of SQL: {count} documents, {len(errors)} with errors, which the table has")


# ---- Beside an update by hand

POEM = """json_set(
    json_remove(doc, '$.lines', '$.stars', '$.author'), '$.version', 3,
    '$.author', json_object('name', json_extract(doc, '$.author')),
    '$.text', (select coalesce(group_concat(value, char(10)), '') from json_each(doc, '$.lines')),
    '$.rating', case when json_extract(doc, '$.stars') <= 2 then 'weak'
      when json_extract(doc, '$.stars') < 4 then 'good' else 'great' end,
    '$.language', 'en')"""
POEMS = """json_extract(doc, '$.version') = 1 and json_type(doc, '$.lines') = 'array'
    and json_type(doc, '$.stars') = 'integer'"""
RECORD = """json_set(
    json_remove(doc, '$.body', '$.legacyFlag', '$.name'), '$.version', 3,
    '$.text', json_extract(doc, '$.body'), '$.priority', 0,
    '$.status', case json_extract(doc, '$.status')
      when 'todo' then 'pending' when 'doing' then 'active' else 'completed' end,
    '$.firstName', substr(json_extract(doc, '$.name'), 1, instr(json_extract(doc, '$.name'), ' ') - 1),
    '$.lastName', substr(json_extract(doc, '$.name'), instr(json_extract(doc, '$.name'), ' ') + 1))"""
RECORDS = "json_extract(doc, '$.version') = 1"


def jobs(count):
    """What is migrated, by which rules, the documents, and what does the same by hand."""
    sys.path.insert(0, str(HERE.parent / "python"))
    import benchmark

    chance = random.Random(7)
    yield ("records", benchmark.RULES, RECORD, RECORDS,
           (json.dumps(benchmark.record(chance, number), ensure_ascii=False) for number in range(count)))
    yield ("poems", databases.RULES, POEM, POEMS,
           (databases.document(chance, number) for number in range(count)))


def measure(extension, folder, count):
    """By turns, each on a file that was made anew; of five turns the fastest counts."""
    given, file = folder / "given.db", folder / "measured.db"
    for name, rules, by_hand, condition, documents in jobs(count):
        given.unlink(missing_ok=True)
        with sqlite3.connect(given) as base:
            base.execute("create table poems (id integer primary key, doc text)")
            base.executemany("insert into poems values (?, ?)", enumerate(documents))
        base.close()
        seconds = {}
        for _ in range(5):
            for what, new in {"by hand": by_hand, "migrate(doc)": "migrate(doc)"}.items():
                shutil.copy(given, file)
                statement = f"update poems set doc = {new} where {condition}"
                start = time.perf_counter()
                said, wrong = shell(file, extension, statement, "select changes()", rules=rules)
                taken = time.perf_counter() - start
                if wrong or int(said[-1]) < count // 2:
                    sys.exit(f"{what}: {said} {wrong}")
                seconds[what] = min(taken, seconds.get(what, taken))
        for what, taken in seconds.items():
            ratio = taken / seconds["by hand"]
            print(f"{count} {name}, {what}: {taken:.2f} s, {ratio:.2f} times by hand", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("documents", type=int, nargs="?", default=20_000)
    parser.add_argument("--library", type=pathlib.Path)
    parser.add_argument("--measure", action="store_true")
    arguments = parser.parse_args()
    if not shutil.which("sqlite3"):
        print("skipped: there is no sqlite3 here")
        return
    tool, count = arguments.tool.resolve(), arguments.documents
    with tempfile.TemporaryDirectory(prefix="jsonmigrate-sqlite-") as name:
        folder = pathlib.Path(name)
        extension = compiled(arguments.library, folder) if arguments.library else None
        if arguments.measure:
            measure(extension, folder, count)
            return
        file = folder / "poems.db"
        change_meanwhile(tool, folder)
        names_of_versions(tool, folder)
        names_of_tables(tool, folder)
        good, errors = databases.try_all(
            tool, count, *(functools.partial(act, file) for act in (fill, stored, migrate, check)))
        if extension:
            try_extension(extension, folder, good, errors, count)


if __name__ == "__main__":
    main()
