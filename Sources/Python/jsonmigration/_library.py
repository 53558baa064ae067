"""The C interface as ctypes has it. What the functions do is told in jsonmigration.h."""

from __future__ import annotations

import ctypes as c
import os
from pathlib import Path
from typing import Any, Optional

FOLDER = Path(__file__).parent

Pointer, Size = c.c_void_p, c.c_size_t


class Buffer(c.Structure):
    start: Optional[int]
    count: int
    _fields_ = [("start", Pointer), ("count", Size)]

    def take(self) -> bytes:
        """What is in it; the memory goes back."""
        if not self.start:
            return b""
        content = c.string_at(self.start, self.count)
        free(self.start)
        self.start, self.count = None, 0
        return content


class Source(c.Structure):
    _fields_ = [("name", c.c_char_p), ("bytes", c.c_char_p), ("count", Size)]


class Options(c.Structure):
    _fields_ = [
        ("target", c.c_char_p), ("source", c.c_char_p), ("now", c.c_char_p),
        ("seed", c.POINTER(c.c_uint64)), ("name", c.c_char_p), ("max_depth", c.c_uint32),
        ("skip_newer", c.c_uint32), ("each", c.c_char_p),
    ]


class Batch(c.Structure):
    _fields_ = [
        ("data", Buffer), ("offsets", Buffer), ("states", Buffer), ("rejected", Buffer),
        ("errors", Buffer), ("documents", Size), ("changed", Size), ("left", Size), ("failed", Size),
    ]


class Column(c.Structure):
    _fields_ = [
        ("data", Pointer), ("data_count", Size), ("offsets", Pointer), ("offsets_count", Size),
        ("offset_bits", c.c_uint32), ("valid", Pointer), ("valid_count", Size), ("first", Size),
        ("count", Size),
    ]


def _function(name: str, result: object, *arguments: object) -> Any:
    function = getattr(_library, "jsonmigration_" + name)
    function.restype, function.argtypes = result, arguments
    return function


_path = os.environ.get("JSONMIGRATION_LIBRARY") or str(FOLDER / "libjsonmigration.so")
_status = c.c_int32
try:
    _library = c.CDLL(_path)
    _is_ours = _function("abi", c.c_uint32)() == 2
except OSError as _error:
    raise ImportError(f"the library of this package can't be loaded: {_error}") from _error
except AttributeError:
    _is_ours = False
if not _is_ours:
    raise ImportError(f"{_path} is of another release than the package in {FOLDER}")
version: str = _function("version", c.c_char_p)().decode()
open_folder = _function("open", _status, c.c_char_p, Pointer, Pointer, Pointer)
open_sources = _function("open_sources", _status, Pointer, Size, Pointer, Pointer, Pointer)
source_count = _function("source_count", Size, Pointer)
source_at = _function("source_at", _status, Pointer, Size, Pointer, Pointer)
close = _function("close", None, Pointer)
free = _function("free", None, Pointer)
migrate_into = _function(
    "migrate_into", _status, Pointer, c.c_char_p, Size, Pointer, Size, Pointer, Pointer, Pointer)
lines = _function("lines", _status, Pointer, Pointer, Size, Pointer)
strings = _function("strings", _status, Pointer, Pointer, Pointer)
batch_free = _function("batch_free", None, Pointer)


def address(function: object) -> int:
    """Where a function is, for the extension."""
    return c.cast(function, Pointer).value or 0  # type: ignore[arg-type]


class View(c.Structure):
    """Py_buffer, with more room than it takes: what can't be written has no other address here."""

    _fields_ = [("buf", Pointer), ("obj", Pointer), ("len", c.c_ssize_t), ("rest", c.c_byte * 128)]


get_view, release_view = c.pythonapi.PyObject_GetBuffer, c.pythonapi.PyBuffer_Release
get_view.argtypes, get_view.restype = [c.py_object, Pointer, c.c_int], c.c_int
release_view.argtypes, release_view.restype = [Pointer], None
