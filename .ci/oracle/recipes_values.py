"""Random rules of the verbs that write, change and check values."""

from recipes import ARRAY, EXISTS, NUMBER, OBJECT, TEXT, in_place, pairs, recipe
from shapes import TEXTS

PATTERNS = [("a", "-"), ("[a-z]", "<$$>"), ("(.)-(.)", "$2-$1"), ("^v(.*)$", "$1"), ("\\d+", "#"),
            ("\\s", "_"), ("^", ">"), ("$", "<"), ("x|a", ""), ("(x|y)+", "[$1]"), ("\\w+", "W"),
            ("[^a-z]", "."), ("o{2}", "0"), ("[.]", ","), ("(x)?y", "$1!"), ("o*", "."), (".", ".")]
MOMENT_FORMS = {"moments": "iso8601", "days": "date", "seconds": "unix-seconds",
                "milliseconds": "unix-milliseconds",
                "written days": {"form": "dd.MM.yyyy HH:mm", "zone": "+01:00"}}


@recipe("add-default")
def add_default(author, root, scope):
    chance = author.draw.random()
    if chance < 0.15:
        rule = {"add-default": [author.slot(root, scope)], "generate": "position"}
        return author.maybe(rule, 0.4, first=[0, 1, 10])
    if chance < 0.25:
        rule = {"add-default": [author.slot(root, scope)], "generate": "now"}
        return author.maybe(rule, 0.6, **{"as": [*MOMENT_FORMS.values(), "apple-seconds"]})
    return set_or_default("add-default", author, root, scope)


@recipe("set")
def set_values(author, root, scope):
    if author.draw.random() < 0.2:
        path = author.one_query(author.pick(scope) or scope, scope, root)
        return {"set": {path: author.value()}} if path != "@" else None
    return set_or_default("set", author, root, scope)


def set_or_default(verb, author, root, scope):
    if author.draw.random() < 0.3:
        made = pairs(author, lambda: (author.slot(root, scope), author.filled(root, scope)))
        rule = {verb: made, "fill": True}
    else:
        rule = {verb: pairs(author, lambda: (author.slot(root, scope), author.value()))}
    if verb == "add-default" and author.draw.random() < 0.3:
        rule[author.draw.choice(["if-null", "if-empty"])] = "replace"
    return rule


@recipe("append")
def append(author, root, scope):
    if author.draw.random() < 0.3:
        rule = {"append": pairs(author, lambda: (author.slot(root, scope, ARRAY),
                                                 author.filled(root, scope))), "fill": True}
    else:
        rule = {"append": pairs(author, lambda: (author.slot(root, scope, ARRAY), author.value()))}
    return author.maybe(rule, 0.3, unless_present=[True])


@recipe("map-values")
def map_values(author, root, scope):
    draw = author.draw
    kind = draw.choice([TEXT, TEXT, NUMBER, None])
    path = author.many(root, scope, kind)
    if not path:
        return None
    if kind == TEXT and draw.random() < 0.6:
        pool = draw.choice(list(TEXTS.values()))
        table = {text: author.value() for text in draw.sample(pool, min(len(pool), 4))}
        rule = {"map-values": path, "table": table}
    else:
        rule = {"map-values": path, "cases": [case(author) for _ in range(draw.choice([1, 2, 3]))]}
    if draw.random() < 0.85:
        rule["otherwise"] = draw.choice(["keep", "keep", "fail", {"becomes": author.value()},
                                         {"drop": True}])
    has_letters = any(key.isalpha() for key in rule.get("table", ()))
    folded = {key.casefold() for key in rule.get("table", ())}
    if has_letters and len(folded) == len(rule["table"]):
        author.maybe(rule, 0.3, ignore_case=[True])
    return rule


def case(author):
    draw = author.draw
    result = draw.choice([{"becomes": author.value()}, {"becomes": author.value()}, {"drop": True}])
    chance = draw.random()
    if chance < 0.5:
        texts = draw.choice(list(TEXTS.values()))
        return {"is": draw.choice([author.value(), draw.choice(texts), draw.choice([0, 1, 2, 3])]),
                **result}
    low, high = draw.choice([-1, 0, 1, 0.5]), draw.choice([2, 2.5, 10, 100])
    bounds = {draw.choice(["at-least", "above"]): low, draw.choice(["at-most", "below"]): high}
    if chance < 0.75:
        bounds.pop(draw.choice(list(bounds)))
    return {**bounds, **result}


def scale_options(author):
    options = author.maybe({}, 0.6, by=[2, 0.1, 1000, -1, 1.5])
    author.maybe(options, 0.4, divide_by=[2, 8, 1000, 3, 0.3])
    author.maybe(options, 0.3 if options else 1, add=[32, -0.5, 100])
    return author.maybe(options, 0.5, round=[0, 2])


in_place("scale", NUMBER, scale_options)


@recipe("convert")
def convert(author, root, scope):
    draw = author.draw
    if draw.random() < 0.35:
        forms = [*MOMENT_FORMS.values(), "apple-seconds", {"form": "yyyyMMdd"}]
        source, target = draw.sample(forms, 2)
        kinds = NUMBER if isinstance(source, str) and "seconds" in source else TEXT
        rule = {"from": source, "to": target}
        if source == "iso8601" and draw.random() < 0.3:
            rule.pop("from")
    else:
        target, kinds, sources = draw.choice([
            ("string", NUMBER, ["number", "integer"]), ("string", ["boolean"], ["boolean"]),
            ("number", TEXT, ["string"]), ("integer", TEXT, ["string"]),
            ("integer", NUMBER, ["number"]), ("boolean", NUMBER, ["number", "integer"]),
            ("boolean", TEXT, ["string"]), ("json-text", None, ["value"]),
            ("json-text", OBJECT, ["value"]), ("value", TEXT, ["json-text"])])
        rule = author.maybe({"to": target}, 0.3, **{"from": sources})
        author.maybe(rule, 0.15, expect=["string", "number", "array"])
    path = author.many(root, scope, kinds)
    return path and author.maybe({"convert": path, **rule}, 0.5, otherwise=["keep"])


def text_options(author):
    edits = [edit(author.draw) for _ in range(author.draw.choice([1, 1, 2, 3]))]
    options = {"do": edits}
    if any(isinstance(edit, dict) and edit.get("replace", "-").isalpha() for edit in edits):
        author.maybe(options, 0.3, ignore_case=[True])
    return options


def edit(draw):
    pattern, template = draw.choice(PATTERNS)
    made = draw.choice(["trim", "lowercase", "uppercase", "capitalize", {"prefix": "/"},
                        {"suffix": " é"}, {"replace": draw.choice(["a", "x", "-", " ", "oo"]),
                                           "with": draw.choice(["", "b", "aa", "$1"])},
                        {"pattern": pattern, "with": template},
                        {"pattern": pattern, "with": template}])
    if isinstance(made, dict) and "with" in made and draw.random() < 0.3:
        made["times"] = draw.choice([1, 2])
    return made


in_place("text", TEXT, text_options)


@recipe("split")
def split(author, root, scope):
    draw = author.draw
    cell = author.pick(scope, TEXT)
    if not cell or cell.kind != "string":
        return None
    rule = {"split": author.one_query(cell, scope, root)}
    signs = [sign for sign in " -,x/a" if sign in cell.content] or ["-"]
    has_groups = draw.random() < 0.3
    if has_groups:
        rule["pattern"] = draw.choice(
            ["(.)(.*)", "([0-9]+)x([0-9]+)", "([^ ]*) (.*)", "^(.*)-(.*)$"])
    else:
        rule["by"] = draw.choice(signs)
        if rule["by"].isalpha():
            author.maybe(rule, 0.2, ignore_case=[True])
    if draw.random() < 0.7:
        names = list(dict.fromkeys(author.name() for _ in range(8)))
        rule["into"] = names[:2 if has_groups else draw.choice([1, 2, 2, 3])]
        author.maybe(rule, 0.6, if_short=["leave-out", "leave-out", {"becomes": author.value()}])
        author.maybe(rule, 0.6, if_exists=EXISTS)
        if not has_groups:
            author.maybe(rule, 0.2, rest=["fail"])
    return author.maybe(rule, 0.2, trim=[True])


@recipe("join")
def join(author, root, scope):
    draw = author.draw
    glue = draw.choice([" ", "-", "", ", "])
    lists = [cell for cell in scope.walk() if cell.kind == "array" and cell is not scope
             and all(part.kind == "string" for part in cell.content)]
    if lists and draw.random() < 0.4:
        return {"join": author.one_query(draw.choice(lists), scope, root), "with": glue}
    rule = gathered("join", author, root, scope, TEXT)
    return rule and {**rule, "with": glue}


@recipe("concat")
def concat(author, root, scope):
    return gathered("concat", author, root, scope, ARRAY)


def gathered(verb, author, root, scope, kinds):
    sources = [author.one(root, scope, kinds) for _ in range(author.draw.choice([1, 2, 2, 3]))]
    sources = list(dict.fromkeys(source for source in sources if source))
    if not sources:
        return None
    if author.draw.random() < 0.1:
        sources.append("z")
    plain = [source for source in sources if source[0] not in "$@" and "[" not in source]
    is_source = plain and author.draw.random() < 0.3
    into = author.draw.choice(plain) if is_source else author.target(scope)
    return author.maybe({verb: sources, "into": into}, 0.3, if_exists=EXISTS)


@recipe("compose")
def compose(author, root, scope):
    def make_pair():
        fields = [author.one(root, scope, ["string", "number", "boolean"]) for _ in range(2)]
        if None in fields:
            return None
        template = author.draw.choice(["{0}", "<{0}>", "{0}/{1}", "{0}{1} ", "{1}: {0}"])
        text = template.format("{" + fields[0] + "}", "{" + fields[1] + "}")
        return author.slot(root, scope), text + author.draw.choice(["", "", "{{", "}}"])

    made = pairs(author, make_pair)
    return made and author.maybe({"compose": made}, 0.4, if_exists=EXISTS)


@recipe("require")
def require(author, _, scope):
    return {"require": author.condition(scope)}
