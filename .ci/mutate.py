#!/usr/bin/env python3
"""Rule files and documents that are nearly right, many of them, and what the command says of them.

    python3 .ci/mutate.py TOOL [--seed N] [--cases N | --minutes N] [--only CASE]

Takes the project's rules and documents and the tables of the verbs' tests, changes bytes, tokens and
values at random, and runs the command on what comes of it. A finding is a signal, a run without end
or with too much memory, an exit status that isn't documented or that another command contradicts, a
message that has not the documented form or points at a place that isn't there, and a result that is no
JSON. Each is kept in .build/mutate/ with its case's number; the same seed and number give it again,
as long as the files it starts from are the same.
"""

import argparse
import json
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Of the processor's time, so that a busy machine doesn't look like a run without end.
SECONDS, MEBIBYTES = 10, 1024

TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|[\[\]{}:,]|[^\s\[\]{}:,"]+|\s+|.', re.S)
ODD_VALUES = [
    b"null", b"true", b"0", b"-0", b"-1", b"1.0", b"1.5", b"2", b"3", b"255", b"1e2", b"1e400", b"1E-400",
    b"9223372036854775807", b"9223372036854775808", b"-9223372036854775808",
    b"18446744073709551616", b"1" * 400, b"0." + b"0" * 400 + b"1", b"01", b"+1", b"NaN",
    b'""', b'" "', b'"\\u0000"', b'"\\ud800"', b'"\\udc00\\ud800"', b'"e\\u0301"', b'"\\u00e9"',
    '"é"'.encode(), '"e\u0301"'.encode(), '"\u202e\u2028"'.encode(), '"👩‍👩‍👧"'.encode(),
    b'"\x7f"', b'"' + b"x" * 5000 + b'"', b"[]", b"{}", b"[[]]", b'[""]', b"[1,2]", b'{"":1}',
    b'{"a":1,"a":2}', b'["a","a"]', b"[" * 200 + b"]" * 200, b"[" * 20000,
    b'{"a":' * 200 + b"1" + b"}" * 200, b"{}}", b"// ", b"/*", b'"',
]
ODD_TEXTS = [
    "$", "@", "*", "..", ".", "[*]", "[0]", "[-1]", "[?@.a]", "$..*", "@.a", "[1:2:-1]", "['", "']", "a.b",
    "[9007199254740993]", "[::0]", "type(@.a)", " && ", "!", "(", ")", "((((((((", "== null", "== 'x'",
    "match(@.a, '", "length(@)", "count($..*)", "^", "$1", "$9", "$$", "(a*)*", "a{1000}", "[^a-z]",
    "\\\\d", "\\\\p{Lu}", "{a}", "{", "}", "}}", "{$.a}", "\\n", "\\u0000", "\\ud83d", "é", "e\u0301",
    "\u2028", "😀", "-", "snake-to-camel", "", "yyyy-MM-dd", "2024-02-30", "1e999", "0x10",
]
ODD_BYTES = [0, 9, 10, 13, 0x1B, 0x22, 0x2C, 0x2F, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x7F, 0x80, 0xC0, 0xED,
             0xEF, 0xF4, 0xFF]
FORMATS = [
    b'{ "version": { "at": ["a", "b.c"] } }', b'{ "version": { "stamp": false } }', b'{ "each": "$..a" }',
    b'{ "version": { "missing": "fail" } }', b'{ "each": "[*]", "shape": { "2": "@.b" } }',
    b'{ "version": { "at": "a.v", "missing": [{ "when": "@.a", "version": 1 }] } }',
]
# What could act on a terminal.
HARMFUL = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
HEAD = re.compile(r"(error|warning|note)\[[a-z]+(-[a-z]+)*\]: .")


def read_seeds():
    """Rules folders with documents that they are for: (name to bytes, documents)."""
    seeds = []
    for rules in sorted([ROOT / "rules", *ROOT.glob("Examples/*/rules")]):
        files = {str(file.relative_to(rules)): file.read_bytes()
                 for file in sorted(rules.rglob("*.json")) if file.name != "rule-file.schema.json"}
        story = ROOT / "Examples/poem" if rules.parent == ROOT else rules.parent
        documents = [file.read_bytes() for file in sorted(story.glob("documents/**/*.json"))]
        seeds += [(files, documents)] * 8
    # Each verb's tests: name, rule, document.
    case = re.compile(r'RuleCase\(\s*"[^"]*",\s*#"(.*?)"#,\s*#"(.*?)"#', re.S)
    for file in sorted((ROOT / "Tests/JSONMigrationTests/Verbs").rglob("*Tests.swift")):
        for rule, document in case.findall(file.read_text()):
            step = '{\n  "to": 2,\n  "rules": [\n    %s\n  ]\n}\n' % rule
            seeds.append(({"v2.json": step.encode()}, [document.encode()]))
    return seeds


class Mutation:
    """Changes texts; what is put in comes from all the seeds."""

    def __init__(self, seeds):
        texts = [text for files, _ in seeds for text in files.values()]
        self.words = sorted({token for text in texts for token in TOKEN.findall(text)
                             if token[:1] == b'"' and len(token) < 60})
        self.values = sorted({text[start:end] for text in texts
                              for start, end in spans(text) if end - start < 400})

    def mutate(self, text, draw):
        ways = [self.value, self.value, self.word, self.word, self.mangle, self.mangle, self.every_word,
                self.swap, self.double, self.leave_out, self.wrap, self.token, self.byte]
        return draw.choice(ways)(text, draw)

    def value(self, text, draw):
        values = draw.choice([ODD_VALUES, self.values])
        return self.at_span(text, draw, lambda _: draw.choice(values))

    def double(self, text, draw):
        return self.at_span(text, draw, lambda value: value + b", " + value)

    def wrap(self, text, draw):
        before, after = draw.choice([(b"[", b"]"), (b'{"a":', b"}"), (b'{"rules":[', b"]}"), (b"-", b"")])
        times = draw.choice([1, 1, 1, 2, 60, 125, 126, 127, 128, 300, 2000])
        return self.at_span(text, draw, lambda value: before * times + value + after * times)

    def leave_out(self, text, draw):
        """A value, with its key and its comma where it has them."""
        places = spans(text)
        if not places:
            return text
        start, end = draw.choice(places)
        key = re.search(rb'"[^"]*"\s*:\s*$', text[:start])
        comma = re.match(rb"\s*,?", text[end:])
        return text[:key.start() if key else start] + text[end + comma.end():]

    def swap(self, text, draw):
        places = spans(text)
        if len(places) < 2:
            return text
        first, second = sorted(draw.sample(places, 2))
        moved = text[second[0]:second[1]]
        if first[1] > second[0]:  # One is in the other, whose place it takes.
            return text[:first[0]] + moved + text[first[1]:]
        return (text[:first[0]] + moved + text[first[1]:second[0]] + text[first[0]:first[1]]
                + text[second[1]:])

    def word(self, text, draw):
        """Another word of the language in the place of one, key or value."""
        return self.at_string(text, draw, lambda _: draw.choice(self.words))

    def every_word(self, text, draw):
        """Another word wherever one stands."""
        strings = [token for token in TOKEN.findall(text) if token[:1] == b'"']
        return text.replace(draw.choice(strings), draw.choice(self.words)) if strings else text

    def mangle(self, text, draw):
        """Something odd inside of a string, such as a path."""
        def change(string):
            start = draw.randint(1, max(1, len(string) - 1))
            end = max(start, min(len(string) - 1, start + draw.choice([0, 0, 1, 3])))
            return string[:start] + draw.choice(ODD_TEXTS).encode() + string[end:]
        return self.at_string(text, draw, change)

    def token(self, text, draw):
        tokens = TOKEN.findall(text)
        if not tokens:
            return text
        index, other = draw.randrange(len(tokens)), draw.randrange(len(tokens))
        way = draw.randrange(3)
        if way == 0:
            del tokens[index]
        elif way == 1:
            tokens.insert(index, tokens[other])
        else:
            tokens[index], tokens[other] = tokens[other], tokens[index]
        return b"".join(tokens)

    def byte(self, text, draw):
        start = draw.randint(0, len(text))
        end = min(len(text), start + draw.choice([0, 1, 1, 2, 10]))
        middle = draw.choice([bytes([draw.choice(ODD_BYTES)]), b"", text[start:end] * 2])
        return text[:start] + middle + draw.choice([text[end:]] * 5 + [b""])

    def at_span(self, text, draw, change):
        places = spans(text)
        if not places:
            return text + draw.choice(ODD_VALUES)
        start, end = draw.choice(places)
        return text[:start] + change(text[start:end]) + text[end:]

    def at_string(self, text, draw, change):
        strings = [match for match in TOKEN.finditer(text) if match[0][:1] == b'"']
        if not strings:
            return text
        match = draw.choice(strings)
        return text[:match.start()] + change(match[0]) + text[match.end():]


def spans(text):
    """Where the values and keys of a text stand, as far as its brackets are paired."""
    result, brackets = [], []
    for match in TOKEN.finditer(text):
        token = match[0]
        if token in (b"[", b"{"):
            brackets.append(match.start())
        elif token in (b"]", b"}"):
            if brackets:
                result.append((brackets.pop(), match.end()))
        elif not token.isspace() and token not in (b",", b":") and token[:1] != b"/":
            result.append(match.span())
    return result


class Case:
    """One rules folder and one document, and what the command says of them."""

    def __init__(self, tool, folder, files, document, draw):
        self.tool, self.folder, self.draw, self.document = tool, folder, draw, document
        self.files = {"rules/" + name: text for name, text in files.items()} | {"d.json": document}
        self.findings, self.runs, self.kinds = [], 0, set()
        for name, text in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(text)

    def find(self, what):
        self.findings.append(f"{' '.join(self.arguments)}: {what}")

    def run(self, *arguments):
        """Runs the command and looks at all that holds for any run; gives its status and output."""
        self.arguments, self.runs = arguments, self.runs + 1
        form = self.draw.choice(["json", "json", "json", "text", "github"])
        try:
            done = subprocess.run([self.tool, *arguments, "--format", form], cwd=self.folder,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=300,
                                  preexec_fn=limit)
        except subprocess.TimeoutExpired:
            self.find("no end")
            return None, b""
        status, output = done.returncode, done.stdout
        if status < 0:
            self.find(f"{signal.Signals(-status).name}: {done.stderr[-300:]!r}")
            return None, output
        if status not in (0, 1, 2):
            self.find(f"status {status}")
        self.look(form, status, done.stderr)
        if (self.folder / "d.json").read_bytes() != self.document:
            self.find("the document has changed")
        return status, output

    def look(self, form, status, errors):
        try:
            text = errors.decode()
        except UnicodeDecodeError as error:
            return self.find(f"messages that are no UTF-8: {error}")
        if harm := HARMFUL.search(text):
            self.find(f"a message with {harm[0]!r}: {text[:300]}")
        if text and text[-1] != "\n":
            self.find(f"a line without an end: {text[-300:]}")
        severities = [getattr(self, form)(line) for line in text.split("\n")[:-1]]
        if "error" in severities and status == 0:
            self.find(f"an error, and status 0: {text[:300]}")
        if status == 2 and "error" not in severities:
            self.find(f"status 2 without an error: {text[:300]}")

    def text(self, line):
        if match := HEAD.match(line):
            return match[1]
        if match := re.match(r" +(?:-->|:::) (\S+?):(\d+):(\d+)(  |$)", line):
            if match[1] not in self.files:
                self.find(f"no such file: {line}")
        elif not re.match(r" |\d+ \||$|and \d+ more$|[\d,]+ .* found nothing in ", line):
            self.find(f"a line of no known form: {line[:300]!r}")
        return None

    def github(self, line):
        match = re.match(r"::(error|warning|notice) (file=[^,]+,(line=\d+,col=\d+,)?)?title=[a-z-]+::.",
                         line)
        if not match:
            self.find(f"a line of no known form: {line[:300]!r}")
            return None
        return match[1]

    def json(self, line):
        try:
            found = json.loads(line)
        except ValueError:
            self.find(f"a message that is no JSON: {line[:300]}")
            return None
        if (set(found) - {"help", "word"} != {"severity", "kind", "message", "places", "notes"}
                or found["severity"] not in ("error", "warning", "note") or not found["message"]):
            self.find(f"a message of no known form: {line[:300]}")
            return None
        self.kinds.add(found["kind"])
        for place in found["places"]:
            self.place(place, line)
        is_asked = found["kind"] == "usage" or "--to" in self.arguments
        if found["severity"] == "error" and not found["places"] and not is_asked:
            self.find(f"an error without a place: {line[:300]}")
        return found["severity"]

    def place(self, place, line):
        text = self.files.get(place["file"])
        if text is None:
            is_there = (self.folder / place["file"]).exists()
            if "line" in place or not is_there and "is missing" not in line:
                self.find(f"no such file: {line[:300]}")
            return
        if "line" not in place:
            return
        start, end = place["start"], place["end"]
        if not 0 <= start <= end <= len(text):
            self.find(f"bytes {start}..<{end} of {len(text)}: {line[:300]}")
            return
        before = text[:start].split(b"\n")
        # Bytes that continue a scalar count as its part, also where there is none.
        continuing = sum(0x80 <= byte < 0xC0 for byte in before[-1] + text[start:start + 1])
        column = max(1, 1 + len(before[-1]) - continuing)
        if (place["line"], place["column"]) != (len(before), column):
            self.find(f"byte {start} is at {len(before)}:{column}: {line[:300]}")

    def compare(self):
        """Runs the commands, which shall agree on the rules and the document."""
        checked, _ = self.run("check", "rules")
        if checked is None:
            return
        if checked == 2:
            self.find("status 2 of `check`, which is 1 where rules are bad")
        applied, output = self.run("apply", "rules", "d.json")
        if applied is None:
            return
        if (applied == 2) != (checked != 0):
            self.find(f"status {applied}, but {checked} of `check`")
        if applied == 0:
            self.result(output)
        elif output:
            self.find(f"status {applied}, and output: {output[:300]!r}")
        others = [("explain", "rules", "d.json"), ("status", "rules", "d.json"), ("test", "rules"),
                  ("apply", "rules", "d.json", "--diff"), ("apply", "rules", "d.json", "--check"),
                  ("apply", "rules", "d.json", "--to", self.draw.choice("1234")),
                  ("explain", "rules", "d.json", "--at", self.draw.choice(["$", "a", "a[0]", "$..a"])),
                  ("explain", "rules", "d.json", "--html", "page.html"),
                  ("check", "rules", "--reversible")]
        for arguments in self.draw.sample(others, 1 if checked else 3):
            status, output = self.run(*arguments)
            if status is None:
                continue
            if checked and status != (1 if arguments[0] == "check" else 2):
                self.find(f"status {status}, though the rules are bad")
            if arguments[0] in ("explain", "status") and len(arguments) == 3 and status != applied:
                self.find(f"status {status}, but {applied} of `apply`")

    def result(self, output):
        def refuse(word):
            raise ValueError(word)

        if b'"comments"' in self.files.get("rules/format.json", b""):
            output = without_comments(output)
        try:
            json.loads(output.decode(), parse_int=str, parse_float=str, parse_constant=refuse)
        except RecursionError:
            pass
        except ValueError as error:
            self.find(f"the result is no JSON: {error}: {output[:300]!r}")


def without_comments(text):
    """A document without comments and without commas before a closing bracket."""
    kept = []
    for token in TOKEN.findall(text):
        if token.startswith((b"//", b"/*")) or token.isspace():
            continue
        if token in b"]}" and kept[-1:] == [b","]:
            kept.pop()
        kept.append(token)
    return b" ".join(kept)


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEBIBYTES << 20, MEBIBYTES << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def make(seeds, mutation, draw):
    """A case's rule files and document."""
    files, documents = draw.choice(seeds)
    files, document = dict(files), draw.choice(documents)
    for _ in range(draw.choice([1, 1, 1, 2, 4])):
        name = draw.choice(sorted(files))
        others, other_documents = draw.choice(seeds)
        way = draw.choices(range(6), [60, 30, 3, 2, 2, 3])[0]
        if way == 0:
            files[name] = mutation.mutate(files[name], draw)
        elif way == 1:
            document = mutation.mutate(document, draw)
        elif way == 2:
            files[draw.choice(["v2.json", "v4.json", name])] = draw.choice(list(others.values()))
        elif way == 3 and len(files) > 1:
            del files[name]
        elif way == 4:
            document = draw.choice(other_documents)
        elif way == 5:
            files["format.json"] = draw.choice(FORMATS)
    return files, document


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=500)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--only", type=int)
    options = parser.parse_args()
    if not shutil.which(options.tool.resolve()):
        print(f"{options.tool} is no program that can be run", file=sys.stderr)
        sys.exit(2)
    tool = str(options.tool.resolve())
    seeds = read_seeds()
    mutation = Mutation(seeds)
    numbers = [options.only] if options.only is not None else range(
        options.cases if options.minutes is None else sys.maxsize)
    end = time.monotonic() + 60 * (options.minutes or 24 * 60)
    cases = runs = sound = 0
    kinds, failed = set(), 0
    kept = ROOT / ".build/mutate"
    print(f"seed {options.seed}, {len(seeds)} rules folders to begin with", flush=True)
    for number in numbers:
        if time.monotonic() > end:
            break
        # Not of a hash, which is another one in each run of python.
        draw = random.Random(options.seed * 1_000_003 + number)
        with tempfile.TemporaryDirectory(prefix="jsonmigrate-mutate-") as folder:
            case = Case(tool, pathlib.Path(folder), *make(seeds, mutation, draw), draw)
            case.compare()
            cases, runs, kinds = cases + 1, runs + case.runs, kinds | case.kinds
            sound += case.runs == 5
            if case.findings:
                failed += 1
                shutil.copytree(folder, kept / f"{options.seed}-{number}", dirs_exist_ok=True)
                for finding in case.findings:
                    print(f"FAILED: {options.seed}-{number}: {finding}", flush=True)
    for kind in sorted(kinds):
        if subprocess.run([tool, "help", kind], stdout=subprocess.DEVNULL).returncode:
            failed += 1
            print(f"FAILED: no help about {kind}")
    print(f"{cases} cases, of which {sound} have sound rules, {runs} runs, {failed} findings; "
          f"kinds: {', '.join(sorted(kinds))}")
    if failed:
        sys.exit(1)


if __name__ == "__main__":
    main()
