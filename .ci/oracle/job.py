"""One rule at work on one document: its scopes and options, and what many verbs do alike."""

from document import from_rule
from outcome import Fail, Faults, Unsure
from paths import Place, check_apart, path
from templates import Missing, filled

VERBS = {}


def verb(name):
    """Registers a function that does all of a verb's work for a job."""
    def register(function):
        VERBS[name] = function
        return function

    return register


def verb_on_values(name, keeps_null=True):
    """Registers a function that gives what takes the place of a match, or None for nothing new."""
    def register(function):
        VERBS[name] = lambda job: job.change_each(function, keeps_null)
        return function

    return register


def is_hollow(cell):
    """Whether it is an object with nothing in it but such objects."""
    return cell.kind == "object" and all(map(is_hollow, cell.content))


def listed(given):
    return given if isinstance(given, list) else [given]


class Job:
    def __init__(self, name, rule, scopes, run):
        self.rule, self.given, self.scopes, self.run = rule, rule[name], scopes, run
        self.root = run.root
        self.option = rule.get
        self.if_exists = rule.get("if-exists", "fail")
        self.must_be_there = rule.get("if-missing") == "fail"
        self.faults = Faults()

    def missing(self):
        if self.must_be_there:
            self.faults.add("missing-value")

    def check_home(self, there):
        """Where later rules may have made an object, that need not be in the way of what comes home."""
        if self.run.is_undoing and there and is_hollow(there):
            raise Unsure("an empty object where something comes home")

    def query(self, text, scope):
        """What a path matches; "if-missing asks each scope for one match"."""
        found = []
        with self.faults:
            found = path(text).matches(scope, self.root)
            for cell in found:
                # A wildcard may lead to one of two members of one name, which is then touched.
                if cell.key is not None and cell.parent:
                    cell.parent.member(cell.key)
            if not found:
                self.missing()
        return found

    def matches(self):
        """All matches of the verb's paths in all scopes, once each, an inner one first."""
        found = [cell for scope in self.scopes for text in listed(self.given)
                 for cell in self.query(text, scope)]
        return self.inner_first(dict.fromkeys(found))

    def change_each(self, function, keeps_null=True):
        """Puts what the function makes of each match in its place, all of them or none."""
        for cell in self.matches():
            if cell.kind == "null" and keeps_null:
                continue
            with self.faults:
                new = function(self, cell)
                if new is not None:
                    cell.become(new)
        self.faults.stop_if_any()

    def inner_first(self, cells):
        order = self.order()
        return sorted(cells, key=order.get, reverse=True)

    def order(self):
        """The number of each cell in document order."""
        return {cell: number for number, cell in enumerate(self.root.walk())}

    def one(self, text, scope):
        """The only match of a path or None; "several matches in one scope are a conflict"."""
        found = self.query(text, scope)
        if len(found) > 1:
            raise Fail("conflict")
        return found[0] if found else None

    def target(self, text, scope):
        target = path(text)
        return Place(self.root if target.start == "$" else scope, target.names, text)

    def slots(self, text, scope, must_have_parent):
        """The places that a slot names."""
        slot = path(text)
        if slot.names:
            place = self.target(text, scope)
            if len(place.names) > 1 and must_have_parent:
                raise Fail("missing-value")
            return [place]
        parents = slot.parent.matches(scope, self.root)
        if not parents and must_have_parent:
            raise Fail("missing-value")
        return [Place(parent, [slot.last_name], text) for parent in parents]

    def template(self, given, scope):
        """The value that a rule gives for a scope; None where a field of it is missing."""
        if not self.option("fill"):
            return from_rule(given)
        try:
            return filled(given, scope, self.root)
        except Missing:
            self.missing()
            return None

    def write(self, pairs):
        """Puts each cell to its place: new members in this order, then what is there."""
        check_apart([place for place, _ in pairs])
        for place, cell in pairs:
            if place.found is None:
                place.put(cell)
        there = {place.found: cell for place, cell in pairs if place.found is not None}
        for found in self.inner_first(there):
            found.become(there[found])

    def put_together(self, sources, place, result, is_own_place):
        """Takes the sources away and puts the result, which may be filled later, "where, in the
        document, the first of those sources stood that were in the same object"."""
        beside = [cell for cell in sources if cell.parent is place.base and len(place.names) == 1]
        spot = place.found if is_own_place else min(beside, key=self.order().get, default=None)
        result.key = place.names[-1]
        for cell in sources:
            if cell is not spot:
                cell.remove()
        if spot:
            spot.give_way_to([result])
        else:
            place.put(result)
