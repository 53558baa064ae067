#!/usr/bin/env python3
"""Runs migrate.sh against a PostgreSQL server of its own, in a temporary folder, on a socket.

    python3 try.py TOOL [DOCUMENTS]           20,000 documents where no number is given

For columns of jsonb, json and text: runs that are killed, and then one that isn't, have to leave what the
command makes of each document, and every failure in the table of errors. A row that someone else changes
meanwhile is left for the next run. Prints the time of a run, and that of an update written by hand in SQL.
"""

import json
import os
import pathlib
import pwd
import random

import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
RULES = HERE.parent.parent / "rules"
TITLES = ["Kettle", "Ferry", "Mail", "Ledger \\ \u00e9", "Tab\tand\nline"]


def programs():
    """The folder that Debian keeps the server's programs in."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    return found[0].parent if found else pathlib.Path(shutil.which("initdb") or "/").parent


def document(random, number):
    poem = {"version": 1, "title": random.choice(TITLES), "author": "Mara Lindqvist",
            "lines": ["Six o'clock clears its throat,"] * random.randint(0, 20), "stars": number % 6,
            "number": number}
    kind = number % 50
    if kind == 7:
        del poem["lines"]
    elif kind == 8:
        poem["stars"] = "four"
    elif kind == 9:
        poem["version"] = 4
    elif kind == 10:
        poem = {"version": 3, "text": "", "language": "en", "number": number}
    return poem


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
    lines = "".join(f"{number}\x02{text}\n" for number, text in documents)
    sql(f"copy {table} from stdin {RAW}", lines)
    sql(f"analyze {table}")


def stored(table):
    return dict(line.split("\x02", 1) for line in sql(
        f"copy (select id, translate(doc::text, e'\\n', ' ') from {table} order by id) to stdout {RAW}"))


def expected(tool, before):
    """What the command makes of each document by itself, and the kinds of errors."""
    with tempfile.TemporaryDirectory() as folder:
        reasons = pathlib.Path(folder, "reasons")
        out = subprocess.run(
            [tool, "apply", RULES, "--ndjson", "--skip-bad", f"{folder}/bad", "--reasons", reasons,
             "--bad-ok", "-qq"], input="".join(text + "\n" for text in before.values()),
            capture_output=True, text=True, check=True).stdout.splitlines()
        kinds = {reason["line"]: reason["kind"]
                 for reason in map(json.loads, reasons.read_text().splitlines())}
    good, errors, lines = {}, {}, iter(out)
    for number, (id, text) in enumerate(before.items(), 1):
        if number in kinds:
            good[id], errors[id] = text, kinds[number]
        else:
            good[id] = next(lines)
    return good, errors


def migrate(table, tool, **environment):
    return subprocess.Popen(["bash", HERE / "migrate.sh", RULES, table], start_new_session=True,
                            env=dict(os.environ, JSONMIGRATE=str(tool), **environment),
                            stderr=subprocess.PIPE)


def finish(process):
    _, errors = process.communicate()
    if process.returncode != 0:
        sys.exit(errors.decode())


def check(table, good, errors):
    now = stored(table)
    # jsonb has an order of its own.
    same = (lambda text: json.loads(text)) if table == "in_jsonb" else (lambda text: text)
    for id, text in good.items():
        if now[id] != text and same(now[id]) != same(text):
            sys.exit(f"{table} {id}: {now[id]}, expected {text}")
    told = dict(line.split("|") for line in sql(
        f"select id, kind from migration_errors where tab = '{table}'"))
    if told != errors:
        sys.exit(f"{table}: errors of {sorted(set(told.items()) ^ set(errors.items()))[:5]}")


def kill_and_try_again(tool, table, seconds, chance):
    """Ten runs that are killed at any moment, with all that they have started."""
    for _ in range(10):
        process = migrate(table, tool)
        try:
            process.wait(chance.random() * seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    # The server finds out by itself that a session is gone; what it held must not be in the way.
    finish(migrate(table, tool))


def change_meanwhile(tool, folder, table, kind):
    """Rows change between the reading and the update; they are the next run's."""
    text = json.dumps({"version": 1, "lines": ["meanwhile"]})
    fill(table, kind, [(number, json.dumps(document(random.Random(1), number)))
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
    finish(migrate(table, between))
    seen = {id: json.loads(text).get("version") for id, text in stored(table).items()}
    if seen["3"] != 1 or seen["4"] != 3:
        sys.exit(f"{table}: {seen}")
    finish(migrate(table, tool))
    if json.loads(stored(table)["3"]) != {"version": 3, "text": "meanwhile", "language": "en"}:
        sys.exit(f"{table}: the change was lost: {stored(table)['3']}")


BY_HAND = """update in_jsonb set doc = doc - 'lines' - 'stars' || jsonb_build_object('version', 3,
  'text', (select coalesce(string_agg(line, e'\\n' order by n), '')
           from jsonb_array_elements_text(doc->'lines') with ordinality as l(line, n)),
  'author', jsonb_build_object('name', doc->'author'), 'language', 'en',
  'rating', case when (doc->>'stars')::numeric <= 2 then 'weak'
                 when (doc->>'stars')::numeric < 4 then 'good' else 'great' end)
  where doc->>'version' = '1' and doc ? 'lines' and jsonb_typeof(doc->'stars') = 'number'"""


def main():
    if not (programs() / "initdb").exists():
        print("skipped: there is no PostgreSQL server here")
        return
    tool = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    chance = random.Random(7)
    with tempfile.TemporaryDirectory(prefix="jsonmigrate-postgres-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        (folder / "server").mkdir()
        server = Server(folder / "server")
        try:
            for kind in ("jsonb", "json", "text"):
                table = f"in_{kind}"
                documents = [(number, json.dumps(document(chance, number)))
                             for number in range(count)]
                if kind != "jsonb":
                    documents[3] = (3, '{ "version" : 1.0e0,  "lines": ["\\u0041"], "n": -0.0 }')
                    documents[4] = (4, '{ "version" : 1,  "lines": ["\\u0041"], "n": -0.0 }')
                if kind == "text":
                    documents[5:7] = [(5, "no JSON"), (6, '{"version": 1,')]
                fill(table, kind, documents)
                good, errors = expected(tool, stored(table))
                start = time.perf_counter()
                finish(migrate(table, tool))
                seconds = time.perf_counter() - start
                check(table, good, errors)
                fill(table, kind, documents)
                sql(f"delete from migration_errors where tab = '{table}'")
                kill_and_try_again(tool, table, seconds, chance)
                check(table, good, errors)
                change_meanwhile(tool, folder, "meanwhile", kind)
                print(f"{kind}: {count} documents in {seconds:.1f} s, {len(errors)} with errors; "
                      "killed ten times and run again: the same")
                if kind == "jsonb":
                    fill(table, kind, documents)
                    start = time.perf_counter()
                    sql(BY_HAND)
                    print(f"by hand in SQL: {time.perf_counter() - start:.1f} s")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
