"""A second implementation of the rule language against the command, on random rules and documents.

    python3 .ci/oracle TOOL [--seed N] [--cases N | --minutes N] [--only CASE] [--verb NAME]

The language is read from its contract alone, written for reading and not for speed, and knows
nothing of how the command works. A case is a rules folder and documents for it; a difference is a
document of which the command makes another value, another order of members or another kind of error
than the contract does. Each case with one is kept in .build/oracle/ with its number; the same seed
and number give it again. Left out are `call`, going back, comments, layout, and generated ids.
"""

import argparse
import collections
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

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


def run_tool(tool, folder, files, documents):
    """What the command makes of each document: the text of a result, or a message."""
    lines = "".join(text + "\n" for text in documents)
    for name, text in {**files, "documents.ndjson": lines}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [tool, "apply", "rules", "documents.ndjson", "--skip-bad", "bad.ndjson", "--reasons",
         "reasons.ndjson", "--bad-ok", "--jobs", "1", "--now", NOW, "-q"],
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


def ask_oracle(case, text, notes):
    """The resulting document, or the failure or doubt that there is in place of one."""
    root = parse(text)
    try:
        case.format.apply(root, notes)
        result = root
    except (Fail, Unsure) as outcome:
        result = outcome
    if notes.is_order_open and not notes.is_backwards and not isinstance(result, Unsure):
        return agreed(result, ask_oracle(case, text, Notes(is_backwards=True)))
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
        case = Case(draw, self.options.verb or list(RECIPES))
        with tempfile.TemporaryDirectory(prefix="jsonmigrate-oracle-") as name:
            folder = pathlib.Path(name)
            if self.has_difference(number, case, folder):
                shutil.copytree(folder, KEPT / f"{self.options.seed}-{number}", dirs_exist_ok=True)

    def has_difference(self, number, case, folder):
        try:
            results = run_tool(self.options.tool.resolve(), folder, case.files(), case.documents)
        except Refused as refusal:
            self.counts["refused"] += 1
            print(f"refused: {self.options.seed}-{number}: {refusal}", flush=True)
            return False
        except Broken as fault:
            self.counts["differ"] += 1
            print(f"FAILED: {self.options.seed}-{number}: {fault}", flush=True)
            return True
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

    def tell(self, number, case, text, expected, result, wrong):
        print(f"FAILED: {self.options.seed}-{number}: {wrong}")
        for name, content in case.files().items():
            print(f"  {name}: {content.strip()}")
        print(f"  document: {text}")
        if isinstance(expected, Fail):
            print(f"  oracle:   {'/'.join(sorted(expected.kinds))}")
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=400)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--only", type=int, help="one case, by its number")
    parser.add_argument("--verb", action="append", choices=sorted(RECIPES), help="repeatable")
    parser.add_argument("--unsure", action="store_true", help="tell why documents aren't compared")
    options = parser.parse_args()
    numbers = [options.only] if options.only is not None else range(
        options.cases if options.minutes is None else sys.maxsize)
    end = time.monotonic() + 60 * (options.minutes or 24 * 60)
    comparison = Comparison(options)
    print(f"seed {options.seed}", flush=True)
    # Rules that nest documents without end go deeper than Python likes.
    sys.setrecursionlimit(10_000)
    for number in numbers:
        if time.monotonic() > end:
            break
        comparison.run_case(number)
    comparison.summary()
    if not comparison.is_good():
        sys.exit(1)


if __name__ == "__main__":
    main()
