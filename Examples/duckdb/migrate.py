#!/usr/bin/env python3
"""Brings the documents of a table in a DuckDB file to the newest version, by a pipe and one update.

    python3 migrate.py RULES FILE TABLE

The table has the columns `id`, a whole number, and `doc`, which is JSON or text. README.md says what becomes of bad
documents and of newer ones, and how to start again.
"""

import json
import os
import subprocess
import sys
import tempfile

import duckdb

# What is written and read with these has the lines as they are.
WRITING = "format csv, quote '', escape '', delimiter '\x02', header false"
# Line ends outside of texts mean nothing, and inside they are an error anyway, as the delimiter is.
PLAIN = "translate({}::varchar, chr(10) || chr(13) || chr(2), '  ' || chr(1))"
# Half of a pair is JSON, although DuckDB takes it for none.
WHOLE = r"regexp_replace(doc::varchar, '\\u[dD][89a-fA-F][0-9a-fA-F]{2}', '/', 'g')"
READING = "quote = '', escape = '', delim = '\x02', header = false, auto_detect = false"


def main() -> None:
    rules, file, table = sys.argv[1:]
    tool = os.environ.get("JSONMIGRATE", "jsonmigrate")
    said = subprocess.run([tool, "check", rules, "--format", "json"], stdout=subprocess.PIPE, text=True, check=True)
    newest = json.loads(said.stdout)["newest"]
    quoted, told = ("'" + str(text).replace("'", "''") + "'" for text in (newest, table))
    # The number 3 is not the text "3".
    version = "json_extract_string" if isinstance(newest, str) else "json_extract"
    with tempfile.TemporaryDirectory() as work:
        old, new, bad, reasons = (f"{work}/{name}" for name in ("old", "new", "bad", "reasons"))
        # A line for each document that isn't current, in an envelope with what tells its row. What is no
        # JSON could go on as the envelope does, such as 1, "more": 2; so there that is never sound.
        line = f"""'{{"id":' || id || ',"doc":' || {PLAIN.format("doc")}
            || case when json_valid({WHOLE}) then '}}' else '}},' end"""
        with duckdb.connect(file, read_only=True) as base:
            base.execute(f"""copy (
                select {line} from {table} where case when json_valid(doc::varchar)
                  then {version}(doc::varchar, '$.version')::varchar is distinct from {quoted}
                  else true end order by id) to '{old}' ({WRITING})""")
        # The file is free meanwhile.
        with open(old, "rb") as lines, open(new, "wb") as results:
            subprocess.run([tool, "apply", rules, "--ndjson", "--each", "doc", "--skip-bad", bad,
                            "--reasons", reasons, "--bad-ok", "-qq"], stdin=lines, stdout=results,
                           check=True)
        with duckdb.connect(file) as base:
            base.execute(f"""create table if not exists migration_errors (
                tab varchar, id bigint, kind varchar, message varchar, reason varchar,
                seen timestamp default current_timestamp, primary key (tab, id))""")
            # A temporary table hides one of the file that is called the same: no other begins so.
            for path in (old, new, bad, reasons):
                name = "jsonmigrate_" + os.path.basename(path)
                base.execute(f"create temp table {name} (line varchar)")
                if os.path.getsize(path):
                    base.execute(f"""insert into {name} select line from read_csv('{path}', {READING},
                        columns = {{'line': 'varchar'}}, parallel = false, max_line_size = 100000000)""")
            id = """cast(regexp_extract(line, '^\\{"id":(-?[0-9]+)', 1) as bigint)"""
            doc = """line[instr(line, ',"doc":') + 7:-2]"""
            base.begin()
            # A row that someone else has changed since is left for the next run.
            base.execute(f"""
                update {table} x set doc = m.doc from (select {id} as id, {doc} as doc from jsonmigrate_new) m
                  join (select {id} as id, {doc} as doc from jsonmigrate_old) b using (id)
                  where x.id = m.id and m.doc <> b.doc
                    and {PLAIN.format("x.doc")} = b.doc;
                insert or replace into migration_errors
                  select {told}, b.id, r.line->>'kind', r.line->>'message', r.line, current_timestamp
                  from (select {id} as id, row_number() over () as n from jsonmigrate_bad) b
                  join (select line, row_number() over () as n from jsonmigrate_reasons) r using (n);
                delete from migration_errors where tab = {told} and id in (select {id} from jsonmigrate_new)""")
            base.commit()


if __name__ == "__main__":
    main()
