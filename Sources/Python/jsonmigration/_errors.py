"""What went wrong, as the library tells it: lines of JSON, one for each thing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Optional, overload


class MigrationError(ValueError):
    """Why rules could not be opened, or a document could not be migrated.

    `kind` is a word for programs, which stays the same from release to release; `message` is for people.
    `line`, `column` (both from 1) and `path` say where in the document it is, as far as that is known.
    `diagnostics` has all there is to tell, as of `jsonmigrate --format json`.

    >>> from jsonmigration import Migrator, MigrationError
    >>> m = Migrator(files={"v2.json": '{"to": 2, "rules": [{"rename": {"a": "b"}}]}'})
    >>> try:
    ...     m.migrate('{"version": 1, "a" 1}')
    ... except MigrationError as error:
    ...     print(error.kind, error.line, error.column)
    bad-json 1 20
    """

    def __init__(self, diagnostics: Sequence[dict[str, Any]]):
        self.diagnostics = list(diagnostics)
        first = next((d for d in self.diagnostics if d["severity"] == "error"), self.diagnostics[0])
        self.kind: str = first["kind"]
        self.message: str = first["message"]
        place = (first["places"] or [{}])[0]
        self.line: Optional[int] = place.get("line")
        self.column: Optional[int] = place.get("column")
        self.path: Optional[str] = place.get("path")
        super().__init__("\n".join(map(_shown, self.diagnostics)))

    def __reduce__(self) -> tuple[Any, ...]:
        return (MigrationError, (self.diagnostics,))


def _shown(diagnostic: dict[str, Any]) -> str:
    first, *others = diagnostic["places"] or [{}]
    text = f"{diagnostic['message']} [{diagnostic['kind']}]"
    text = ": ".join(filter(None, [_at(first), text]))
    if "help" in diagnostic:
        text += f" ({diagnostic['help']})"
    # The rule with its step, mostly, or all rules that have no way back.
    told = [(_at(each), each.get("label") or each.get("context")) for each in others]
    return "\n  ".join([text, *(": ".join(filter(None, pair)) for pair in told)])


def _at(place: dict[str, Any]) -> str:
    return ":".join(str(place[key]) for key in ("file", "line", "column") if key in place)


class Errors(Sequence[dict[str, Any]]):
    """The errors of many documents, each a dict with the "row" that it is about, from 0.

    They are read when somebody looks at them; `ndjson` has them as they are, a line of JSON for each.
    """

    def __init__(self, ndjson: bytes, *more: tuple[bytes, int]):
        self._parts = [(ndjson, 0), *more]
        self._read: Optional[list[dict[str, Any]]] = None

    @property
    def ndjson(self) -> bytes:
        if len(self._parts) == 1:
            return self._parts[0][0]
        return b"".join(json.dumps(each).encode() + b"\n" for each in self._all)

    @property
    def _all(self) -> list[dict[str, Any]]:
        if self._read is None:
            self._read = [
                {**each, "row": each["row"] + first} if first else each
                for part, first in self._parts
                for each in map(json.loads, part.splitlines())
            ]
        return self._read

    def __len__(self) -> int:
        return sum(part.count(b"\n") for part, _ in self._parts)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._all)

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, index: Any) -> Any:
        return self._all[index]

    def __eq__(self, other: object) -> bool:
        return self._all == list(other) if isinstance(other, (Errors, list)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} errors>"


def raised(lines: bytes) -> MigrationError:
    """The error that lines of JSON tell of."""
    return MigrationError([json.loads(line) for line in lines.splitlines()])


def misuse(message: str) -> MigrationError:
    return refused("usage", message)


def refused(kind: str, message: str, **more: str) -> MigrationError:
    """An error that this package finds, and not the library; `help` may be among `more`."""
    return MigrationError(
        [{"severity": "error", "kind": kind, "message": message, "places": [], "notes": [], **more}])
