"""Patterns that are compiled when they are first used.

A process that finds nothing changed has no use for most of our patterns, and compiling those that
it would import took a third of its time. What stands in a table of words is made here; what is
short may as well be `re.compile`.
"""

import re
from typing import Any, cast


class LateRegex:
    """Stands in for a pattern until something is asked of it."""

    def __init__(self, pattern: str, flags: int) -> None:
        """Keep the words of the pattern; to tell them needs no compiling."""
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- whatever the pattern has
        """Take all from the compiled pattern; the next time it is found without this."""
        vars(self).update(_taken_from(re.compile(self.pattern, self._flags)))
        return object.__getattribute__(self, name)


def _taken_from(compiled: re.Pattern[str]) -> dict[str, Any]:
    return {name: getattr(compiled, name) for name in dir(compiled) if not name.startswith("__")}


def late_regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern as `re.compile` does; one that is wrong raises when it is first used."""
    return cast("re.Pattern[str]", LateRegex(pattern, flags))
