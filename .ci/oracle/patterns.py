"""Patterns: I-Regexp (RFC 9485) and what the language adds to it, in terms of the module re.

Python's rules are the contract's: the match that begins first, the alternative that stands first,
repetitions as long as they can be. Only some signs mean something else.
"""

import functools
import re

SIGNS = re.compile(r"\\.|\[(?:\\.|[^\]])*\]|[.^$]")
MEANINGS = {".": r"[^\n\r]", "^": r"\A", "$": r"\Z",
            r"\d": "[0-9]", r"\w": "[A-Za-z0-9_]", r"\s": r"[ \t\n\r\f\v]"}


@functools.lru_cache(maxsize=1_000)
def compiled(pattern, ignore_case=False):
    text = SIGNS.sub(lambda sign: MEANINGS.get(sign[0], sign[0]), pattern)
    return re.compile(text, re.IGNORECASE if ignore_case else 0)


def expand(template, match):
    """Puts groups for `$1` to `$9`, nothing for one that took no part, a dollar sign for `$$`."""
    return re.sub(r"\$([$1-9])",
                  lambda sign: "$" if sign[1] == "$" else match[int(sign[1])] or "", template)


def fold(text):
    """Simple case folding, which gives one letter for each."""
    return "".join(letter.casefold() if len(letter.casefold()) == 1 else letter.lower()
                   for letter in text)
