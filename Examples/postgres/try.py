#!/usr/bin/env python3
"""Runs migrate.sh against a PostgreSQL server of its own, in a temporary folder, on a socket.

    python3 try.py TOOL [DOCUMENTS]           20,000 documents where no number is given
    python3 try.py TOOL DOCUMENTS --measure   beside an update written by hand in SQL

For columns of jsonb, json and text, in one transaction and in many: runs that are killed, and then one that
isn't, have to leave what the command makes of each document, and every failure in the table of errors. A row
that someone else changes meanwhile is left for the next run.
"""

import json
import os
import pathlib
import pwd
import random
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import databases

TITLES = ["Kettle", "Ferry", "Mail", "Ledger \\ \u00e9", "Tab\tand\nline"]


def programs():
    """The folder that Debian keeps the server's programs in."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    return found[0].parent if found else pathlib.Path(shutil.which("initdb") or "/").parent


class Server:
    """A PostgreSQL server in a folder, which only a socket in it leads to."""

    def __init__(self, folder):
        self.folder, self.bin = folder, programs()
        # A server doesn't run as root; Debian's package has made a user for it.
        self.user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.user:
            os.chown(folder, pwd.getpwnam("postgres").pw_uid, -1)
        self.call("initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8",
                  "--no-sync", "--locale=C.UTF-8")
        self.call("pg_ctl", "-D", folder / "data", "-w", "-l", folder / "log", "-o",
                  f"-k {folder} -c listen_addresses='' -c fsync=off", "start")
        os.environ.update(PGHOST=str(folder), PGUSER="postgres", PGDATABASE="postgres")

    def call(self, program, *arguments):
        subprocess.run([*self.user, self.bin / program, *arguments], check=True, cwd="/",
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def stop(self):
        self.call("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop")


def sql(text, data=None):
    """What a statement gives, line by line."""
    done = subprocess.run(["psql", "-qXAt", "-v", "ON_ERROR_STOP=1", "-c", text], input=data,
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{text}\n{done.stderr}")
    return done.stdout.splitlines()


RAW = "(format csv, quote e'\\x01', delimiter e'\\x02')"


def fill(table, kind, documents):
    sql(f"drop table if exists {table}; create table {table} (id bigint primary key, doc {kind});"
        "create temp table x (a int)")
    lines = "".join(f"{number}\x02\x01{text}\x01\n" for number, text in documents)
    sql(f"copy {table} from stdin {RAW}", lines)
    sql(f"analyze {table}")


def stored(table):
    return dict(line.replace("\x01", "").split("\x02", 1) for line in sql(
        f"copy (select id, translate(doc::text, e'\\n\\t', '  ') from {table} order by id) to stdout {RAW}"))


def migrate(table, tool, *rows):
    return databases.start(["bash", HERE / "migrate.sh", databases.RULES, table, *rows], tool)


def check(table, good, errors):
    told = dict(line.split("|") for line in sql(
        f"select id, kind from migration_errors where tab = '{table}'"))
    # jsonb has an order of its own.
    same = {"same": json.loads} if table == "in_jsonb" else {}
    databases.check(stored(table), good, told, errors, f"{table} ", **same)


def change_meanwhile(tool, folder, table, kind):
    """Rows change between the reading and the update; they are the next run's."""
    text = json.dumps({"version": 1, "lines": ["meanwhile"]})
    fill(table, kind, [(number, databases.document(random.Random(1), number, TITLES))
                       for number in range(20)])
    between = folder / "between"
    (folder / "change.sql").write_text(f"update {table} set doc = '{text}' where id = 3")
    between.write_text(f"""#!/bin/sh
[ "$1" = apply ] || exec {tool} "$@"
cat >{folder}/lines
psql -qX -v ON_ERROR_STOP=1 -f {folder}/change.sql || exit
exec {tool} "$@" <{folder}/lines
""")
    between.chmod(0o755)
    databases.finish(migrate(table, between))
    seen = {id: json.loads(text).get("version") for id, text in stored(table).items()}
    if seen["3"] != 1 or seen["4"] != 3:
        sys.exit(f"{table}: {seen}")
    databases.finish(migrate(table, tool))
    if json.loads(stored(table)["3"]) != {"version": 3, "text": "meanwhile", "language": "en"}:
        sys.exit(f"{table}: the change was lost: {stored(table)['3']}")


def odd_names(tool, folder):
    """Versions, a table and folders of names that SQL and the shell would take for something else."""
    rules, table = databases.named_versions(folder), '"it\'s one"'
    for kind in ("jsonb", "json", "text"):
        fill(table, kind, [(1, databases.OLD), (2, databases.NEW), (-3, databases.OLD)])
        databases.finish(databases.start(
            ["bash", HERE / "migrate.sh", rules, table], tool, TMPDIR=str(rules)))
        seen = [json.loads(text) for text in stored(table).values()]
        if seen != [json.loads(databases.NEW)] * 3:
            sys.exit(f"{kind}: {seen}")


def names_of_tables(tool, folder):
    """A table may be called as anything is that lies beside it for a while."""
    rules = databases.named_versions(folder)
    for table in ("stage", "bad", "reasons", "failed", "seen", "x", "m", "e", "public.stage"):
        fill(table, "jsonb", [(1, databases.OLD), (2, '{"version": 9}')])
        databases.finish(databases.start(["bash", HERE / "migrate.sh", rules, table], tool))
        seen = [json.loads(text) for text in stored(table).values()]
        told = sql(f"select id from migration_errors where tab = '{table}'")
        if seen != [json.loads(databases.NEW), {"version": 9}] or told != ["2"]:
            sys.exit(f"{table}: {seen} {told}")


def latin(tool):
    """A database in another encoding than that of JSON."""
    sql("create database latin encoding latin1 template template0 locale 'C'")
    os.environ["PGDATABASE"] = "latin"
    fill("poems", "text", [(1, '{"version": 1, "lines": ["?"]}')])
    sql("update poems set doc = replace(doc, '?', chr(233))")
    databases.finish(migrate("poems", tool))
    os.environ["PGDATABASE"] = "postgres"
    seen = subprocess.run(["psql", "-qXAt", "latin", "-c", "select doc from poems"], capture_output=True,
                          env=dict(os.environ, PGCLIENTENCODING="UTF8")).stdout.decode()
    if json.loads(seen) != {"version": 3, "text": "\u00e9", "language": "en"}:
        sys.exit(f"latin: {seen}")


BY_HAND = """update in_jsonb set doc = doc - 'lines' - 'stars' || jsonb_build_object('version', 3,
  'text', (select coalesce(string_agg(line, e'\\n' order by n), '')
           from jsonb_array_elements_text(doc->'lines') with ordinality as l(line, n)),
  'author', jsonb_build_object('name', doc->'author'), 'language', 'en',
  'rating', case when (doc->>'stars')::numeric <= 2 then 'weak'
                 when (doc->>'stars')::numeric < 4 then 'good' else 'great' end)
  where doc->>'version' = '1' and doc ? 'lines' and jsonb_typeof(doc->'stars') = 'number'"""


def index(table, newest="3"):
    sql(f"create index on {table} (id) where (doc->'version')::text is distinct from '{newest}'")


def try_kind(kind, count, tool, folder):
    chance = random.Random(7)
    table = f"in_{kind}"
    documents = [(number, databases.document(chance, number, TITLES)) for number in range(count)]
    if kind != "jsonb":
        documents[3] = (3, '{ "version" : 1.0e0,\t"lines": ["\\u0041"], "n": -0.0 }')
        documents[4] = (4, '{ "version" : 1,  "lines": ["\\u0041"], "n": -0.0 }')
    if kind == "text":
        documents[5:8] = [(5, "no JSON"), (6, '{"version": 1,'), (7, '{"a": "\x02"}')]
        documents[11:15] = [(11, '{"version": 1, "lines": []}, "more": 2'),
                            (12, '{"child": {"version": 3}, "version": 1, "lines": []}'),
                            (13, '{"version": 1, "lines": [], "child": {"version": 3}}'),
                            (14, '{"text": "",\t"version": 3, "language": "en"}')]
        # What would be current, were it JSON.
        documents[15:20] = [(15, '{"version": 3, more}'), (16, 'no JSON, "version": 3}'),
                            (17, '{"version": 3, "a": 1}}'), (19, '{"version": 3, "a": "\x02"}'),
                            (18, '{"version": 3}, "doc": {"version": 3}')]
    fill(table, kind, documents)
    good, errors = databases.expected(tool, stored(table))
    for what, rows in (("", ()), (" in parts", (str(count // 7),))):
        fill(table, kind, documents)
        sql("drop table if exists migration_errors")
        if rows and kind != "text":
            index(table)
        seconds = databases.timed(lambda: migrate(table, tool, *rows))
        check(table, good, errors)
        if kind == "text" and sql(f"select strpos(doc, e'\\t') > 0 from {table} where id = 14") != ["t"]:
            sys.exit("a current document was written")

        def again():
            fill(table, kind, documents)
            sql(f"delete from migration_errors where tab = '{table}'")

        # The server finds out by itself that a session is gone; what it held must not be in the way.
        # In parts, what was done stays done, and the runs get shorter.
        within = seconds / 3 if rows else seconds
        killed = databases.kill_and_try_again(lambda: migrate(table, tool, *rows), within, chance,
                                              again)
        check(table, good, errors)
        databases.tell(count, seconds, errors, killed, f"{kind}{what}: ")
    change_meanwhile(tool, folder, "meanwhile", kind)


def measure(count, tool):
    """By turns, each on a table that was made anew; of three turns the fastest counts."""
    chance = random.Random(7)
    fill("given", "jsonb", [(number, databases.document(chance, number, TITLES)) for number in range(count)])
    part = str(max(count // 20, 1_000))
    ways = {
        "by hand in SQL": lambda: sql(BY_HAND),
        "migrate.sh": lambda: databases.finish(migrate("in_jsonb", tool)),
        f"migrate.sh, {part} rows a transaction":
            lambda: databases.finish(migrate("in_jsonb", tool, part)),
    }
    seconds = {}
    for _ in range(3):
        for what, way in ways.items():
            sql("drop table if exists in_jsonb; create table in_jsonb (id bigint primary key, doc jsonb)")
            sql("insert into in_jsonb select * from given order by id")
            sql("vacuum analyze in_jsonb")
            sql("checkpoint")
            start = time.perf_counter()
            way()
            seconds[what] = min(time.perf_counter() - start, seconds.get(what, float("inf")))
    by_hand = seconds["by hand in SQL"]
    for what, taken in seconds.items():
        print(f"{count} documents in jsonb, {what}: {taken:.2f} s, {taken / by_hand:.2f} times by hand")


def main():
    if not (programs() / "initdb").exists():
        print("skipped: there is no PostgreSQL server here")
        return
    tool = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    with tempfile.TemporaryDirectory(prefix="jsonmigrate-postgres-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        (folder / "server").mkdir()
        server = Server(folder / "server")
        try:
            if "--measure" in sys.argv:
                measure(count, tool)
                return
            odd_names(tool, folder)
            names_of_tables(tool, folder)
            latin(tool)
            for kind in ("jsonb", "json", "text"):
                try_kind(kind, count, tool, folder)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
