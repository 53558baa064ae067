"""The verb convert: numbers, booleans and JSON as text, and moments in the forms people write."""

import datetime
import re
from fractions import Fraction

from document import Cell, NUMBER, decimal, exact, parse, text_cell, write
from job import verb_on_values
from outcome import Fail, Unsure

SIMPLE_KINDS = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean",
                "json-text": "string"}
EPOCH = datetime.datetime(1970, 1, 1)
# Forms that are numbers: the seconds from 1970 to their zero, and their units in a second.
COUNTS = {"unix-seconds": (0, 1), "unix-milliseconds": (0, 1000), "apple-seconds": (978307200, 1)}
ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})"
                 r"(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})")
# "`yyyy MM dd HH mm ss SSS` are digits, all else stands for itself"; and what isn't written.
FIELDS = {"yyyy": None, "MM": 1, "dd": 1, "HH": 0, "mm": 0, "ss": 0, "SSS": 0}
FORM = re.compile("|".join(FIELDS))


@verb_on_values("convert")
def convert(job, cell):
    try:
        result = converted(cell, job.option("from"), job.rule["to"])
        if job.option("expect", result.kind) != result.kind:
            raise Fail("wrong-type")
        return result
    except Fail:
        if job.option("otherwise") == "keep":
            return None
        raise


def converted(cell, source, target):
    if is_moment(source) or is_moment(target):
        return moment_cell(target, read_moment(cell, source or "iso8601"))
    if source in SIMPLE_KINDS and cell.kind != SIMPLE_KINDS[source]:
        raise Fail("wrong-type")
    if source == "integer" and exact(cell.content).denominator > 1:
        raise Fail("invalid-value")
    if target == "json-text":
        return as_text(cell)
    if target == "value":
        return read_json(cell)
    if cell.kind not in ("string", "number", "boolean"):
        raise Fail("wrong-type")
    if target == "string":
        return as_text(cell) if cell.kind != "string" else cell.copy()
    return to_boolean(cell) if target == "boolean" else to_number(cell, target)


def as_text(cell):
    if any(below.kind == "number" and not isinstance(below.content, str) for below in cell.walk()):
        raise Unsure("a number whose spelling isn't told")
    return text_cell(write(cell))


def read_json(cell):
    if cell.kind != "string":
        raise Fail("wrong-type")
    try:
        return parse(cell.content)
    except ValueError:
        raise Fail("invalid-value") from None


def to_boolean(cell):
    """Of text it must be "`true` or `false`; 0 and 1 become booleans"."""
    words = {"string": {"true": True, "false": False}, "number": {1: True, 0: False},
             "boolean": {True: True, False: False}}[cell.kind]
    content = exact(cell.content) if cell.kind == "number" else cell.content
    if content not in words:
        raise Fail("invalid-value")
    return Cell("boolean", words[content])


def to_number(cell, target):
    """As it is spelled: "an integer may be written 4.0 or 4e0"; "booleans never numbers"."""
    if cell.kind == "boolean":
        raise Fail("wrong-type")
    if cell.kind == "string" and not NUMBER.fullmatch(cell.content):
        raise Fail("invalid-value")
    if target == "integer" and exact(cell.content).denominator > 1:
        raise Fail("invalid-value")
    return Cell("number", cell.content)


def is_moment(form):
    return isinstance(form, dict) or form in COUNTS or form in ("iso8601", "date")


def read_moment(cell, form):
    """The seconds since 1970."""
    if isinstance(form, str) and form in COUNTS:
        if cell.kind != "number":
            raise Fail("wrong-type")
        start, units = COUNTS[form]
        return start + exact(cell.content) / units
    if cell.kind != "string":
        raise Fail("wrong-type")
    if form == "iso8601":
        return moment_of(cell.content)
    written = form if form != "date" else {"form": "yyyy-MM-dd"}
    pattern = FORM.sub(lambda name: f"(?P<{name[0]}>[0-9]{{{len(name[0])}}})",
                       re.sub(r"[^A-Za-z0-9]", lambda sign: re.escape(sign[0]), written["form"]))
    match = re.fullmatch(pattern, cell.content)
    if not match:
        raise Fail("invalid-value")
    numbers = [int(match.groupdict().get(name, number)) for name, number in FIELDS.items()]
    return seconds(numbers[:6], Fraction(numbers[6], 1000), written.get("zone", "Z"))


def moment_of(text):
    if re.match("[0-9]{5}", text):
        raise Unsure("a year that has more than four digits, or none")
    match = ISO.fullmatch(text)
    if not match:
        raise Fail("invalid-value")
    return seconds(map(int, match.groups()[:6]), Fraction(match[7] or 0), match[8])


def seconds(numbers, fraction, zone):
    numbers = list(numbers)
    if numbers[3] == 24 or numbers[5] == 60:
        raise Unsure("midnight as 24:00, or a leap second")
    try:
        moment = datetime.datetime(*numbers)
    except ValueError:
        raise Fail("invalid-value") from None
    if moment.year < 1583:
        raise Unsure("a year before the calendar")
    offset = offset_of(zone)
    if abs(offset) >= 24 * 3600:
        raise Fail("invalid-value")
    return Fraction((moment - EPOCH) // datetime.timedelta(seconds=1) - offset) + fraction


def offset_of(zone):
    if zone == "Z":
        return 0
    return (-1 if zone[0] == "-" else 1) * (int(zone[1:3]) * 3600 + int(zone[4:6]) * 60)


def moment_cell(form, moment, is_cut=False):
    """A moment in one of the forms; one that is cut loses what the form doesn't write."""
    if isinstance(form, str) and form in COUNTS:
        date_of(moment)
        start, units = COUNTS[form]
        return Cell("number", decimal((moment - start) * units) or (moment - start) * units)
    if form == "date":
        form = {"form": "yyyy-MM-dd"}
    if isinstance(form, dict):
        return text_cell(written_moment(moment, form, is_cut))
    fraction = decimal(moment % 1)
    if fraction is None:
        raise Fail("invalid-value")
    text = written_moment(moment // 1, {"form": "yyyy-MM-ddTHH:mm:ss"}, is_cut)
    return text_cell(text + (fraction[1:] if moment % 1 else "") + "Z")


def date_of(moment):
    try:
        date = EPOCH + datetime.timedelta(seconds=int(moment // 1))
    except OverflowError:
        raise Unsure("a year that has more than four digits, or none") from None
    # ISO 8601 leaves years before 1583 to an agreement, and the contract makes none.
    if date.year < 1583:
        raise Unsure("a year before the calendar")
    return date


def written_moment(moment, form, is_cut):
    moment += offset_of(form.get("zone", "Z"))
    date = date_of(moment)
    numbers = dict(zip(FIELDS, [*date.timetuple()[:6], moment % 1 * 1000]))
    # "what isn't written is 01 or 0, anything else in the value is `invalid-value`"
    lost = any(name not in form["form"] and numbers[name] != number
               for name, number in FIELDS.items())
    if not is_cut and (lost or numbers["SSS"].denominator > 1):
        raise Fail("invalid-value")
    return FORM.sub(lambda name: str(int(numbers[name[0]])).rjust(len(name[0]), "0"), form["form"])
