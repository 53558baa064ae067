"""What rules with `stash` keep in the document, and how that comes home."""

from document import Cell, from_rule, object_cell, value
from job import listed
from outcome import Fail, Unsure
from paths import path


class Stash:
    """The name under which the rules of a format keep things, and the number of each rule."""

    def __init__(self, name, steps, version_places):
        self.name, self.numbers = name, {}
        # "With `stash` the version stays too, and what is kept already."
        self.version_names = {path(text).segments[0][1][0].name for text in version_places}
        for step in steps:
            for number, rule in enumerate(rules_with_stash(step["rules"]), 1):
                self.numbers[id(rule)] = f"{step['to']}.{number}"

    def take(self, rule, verb, scope, root):
        """What the rule will keep of a scope, as pairs of names and values."""
        pairs = []
        if verb == "keep-only":
            stays = {*rule[verb], self.name, *(self.version_names if scope is root else ())}
            return [((child.key,), child.copy()) for child in scope.children
                    if child.key not in stays]
        for text in listed(rule[verb]) if verb == "drop" else rule[verb]:
            found = path(text).matches(scope, root)
            was = [("was", cell.copy()) for cell in found]
            if verb == "drop" and was:
                pairs.append((tuple(path(text).names), was[0][1]))
            elif verb == "set":
                kept = object_cell([*was, ("now", from_rule(rule[verb][text]))])
                pairs.append((tuple(path(text).names), kept))
        return pairs

    def put(self, rule, scope, pairs):
        """Keeps it in the scope."""
        if pairs and scope.kind != "object":
            raise Fail("wrong-type")
        holder = scope.member(self.name) if pairs and scope.kind == "object" else None
        if holder and (holder.kind != "object" or holder.member(self.numbers[id(rule)])):
            raise Unsure("something kept that is kept already")
        for names, cell in pairs:
            base = scope
            for name in (self.name, self.numbers[id(rule)], *names[:-1]):
                inner = base.member(name)
                if inner is None:
                    inner = Cell("object", [])
                    base.append(inner, name)
                base = inner
            base.append(cell, names[-1])

    def bring_home(self, rule, verb, scope):
        """Brings what a rule has kept to where it was."""
        holder = scope.member(self.name) if scope.kind == "object" else None
        kept = holder.member(self.numbers[id(rule)]) if holder else None
        if kept is None:
            return
        if kept.kind != "object" or not kept.content:
            raise Unsure("something else where something was kept")
        if verb != "keep-only":
            check_kept(kept, [path(text).names for text in listed_keys(rule[verb])])
        for cell in list(kept.content):
            there = scope.member(cell.key)
            if verb == "set":
                unset(cell, there)
            elif verb == "keep-only" and there:
                raise Fail("conflict", "no-way-back")
            elif there is None:
                come_home(cell, scope)
            elif there.kind == "object" and not there.content:
                # "unless a member stands there again ... (an empty object is none)"
                there.become(cell)
        kept.remove()
        if not holder.content:
            holder.remove()


def check_kept(kept, places):
    if any(len(names) > 1 for names in places):
        raise Unsure("something kept from a deeper place")
    if any([cell.key] not in places for cell in kept.content):
        raise Unsure("something else beside what was kept")


def listed_keys(given):
    return list(given) if isinstance(given, dict) else listed(given)


def rules_with_stash(rules):
    for rule in rules:
        if "stash" in rule:
            yield rule
        for choice in rule.get("choose", [rule] if "rules" in rule else []):
            yield from rules_with_stash(choice["rules"])


def come_home(cell, scope):
    key = cell.key
    cell.remove()
    scope.append(cell, key)


def unset(cell, there):
    """What was set "comes home if the place still holds what was set"."""
    if cell.member("now") is None:
        raise Unsure("something else where something was kept")
    if there is None or value(there) != value(cell.member("now")):
        return
    was = cell.member("was")
    if was is None:
        there.remove()
    else:
        there.become(was)
