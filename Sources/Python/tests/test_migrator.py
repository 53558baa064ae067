"""What a program in Python sees of one document, and of rules."""

import copy
import ctypes.util
import inspect
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading

import jsonmigration
import pytest
from jsonmigration import MigrationError, Migrator

RULES = {
    "v2.json": json.dumps({
        "to": 2,
        "rules": [
            {"rename": {"a": "b"}, "if-missing": "fail"},
            {"add-default": ["id"], "generate": "uuid", "when": "@.wants"},
            {"add-default": ["at"], "generate": "now", "when": "@.wants"},
        ],
    })
}
OLD, NEW = b'{"version": 1, "a": 1}', b'{"version": 2, "b": 1}'


def by_ctypes(migrator):
    """The method of the class, which the extension's function stands before."""
    return lambda document: Migrator.migrate(migrator, document)


def by_extension(migrator):
    assert "migrate" in vars(migrator), "the wheel has no extension"
    return migrator.migrate


@pytest.fixture
def migrator():
    return Migrator(files=RULES)


@pytest.fixture(params=[by_ctypes, by_extension])
def migrate(migrator, request):
    return request.param(migrator)


def test_bytes_come_for_bytes_and_text_for_text(migrate):
    assert migrate(OLD) == NEW
    assert migrate(OLD.decode()) == NEW.decode()
    assert migrate(bytearray(OLD)) == NEW
    assert migrate(memoryview(OLD)) == NEW


def test_a_current_document_is_the_object_that_was_given(migrate):
    text = NEW.decode()
    assert migrate(NEW) is NEW
    assert migrate(text) is text
    assert migrate(bytearray(NEW)) == NEW


@pytest.mark.parametrize("size", [10, 5_000, 16_350, 70_000, 3_000_000])
def test_documents_of_any_size_come_whole(migrate, size):
    filling = "é" * (size // 2)
    document = '{"version": 1, "a": "%s"}' % filling
    expected = '{"version": 2, "b": "%s"}' % filling
    assert migrate(document) == expected
    assert migrate(document.encode()) == expected.encode()


def test_an_error_says_kind_place_and_all_there_is(migrate):
    with pytest.raises(MigrationError) as told:
        migrate('{\n  "version": 1,\n  "a" 1}')
    error = told.value
    assert (error.kind, error.line, error.column) == ("bad-json", 3, 7)
    assert error.diagnostics[0]["places"][0]["line"] == 3
    assert str(error).startswith("document:3:7: ") and "[bad-json]" in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (again.kind, again.diagnostics, str(again)) == (error.kind, error.diagnostics, str(error))
    with pytest.raises(MigrationError) as told:
        migrate('{"version": 1, "c": 1}')
    assert told.value.kind == "missing-value" and "`@.a`" in told.value.message


def test_what_is_shown_names_the_rules_too(migrator):
    with pytest.raises(MigrationError) as told:
        migrator.migrate('{"version": 1, "c": 1}')
    assert str(told.value).splitlines()[1:] == ["  rules/v2.json:1:22: version 1 → 2"]
    rules = {"to": 2, "rules": [{"drop": "a"}, {"set": {"b": 1}}]}
    with pytest.raises(MigrationError) as told:
        Migrator(files={"v2.json": json.dumps(rules)}, to=1).migrate(NEW)
    assert str(told.value).splitlines()[1:] == [
        "  rules/v2.json:1:22: `drop`: what is dropped is gone",
        "  rules/v2.json:1:37: `set`: what was there before is gone",
    ]


def test_half_of_a_pair_is_no_text(migrate):
    with pytest.raises(MigrationError) as told:
        migrate('{"a": "\ud800"}')
    assert told.value.kind == "bad-json"


@pytest.mark.parametrize("document", [None, 1, object(), ["a"], [123, 125]])
def test_what_is_neither_text_nor_bytes_is_a_type_error(migrate, document):
    with pytest.raises(TypeError):
        migrate(document)


def test_newer_documents_are_refused_or_left(migrator):
    newer = b'{"version": 9}'
    with pytest.raises(MigrationError) as told:
        migrator.migrate(newer)
    assert told.value.kind == "newer-version"
    leaving = Migrator(files=RULES, skip_newer=True)
    assert leaving.migrate(newer) is newer
    assert Migrator.migrate(leaving, newer) is newer


def test_documents_may_be_inside_of_what_is_given():
    for migrator in (Migrator(files=RULES, each="doc"),
                     pickle.loads(pickle.dumps(Migrator(files=RULES, each="doc")))):
        assert migrator.migrate(b'{"id":7,"doc":' + OLD + b"}") == b'{"id":7,"doc":' + NEW + b"}"
        result = migrator.migrate_lines(b'{"id":7,"doc":' + OLD + b'}\n{"doc":1}\n')
        assert bytes(result.data) == b'{"id":7,"doc":' + NEW + b"}\n"
        assert bytes(result.rejected) == b'{"doc":1}\n'


def test_a_call_within_a_call_takes_nothing_from_it(migrator):
    """As the handler of a signal does, or a finalizer, anywhere between two lines."""
    within = []

    def trace(frame, event, _):
        if event == "line" and frame.f_code.co_name == "_migrate":
            sys.settrace(None)
            within.append(Migrator.migrate(migrator, b'{"version": 1, "a": 777}'))
            sys.settrace(trace)
        return trace

    Migrator.migrate(migrator, OLD)
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        result = Migrator.migrate(migrator, OLD)
    finally:
        sys.settrace(before)
    assert result == NEW and len(within) > 2 and set(within) == {b'{"version": 2, "b": 777}'}


class Counting(Migrator):
    def __init__(self):
        super().__init__(files=RULES, seed=7)
        self.calls = 0

    def migrate(self, document, /):
        self.calls += 1
        return super().migrate(document)


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))])
def test_a_subclass_has_its_own_way_and_stays_one(way):
    counting = Counting()
    assert counting.migrate(OLD) == NEW and counting.loads(OLD) and counting.calls == 2
    again = way(counting)
    assert type(again) is Counting and again.calls == 2
    assert again.migrate(OLD) == NEW and (again.calls, counting.calls) == (3, 2)


def test_the_document_goes_by_its_place_alone(migrate, migrator):
    for call in (migrator.migrate, lambda **names: Migrator.migrate(migrator, **names)):
        with pytest.raises(TypeError):
            call(document=OLD)
    assert [*inspect.signature(migrator.migrate).parameters] == ["document"]


def test_loads_gives_what_json_has_for_it(migrator):
    assert migrator.loads(OLD) == {"version": 2, "b": 1}


@pytest.mark.parametrize("value", ["1e400", "-1E400", r'"\ud800"', "-0.0", "1.0", "123456789012345678", "[]"])
def test_loads_is_the_same_with_orjson_and_without(migrator, value):
    document = '{"version": 1, "a": %s}' % value
    for given in (document, document.encode()):
        assert repr(migrator.loads(given)) == repr(json.loads(migrator.migrate(given)))


@pytest.mark.parametrize("document", [
    '{ // one\n"version": 1, /* two, */ "a": ["//", "/*", "\\"//", 1,], /**/}',
    '{"version": 2, // until\r"b": ["//", "/*", "\\"//", 1]/*\n*/, // here\n}\n// and ,} there',
])
def test_loads_passes_over_comments(document):
    migrator = Migrator(files={**RULES, "format.json": '{"comments": true}'})
    for given in (document, document.encode()):
        assert migrator.loads(given) == {"version": 2, "b": ["//", "/*", '"//', 1]}


@pytest.mark.parametrize(
    "value, kind", [("[" * 1_020 + "]" * 1_020, "too-deep"), ("9" * 4_301, "too-big")], ids=["deep", "big"])
@pytest.mark.parametrize("comments", ["", "/* one */"])
def test_loads_says_what_python_does_not_read(value, kind, comments):
    """Without orjson, which takes all levels that the library does."""
    document = '{"version": 1, %s "a": %s}' % (comments, value)
    program = (
        "import sys; sys.modules['orjson'] = None\n"
        "from jsonmigration import MigrationError, Migrator\n"
        f"m = Migrator(files={dict(RULES, **{'format.json': json.dumps({'comments': True})})!r})\n"
        f"document = {document!r}\n"
        "assert '\"b\"' in m.migrate(document)\n"
        "for given in (document, document.encode()):\n"
        "    try:\n"
        "        m.loads(given)\n"
        "        read = True\n"
        "    except MigrationError as error:\n"
        f"        assert error.kind == {kind!r} and '`migrate`' in str(error), error\n"
        "        read = False\n"
        # Newer ones read all levels.
        f"    assert not read or {kind == 'too-deep'} and sys.version_info >= (3, 12)\n")
    subprocess.run([sys.executable, "-c", program], check=True)


def test_loads_says_what_nothing_reads(migrator):
    with pytest.raises(MigrationError) as told:
        migrator.loads('{"version": 1, "a": %s}' % ("9" * 4_301))
    assert told.value.kind == "too-big"


@pytest.mark.parametrize("content", [5, None, ["{}"]])
def test_a_rule_file_is_text_or_bytes(content):
    with pytest.raises(TypeError):
        Migrator(files={"v2.json": content})


def test_time_and_ids_are_those_that_were_asked_for():
    document = '{"version": 1, "a": 1, "wants": true}'
    one, other = (Migrator(files=RULES, now="2026-01-31T12:00:00Z", seed=7) for _ in "ab")
    result = one.loads(document)
    assert result["at"] == "2026-01-31T12:00:00Z"
    assert one.loads(document) == other.loads(document) == result
    real = Migrator(files=RULES)
    assert real.loads(document)["id"] != real.loads(document)["id"]


def test_options_are_looked_at():
    for options, kind in [
        ({"to": 9}, "unknown-version"), ({"source": "x"}, "unknown-version"), ({"now": "x"}, "usage"),
        ({"seed": -1}, "usage"), ({"seed": 1 << 64}, "usage"), ({"depth": 1025}, "usage"),
        ({"depth": -1}, "usage"), ({"name": "a\0b"}, "usage"), ({"folder": "rules"}, "usage"),
        ({"each": ""}, "usage"), ({"each": "a["}, "usage"),
    ]:
        with pytest.raises(MigrationError) as told:
            Migrator(files=RULES, **options)
        assert told.value.kind == kind, options
    with pytest.raises(MigrationError):
        Migrator()
    with pytest.raises(MigrationError) as told:
        Migrator(files=RULES, depth=2).migrate("[[[1]]]")
    assert told.value.kind == "too-deep"


def test_rules_come_from_a_folder(tmp_path):
    (tmp_path / "v2.json").write_text(RULES["v2.json"])
    migrator = Migrator(tmp_path)
    assert migrator.migrate(OLD) == NEW
    assert migrator.files == {"v2.json": RULES["v2.json"].encode()}
    (tmp_path / "v3.json").write_text('{"to": 3, "rules": [{"renam": 1}, {"dorp": 2}]}')
    with pytest.raises(MigrationError) as told:
        Migrator(str(tmp_path))
    assert told.value.kind == "bad-rules" and len(told.value.diagnostics) == 2
    assert told.value.diagnostics[0]["places"][0]["file"].endswith("/v3.json")
    with pytest.raises(MigrationError) as told:
        Migrator(tmp_path / "none")
    assert told.value.kind == "cannot-read"


def test_a_folder_need_not_be_text(tmp_path):
    folder = os.fsencode(tmp_path) + b"/\xff"
    os.mkdir(folder)
    with open(folder + b"/v2.json", "w") as file:
        file.write(RULES["v2.json"])
    for name in (folder, os.fsdecode(folder)):
        assert pickle.loads(pickle.dumps(Migrator(name))).migrate(OLD) == NEW


def test_rules_travel_by_their_files(tmp_path):
    (tmp_path / "v2.json").write_text(RULES["v2.json"])
    migrator = Migrator(tmp_path, seed=3, now="2026-01-31T12:00:00Z")
    sent = pickle.dumps(migrator)
    (tmp_path / "v2.json").unlink()
    again = pickle.loads(sent)
    wanting = '{"version": 1, "a": 1, "wants": true}'
    assert again.migrate(wanting) == migrator.migrate(wanting)
    with pytest.raises(MigrationError) as told:
        again.migrate('{"version": 1}')
    assert str(tmp_path) in json.dumps(told.value.diagnostics)


def test_closed_rules_say_so(migrator):
    bound = migrator.migrate
    with migrator:
        assert migrator.migrate(OLD) == NEW
    for use in (migrator.migrate, migrator.loads, migrator.migrate_lines):
        with pytest.raises(MigrationError) as told:
            use(OLD)
        assert told.value.kind == "usage"
    migrator.close()
    # A function that somebody holds keeps its rules.
    assert bound(OLD) == NEW


def test_lines_keep_what_is_sound_and_put_aside_what_is_not(migrator):
    text = OLD + b'\n\n{"version": 1}\n' + NEW + b"\r\n" + OLD
    for given in (text, bytearray(text), memoryview(text), text.decode()):
        result = migrator.migrate_lines(given)
        assert bytes(result.data) == NEW + b"\n\n" + NEW + b"\r\n" + NEW
        assert bytes(result.rejected) == b'{"version": 1}\n'
        assert result.states.tolist() == [1, 0, -1, 0, 1]
        assert (result.documents, result.changed, result.left, result.failed) == (4, 2, 0, 1)
        assert [(e["row"], e["kind"], e["places"][0]["line"]) for e in result.errors] == [
            (2, "missing-value", 3)]
        assert result.errors[0]["row"] == 2 and len(result.errors) == 1
    empty = migrator.migrate_lines(b"")
    assert bytes(empty.data) == b"" and len(empty.errors) == 0
    with pytest.raises((TypeError, BufferError)):
        migrator.migrate_lines(7)


def test_results_outlive_the_rules(migrator):
    result = migrator.migrate_lines(OLD * 1 + b"\n")
    data = result.data
    del migrator, result
    assert bytes(data) == NEW + b"\n"
    with pytest.raises(TypeError):
        data[0] = 1


def test_threads_share_rules(migrator):
    wrong = []

    def work(call):
        for _ in range(500):
            if call(OLD) != NEW or migrator.migrate_lines(OLD).changed != 1:
                wrong.append(1)

    calls = [migrator.migrate, by_ctypes(migrator)] * 4
    threads = [threading.Thread(target=work, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_other_processes_use_rules(migrator, way):
    with multiprocessing.get_context(way).Pool(2) as pool:
        assert pool.map(migrator.migrate, [OLD] * 20) == [NEW] * 20
        assert pool.starmap(Migrator.migrate, [(migrator, OLD)] * 20) == [NEW] * 20


def test_the_command_is_in_the_wheel(tmp_path):
    (tmp_path / "v2.json").write_text(RULES["v2.json"])
    command = [sys.executable, "-m", "jsonmigration"]
    run = subprocess.run(
        [*command, "apply", tmp_path], input=OLD, stdout=subprocess.PIPE, check=True)
    assert run.stdout == NEW
    run = subprocess.run([*command, "--version"], stdout=subprocess.PIPE, check=True)
    assert run.stdout.decode().split() == ["jsonmigrate", jsonmigration.__version__]
    assert subprocess.run([*command, "dance"], stderr=subprocess.DEVNULL).returncode == 2


def test_nothing_but_the_c_library_is_loaded():
    path = os.path.join(os.path.dirname(jsonmigration.__file__), "libjsonmigration.so")
    loaded = subprocess.run(["ldd", path], stdout=subprocess.PIPE, text=True, check=True).stdout
    names = {line.split()[0].split("/")[-1] for line in loaded.splitlines()}
    allowed = {"linux-vdso.so.1", "libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2"}
    assert {name for name in names if not name.startswith("ld-linux")} <= allowed


def test_a_library_that_is_not_there_is_an_import_error(tmp_path):
    (tmp_path / "text.so").write_text("no library")
    other = ctypes.util.find_library("m")
    for path, words in [("none.so", "none.so"), ("text.so", "text.so"), (other, "another release")]:
        run = subprocess.run(
            [sys.executable, "-c", "import jsonmigration"], cwd=tmp_path, stderr=subprocess.PIPE,
            env={**os.environ, "JSONMIGRATION_LIBRARY": path if path == other else str(tmp_path / path)})
        told = run.stderr.decode().splitlines()[-1]
        assert told.startswith("ImportError: ") and words in told, told


def test_without_the_extension_ctypes_does_the_same():
    program = (
        "import sys; sys.modules['jsonmigration._fast'] = None\n"
        "import jsonmigration\n"
        f"m = jsonmigration.Migrator(files={RULES!r})\n"
        "assert 'migrate' not in vars(m)\n"
        f"assert m.migrate({OLD!r}) == {NEW!r}\n"
        f"assert m.migrate({NEW.decode()!r}) == {NEW.decode()!r}\n")
    subprocess.run([sys.executable, "-c", program], check=True)
