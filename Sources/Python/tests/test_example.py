"""The example over Parquet, run as its page says."""

import json
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

EXAMPLE = Path(__file__).parents[3] / "Examples" / "python" / "migrate_parquet.py"
OLD, NEW = '{"version": 1, "a": 1}', '{"version": 2, "b": 1}'


def run(folder, source, target):
    command = [sys.executable, EXAMPLE, folder / "rules", source, target, folder / "errors.ndjson"]
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
