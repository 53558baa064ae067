"""Random rules of the verbs that take members and elements elsewhere, and of blocks."""

from document import value
from recipes import ARRAY, EXISTS, OBJECT, RECIPES, in_place, pairs, recipe
from shapes import NAMES
from writing import path_of


@recipe("rename")
def rename(author, root, scope):
    def make_pair():
        cell = author.pick(scope)
        if cell is None or not cell.key:
            return None
        return author.one_query(cell, scope, root), author.name(cell.parent)

    made = pairs(author, make_pair)
    if len(made) == 2 and author.draw.random() < 0.3 and scope.kind == "object":
        one, other = author.draw.choice(NAMES[:2]), author.draw.choice(NAMES[2:])
        made = {one: other, other: one}
    return made and author.maybe({"rename": made}, 0.4, if_exists=EXISTS)


def transfer(verb):
    def make(author, root, scope):
        made = pairs(author, lambda: (author.one(root, scope), author.target(scope)))
        rule = {verb: made}
        if verb == "move":
            author.maybe(rule, 0.25, drop_empty_parents=[True])
        return made and author.maybe(rule, 0.6, if_exists=EXISTS)

    return make


RECIPES["move"], RECIPES["copy"] = transfer("move"), transfer("copy")


@recipe("look-up")
def look_up(author, root, scope):
    """The source is a value that stands in some row too, or a name of a member of some object."""
    by_name = author.draw.random() < 0.25
    keys = {}
    for cell in root.walk():
        is_in_row = cell.parent and cell.parent.parent and cell.parent.parent.kind == "array"
        if cell.key is not None and by_name:
            keys.setdefault(("string", cell.key), cell)
        elif cell.key is not None and is_in_row and cell.kind in ("string", "number"):
            keys.setdefault(value(cell), cell)
    sources = [cell for cell in scope.walk() if keys.get(value(cell), cell) is not cell]
    if not sources:
        return None
    source = author.draw.choice(sources)
    key = keys[value(source)]
    rule = {"look-up": author.plain(source, scope),
            "among": author.one_query(key.parent, root, root, start="$")}
    if not by_name:
        rule["by"] = path_of([key.key])
        author.maybe(rule, 0.6, take=[path_of([name])
                                      for name in author.names_in(key.parent)])
    return author.maybe({**rule, "into": author.target(scope)}, 0.4, if_exists=EXISTS)


@recipe("drop")
def drop(author, root, scope):
    path = author.many(root, scope)
    return path and {"drop": path if author.draw.random() < 0.95 or scope is root else "@"}


@recipe("keep-only")
def keep_only(author, _, scope):
    names = author.names_in(scope)
    kept = [name for name in names if author.draw.random() < 0.7] or names[:1]
    return {"keep-only": kept} if kept else None


@recipe("nest")
def nest(author, _, scope):
    names = author.names_in(scope)
    if not names:
        return None
    chosen = author.draw.sample(names, min(len(names), author.draw.choice([1, 2, 2, 3])))
    chosen += ["g"] * (author.draw.random() < 0.1 and "g" not in chosen)
    rule = {"nest": chosen, "under": author.target(scope)}
    return author.maybe(rule, 0.5, if_exists=EXISTS)


in_place("unnest", OBJECT, lambda author: author.maybe({}, 0.5, if_exists=EXISTS))


@recipe("rename-keys")
def rename_keys(author, root, scope):
    path = author.many(root, scope, OBJECT) if author.draw.random() < 0.8 else "@"
    cases = ["snake-to-camel", "camel-to-snake", "snake-to-kebab", "kebab-to-camel",
             "camel-to-kebab", "kebab-to-snake"]
    patterns = [("(.)", "$1$1"), ("([ab])", "k_$1"), ("^(.+)_(.+)$", "$2.$1"), ("[ac]", "z"),
                ("(.*)", "p$1"), ("[a-z]", "$$")]
    pattern, template = author.draw.choice(patterns)
    options = {"pattern": pattern, "with": template} if author.draw.random() < 0.6 \
        else {"case": author.draw.choice(cases)}
    return path and author.maybe({"rename-keys": path, **options}, 0.3, if_exists=EXISTS)


@recipe("wrap")
def wrap(author, root, scope):
    path = author.many(root, scope)
    if path and author.draw.random() < 0.4:
        return {"wrap": path, "under": author.target(scope)}
    return path and author.maybe({"wrap": path}, 0.3, if_array=["keep"])


@recipe("unwrap")
def unwrap(author, root, scope):
    cell = author.pick(scope, ["array", "array", "object"])
    if not cell:
        return None
    path = author.one_query(cell, scope, root)
    if cell.kind == "object" and cell.content:
        return {"unwrap": path, "under": path_of([cell.content[0].key])}
    rule = author.maybe({"unwrap": path}, 0.6, take=["first", "last"])
    return author.maybe(rule, 0.5, if_empty=["null"])


@recipe("list")
def change_list(author, root, scope):
    draw = author.draw
    cell = author.pick(scope, ARRAY)
    if not cell or not cell.children:
        return None
    names = author.names_in(cell.content[0]) or ["@"]
    by = draw.choice(names)
    by = by if by == "@" else path_of([by])
    edits = draw.sample(["dedupe", "reverse", {"sort-by": by}], draw.choice([1, 1, 2]))
    return {"list": author.query(cell, scope, root), "do": edits}


def keyed(verb, kind):
    def make(author, root, scope):
        draw = author.draw
        cell = author.pick(scope, [kind])
        if not cell or not cell.children:
            return None
        path = author.query(cell, scope, root)
        if draw.random() < 0.2:
            return {verb: path, "pairs": True}
        names = author.names_in(cell.content[0]) if verb == "to-object" else []
        texts = [name for name in names if cell.content[0].member(name).kind == "string"]
        key = draw.choice(texts or NAMES) if verb == "to-object" else author.name()
        rule = {verb: path, "key": key}
        others = [name for name in names if name != key] or [draw.choice(NAMES)]
        if draw.random() < 0.3 and key not in others:
            rule["value"] = draw.choice(others)
        if verb == "to-object" or "value" not in rule:
            author.maybe(rule, 0.5, if_exists=EXISTS)
        return rule

    return make


RECIPES["to-list"], RECIPES["to-object"] = keyed("to-list", "object"), keyed("to-object", "array")


def several(author, root, scope):
    """Rules of a block, for a scope; seldom a block in the block."""
    verbs = [name for name in RECIPES if name not in ("choose", "migrate", "rules")]
    if author.draw.random() < 0.1:
        verbs = ["rules"]
    made = [author.make(root, scope, verbs) for _ in range(author.draw.choice([1, 2, 2, 3]))]
    return [rule for rule in made if rule]


@recipe("rules")
def block(author, root, scope):
    rules = several(author, root, scope)
    return {"rules": rules} if rules else None


@recipe("choose")
def choose(author, root, scope):
    choices = [{"when": author.condition(scope), "rules": several(author, root, scope)}
               for _ in range(author.draw.choice([1, 2]))]
    if author.draw.random() < 0.5:
        choices.append({"rules": several(author, root, scope)})
    return {"choose": choices} if all(choice["rules"] for choice in choices) else None


@recipe("migrate")
def migrate(author, root, scope):
    cell = author.pick(scope, OBJECT)
    if not cell or author.depth:
        return None
    path = author.query(cell, scope, root)
    if author.draw.random() < 0.2:
        return {"migrate": path, "with": "."}
    name = author.nested_format(cell)
    return author.maybe({"migrate": path, "with": name}, 0.2, to=[2])
