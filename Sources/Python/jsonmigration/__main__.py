"""`python -m jsonmigration apply rules/ in.json` is `jsonmigrate apply rules/ in.json`."""

import os
import sys
from pathlib import Path


def main() -> None:
    program = Path(__file__).with_name("jsonmigrate")
    if not program.exists():
        sys.exit(f"{program} isn't there: this package was put together without the command")
    if not os.access(program, os.X_OK):
        # Some tools that unpack wheels lose that.
        program.chmod(0o755)
    os.execv(program, ["jsonmigrate", *sys.argv[1:]])


if __name__ == "__main__":
    main()
