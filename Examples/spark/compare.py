#!/usr/bin/env python3
"""Ways to bring documents in Spark to the newest version, side by side, from lines to lines.

    python3 compare.py TOOL [--megabytes 200] [--rounds 3]

Needs PySpark, pyarrow, pandas, the wheel of the Python package and Java 17; `local[2]`. Each way runs once before it is
measured, and then by turns; the fastest counts. What counts are ratios.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "python")]
# Executors find the same.
os.environ.update(PYSPARK_PYTHON=sys.executable, PYTHONPATH=os.pathsep.join(sys.path[:2]))

import jsonmigration
from benchmark import RULES, by_hand, record
from columns import migrated
from migrate import Migration
from pyspark.sql import SparkSession
from pyspark.sql import functions as f

ITEM = "struct<sku:string,title:string,price:double,quantity:int,done:boolean>"
SCHEMA = f"""id string, version int, createdAt string, name string, email string, status string,
  body string, tags array<string>, legacyFlag boolean,
  address struct<street:string,city:string,zip:string,geo:struct<lat:double,lon:double>>,
  settings struct<theme:string,pageSize:int,notify:struct<email:boolean,push:boolean>>,
  score double, visits int, parent string, items array<{ITEM}>"""
STATUS = "case status when 'todo' then 'pending' when 'doing' then 'active' else 'completed' end"


def write(lines: int, file: pathlib.Path):
    """Documents of about 1 KB, a few thousand of them again and again."""
    draw = random.Random(1)
    few = [json.dumps(record(draw, number), ensure_ascii=False, separators=(",", ":")) + "\n"
           for number in range(5_000)]
    with open(file, "w", encoding="utf-8") as out:
        for number in range(0, lines, len(few)):
            out.writelines(few[: lines - number])


def ways(spark, tool: str, file: str, out: str) -> dict:
    job, migrator = Migration(spark.sparkContext, tool, str(RULES)), jsonmigration.Migrator(RULES)
    read = lambda: spark.read.text(file)

    def pipe():
        good, _ = job.run(spark.sparkContext.textFile(file, 2))
        good.saveAsTextFile(out)
        job.kept.unpersist()

    def columns():
        migrated(read(), migrator, "value").where("error is null").select("value").write.text(out)

    def one(document):
        try:
            return migrator.migrate(document)
        except jsonmigration.MigrationError:
            return None

    def plain(document):
        try:
            return json.dumps(by_hand(json.loads(document)), ensure_ascii=False, separators=(",", ":"))
        except (ValueError, KeyError):
            return None

    def udf(call):
        made = f.udf(call, "string")
        return lambda: read().select(made("value").alias("value")).where("value is not null") \
            .write.text(out)

    def sql():
        old = read().select(f.from_json("value", SCHEMA).alias("d")).select("d.*")
        new = old.where("id is not null").select(
            "id", f.lit(3).alias("version"), "createdAt", "email", f.expr(STATUS).alias("status"),
            "tags", "address", "settings", "score", "visits", "parent", "items",
            f.col("body").alias("text"), f.lit(0).alias("priority"),
            f.split_part("name", f.lit(" "), f.lit(1)).alias("firstName"),
            f.split_part("name", f.lit(" "), f.lit(2)).alias("lastName"))
        new.select(f.to_json(f.struct("*"), {"ignoreNullFields": "false"}).alias("value")) \
            .write.text(out)

    return {
        "`columns.py`, the wheel by `mapInArrow`": columns, "`migrate.py`, a pipe to the command": pipe,
        "a UDF with the wheel": udf(one), "`from_json`, columns, `to_json`": sql,
        "a UDF with Python's json": udf(plain),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
             .config("spark.driver.memory", "3g").config("spark.log.level", "ERROR").getOrCreate())
    with tempfile.TemporaryDirectory(prefix="jsonmigrate-spark-") as name:
        folder = pathlib.Path(name)
        lines = arguments.megabytes * 1_000
        write(lines, folder / "lines")
        tool = str(shutil.copy(arguments.tool, folder / "jsonmigrate"))
        wanted = {json.dumps(json.loads(jsonmigration.Migrator(RULES).migrate(line)), sort_keys=True)
                  for line in list(open(folder / "lines", encoding="utf-8"))[:100]}
        seconds = {}
        for turn in range(arguments.rounds + 1):
            for what, way in ways(spark, tool, str(folder / "lines"), str(folder / "out")).items():
                start = time.perf_counter()
                way()
                if turn > 0:
                    seconds.setdefault(what, []).append(time.perf_counter() - start)
                else:
                    check(what, folder / "out", lines, wanted)
                shutil.rmtree(folder / "out")
        size = (folder / "lines").stat().st_size
    spark.stop()
    first = min(next(iter(seconds.values())))
    print(f"\n| {lines} documents, {size / 1e6:.0f} MB | s | times |\n| --- | --: | --: |")
    for what, taken in seconds.items():
        print(f"| {what} | {min(taken):.1f} | {min(taken) / first:.2f} |")


def check(what: str, out: pathlib.Path, lines: int, wanted: set):
    """All lines are there, and documents of the start are what the rules make of them."""
    found = [line for part in sorted(out.glob("part-*")) for line in open(part, encoding="utf-8")]
    some = {json.dumps(json.loads(line), sort_keys=True) for line in found[:5_000]}
    if len(found) != lines or not wanted <= some:
        sys.exit(f"{what}: {len(found)} of {lines} lines, e.g. {found[:1]}")


if __name__ == "__main__":
    main()
