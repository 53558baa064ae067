"""Brings a column of documents in a Parquet file to the newest version.

    python migrate_parquet.py RULES IN.parquet OUT.parquet ERRORS.ndjson [--column doc] [--id id]

Documents that can't be migrated are in the result as they were; what is wrong with them is in the errors, with
the row's id. Both files are there when all of it is done, or not at all: after an interruption run it again.
A result is an input for the next run, in which what is current stays as it is, and what failed is tried again.
"""

import argparse
import json
import os
import sys

import jsonmigration
import pyarrow as pa
import pyarrow.parquet as pq


def main() -> int:
    parser = argparse.ArgumentParser()
    for name in ("rules", "input", "output", "errors"):
        parser.add_argument(name)
    parser.add_argument("--column", default="doc")
    parser.add_argument("--id", default="id")
    arguments = parser.parse_args()
    try:
        # Documents of a newer release stay as they are, for whoever has newer rules.
        migrator = jsonmigration.Migrator(arguments.rules, skip_newer=True)
    except jsonmigration.MigrationError as error:
        print(error, file=sys.stderr)
        return 2
    source = pq.ParquetFile(arguments.input)
    names = source.schema_arrow.names
    for name in (arguments.column, arguments.id):
        if names.count(name) != 1:
            print(f"there is no one column `{name}` among {', '.join(names)}", file=sys.stderr)
            return 2
    counts = {jsonmigration.CHANGED: 0, jsonmigration.LEFT: 0, jsonmigration.FAILED: 0}
    unfinished = [arguments.output + ".part", arguments.errors + ".part"]
    with pq.ParquetWriter(unfinished[0], source.schema_arrow) as writer, open(unfinished[1], "w") as told:
        # A batch at a time, so that the file may be larger than the memory.
        for batch in source.iter_batches():
            place = batch.schema.get_field_index(arguments.column)
            documents, states, errors = migrator.migrate_array(batch.column(place))
            for error in errors:
                id = batch.column(arguments.id)[error["row"]].as_py()
                told.write(json.dumps({"id": id, **error}, default=str) + "\n")
            for state in states.value_counts().to_pylist():
                if state["values"] in counts:
                    counts[state["values"]] += state["counts"]
            writer.write_batch(pa.record_batch(
                [documents if index == place else column for index, column in enumerate(batch.columns)],
                schema=batch.schema))
    # The errors first: where the result is, they are.
    os.replace(unfinished[1], arguments.errors)
    os.replace(unfinished[0], arguments.output)
    print("{} changed, {} left alone, {} failed".format(*counts.values()))
    return 1 if counts[jsonmigration.FAILED] else 0


if __name__ == "__main__":
    sys.exit(main())
