"""What happens when: scopes, conditions, blocks and choices, and the rules one after the other."""

import verbs_convert  # noqa: F401  Each of these modules registers its verbs.
import verbs_keys  # noqa: F401
import verbs_lists  # noqa: F401
import verbs_texts  # noqa: F401
import verbs_transfers  # noqa: F401
import verbs_values  # noqa: F401
from conditions import condition
from document import value
from job import VERBS, Job, listed
from outcome import Fail, Unsure
from paths import path

BLOCKS = ("rules", "choose", "migrate")


class Notes:
    """What is noted while rules run: which verbs had an effect, and whether an order was open."""

    def __init__(self, is_backwards=False):
        self.effects, self.is_order_open, self.is_backwards = set(), False, is_backwards
        # In how many documents the present one is nested.
        self.depth = 0


class Run:
    """Rules at work on one document; `$` is its root."""

    def __init__(self, root, now, notes, is_part=False):
        self.root, self.now, self.notes, self.is_part = root, now, notes, is_part
        # What does the work of `migrate`, which only the format knows.
        self.migrate_nested = None
        # Where rules keep what goes.
        self.stash = None
        # Whether the inverse of a rule is at work.
        self.is_undoing = False
        # The scopes of the blocks around that have their turn later.
        self.waiting = set()

    def run_all(self, rules, scope):
        for rule in rules:
            # Where a rule has taken the scope away, there is none for those behind it.
            if not scope.is_inside(self.root):
                return
            self.run(rule, scope)

    def run(self, rule, scope):
        name = verb_of(rule)
        scopes = self.scopes(rule, scope)
        before = value(self.root, is_ordered=True)
        if name == "rules":
            self.run_block({scope: rule["rules"] for scope in scopes})
        elif name == "choose":
            self.run_block({scope: self.choice(rule, scope) for scope in scopes})
        elif name == "migrate":
            self.migrate_nested(Job(name, rule, scopes, self))
        elif self.stash and "stash" in rule:
            self.run_and_keep(name, rule, scopes)
        else:
            try:
                VERBS[name](Job(name, rule, scopes, self))
            except Fail:
                # To refuse documents is what this verb is for.
                self.notes.effects.update({"require"} & {name})
                raise
        if value(self.root, is_ordered=True) != before:
            self.notes.effects.add(name)

    def run_and_keep(self, name, rule, scopes):
        """Keeps what the rule takes, and then runs it."""
        kept = [(scope, self.stash.take(rule, name, scope, self.root)) for scope in scopes]
        for scope, pairs in kept:
            self.stash.put(rule, scope, pairs)
        for scope in scopes:
            # "With `stash` the version stays too, and what is kept already."
            stays = [self.stash.name, *(self.stash.version_names if scope is self.root else ())]
            given = [*rule[name], *stays] if name == "keep-only" else rule[name]
            VERBS[name](Job(name, {**rule, name: given}, [scope], self))

    def scopes(self, rule, scope):
        """What `in` leads to, in document order, as far as `when` holds there."""
        found = [scope]
        if "in" in rule:
            matches = {cell for text in listed(rule["in"])
                       for cell in path(text).matches(scope, self.root)}
            found = [cell for cell in self.root.walk() if cell in matches]
        if "when" in rule:
            found = [cell for cell in found if condition(rule["when"])(cell, self.root)]
        return found

    def choice(self, rule, scope):
        """The rules for a scope: "the first that fits, asked before any change; none: nothing"."""
        for choice in rule["choose"]:
            if "when" not in choice or condition(choice["when"])(scope, self.root):
                return choice["rules"]
        return []

    def run_block(self, rules_of):
        """Runs for each scope its rules, one after the other: "a scope inside another scope first",
        the others in document order."""
        order = [cell for cell in self.root.walk_upward() if cell in rules_of]
        around = self.waiting
        for number, scope in enumerate(order):
            self.waiting = around | set(order[number + 1:])
            self.run_all(rules_of[scope], scope)
        self.waiting = around

    def block_order(self, scopes):
        """The turns of scopes on the way back, of which the order isn't told: the document is run a
        second time with the opposite one."""
        self.notes.is_order_open |= len(scopes) > 1
        if self.notes.is_backwards:
            return [cell for cell in reversed(list(self.root.walk())) if cell in scopes]
        return [cell for cell in self.root.walk_upward() if cell in scopes]


def verb_of(rule):
    return next(name for name in (*BLOCKS, *VERBS) if name in rule)
