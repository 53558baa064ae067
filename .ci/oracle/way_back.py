"""Going back: steps are undone from the last to the first, and so are the rules in them."""

import re

from document import value
from engine import Notes, Run, verb_of
from inverse import Lossy, way_back
from job import listed
from looks import (changed_names, frame_texts, is_about_scope, looks_at_all, names_in, own_filters,
                   own_paths)
from outcome import Fail, Unsure
from paths import path


def go_back(run, steps, root, version_names, refused=None):
    """Undoes steps; "before anything is changed" it fails if one of their rules has no way back.

    Where `refused` is given it has the rules that the command takes for such; the contract may
    leave it open."""
    for step in steps:
        for rule in [] if "undo" in step else step["rules"]:
            if is_refused(rule, version_names, refused):
                raise Fail("no-way-back")
    if any((changed_names(rule) | names_in(frame_texts(rule))) & version_names
           for step in steps for rule in step["rules"]):
        raise Unsure("going back over a rule that may look at the version or take it along")
    for step in reversed(steps):
        if "undo" in step:
            run.run_all(step["undo"], root)
        else:
            Undo(run).undo_all(step["rules"], root)


def is_refused(rule, version_names, refused):
    if refused is not None:
        return any(rule is other for other in refused)
    found = verdict(rule, version_names)
    if found is None:
        raise Unsure("a rule that may have no way back")
    return not found


def verdict(rule, version_names):
    """Whether a rule has a way back, or None where the contract leaves that open; also of one that
    looks at the version, which isn't the old one on the way back."""
    if "undo" in rule:
        return True
    name = verb_of(rule)
    if "stash" in rule:
        # A filter or a path to any depth may look at what is kept, and so may one of several.
        is_open = re.search(r"\?|\.\.", str(rule.get("in", ""))) \
            or name == "keep-only" and isinstance(rule.get("in"), list)
        return None if is_open else True
    if name == "rules":
        verdicts = [verdict(inner, version_names) for inner in rule["rules"]]
        looks = names_in(frame_texts(rule)) & (changed_names(rule) | version_names) \
            or looks_at_all(listed(rule.get("when", [])), listed(rule.get("in", []))) \
            or "?" in str(rule.get("in", "")) or is_about_scope(rule) \
            or frame_texts(rule) and "keep-only" in str(rule)
        return False if False in verdicts else None if None in verdicts or looks else True
    try:
        way = way_back(rule, name)
        looks = names_in([*frame_texts(rule), *own_filters(rule, name)]) & version_names
        return None if way.doubt or looks and name != "require" else True
    except Lossy:
        return False
    except Unsure:
        return None


class Undo:
    """Rules on their way back over one document."""

    def __init__(self, run):
        self.run = run

    def undo_all(self, rules, scope):
        for rule in reversed(rules):
            if scope.is_inside(self.run.root):
                self.undo(rule, scope)

    def undo(self, rule, scope):
        run, name = self.run, verb_of(rule)
        if "undo" in rule:
            # "`undo` runs in the scopes of its rule's `in`, without its `when`"
            scopes = run.scopes({key: rule[key] for key in ["in"] if key in rule}, scope)
            run.run_block({inner: rule["undo"] for inner in scopes})
        elif name == "rules":
            self.undo_block(rule, scope)
        elif "stash" in rule:
            # "the condition of the rule isn't asked: where something is kept, the rule has acted"
            for inner in run.scopes({key: rule[key] for key in ["in"] if key in rule}, scope):
                run.stash.bring_home(rule, name, inner)
        else:
            self.run_inverse(rule, name, scope)

    def undo_block(self, rule, scope):
        run = self.run
        before, where = value(run.root), numbers_to(scope)
        for inner in run.block_order({inner: () for inner in run.scopes(rule, scope)}):
            self.undo_all(rule["rules"], inner)
        # What an `undo` gives needn't become the same again, nor does a document without a stash.
        is_free = re.search("'(undo|stash)'", str(rule))
        if is_wide(rule, "rules") and not is_free and self.run_again(rule, where) != before:
            raise Unsure("a document that a block with several paths can't have made")

    def run_inverse(self, rule, name, scope):
        run, way = self.run, way_back(rule, name)
        if way.doubt:
            raise Unsure("going back over a rule that may have no way back: " + way.doubt)
        frame = {key: rule[key] for key in ("in", "when") if key in rule}
        if rule.get("if-missing") == "fail":
            raise Unsure("`if-missing` on the way back")
        before = value(run.root)
        where = numbers_to(scope)
        try:
            if name == "nest":
                check_nest(rule, run.scopes(frame, scope))
            run.is_undoing = True
            # What is outside of the scopes goes back once, however many of them there are.
            is_outside = any(text.startswith("$") for text in own_paths(rule, name))
            for rules in [[one] for one in way.rules] if is_outside else [way.rules]:
                is_framed = len(rules) != 1 or {"in", "when"} & {*rules[0]}
                run.run({**frame, **({"rules": rules} if is_framed else rules[0])}, scope)
        except Fail as failure:
            # Which of the two it is, the contract doesn't say.
            raise Fail("no-way-back", *failure.kinds) from None
        finally:
            run.is_undoing = False
        if (way.is_checked or is_wide(rule, name)) and self.run_again(rule, where) != before:
            if not way.is_checked:
                raise Unsure("a document that a rule with several paths can't have made")
            raise Fail("no-way-back")

    def run_again(self, rule, where):
        """What the rule makes of the document as it is now."""
        copy = self.run.root.copy()
        scope, notes = copy, Notes(is_backwards=self.run.notes.is_backwards)
        for number in where:
            scope = scope.content[number]
        try:
            Run(copy, self.run.now, notes).run(rule, scope)
        except Fail:
            return None
        self.run.notes.is_order_open |= notes.is_order_open
        return value(copy)


def is_wide(rule, name):
    """Whether a rule has several paths or pairs, or scopes that may be the same."""
    return len(own_paths(rule, name)) > 1 + (name in ("move", "copy")) \
        or any(re.search("[,:]|[.][.]", text) for text in own_paths(rule, name)) \
        or not re.fullmatch(r"[@$.]*\w[\w.]*(\[[\d*]+\][\w.]*)*", str(rule.get("in", "a")))


def check_nest(rule, scopes):
    for scope in scopes:
        if scope.kind != "object":
            raise Unsure("something else where a nest has put an object")
        under = scope.member(path(rule["under"]).names[0])
        names = {child.key for child in scope.content}
        if under and under.kind != "object" or names & {*rule["nest"]}:
            raise Unsure("a document that nest can't have made")


def numbers_to(cell):
    """Where a cell is: the number of each of its ancestors among its siblings, and its own."""
    numbers = []
    while cell.parent is not None:
        numbers.insert(0, next(i for i, one in enumerate(cell.parent.content) if one is cell))
        cell = cell.parent
    return numbers
