"""Look a name of code up in a project: in the file that is said to define it, or in all of them.

Only what git keeps is read, and of values that are called like a secret nothing is told.
"""

import re
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Final

from vaultwatch.adapters.reality.git import (
    GitSilentError,
    committed_text,
    files_naming,
    is_plainly_kept,
)
from vaultwatch.adapters.reality.project_folders import (
    MOST_BYTES,
    NotAllowedError,
    is_secret,
    read_text,
)
from vaultwatch.guard.secrets import find_secrets
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.checks.code_shapes import (
    CodeShape,
    language_of,
    may_define,
    parts_of,
    same_literal,
    shape_of,
)
from vaultwatch.memories.checks.model import Sighting
from vaultwatch.memories.checks.places import ending_of

MOST_FILES: Final = 30
"""Files that are read for one name: one that stands in more is too common to tell of."""
LACKS: Final = "it does not stand there"
OTHER_MEANS: Final = "it may be defined there by other means"
NOWHERE: Final = "no file is known to define it"
MOST_NAMED: Final = 200
MOST_READ: Final = 5
"""Files that are looked through, and read whole, for where else a name may be defined."""
QUICK_BYTES: Final = 32_000
"""To read so much by its grammar takes 5 to 18 ms. Source: measured."""
_PAPERS: Final = frozenset({"md", "mdx", "rst", "txt", "adoc", "html", "lock", "sum"})
"""Endings of files that speak of a name, and set nothing."""


class CodeFiles:
    """The files of code that were read."""

    def __init__(self) -> None:
        """Read none yet."""
        self._text = lru_cache(maxsize=64)(read_text)
        self._shown = lru_cache(maxsize=64)(lambda text: lines_without_secrets(text)[0])
        self._naming = lru_cache(maxsize=1_024)(files_naming)

    def in_file(self, real: Path, symbol: str, says: str, top: Path) -> Sighting:
        """Return what a file says of a name, or whether it has the literal it is said to have.

        Raises:
            NotAllowedError: it may not be looked into.
            GitSilentError: git does not tell.
            OSError: it cannot be read.
        """
        hold_named(symbol, says)
        hold_kept(real)
        shape = self._shape(real, symbol)
        if shape is None:
            return Sighting("unknown", why="it cannot be read as what its name says")
        if says:
            return _of_values([shape], symbol, says)
        if shape.is_defined:
            return Sighting("there")
        if shape.may_be and not shape.is_used:
            return Sighting("unknown", why=OTHER_MEANS)
        own, name = real.relative_to(top).as_posix(), parts_of(symbol)[-1]
        named = [one for one in self._naming(top, name) if one != own and language_of(one)]
        others = [one for one in named[:MOST_NAMED] if self._may_define(top / one, name)]
        is_whole = len(named) <= MOST_NAMED and len(others) <= MOST_READ
        read = [(one, self._shape(top / one, symbol)) for one in others if is_whole]
        defining = [one for one, held in read if held is not None and held.is_defined]
        if len(defining) != 1:
            is_gone = not shape.may_be
            return Sighting("gone", why=LACKS) if is_gone else Sighting("unknown", why=OTHER_MEANS)
        return Sighting("gone", why=f"{LACKS}; {defining[0]} defines it")

    def anywhere(self, top: Path, symbol: str, says: str) -> Sighting:
        """Return what the files of a project say of a name; as `in_file`."""
        hold_named(symbol, says)
        found = self._naming(top, parts_of(symbol)[-1])
        code = [one for one in found if language_of(one)]
        if not found:
            return Sighting("unknown", why=NOWHERE, is_away=True)
        if len(code) > MOST_FILES:
            return Sighting("unknown", why="too many files name it")
        shapes = [self._shape(top / one, symbol) for one in code]
        read = [one for one in shapes if one is not None]
        if says:
            is_whole = len(read) == len(found) - sum(ending_of(one) in _PAPERS for one in found)
            return _of_values(read, symbol, says, is_whole=is_whole)
        if any(one.is_defined for one in read):
            return Sighting("there")
        return Sighting("unknown", why=NOWHERE)

    def _may_define(self, real: Path, name: str) -> bool:
        """Tell, before a file is read whole, whether it may define a name."""
        try:
            return not is_secret(real) and may_define(real.name, self._text(real), name)
        except (NotAllowedError, OSError):
            return False

    def _shape(self, real: Path, symbol: str) -> CodeShape | None:
        if is_secret(real):
            return None
        try:
            with warnings.catch_warnings():  # what a parser says of their style is not our business
                warnings.simplefilter("ignore")
                text = self._text(real)
                return shape_of(real.name, text, symbol, self._shown(text))
        except (NotAllowedError, OSError):
            return None


def is_quick(real: Path) -> bool:
    """Tell whether a file of code is read in a moment."""
    return real.is_file() and real.stat().st_size <= QUICK_BYTES


def hold_named(symbol: str, says: str) -> None:
    """Hold a name, and what it is said to be, to what is no secret."""
    hold_harmless(says)
    if says and is_secret_value(symbol, says):
        raise NotAllowedError("what looks like a password is not looked at")


def _of_values(
    shapes: list[CodeShape], symbol: str, says: str, *, is_whole: bool = True
) -> Sighting:
    """Tell which literal a name has, where it has one alone."""
    values = [value for one in shapes for value in one.values]
    plain = [value for value in values if value is not None]
    for value in plain:
        if same_literal(says, value):
            return Sighting("there", value, is_open=True)
    if not values:
        return Sighting("unknown", why="no value of it is written there")
    first = plain[0] if plain else ""
    is_one = len(plain) == len(values) and all(same_literal(first, value) for value in plain)
    if not (is_one and is_whole):
        return Sighting("unknown", why="it is given more than one value, or one that is reckoned")
    if is_secret_value(symbol, first):
        raise NotAllowedError("what looks like a password is not looked at")
    return Sighting("there", first, is_open=True)


# Keep what is secret out of what checks compare: files that git does not keep, lines, words.

_NAMED: Final = late_regex(
    r"(?:secret|token(?!iz)|pass(?:w(?:or)?d|wort|code|phrase|(?![a-z]))|pwd|psk|credential|bearer"
    r"|auth(?!or)|cookie|(?:api|access|private|signing|master|encryption|account|deploy)"
    r"[\s_.-]{0,2}key|contraseña|kennwort|mot de passe|senha|(?<![a-z])(?:clave|sessionid|salt"
    r"|dsn|pin|pw)(?![a-z]))"
    r"[\w.\s-]{0,40}[\"'`]?\s{0,4}(?:=>?|:|->|→)",
    re.IGNORECASE,
)
"""Where a secret is given a value, be it ever so short."""
_ISSUED: Final = late_regex(
    r"(?<![A-Za-z0-9])(?:gh[pousr]_|github_pat_|[srp]k[_-](?:live|test|ant|proj|or)|hf_|npm_|pypi-"
    r"|gl[a-z]{2,5}-|whsec_|A[SK]IA[A-Z0-9]|AGE-SECRET|xox[abprs]-|AIza|eyJ[A-Za-z0-9]|ya29\."
    r"|-----BEGIN)"
)
"""How tokens begin, though but a part of one stands there."""
_LOGIN: Final = late_regex(r"://[^\s/@]{0,200}:[^\s/@]{0,200}@")


def is_kept(real: Path) -> bool:
    """Tell whether git keeps a file and its words as they stand, and its name tells no secret."""
    try:
        return is_plainly_kept(real) and not is_secret(real)
    except GitSilentError:
        return False


def is_committed(real: Path) -> bool:
    """Tell whether git keeps a file as it stands: words that were only edited are nobody's yet."""
    try:
        return is_kept(real) and read_text(real).splitlines() == committed_text(real).splitlines()
    except (GitSilentError, NotAllowedError, OSError):
        return False


def hold_kept(real: Path) -> None:
    """Hold a file to what git keeps: all else may be somebody's own."""
    if not is_kept(real):
        raise NotAllowedError("only what git keeps is looked into")


def hold_harmless(words: str) -> None:
    """Hold the words that a memory gives to what is no secret, nor a part of one."""
    if _is_touched(words) or find_secrets(words):
        raise NotAllowedError("what looks like a secret is not looked for")


def lines_without_secrets(text: str) -> tuple[str, bool]:
    """Return a text without the lines that touch a secret, and whether it has such lines."""
    touched = {line for hit in find_secrets(text) for line in _lines_of(text, hit.start, hit.end)}
    lines = text.split("\n")
    touched.update(number for number, line in enumerate(lines) if _is_touched(line))
    # Where a name ends its line the value stands on the next.
    touched |= {
        number + 1
        for number in touched
        if number + 1 < len(lines) and lines[number].rstrip().endswith((":", "=", "|", ">", "->"))
    }
    # A sign that no word holds stands for them, so that nothing is read across.
    kept = ("\0" if number in touched else line for number, line in enumerate(lines))
    return "\n".join(kept), bool(touched)


def hold_without_secrets(data: bytes) -> None:
    """Hold bytes whose digest is taken to such without a secret, which might be guessed by it."""
    if len(data) <= MOST_BYTES and find_secrets(data.decode("utf-8-sig", "replace")):
        raise NotAllowedError("files with keys and passwords are not read")


def is_secret_value(key: str, value: str) -> bool:
    """Tell whether a value is a secret, by what it is called and what it looks like."""
    said = f"{key.rpartition('.')[2]}: {value}"
    return (
        _is_touched(f"{key.replace('.', '_')}:") or _is_touched(value) or bool(find_secrets(said))
    )


def _is_touched(line: str) -> bool:
    return bool(_NAMED.search(line) or _ISSUED.search(line) or _LOGIN.search(line))


def _lines_of(text: str, start: int, end: int) -> range:
    first = text.count("\n", 0, start)
    return range(first, first + text.count("\n", start, end) + 1)
