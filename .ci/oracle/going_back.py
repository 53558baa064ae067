"""Compares what the command makes of documents on their way to an older version."""

import collections
import json
import subprocess

from back_cases import UNTOUCHED, VERBS, BackCase
from comparison import Broken, Comparison, ask_oracle, judge, run_tool, write_files
from conditions import condition
from document import parse, value
from engine import Notes, verb_of
from looks import names_in
from outcome import Fail, Unsure
from round_trip import (all_rules, has_undo, is_same, is_tried_again, keeps_to_itself,
                        tells_version, version_of)
from way_back import verdict


def refused_rules(tool, folder, case):
    """The rules that `check --reversible` tells of, with their places, and whether it warns."""
    done = subprocess.run([tool, "check", "rules", "--reversible", "--format", "json"],
                          cwd=folder, capture_output=True, encoding="utf-8", timeout=60)
    findings = [json.loads(line) for line in (done.stdout + done.stderr).splitlines()
                if line[:1] == "{"]
    if done.returncode == 2 or done.returncode < 0:
        raise Broken(f"check: status {done.returncode}: {done.stderr.strip()}")
    places, rules, case.reasons = {}, [], {}
    for finding in findings:
        if finding["severity"] != "error":
            continue
        place = finding["places"][0]
        name = place["file"].removeprefix("rules/")
        step = next((step for step in case.steps if f"v{step['to']}.json" == name), None)
        if step:
            # Each rule has a line of its own, behind two of the step.
            rules.append(step["rules"][place["line"] - 3])
            case.reasons[id(rules[-1])] = finding["message"]
            places.setdefault(step["to"], set()).add((name, place["line"], place["column"]))
    return rules, places, any(finding["severity"] == "warning" for finding in findings)


LEFT_BEHIND = "what a later rule may leave behind"
NOT_AGAIN = "run again it would not give this document"


class BackComparison(Comparison):
    def __init__(self, options):
        super().__init__(options)
        self.verbs = collections.Counter()

    def make_case(self, draw):
        return BackCase(draw, self.options.verb or VERBS)

    def run(self, number, case, folder):
        tool = self.options.tool.resolve()
        write_files(folder, case.files())
        if case.draw.random() < 0.85:
            # One rule without a way back is enough for a folder to have none.
            case.leave_out(refused_rules(tool, folder, case)[0])
        there = run_tool(tool, folder, case.files(), case.documents)
        pairs = [(old, new) for old, new in zip(case.documents, there) if isinstance(new, str)]
        if not pairs or case.target is None:
            self.counts["without documents"] += 1
            return False
        case.olds = {new: old for old, new in pairs}
        case.old_versions = {new: version_of(case, old) for old, new in pairs}
        case.format.refused, case.refusals, case.is_warned = refused_rules(tool, folder, case)
        return self.compare(number, case, folder)

    def compare(self, number, case, folder):
        tool, files = self.options.tool.resolve(), case.files()
        documents = case.new_documents(list(case.olds))
        flags, again_flags = ["--to", str(case.target)], []
        if not case.format.places:
            flags += ["--from", str(case.versions[-1])]
            again_flags = ["--from", str(case.target)]
            case.format.missing = case.versions[-1]
        results = run_tool(tool, folder, files, documents, *flags)
        back = [text for text in results if isinstance(text, str)]
        again = run_tool(tool, folder, files, back, *again_flags) if back else []
        again.reverse()
        self.counts["cases"] += 1
        told = [self.check_verdicts(number, case),
                self.check_ways(number, case, folder, documents, results, flags)]
        for text, result in zip(documents, results):
            self.counts["documents"] += 1
            next_text = again.pop() if isinstance(result, str) else None
            told.append(self.check(number, case, text, result, next_text, not any(told)))
        return any(told)

    def check_verdicts(self, number, case):
        """Whether the command calls lossy what the contract does."""
        is_wrong = False
        for rule in (rule for step in case.steps if "undo" not in step for rule in step["rules"]):
            found = verdict(rule, names_in(case.format.places))
            refused = any(rule is one for one in case.format.refused)
            name = verb_of(rule)
            if found is None:
                self.counts["open"] += 1
            elif found and refused and LEFT_BEHIND in case.reasons.get(id(rule), ""):
                # Parents that were created stay, and what that means for others is left open.
                self.counts["open"] += 1
            elif found == refused:
                self.counts["differ"] += 1
                print(f"FAILED: {self.options.seed}-{number}: a rule that "
                      f"{'goes' if found else 'does not go'} back: {json.dumps(rule)}: "
                      f"{case.reasons.get(id(rule))}", flush=True)
                is_wrong = True
            if not refused:
                self.verbs[name] += 1
        return is_wrong

    def check_ways(self, number, case, folder, documents, results, flags):
        """Many documents at a time, and one alone, come out as one after the other."""
        if number % 8:
            return False
        tool = self.options.tool.resolve()
        many = run_tool(tool, folder, case.files(), documents, *flags, "--jobs", "3")
        text, result = documents[number % len(documents)], results[number % len(documents)]
        done = subprocess.run([tool, "apply", "rules", *flags, "--format", "json"], cwd=folder,
                              input=text, capture_output=True, encoding="utf-8", timeout=60)
        alone = done.stdout.removesuffix("\n") if done.returncode == 0 else kind_of(done)
        wanted = result if isinstance(result, str) else result["kind"]
        # Among many a document of another format is left alone.
        if many == results and alone in (wanted, "wrong-format"):
            return False
        self.counts["differ"] += 1
        print(f"FAILED: {self.options.seed}-{number}: another result "
              f"{'alone: ' + alone if many == results else 'of several at a time'}")
        return True

    def check(self, number, case, text, result, again, is_first):
        """Counts a document, and tells what is wrong with its result; gives whether there is."""
        notes = Notes()
        expected = ask_oracle(case, text, notes, case.target)
        wrong = None
        if isinstance(expected, Unsure):
            self.unsure[str(expected)] += 1
        else:
            wrong = judge(expected, result)
        if wrong == "it isn't to fail" and NOT_AGAIN in result["message"] \
                and text not in case.olds:
            # Whether a document is looked at that no step has made is left open.
            wrong = None
        if wrong == "the order of members" and has_open_order(case):
            wrong = None
        wrong = wrong or self.round_trip_fault(case, text, result, again)
        if wrong:
            self.counts["differ"] += 1
            if is_first:
                self.tell(number, case, text, expected, result, wrong)
                print(f"  target:   {case.target}; again: {again}; old: {case.olds.get(text)}",
                      flush=True)
        elif isinstance(expected, Unsure):
            self.counts["not compared"] += 1
        else:
            fails = isinstance(expected, Fail)
            self.counts["fail alike" if fails else "alike"] += 1
            self.effects.update(notes.effects)
        return bool(wrong)

    def round_trip_fault(self, case, text, result, again):
        """What the result shows to be wrong, whatever the contract says of the rules."""
        if not isinstance(result, str):
            return self.refusal_fault(case, text, result)
        if UNTOUCHED in text and UNTOUCHED not in result and has_untouched(result):
            return "the bytes of what no rule touches"
        is_result = case.old_versions.get(text) == case.target
        if is_tried_again(case, is_result) and tells_version(case, case.olds.get(text, text)) \
                and version_of(case, text) == case.versions[-1]:
            if not isinstance(again, str):
                return "what comes back fails on the way there: " + again["message"]
            if not is_same(case, again, text):
                return "what comes back becomes another document: " + again
        if is_result and not has_undo(case) and is_of_format(case, text) and not case.is_warned \
                and version_of(case, text) == case.versions[-1] \
                and keeps_to_itself(case, case.olds[text]):
            self.counts["round trips"] += 1
            if not is_same(case, result, case.olds[text]):
                return "it isn't the document that there was"
        return None

    def refusal_fault(self, case, text, result):
        """A refused step is told by the places of all its rules."""
        if "can't be undone here" in result["message"]:
            return misplaced(case, result)
        if not result["message"].startswith("can't go back from version"):
            return None
        named = {(place["file"].removeprefix("rules/"), place["line"], place["column"])
                 for place in result["places"][1:]}
        version = version_of(case, text)
        if version is None or "each" in case.format.settings:
            return None
        wanted = {place for step in case.format.road(case.target, version) or []
                  for place in case.refusals.get(step["to"], ())}
        return None if named == wanted else f"it names {sorted(named)} and not {sorted(wanted)}"

    def summary(self):
        super().summary()
        print("rules that go back: " + ", ".join(
            f"{verb} {count:,}" for verb, count in self.verbs.most_common()))
        print(f"{self.counts['round trips']:,} round trips; {self.counts['open']:,} rules of which "
              "the contract leaves open whether they go back")

    def is_good(self):
        return not self.counts["differ"]


def kind_of(done):
    lines = [json.loads(line) for line in done.stderr.splitlines() if line[:1] == "{"]
    return next((line["kind"] for line in lines if line["severity"] == "error"), "no error")


def misplaced(case, result):
    """What is wrong with the places of a message: it is to name the document's, and the rule."""
    verb = result["message"].split("`")[1]
    texts = case.files()
    for place in result["places"][1:]:
        lines = texts.get(place["file"], "").split("\n")
        if lines[place["line"] - 1][place["column"] - 1:].startswith(f'"{verb}"') \
                and "path" in result["places"][0]:
            return None
    return f"it doesn't name the place and the rule: {result['places']}"


def has_open_order(case):
    """Whether rules bring back several members, or keep some: in which order, isn't said."""
    return case.format.stash or any(
        len(rule.get("move", ())) > 1 for step in case.steps for rule in all_rules(step["rules"]))


def is_of_format(case, text):
    when, root = case.format.settings.get("when"), parse(text)
    return not when or condition(when)(root, root)


def has_untouched(result):
    """Whether the member is there still, with its value."""
    wanted = value(parse("{" + UNTOUCHED + "}").content[0])
    return any(cell.key == "zz" and value(cell) == wanted for cell in parse(result).walk())
