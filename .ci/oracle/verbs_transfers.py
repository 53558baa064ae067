"""Verbs that take values elsewhere: move, copy, look-up."""

from document import value
from job import verb
from outcome import Fail, Unsure
from paths import check_apart, path, way


@verb("move")
def move(job):
    pairs = []
    for scope in job.scopes:
        for text, target in job.given.items():
            with job.faults:
                source = job.one(text, scope)
                if source:
                    pairs.append((source, target_of_move(job, source, target, scope)))
    sources = [source for source, _ in pairs]
    if len(set(sources)) < len(sources):
        raise Unsure("one place that is moved twice")
    if any(one is not other and one.is_inside(other) for one in sources for other in sources):
        raise Unsure("a source inside another")
    winners, losers, overwritten = settle(job, pairs, sources)
    job.faults.stop_if_any()
    check_apart([place for _, place in pairs])
    if any(place.base.is_inside(lost) for _, place in winners for lost in losers + overwritten):
        raise Unsure("a target inside what goes away")
    parents = [source.parent for source in sources]
    change_places(winners, losers, overwritten)
    if job.option("drop-empty-parents"):
        drop_empty(job, parents)


def target_of_move(job, source, target, scope):
    if source is job.root:
        raise Fail("conflict", "wrong-type")
    # "a conflict, and so is a target inside its own source"; which may be no object besides.
    if scope.is_inside(source) or source in way(scope, path(target).names):
        raise Fail("conflict", *["wrong-type"] * (source.kind != "object"))
    return job.target(target, scope)


def settle(job, pairs, sources):
    """Which sources come to their places, which don't, and what is overwritten by those that do."""
    winners, losers, overwritten = [], [], []
    rivals = {}
    for source, place in pairs:
        rivals.setdefault(place.identity, []).append((source, place))
    for group in rivals.values():
        there = group[0][1].found
        if len(group) > 1 and there in sources:
            raise Unsure("several sources for the place of a source")
        if there in sources:
            there = None
        job.check_home(there)
        if (there or len(group) > 1) and job.if_exists == "fail":
            job.faults.add("conflict")
        winner = group[-1] if job.if_exists == "overwrite" else None if there else group[0]
        losers += [source for source, _ in group if not winner or source is not winner[0]]
        if winner:
            if any(stays(*pair) and not stays(*winner) for pair in group):
                raise Unsure("a source that loses a place that it would have come to in its object")
            winners.append(winner)
            overwritten += [there] if there else []
    return winners, losers, overwritten


def stays(source, place):
    """Whether only the name changes: "rename, and move inside one object, keep the position"."""
    return source.parent is place.base and len(place.names) == 1


def change_places(winners, losers, overwritten):
    """Several pairs are simultaneous, so all go from where they are before any is put."""
    for source in losers:
        source.remove()
    leaving = []
    for source, place in winners:
        if stays(source, place):
            if place.found in overwritten:
                place.found.remove()
            source.key = place.names[0]
        else:
            leaving.append((source, place))
    for source, _ in leaving:
        source.remove()
    for source, place in leaving:
        if place.found in overwritten:
            source.key = place.names[0]
            place.found.give_way_to([source])
        else:
            place.put(source)


def drop_empty(job, parents):
    for cell in parents:
        while cell.kind == "object" and not cell.content and cell.parent:
            parent = cell.parent
            cell.remove()
            cell = parent


@verb("copy")
def copy(job):
    pairs = {}
    for text, target in job.given.items():
        for scope in job.scopes:
            with job.faults:
                source = job.one(text, scope)
                place = source and job.target(target, scope)
                # A copy of a member to its own place changes nothing.
                if source and place.found is not source:
                    add_copy(job, pairs, source, place)
    write_copies(job, pairs)


@verb("look-up")
def look_up(job):
    pairs = {}
    for scope in job.scopes:
        with job.faults:
            found = find_element(job, scope)
            if found:
                add_copy(job, pairs, found, job.target(job.option("into"), scope))
    write_copies(job, pairs)


def find_element(job, scope):
    """What the value at the path leads to, or None."""
    key = job.one(job.given, scope)
    if key is None or key.kind == "null":
        return None
    among = path(job.option("among")).matches(scope, job.root)
    if "by" in job.rule:
        found = [cell for cell in among if has_key(job, cell, value(key))]
    elif len(among) > 1:
        # "Without `by`, `among` is an object"
        raise Fail("conflict")
    elif key.kind != "string" or any(cell.kind != "object" for cell in among):
        raise Fail("wrong-type")
    else:
        found = [member for member in (cell.member(key.content) for cell in among) if member]
    if len(found) > 1:
        raise Fail("conflict")
    if found and "take" in job.rule:
        found = path(job.rule["take"]).matches(found[0], job.root)
    if not found:
        job.missing()
    return found[0] if found else None


def has_key(job, cell, key):
    keys = path(job.rule["by"]).matches(cell, job.root)
    return bool(keys) and value(keys[0]) == key


def add_copy(job, pairs, source, place):
    if place.found or place.identity in pairs:
        if job.if_exists == "fail":
            raise Fail("conflict")
        if job.if_exists == "keep":
            return
        if place.identity in pairs and len(job.scopes) > 1:
            raise Unsure("several scopes that write to one place")
    pairs[place.identity] = (place, source.copy())


def write_copies(job, pairs):
    job.faults.stop_if_any()
    places = [place for place, _ in pairs.values()]
    if any(one.found and other is not one and other.base.is_inside(one.found)
           for one in places for other in places):
        raise Unsure("a target inside what is overwritten")
    job.write(list(pairs.values()))
