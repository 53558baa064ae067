from collections.abc import Callable
from typing import Any

class Binding:
    def __new__(
        cls, owner: object, rules: int, migrate_into: int, free: int,
        raise_error: Callable[[bytes], None], /
    ) -> Binding: ...
    def migrate(self, document: Any, /) -> Any: ...
