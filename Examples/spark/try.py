#!/usr/bin/env python3
"""Runs the job on 100,000 documents, and compares it with the command, line by line.

    python3 try.py TOOL [DOCUMENTS]           needs PySpark and Java 17
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from pyspark.sql import SparkSession

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
RULES = HERE.parent.parent / "rules"

from migrate import Migration  # noqa: E402


def document(chance, number):
    poem = {"version": 1, "title": chance.choice(["Kettle", "Tab\t\u00e9", "\u2028"]), "number": number,
            "lines": ["Six o'clock"] * chance.randint(0, 20), "stars": number % 6}
    if number % 50 == 7:
        del poem["lines"]
    elif number % 50 == 9:
        poem["version"] = 4
    return "no JSON" if number % 50 == 8 else json.dumps(poem, ensure_ascii=number % 2 == 0)


def by_the_command(tool, file, folder):
    with open(file, "rb") as lines:
        out = subprocess.run(
            [tool, "apply", RULES, "--ndjson", "--skip-bad", folder / "bad", "--reasons",
             folder / "reasons", "--bad-ok", "-qq"], stdin=lines, stdout=subprocess.PIPE, check=True).stdout
    kinds = [json.loads(line)["kind"] for line in (folder / "reasons").open()]
    return out.decode().split("\n")[:-1], list(zip((folder / "bad").read_text().split("\n"), kinds))


def main():
    tool = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    chance = random.Random(7)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
             .config("spark.log.level", "ERROR").getOrCreate())
    try:
        with tempfile.TemporaryDirectory(prefix="jsonmigrate-spark-") as name:
            folder = pathlib.Path(name)
            (folder / "jsonmigrate").write_bytes(tool.read_bytes())
            (folder / "lines").write_text("".join(document(chance, number) + "\n"
                                                  for number in range(count)))
            job = Migration(spark.sparkContext, str(folder / "jsonmigrate"), str(RULES))
            start = time.perf_counter()
            good, bad = job.run(spark.sparkContext.textFile(str(folder / "lines"), 4))
            good, bad = good.collect(), bad.collect()
            seconds = time.perf_counter() - start
            expected = by_the_command(tool, folder / "lines", folder)
            told = [(line, json.loads(error)["kind"]) for line, error in bad]
            if (good, told) != expected:
                sys.exit(f"{len(good)} and {len(told)}, expected {len(expected[0])} and {len(expected[1])}")
            if {kind for _, kind in told} != {"bad-json", "missing-value", "newer-version"}:
                sys.exit(f"{ {kind for _, kind in told} }")
            print(f"{count} documents in {seconds:.1f} s, {len(told)} with errors: the command's, line by line")
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
