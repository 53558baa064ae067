"""The example over Parquet, run as its page says."""

import datetime
import json
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

EXAMPLE = Path(__file__).parents[3] / "Examples" / "python" / "migrate_parquet.py"
OLD, NEW = '{"version": 1, "a": 1}', '{"version": 2, "b": 1}'


def run(folder, source, target, *more):
    command = [sys.executable, EXAMPLE, folder / "rules", source, target, folder / "errors.ndjson", *more]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    errors = folder / "errors.ndjson"
    lines = errors.read_text().splitlines() if errors.exists() else []
    return done.returncode, done.stdout + done.stderr, [json.loads(line) for line in lines]


def test_bad_and_newer_documents_stay_and_are_told(tmp_path):
    (tmp_path / "rules").mkdir()
    rules = tmp_path / "rules" / "v2.json"
    rules.write_text('{"to": 2, "rules": [{"rename": {"a": "b"}, "if-missing": "fail"}]}')
    bad, newer = '{"version": 1, "c": 1}', '{"version": 3}'
    rows = [OLD, bad, None, newer, NEW] * 30_000
    first, second, third = (tmp_path / f"{name}.parquet" for name in "abc")
    pq.write_table(pa.table({"id": range(len(rows)), "doc": rows}), first)

    status, words, errors = run(tmp_path, first, second)
    assert (status, words) == (1, "30000 changed, 30000 left alone, 30000 failed\n")
    assert pq.read_table(second)["doc"].to_pylist() == [NEW, bad, None, newer, NEW] * 30_000
    assert [each["id"] for each in errors] == list(range(1, len(rows), 5))
    assert {each["kind"] for each in errors} == {"missing-value"}

    # With mended rules, over what came out: only what failed changes.
    rules.write_text('{"to": 2, "rules": [{"rename": {"a": "b", "c": "b"}}]}')
    status, words, errors = run(tmp_path, second, third)
    assert (status, words, errors) == (0, "30000 changed, 30000 left alone, 0 failed\n", [])
    assert pq.read_table(third)["doc"].to_pylist() == [NEW, NEW, None, newer, NEW] * 30_000
    rules.write_text("{")
    assert run(tmp_path, first, second)[0] == 2


def test_a_column_that_is_not_there_is_told_before_anything(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "v2.json").write_text('{"to": 2, "rules": [{"rename": {"a": "b"}}]}')
    source, target = tmp_path / "a.parquet", tmp_path / "b.parquet"
    pq.write_table(pa.table({"id": [1], "doc": [OLD], "other": [OLD]}), source)
    for option in ("--column", "--id"):
        status, words, _ = run(tmp_path, source, target, option, "none")
        assert status == 2 and words == "there is no one column `none` among id, doc, other\n"
    assert {each.name for each in tmp_path.iterdir()} == {"rules", "a.parquet"}
    pq.write_table(pa.table([[1], [OLD], [OLD]], ["id", "doc", "doc"]), source)
    assert run(tmp_path, source, target)[0] == 2


def test_ids_of_any_type_are_told(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "v2.json").write_text('{"to": 2, "rules": [{"rename": {"a": "b"}}]}')
    source, target = tmp_path / "a.parquet", tmp_path / "b.parquet"
    for id, told in [(datetime.date(2026, 1, 31), "2026-01-31"), (b"k\xff", r"b'k\xff'"), (1.5, 1.5)]:
        pq.write_table(pa.table({"id": [id], "doc": ["{"]}), source)
        status, _, errors = run(tmp_path, source, target)
        assert status == 1 and [each["id"] for each in errors] == [told]
