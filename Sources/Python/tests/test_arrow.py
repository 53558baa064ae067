"""Columns of pyarrow, of every kind that documents come in."""

import json

import pyarrow as pa
import pytest
from jsonmigration import MigrationError, Migrator

OLD, NEW, BAD = '{"version": 1, "a": 1}', '{"version": 2, "b": 1}', '{"a'
ROWS = [OLD, None, NEW, BAD, OLD]
EXPECTED, STATES = [NEW, None, NEW, BAD, NEW], [1, None, 0, -1, 1]


@pytest.fixture(scope="module")
def migrator():
    rules = {"to": 2, "rules": [{"rename": {"a": "b"}}]}
    return Migrator(files={"v2.json": json.dumps(rules)})


def kinds():
    names = ["string", "large_string", "binary", "large_binary", "string_view", "binary_view"]
    return [getattr(pa, name)() for name in names if hasattr(pa, name)]


def rows(kind, rows=ROWS):
    return pa.array(rows, pa.string()).cast(kind)


def plain(column):
    return [row.decode() if isinstance(row, bytes) else row for row in column.to_pylist()]


@pytest.mark.parametrize("kind", kinds(), ids=str)
def test_every_kind_of_text_keeps_its_type(migrator, kind):
    documents, states, errors = migrator.migrate_array(rows(kind))
    documents.validate(full=True)
    assert documents.type == kind and plain(documents) == EXPECTED
    assert states.type == pa.int8() and states.to_pylist() == STATES
    assert [(each["row"], each["kind"]) for each in errors] == [(3, "bad-json")]


@pytest.mark.parametrize("kind", kinds()[:4], ids=str)
@pytest.mark.parametrize("start,count", [(0, 5), (1, 4), (2, 1), (3, 2), (5, 0), (1, 1)])
def test_slices_are_read_where_they_are(migrator, kind, start, count):
    documents, states, errors = migrator.migrate_array(rows(kind).slice(start, count))
    documents.validate(full=True)
    assert plain(documents) == EXPECTED[start:start + count]
    assert states.to_pylist() == STATES[start:start + count]
    assert [each["row"] for each in errors] == [row for row in [3 - start] if 0 <= row < count]


def test_many_slices_of_a_long_column(migrator):
    column = rows(pa.string(), ROWS * 2_000)
    for start in range(0, 70):
        documents, states, _ = migrator.migrate_array(column.slice(start, 9_000))
        documents.validate(full=True)
        assert plain(documents) == (EXPECTED * 2_000)[start:start + 9_000]
        assert states.to_pylist() == (STATES * 2_000)[start:start + 9_000]


def test_chunks_have_rows_of_the_whole(migrator):
    column = pa.chunked_array([rows(pa.string()), rows(pa.string(), []), rows(pa.string())])
    documents, states, errors = migrator.migrate_array(column)
    assert documents.type == pa.string() and documents.num_chunks == 3
    assert plain(documents) == EXPECTED * 2 and states.to_pylist() == STATES * 2
    assert [each["row"] for each in errors] == [3, 8] and len(errors) == 2
    assert [json.loads(line)["row"] for line in errors.ndjson.splitlines()] == [3, 8]
    empty = pa.chunked_array([], pa.string())
    assert migrator.migrate_array(empty)[0].to_pylist() == []


@pytest.mark.parametrize("index", [pa.int8(), pa.int32()], ids=str)
def test_dictionaries_stay_some(migrator, index):
    column = rows(pa.string()).dictionary_encode().cast(pa.dictionary(index, pa.string()))
    documents, states, errors = migrator.migrate_array(column)
    assert documents.type == column.type and documents.to_pylist() == EXPECTED
    assert states.to_pylist() == STATES and [each["row"] for each in errors] == [3]


@pytest.mark.parametrize("kind", kinds(), ids=str)
def test_dictionaries_may_be_of_every_kind_of_text(migrator, kind):
    words, places = rows(kind, [OLD, NEW, BAD]), pa.array([2, 0, None, 1, 2, 0], pa.int8())
    column = pa.DictionaryArray.from_arrays(places, words)
    # A dictionary may have a null, too.
    for given, expected, states in [
        (column.slice(1), EXPECTED, STATES), (column.slice(6), [], []),
        (pa.DictionaryArray.from_arrays(pa.array([0, 1]), rows(kind, [None, OLD])), [None, NEW], [None, 1]),
    ]:
        documents, told, _ = migrator.migrate_array(given)
        documents.validate(full=True)
        assert documents.type == given.type and told.to_pylist() == states
        assert plain(documents) == expected


def test_equal_rows_of_a_dictionary_get_ids_of_their_own():
    rules = {"to": 2, "rules": [{"add-default": ["id"], "generate": "uuid"}]}
    migrator = Migrator(files={"v2.json": json.dumps(rules)}, seed=1)
    column = pa.array(["{}", "{}"]).dictionary_encode()
    documents, _, _ = migrator.migrate_array(column)
    assert len(set(documents.to_pylist())) == 2
    assert documents.to_pylist() == migrator.migrate_array(pa.array(["{}", "{}"]))[0].to_pylist()
    many = pa.array(["{}"] * 129).dictionary_encode().cast(pa.dictionary(pa.int8(), pa.string()))
    with pytest.raises(MigrationError, match="indices of int8"):
        migrator.migrate_array(many)


def test_nulls_lists_and_other_types(migrator):
    documents, states, errors = migrator.migrate_array(pa.nulls(3))
    assert documents.to_pylist() == states.to_pylist() == [None] * 3 and not errors
    assert plain(migrator.migrate_array(ROWS)[0]) == EXPECTED
    only = migrator.migrate_array(pa.array([None, None], pa.string()))
    assert only[0].to_pylist() == only[1].to_pylist() == [None, None]
    for other in (pa.array([1, 2]), pa.array([["a"]])):
        with pytest.raises(TypeError, match="documents are text or bytes"):
            migrator.migrate_array(other)
    table = pa.table({"doc": ROWS})
    for other in (table, table.to_batches()[0], table.to_pydict()):
        with pytest.raises(TypeError, match="give one of them"):
            migrator.migrate_array(other)
    with pytest.raises(TypeError, match="`migrate` takes one"):
        migrator.migrate_array('{"version": 1}')


def test_results_outlive_the_rules():
    migrator = Migrator(files={"v2.json": '{"to": 2, "rules": [{"rename": {"a": "b"}}]}'})
    documents, states, _ = migrator.migrate_array(pa.array([OLD] * 10_000))
    del migrator
    part = documents.slice(5_000, 3)
    del documents
    assert part.to_pylist() == [NEW] * 3 and states[9_999].as_py() == 1
