"""Documents that some tool has laid out come out as that tool would have laid them out."""

import re
import subprocess

from comparison import NOW, Broken, Comparison, run_tool, write_files

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')

# A step of indentation, or None for one line; a line break; what stands for a comma and a colon.
STYLES = {
    "two spaces": ("  ", "\n", ",", ": "),
    "four spaces": ("    ", "\n", ",", ": "),
    "tabs": ("\t", "\n", ",", ": "),
    "Windows": ("  ", "\r\n", ",", ": "),
    "Foundation": ("  ", "\n", ",", " : "),
    "narrow": (" ", "\n", ",", ":"),
    "Python, on one line": (None, "", ", ", ": "),
}


def laid_out(text, style):
    """The same JSON in a style."""
    unit, newline, comma, colon = STYLES[style]
    result, depth, tokens = [], 0, TOKEN.findall(text)

    def line():
        if unit is not None:
            result.append(newline + unit * depth)

    for before, token, after in zip([""] + tokens, tokens, tokens[1:] + [""]):
        if token in ("}", "]"):
            depth -= 1
            if before not in ("{", "["):
                line()
        result.append(comma if token == "," else colon if token == ":" else token)
        if token in ("{", "["):
            depth += 1
        if token == "," or token in ("{", "[") and after not in ("}", "]"):
            line()
    return "".join(result)


class StyleComparison(Comparison):
    """Each document in a style, beside what becomes of it on one line without spaces."""

    def run(self, number, case, folder):
        results = run_tool(self.options.tool.resolve(), folder, case.files(), case.documents)
        self.counts["cases"] += 1
        pairs = [(old, new) for old, new in zip(case.documents, results) if isinstance(new, str)]
        styles = [case.draw.choice(list(STYLES)) for _ in pairs]
        documents = [laid_out(old, style) for (old, _), style in zip(pairs, styles)]
        outputs = self.migrated(documents, folder) if documents else []
        is_told = False
        for style, document, (old, new), output in zip(styles, documents, pairs, outputs):
            self.counts["documents"] += 1
            expected = laid_out(new, style)
            if ":" not in TOKEN.findall(old):
                # Nothing in it tells a style, or not what stands around a colon.
                self.counts["without a style"] += 1
            elif output == expected:
                self.counts["alike"] += 1
                self.effects[style] += old != new
            else:
                self.counts["differ"] += 1
                if not is_told:
                    self.tell_case(number, case, repr(document), f"not in the style `{style}`")
                    print(f"  expected: {expected!r}\n  command:  {output!r}", flush=True)
                is_told = True
        return is_told

    def migrated(self, documents, folder):
        names = [f"{number}.json" for number in range(len(documents))]
        write_files(folder / "old", dict(zip(names, documents)))
        done = subprocess.run(
            [self.options.tool.resolve(), "apply", "rules", "old", "--output-dir", "new", "--now", NOW,
             "-q"], cwd=folder, capture_output=True, encoding="utf-8", timeout=300)
        if done.returncode:
            raise Broken(f"status {done.returncode}: {done.stderr.strip()}")
        return [(folder / "new" / name).read_bytes().decode() for name in names]

    def summary(self):
        print("changed: " + ", ".join(f"{style} {self.effects[style]:,}" for style in STYLES))
        counts = self.counts
        print(f"{counts['cases']:,} rule sets ({counts['refused']:,} more refused), "
              f"{counts['documents']:,} documents: {counts['alike']:,} in their style, "
              f"{counts['without a style']:,} without one; {counts['differ']:,} differ")

    def is_good(self):
        idle = [style for style in STYLES if not self.effects[style]]
        if idle and self.counts["cases"] >= 100:
            print(f"FAILED: never changed: {', '.join(idle)}")
            return False
        return self.counts["cases"] > 0 and not self.counts["differ"]
