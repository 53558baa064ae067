"""Verbs on whole lists and maps: wrap, unwrap, join, concat, list, to-list, to-object."""

from document import Cell, check_all_names, check_names, exact, object_cell, text_cell, value
from job import listed, verb, verb_on_values
from outcome import Fail, Faults, Unsure
from paths import check_apart, path, way


@verb_on_values("wrap", keeps_null=False)
def wrap(job, cell):
    check_no_scope(job, cell)
    if cell.kind == "array" and job.option("if-array") == "keep":
        return None
    inner = Cell(cell.kind, cell.content)
    if "under" not in job.rule:
        return Cell("array", [inner])
    for name in reversed(path(job.rule["under"]).names):
        inner = object_cell([(name, inner)])
    return inner


@verb_on_values("unwrap", keeps_null=False)
def unwrap(job, cell):
    check_no_scope(job, cell)
    if "under" in job.rule:
        for name in path(job.rule["under"]).names:
            cell = only_member(cell, name)
        return cell
    if cell.kind != "array":
        raise Fail("wrong-type")
    if not cell.content and job.option("if-empty") == "null":
        return Cell("null")
    take = job.option("take")
    if not cell.content or len(cell.content) > 1 and not take:
        raise Fail("invalid-value")
    return cell.content[-1 if take == "last" else 0]


def check_no_scope(job, cell):
    """Whether a scope that is wrapped goes inwards or stays, isn't said."""
    if cell in job.run.waiting:
        raise Unsure("a scope of the block around, which has its turn later, is wrapped")


def only_member(cell, name):
    """What `unwrap` takes: "the only member (others there, or none: `invalid-value`, ...)"."""
    if cell.kind != "object":
        raise Fail("wrong-type")
    member = cell.member(name)
    if member is None:
        raise Fail("missing-value")
    if len(cell.content) > 1:
        raise Fail("invalid-value")
    return member


@verb("join")
def join(job):
    if "into" in job.rule:
        gather(job, "string", joined)
    else:
        job.change_each(join_array)


def join_array(job, cell):
    if cell.kind != "array" or any(part.kind != "string" for part in cell.content):
        raise Fail("wrong-type")
    return joined(job, cell.content)


def joined(job, parts):
    return text_cell(job.rule["with"].join(part.content for part in parts))


@verb("concat")
def concat(job):
    gather(job, "array", lambda _, arrays: Cell(
        "array", [element for array in arrays for element in array.content]))


def gather(job, kind, make):
    """Makes one value of several sources in each scope, which go."""
    plans = []
    for scope in job.scopes:
        with job.faults:
            sources = sources_of(job, kind, scope)
            if sources:
                plans.append((sources, place_to_gather(job, sources, scope)))
    check_alone(plans)
    job.faults.stop_if_any()
    for sources, place in plans:
        result = make(job, sources)
        if place.found and place.found not in sources:
            for cell in sources:
                cell.remove()
            if job.if_exists == "overwrite":
                place.found.become(result)
        else:
            job.put_together(sources, place, result, is_own_place=place.found in sources)


def sources_of(job, kind, scope):
    """The sources in a scope, where there is anything to do."""
    faults, matches = Faults(), []
    for text in listed(job.given):
        with faults:
            matches.append(path(text).matches(scope, job.root))
    if faults.kinds and [] in matches:
        raise Unsure("one source is missing, another one is there twice")
    faults.stop_if_any()
    # Of `join` "if one is missing nothing happens", of `concat` "a missing list counts as empty".
    if not (all(matches) if kind == "string" else any(matches)):
        job.missing()
        return []
    sources = [cell for found in matches for cell in found]
    if any(len(found) > 1 for found in matches):
        raise Unsure("several matches of one path")
    if any(cell.kind != kind for cell in sources):
        job.faults.add("wrong-type")
    return sources


def place_to_gather(job, sources, scope):
    into = job.rule["into"]
    if any(cell in sources for cell in way(scope, path(into).names)) or job.root in sources:
        raise Unsure("a target inside of a source")
    place = job.target(into, scope)
    if place.found and place.found not in sources and job.if_exists == "fail":
        raise Fail("conflict")
    return place


def check_alone(plans):
    """Of scopes whose sources and targets meet the contract says too little."""
    sources = [cell for cells, _ in plans for cell in cells]
    for number, one in enumerate(sources):
        if any(one.is_inside(other) for index, other in enumerate(sources) if index != number):
            raise Unsure("a source twice, or inside another")
    places = [place for _, place in plans]
    check_apart(places)
    bases = [place.base for place in places if not place.found]
    if len({place.identity for place in places}) < len(places) or len(set(bases)) < len(bases):
        raise Unsure("two scopes that write to one object")
    # What is overwritten may hold none of the sources and targets.
    lost = [place.found for place in places if place.found and place.found not in sources]
    for cell in sources + [place.base for place in places]:
        if any(cell.is_inside(other) for other in lost):
            raise Unsure("a source or a target inside what is overwritten")
        if cell not in sources and any(cell.is_inside(source) for source in sources):
            raise Unsure("a target inside of another scope's source")


@verb_on_values("list")
def change_list(job, cell):
    if cell.kind != "array":
        raise Fail("wrong-type")
    check_all_names(cell)
    elements = list(cell.content)
    for edit in job.rule["do"]:
        if edit == "reverse":
            elements.reverse()
        elif edit == "dedupe":
            first = {}
            for element in elements:
                first.setdefault(value(element), element)
            elements = list(first.values())
        else:
            elements = sorted_by(job, elements, path(edit["sort-by"]))
    return Cell("array", elements)


def sorted_by(job, elements, query):
    keys = {}
    for cell in elements:
        found = query.matches(cell, job.root)
        if len(found) > 1:
            raise Unsure("several keys to sort by")
        if not found:
            raise Fail("wrong-type", "missing-value")
        keys[cell] = found[0]
    kinds = {key.kind for key in keys.values()}
    # "several types are a wrong type"
    if len(kinds) > 1 or not kinds <= {"number", "string"}:
        raise Fail("wrong-type")
    return sorted(elements, key=lambda cell: exact(keys[cell].content) if kinds == {"number"}
                  else keys[cell].content)


@verb_on_values("to-list")
def to_list(job, cell):
    if cell.kind != "object":
        raise Fail("wrong-type")
    check_names(cell)
    if job.option("pairs"):
        return Cell("array", [new for member in cell.content
                              for new in (text_cell(member.key), member)])
    key_name, value_name = job.rule["key"], job.option("value")
    elements = []
    for member in list(cell.content):
        key = text_cell(member.key)
        if value_name is not None:
            elements.append(object_cell([(key_name, key), (value_name, member)]))
        else:
            elements.append(with_key(job, member, key_name, key))
    return Cell("array", elements)


def with_key(job, element, name, key):
    """The element with its key as a member: "to-list puts the key first"."""
    if element.kind != "object":
        raise Fail("wrong-type")
    there = element.member(name)
    if there and job.if_exists == "fail":
        raise Fail("conflict")
    key.key = name
    if not there:
        element.set_children([key, *element.content])
    elif job.if_exists == "overwrite":
        there.give_way_to([key])
    return element


@verb_on_values("to-object")
def to_object(job, cell):
    if cell.kind != "array":
        raise Fail("wrong-type")
    if job.option("pairs"):
        if len(cell.content) % 2:
            job.faults.add("invalid-value")
        entries = list(zip(cell.content[::2], cell.content[1::2]))
    else:
        entries = [key_and_value(job, element) for element in list(cell.content)]
    members = {}
    for key, element in entries:
        if key is None:
            continue
        if key.kind != "string":
            job.faults.add("wrong-type")
            continue
        if key.content in members and job.if_exists == "fail":
            job.faults.add("conflict")
        if key.content not in members or job.if_exists == "overwrite":
            members[key.content] = element
    return object_cell(members.items())


def key_and_value(job, element):
    """The key of an element and what stands under it; None twice where something is wrong."""
    with job.faults:
        if element.kind != "object":
            raise Fail("wrong-type")
        key = element.member(job.rule["key"])
        if key is None:
            raise Fail("missing-value")
        if "value" not in job.rule:
            key.remove()
            return key, element
        member = element.member(job.rule["value"])
        if member is None or len(element.content) > 2:
            # Which kind, and whether others may be there, isn't said.
            raise Fail("missing-value", "invalid-value", *["wrong-type"] * (key.kind != "string"))
        return key, member
    return None, None
