"""Patterns that are compiled, and data files that are read, when they are first used.

A process that finds nothing changed has no use for most of our patterns, and compiling those that
it would import took a third of its time. Patterns of a language or a format stand in `data/`.
"""

import re
from functools import cache
from typing import Any, AnyStr, cast


class LateRegex:
    """Stands in for a pattern until something is asked of it."""

    def __init__(self, pattern: Any, flags: int) -> None:  # noqa: ANN401 -- text or bytes
        """Keep the words of the pattern; to tell them needs no compiling."""
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- whatever the pattern has
        """Take all from the compiled pattern; the next time it is found without this."""
        vars(self).update(_taken_from(re.compile(self.pattern, self._flags)))
        return object.__getattribute__(self, name)


def _taken_from(compiled: re.Pattern[str]) -> dict[str, Any]:
    return {name: getattr(compiled, name) for name in dir(compiled) if not name.startswith("__")}


def late_regex(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a pattern as `re.compile` does; one that is wrong raises when it is first used."""
    return cast("re.Pattern[AnyStr]", LateRegex(pattern, flags))


@cache
def data_of(name: str) -> dict[str, Any]:
    """Return what stands in `data/<name>.toml`."""
    import tomllib  # here alone: many a process reads no data
    from importlib import resources

    file = resources.files("vaultwatch").joinpath("data", f"{name}.toml")
    return tomllib.loads(file.read_text("utf-8"))


class Patterns:
    """The patterns of a data file, by name: `Patterns("secrets").eol`.

    In a pattern `{{name}}` stands for another one of the file; line breaks and the indents behind
    them count for nothing.
    """

    def __init__(self, file: str) -> None:
        """Take the file's name; it is read when a pattern is asked for."""
        self._file = file

    def __getattr__(self, name: str) -> re.Pattern[str]:
        """Compile a pattern; the next time it is found without this."""
        pattern = None if name.startswith("_") else data_of(self._file)["patterns"].get(name)
        if pattern is None:
            raise AttributeError(name)
        compiled = re.compile(self.filled(pattern))
        setattr(self, name, compiled)
        return compiled

    def filled(self, pattern: str) -> str:
        """Return a pattern on one line, those that it names put into it."""
        known = data_of(self._file)["patterns"]
        return re.sub(
            r"\{\{(\w+)\}\}",
            lambda found: self.filled(known[found[1]]),
            re.sub(r"\n\s*", "", pattern),
        )
