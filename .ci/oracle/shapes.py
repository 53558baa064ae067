"""Random documents that are alike: a shape first, then any number of documents of that shape.

Names are few, so that rules collide. One place of a shape mostly holds one sort of value, so that
a rule which takes effect on one document does so on most.
"""

import json

NAMES = ["a", "b", "c", "d", "e"]
ODD_NAMES = ["a.b", "x y", "é", "$ref", "foo_bar", "fooBar", "it's", "*", "0", "k-v", "two_w_s"]

TEXTS = {
    "words": ["Ada Lovelace", "x", "x y z", "foo", "Foo Bar", " pad ", "", "été À", "ÄÖ"],
    "parts": ["a-b", "x-y-z", "1-2", "-", "10x20", "3x4", "v1.2", "a,b,,c", "p/q"],
    "keys": ["k", "l", "m", "n"],
    "numerals": ["1", "12", "1.50", "-3", "0", "1e2", "007", "4.0"],
    "words of JSON": ["true", "false", "null", "[1,2]", '{"k":1.0}', '"t"', "[]", "{", "5"],
    "moments": ["2026-01-02T03:04:05Z", "2024-02-29T00:00:00Z", "1999-12-31T23:59:59.250+01:00",
                "2026-02-30T00:00:00Z", "0001-01-01T00:00:00Z"],
    "days": ["2026-01-02", "2024-02-29", "2023-02-29"],
    "written days": ["02.01.2026 03:04", "29.02.2024 00:00"],
    "states": ["open", "closed", "OPEN", "draft"],
}
NUMBERS = {
    "small": ["0", "1", "2", "3", "4", "5", "10", "1.0", "2.50", "-1", "-0"],
    "odd": ["1e2", "1E+2", "0.5", "12345678901234567890", "-0.0", "1e400", "1.10", "7"],
    "seconds": ["0", "1767323045", "1767323045.5", "-1", "86400", "757382400"],
    "milliseconds": ["1767323045000", "0", "1500"],
}


class Shape:
    """What a place holds: a kind, and with it a pool of values or the shapes below."""

    def __init__(self, kind, detail):
        self.kind, self.detail = kind, detail


def make_name(draw):
    return draw.choice(ODD_NAMES if draw.random() < 0.04 else NAMES)


def make_shape(draw, depth=0, kind="object"):
    if kind == "object":
        count = draw.choice([1, 2, 2, 3]) if depth else draw.choice([3, 4, 5, 6])
        return Shape(kind, {make_name(draw): make_inner(draw, depth + 1) for _ in range(count)})
    if kind == "rows":
        # A table: its elements are objects, and often one of the columns is a key.
        row = make_shape(draw, depth + 1)
        if draw.random() < 0.6:
            row.detail[make_name(draw)] = Shape("text", "keys")
        return Shape("list", row)
    if kind in ("list", "map"):
        return Shape(kind, make_inner(draw, depth + 2))
    return Shape(kind, draw.choice(list({"text": TEXTS, "number": NUMBERS}.get(kind, [None]))))


def make_inner(draw, depth):
    kinds = ["text", "text", "number", "number", "word"]
    if depth < 4:
        kinds += ["object", "object", "list", "list", "rows", "rows", "map"]
    return make_shape(draw, depth, draw.choice(kinds))


def make_document(draw, shape, noise=0.03):
    """A value of the shape, as JSON text; the noise is how often a place holds something else."""
    if draw.random() < noise:
        return draw.choice(["null", "null", '""', "[]", "{}", "0", "true", '"x"', '{"a":1}', "[1]"])
    if shape.kind == "text":
        return json.dumps(draw.choice(TEXTS[shape.detail]), ensure_ascii=False)
    if shape.kind == "number":
        return draw.choice(NUMBERS[shape.detail])
    if shape.kind == "word":
        return draw.choice(["true", "false", "null"])
    if shape.kind == "list":
        count = draw.choice([0, 1, 1, 2, 2, 3])
        return "[" + ",".join(make_document(draw, shape.detail, noise) for _ in range(count)) + "]"
    if shape.kind == "map":
        members = [(name, shape.detail) for name in draw.sample(TEXTS["keys"], draw.randrange(4))]
    else:
        members = [pair for pair in shape.detail.items() if draw.random() > 0.1]
    if draw.random() < 0.1:
        draw.shuffle(members)
    if members and draw.random() < noise / 6:
        members.append(draw.choice(members))  # a duplicate key
    return "{" + ",".join(f"{json.dumps(name, ensure_ascii=False)}:"
                          f"{make_document(draw, member, noise)}" for name, member in members) + "}"
