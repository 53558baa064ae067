"""Conditions: RFC 9535 logical expressions, with `type()` and `empty()` besides.

A condition becomes a function of the scope and the root that gives true or false. The parts of
comparisons become functions that give a cell, or None for what isn't there.
"""

import functools
import operator
import re

import paths
from document import Cell, NUMBER, WORDS, exact, text_cell, value
from patterns import compiled

FUNCTION = re.compile(r"(count|empty|length|match|search|type|value)\(")
WORD = re.compile("null|true|false")
COMPARISONS = {"==": None, "!=": None, "<=": operator.lt, ">=": operator.gt,
               "<": operator.lt, ">": operator.gt}


@functools.lru_cache(maxsize=10_000)
def condition(text):
    cursor = paths.Cursor(text)
    result = read(cursor)
    cursor.take("")
    cursor.expect(cursor.position == len(text))
    return result


def read(cursor):
    parts = [read_and(cursor)]
    while cursor.take("||"):
        parts.append(read_and(cursor))
    return lambda here, root: any(part(here, root) for part in parts)


def read_and(cursor):
    parts = [read_basic(cursor)]
    while cursor.take("&&"):
        parts.append(read_basic(cursor))
    return lambda here, root: all(part(here, root) for part in parts)


def read_basic(cursor):
    if cursor.take("!"):
        inner = read_basic(cursor)
        return lambda here, root: not inner(here, root)
    if cursor.take("("):
        inner = read(cursor)
        cursor.expect(cursor.take(")"))
        return inner
    position = cursor.position
    left = read_operand(cursor)
    for sign in COMPARISONS:
        if cursor.take(sign):
            return compare(sign, left, read_operand(cursor))
    cursor.position = position
    return read_test(cursor)


def read_test(cursor):
    """A path, which asks whether anything is there, or a function that is true or false."""
    function = cursor.match(FUNCTION)
    if function:
        return read_function(cursor, function[1])
    query = read_path(cursor)
    return lambda here, root: bool(query.nodes(here, root))


def read_path(cursor):
    start = "$" if cursor.take("$") else "@"
    cursor.expect(start == "$" or cursor.take("@"))
    return paths.Path(start, paths.read_segments(cursor, paths.NAME))


def read_operand(cursor):
    quoted = cursor.quoted()
    if quoted is not None:
        return lambda here, root: text_cell(quoted)
    if word := cursor.match(WORD):
        return lambda here, root: Cell(*WORDS[word[0]])
    if number := cursor.match(NUMBER):
        return lambda here, root: Cell("number", number[0])
    if function := cursor.match(FUNCTION):
        return read_function(cursor, function[1])
    query = read_path(cursor)
    return lambda here, root: only(query.nodes(here, root))


def only(cells):
    return cells[0] if len(cells) == 1 else None


def read_function(cursor, name):
    if name in ("count", "value"):
        query = read_path(cursor)
        cursor.expect(cursor.take(")"))
        if name == "count":
            return lambda here, root: Cell("number", str(len(query.nodes(here, root))))
        return lambda here, root: only(query.nodes(here, root))
    arguments = [read_operand(cursor)]
    while cursor.take(","):
        arguments.append(read_operand(cursor))
    cursor.expect(cursor.take(")"))
    function = FUNCTIONS[name]
    return lambda here, root: function(*[argument(here, root) for argument in arguments])


def length(cell):
    if cell is None or cell.kind not in ("string", "array", "object"):
        return None
    return Cell("number", str(len(cell.content)))


def is_empty(cell):
    """Whether it is missing, null, "", [] or {}."""
    return cell is None or cell.content in (None, "", [])


def fits(find):
    """`match` asks for the whole text, `search` for a part; what is no text fits nothing."""
    def function(cell, pattern):
        if cell is None or pattern is None or {cell.kind, pattern.kind} != {"string"}:
            return False
        return bool(find(compiled(pattern.content), cell.content))

    return function


FUNCTIONS = {
    "length": length,
    "type": lambda cell: text_cell("missing" if cell is None else cell.kind),
    "empty": is_empty,
    "match": fits(re.Pattern.fullmatch),
    "search": fits(re.Pattern.search),
}


def compare(sign, left, right):
    """Of what is missing: it "equals no value, not even null", but another one that is missing."""
    def holds(here, root):
        one, other = left(here, root), right(here, root)
        if one is None or other is None:
            is_equal, is_ordered = one is other, False
        else:
            is_equal = value(one) == value(other)
            is_ordered = one.kind == other.kind and one.kind in ("number", "string")
        if sign == "!=":
            return not is_equal
        if sign != "<" and sign != ">" and is_equal:
            return True
        if sign == "==" or not is_ordered:
            return False
        if one.kind == "number":
            return COMPARISONS[sign](exact(one.content), exact(other.content))
        return COMPARISONS[sign](one.content, other.content)

    return holds
