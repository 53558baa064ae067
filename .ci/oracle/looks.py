"""What a rule names, and whether its conditions, filters or scopes may look at what it changes.

Names are read off the texts of a rule, which finds more than it changes. So what names apart is
apart, and of the others the contract's "looks at what the rule changes" may be read in two ways.
"""

import re

from job import listed
from paths import path

TOKEN = re.compile(r"""[^\s.\[\]'"@$()&|!=<>,?*:{}]+""")
BARE = re.compile(r"[@$](?!\.[^.*])|\.\*|\.\.|\[\*")
IN_PLACE = ["map-values", "scale", "convert", "wrap", "unwrap", "list", "to-list", "to-object",
            "rename-keys", "join", "split"]


def texts_in(given):
    """All texts of a value in a rule, keys too."""
    if isinstance(given, str):
        return [given]
    if isinstance(given, dict):
        return [text for pair in given.items() for part in pair for text in texts_in(part)]
    return [text for part in given for text in texts_in(part)] if isinstance(given, list) else []


def names_in(texts):
    return {name for text in texts for name in TOKEN.findall(text)}


def changed_names(rule):
    """Names of all that a rule may change, and more."""
    own = {key: part for key, part in rule.items() if key not in ("in", "when", "message")}
    if "rules" in rule:
        return {name for inner in rule["rules"]
                for name in changed_names(inner) | names_in(frame_texts(inner))}
    return names_in(texts_in(list(own.values())))


def frame_texts(rule):
    return [*listed(rule.get("in", [])), *listed(rule.get("when", []))]


def doubt(rule, verb):
    """Why it may be that its `in`, `when` or filters look at what the rule changes; or None."""
    if verb == "require":
        return None
    conditions = listed(rule.get("when", []))
    paths = [*listed(rule.get("in", [])), *own_paths(rule, verb)]
    filters = [inner for text in paths for inner in filters_of(text)[1]]
    if looks_at_all([*conditions, *filters], paths):
        return "a condition or a path that looks at all there is"
    if verb in IN_PLACE and any(text.endswith("]") and "?" in text or (conditions and text == "@")
                                for text in own_paths(rule, verb)):
        return "a filter or condition for what is changed itself"
    if any("?" in text for text in listed(rule.get("among", []))):
        return "a filter for what is looked through"
    if any("?" in text and not text.endswith(")]") for text in listed(rule.get("in", []))) \
            or any("?" in text and "*" in filters_of(text)[0] for text in paths):
        return "a filter on the way to what is changed"
    if names_in([*frame_texts(rule), *filters]) & names_of_ends(rule):
        return "a condition, a filter or an `in` that names what the rule names"
    if any(text.startswith("$") for text in own_paths(rule, verb)) and "in" in rule:
        return "a path from the document in scopes"
    if any(re.match(r"[@$]?[.]?\*|.*\.\*|[@$]?\[", text) for text in own_paths(rule, verb)):
        return "a wildcard for names"
    return "paths inside each other" if meet(own_paths(rule, verb)) else None


def own_filters(rule, verb):
    return [inner for text in own_paths(rule, verb) for inner in filters_of(text)[1]]


def is_about_scope(rule):
    """Whether it may change its scope itself, which a block around may look at."""
    return any(text in ("@", "$") for inner in rule["rules"] for text in texts_in(
        [part for key, part in inner.items() if key not in ("in", "when")]))


def looks_at_all(conditions, paths):
    return any(BARE.search(text) for text in conditions) or any(".." in text for text in paths)


def filters_of(text):
    """A path without its filters, and these."""
    rest, filters, depth, quote_sign = "", [], 0, None
    for index, sign in enumerate(text):
        if quote_sign:
            quote_sign = None if sign == quote_sign and text[index - 1] != "\\" else quote_sign
        elif sign in "'\"":
            quote_sign = sign
        elif sign == "[" and (depth or text[index + 1:index + 2] == "?"):
            depth += 1
            filters += [""] if depth == 1 else []
        if depth:
            filters[-1] += sign
        else:
            rest += sign
        if sign == "]" and depth and not quote_sign:
            depth -= 1
    return rest, [inner[2:-1] for inner in filters]


def names_of_ends(rule):
    """Names of what a rule changes, without those that its filters ask for."""
    return names_in(filters_of(text)[0] for text in texts_in(
        [part for key, part in rule.items() if key not in ("in", "when")]))


def own_paths(rule, verb):
    if verb in ("require", "nest", "rules"):
        return []
    paths = [given for given in (rule[verb] if isinstance(rule[verb], dict)
                                 else listed(rule[verb]))]
    if verb in ("move", "copy"):
        paths += rule[verb].values()
    return paths + [rule[key] for key in ("into",) if isinstance(rule.get(key), str)]


def meet(paths):
    """Whether one of these paths leads to where another one does, or into it."""
    plain = [re.sub(r"^[@$]\.", "", text) for text in paths]
    return any(one is not other and re.match(re.escape(one) + r"($|[.\[])", other)
               for one in plain for other in plain) \
        or len({text[:1] == "$" for text in paths}) > 1


def looks_at_own(rule, verb):
    """Whether a condition asks for a member of the scope that the rule is about."""
    if verb == "require" or "when" not in rule:
        return False
    names = {path(text).names[0] for text in own_paths(rule, verb)
             if text[0] != "$" and path(text).names and len(path(text).names) == 1}
    if verb == "rename":
        names |= {name for text, name in rule[verb].items() if len(path(text).names or []) == 1}
    elif verb == "nest":
        names |= set(rule[verb])
    elif verb in ("copy", "look-up"):
        names -= {path(text).last_name for text in rule[verb]} if verb == "copy" \
            else {path(rule[verb]).last_name}
    return any(re.search(rf"@\.{re.escape(name)}(?!\w)", rule["when"]) for name in names)
