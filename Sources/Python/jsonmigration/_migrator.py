"""Rules that were opened, and what they make of documents."""

from __future__ import annotations

import ctypes as c
import json
import os
import re
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Optional, Union, overload

from . import _library as library
from ._errors import Errors, MigrationError, misuse, raised, refused

try:
    from . import _fast
except ImportError:
    _fast = None  # type: ignore[assignment]

_loads: Any
try:
    from orjson import loads as _loads
except ImportError:
    _loads = json.loads

if TYPE_CHECKING:
    import pyarrow

# Both pass over texts. The library has read what they are for, so nothing else looks like these.
_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\r\n]*|/\*.*?\*/', re.DOTALL)
_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[\]}])')

CURRENT, CHANGED, LEFT, FAILED = 0, 1, 2, -1
_ROOM = 65_536


class Lines:
    """What became of lines.

    `data` is the result, without the lines that failed; those are in `rejected` as they came. `states` has
    one byte for each line, blank ones too: CURRENT, CHANGED, LEFT (alone: newer than the rules, or of
    another format) or FAILED. All three are memoryviews: a file takes them as they are, and `bytes()` makes
    a copy. `errors` has what was wrong with each line that failed, `documents`, `changed`, `left` and
    `failed` are counts.
    """

    def __init__(self, owner: _Owner):
        batch = owner.batch
        self.data = owner.view(batch.data)
        self.rejected = owner.view(batch.rejected)
        self.states = owner.view(batch.states).cast("b")
        self.errors = Errors(bytes(owner.view(batch.errors)))
        self.documents: int = batch.documents
        self.changed: int = batch.changed
        self.left: int = batch.left
        self.failed: int = batch.failed

    def __repr__(self) -> str:
        return (
            f"<{self.documents} documents: {self.changed} changed, {self.left} left, "
            f"{self.failed} failed>")


class Migrator:
    """Rules, read and checked. Make it once and keep it; any thread may use it, and it pickles.

    `folder` is a folder of rules, `files` has rule files by name, as text or bytes. `to` is the version that
    documents are brought to, in place of the newest; `source` that of documents that don't tell theirs. `now`
    and `seed` stand for the time and the ids that rules generate: with both, the same document gives the same
    result each time. Documents may nest `depth` levels, 1024 unless said otherwise. With `skip_newer` those
    that are newer than the rules are left as they are. `each` is where documents are in what is given, such as
    `doc` in lines of `{"id": 7, "doc": {}}`, whose other members come out as they went in.

    >>> m = Migrator(files={"v2.json": '{"to": 2, "rules": [{"drop": "draft"}]}'})
    >>> m.migrate(b'{"version": 1, "draft": true, "text": "a"}')
    b'{"version": 2, "text": "a"}'
    >>> Migrator(files={"v2.json": '{"to": 2, "rules": [{"dorp": "a"}]}'})
    Traceback (most recent call last):
      ...
    jsonmigration.MigrationError: rules/v2.json:1:22: `dorp` is no verb [bad-rules] (a similar ...)
    """

    def __init__(
        self, folder: Optional[Union[str, os.PathLike[str]]] = None, *,
        files: Optional[Mapping[str, Union[str, bytes]]] = None, to: Union[str, int, None] = None,
        source: Union[str, int, None] = None, now: Optional[str] = None, seed: Optional[int] = None,
        depth: int = 0, skip_newer: bool = False, name: Optional[str] = None,
        each: Optional[str] = None,
    ):
        if (folder is None) == (files is None):
            raise misuse("rules are a folder, or `files`, and not both or neither")
        if folder is not None and name is None:
            name = os.fspath(folder)
        self._rules: Optional[_Rules] = _Rules(folder, files, {
            "to": to, "source": source, "now": now, "seed": seed, "depth": depth,
            "skip_newer": skip_newer, "name": name, "each": each,
        })
        self._local = threading.local()
        if _fast and type(self).migrate is Migrator.migrate:
            # A function of the object itself: nothing of Python's stands between a call and the library.
            self.migrate = _fast.Binding(  # type: ignore[method-assign]
                self._rules, self._rules.handle or 0, library.address(library.migrate_into),
                library.address(library.free), _raise).migrate

    # ---- One document

    @overload
    def migrate(self, document: str, /) -> str: ...
    @overload
    def migrate(self, document: Union[bytes, bytearray, memoryview], /) -> bytes: ...
    def migrate(self, document: Any, /) -> Any:
        """The document in its newest version, bytes for bytes and text for text.

        One that is current comes back as the object that was given.

        >>> m = Migrator(files={"v2.json": '{"to": 2, "rules": [{"rename": {"a": "b"}}]}'})
        >>> current = b'{"version": 2, "b": 1}'
        >>> m.migrate(current) is current
        True
        """
        rules = self._open
        if isinstance(document, str):
            text = document.encode("utf-8", "surrogatepass")
            result = self._migrate(rules, text)
            return document if result is text else result.decode()
        if not isinstance(document, bytes):
            document = bytes(memoryview(document))
        return self._migrate(rules, document)

    def _migrate(self, rules: _Rules, document: bytes) -> bytes:
        # Nobody else has the room meanwhile: the handler of a signal, or a finalizer, may migrate in the
        # middle of this.
        place = vars(self._local)
        room = place.pop("room", None) or _Room()
        status = library.migrate_into(rules.handle, document, len(document), *room.references)
        if status == CHANGED:
            count = room.length.value
            document = room.larger.take() if count > _ROOM else c.string_at(room.references[0], count)
        elif status < 0:
            raise raised(room.errors.take())
        place["room"] = room
        return document

    def loads(self, document: Union[str, bytes, bytearray, memoryview]) -> Any:
        """The document in its newest version as Python has it, by orjson where that is installed.

        Integers of more than 64 bits are floats then. What orjson doesn't take is read without it, and of a
        format that has comments (`"comments": true` in format.json) the document without its comments.
        What `migrate` takes and Python doesn't read is a `MigrationError`: `too-deep` for more levels than its
        limit of recursion has room for, some 990 up to Python 3.11 where there is no orjson, and `too-big` for
        an integer of more than 4300 digits, or what `sys.set_int_max_str_digits` says.

        >>> Migrator(files={"v2.json": '{"to": 2, "rules": [{"drop": "a"}]}'}).loads('{"a": 1, "b": 2}')
        {'b': 2, 'version': 2}
        """
        migrate: Any = self.migrate
        result = migrate(document)
        try:
            return _loads(result)
        except (ValueError, RecursionError):
            # Half of a pair, a number that no float can hold, or comments.
            return _read(result if isinstance(result, str) else result.decode())

    # ---- Many documents

    def migrate_lines(self, data: Union[str, bytes, bytearray, memoryview]) -> Lines:
        r"""What becomes of documents of which each is a line. Those that fail stop no other.

        >>> m = Migrator(files={"v2.json": '{"to": 2, "rules": [{"drop": "a"}]}'})
        >>> result = m.migrate_lines(b'{"a": 1, "version": 1}\n{"a": \n')
        >>> result
        <2 documents: 1 changed, 0 left, 1 failed>
        >>> bytes(result.data), bytes(result.rejected)
        (b'{"version": 2}\n', b'{"a": \n')
        >>> [(each["row"], each["kind"]) for each in result.errors]
        [(1, 'bad-json')]
        """
        rules, owner, view = self._open, _Owner(), library.View()
        if isinstance(data, str):
            data = data.encode("utf-8", "surrogatepass")
        library.get_view(data, c.byref(view), 0)
        try:
            status = library.lines(rules.handle, view.buf, view.len, c.byref(owner.batch))
        finally:
            library.release_view(c.byref(view))
        owner.check(status)
        return Lines(owner)

    def migrate_array(
        self, column: Any
    ) -> tuple[Union[pyarrow.Array, pyarrow.ChunkedArray], Any, Errors]:
        """A column of documents: the new one, what became of each row, and errors.

        The column is one of pyarrow, of text or bytes, chunked or not, dictionary-encoded too, or anything
        of which `pyarrow.array` makes one. The new column has its type; a row that failed is in it as it
        was. States are as in `Lines`, and null where the row is.

        >>> import pyarrow
        >>> m = Migrator(files={"v2.json": '{"to": 2, "rules": [{"drop": "a"}]}'})
        >>> column = pyarrow.array(['{"a": 1, "version": 1}', None, '{"a'])
        >>> documents, states, errors = m.migrate_array(column)
        >>> documents.to_pylist()
        ['{"version": 2}', None, '{"a']
        >>> states.to_pylist(), [each["row"] for each in errors]
        ([1, None, -1], [2])
        """
        from ._arrow import migrate_array

        return migrate_array(self._open, column)

    # ---- The rules

    @property
    def files(self) -> dict[str, bytes]:
        """The rule files, by name."""
        return self._open.files

    def close(self) -> None:
        """Gives the memory of the rules back, once no call uses them any more."""
        self.__dict__.pop("migrate", None)
        self._rules = None

    def __enter__(self) -> Migrator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def _open(self) -> _Rules:
        if self._rules is None:
            raise misuse("these rules were closed")
        return self._rules

    def __reduce__(self) -> tuple[Any, ...]:
        made, parts = self._open.__reduce__()
        own = {name: value for name, value in vars(self).items()
               if name not in ("_rules", "_local", "migrate")}
        return made, (*parts, type(self)), own or None


def _made(
    files: Mapping[str, bytes], options: Mapping[str, Any], kind: type[Migrator] = Migrator
) -> Migrator:
    made = kind.__new__(kind)
    # A subclass may be made of something else.
    Migrator.__init__(made, files=files, **options)
    return made


def _read(text: str) -> Any:
    """What json has for a text, whose comments are passed over."""
    try:
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            return json.loads(_COMMA.sub(r"\1", _COMMENT.sub(r"\1 ", text)))
    except json.JSONDecodeError:
        raise
    except RecursionError as error:
        raise refused(
            "too-deep", "the document nests deeper than Python's limit of recursion has room for",
            help="`migrate` gives it as text; orjson, where it is installed, reads it") from error
    except ValueError as error:
        raise refused(
            "too-big", "an integer has more digits than Python reads",
            help="`migrate` gives it as text; `sys.set_int_max_str_digits` sets how many") from error


def _raise(lines: bytes) -> None:
    raise raised(lines)


class _Rules:
    """The library's rules, which are closed when nothing holds them any more, and no call uses them."""

    handle: Optional[int] = None

    def __init__(self, folder: Any, files: Optional[Mapping[str, Any]], options: Mapping[str, Any]):
        seed, depth = options["seed"], options["depth"]
        if seed is not None and not 0 <= seed < 1 << 64:
            raise misuse(f"`seed` is a number from 0 to 2**64 - 1, and not {seed}")
        if not 0 <= depth < 1 << 32:
            raise misuse(f"`depth` is a number from 0 to 1024, and not {depth}")
        given = library.Options(
            _text(options["to"]), _text(options["source"]), _text(options["now"]),
            None if seed is None else c.pointer(c.c_uint64(seed)), _text(options["name"]), depth,
            bool(options["skip_newer"]), _text(options["each"]))
        handle, errors = c.c_void_p(), library.Buffer()
        made = (c.byref(given), c.byref(handle), c.byref(errors))
        if files is None:
            status = library.open_folder(_text(os.fspath(folder)), *made)
        else:
            pairs = [
                (_text(name), text.encode() if isinstance(text, str) else bytes(memoryview(text)))
                for name, text in files.items()
            ]
            sources = (library.Source * len(pairs))(
                *(library.Source(name, text, len(text)) for name, text in pairs))
            status = library.open_sources(sources, len(pairs), *made)
        if status:
            raise raised(errors.take())
        self.handle = handle.value
        self._options = options

    def __reduce__(self) -> tuple[Any, ...]:
        # By the files, not the folder: where it is unpickled there may be none.
        return (_made, (self.files, self._options))

    @property
    def files(self) -> dict[str, bytes]:
        files = {}
        for index in range(library.source_count(self.handle)):
            name, content = library.Buffer(), library.Buffer()
            if library.source_at(self.handle, index, c.byref(name), c.byref(content)):
                raise MemoryError("there is no memory for the rule files")
            files[os.fsdecode(name.take())] = content.take()
        return files

    def __del__(self, close: Any = library.close) -> None:
        if self.handle:
            close(self.handle)


def _text(value: Union[str, bytes, int, None]) -> Optional[bytes]:
    """A string of C's."""
    if value is None:
        return None
    text = value if isinstance(value, bytes) else os.fsencode(str(value))
    if b"\0" in text:
        raise misuse(f"{text!r} has a NUL in it")
    return text


class _Room:
    """Memory for what comes out of a call."""

    def __init__(self) -> None:
        self.memory, self.length = c.create_string_buffer(_ROOM), c.c_size_t()
        self.larger, self.errors = library.Buffer(), library.Buffer()
        self.references = (
            c.addressof(self.memory), _ROOM, c.byref(self.length), c.byref(self.larger),
            c.byref(self.errors))


class _Owner:
    """Gives a batch back when nothing looks at its memory any more."""

    def __init__(self) -> None:
        self.batch = library.Batch()

    def check(self, status: int) -> None:
        if status < FAILED:
            raise raised(self.batch.errors.take())

    def view(self, buffer: library.Buffer) -> memoryview:
        if not buffer.start or not buffer.count:
            return memoryview(b"")
        array = (c.c_char * buffer.count).from_address(buffer.start)
        array._owner = self  # type: ignore[attr-defined]
        return memoryview(array).cast("B").toreadonly()

    def __del__(self, free: Any = library.batch_free, reference: Any = c.byref) -> None:
        free(reference(self.batch))
