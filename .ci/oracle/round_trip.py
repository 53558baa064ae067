"""What holds of documents that went there and back, whatever their rules are."""

import re

from document import parse, value
from engine import verb_of
from inverse import INVERSES, Lossy
from looks import names_in, texts_in
from outcome import Fail, Unsure
from paths import path

MOMENTS = ("iso8601", "date", "seconds", "form")


def all_rules(rules):
    """Rules, and those in blocks."""
    for rule in rules:
        yield rule
        if "rules" in rule:
            yield from all_rules(rule["rules"])


def rules_of(case):
    return [rule for step in case.steps for rule in all_rules(step["rules"])]


def has_undo(case):
    return any("undo" in rule for rule in [*case.steps, *rules_of(case)])


def is_tried_again(case, is_result):
    """Whether the way there is to give the document that went back."""
    if has_undo(case) or case.format.places and not case.format.is_stamped:
        return False
    return is_result or all(is_checked(rule) for step in case.steps for rule in step["rules"])


def tells_version(case, text):
    """Whether a document has a version, so that the way back has none to add."""
    root = parse(text)
    return not case.format.places or any(path(at).matches(root, root) for at in case.format.places)


def is_checked(rule):
    """Whether the rule is run again on the way back, to see whether it gives what there was."""
    try:
        return "stash" not in rule and "if-missing" not in rule \
            and INVERSES[verb_of(rule)](rule).is_checked
    except (KeyError, Lossy, Unsure):
        return False


def version_of(case, text):
    """The version of a document, where it tells one, and is none of many."""
    try:
        if "each" not in case.format.settings:
            return case.format.read_version(parse(text))
    except (Fail, Unsure):
        pass
    return None


def made_names(rule):
    """The names that old documents are to keep to the rule."""
    name = verb_of(rule)
    if name == "rename":
        return set(rule[name].values())
    if name in ("move", "copy"):
        return names_in(rule[name].values())
    if name in ("compose", "add-default", "append", "set"):
        return {path(text).last_name for text in rule[name]} | names_in(
            text for text in rule[name] if path(text).names)
    if name in ("nest", "look-up", "join", "split", "to-list", "to-object"):
        return names_in(text for key in ("under", "into", "key", "value") if key in rule
                        for text in texts_in(rule[key]))
    return set()


def keeps_to_itself(case, old):
    """Whether an old document has nothing that the rules make, as far as that is easily told."""
    root, rules = parse(old), rules_of(case)
    if len(rules) > 1 and any(makes_parents(rule) for rule in rules):
        return False
    verbs = {verb_of(rule) for rule in rules}
    if {"convert", "scale"} <= verbs:
        # A number in text that isn't spelled as scale does.
        return False
    keys = {cell.key for cell in root.walk() if cell.key is not None}
    for rule in rules:
        name = verb_of(rule)
        if keys & made_names(rule):
            return False
        if name == "convert" and re.search("|".join(MOMENTS), str(rule)):
            return False
        if name == "convert" and any(cell.content == "null" for cell in root.walk()):
            return False
        if name == "join" and any(cell.kind == "string" and rule["with"] in cell.content
                                  for cell in root.walk()):
            return False
        if name == "rename-keys" and any(not is_spelled(rule, key) for key in keys):
            return False
    return True


def makes_parents(rule):
    """Whether parents that it makes may stay, which an earlier rule takes for its own."""
    given = rule[verb_of(rule)]
    targets = [*texts_in([rule.get("into", []), rule.get("under", [])])]
    if isinstance(given, dict) and verb_of(rule) != "rename":
        targets += [*given, *(text for text in given.values() if isinstance(text, str))]
    return any("." in text.removeprefix("@.").removeprefix("$.") for text in targets)


def is_spelled(rule, key):
    """Whether a key is one of the old way, that comes back by the opposite rule."""
    source = rule.get("case", "").partition("-to-")[0]
    return re.fullmatch({"snake": "[a-z]+(_[a-z]+)*", "kebab": "[a-z]+(-[a-z]+)*",
                         "camel": "[a-z]+([A-Z][a-z]+)*"}.get(source, "(?!)"), key) is not None


def is_same(case, one, other):
    """Whether two documents are the same but for the version, order, and parents that stay."""
    one, other = parse(one), parse(other)
    for root in (one, other):
        take_version(case, root)
    if value(one) == value(other):
        return True
    for root in (one, other):
        prune(root)
    return value(one) == value(other)


def take_version(case, root):
    each = case.format.settings.get("each")
    try:
        for cell in path(each).matches(root, root) if each else [root]:
            for text in case.format.places:
                for found in path(text).matches(cell, cell):
                    found.remove()
    except Fail:
        pass


def prune(root):
    """Takes away empty objects: "parents that were created stay"."""
    for cell in list(root.walk_upward()):
        if cell.kind == "object" and not cell.content and cell.parent \
                and cell.parent.kind == "object":
            cell.remove()


