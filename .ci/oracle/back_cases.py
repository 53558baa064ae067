"""Random rules folders for going back: rules most of which have a way back, or are given one."""

from cases import Case
from document import from_rule, parse, value, write
from engine import BLOCKS, verb_of
from generate import Author
from inverse import LOSING
from job import listed
from paths import path
from recipes import RECIPES
from shapes import NAMES, make_name
from stash import rules_with_stash
from versions import Format

STASH = "_old"
# Verbs that lose something are there too, but the fewer of them, the more can be gone back over.
SELDOM = ["drop", "keep-only", "set", "unnest", "concat", "text", "choose", "migrate"]
VERBS = [verb for verb in RECIPES if verb not in SELDOM] * 3 + SELDOM + ["rules"] * 6
# What no rule names, with spellings of its own that are to come through.
UNTOUCHED = '"zz": [ 1.0 , "\\u00e9\\/" ,{ "q" :1E2 } ]'
PARTS = ["null", "true", "0", "1", "2.50", '""', '"x"', '"a-b"', '"x y"', '"new"', "[]", "{}",
         '["x"]', "[1]", '[{"a":1}]', '{"a":1}', '{"k":{"b":"x"}}', '"true"', '"1.50"', '"null"']


class BackAuthor(Author):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        # Names that no old document has, in half of the cases.
        self.fresh = iter(f"n{number}" for number in range(1000)) \
            if self.draw.random() < 0.6 else None

    def name(self, scope=None):
        if self.fresh and self.draw.random() < 0.97:
            return next(self.fresh)
        return super().name(scope)

    def condition(self, here, depth=0):
        """Mostly one about the scope, else about the document, which rules in a block may change
        for other scopes."""
        if self.draw.random() < 0.15:
            return super().condition(self.draw.choice(self.samples), 2).replace("@", "$")
        return super().condition(here, depth)

    def target(self, scope):
        if self.draw.random() < 0.05:
            return "$." + next(self.fresh or iter(["g"]))
        return super().target(scope)

    def make(self, root, scope, verbs):
        rule = super().make(root, scope, verbs)
        return rule and tamed(self.draw, rule)


class BackCase(Case):
    author_class = BackAuthor
    counts = [1, 1, 2, 3, 4]

    def __init__(self, draw, verbs):
        super().__init__(draw, verbs)
        named = [version for version in self.versions[:-1] if version in self.format.versions]
        self.target = draw.choice([*named[:1] * 3, *named]) if named else None

    def leave_out(self, rules):
        for step in self.steps:
            step["rules"] = [rule for rule in step["rules"]
                             if all(rule is not other for other in rules)]
        self.format = Format(self.steps, self.settings, self.nested)

    def make_settings(self, author):
        settings = super().make_settings(author)
        if any(rule for step in self.steps for rule in rules_with_stash(step["rules"])):
            settings = {**(settings or {}), "stash": STASH}
        return settings

    def new_documents(self, results):
        """Documents of the newest version: results, some of them edited, and others like them."""
        draw = self.draw
        made = []
        for text in results:
            if text[0] == "{" and draw.random() < 0.3:
                text = text[:-1] + "," * (text != "{}") + UNTOUCHED + "}"
            made.append(text)
        made += [edited(draw, draw.choice(results)) for _ in results[:30]]
        return made + [self.make_document(self.shape) for _ in range(5)]


def tamed(draw, rule):
    """The rule without what has no way back, or with something that takes its place."""
    name = verb_of(rule)
    if draw.random() < 0.01:
        return rule
    if draw.random() < 0.03:
        return {**rule, "undo": make_undo(draw)}
    options = {key: part for key, part in rule.items() if key in ("in", "when", "if-missing")}
    if name in ("drop", "keep-only", "set") and draw.random() < 0.7 and is_plain(rule, name):
        return {**rule, "stash": True}
    if name in SELDOM:
        return {**rule, "undo": make_undo(draw)} if draw.random() < 0.95 else rule
    if name in BLOCKS:
        return rule
    if "when" in options and draw.random() < 0.5:
        del options["when"]
    elif draw.random() < 0.005:
        options["when"] = draw.choice(["@.version == 1", "$.version", "!@.version"])
    options |= {key: part for key, part in rule.items()
                if key not in LOSING and (key != "take" or name == "look-up")}
    if draw.random() < 0.1 and "if-exists" in rule:
        options["if-exists"] = rule["if-exists"]
    return TAMERS.get(name, lambda draw, rule: rule)(draw, options)


def is_plain(rule, name):
    """Whether `stash` takes the paths of a rule."""
    paths = rule[name] if name != "keep-only" else []
    return "fill" not in rule and all(path(text).names and path(text).start == "@"
                                      for text in (paths if isinstance(paths, dict)
                                                   else listed(paths)))


def make_undo(draw):
    name, other = draw.sample(NAMES, 2)
    return draw.choice([[], [{"add-default": {name: None}}], [{"set": {name: 1}}],
                        [{"rename": {name: other}, "if-exists": "keep"}], [{"drop": name}],
                        [{"drop": name}, {"copy": {other: name}}]])


def map_values(draw, rule):
    """One value for each, mostly."""
    cases = rule.pop("cases", None) or [{"is": key, "becomes": new}
                                        for key, new in rule.pop("table").items()]
    cases = [case for case in cases if "is" in case and case.get("becomes") is not None] \
        or [{"is": "open", "becomes": "new"}]
    news = {value(from_rule(case["becomes"])): case for case in cases}
    rule["cases"] = list({value(from_rule(case["is"])): case for case in news.values()}.values())
    rule.pop("otherwise", None)
    return rule


def convert(draw, rule):
    rule.pop("otherwise", None)
    if draw.random() < 0.9:
        rule.pop("expect", None)
    kinds = {"string": "number", "number": "string", "integer": "string", "json-text": "value",
             "value": "json-text", "boolean": "string"}
    if "from" not in rule and isinstance(rule["to"], str):
        rule["from"] = kinds.get(rule["to"], "iso8601")
    return rule


def split(draw, rule):
    return rule if "by" in rule else {**rule, "by": draw.choice(" -x")}


def append(_, rule):
    return {**rule, "append": {slot: "new" if isinstance(given, (str, list, dict)) else given
                               for slot, given in rule["append"].items()}}


def add_default(draw, rule):
    rule = {key: part for key, part in rule.items() if key not in ("as", "first")}
    given = rule["add-default"]
    if isinstance(given, list):
        given = {slot: draw.choice([0, "new", None, [], {}]) for slot in given}
    return {**rule, "add-default": {
        slot: part if "{" not in str(part) else 7 for slot, part in given.items()}}


def scale(_, rule):
    rule = {key: part for key, part in rule.items() if key != "round"}
    return rule if {"by", "divide-by", "add"} & {*rule} else {**rule, "by": 2}


def join(draw, rule):
    """Now and then with a text between that may overlap with itself."""
    return {**rule, "with": "--"} if draw.random() < 0.2 else rule


TAMERS = {
    "map-values": map_values, "convert": convert, "split": split, "append": append,
    "add-default": add_default, "scale": scale, "join": join,
    "list": lambda _, rule: {**rule, "do": ["reverse"]},
    "rename-keys": lambda draw, rule: rule if "case" in rule else {
        **{key: part for key, part in rule.items() if key != "with"},
        "case": draw.choice(["snake-to-camel", "camel-to-snake", "kebab-to-camel"])},
}


def edited(draw, text):
    """A document with a change or two that people could have made to it."""
    root = parse(text)
    for _ in range(draw.choice([1, 1, 1, 2, 3])):
        cell = draw.choice(list(root.walk()))
        chance = draw.random()
        if chance < 0.25 and cell.parent:
            cell.remove()
        elif chance < 0.35 and cell.key is not None and cell.parent:
            name = make_name(draw)
            if all(child.key != name for child in cell.parent.content):
                cell.key = name
        elif chance < 0.65 and cell.children is not None and cell.kind in ("array", "object"):
            name = draw.choice([*NAMES, "f", "g"])
            if cell.kind == "array":
                cell.append(draw.choice(cell.content or [parse("1")]).copy())
            elif all(child.key != name for child in cell.content):
                cell.append(parse(draw.choice(PARTS)), name)
        elif cell.parent:
            cell.become(parse(draw.choice(PARTS)))
    return write(root)


