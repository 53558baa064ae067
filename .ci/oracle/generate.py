"""Random rules that do something: paths are drawn from sample documents, and each rule is tried.

The oracle runs every rule over the samples as it is made; most of those that change nothing are
thrown away, and what comes next is drawn from the samples as the rule left them. So the oracle
decides which rules are made, but never what they are to give: a rule that it takes for a failing
one is kept now and then.
"""

from document import quote
import recipes_structure  # noqa: F401  Each of these modules registers its recipes.
import recipes_values  # noqa: F401
from engine import Notes, Run
from recipes import RECIPES
from outcome import Fail, Unsure
from shapes import NAMES, make_name
from versions import NOW, Format
from writing import Selector, index_of, is_plain, literal, path_of, plain_steps, segment, steps_to


# Verbs that seldom find what they need.
WEIGHTS = {"look-up": 5, "list": 3, "to-object": 5, "convert": 2, "choose": 2, "split": 2}
SIMPLE = [name for name in RECIPES if name not in ("rules", "choose", "migrate")]


class Author:
    """Makes rules for documents like the samples, which it keeps in step with its rules."""

    def __init__(self, draw, samples, verbs, depth=0):
        self.draw, self.samples, self.verbs, self.depth = draw, samples, verbs, depth
        self.nested = {}

    def rules(self, count):
        return [self.rule() for _ in range(count)]

    def rule(self):
        """A rule that changes some sample and, mostly, fails on few of them."""
        for _ in range(30):
            root = self.draw.choice(self.samples)
            rule = self.make(root, root, self.verbs)
            if rule is None:
                continue
            changed, failed, results = self.try_out(rule)
            chance = 1 if changed > failed else 0.3 if changed else 0.03
            if self.draw.random() < chance:
                self.samples = results
                return rule
        return {"set": {self.draw.choice(NAMES): self.value()}}

    def try_out(self, rule):
        changed, failed, results = 0, 0, []
        for root in self.samples:
            copy, notes = root.copy(), Notes()
            try:
                run = Run(copy, NOW, notes)
                run.migrate_nested = self.migrate_nested
                run.run(rule, copy)
                changed += bool(notes.effects)
                results.append(copy)
            except (Fail, Unsure):
                # What refuses some documents has an effect too, as long as it isn't on all.
                changed += 0.5 if "require" in notes.effects else 0
                failed += 1
                results.append(root)
        return changed, failed, results

    def migrate_nested(self, job):
        if job.rule["with"] == ".":
            raise Unsure("the steps aren't all there yet")
        Format([{"from": 1, "to": 2}], nested=self.nested).migrate_nested(job, 2, Notes())

    def nested_format(self, cell):
        """Makes the rules folder of a nested format, for documents like this cell; its name."""
        samples = [cell.copy(), cell.copy()]
        author = Author(self.draw, samples, SIMPLE, self.depth + 1)
        steps = [{"from": version, "to": version + 1, "rules": author.rules(1)}
                 for version in range(1, self.draw.choice([2, 3]))]
        settings = self.draw.choice([None, None, {"version": {"stamp": False, "missing": 1}},
                                     {"version": {"at": "v"}}])
        name = f"nested{len(self.nested) + 1}"
        self.nested[name] = Format(steps, settings)
        return name

    def make(self, root, scope, verbs):
        """A rule for a scope, of one of the verbs; None where nothing in the scope suits it."""
        draw, frame = self.draw, {}
        name = draw.choices(verbs, [WEIGHTS.get(verb, 1) for verb in verbs])[0]
        inner = scope
        in_chance = 0.8 if name in ("rules", "choose") else 0.3
        if draw.random() < in_chance:
            inner = self.pick(scope, ["object", "object", "array"]) or scope
            if inner is not scope:
                frame["in"] = self.query(inner, scope, root)
        if draw.random() < 0.2:
            frame["when"] = self.condition(inner)
        body = RECIPES[name](self, root, inner)
        if not body:
            return None
        if name not in ("rules", "choose", "require", "keep-only") and draw.random() < 0.07:
            frame["if-missing"] = draw.choice(["fail", "fail", "skip"])
        return {**frame, **body}

    # Places of the sample

    def pick(self, scope, kinds=None, needs_names=False):
        """A cell below the scope, of one of the kinds if there is one; None if there is no cell."""
        cells = [cell for cell in scope.walk() if cell is not scope
                 and (not needs_names or is_plain(cell, scope))]
        suited = [cell for cell in cells if kinds and cell.kind in kinds]
        if kinds and not suited and self.draw.random() < 0.9:
            return None
        return self.draw.choice(suited or cells) if cells else None

    def names_in(self, scope):
        return list(dict.fromkeys(child.key for child in scope.children)) \
            if scope.kind == "object" else []

    def name(self, scope=None):
        """A name for something new, which may be there already."""
        taken = self.names_in(scope) if scope else []
        free = [name for name in NAMES + ["f", "g"] if name not in taken]
        if taken and self.draw.random() < 0.4:
            return self.draw.choice(taken)
        return self.draw.choice(free) if free and self.draw.random() < 0.9 else make_name(self.draw)

    # Paths

    def query(self, cell, scope, root):
        """A path that leads to a cell, and perhaps to others that are like it."""
        draw = self.draw
        if draw.random() < 0.15:
            return [self.one_query(cell, scope, root)
                    for cell in (cell, self.pick(scope, [cell.kind]) or cell)]
        return self.one_query(cell, scope, root)

    def one_query(self, cell, scope, root, start=None):
        draw = self.draw
        if cell.key and draw.random() < 0.08:
            return draw.choice("$@") + "." + segment(cell.key, True, descends=True)
        if draw.random() < 0.03:
            return f"{draw.choice('$@')}..[?{self.condition(cell, 1)}]"
        start = start or draw.choice(["", "", "", "", "", "@", "$"])
        steps = steps_to(cell, root if start == "$" else scope)
        steps = [self.selector(step) for step in steps]
        return path_of(steps, start)

    def selector(self, step):
        """A name as it is, mostly; an index mostly as what finds its neighbours too."""
        draw = self.draw
        chance = draw.random()
        if step.key is not None:
            if chance < 0.04:
                return Selector(f"[{quote(step.key)},{literal(draw.choice(NAMES))}]")
            return Selector("[*]") if chance < 0.07 else step.key
        if chance < 0.65:
            return Selector("[*]")
        if chance < 0.8:
            return Selector(f"[?{self.condition(step, 1)}]")
        count, index = len(step.parent.content), index_of(step)
        return Selector("[" + draw.choice([
            f"{index}", f"{index - count}", f"{index}:", f":{index + 1}", f"{index}::-1", "0:2",
            f"::{draw.choice([1, 2, -1, -2])}", f"0,{index}", f"{index},0"]) + "]")

    def plain(self, cell, scope):
        """The path of one place: names, and indexes as they are."""
        return path_of(plain_steps(cell, scope), self.draw.choice(["", "", "", "@"]))

    def one(self, root, scope, kinds=None):
        """A path to one place in the scope, or seldom in the document."""
        if self.draw.random() < 0.06:
            cell = self.pick(root, kinds)
            return cell and path_of(plain_steps(cell, root), "$")
        needs_names = self.draw.random() < 0.8
        cell = self.pick(scope, kinds, needs_names) or self.pick(scope, kinds)
        return cell and self.plain(cell, scope)

    def many(self, root, scope, kinds=None):
        cell = self.pick(scope, kinds)
        return cell and self.query(cell, scope, root)

    def slot(self, root, scope, kinds=None):
        """A member that is there, or a new one in an object that is there, or with new parents."""
        draw = self.draw
        chance = draw.random()
        cell = self.pick(scope, kinds)
        if chance < 0.45 and cell and cell.key:
            if cell.parent is scope:
                return path_of([cell.key])
            return self.one_query(cell.parent, scope, root) + segment(cell.key, True)
        if chance < 0.55 or scope.kind != "object":
            return path_of([self.name(scope), self.name()])
        objects = [cell for cell in scope.walk() if cell.kind == "object"]
        parent = draw.choice(objects)
        if parent is scope:
            return path_of([self.name(scope)])
        return self.one_query(parent, scope, root) + segment(self.name(parent), True)

    def target(self, scope):
        """All plain names, mostly in the scope itself."""
        draw = self.draw
        objects = [cell for cell in scope.walk() if cell.kind == "object" and cell is not scope
                   and is_plain(cell, scope)]
        if objects and draw.random() < 0.3:
            parent = draw.choice(objects)
            return path_of([*plain_steps(parent, scope), self.name(parent)])
        names = [self.name(scope)] + ([self.name()] if draw.random() < 0.15 else [])
        return path_of(names, draw.choice(["", "", "", "@"]))

    # Conditions

    def condition(self, here, depth=0):
        """A condition that mostly holds at this cell."""
        draw = self.draw
        chance = draw.random()
        if depth < 2 and chance < 0.2:
            sign = draw.choice([" && ", " || "])
            return self.condition(here, depth + 1) + sign + self.condition(here, depth + 1)
        cell = self.pick(here)
        if cell is None or draw.random() < 0.05:
            cell = here
        path = path_of(plain_steps(cell, here), "@")
        if chance < 0.3:
            absent = "@." + draw.choice(NAMES)
            return draw.choice([f"!{absent}.z", f"!{absent}", absent, f"empty({absent})"])
        ways = [f"type({path}) == '{cell.kind}'", f"!empty({path})", f"{path} != 7",
                f"type({path}) != '{draw.choice(['string', 'null', 'array'])}'",
                f"!(type({path}) == 'missing')", f"{path} != null"]
        if cell.kind == "number":
            ways += [f"{path} {sign} {number}" for sign in ("<", "<=", ">", ">=", "==", "!=")
                     for number in (draw.choice(["0", "1", "2", "1.0", "5"]),)]
        elif cell.kind == "string":
            text = literal(cell.content)
            ways += [f"{path} == {text}", f"{path} != {text}", f"{path} <= {text}",
                     f"length({path}) >= {len(cell.content)}", f"search({path}, '[a-z]+|[0-9]')",
                     f"match({path}, '.*')", f"match({path}, '[A-Za-z]*')"]
        elif cell.kind in ("array", "object"):
            count = len(cell.content)
            ways += [f"length({path}) == {count}", f"length({path}) < 3", f"{path}[?@]",
                     f"count({path}[*]) >= {count}", f"value({path}[*]) != 1", f"{path}..a"]
        return draw.choice(ways)

    # Values

    def value(self, depth=0):
        draw = self.draw
        chance = draw.random()
        if depth < 2 and chance < 0.2:
            return [self.value(depth + 1) for _ in range(draw.randrange(3))]
        if depth < 2 and chance < 0.4:
            return {make_name(draw): self.value(depth + 1) for _ in range(draw.randrange(3))}
        return draw.choice([None, True, False, 0, 1, 7, -2, 1.0, 2.5, "", "x", "new", "a b", "é"])

    def filled(self, root, scope, depth=0):
        """A value of which the texts are templates."""
        draw = self.draw
        chance = draw.random()
        path = self.one(root, scope, ["string", "number", "boolean"]) or draw.choice(NAMES)
        if depth < 2 and chance < 0.15:
            return [self.filled(root, scope, depth + 1) for _ in range(draw.randrange(3))]
        if depth < 2 and chance < 0.35:
            return {make_name(draw): self.filled(root, scope, depth + 1) for _ in range(2)}
        if chance < 0.6:
            return "{" + (self.one(root, scope) or path) + "}"
        template = draw.choice(["<{%s}>", "{%s}!", "{{{%s}}}", "a{%s}", "{%s}/{%s}"])
        return template.replace("%s", path)

    def maybe(self, rule, chance, **options):
        """Adds options, with `_` for `-` in their names, each with its own chance."""
        for option, choices in options.items():
            if self.draw.random() < chance:
                rule[option.replace("_", "-")] = self.draw.choice(choices)
        return rule
