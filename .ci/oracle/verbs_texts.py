"""Verbs on texts: text, split, compose."""

import re

from document import Cell, from_rule, text_cell
from job import verb, verb_on_values
from outcome import Fail, Unsure
from patterns import compiled, expand
from templates import Missing, composed, fields


@verb_on_values("text")
def change_text(job, cell):
    if cell.kind != "string":
        raise Fail("wrong-type")
    text = cell.content
    for edit in job.rule["do"]:
        text = edited(text, edit, job.option("ignore-case", False))
    return text_cell(text)


def edited(text, edit, ignore_case):
    if edit == "capitalize":
        return re.sub(r"\S+", lambda word: capitalized(word[0]), text)
    if isinstance(edit, str):
        return {"trim": text.strip, "lowercase": text.lower, "uppercase": text.upper}[edit]()
    if "prefix" in edit or "suffix" in edit:
        return edit.get("prefix", "") + text + edit.get("suffix", "")
    times = edit.get("times", 0)
    if "pattern" in edit:
        pattern = compiled(edit["pattern"], ignore_case)
        return pattern.sub(lambda match: expand(edit["with"], match), text, count=times)
    pattern = re.compile(re.escape(edit["replace"]), re.IGNORECASE if ignore_case else 0)
    return pattern.sub(lambda _: edit["with"], text, count=times)


def capitalized(word):
    """The first letter or digit in upper case, the others in lower case."""
    start = next((index for index, sign in enumerate(word) if sign.isalnum()), 0)
    return word[:start] + word[start:start + 1].upper() + word[start + 1:].lower()


@verb("split")
def split(job):
    names = job.option("into")
    plans = []
    for cell in job.matches():
        if cell.kind == "null":
            continue
        with job.faults:
            if cell.kind != "string":
                raise Fail("wrong-type")
            if names and (cell.parent is None or cell.parent.kind != "object"):
                # No member: which kind that is, isn't said.
                raise Fail("wrong-type", "invalid-value")
            plans.append((cell, parts_of(job, cell.content, names)))
    if not names:
        job.faults.stop_if_any()
        for cell, parts in plans:
            cell.become(Cell("array", parts))
        return
    named = [(cell, dict(zip(names, parts))) for cell, parts in plans]
    check_names_of_parts(job, named)
    job.faults.stop_if_any()
    for cell, parts in named:
        put_parts(job, cell, parts)


def parts_of(job, text, names):
    """The parts of a text, as many as there are names for, if there are."""
    if_short = job.option("if-short", "fail")
    if "pattern" in job.rule:
        match = compiled(job.rule["pattern"], job.option("ignore-case", False)).fullmatch(text)
        if not match and (if_short == "fail" or not names):
            raise Fail("invalid-value")
        parts = list(match.groups()) if match else []
        if None in parts:
            raise Unsure("a group that took no part")
    else:
        flags = re.IGNORECASE if job.option("ignore-case") else 0
        parts = re.split(re.escape(job.rule["by"]), text, flags=flags)
        if names and len(parts) > len(names):
            if job.option("rest") == "fail":
                raise Fail("invalid-value")
            # "what is too many stays in the last part"
            parts = re.split(re.escape(job.rule["by"]), text, len(names) - 1, flags) \
                if len(names) > 1 else [text]
    if job.option("trim"):
        parts = [part.strip() for part in parts]
    cells = [text_cell(part) for part in parts]
    if names and len(cells) < len(names):
        if if_short == "fail":
            raise Fail("invalid-value")
        if if_short != "leave-out":
            cells += [from_rule(if_short["becomes"]) for _ in names[len(cells):]]
    return cells


def check_names_of_parts(job, named):
    """The targets are "each new name, unless it is itself a source"."""
    sources = [cell for cell, _ in named]
    taken = set()
    for cell, parts in named:
        for name in parts:
            there = cell.parent.member(name)
            if (cell.parent, name) in taken or there and there not in sources:
                if job.if_exists == "fail":
                    job.faults.add("conflict")
                elif (cell.parent, name) in taken:
                    raise Unsure("a name that two sources are split into")
            taken.add((cell.parent, name))


def put_parts(job, cell, parts):
    """The parts stand where the source stood; a member that is there keeps its own place."""
    beside = []
    for name, part in parts.items():
        there = cell.parent.member(name)
        part.key = name
        if there is None or there is cell:
            beside.append(part)
        elif job.if_exists == "overwrite":
            there.give_way_to([part])
    cell.give_way_to(beside)


@verb("compose")
def compose(job):
    pairs = {}
    for text, template in job.given.items():
        for scope in job.scopes:
            with job.faults:
                try:
                    new = text_cell(composed(template, scope, job.root))
                except Missing:
                    job.missing()
                    continue
                except Fail:
                    places = job.slots(text, scope, must_have_parent=False)
                    if all(place.found and job.if_exists == "keep" for place in places):
                        raise Unsure("a text that can't be made, and no place for it") from None
                    raise
                # "a slot that is one of its own fields is replaced"
                own = fields(template, scope, job.root)
                for place in job.slots(text, scope, must_have_parent=False):
                    is_taken = place.found and place.found not in own
                    if (is_taken or place.identity in pairs) and job.if_exists == "fail":
                        raise Fail("conflict")
                    if place.identity in pairs:
                        raise Unsure("two texts for one place")
                    if not is_taken or job.if_exists == "overwrite":
                        pairs[place.identity] = (place, new.copy())
    job.faults.stop_if_any()
    job.write(list(pairs.values()))
