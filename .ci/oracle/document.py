"""JSON documents as trees of cells: how they are read, compared, changed and written.

A cell is a place of the document together with what stands there. Its `content` is the text of a
string, the spelling of a number, or the list of its children; a child in an object has a `key`.
An object may hold two members of one name, since the language keeps them until a rule touches one.
"""

import functools
import json
import re
from fractions import Fraction

from outcome import Fail, Unsure

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
TOKEN = re.compile(r'[ \t\r\n]*("(?:[^"\\\x00-\x1f]|\\.)*"|true|false|null|[][{}:,]|%s)'
                   % NUMBER.pattern)
WORDS = {"null": ("null", None), "true": ("boolean", True), "false": ("boolean", False)}


class Cell:
    __slots__ = ("kind", "content", "parent", "key")

    def __init__(self, kind, content=None):
        self.kind, self.content, self.parent, self.key = kind, content, None, None
        self.adopt()

    @property
    def children(self):
        return self.content if self.kind in ("array", "object") else []

    def adopt(self):
        for child in self.children:
            child.parent = self
            if self.kind == "array":
                child.key = None

    def member(self, name):
        """The member of this name; none has it that isn't an object."""
        if self.kind != "object":
            return None
        found = [child for child in self.content if child.key == name]
        # "A duplicate key that no rule touches is kept as it is; a rule that touches one fails."
        if len(found) > 1:
            raise Fail("duplicate-key")
        return found[0] if found else None

    def walk(self):
        """This cell and all below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def walk_upward(self):
        """The same cells, each behind all that is below it."""
        for child in self.children:
            yield from child.walk_upward()
        yield self

    def ancestors(self):
        """This cell and all that it is in, the nearest first."""
        cell = self
        while cell is not None:
            yield cell
            cell = cell.parent

    def is_inside(self, outer):
        """Whether this is `outer` or below it."""
        return any(cell is outer for cell in self.ancestors())

    def become(self, other):
        """Another content in the same place; `other` is used up."""
        for child in self.children:
            if child.parent is self:
                child.parent = None
        self.kind, self.content = other.kind, other.content
        self.adopt()

    def set_children(self, children):
        """Other children; those that are left out have no place any more."""
        self.become(Cell(self.kind, list(children)))

    def append(self, child, key=None):
        child.key, child.parent = key, self
        self.content.append(child)

    def remove(self):
        if self.parent is not None:
            self.give_way_to([])

    def give_way_to(self, others):
        """Puts other cells, whose keys are set, where this one stood."""
        siblings = self.parent.content
        # Not `index`, since cells aren't compared by what they hold.
        index = next(index for index, cell in enumerate(siblings) if cell is self)
        siblings[index:index + 1] = others
        parent, self.parent = self.parent, None
        parent.adopt()

    def copy(self):
        if self.kind not in ("array", "object"):
            return Cell(self.kind, self.content)
        result = Cell(self.kind, [])
        for child in self.content:
            result.append(child.copy(), child.key)
        return result


def check_names(cell):
    """Asked where a verb goes through all members of an object."""
    if cell.kind == "object" and len({child.key for child in cell.content}) < len(cell.content):
        raise Unsure("a verb that reads all members of an object with a duplicate key")


def check_all_names(cell):
    """Asked where a verb reads all of a value."""
    for below in cell.walk():
        check_names(below)


def text_cell(text):
    return Cell("string", text)


def object_cell(pairs):
    result = Cell("object", [])
    for key, cell in pairs:
        result.append(cell, key)
    return result


def from_rule(value):
    """A value of a rule, as the module json reads it with decimals for all that isn't an int."""
    if value is None or isinstance(value, bool):
        return Cell(*WORDS[json.dumps(value)])
    if isinstance(value, str):
        return text_cell(value)
    if isinstance(value, list):
        return Cell("array", [from_rule(element) for element in value])
    if isinstance(value, dict):
        return object_cell((key, from_rule(member)) for key, member in value.items())
    return Cell("number", str(value))


def parse(text):
    """The root of a document; ValueError where the text is no JSON."""
    position = 0

    def next_token():
        nonlocal position
        match = TOKEN.match(text, position)
        if not match:
            raise ValueError(f"no JSON at {position}")
        position = match.end()
        return match[1]

    def read(token):
        if token in WORDS:
            return Cell(*WORDS[token])
        if token[0] == '"':
            return text_cell(json.loads(token))
        if token in "[{":
            return read_children(Cell("array" if token == "[" else "object", []))
        if token in "]}:,":
            raise ValueError(f"no value before {position}")
        return Cell("number", token)

    def read_children(cell):
        end = "]" if cell.kind == "array" else "}"
        token = next_token()
        while token != end or cell.content:
            key = None
            if cell.kind == "object":
                key = json.loads(token) if token[0] == '"' else None
                if key is None or next_token() != ":":
                    raise ValueError(f"no key before {position}")
                token = next_token()
            cell.append(read(token), key)
            token = next_token()
            if token == end:
                break
            if token != ",":
                raise ValueError(f"no comma before {position}")
            token = next_token()
        return cell

    root = read(next_token())
    if text[position:].strip(" \t\r\n"):
        raise ValueError(f"more than one value at {position}")
    return root


def write(cell):
    """The document in one line, without blanks."""
    if cell.kind == "number":
        return cell.content if isinstance(cell.content, str) else str(decimal(cell.content))
    if cell.kind == "array":
        return "[" + ",".join(map(write, cell.content)) + "]"
    if cell.kind == "object":
        return "{" + ",".join(f"{quote(child.key)}:{write(child)}" for child in cell.content) + "}"
    return quote(cell.content)


def quote(text):
    return json.dumps(text, ensure_ascii=False)


@functools.lru_cache(maxsize=100_000)
def exact(content):
    """A number's value, of its spelling; or itself, where the contract tells no spelling."""
    return Fraction(content)


def decimal(number):
    """A fraction's plain spelling, without zeros at the end; None if its digits have no end."""
    places, rest = 0, number.denominator
    while rest % 10 == 0 or rest % 2 == 0 or rest % 5 == 0:
        rest //= 10 if rest % 10 == 0 else 2 if rest % 2 == 0 else 5
        places += 1
    if rest != 1:
        return None
    digits = str(abs(number.numerator) * 10 ** places // number.denominator).rjust(places + 1, "0")
    end = len(digits) - places
    return ("-" if number < 0 else "") + digits[:end] + ("." + digits[end:] if places else "")


def value(cell, is_ordered=False):
    """What is equal where two cells are: numbers by value, members in any order unless asked."""
    if cell.kind == "number":
        return "number", exact(cell.content)
    if cell.kind == "array":
        return "array", tuple(value(child, is_ordered) for child in cell.content)
    if cell.kind == "object":
        members = [(child.key, value(child, is_ordered)) for child in cell.content]
        return "object", tuple(members if is_ordered else sorted(members, key=lambda pair: pair[0]))
    return cell.kind, cell.content


def difference(expected, found):
    """In what a result isn't the expected one: its values, the order of members, the spelling."""
    if value(expected) != value(found):
        return "values"
    if value(expected, is_ordered=True) != value(found, is_ordered=True):
        return "the order of members"
    for one, other in zip(expected.walk(), found.walk()):
        if one.kind == "number" and isinstance(one.content, str) and one.content != other.content:
            return "the spelling of a number"
    return None
