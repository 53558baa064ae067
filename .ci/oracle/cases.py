"""A random rules folder with documents for it: steps, format.json, versions in documents."""

import json

from document import parse, quote
from generate import Author
from shapes import make_document, make_shape
from versions import Format

DOCUMENTS = 30
AT = ["version", "v.at", ["version", "v"], ["v.at", "version"], "a.version", ["v[1]", "version"]]
BAD_VERSIONS = ["null", "1.5", '"x"', "99", '"1"', "true", "[]", "{}", "0", "1e400"]


class Case:
    author_class = Author
    counts = [1, 1, 2, 3]

    def __init__(self, draw, verbs):
        self.draw = draw
        self.shape = shape = make_shape(draw)
        samples = [parse(make_document(draw, shape, noise=0)) for _ in range(4)]
        author = self.author_class(draw, samples, verbs)
        count = draw.choice(self.counts)
        self.versions = list(range(1, count + 2)) if draw.random() < 0.75 \
            else ["0.9", "1.0", "1.1", "2.0", "2.1"][:count + 1]
        self.steps = make_steps(author, self.versions)
        self.settings = self.make_settings(author)
        self.nested = author.nested
        self.format = Format(self.steps, self.settings, self.nested)
        self.documents = [self.make_document(shape) for _ in range(DOCUMENTS)]

    def files(self):
        """The files of the rules folder, with their texts."""
        return dict(files_of(self.format, "rules/"))

    def make_settings(self, author):
        """What format.json says; None for no such file."""
        draw = self.draw
        chance = draw.random()
        # With several oldest versions none is that of a document without one.
        if isinstance(self.steps[0]["from"], list) or chance < 0.4:
            return {"version": {"stamp": False, "missing": self.versions[0]}}
        if chance < 0.6:
            return None
        first, last = self.versions[0], self.versions[-1]
        probes = [{"when": "@.e || @.d", "version": last},
                  {"when": "type(@) == 'object'", "version": first}]
        version = {"at": draw.choice(AT), "missing": draw.choice([first, "fail", probes])}
        version = {key: version[key] for key in version if draw.random() < 0.7}
        if version and draw.random() < 0.1 and "at" in version:
            version["stamp"] = False
        settings = {"version": version} if version else {}
        author.maybe(settings, 0.2, each=["[*]", "docs[*]"])
        author.maybe(settings, 0.15, when=["@.a", "!@.z", "@.a || @.b", "type(@) == 'object'"])
        if draw.random() < 0.15:
            settings["shape"] = {str(draw.choice(self.versions)):
                                 draw.choice(["@.a", "!@.c", "type(@.b) != 'null'"])}
        return settings

    def make_document(self, shape):
        each = (self.settings or {}).get("each")
        if not each:
            return self.make_versioned(shape)
        documents = ",".join(self.make_versioned(shape) for _ in range(self.draw.choice([0, 1, 2])))
        return f"[{documents}]" if each == "[*]" else f'{{"a":1,"docs":[{documents}]}}'

    def make_versioned(self, shape):
        """A document with a version, at one of the places where it may be."""
        draw, text = self.draw, make_document(self.draw, shape)
        chance = draw.random()
        if text[0] != "{" or not self.format.places or chance < 0.25:
            return text
        version = json.dumps(draw.choice([self.versions[0]] * 5 + self.versions))
        if chance > 0.97:
            version = draw.choice(BAD_VERSIONS)
        elif chance > 0.94 and version.isdigit():
            version += draw.choice([".0", "e0"])
        name, *inner = draw.choice(self.format.places).replace("[", ".").replace("]", "").split(".")
        for step in inner:
            version = f"[0,{version}]" if step == "1" else f"{{{quote(step)}:{version}}}"
        member = f"{quote(name)}:{version}"
        if text == "{}" or f"{quote(name)}:" in text:
            return text
        if draw.random() < 0.5:
            return "{" + member + "," + text[1:]
        return text[:-1] + "," + member + "}"


def make_steps(author, versions):
    draw = author.draw
    steps = []
    for start, end in zip(versions, versions[1:]):
        rules = author.rules(draw.choice([1, 1, 1, 2, 3]))
        steps.append({"from": start, "to": end, "rules": rules})
    if draw.random() < 0.05:
        steps[0]["from"] = [versions[0], 0 if versions[0] == 1 else "0.1"]
    elif draw.random() < 0.1 and versions[0] == "0.9":
        steps[0]["from"] = "0.*"
    return steps


def files_of(format, folder):
    if format.settings:
        yield folder + "format.json", as_text(format.settings)
    for step in format.steps:
        yield f"{folder}v{step['to']}.json", as_text(step)
    for name, inner in format.nested.items():
        yield from files_of(inner, f"{folder}{name}/")


def as_text(value):
    """JSON with a rule a line."""
    if isinstance(value, dict) and "rules" in value and "to" in value:
        lines = ",\n".join("    " + as_text(rule) for rule in value["rules"])
        head = as_text({key: value[key] for key in ("from", "to")})
        return f'{head[:-1]},\n  "rules": [\n{lines}\n  ]\n}}\n'
    return json.dumps(value, ensure_ascii=False)
