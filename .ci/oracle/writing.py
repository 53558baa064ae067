"""How the generator writes paths."""

import re

from paths import NAME, SHORT_NAME


class Selector(str):
    """What stands in brackets, where a name would be a text."""


def steps_to(cell, scope):
    """The cells from the scope down to this one."""
    steps = []
    while cell is not scope:
        steps.insert(0, cell)
        cell = cell.parent
    return steps


def is_plain(cell, scope):
    """Whether names alone lead to it."""
    return all(step.key is not None for step in steps_to(cell, scope))


def plain_steps(cell, scope):
    return [step.key if step.key is not None else Selector(f"[{index_of(step)}]")
            for step in steps_to(cell, scope)]


def index_of(cell):
    return next(index for index, other in enumerate(cell.parent.content) if other is cell)


def segment(name, is_standard, descends=False):
    """A segment for one name, in the standard's notation or the short form's."""
    pattern = NAME if is_standard else SHORT_NAME
    if pattern.fullmatch(name) and name not in "*$@":
        return "." + name
    return "." * descends + "[" + literal(name) + "]"


def literal(text):
    """A text in quotes, as a path or a condition has it."""
    return "'" + re.sub(r"(['\\])", r"\\\1", text) + "'"


def path_of(steps, start=""):
    """A path of names and of selectors in brackets."""
    text = "".join(step if isinstance(step, Selector) else segment(step, is_standard=start != "")
                   for step in steps)
    if start == "" and text[:1] == ".":
        return text[1:]
    return start + text or "@"
