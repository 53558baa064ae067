"""Paths: how they are read, and what they match in a document.

Paths come from the generator, so they are read without looking for mistakes. Filters hold
conditions and conditions hold paths, which is why this module and `conditions` know each other.
"""

import functools
import re

import conditions
from document import Cell
from outcome import Fail, Unsure

# "In the short form a plain segment may hold any character but . [ ] ' \" and white space"
SHORT_NAME = re.compile(r"""[^.\[\]'"\s]+""")
NAME = re.compile(r"[A-Za-z_\x80-\U0010ffff][A-Za-z_0-9\x80-\U0010ffff]*")
INTEGER = re.compile(r"-?[0-9]+")
QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'" r'|"((?:[^"\\]|\\.)*)"')
ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class Cursor:
    """A text and how far it is read."""

    def __init__(self, text):
        self.text, self.position = text, 0

    def take(self, token):
        """Goes on behind the token if it stands here, whatever blanks are before it."""
        start = self.position
        while self.text[start:start + 1].isspace():
            start += 1
        if self.text.startswith(token, start):
            self.position = start + len(token)
            return True
        return False

    def match(self, pattern):
        self.take("")
        match = pattern.match(self.text, self.position)
        if match:
            self.position = match.end()
        return match

    def expect(self, found):
        if not found:
            raise ValueError(f"not understood at {self.position}: {self.text}")
        return found

    def quoted(self):
        """A text in quotes, or None."""
        match = self.match(QUOTED)
        if not match:
            return None
        inner = match[1] if match[1] is not None else match[2]
        return re.sub(r"\\(.)", lambda escape: ESCAPES.get(escape[1], escape[1]), inner)


class Path:
    """A query: `$` or `@`, then segments; each says whether it descends, and its selectors."""

    def __init__(self, start, segments):
        self.start, self.segments = start, segments

    def nodes(self, scope, root):
        """All that it matches, some of it perhaps twice, as RFC 9535 has it."""
        cells = [root if self.start == "$" else scope]
        for descends, selectors in self.segments:
            if descends:
                cells = [below for cell in cells for below in cell.walk()]
            cells = [found for cell in cells for select in selectors
                     for found in select(cell, root)]
        return cells

    def matches(self, scope, root):
        """All that it matches, once each: "A place that is matched twice is changed once"."""
        return list(dict.fromkeys(self.nodes(scope, root)))

    @property
    def last_name(self):
        """The plain name it ends in, which makes it a slot; or None."""
        if not self.segments:
            return None
        descends, selectors = self.segments[-1]
        return None if descends or len(selectors) > 1 else getattr(selectors[0], "name", None)

    @property
    def parent(self):
        return Path(self.start, self.segments[:-1])

    @property
    def names(self):
        """The names, where the path is all plain names; else None."""
        if not self.segments:
            return []
        names, last = self.parent.names, self.last_name
        return None if names is None or last is None else [*names, last]


def by_name(name):
    def select(cell, _):
        found = cell.member(name)
        return [] if found is None else [found]

    select.name = name
    return select


def by_index(index):
    def select(cell, _):
        is_there = cell.kind == "array" and -len(cell.content) <= index < len(cell.content)
        return [cell.content[index]] if is_there else []

    return select


def by_slice(start, end, step):
    def select(cell, _):
        # RFC 9535 means by its bounds what Python does; a step of 0 matches nothing.
        return cell.content[start:end:step] if cell.kind == "array" and step != 0 else []

    return select


def by_wildcard(cell, _):
    return cell.children


def by_filter(condition):
    return lambda cell, root: [child for child in cell.children if condition(child, root)]


@functools.lru_cache(maxsize=10_000)
def path(text):
    """The path that a rule writes; without a start it is in the short form. What undoes a rule has
    paths that are read already."""
    if isinstance(text, Path):
        return text
    cursor = Cursor(text)
    # `$ref` and `@id` are names of the short form, only `$.ref` has a start.
    if text[0] in "$@" and text[1:2] in ("", ".", "["):
        cursor.position = 1
        result = Path(text[0], read_segments(cursor, NAME))
    else:
        if text[0] != "[":
            cursor.text = "." + text
        result = Path("@", read_segments(cursor, SHORT_NAME))
    cursor.expect(cursor.position == len(cursor.text))
    return result


def read_segments(cursor, name):
    segments = []
    while True:
        if cursor.take(".."):
            selectors = read_brackets(cursor) if cursor.take("[") else [read_dotted(cursor, name)]
            segments.append((True, selectors))
        elif cursor.take("."):
            segments.append((False, [read_dotted(cursor, name)]))
        elif cursor.take("["):
            segments.append((False, read_brackets(cursor)))
        else:
            return segments


def read_dotted(cursor, name):
    found = cursor.match(name)
    if found and found[0] != "*":
        return by_name(found[0])
    cursor.expect(found or cursor.take("*"))
    return by_wildcard


def read_brackets(cursor):
    """Selectors up to the closing bracket."""
    selectors = []
    while True:
        quoted = cursor.quoted()
        if quoted is not None:
            selectors.append(by_name(quoted))
        elif cursor.take("*"):
            selectors.append(by_wildcard)
        elif cursor.take("?"):
            selectors.append(by_filter(conditions.read(cursor)))
        else:
            selectors.append(read_index_or_slice(cursor))
        if cursor.take("]"):
            return selectors
        cursor.expect(cursor.take(","))


def read_index_or_slice(cursor):
    bounds = [cursor.match(INTEGER)]
    while cursor.take(":"):
        bounds.append(cursor.match(INTEGER))
    if len(bounds) == 1:
        return by_index(int(cursor.expect(bounds[0])[0]))
    numbers = [int(bound[0]) if bound else None for bound in bounds]
    return by_slice(*numbers, *[None] * (3 - len(numbers)))


class Place:
    """A member that is there or may be made: its nearest parent that is there, and names below."""

    def __init__(self, base, names, text=None):
        """Goes along the names as far as there is something; the text is the path in the rule."""
        while len(names) > 1 and base.member(names[0]) is not None:
            base, names = base.member(names[0]), names[1:]
        # "a parent that exists and is no object is a wrong type"
        if base.kind != "object":
            raise Fail("wrong-type")
        self.base, self.names, self.text = base, tuple(names), text
        self.found = base.member(names[0]) if len(names) == 1 else None

    @property
    def identity(self):
        return self.base, self.names

    def put(self, cell):
        """Makes the member, last in its object, and the parents that are missing."""
        base = self.base
        for name in self.names[:-1]:
            if base.member(name) is None:
                base.append(Cell("object", []), name)
            base = base.member(name)
        if base.kind != "object" or base.member(self.names[-1]) is not None:
            raise Unsure("a place that something else was put to meanwhile")
        base.append(cell, self.names[-1])


def way(base, names):
    """What is there along the names, the last of them aside."""
    for name in names[:-1]:
        base = base.member(name)
        if base is None:
            return
        yield base


def check_apart(places):
    """Of two places to be made, one inside the other, the contract doesn't speak; nor of the order
    in which several scopes make members of one object for one path."""
    names = {}
    for place in places:
        if place.found is None:
            others = names.setdefault((place.base, place.text), place.names)
            if others != place.names:
                raise Unsure("several scopes that make members of one object")
    made = {place.identity for place in places if place.found is None}
    for base, names in made:
        if any((base, names[:end]) in made for end in range(1, len(names))):
            raise Unsure("a place to be made inside another")
