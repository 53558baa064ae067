"""Rules folders: the chain of steps, format.json, and where a document's version stands."""

from conditions import condition
from document import exact, from_rule
from engine import Run
from job import listed
from looks import names_in
from outcome import Fail, Faults, Unsure
from paths import Place, path
from stash import Stash
from way_back import go_back

NOW = "2026-11-20T07:08:09Z"
MOST_NESTED = 40


class OtherFormat(Exception):
    """The format's `when` doesn't hold: the document "is left alone"."""


class Format:
    def __init__(self, steps, settings=None, nested=None):
        self.steps, self.settings, self.nested = steps, settings or {}, nested or {}
        self.step_from = {}
        for step in steps:
            for version in listed(step["from"]):
                self.step_from[version] = step
        ends = [step["to"] for step in steps]
        self.newest = next(version for version in ends if not self.step_for(version))
        self.oldest = [version for version in self.step_from if version not in ends]
        self.versions = {*self.step_from, *ends}
        # The rules that the command calls lossy, where it was asked.
        self.refused = None
        version = self.settings.get("version", {})
        self.is_stamped = version.get("stamp", True)
        # "With `stamp` false and no `at`, no version is read either."
        self.places = listed(version.get("at", "version" if self.is_stamped else []))
        self.missing = version.get("missing")
        self.stash = "stash" in self.settings and Stash(self.settings["stash"], steps, self.places)

    def apply(self, root, notes, target=None):
        """Brings a document to the newest version or the target, or all those in it that `each`
        leads to."""
        if "each" in self.settings:
            # "one that fails fails the file"; which of several is told, is open.
            faults = Faults()
            for cell in reversed(path(self.settings["each"]).matches(root, root)):
                with faults:
                    self.migrate_if_of_format(cell, target, notes)
            faults.stop_if_any()
        else:
            self.migrate_if_of_format(root, target, notes)

    def migrate_if_of_format(self, root, target, notes):
        try:
            self.migrate(root, target, notes)
        except OtherFormat:
            pass

    def migrate(self, cell, target, notes):
        # The rules may make a nested document in each nested document; how deep that may go, isn't
        # said.
        if notes.depth == MOST_NESTED:
            raise Fail("too-deep")
        # The cell is a document of its own, so nothing around it is seen meanwhile.
        outer, cell.parent = cell.parent, None
        notes.depth += 1
        run = Run(cell, NOW, notes, is_part=outer is not None)
        run.stash = self.stash
        try:
            self.migrate_root(run, self.newest if target is None else target)
        finally:
            cell.parent = outer
            notes.depth -= 1

    def migrate_root(self, run, target):
        root = run.root
        run.migrate_nested = lambda job: self.migrate_nested(job, target, run.notes)
        if "when" in self.settings and not condition(self.settings["when"])(root, root):
            raise OtherFormat
        version = self.read_version(root)
        if version not in self.versions and not self.step_for(version):
            is_newer = is_integer(version) and is_integer(self.newest) and version > self.newest
            raise Fail("newer-version" if is_newer else "unknown-version")
        self.check_shape(root, version)
        if version == target:
            return
        holder = self.listed_holder(root)
        road = self.road(version, target)
        if road is None:
            way = self.road(target, version)
            if way is None:
                raise Unsure("a version that the way back doesn't lead to")
            go_back(run, way, root, names_in(self.places), self.refused)
        for step in road or []:
            run.run_all(step["rules"], root)
        now = self.listed_holder(root)
        if holder and (holder is not now or now.kind in ("array", "object")):
            raise Unsure("a version found by its number, where something else stands now")
        if self.is_stamped:
            self.write_version(root, target)
        self.check_shape(root, target)

    def listed_holder(self, root):
        """What says the version, if it is written and found by its number in an array."""
        for text in self.places if self.is_stamped else []:
            found = path(text).matches(root, root)
            if found:
                return found[0] if text.endswith("]") or "]." in text else None
        return None

    def road(self, start, end):
        """The steps from one version to another, or None if there is no such way."""
        steps = []
        while start != end:
            step = self.step_for(start)
            if step is None:
                return None
            steps.append(step)
            start = step["to"]
        return steps

    def migrate_nested(self, job, target, notes):
        name = job.rule["with"]
        inner = self if name == "." else self.nested[name]
        goal = job.option("to", target if name == "." else None)
        for cell in job.matches():
            if cell.kind != "null":
                with job.faults:
                    inner.migrate_if_of_format(cell, goal, notes)
        job.faults.stop_if_any()

    def read_version(self, root):
        for text in self.places:
            found = path(text).matches(root, root)
            if found:
                return self.version_of(found[0])
        if isinstance(self.missing, list):
            for probe in self.missing:
                if condition(probe["when"])(root, root):
                    return probe["version"]
        if self.missing == "fail" or isinstance(self.missing, list):
            raise Fail("missing-version")
        if self.missing is None and len(self.oldest) > 1:
            raise Unsure("a document without a version, and two oldest ones")
        oldest = self.oldest[0] if self.missing is None else self.missing
        if str(oldest).endswith("*"):
            raise Fail("missing-version")
        return oldest

    def version_of(self, cell):
        """What a stamp says: one "of the wrong type is `bad-version`, never a guess"."""
        kinds = {"number" if is_integer(version) else "string" for version in self.versions}
        if cell.kind not in kinds:
            raise Fail("bad-version")
        if cell.kind == "string":
            return cell.content
        number = exact(cell.content)
        if number.denominator > 1:
            raise Fail("bad-version")
        return int(number)

    def step_for(self, version):
        """The step that starts at a version: one "listed in full goes before a pattern, a longer
        pattern before a shorter one"; "no step starts at its own `to`"."""
        if version in self.step_from:
            return self.step_from[version]
        patterns = [start for start in self.step_from if str(start).endswith("*")
                    and str(version).startswith(start[:-1])
                    and self.step_from[start]["to"] != version]
        return self.step_from[max(patterns, key=len)] if patterns else None

    def check_shape(self, root, version):
        shape = self.settings.get("shape", {}).get(str(version))
        if shape and not condition(shape)(root, root):
            raise Fail("wrong-shape")

    def write_version(self, root, version):
        """Of several places "the first one listed is written, the others are removed"; where one
        has an index, "what isn't there is not created then (of a list the next is written)"."""
        is_written = False
        for text in self.places:
            names, found = path(text).names, path(text).matches(root, root)
            if is_written:
                if found and found[0].parent.kind == "array":
                    raise Unsure("a version to be removed from an array")
                for cell in found:
                    cell.remove()
            elif found:
                found[0].become(from_rule(version))
                is_written = True
            elif names is not None:
                Place(root, names).put(from_rule(version))
                is_written = True


def is_integer(version):
    return isinstance(version, int)
