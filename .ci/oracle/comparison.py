"""Runs the command on a case, and compares what it makes of each document with the contract."""

import collections
import json
import pathlib
import random
import shutil
import subprocess
import tempfile

from cases import Case
from document import difference, parse, write
from engine import Notes
from outcome import Fail, Unsure
from recipes import RECIPES
from versions import NOW

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KEPT = ROOT / ".build/oracle"


class Refused(Exception):
    """The command doesn't take the rules at all."""


class Broken(Exception):
    """The command ends in a way that no documents and rules are to bring about."""


def write_files(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def run_tool(tool, folder, files, documents, *flags):
    """What the command makes of each document: the text of a result, or a message."""
    lines = "".join(text + "\n" for text in documents)
    write_files(folder, {**files, "documents.ndjson": lines})
    (folder / "reasons.ndjson").unlink(missing_ok=True)
    done = subprocess.run(
        [tool, "apply", "rules", "documents.ndjson", "--skip-bad", "bad.ndjson", "--reasons",
         "reasons.ndjson", "--bad-ok", "--jobs", "1", "--now", NOW, "-q", *flags],
        cwd=folder, capture_output=True, encoding="utf-8", timeout=300)
    if done.returncode == 2:
        raise Refused(done.stderr.strip())
    if done.returncode:
        raise Broken(f"status {done.returncode}: {done.stderr.strip()}")
    reasons = folder / "reasons.ndjson"
    lines = reasons.read_text(encoding="utf-8").split("\n")[:-1] if reasons.exists() else []
    messages = {message["line"]: message for message in map(json.loads, lines)}
    results = done.stdout.split("\n")[:-1]
    if len(results) + len(messages) != len(documents):
        raise Broken(f"{len(results)} results and {len(messages)} messages")
    results.reverse()
    return [messages.get(number) or results.pop() for number in range(1, len(documents) + 1)]


def ask_oracle(case, text, notes, target=None):
    """The resulting document, or the failure or doubt that there is in place of one."""
    root = parse(text)
    try:
        case.format.apply(root, notes, target)
        result = root
    except (Fail, Unsure) as outcome:
        result = outcome
    if notes.is_order_open and not notes.is_backwards and not isinstance(result, Unsure):
        return agreed(result, ask_oracle(case, text, Notes(is_backwards=True), target))
    return result


def agreed(one, other):
    """What two runs have in common that differ in the order of scopes."""
    if isinstance(one, Fail) and isinstance(other, Fail):
        return Fail(*one.kinds, *other.kinds)
    if isinstance(other, Unsure) or isinstance(one, Fail) != isinstance(other, Fail) \
            or difference(one, other):
        return Unsure("an order of a block's scopes that can be seen")
    return one


def judge(expected, found):
    """What is wrong with what the command made of a document, or None."""
    if isinstance(expected, Fail):
        kinds = "/".join(sorted(expected.kinds))
        if isinstance(found, str):
            return f"it is to fail with {kinds}"
        return None if found["kind"] in expected.kinds else f"its kind is to be {kinds}"
    if not isinstance(found, str):
        return "it isn't to fail"
    try:
        return difference(expected, parse(found))
    except ValueError as error:
        return f"it is no JSON: {error}"


class Comparison:
    """All cases of a run, and what came of them."""

    def __init__(self, options):
        self.options = options
        self.counts, self.effects = collections.Counter(), collections.Counter()
        self.unsure = collections.Counter()

    def run_case(self, number):
        # Not of a hash, which is another one in each run of python.
        draw = random.Random(self.options.seed * 1_000_003 + number)
        case = self.make_case(draw)
        with tempfile.TemporaryDirectory(prefix="jsonmigrate-oracle-") as name:
            folder = pathlib.Path(name)
            if self.has_difference(number, case, folder):
                shutil.copytree(folder, KEPT / f"{self.options.seed}-{number}", dirs_exist_ok=True)

    def make_case(self, draw):
        return Case(draw, self.options.verb or list(RECIPES))

    def has_difference(self, number, case, folder):
        try:
            return self.run(number, case, folder)
        except Refused as refusal:
            self.counts["refused"] += 1
            print(f"refused: {self.options.seed}-{number}: {refusal}", flush=True)
            return False
        except Broken as fault:
            self.counts["differ"] += 1
            print(f"FAILED: {self.options.seed}-{number}: {fault}", flush=True)
            return True

    def run(self, number, case, folder):
        results = run_tool(self.options.tool.resolve(), folder, case.files(), case.documents)
        self.counts["cases"] += 1
        return self.compare(number, case, results)

    def compare(self, number, case, results):
        """Counts the documents, and tells the first one that differs; gives whether one does."""
        is_told = False
        for text, result in zip(case.documents, results):
            self.counts["documents"] += 1
            notes = Notes()
            expected = ask_oracle(case, text, notes)
            if isinstance(expected, Unsure):
                self.counts["not compared"] += 1
                self.unsure[str(expected)] += 1
                continue
            wrong = judge(expected, result)
            if wrong:
                self.counts["differ"] += 1
                if not is_told:
                    self.tell(number, case, text, expected, result, wrong)
                is_told = True
                continue
            fails = isinstance(expected, Fail)
            self.counts["fail alike" if fails else "alike"] += 1
            self.effects.update(notes.effects & {"require"} if fails else notes.effects)
        return is_told

    def tell_case(self, number, case, text, wrong):
        print(f"FAILED: {self.options.seed}-{number}: {wrong}")
        for name, content in case.files().items():
            print(f"  {name}: {content.strip()}")
        print(f"  document: {text}")

    def tell(self, number, case, text, expected, result, wrong):
        self.tell_case(number, case, text, wrong)
        if isinstance(expected, Fail):
            print(f"  oracle:   {'/'.join(sorted(expected.kinds))}")
        elif isinstance(expected, Unsure):
            print(f"  oracle:   not sure: {expected}")
        else:
            print(f"  oracle:   {write(expected)}")
        print(f"  command:  {result if isinstance(result, str) else result['message']}", flush=True)

    def summary(self):
        counts = self.counts
        verbs = [verb for verb in RECIPES if self.effects[verb] or not self.options.verb]
        print("with effect: " + ", ".join(f"{verb} {self.effects[verb]:,}" for verb in verbs))
        if self.options.unsure:
            for reason, count in self.unsure.most_common():
                print(f"{count:7,} {reason}")
        print(f"{counts['cases']:,} rule sets ({counts['refused']:,} more refused), "
              f"{counts['documents']:,} documents: {counts['alike']:,} alike, "
              f"{counts['fail alike']:,} fail alike, {counts['not compared']:,} not compared; "
              f"{counts['differ']:,} differ")

    def is_good(self):
        """No difference; and a run that is long enough has seen each verb do something."""
        verbs = self.options.verb or RECIPES
        idle = [verb for verb in verbs if not self.effects[verb]]
        if idle and self.counts["cases"] >= 500:
            print(f"FAILED: never with effect: {', '.join(idle)}")
            return False
        if self.counts["refused"] > 0.05 * self.counts["cases"]:
            print("FAILED: too many rule sets are refused")
            return False
        return not self.counts["differ"]
