"""Verbs about the names of members: rename, drop, keep-only, nest, unnest, rename-keys."""

import re

from document import Cell, check_names
from job import verb, verb_on_values
from outcome import Fail, Unsure
from paths import path, way
from patterns import compiled, expand


@verb("rename")
def rename(job):
    sources = {}
    for scope in job.scopes:
        for pair, (text, name) in enumerate(job.given.items()):
            for cell in job.query(text, scope):
                if cell.parent is None or cell.parent.kind != "object":
                    job.faults.add("wrong-type")
                # One member that two pairs name takes the name of the first.
                elif sources.setdefault(cell, (pair, name))[1] != name and len(job.scopes) > 1:
                    raise Unsure("two names for one member, of several scopes")
    order = job.order()
    rivals = {}
    for cell in sorted(sources, key=lambda cell: (sources[cell][0], order[cell])):
        cell.parent.member(cell.key)
        rivals.setdefault((cell.parent, sources[cell][1]), []).append(cell)
    winners, losers = {}, []
    for (parent, name), cells in rivals.items():
        there = parent.member(name)
        if there in sources:
            there = None
        job.check_home(there)
        if (there or len(cells) > 1) and job.if_exists == "fail":
            job.faults.add("conflict")
        # "`keep` takes the first pair written, `overwrite` the last."
        if job.if_exists == "overwrite":
            winner = cells[-1]
            losers += [there] if there else []
        else:
            winner = None if there else cells[0]
        losers += [cell for cell in cells if cell is not winner]
        if winner:
            winners[winner] = name
    job.faults.stop_if_any()
    for cell in losers:
        cell.remove()
    for cell, name in winners.items():
        cell.key = name


@verb("drop")
def drop(job):
    found = job.matches()
    if job.root in found:
        job.faults.add("wrong-type")
    job.faults.stop_if_any()
    for cell in found:
        cell.remove()


@verb("keep-only")
def keep_only(job):
    if any(scope.kind != "object" for scope in job.scopes):
        raise Fail("wrong-type")
    for scope in job.scopes:
        check_names(scope)
        scope.set_children([child for child in scope.content if child.key in job.given])


@verb("nest")
def nest(job):
    plans = []
    for scope in job.scopes:
        with job.faults:
            if scope.kind != "object":
                raise Fail("wrong-type")
            members = members_to_nest(job, scope)
            # "when none is there nothing is made"
            if members:
                plans.append((members, nest_target(job, scope, members)))
    nested = {cell for members, _ in plans for cell in members}
    if len({place.base for _, place in plans}) < len(plans):
        raise Unsure("several scopes that nest into one object")
    for members, place in plans:
        if place.found and place.found not in members:
            check_addition(job, members, place.found, nested)
    job.faults.stop_if_any()
    for members, place in plans:
        if place.found and place.found not in members:
            add_members(job, members, place.found)
        else:
            result = Cell("object", [])
            job.put_together(members, place, result, is_own_place=False)
            for member in members:
                result.append(member, member.key)


def members_to_nest(job, scope):
    members = []
    for name in job.given:
        with job.faults:
            member = scope.member(name)
            if member:
                members.append(member)
            else:
                job.missing()
    return members


def nest_target(job, scope, members):
    target = path(job.option("under"))
    if any(cell in members for cell in way(scope, target.names)):
        raise Fail("conflict", "wrong-type")
    return job.target(job.option("under"), scope)


def check_addition(job, members, under, nested):
    if under.kind != "object":
        job.faults.add("wrong-type")
        return
    for member in members:
        with job.faults:
            there = under.member(member.key)
            if there in nested:
                raise Unsure("a member is there that is nested itself")
            if there and job.if_exists == "fail":
                raise Fail("conflict")


def add_members(job, members, under):
    """As the table of targets has it: "an object that is there is added to"."""
    for member in members:
        there = under.member(member.key)
        member.remove()
        if not there:
            under.append(member, member.key)
        elif job.if_exists == "overwrite":
            there.give_way_to([member])


@verb("unnest")
def unnest(job):
    found = []
    for cell in job.matches():
        if cell.kind != "object" or cell.parent is None or cell.parent.kind != "object":
            job.faults.add("wrong-type")
        else:
            check_names(cell)
            found.append(cell)
    for parent in dict.fromkeys(cell.parent for cell in found):
        with job.faults:
            unnest_in(job, parent, [child for child in parent.content if child in found])
    job.faults.stop_if_any()


def unnest_in(job, parent, cells):
    """Puts the members of these cells of one object where the cells stood."""
    members = {member.key: member for cell in cells for member in cell.content}
    is_twice = len(members) < sum(len(cell.content) for cell in cells)
    taken = members.keys() & {child.key for child in parent.content if child not in cells}
    for name in taken:
        job.check_home(parent.member(name))
    if (taken or is_twice) and job.if_exists == "fail":
        raise Fail("conflict")
    if is_twice:
        raise Unsure("one name in two objects that are unnested")
    children = []
    for child in parent.content:
        if child in cells:
            children += [member for member in child.content if member.key not in taken]
        elif child.key in taken and job.if_exists == "overwrite":
            children.append(members[child.key])
        else:
            children.append(child)
    parent.set_children(children)


@verb_on_values("rename-keys")
def rename_keys(job, cell):
    if cell.kind != "object":
        raise Fail("wrong-type")
    check_names(cell)
    rivals = {}
    for child in cell.content:
        rivals.setdefault(new_key(job, child.key), []).append(child)
    kept = {}
    for name, children in rivals.items():
        if len(children) > 1 and job.if_exists == "fail":
            raise Fail("conflict")
        renamed = [child for child in children if child.key != name]
        if len(renamed) > 1:
            raise Unsure("two keys that come out equal, and one of them stays")
        stays = len(renamed) < len(children) and not (renamed and job.if_exists == "overwrite")
        kept[name if stays else renamed[0].key] = name
    children = [child for child in cell.content if child.key in kept]
    for child in children:
        child.key = kept[child.key]
    return Cell("object", children)


def new_key(job, key):
    if "pattern" in job.rule:
        match = compiled(job.rule["pattern"]).fullmatch(key)
        return expand(job.rule["with"], match) if match else key
    source, _, target = job.rule["case"].partition("-to-")
    words = {"snake": key.split("_"), "kebab": key.split("-"),
             "camel": re.split("(?=[A-Z])", key)}[source]
    if len(words) == 1:
        return key
    if "" in words or re.search("[A-Z]" if source != "camel" else "[A-Z][A-Z]", key):
        raise Unsure("a key that isn't quite in the case that it is to have")
    words = [word.lower() for word in words]
    if target == "camel":
        return words[0] + "".join(word[0].upper() + word[1:] for word in words[1:])
    return {"snake": "_", "kebab": "-"}[target].join(words)
