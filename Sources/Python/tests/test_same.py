"""Sound and damaged documents come to the same, whichever way they go: by column, as lines, one at a time,
and by the command.

    JSONMIGRATION_DOCUMENTS=1000000 pytest -k same
"""

import json
import os
import random
import subprocess
import sys

import pyarrow as pa
import pytest
from jsonmigration import MigrationError, Migrator

COUNT = int(os.environ.get("JSONMIGRATION_DOCUMENTS", "20000"))
RULES = {
    "format.json": json.dumps({
        "format": "note", "version": {"at": "version", "missing": 1},
        "shape": {"3": "@.title"}}),
    "v2.json": json.dumps({
        "to": 2,
        "rules": [
            {"rename": {"name": "title"}},
            {"drop": ["legacy", "$..draft"]},
            {"map-values": "state", "table": {"open": "active", "shut": "closed"}, "if-missing": "skip"},
            {"add-default": {"tags": []}},
        ],
    }),
    "v3.json": json.dumps({
        "to": 3,
        "rules": [
            {"in": "parts[*]", "rename": {"n": "number"}},
            {"split": "author", "by": " ", "into": ["first", "last"], "when": "type(@.author) == 'string'"},
            {"convert": "when", "from": "unix-seconds", "to": "iso8601", "if-missing": "skip"},
        ],
    }),
}
WORDS = ["a", "é", "\\u00e9", "x" * 40, "\\n", "Ada Lovelace", "\\ud83d\\ude00", "😀"]


def document(draw: random.Random) -> str:
    """A document of some version, which may fit the rules or not."""
    word = lambda: '"%s"' % draw.choice(WORDS)
    members = []
    if draw.random() < 0.9:
        versions = ["1"] * 6 + ["2"] * 3 + ["3"] * 2 + ["4", "null", '"1"']
        members.append('"version": %s' % draw.choice(versions))
    for key, often, values in [
        ("name", 0.95, [word()] * 20 + ["7"]), ("legacy", 0.4, ["true", '{"draft": 1}']),
        ("state", 0.4, ['"open"', '"shut"'] * 4 + ['"ajar"']),
        ("author", 0.4, ['"Ada Lovelace"'] * 6 + ['"Ada"', "null", word()]),
        ("when", 0.3, ["0", "1770000000", "1e3"] * 4 + ['"soon"']), ("title", 0.03, [word()]),
        ("parts", 0.4, ["[]", '[{"n": 1}, {"n": 1.50, "number": 2}]', '[{"n": 2, "draft": []}, 3]']),
        ("same", 0.4, ["-0.0", "1E400", "12345678901234567890"]),
        ("deep", 0.2, ["[" * 20 + "]" * 20]),
    ]:
        if draw.random() < often:
            members.append(f'"{key}": {draw.choice(values)}')
    if draw.random() < 0.3:
        draw.shuffle(members)
    return "{" + draw.choice([", ", ",", " ,  "]).join(members) + "}"


def damaged(draw: random.Random, text: str) -> bytes:
    """The same with a few bytes changed, but no line end in it."""
    content = bytearray(text.encode())
    for _ in range(draw.randint(1, 3)):
        place = draw.randrange(len(content) + 1)
        change = draw.randrange(4)
        if change == 0:
            content[place:place] = draw.choice([b'"', b",", b"}", b"\\", b"\xff", b"\0", b"  "])
        elif change == 1:
            del content[place:place + draw.randint(1, 4)]
        elif change == 2:
            del content[place:]
        elif content:
            content[place % len(content)] = draw.randrange(256)
    return bytes(content).replace(b"\n", b" ").replace(b"\r", b" ")


def documents(count: int, seed: int) -> list:
    draw = random.Random(seed)
    texts = (document(draw) for _ in range(count))
    return [damaged(draw, text) if draw.random() < 0.5 else text.encode() for text in texts]


def place(error: dict) -> tuple:
    places = error["places"] or [{}]
    return error["kind"], error["message"], places[0].get("column"), places[0].get("path")


@pytest.fixture(scope="module")
def rows():
    return [row for row in documents(COUNT, seed=20) if row.strip(b" \t\r")]


@pytest.fixture(scope="module")
def migrator():
    return Migrator(files=RULES)


@pytest.fixture(scope="module")
def alone(migrator, rows):
    """What becomes of each document, and of those that fail what is wrong."""
    results, errors = [], {}
    for row, text in enumerate(rows):
        try:
            results.append(migrator.migrate(text))
        except MigrationError as error:
            results.append(None)
            errors[row] = place(error.diagnostics[0])
    return results, errors


def test_the_documents_are_of_all_sorts(rows, alone):
    results, errors = alone
    changed = sum(result is not None and result != row for result, row in zip(results, rows))
    assert changed > COUNT / 8 and len(errors) > COUNT / 4
    assert {kind for kind, *_ in errors.values()} >= {
        "bad-json", "newer-version", "bad-version", "invalid-value", "wrong-shape"}


def test_single_calls_by_ctypes_are_the_same(migrator, rows, alone):
    results, errors = alone
    for row, text in list(enumerate(rows))[:: max(1, COUNT // 20_000)]:
        try:
            assert Migrator.migrate(migrator, text) == results[row]
        except MigrationError as error:
            assert errors[row] == place(error.diagnostics[0])


@pytest.mark.parametrize("kind", [pa.binary(), pa.large_binary()], ids=str)
def test_columns_are_the_same(migrator, rows, alone, kind):
    results, errors = alone
    column, states, told = migrator.migrate_array(pa.array(rows, kind))
    column.validate()
    expected = [row if result is None else result for result, row in zip(results, rows)]
    assert column.to_pylist() == expected
    assert states.to_pylist() == [
        -1 if result is None else int(result != row) for result, row in zip(results, rows)]
    assert {each["row"]: place(each) for each in told} == errors


def test_lines_are_the_same(migrator, rows, alone):
    results, errors = alone
    told = migrator.migrate_lines(b"\n".join(rows) + b"\n")
    assert bytes(told.data).split(b"\n")[:-1] == [each for each in results if each is not None]
    assert bytes(told.rejected).split(b"\n")[:-1] == [rows[row] for row in sorted(errors)]
    assert {each["row"]: place(each) for each in told.errors} == errors
    assert all(each["places"][0]["line"] == each["row"] + 1 for each in told.errors)


def test_the_command_is_the_same(tmp_path, rows, alone):
    results, errors = alone
    for name, text in RULES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "documents").write_bytes(b"\n".join(rows) + b"\n")
    bad, reasons = tmp_path / "bad", tmp_path / "reasons"
    command = [
        sys.executable, "-m", "jsonmigration", "apply", tmp_path, tmp_path / "documents", "--ndjson",
        "--skip-bad", bad, "--reasons", reasons, "--quiet"]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.returncode == 1, run.stderr
    assert run.stdout.split(b"\n")[:-1] == [each for each in results if each is not None]
    assert bad.read_bytes().split(b"\n")[:-1] == [rows[row] for row in sorted(errors)]
    told = map(json.loads, reasons.read_bytes().splitlines())
    assert {each["line"] - 1: place(each) for each in told} == errors
