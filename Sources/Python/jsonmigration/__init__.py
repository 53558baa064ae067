"""Brings JSON documents from the version they have to the newest one, by rules that are data.

>>> import jsonmigration
>>> m = jsonmigration.Migrator(files={"v2.json": '{"to": 2, "rules": [{"rename": {"stars": "rating"}}]}'})
>>> m.migrate('{"version": 1, "stars": 4}')
'{"version": 2, "rating": 4}'

A document that can't be migrated raises a `MigrationError`, and nothing else happens. One that is current
comes back as the object that was given. `python -m jsonmigration` is the command `jsonmigrate`.
"""

from ._errors import Errors, MigrationError
from ._library import version as __version__
from ._migrator import CHANGED, CURRENT, FAILED, LEFT, Lines, Migrator

__all__ = [
    "CHANGED", "CURRENT", "FAILED", "LEFT", "Errors", "Lines", "MigrationError", "Migrator",
    "__version__",
]

for _public in (Errors, Lines, MigrationError, Migrator):
    _public.__module__ = __name__
del _public
