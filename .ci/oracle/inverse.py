"""How a rule goes back: the rules that undo it, by the contract's list in "Going back".

What undoes a rule is written in the rule language again, as the rule reference has it, with paths
in place of their texts. Where the contract doesn't tell whether a rule goes back, the way says why
not; the command may then do either.
"""

import re

from document import from_rule, value
from job import listed
from looks import doubt, looks_at_own, names_in
from outcome import Unsure
from paths import Path, by_index, by_name, path

# "everything with" one of these; `take` and `pattern` are meant where they lose something.
LOSING = ["if-exists", "if-null", "if-array", "if-short", "trim", "unless-present", "generate",
          "pattern", "fill", "if-empty", "ignore-case"]
DEFAULTS = {"if-exists": "fail", "if-null": "keep", "if-empty": "keep", "if-array": "wrap",
            "if-short": "fail"}
LOSSY_VERBS = ["drop", "keep-only", "set", "unnest", "concat", "text", "choose", "migrate"]

INVERSES = {}


class Lossy(Exception):
    """The rule has no way back."""


class Way:
    """The rules that undo a rule, and whether it is run again to see that they did; and what makes
    it doubtful that it goes back at all."""

    def __init__(self, rules, is_checked=False, doubt=None):
        self.rules, self.is_checked, self.doubt = rules, is_checked, doubt


def inverse(verb, is_checked=False):
    def register(function):
        def make(rule):
            return Way(function(rule), is_checked)

        INVERSES[verb] = make
        return make

    return register


def way_back(rule, verb):
    """How a rule with one of the plain verbs goes back; Lossy, or Unsure, where it doesn't."""
    check_options(rule, verb)
    if verb in LOSSY_VERBS:
        raise Lossy
    way = INVERSES[verb](rule)
    if looks_at_own(rule, verb):
        raise Lossy
    way.doubt = way.doubt or doubt(rule, verb)
    return way


def check_options(rule, verb):
    for option in LOSING + ["take"] * (verb == "unwrap"):
        if option in rule:
            if rule[option] == DEFAULTS.get(option):
                raise Unsure("an option that loses something, with its default")
            raise Lossy


def beside(query, name):
    """The path of another member of the same object."""
    return Path(query.start, [*query.segments[:-1], (False, [by_name(name)])])


def slot(text):
    found = path(text)
    if found.last_name is None:
        raise Unsure("a way back for a path that doesn't end in a name")
    return found


@inverse("rename")
def rename(rule):
    pairs = [(slot(text), name) for text, name in rule["rename"].items()]
    if len(pairs) > 1:
        names = [source.last_name for source, _ in pairs]
        news = [name for _, name in pairs]
        is_swap = sorted(names) == sorted(news) and len(set(names)) == len(names)
        if not is_swap and len({*names, *news}) < 2 * len(pairs):
            raise Unsure("the way back of two pairs that name the same")
        through = {name for text in rule["rename"] for name in names_in([text])} - {*names}
        if through & {*names, *news} or len({str(text).count(".") for text in rule["rename"]}) > 1:
            raise Unsure("the way back of a pair that leads through another one")
    return [{"rename": {beside(source, name): source.last_name for source, name in pairs}}]


@inverse("move")
def move(rule):
    for text in rule["move"]:
        if not path(text).names:
            raise Unsure("a way back into an array")
    if len(set(rule["move"].values())) < len(rule["move"]):
        raise Unsure("two pairs that come to one place")
    return [{"move": {path(target): path(source) for source, target in rule["move"].items()}}]


@inverse("nest")
def nest(rule):
    under = path(rule["under"])
    if under.start != "@" or len(under.names) > 1 or under.names[0] in rule["nest"]:
        raise Unsure("the way back of a nest into a deeper object, or one of its own")
    names = ",".join("'" + re.sub(r"(['\\])", r"\\\1", name) + "'" for name in rule["nest"])
    place = "@['" + re.sub(r"(['\\])", r"\\\1", under.names[0]) + "']"
    whole = f"count({place}[*]) > 0 && count({place}[*]) == count({place}[{names}])"
    return [{"unnest": under, "when": f"type({place}) == 'object' && {whole}"},
            {"move": {Path("@", [*under.segments, (False, [by_name(name)])]):
                      Path("@", [(False, [by_name(name)])]) for name in rule["nest"]}}]


@inverse("scale")
def scale(rule):
    if "round" in rule:
        raise Lossy
    given = rule["scale"]
    rules = [{"scale": given, "add": -rule["add"]}] if "add" in rule else []
    factors = {"by": rule.get("divide-by"), "divide-by": rule.get("by")}
    factors = {key: factor for key, factor in factors.items() if factor is not None}
    return rules + ([{"scale": given, **factors}] if factors else [])


@inverse("wrap")
def wrap(rule):
    return [{"unwrap": rule["wrap"], **chosen(rule, "under")}]


@inverse("unwrap")
def unwrap(rule):
    return [{"wrap": rule["unwrap"], **chosen(rule, "under")}]


@inverse("to-list")
def to_list(rule):
    return [{"to-object": rule["to-list"], **chosen(rule, "key", "value", "pairs")}]


@inverse("to-object")
def to_object(rule):
    return [{"to-list": rule["to-object"], **chosen(rule, "key", "value", "pairs")}]


@inverse("list")
def change_list(rule):
    if rule["do"] != ["reverse"]:
        if set(map(str, rule["do"])) == {"reverse"}:
            raise Unsure("a list that is turned round twice")
        raise Lossy
    return [rule_without_frame(rule)]


@inverse("require")
def require(_):
    return []


@inverse("map-values")
def map_values(rule):
    """Only "a one-to-one map-values whose `otherwise` is `fail` and that makes no null"."""
    otherwise = rule.get("otherwise", "fail")
    cases = rule.get("cases") or [{"is": key, "becomes": new}
                                  for key, new in rule["table"].items()]
    if isinstance(otherwise, dict) or any("is" not in case or "drop" in case for case in cases):
        raise Lossy
    olds = [value(from_rule(case["is"])) for case in cases]
    news = [value(from_rule(case["becomes"])) for case in cases]
    if len(set(olds)) < len(olds):
        raise Unsure("the way back of two cases for one value")
    if len(set(news)) < len(news):
        raise Lossy
    if otherwise == "keep" or ("null", None) in news or ("null", None) in olds:
        raise Unsure("the way back of values that stay, or of null")
    return [{"map-values": rule["map-values"], "cases": [
        {"is": case["becomes"], "becomes": case["is"]} for case in cases]}]


@inverse("convert")
def convert(rule):
    if "from" not in rule or rule.get("otherwise") == "keep":
        raise Unsure("the way back of a conversion that doesn't say all")
    if rule["to"] == "boolean" and rule["from"] in ("number", "integer"):
        raise Lossy
    back = {"convert": rule["convert"], "from": rule["to"], "to": rule["from"]}
    # "`convert` from `json-text` refuses null (`"null"` and null)"
    is_text = rule["from"] == "json-text"
    return [{"in": rule["convert"], "require": "@ != null"}, back] if is_text else [back]


@inverse("rename-keys", is_checked=True)
def rename_keys(rule):
    source, _, target = rule["case"].partition("-to-")
    return [{"rename-keys": rule["rename-keys"], "case": f"{target}-to-{source}"}]


@inverse("add-default", is_checked=True)
def add_default(rule):
    return [{"drop": [slot(text) for text in rule["add-default"]]}]


@inverse("copy", is_checked=True)
def copy(rule):
    return [{"drop": list(rule["copy"].values())}]


@inverse("look-up", is_checked=True)
def look_up(rule):
    return [{"drop": rule["into"]}]


@inverse("compose", is_checked=True)
def compose(rule):
    for text, template in rule["compose"].items():
        if names_in([text]) & names_in(re.findall(r"\{([^{}]*)\}", template)):
            raise Unsure("the way back of a text that replaces one of its fields")
    return [{"drop": [slot(text) for text in rule["compose"]]}]


@inverse("append", is_checked=True)
def append(rule):
    """`append` refuses "an array that it may have made"."""
    slots = [slot(text) for text in rule["append"]]
    last = [Path(query.start, [*query.segments, (False, [by_index(-1)])]) for query in slots]
    return [{"in": slots, "require": "length(@) != 1"}, {"drop": last}]


@inverse("split", is_checked=True)
def split(rule):
    if "into" not in rule:
        return [{"join": rule["split"], "with": rule["by"]}]
    if isinstance(rule["split"], list):
        raise Unsure("the way back of several texts that are split")
    source = slot(rule["split"])
    parts = [Path("@", [(False, [by_name(name)])]) for name in rule["into"]]
    return [{"in": source.parent, "join": parts, "with": rule["by"],
             "into": Path("@", [(False, [by_name(source.last_name)])])}]


@inverse("join", is_checked=True)
def join(rule):
    """`join` of one array refuses "the empty text"."""
    if not rule["with"]:
        raise Unsure("the way back of parts with nothing between")
    if "into" not in rule:
        return [{"in": rule["join"], "require": "@ != ''"},
                {"split": rule["join"], "by": rule["with"]}]
    sources, into = [path(text) for text in listed(rule["join"])], path(rule["into"])
    if any(source.start != "@" or len(source.names or []) != 1 for source in [*sources, into]):
        raise Unsure("the way back of parts that stood in several objects")
    return [{"split": into, "by": rule["with"], "rest": "fail",
             "into": [source.last_name for source in sources]}]


def chosen(rule, *options):
    return {option: rule[option] for option in options if option in rule}


def rule_without_frame(rule):
    return {key: part for key, part in rule.items() if key not in ("in", "when", "if-missing")}
