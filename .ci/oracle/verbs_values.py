"""Verbs that write values: add-default, set, append, map-values, scale; and require."""

import operator

from conditions import condition, is_empty
from document import Cell, check_all_names, decimal, exact, from_rule, value
from job import verb, verb_on_values
from outcome import Fail, Unsure
from paths import check_apart, path
from patterns import fold
from templates import Missing, filled
from verbs_convert import moment_cell, moment_of


@verb("add-default")
def add_default(job):
    is_generated = "generate" in job.rule
    pairs = [(text, None) for text in job.given] if is_generated else job.given.items()
    new, first = {}, {}
    for text, given in pairs:
        for scope in job.scopes:
            with job.faults:
                if lacks_field(job, given, scope) and not job.must_be_there:
                    continue
                for place in job.slots(text, scope, must_have_parent=job.must_be_there):
                    # What is there already asks for no field.
                    if not is_vacant(job, place.found):
                        continue
                    first_scope, first_text = first.setdefault(place.identity, (scope, text))
                    if first_scope is not scope or first_text != text:
                        two_values(job)
                    elif place.identity not in new:
                        cell = generated(job, place) if is_generated else job.template(given, scope)
                        new[place.identity] = (place, cell)
    job.faults.stop_if_any()
    if any(place.base.is_inside(other.found) for place, _ in new.values()
           for other, _ in new.values() if other.found):
        raise Unsure("a default inside what is replaced")
    job.write([pair for pair in new.values() if pair[1]])


def lacks_field(job, given, scope):
    """Whether `fill` has nothing to write, in which case "nothing happens"."""
    try:
        return job.option("fill") and filled(given, scope, job.root) is None
    except Missing:
        return True
    except Fail:
        return False


def slots_to_fill(job, text, given, scope):
    """The slots of a scope; none where the value that they are to get misses a field."""
    if lacks_field(job, given, scope):
        job.missing()
        return []
    # `if-missing` of these verbs asks for the parent.
    slots = []
    with job.faults:
        slots = job.slots(text, scope, must_have_parent=job.must_be_there)
    if job.option("fill"):
        try:
            filled(given, scope, job.root)
        except Fail as fault:
            if not slots and not job.faults.kinds:
                raise Unsure("a template that can't be filled, and no place for it") from None
            job.faults.add(*fault.kinds)
    return slots


def two_values(job):
    """With `fill`, "two values for one place are a conflict"; without it the first counts."""
    if job.option("fill"):
        job.faults.add("conflict")


def is_vacant(job, found):
    if job.option("if-empty") == "replace":
        return is_empty(found)
    return found is None or job.option("if-null") == "replace" and found.kind == "null"


def generated(job, place):
    if job.rule["generate"] == "now":
        return moment_cell(job.option("as", "iso8601"), moment_of(job.run.now), is_cut=True)
    # "the number of the element that the place is in"; in no element: `wrong-type`
    for cell in place.base.ancestors():
        if cell.parent and cell.parent.kind == "array":
            index = next(i for i, other in enumerate(cell.parent.content) if other is cell)
            return Cell("number", str(index + job.option("first", 0)))
    if job.run.is_part:
        raise Unsure("a position in the array that the document itself is in")
    raise Fail("wrong-type")


@verb("set")
def set_values(job):
    new, old = {}, {}
    for text, given in job.given.items():
        for scope in job.scopes:
            with job.faults:
                if path(text).last_name is None:
                    found = job.query(text, scope)
                    cell = job.template(given, scope) if found else None
                    places = [(match, None) for match in found]
                else:
                    places = [(place.found or place.identity, place)
                              for place in slots_to_fill(job, text, given, scope)]
                    cell = job.template(given, scope) if places else None
                if cell:
                    add_values(job, places, cell, new, old)
    job.faults.stop_if_any()
    check_apart([place for place, _ in new.values()])
    for place, cell in new.values():
        place.put(cell)
    for found in job.inner_first(old):
        found.become(old[found])


def add_values(job, places, cell, new, old):
    """Keeps what is to be set; of two values for one place the first counts."""
    for key, place in places:
        if key in new or key in old:
            two_values(job)
        elif isinstance(key, Cell):
            old[key] = cell.copy()
        else:
            new[key] = (place, cell.copy())


@verb("append")
def append(job):
    additions = {}
    for scope in job.scopes:
        for pair, (text, given) in enumerate(job.given.items()):
            with job.faults:
                for place in slots_to_fill(job, text, given, scope):
                    if place.found and place.found.kind != "array":
                        raise Fail("wrong-type")
                    _, elements, pairs = additions.setdefault(place.identity, (place, [], set()))
                    if pairs and pair not in pairs:
                        raise Unsure("two pairs that append to one array")
                    # "`append` adds each scope's", where fields make them differ.
                    if job.option("fill") or not pairs:
                        elements.append(job.template(given, scope))
                    pairs.add(pair)
    job.faults.stop_if_any()
    check_apart([place for place, _, _ in additions.values()])
    for place, elements, _ in additions.values():
        array = place.found or Cell("array", [])
        if not place.found:
            place.put(array)
        if job.option("unless-present"):
            check_all_names(array)
        for element in elements:
            present = map(value, array.content) if job.option("unless-present") else ()
            if value(element) not in present:
                array.append(element)


BOUNDS = {"at-least": operator.ge, "at-most": operator.le,
          "above": operator.gt, "below": operator.lt}


@verb("map-values")
def map_values(job):
    if "table" in job.rule:
        cases = [{"is": key, "becomes": new} for key, new in job.rule["table"].items()]
    else:
        cases = job.rule["cases"]
    otherwise = job.option("otherwise", "fail")
    for cell in job.matches():
        # "The first case that fits wins"
        result = next((case for case in cases if fits(job, case, cell)), None)
        if result is None:
            # "leave null as it is, unless a case says { "is": null }"
            if cell.kind == "null" or otherwise == "keep":
                continue
            if otherwise == "fail":
                job.faults.add("invalid-value")
                continue
            result = otherwise
        if "drop" not in result:
            cell.become(from_rule(result["becomes"]))
        elif cell is job.root:
            job.faults.add("wrong-type")
        else:
            cell.remove()
    job.faults.stop_if_any()


def fits(job, case, cell):
    if "is" in case:
        wanted = from_rule(case["is"])
        if wanted.kind == cell.kind:
            check_all_names(cell)
        if job.option("ignore-case") and (wanted.kind, cell.kind) == ("string", "string"):
            return fold(wanted.content) == fold(cell.content)
        return value(wanted) == value(cell)
    return cell.kind == "number" and all(
        holds(exact(cell.content), exact(str(case[bound])))
        for bound, holds in BOUNDS.items() if bound in case)


@verb_on_values("scale")
def scale(job, cell):
    if cell.kind != "number":
        raise Fail("wrong-type")
    number = exact(cell.content)
    number *= exact(str(job.option("by", 1)))
    number /= exact(str(job.option("divide-by", 1)))
    number += exact(str(job.option("add", 0)))
    if "round" in job.rule:
        number = round(number, job.rule["round"])
    spelling = decimal(number)
    if spelling is None:
        raise Fail("invalid-value")
    if len(spelling) > 900:
        raise Unsure("a number of nearly 1,000 digits or more")
    # "Spelled without exponent below 1e21"; above the contract doesn't say how.
    return Cell("number", spelling if abs(number) < 10 ** 21 else exact(spelling))


@verb("require")
def require(job):
    if not all(condition(job.given)(scope, job.root) for scope in job.scopes):
        raise Fail("invalid-value")
