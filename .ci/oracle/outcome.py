"""What may become of a document besides a result: it fails, or the contract doesn't tell."""


class Fail(Exception):
    """The document fails with one of these kinds; where several are named, any will do."""

    def __init__(self, *kinds):
        super().__init__(*kinds)
        self.kinds = set(kinds)


class Unsure(Exception):
    """The contract says nothing of this, or leaves it open; the document isn't compared."""


class Faults:
    """All that one rule finds wrong. Which of its faults is told is open, so it collects them."""

    def __init__(self):
        self.kinds = set()

    def add(self, *kinds):
        self.kinds.update(kinds)

    def __enter__(self):
        return self

    def __exit__(self, _, error, trace):
        """Keeps a failure, so that `with faults:` goes on behind it with the next place."""
        if isinstance(error, Fail):
            self.kinds |= error.kinds
            return True
        return False

    def stop_if_any(self):
        if self.kinds:
            raise Fail(*self.kinds)
