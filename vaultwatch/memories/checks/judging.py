"""Decide what an observation does to what a memory says: passes, contradicts, cannot tell.

Pure; `services.scanning.checking` looks and asks.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.checks.code_shapes import PROJECT, same_literal
from vaultwatch.memories.checks.model import (
    PLACES,
    CheckKind,
    Judgement,
    LookOutcome,
    MachineCheck,
    Sighting,
)

_TOLD: Final[dict[CheckKind, str]] = {
    "file": "the file {place}",
    "folder": "the folder {place}",
    "tracked": "the tracked file {place}",
    "host": "the machine {place}",
    "os": "the system {place}",
    "env": "the variable {place}",
    "port": "the port {place}",
    "command": "the program {place} {says}",
    "package": "the package {key} {says}",
    "script": "the script {key}",
    "branch": "the branch {key}",
    "runtime": "{key} {says}",
    "value": "{key} in {place} is {says}",
    "contains": "“{says}” in {place}",
    "remote": "the remote {says}",
    "changed": "{place} was not changed after {says}",
}
"""What a memory says of what a check looks up; of all others the place alone."""
IS: Final = "it is "
GONE: Final = "it is not there"
STANDS: Final = " is"
"""Behind what stands in the place of what is gone."""
NEVER: Final = "it is not there, and git's history does not know it"
COMMIT: Final = " (commit "
"""Before the commit that made it so, which says nothing of what is there."""
VERSIONED: Final[frozenset[CheckKind]] = frozenset({"runtime", "command", "package"})


def judge(  # noqa: PLR0911 - one answer a case
    check: MachineCheck, seen: Sighting, *, has_held: bool = False
) -> Judgement:
    """Return what comes of a check; a value is told only where the sighting is open.

    What `has_held` passed before: then it was there, whoever else knows of it.
    """
    said = told(check)
    is_unkept = seen.state == "never" or seen.is_away
    if seen.state == "gone" or (is_unkept and has_held):
        return Judgement("contradicts", said, _instead(check, seen))
    if seen.state == "never":
        return Judgement("never_there", said, NEVER)
    if seen.state == "unknown":
        return Judgement("cannot_tell", said, seen.why or "nothing can be told")
    if not check.says or check.kind in {"contains", "digest"}:
        return Judgement("passes", said, seen.why or "it is there")
    agrees, value = _agrees(check, seen.value), seen.value if seen.is_open else ""
    if agrees is None:
        why = f"{f'“{value}”' if value else 'what stands there'} cannot be compared"
        return Judgement("cannot_tell", said, why if seen.value else "no value stands there")
    if agrees:
        return Judgement("passes", said, f"{IS}{value}" if value else "it is so")
    noun = "version" if check.kind in VERSIONED else "value"
    return Judgement("contradicts", said, f"{IS}{value}" if value else f"another {noun} is there")


def other_value(found: str) -> str:
    """Return the value that stands in the place of a memory's; empty where nothing does."""
    return found.removeprefix(IS) if found.startswith(IS) and not found.startswith(GONE) else ""


def without_commit(found: str) -> str:
    """Return what was there, in words, without the commit that made it so."""
    return found.partition(COMMIT)[0]


def _instead(check: MachineCheck, seen: Sighting) -> str:
    """Return what is there instead of what is gone, in words."""
    if seen.value and seen.is_open:
        return f"{GONE}; {seen.value}{STANDS}"
    return seen.why if seen.state == "gone" and seen.why else _MISSING.get(check.kind, GONE)


def _agrees(check: MachineCheck, there: str) -> bool | None:  # noqa: PLR0911 - one answer a kind
    if not there:
        return None
    if check.kind == "symbol":
        return same_literal(check.says, there)
    if check.kind == "changed":
        return there <= check.says
    if check.kind == "remote":
        return is_remote(check.says, there)
    if check.kind in VERSIONED:
        return version_agrees(check.says, there)
    if " ".join(check.says.split()).casefold() == " ".join(there.split()).casefold():
        return True
    if version_in(check.says) and not any(sign.isalpha() for sign in check.says):
        return version_agrees(check.says, there) or False
    return False


def is_remote(says: str, there: str) -> bool:
    """Tell whether an address is the one that is said, whole or by its last names: `me/app`."""
    return f"/{_address(there)}".endswith(f"/{_address(says)}")


def _address(url: str) -> str:
    """Return a remote without what two spellings of it differ in: scheme, user, ending."""
    text = url.strip().lower().removesuffix("/").removesuffix(".git")
    text = text.rpartition("://")[2]
    text = text.rpartition("@")[2]
    return text.replace(":", "/", 1)


_MISSING: Final[dict[CheckKind, str]] = {
    "env": "it is not set",
    "port": "nothing listens there",
    "contains": "it does not stand there",
    "command": "it is not on the PATH",
    "package": "it is not installed",
    "host": "this machine is called otherwise",
    "os": "this is another system",
}


def told(check: MachineCheck) -> str:
    """Return what a memory says, in words: the place, and the value where it gives one."""
    if check.kind == "symbol":
        where = "" if check.place == PROJECT else f" in {check.place}"
        return f"{check.key}{where}{f' is {check.says}' if check.says else ''}"
    key = check.key.replace(":", " ", 1) if check.kind == "script" else check.key
    said = _TOLD.get(check.kind, "{place}").format(place=check.place, key=key, says=check.says)
    return said.strip() if check.kind in {"command", "package"} else said


_VERSION: Final = late_regex(r"v?\d{1,9}(?:\.\d{1,9}){0,3}")
_WORD: Final = late_regex(r"[^\W\d_][\w-]{0,39}")
_NOTHING: Final = frozenset({"none", "null", "nil", "undefined", "nan"})
"""What programs write where no value is."""
_COMPARED: Final[frozenset[CheckKind]] = VERSIONED | {"value"}


def clear_value(check: MachineCheck, outcome: LookOutcome, found: str) -> tuple[str, str] | None:
    """Return what a memory says and what stands there, in the memory's own precision."""
    found = without_commit(found)
    says, there = check.says.strip(), found.removeprefix(IS).strip()
    if outcome != "contradicts":
        return None
    if check.kind in PLACES:
        head, _, new = found.removesuffix(STANDS).partition("; ")
        return (check.place, new) if head == GONE and new and found.endswith(STANDS) else None
    if check.kind not in _COMPARED or not found.startswith(IS):
        return None
    if check.kind in VERSIONED and (least := least_version(there)):
        # As it is written: of `3.11+`, or *3.11 or newer*, the number alone is another.
        says, there = says if _VERSION.fullmatch(says) else version_in(says), least
    if _VERSION.fullmatch(says) and _VERSION.fullmatch(there):
        parts = there.removeprefix("v").split(".")
        kept = parts[: says.count(".") + 1]
        new = ("v" if says.startswith("v") else "") + ".".join(kept)
    elif there.casefold() in _NOTHING:
        return None
    elif check.kind == "value" and _WORD.fullmatch(says) and _WORD.fullmatch(there):
        new = there
    else:
        return None
    return None if new == says else (says, new)


LEAST_USES: Final = 2
"""Questions for which it was handed out there. Chosen by hand: one answer hands out several
memories, and not all of them are meant."""
MANY_USES: Final = 5
"""From so many on they are not counted, so that each new one does not change what is told."""


@dataclass(frozen=True, slots=True)
class OutsideUse:
    """One time that a memory was handed out where it is not meant for."""

    place: str
    """Where, in words."""
    helped: bool | None
    """What the session said of it; None where it said nothing."""


@dataclass(frozen=True, slots=True)
class ScopeBreak:
    """Where a memory is used beside its scope."""

    place: str
    times: int

    @property
    def told(self) -> str:
        """In words: `on oven, for 3 questions`."""
        many = self.times >= MANY_USES
        times = f"{MANY_USES} questions or more" if many else f"{self.times} questions"
        return f"{self.place}, for {'1 question' if self.times == 1 else times}"


def scope_break(uses: Sequence[OutsideUse]) -> ScopeBreak | None:
    """Return where a memory is used out of its scope most; None where that is chance."""
    counts = Counter(one.place for one in uses if one.helped is not False)
    if not counts:
        return None
    place, times = min(counts.items(), key=lambda one: (-one[1], one[0]))
    has_helped = any(one.helped for one in uses if one.place == place)
    return ScopeBreak(place, times) if has_helped or times >= LEAST_USES else None


# Compare the version that a memory says with the one, or the range, that stands there. Pure.

_NUMBERS: Final = late_regex(r"\d{1,9}(?:\.\d{1,9}){0,5}")
_CLAUSE: Final = late_regex(
    r"(?P<sign>[<>]=?|={1,3}|~=|!=|\^|~>?)?\s*v?(?P<version>\d{1,9}(?:\.(?:\d{1,9}|[x*])){0,5})"
)
_RANGE: Final = late_regex(r"[\d\s.,<>=~^!|*xv+-]{1,200}")
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
    """Tell whether a version (`3.11`, `18+`, `>=3.10`) goes with what stands there; None: unknown.

    There stands a version or a range: `3.12.1`, `>=3.11,<4`, `^18 || ^20`, `20.x`.
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


# Decide which checks are looked at now, and which few memories a person is asked about.

Impact: TypeAlias = Literal[1, 5, 10]

TTL_DAYS: Final[dict[CheckKind, float]] = {
    "host": 30.0,
    "os": 30.0,
    "command": 7.0,
    "package": 7.0,
    "url": 30.0,
    "port": 1.0,
    "env": 1.0,
}
USUAL_TTL_DAYS: Final = 1.0
"""For so long an answer is believed. Chosen by hand: what is asked of files costs next to nothing,
and changes within a day."""
OLD_DAYS: Final = 180.0
"""From so many days on a memory that matters is asked about unasked. Chosen by hand."""
NEW: Final = 2.0
"""As overdue is what was never looked at, however long its answer will be believed."""
MOST_ASKED: Final = 3
"""Memories that a person is asked about at a time."""


def ttl_days(kind: CheckKind) -> float:
    """Return for how many days an answer is believed."""
    return TTL_DAYS.get(kind, USUAL_TTL_DAYS)


@dataclass(frozen=True, slots=True)
class Due:
    """A check that may be looked at."""

    id: str
    impact: Impact
    age_days: float | None
    """Since it was looked at last; None where it never was."""
    ttl_days: float
    contradictions: int
    cost: float

    @property
    def is_due(self) -> bool:
        """Whether its last answer is too old to be believed."""
        return self.age_days is None or self.age_days >= self.ttl_days

    @property
    def priority(self) -> float:
        """Impact, how far it is overdue and how often it was wrong, against what it costs."""
        late = NEW if self.age_days is None else self.age_days / self.ttl_days
        return self.impact * late * (1 + self.contradictions) / (1 + self.cost)


def plan_looks(checks: Sequence[Due], budget: float) -> list[str]:
    """Return the checks that are looked at, the most urgent first, within a budget."""
    chosen = []
    due = [one for one in checks if one.is_due]
    for one in sorted(due, key=lambda one: (-one.priority, one.id)):
        if one.cost <= budget:
            budget -= one.cost
            chosen.append(one.id)
    return chosen


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A memory that neither a check nor a note speaks for."""

    memory_id: str
    impact: Impact
    age_days: float
    """Since anybody confirmed it."""
    is_in_use: bool
    """Whether it was recalled since then."""
    against: float
    """0..1, what others observed against it."""

    @property
    def reason(self) -> str:
        """Why a person is asked; empty where nobody is to be troubled."""
        if self.against >= STRONG:
            return "what was observed speaks against it"
        if self.impact == HIGH and self.is_in_use:
            return "it matters much, and agents were given it"
        if self.impact == HIGH and self.age_days >= OLD_DAYS:
            return f"it matters much, and nobody confirmed it for {int(self.age_days)} days"
        return ""


HIGH: Final[Impact] = 10
STRONG: Final = 0.7
"""Evidence from which on a person is asked, whatever it is about. Chosen by hand."""


def queue_for_person(memories: Sequence[Unconfirmed]) -> list[Unconfirmed]:
    """Return the few memories that a person is asked about, those that matter most first."""
    asked = [one for one in memories if one.reason]
    asked.sort(key=lambda one: (-one.against, -one.impact, -one.age_days, one.memory_id))
    return asked[:MOST_ASKED]
