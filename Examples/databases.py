"""What the tries of the database examples share: documents, and what has to hold after a run."""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

RULES = pathlib.Path(__file__).resolve().parent.parent / "rules"
# A run is killed within the time that a whole one took, and some are through by then.
TIMES, AT_LEAST = 10, 4


def document(chance, number, titles=("Kettle", "Tab\t\u00e9", 'a "b" \\')):
    """A poem of some version; one in twelve or so can't be migrated, is newer, or is current."""
    poem = {"version": 1, "title": chance.choice(titles), "author": "Mara Lindqvist",
            "lines": ["Six o'clock clears its throat,"] * chance.randint(0, 20), "stars": number % 6,
            "number": number}
    kind = number % 50
    if kind == 7:
        del poem["lines"]
    elif kind == 8:
        poem["stars"] = "four"
    elif kind == 9:
        poem["version"] = 4
    elif kind == 10:
        poem = {"version": 3, "text": "", "language": "en", "number": number}
    elif kind == 11:
        # A text is no number, whatever its digits.
        poem["version"] = "3"
    return json.dumps(poem)


def odd_document(chance, number):
    """As that, with some among the first that only text can hold; so one begins below 0."""
    return {
        -2: '{"child": {"version": 3}, "version": 1, "lines": []}', -1: '{"a": "\2"}',
        2: '{"version": 1, "lines": [], "n": 1e400, "\\ud800": "\\\\ud800"}',
        3: '{ "version" : 1,  "lines": ["\\u0041"],\t"n": -0.0 }', 4: "no JSON",
        5: '{"version": 1,', 6: "", 11: '{"version": 1, "lines": []}, "more": 2',
        12: '{"version": 1}, "doc": {"version": 3}',
    }.get(number, document(chance, number))


def is_json(text):
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def expected(tool, before):
    """What the command makes of each document by itself, and the kinds of errors."""
    with tempfile.TemporaryDirectory() as folder:
        reasons = pathlib.Path(folder, "reasons")
        # In an envelope, since an empty line is no document; one that is never sound around what is no
        # JSON, which could go on as the envelope does.
        out = subprocess.run(
            [tool, "apply", RULES, "--ndjson", "--each=d", "--skip-bad", f"{folder}/bad", "--reasons",
             reasons, "--bad-ok", "-qq"],
            input="".join(f'{{"d":{text}}}{"" if is_json(text) else ","}\n' for text in before.values()),
            capture_output=True, text=True, check=True).stdout.splitlines()
        kinds = {reason["line"]: reason["kind"]
                 for reason in map(json.loads, reasons.read_text().splitlines())}
    good, errors, lines = {}, {}, iter(out)
    for number, (id, text) in enumerate(before.items(), 1):
        good[id] = text if number in kinds else next(lines)[5:-1]
        if number in kinds:
            errors[id] = kinds[number]
    return good, errors


OLD, NEW = '{"version": "old", "a": 1}', '{"version": "the \\"new\\" one\'s", "b": 1}'


def named_versions(folder):
    """Rules whose versions are texts, as no other language would quote them; OLD becomes NEW."""
    rules = folder / "the \"named\" one's"
    rules.mkdir(exist_ok=True)
    (rules / "v.json").write_text(json.dumps({
        "from": "old", "to": json.loads(NEW)["version"], "rules": [{"rename": {"a": "b"}}]}))
    return rules


def start(command, tool, **environment):
    """Starts an example, in a group of processes that can be killed as one."""
    return subprocess.Popen(command, start_new_session=True, stderr=subprocess.PIPE,
                            env=dict(os.environ, JSONMIGRATE=str(tool), **environment))


def finish(process):
    _, errors = process.communicate()
    if process.returncode != 0:
        sys.exit(errors.decode())


def timed(begin):
    """Runs an example to its end; how many seconds it took."""
    at = time.perf_counter()
    finish(begin())
    return time.perf_counter() - at


def kill_and_try_again(begin, seconds, chance, fill):
    """Runs that are killed at any moment, with all that they have started, and one that isn't. What a
    run gets through with leaves nothing to be killed in, so then it begins again with a full table."""
    killed = 0
    fill()
    for _ in range(TIMES):
        process = begin()
        try:
            process.wait(chance.random() * seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if process.returncode == -signal.SIGKILL:
            killed += 1
        elif killed < AT_LEAST:
            fill()
    if killed < AT_LEAST:
        sys.exit(f"only {killed} of {TIMES} runs were killed: try more documents")
    finish(begin())
    return killed


def check(now, good, told, errors, what="", same=lambda text: text):
    """Whether all documents and errors are there; `same` is what counts of a document."""
    for id, text in good.items():
        if now[id] != text and same(now[id]) != same(text):
            sys.exit(f"{what}{id}: {now[id]}, expected {text}")
    if told != errors:
        sys.exit(f"{what}errors of {sorted(set(told.items()) ^ set(errors.items()))[:5]}")


def try_all(tool, count, fill, stored, migrate, check):
    """Fills a database and migrates it in one run, and then in runs of which some are killed; gives what
    has to be there in the end. Each function goes by the same database."""
    fill(count)
    good, errors = expected(tool, stored())
    seconds = timed(lambda: migrate(tool))
    check(good, errors)
    killed = kill_and_try_again(lambda: migrate(tool), seconds, random.Random(7), lambda: fill(count))
    check(good, errors)
    tell(count, seconds, errors, killed)
    return good, errors


def tell(count, seconds, errors, killed, what=""):
    print(f"{what}{count} documents in {seconds:.1f} s, {len(errors)} with errors; killed {killed} times "
          "and run again: the same")
