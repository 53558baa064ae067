"""A second implementation of the rule language against the command, on random rules and documents.

    python3 .ci/oracle TOOL [--seed N] [--cases N | --minutes N] [--only CASE] [--verb NAME]
    python3 .ci/oracle TOOL --back [...]
    python3 .ci/oracle TOOL --styles [...]

The language is read from its contract alone, written for reading and not for speed, and knows
nothing of how the command works. A case is a rules folder and documents for it; a difference is a
document of which the command makes another value, another order of members or another kind of error
than the contract does. Each case with one is kept in .build/oracle/ with its number; the same seed
and number give it again. Left out are `call`, comments and generated ids.

With --back the documents are of the newest version, and an older one is the target. Where the
contract doesn't tell what comes of them, it is held that what goes back is what there was.

With --styles the documents are laid out in one of seven ways, and what comes of them is to be the same
JSON as from those on one line, laid out in the same way.
"""

import argparse
import pathlib
import shutil
import sys
import time

from comparison import Comparison
from going_back import BackComparison
from recipes import RECIPES
from styles import StyleComparison


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tool", type=pathlib.Path)
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--back", action="store_true", help="bring documents to older versions")
    kinds.add_argument("--styles", action="store_true", help="lay documents out in several ways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=400)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--only", type=int, help="one case, by its number")
    parser.add_argument("--verb", action="append", choices=sorted(RECIPES), help="repeatable")
    parser.add_argument("--unsure", action="store_true", help="tell why documents aren't compared")
    options = parser.parse_args()
    if not shutil.which(options.tool.resolve()):
        print(f"{options.tool} is no program that can be run", file=sys.stderr)
        sys.exit(2)
    numbers = [options.only] if options.only is not None else range(
        options.cases if options.minutes is None else sys.maxsize)
    end = time.monotonic() + 60 * (options.minutes or 24 * 60)
    kind = BackComparison if options.back else StyleComparison if options.styles else Comparison
    comparison = kind(options)
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
