"""The example over Parquet, run as its page says."""

import datetime
import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

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


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder to stand in, with rules, `a.parquet`, and two more names for that."""
    monkeypatch.chdir(tmp_path)
    os.mkdir("rules")
    (tmp_path / "rules" / "v2.json").write_text('{"to": 2, "rules": [{"rename": {"a": "b"}}]}')
    pq.write_table(pa.table({"id": [1, 2], "doc": [OLD, "{"]}), "a.parquet")
    os.link("a.parquet", "linked.parquet")
    os.symlink("a.parquet", "also.parquet")
    return tmp_path


def contents(folder):
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


def refused(*places):
    done = subprocess.run(
        [sys.executable, EXAMPLE, "rules", *places], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stdout) == (2, ""), done
    assert "Traceback" not in done.stderr, done.stderr
    return done.stderr


@pytest.mark.parametrize("places", [
    ("a.parquet", "b.parquet", "a.parquet"), ("a.parquet", "b.parquet", "./a.parquet"),
    ("a.parquet", "b.parquet", "also.parquet"), ("a.parquet", "b.parquet", "linked.parquet"),
    ("a.parquet", "b", "b"), ("a.parquet", "b", "rules/../b"), ("a.parquet", "a.parquet", "a.parquet"),
    ("a.parquet", "b", "b.part"), ("a.parquet", "b.part", "b"),
], ids=" ".join)
def test_errors_have_a_place_of_their_own(place, places):
    before = contents(place)
    assert "is the same file as" in refused(*places)
    assert contents(place) == before


@pytest.mark.parametrize("source", ["b.part", "e.part"])
def test_what_is_not_done_yet_is_written_to_no_input(place, source):
    os.rename("a.parquet", source)
    before = contents(place)
    assert "is the same file as" in refused(source, "b", "e")
    assert contents(place) == before


def test_a_result_may_take_the_place_of_its_input(place):
    for status, words in [(1, "1 changed, 0 left alone, 1 failed\n"), (1, "0 changed, 0 left alone, 1 failed\n")]:
        assert run(place, "a.parquet", "a.parquet")[:2] == (status, words)
    assert pq.read_table("a.parquet")["doc"].to_pylist() == [NEW, "{"]


def test_what_fails_leaves_nothing_behind(place):
    pq.write_table(pa.table({"id": [1], "doc": [OLD], "more": [[1]]}), "b.parquet")
    os.mkdir("folder")
    (place / "text").write_text("no Parquet")
    torn = bytearray((place / "a.parquet").read_bytes())
    torn[4:40] = bytes(36)
    (place / "torn.parquet").write_bytes(torn)
    before = contents(place)
    for words, *places in [
        ("the column is int64", "b.parquet", "c", "e", "--column", "id"),
        ("the column is list", "b.parquet", "c", "e", "--column", "more"),
        ("not a parquet file", "text", "c", "e"), ("none", "none", "c", "e"), ("", "torn.parquet", "c", "e"),
        ("none/c", "a.parquet", "none/c", "e"), ("none/e", "a.parquet", "c", "none/e"),
        ("`folder` is a folder", "a.parquet", "folder", "e"),
        ("`folder` is a folder", "a.parquet", "c", "folder"),
    ]:
        assert words.lower() in refused(*places).lower()
        assert contents(place) == before
