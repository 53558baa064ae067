"""Brings a column of documents in a Parquet file to the newest version.

    python migrate_parquet.py RULES IN.parquet OUT.parquet ERRORS.ndjson [--column doc] [--id id]

Documents that can't be migrated are in the result as they were; what is wrong with them is in the errors, with
the row's id. Both files are there when all of it is done, or not at all: after an interruption run it again.
A result is an input for the next run, in which what is current stays as it is, and what failed is tried again;
OUT may be IN. The status is 1 where documents failed, and 2 where nothing was written.
"""

import argparse
import contextlib
import json
import os
import sys

import jsonmigration
import pyarrow as pa
import pyarrow.parquet as pq


def check(arguments, schema: pa.Schema, migrator: jsonmigration.Migrator):
    """Raises an error if something would be written over another, or the columns aren't as they have to be."""
    for name in (arguments.column, arguments.id):
        if schema.names.count(name) != 1:
            raise ValueError(f"there is no one column `{name}` among {', '.join(schema.names)}")
    # No documents, but of this type: it says whether these can be.
    migrator.migrate_array(pa.nulls(0, schema.field(arguments.column).type))
    written = [place + end for place in (arguments.output, arguments.errors) for end in ("", ".part")]
    for number, place in enumerate(written):
        if os.path.isdir(place):
            raise ValueError(f"`{place}` is a folder")
        # The result may take the place of its input.
        for other in written[:number] + ([arguments.input] if number else []):
            if same(place, other):
                raise ValueError(f"`{place}` is the same file as `{other}`, and would be written over it")


def same(one: str, other: str) -> bool:
    if os.path.exists(one) and os.path.exists(other):
        return os.path.samefile(one, other)
    return os.path.realpath(one) == os.path.realpath(other)


def migrate(arguments, source: pq.ParquetFile, migrator: jsonmigration.Migrator, result: str, errors: str):
    """Writes both files, and gives the number of documents by their states."""
    counts = {jsonmigration.CHANGED: 0, jsonmigration.LEFT: 0, jsonmigration.FAILED: 0}
    with pq.ParquetWriter(result, source.schema_arrow) as writer, open(errors, "w") as told:
        # A batch at a time, so that the file may be larger than the memory.
        for batch in source.iter_batches():
            place = batch.schema.get_field_index(arguments.column)
            documents, states, failed = migrator.migrate_array(batch.column(place))
            for error in failed:
                id = batch.column(arguments.id)[error["row"]].as_py()
                told.write(json.dumps({"id": id, **error}, default=str) + "\n")
            for state in states.value_counts().to_pylist():
                if state["values"] in counts:
                    counts[state["values"]] += state["counts"]
            writer.write_batch(pa.record_batch(
                [documents if index == place else column for index, column in enumerate(batch.columns)],
                schema=batch.schema))
    return counts


def main() -> int:
    parser = argparse.ArgumentParser()
    for name in ("rules", "input", "output", "errors"):
        parser.add_argument(name)
    parser.add_argument("--column", default="doc")
    parser.add_argument("--id", default="id")
    arguments = parser.parse_args()
    unfinished = []
    try:
        # Documents of a newer release stay as they are, for whoever has newer rules.
        migrator = jsonmigration.Migrator(arguments.rules, skip_newer=True)
        source = pq.ParquetFile(arguments.input)
        check(arguments, source.schema_arrow, migrator)
        unfinished = [arguments.output + ".part", arguments.errors + ".part"]
        counts = migrate(arguments, source, migrator, *unfinished)
        # The errors first: where the result is, they are.
        os.replace(unfinished[1], arguments.errors)
        os.replace(unfinished[0], arguments.output)
    except (OSError, TypeError, ValueError, pa.ArrowException) as error:
        print(error, file=sys.stderr)
        return 2
    finally:
        for path in unfinished:
            with contextlib.suppress(OSError):
                os.unlink(path)
    print("{} changed, {} left alone, {} failed".format(*counts.values()))
    return 1 if counts[jsonmigration.FAILED] else 0


if __name__ == "__main__":
    sys.exit(main())
