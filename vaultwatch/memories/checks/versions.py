"""Compare the version that a memory says with the one, or the range, that stands there. Pure."""

import re
from typing import Final

_NUMBERS: Final = re.compile(r"\d{1,9}(?:\.\d{1,9}){0,5}")
_CLAUSE: Final = re.compile(
    r"(?P<sign>[<>]=?|={1,3}|~=|!=|\^|~>?)?\s*v?(?P<version>\d{1,9}(?:\.(?:\d{1,9}|[x*])){0,5})"
)
_RANGE: Final = re.compile(r"[\d\s.,<>=~^!|*xv+-]{1,200}")
MOST_CHARS: Final = 200

Version = tuple[int, ...]


def version_in(text: str) -> str:
    """Return the first version that a text names; empty where it names none."""
    found = _NUMBERS.search(text[:2_000])
    return found[0] if found else ""


def is_minimum(said: str) -> bool:
    """Tell whether a memory gives the lowest version that will do: `3.10+`, `>=3.10`."""
    return said.rstrip().endswith("+") or said.lstrip().startswith(">=")


def least_version(there: str) -> str:
    """Return the version that a range begins with; empty where it gives none, or several."""
    if not _RANGE.fullmatch(there.strip()[: MOST_CHARS + 1]) or "||" in there:
        return ""
    lower = [version for sign, version in _clauses(there) if sign not in {"<", "<=", "!=", ">"}]
    return ".".join(map(str, lower[0])) if len(lower) == 1 else ""


def version_agrees(said: str, there: str) -> bool | None:
    """Tell whether a version that a memory says goes with what stands there.

    Args:
        said: `3.11`, `18+`, `>=3.10`.
        there: a version or a range: `3.12.1`, `>=3.11,<4`, `^18 || ^20`, `20.x`.

    Returns:
        None where nobody can tell.
    """
    claimed, text = _numbers(version_in(said)), there.strip()
    if not claimed or not _RANGE.fullmatch(text[: MOST_CHARS + 1]):
        return None
    alternatives = [_clauses(part) for part in text.split("||")]
    if not all(alternatives):
        return None
    if is_minimum(said):
        lowest = min(_lowest(clauses) for clauses in alternatives)
        if not lowest:
            return None
        width = min(len(claimed), len(lowest))
        # A lower one is looser than was said, and wrong for nobody.
        return True if lowest[:width] == claimed[:width] else (None if lowest < claimed else False)
    return any(all(_admits(clause, claimed) for clause in clauses) for clauses in alternatives)


def _clauses(text: str) -> list[tuple[str, Version]]:
    return [
        (one["sign"] or "=", _numbers(one["version"])) for one in _CLAUSE.finditer(text.strip())
    ]


def _numbers(text: str) -> Version:
    return tuple(int(part) for part in text.split(".") if part.isdecimal())


def _lowest(clauses: list[tuple[str, Version]]) -> Version:
    lower = [version for sign, version in clauses if sign not in {"<", "<=", "!="}]
    return max(lower, default=())


def _admits(clause: tuple[str, Version], claimed: Version) -> bool:  # noqa: PLR0911 - one a sign
    """Tell whether a clause admits some version that begins as the claimed one does."""
    sign, version = clause
    if not version:
        return True
    width = min(len(version), len(claimed))
    mine, its = claimed[:width], version[:width]
    match sign:
        case ">=" | ">":
            return mine >= its
        case "<":
            return mine < its or (mine == its and len(version) > len(claimed))
        case "<=":
            return mine <= its
        case "!=":
            return mine != its or len(version) > len(claimed)
        case "^":
            return mine[:1] == its[:1] and mine >= its
        case "~=" | "~" | "~>":
            kept = max(1, len(version) - 1) if sign != "~" else min(2, len(version))
            return mine[:kept] == its[:kept] and mine >= its
        case _:
            return mine == its
