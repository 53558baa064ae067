#!/usr/bin/env python3
"""Runs the jobs on 100,000 documents, and compares them with the command, line by line.

    python3 try.py TOOL WHEEL [DOCUMENTS]        needs PySpark, pyarrow, pandas and Java 17

WHEEL is that of the Python package, which isn't installed: it travels with the jobs.
"""

import collections
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

import pyarrow
import pyarrow.parquet
import pyspark
from pyspark.sql import SparkSession

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
RULES = HERE.parent.parent / "rules"

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
    try:
        done = subprocess.run(
            [home / "bin" / "spark-submit", "--master", "local-cluster[2,1,1024]", "--archives",
             f"{archive}#jm", "--conf", "spark.executorEnv.PYTHONPATH=jm", "--conf",
             "spark.ui.enabled=false", HERE / "columns.py", "--text", "jm/rules", folder / "lines",
             folder / "good", folder / "bad-ones"],
            env=environment, capture_output=True, text=True, cwd=folder)
    finally:
        if not was_there:
            shutil.rmtree(home / "work", ignore_errors=True)
    if done.returncode != 0:
        sys.exit(done.stderr[-5_000:])
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
        for what, way in ways.items():
            if what.endswith("cluster"):
                spark.stop()
            start = time.perf_counter()
            way()
            print(f"{what}: {count} documents in {time.perf_counter() - start:.1f} s, "
                  f"{len(expected[1])} with errors: the command's, line by line", flush=True)


if __name__ == "__main__":
    main()
