"""Brings a column of JSON in Spark to the newest version, by the Python package, batch after batch.

    both = migrated(spark.read.parquet("poems/"), jsonmigration.Migrator("rules"), "doc")

`both` has all the columns that there were, and two more: `state` is 0 of a document that was current, 1 of one
that was changed, 2 of one that was left alone, and -1 of one that failed; `error` is a line of JSON there, and
null elsewhere; its `row` counts from the start of the batch. A document that failed is in its row as it was.

As a program it writes the good documents to one folder, and the bad ones with their errors to another:

    spark-submit columns.py [--text] [--column doc] RULES FROM GOOD BAD

FROM is a folder of Parquet files, or with --text of lines; GOOD becomes what FROM is, BAD is Parquet. Both are
written over; so none of the three is another, or inside of it. BAD is a FROM for the next run, with mended rules and
other folders. The status is 2, and nothing was written, where places, columns or rules aren't as they have to be.
"""

import argparse
import itertools
import os
import sys

from pyspark.sql import SparkSession, types

FAILED = -1
# What tells our columns from those of others; Spark keeps it in Parquet.
OURS = {"jsonmigration": "added"}


def migrated(frame, rules, column="doc"):
    """`rules` is a Migrator, which travels with the job, or where executors find a folder of rules.

    Columns `state` and `error` that an earlier run has added are left out, and made anew.
    """
    frame = frame.drop(*(field.name for field in frame.schema
                         if field.name in ("state", "error") and OURS.items() <= field.metadata.items()))
    if column not in frame.columns:
        raise ValueError(f"there is no column `{column}` among {', '.join(frame.columns)}")
    place = frame.columns.index(column)
    kind = frame.schema[place].dataType
    if not isinstance(kind, (types.StringType, types.BinaryType)):
        raise ValueError(f"documents are text or bytes, and the column `{column}` is {kind.simpleString()}")
    # Spark takes `State` for the same name, and would read or drop both.
    for name in frame.columns:
        if name.lower() in ("state", "error"):
            raise ValueError(f"the column `{name}` is there already: rename it before, and back afterwards")
    schema = types.StructType([
        *frame.schema, types.StructField("state", types.ByteType(), metadata=OURS),
        types.StructField("error", types.StringType(), metadata=OURS),
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


def check_places(spark, source, *written):
    """Raises an error if a folder that is written over is another one, or one is inside of the other."""
    places = [(text, list(found(spark, text))) for text in (source, *written)]
    for (text, ours), (other, theirs) in itertools.combinations(places, 2):
        for one, two in itertools.product(ours, theirs):
            # As long as both are: the same, or the folder that the longer one is in.
            if all(name == beside for name, beside in zip(one, two)):
                raise ValueError(f"`{text}` and `{other}` are one place, or one is inside of the other: "
                                 "what is there would be lost")


def found(spark, text):
    """The places that a path leads to, several if it is a pattern: file system and names, as Hadoop has them."""
    path = spark._jvm.org.apache.hadoop.fs.Path(text)
    files = path.getFileSystem(spark._jsc.hadoopConfiguration())
    for each in [path, *(status.getPath() for status in files.globStatus(path) or [])]:
        uri = files.makeQualified(each).toUri()
        # Hadoop doesn't follow links here.
        name = os.path.realpath(uri.getPath()) if uri.getScheme() == "file" else uri.getPath()
        yield [uri.getScheme(), uri.getAuthority(), *filter(None, name.split("/"))]


def check_rules(spark, rules):
    """Raises an error if an executor can't open the rules, for which it may have a folder of its own."""
    def opened(_):
        import jsonmigration

        try:
            jsonmigration.Migrator(rules)
        except jsonmigration.MigrationError as error:
            return str(error)

    wrong = spark.sparkContext.parallelize([None], 1).map(opened).first()
    if wrong:
        raise ValueError(wrong)


def run(spark, arguments):
    check_places(spark, arguments.source, arguments.good, arguments.bad)
    column = "value" if arguments.text else arguments.column
    read = spark.read.text if arguments.text else spark.read.parquet
    # Kept, since it is written in two parts.
    both = migrated(read(arguments.source), arguments.rules, column).persist()
    check_rules(spark, arguments.rules)
    # Counted first, which takes each document through: what fails in that has written over nothing.
    counts = {row["state"]: row["count"] for row in both.groupBy("state").count().collect()}
    failed = both.state.eqNullSafe(FAILED)
    good = both.where(~failed).drop("state", "error").write.mode("overwrite")
    good.text(arguments.good) if arguments.text else good.parquet(arguments.good)
    both.where(failed).drop("state").write.mode("overwrite").parquet(arguments.bad)
    print(f"{counts.get(1, 0)} changed, {counts.get(0, 0)} current, {counts.get(2, 0)} left alone, "
          f"{counts.get(FAILED, 0)} failed")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--text", action="store_true", help="FROM has lines, each a document")
    parser.add_argument("--column", default="doc", help="which column has the documents")
    for name in ("rules", "source", "good", "bad"):
        parser.add_argument(name)
    arguments = parser.parse_args()
    spark = SparkSession.builder.getOrCreate()
    try:
        run(spark, arguments)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    finally:
        spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
