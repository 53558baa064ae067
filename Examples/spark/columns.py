"""Brings a column of JSON in Spark to the newest version, by the Python package, batch after batch.

    both = migrated(spark.read.parquet("poems/"), jsonmigration.Migrator("rules"), "doc")

`both` has all the columns that there were, and two more: `state` is 0 of a document that was current, 1 of one
that was changed, 2 of one that was left alone, and -1 of one that failed; `error` is a line of JSON there, and
null elsewhere; its `row` counts from the start of the batch. A document that failed is in its row as it was.

As a program it writes the good documents to one folder, and the bad ones with their errors to another:

    spark-submit columns.py [--text] [--column doc] RULES FROM GOOD BAD

FROM is a folder of Parquet files, or with --text of lines; GOOD becomes what FROM is, BAD is Parquet.
"""

import argparse

from pyspark.sql import SparkSession, types

FAILED = -1


def migrated(frame, rules, column="doc"):
    """`rules` is a Migrator, which travels with the job, or where executors find a folder of rules."""
    place = frame.columns.index(column)
    # Spark takes `State` for the same name, and would read or drop both.
    for name in frame.columns:
        if name.lower() in ("state", "error"):
            raise ValueError(f"the column `{name}` is there already: rename it before, and back afterwards")
    schema = types.StructType([
        *frame.schema, types.StructField("state", types.ByteType()),
        types.StructField("error", types.StringType()),
    ])
    names = schema.names

    def migrate(batches):
        # Here, since this function travels to executors, and this file doesn't.
        import json

        import jsonmigration
        import pyarrow

        migrator = jsonmigration.Migrator(rules) if isinstance(rules, str) else rules
        for batch in batches:
            documents, states, errors = migrator.migrate_array(batch.column(place))
            told = [None] * batch.num_rows
            for error in errors:
                told[error["row"]] = told[error["row"]] or json.dumps(error)
            columns = batch.columns
            columns[place] = documents
            yield pyarrow.RecordBatch.from_arrays(
                [*columns, states, pyarrow.array(told, pyarrow.string())], names=names)

    return frame.mapInArrow(migrate, schema)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--text", action="store_true", help="FROM has lines, each a document")
    parser.add_argument("--column", default="doc", help="which column has the documents")
    for name in ("rules", "source", "good", "bad"):
        parser.add_argument(name)
    arguments = parser.parse_args()
    spark = SparkSession.builder.getOrCreate()
    try:
        column = "value" if arguments.text else arguments.column
        read = spark.read.text if arguments.text else spark.read.parquet
        # Kept, since it is written in two parts.
        both = migrated(read(arguments.source), arguments.rules, column).persist()
        failed = both.state.eqNullSafe(FAILED)
        good = both.where(~failed).drop("state", "error").write.mode("overwrite")
        good.text(arguments.good) if arguments.text else good.parquet(arguments.good)
        both.where(failed).drop("state").write.mode("overwrite").parquet(arguments.bad)
        counts = {row["state"]: row["count"] for row in both.groupBy("state").count().collect()}
        print(f"{counts.get(1, 0)} changed, {counts.get(0, 0)} current, {counts.get(2, 0)} left alone, "
              f"{counts.get(FAILED, 0)} failed")
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
