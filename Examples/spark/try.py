#!/usr/bin/env python3
"""Runs the jobs on 100,000 documents, and compares them with the command, line by line.

    python3 try.py TOOL WHEEL [DOCUMENTS]        needs PySpark, pyarrow, pandas and Java 17

WHEEL is that of the Python package, which isn't installed: it travels with the jobs.
"""

import collections
import contextlib
import io
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from unittest import mock

import pyarrow
import pyarrow.parquet
import pyspark
from pyspark.sql import SparkSession

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
RULES = HERE.parent.parent / "rules"

import columns  # noqa: E402
from columns import migrated  # noqa: E402
from migrate import Migration  # noqa: E402

KINDS = {"bad-json", "missing-value", "newer-version"}


def document(chance, number):
    poem = {"version": 1, "title": chance.choice(["Kettle", "Tab\t\u00e9", "\u2028"]), "number": number,
            "lines": ["Six o'clock"] * chance.randint(0, 20), "stars": number % 6}
    if number % 50 == 7:
        del poem["lines"]
    elif number % 50 == 9:
        poem["version"] = 4
    elif number % 50 == 10:
        poem = {"version": 3, "text": "", "language": "en", "number": number}
    return "no JSON" if number % 50 == 8 else json.dumps(poem, ensure_ascii=number % 2 == 0)


def by_the_command(tool, file, folder):
    """The good lines, and pairs of a bad one and the kind of its error."""
    with open(file, "rb") as lines:
        out = subprocess.run(
            [tool, "apply", RULES, "--ndjson", "--skip-bad", folder / "bad", "--reasons",
             folder / "reasons", "--bad-ok", "-qq"], stdin=lines, stdout=subprocess.PIPE, check=True).stdout
    kinds = [json.loads(line)["kind"] for line in (folder / "reasons").open()]
    return out.decode().split("\n")[:-1], list(zip((folder / "bad").read_text().split("\n"), kinds))


def check(what, good, bad, expected):
    """`bad` has pairs of a document and its error."""
    told = [(line, json.loads(error)["kind"]) for line, error in bad]
    if (good, told) != expected:
        sys.exit(f"{what}: {len(good)} and {len(told)}, "
                 f"expected {len(expected[0])} and {len(expected[1])}")
    if {kind for _, kind in told} != KINDS:
        sys.exit(f"{what}: { {kind for _, kind in told} }")


def by_a_pipe(spark, tool, folder, expected):
    (folder / "jsonmigrate").write_bytes(tool.read_bytes())
    job = Migration(spark.sparkContext, str(folder / "jsonmigrate"), str(RULES))
    good, bad = job.run(spark.sparkContext.textFile(str(folder / "lines"), 4))
    check("pipe", good.collect(), bad.collect(), expected)
    # What no file of lines has, and a column may: line ends of another kind in a document.
    odd = ['{"version": 1,\r"stars": 1}', "no\rJSON\r", '{"version": 1,\r"lines": []}', '{"version": 4}\r\r']
    good, bad = job.run(spark.sparkContext.parallelize(odd, 1))
    kinds = ["missing-value", "bad-json", "newer-version"]
    check("carriage returns", good.collect(), bad.collect(), (
        ['{"version": 3,\r"text": "",\r"language": "en"}'], list(zip(odd[:2] + odd[3:], kinds))))


def rows(lines, expected):
    """What has to come of each line: a document, its state, and the kind of its error."""
    good, bad = iter(expected[0]), iter(expected[1])
    found, (failing, kind) = [], next(bad)
    for line in lines:
        if line == failing:
            found.append((line, -1, kind))
            failing, kind = next(bad, (None, None))
        else:
            document = next(good)
            found.append((document, int(document != line), None))
    return found


def by_columns_of_parquet(spark, folder, expected):
    """Rows without a document among them, and columns beside it."""
    import jsonmigration

    lines = (folder / "lines").read_text().split("\n")[:-1]
    wanted = rows(lines, expected)
    for number in range(999, len(lines), 1_000):
        lines[number], wanted[number] = None, (None, None, None)
    table = pyarrow.table({"id": range(len(lines)), "doc": lines,
                           "other": [str(number) for number in range(len(lines))]})
    pyarrow.parquet.write_table(table, folder / "table.parquet", row_group_size=10_000)
    both = migrated(
        spark.read.parquet(str(folder / "table.parquet")), jsonmigration.Migrator(RULES), "doc")
    seen = both.orderBy("id").collect()
    for row, (text, state, kind) in zip(seen, wanted, strict=True):
        told = row.error and json.loads(row.error)["kind"]
        if (row.doc, row.state, told, row.other) != (text, state, kind, str(row.id)):
            sys.exit(f"{row}, expected {text}, {state}, {kind}")
    try:
        migrated(both.drop("error").withColumnRenamed("state", "State"), str(RULES), "doc")
        sys.exit("a column that is there already is one of two then, of which a drop takes both")
    except ValueError:
        pass


def program(*arguments):
    """How `columns.py` ends, and what it says, in the session that is there, and stays."""
    said = io.StringIO()
    sys.argv = ["columns.py", *map(str, arguments)]
    stays = mock.patch.object(SparkSession, "stop")
    with stays, contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            status = columns.main()
        except SystemExit as end:
            status = end.code
    return status or 0, said.getvalue()


def contents(folder):
    return {file: file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def what_is_written_apart(folder):
    """A folder that is written over, or in which something is, is none of the others."""
    home = folder / "apart"
    (home / "poems").mkdir(parents=True)
    pyarrow.parquet.write_table(pyarrow.table({"doc": ['{"version": 1, "lines": []}', "{"]}),
                                home / "poems" / "1.parquet")
    (home / "link").symlink_to("poems")
    poems, good, bad = home / "poems", home / "good", home / "bad"
    wanted = 0, "1 changed, 0 current, 0 left alone, 1 failed\n"
    if program(RULES, poems, good, bad) != wanted:
        sys.exit("the program doesn't run")
    before = contents(home)
    for places in [
        (poems, poems, bad), (poems, good, poems), (poems, good, good), (poems, f"{poems}/", bad),
        (poems, f"file:{poems}", bad), (f"file://{poems}", home / "bad/../poems", bad),
        (poems, home, bad), (poems, "/", bad), (poems, poems / "good", bad), (poems, good, good / "bad"),
        (poems, home / "link", bad),
        (home / "link", poems, bad), (f"{home}/p*", good, poems), (f"{home}/*", good, home / "new"),
        (poems / "1.parquet", poems, bad),
    ]:
        status, said = program(RULES, *places)
        if status != 2 or "would be lost" not in said or contents(home) != before:
            sys.exit(f"{places}: {status} {said}, {sorted(set(before) ^ set(contents(home)))}")
    # What begins alike is another one.
    if program(RULES, poems, home / "poems-new", home / "poems-bad") != wanted:
        sys.exit("places that are apart are refused")


def what_fails_changes_nothing(folder):
    home, rules = folder / "apart", folder / "broken"
    rules.mkdir()
    (rules / "v2.json").write_text('{"to": 2, "rules": [{"renam": {}}]}')
    pyarrow.parquet.write_table(pyarrow.table({"doc": [1]}), home / "numbers.parquet")
    before = contents(home)
    for words, arguments in [
        ("can't be read", (folder / "nowhere", home / "poems")),
        ("`renam` is no verb", (rules, home / "poems")),
        ("no column `docs`", ("--column", "docs", RULES, home / "poems")),
        ("text or bytes", (RULES, home / "numbers.parquet")),
    ]:
        status, said = program(*arguments, home / "good", home / "bad")
        if status != 2 or words not in said or contents(home) != before:
            sys.exit(f"{arguments}: {status} {said}, {sorted(set(before) ^ set(contents(home)))}")


def what_failed_is_tried_again(folder):
    """Over what the program wrote as bad, by rules that were mended."""
    home, rules = folder / "apart", folder / "mended"
    rules.mkdir()
    (rules / "v9.json").write_text('{"from": 8, "to": 9, "rules": [{"rename": {"a": "b"}}]}')
    old, torn = '{"version": 8, "a": 1}', "{"
    (home / "lines").write_text(f"{old}\n{torn}\n")
    pyarrow.parquet.write_table(pyarrow.table({"doc": [old, torn], "id": [1, 2]}), home / "first.parquet")
    for column, first in (("doc", (home / "first.parquet",)), ("value", (home / "lines", "--text"))):
        good, bad, mended, still = (home / f"{column}-{name}" for name in ("good", "bad", "mended", "still"))
        told = program(RULES, *first, good, bad)
        again = program(rules, bad, mended, still, "--column", column)
        once_more = program(rules, still, home / "none", home / "bad-again", "--column", column)
        wanted = [(0, f"{changed} changed, 0 current, 0 left alone, {failed} failed\n")
                  for changed, failed in ((0, 2), (1, 1), (0, 1))]
        if [told, again, once_more] != wanted:
            sys.exit(f"{told} {again} {once_more}")
        rows = [pyarrow.parquet.read_table(place).to_pylist() for place in (mended, home / "bad-again")]
        id = (lambda number: {"id": number}) if column == "doc" else (lambda number: {})
        error = rows[1][0].pop("error")
        if rows != [[{column: '{"version": 9, "b": 1}', **id(1)}], [{column: torn, **id(2)}]] or not error:
            sys.exit(f"{rows}")
    # An error of somebody else's is no less than other columns.
    pyarrow.parquet.write_table(pyarrow.table({"doc": [old], "error": ["mine"]}), home / "mine.parquet")
    status, said = program(rules, home / "mine.parquet", home / "my-good", home / "my-bad")
    if status != 2 or "the column `error` is there already" not in said:
        sys.exit(f"{status} {said}")


def by_columns_on_a_cluster(wheel, folder, expected):
    """Executors are processes of their own, which get the package and the rules from an archive."""
    archive = folder / "jm.zip"
    with zipfile.ZipFile(wheel) as package, zipfile.ZipFile(archive, "w") as out:
        for name in package.namelist():
            out.writestr(name, package.read(name))
        for file in RULES.rglob("*.json"):
            out.write(file, pathlib.Path("rules", file.relative_to(RULES)))
    home = pathlib.Path(pyspark.__file__).parent
    was_there = (home / "work").exists()
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}

    def submit(executors, rules):
        return subprocess.run(
            [home / "bin" / "spark-submit", "--master", f"local-cluster[{executors},1,1024]", "--archives",
             f"{archive}#jm", "--conf", "spark.executorEnv.PYTHONPATH=jm", "--conf",
             "spark.ui.enabled=false", HERE / "columns.py", "--text", rules, folder / "lines",
             folder / "good", folder / "bad-ones"],
            env=environment, capture_output=True, text=True, cwd=folder)

    try:
        done = submit(2, "jm/rules")
        before = contents(folder / "good")
        wrong = submit(1, "jm/none")
    finally:
        if not was_there:
            shutil.rmtree(home / "work", ignore_errors=True)
    if done.returncode != 0:
        sys.exit(done.stderr[-5_000:])
    # spark-submit has what Python says of errors there, too.
    if wrong.returncode != 2 or "`jm/none` can't be read" not in wrong.stdout:
        sys.exit(f"{wrong.returncode} {wrong.stdout} {wrong.stderr[-5_000:]}")
    if contents(folder / "good") != before:
        sys.exit("rules that can't be read have changed what is there")
    good = [line for part in sorted((folder / "good").glob("part-*"))
            for line in part.read_text().split("\n")[:-1]]
    bad = pyarrow.parquet.read_table(folder / "bad-ones").to_pydict()
    check("cluster", good, list(zip(bad["value"], bad["error"])), expected)
    lines = (folder / "lines").read_text().split("\n")[:-1]
    states = collections.Counter(state for _, state, _ in rows(lines, expected))
    said = f"{states[1]} changed, {states[0]} current, 0 left alone, {states[-1]} failed"
    if done.stdout.splitlines()[-1:] != [said]:
        sys.exit(f"{done.stdout}, expected {said}")


def main():
    tool, wheel = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000
    chance = random.Random(7)
    with tempfile.TemporaryDirectory(prefix="jsonmigrate-spark-") as name:
        folder = pathlib.Path(name)
        (folder / "lines").write_text("".join(document(chance, number) + "\n" for number in range(count)))
        expected = by_the_command(tool, folder / "lines", folder)
        with zipfile.ZipFile(wheel) as package:
            package.extractall(folder / "package")
        sys.path.insert(0, str(folder / "package"))
        os.environ.update(PYSPARK_PYTHON=sys.executable, PYTHONPATH=str(folder / "package"))
        spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
                 .config("spark.log.level", "ERROR").getOrCreate())
        ways = {
            "a pipe": lambda: by_a_pipe(spark, tool, folder, expected),
            "columns of Parquet": lambda: by_columns_of_parquet(spark, folder, expected),
            "columns of text on a cluster": lambda: by_columns_on_a_cluster(wheel, folder, expected),
        }
        what_is_written_apart(folder)
        what_fails_changes_nothing(folder)
        what_failed_is_tried_again(folder)
        print("the program refuses what would be lost, and takes what failed again", flush=True)
        for what, way in ways.items():
            if what.endswith("cluster"):
                spark.stop()
            start = time.perf_counter()
            way()
            print(f"{what}: {count} documents in {time.perf_counter() - start:.1f} s, "
                  f"{len(expected[1])} with errors: the command's, line by line", flush=True)


if __name__ == "__main__":
    main()
