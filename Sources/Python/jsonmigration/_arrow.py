"""Columns of pyarrow."""

from __future__ import annotations

import ctypes as c
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute

from . import _library as library
from ._errors import Errors, misuse
from ._migrator import _Owner

if TYPE_CHECKING:
    from ._migrator import _Rules


# Views of texts, which older releases of pyarrow don't have, and the type in which they are migrated.
_WIDE = {
    getattr(pa, name)(): wide
    for name, wide in (("string_view", pa.large_string()), ("binary_view", pa.large_binary()))
    if hasattr(pa, name)
}


def migrate_array(rules: _Rules, column: Any) -> tuple[Any, Any, Errors]:
    if isinstance(column, pa.ChunkedArray):
        return _chunked(rules, column)
    if isinstance(column, (str, bytes, bytearray)):
        raise TypeError("a column has many documents; `migrate` takes one")
    # A data frame too.
    if isinstance(column, Mapping) or hasattr(column, "columns"):
        raise TypeError('a table has many columns; give one of them, such as table["doc"]')
    if not isinstance(column, pa.Array):
        made = pa.array(column)
        return migrate_array(rules, made)
    kind = column.type
    if isinstance(column, pa.ExtensionArray):
        documents, states, errors = migrate_array(rules, column.storage)
        return pa.ExtensionArray.from_storage(kind, documents), states, errors
    if pa.types.is_dictionary(kind):
        # Each row is a document of its own: two that are equal get two ids, if rules make ids.
        documents, states, errors = migrate_array(rules, _decoded(column))
        try:
            return documents.dictionary_encode().cast(kind), states, errors
        except pa.ArrowInvalid:
            raise misuse(
                f"there are more results than indices of {kind.index_type} tell apart: "
                "cast the column to wider ones, or to text, before") from None
    if pa.types.is_null(kind):
        return column, pa.nulls(len(column), pa.int8()), Errors(b"")
    if kind in (pa.string(), pa.binary()):
        return _strings(rules, column, 32)
    if kind in (pa.large_string(), pa.large_binary()):
        return _strings(rules, column, 64)
    if kind in _WIDE:
        documents, states, errors = _strings(rules, column.cast(_WIDE[kind]), 64)
        return documents.cast(kind), states, errors
    raise TypeError(f"documents are text or bytes, and the column is {kind}")


def _decoded(column: pa.DictionaryArray) -> pa.Array:
    wide = _WIDE.get(column.type.value_type)
    if wide is None:
        return column.dictionary_decode()
    # Nothing takes values out of views.
    return column.dictionary.cast(wide).take(column.indices)


def _chunked(rules: _Rules, column: pa.ChunkedArray) -> tuple[Any, Any, Errors]:
    parts, errors, row = [], [], 0
    for chunk in column.chunks:
        parts.append(migrate_array(rules, chunk))
        errors.append((parts[-1][2].ndjson, row))
        row += len(chunk)
    return (
        pa.chunked_array([part[0] for part in parts], column.type),
        pa.chunked_array([part[1] for part in parts], pa.int8()), Errors(b"", *errors))


def _strings(rules: _Rules, array: pa.Array, bits: int) -> tuple[Any, Any, Errors]:
    valid, offsets, data = array.buffers()
    given = library.Column(offset_bits=bits, first=array.offset, count=len(array))
    # A buffer may be left out where there is nothing in it.
    if data:
        given.data, given.data_count = data.address, data.size
    if offsets:
        given.offsets, given.offsets_count = offsets.address, offsets.size // (bits // 8)
    if valid and array.null_count:
        given.valid, given.valid_count = valid.address, valid.size
    owner = _Owner()
    owner.check(library.strings(rules.handle, c.byref(given), c.byref(owner.batch)))
    batch = owner.batch
    nulls = array.is_null() if array.null_count else None
    kept = pa.compute.invert(nulls).buffers()[1] if nulls is not None else None
    count, missing = len(array), array.null_count

    def memory(buffer: library.Buffer) -> pa.Buffer:
        return pa.foreign_buffer(buffer.start, buffer.count, owner)

    documents = pa.Array.from_buffers(
        array.type, count, [kept, memory(batch.offsets), memory(batch.data)], missing)
    states = pa.Array.from_buffers(pa.int8(), count, [kept, memory(batch.states)], missing)
    return documents, states, Errors(bytes(owner.view(batch.errors)))
