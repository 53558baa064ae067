"""Templates: texts with fields in braces, of `compose` and of `fill`."""

import functools
import re

from document import Cell, check_all_names, from_rule, object_cell, text_cell
from outcome import Fail, Faults, Unsure
from paths import path

FIELD = re.compile(r"\{\{|\}\}|\{((?:'(?:[^'\\]|\\.)*'|[^}'])*)\}")


class Missing(Exception):
    """A field that isn't there: "If one is missing nothing happens"."""


@functools.lru_cache(maxsize=1_000)
def parts(template):
    """The texts and the paths that a template consists of."""
    result, end = [], 0
    for match in FIELD.finditer(template):
        result.append(template[end:match.start()])
        result.append(path(match[1]) if match[1] is not None else match[0][0])
        end = match.end()
    result.append(template[end:])
    return [part for part in result if part != ""]


def fields(template, scope, root):
    """The parts with the cell of each field in place of its path."""
    return look_at_each(lambda part: part if isinstance(part, str) else field(part, scope, root),
                        parts(template))


def field(query, scope, root):
    found = query.matches(scope, root)
    if not found:
        raise Missing
    if len(found) > 1:
        raise Unsure("a field with several matches")
    return found[0]


def composed(template, scope, root):
    """The text of a template; "numbers and booleans as they are spelled"."""
    text = ""
    for part in fields(template, scope, root):
        if isinstance(part, str):
            text += part
        elif part.kind in ("null", "array", "object"):
            raise Fail("wrong-type")
        elif part.kind == "boolean":
            text += "true" if part.content else "false"
        elif isinstance(part.content, str):
            text += part.content
        else:
            raise Unsure("a number whose spelling isn't told")
    return text


def filled(given, scope, root):
    """A value of which the texts are templates: "any JSON in which texts hold fields"."""
    if isinstance(given, str):
        only = parts(given)
        # "a text that is nothing but one field is that value as it is, of whatever type"
        if len(only) == 1 and not isinstance(only[0], str):
            found = field(only[0], scope, root)
            check_all_names(found)
            return found.copy()
        return text_cell(composed(given, scope, root))
    if isinstance(given, list):
        return Cell("array", look_at_each(lambda each: filled(each, scope, root), given))
    if isinstance(given, dict):
        values = look_at_each(lambda each: filled(each, scope, root), given.values())
        return object_cell(zip(given, values))
    return from_rule(given)


def look_at_each(function, items):
    """A field that is missing anywhere goes before one of a wrong type, so all are looked at."""
    faults, result, is_missing = Faults(), [], False
    for item in items:
        try:
            with faults:
                result.append(function(item))
        except Missing:
            is_missing = True
    if is_missing and "duplicate-key" in faults.kinds:
        raise Unsure("one field is missing, another one is there twice")
    if is_missing:
        raise Missing
    faults.stop_if_any()
    return result
