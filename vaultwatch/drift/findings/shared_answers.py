"""Write a person's answers as lines that other machines read, and tell which one stands.

Pure. A line is a time, a word and a digest of all that the word is about: the memory's text, the
note, the kind of finding and the passage that it rests on; and a second one of the sentence that
the note has now, for machines that know no earlier one. It names nothing and holds no text of
anybody's, so nothing in it can be a secret or speak to an agent.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias, cast

from vaultwatch.drift.findings.conditions import passage_of
from vaultwatch.drift.findings.lifecycle import COMPARED
from vaultwatch.drift.model import Finding, FindingKind
from vaultwatch.late_regex import late_regex

SharedWord: TypeAlias = Literal["dismissed", "true", "asked"]
"""`asked`: an answer was taken back, or the memory called outdated."""

SHARED: Final[frozenset[FindingKind]] = COMPARED | {"stale", "unverifiable"}
"""The kinds whose answers hold on every machine: what waits for a decision, or was seen of one
machine, is asked on each."""
AHEAD: Final = timedelta(days=1)
"""A line dated later than this from now is of a clock that is wrong, and would win over every
answer to come. Chosen by hand."""
_LINE: Final = late_regex(
    r"([0-9-]{10}T[0-9:]{8}\.[0-9]{6}Z) ([a-z]+) ([0-9a-f]{32})(?: ([0-9a-f]{32}))?"
)
_WORDS: Final = ("dismissed", "true", "asked")


@dataclass(frozen=True, slots=True)
class SharedAnswer:
    """One line."""

    at: datetime
    word: SharedWord
    about: str
    """The digest, see `about`."""
    about_now: str = ""
    """What it is to who knows no earlier note, see `about_now`; empty where there is no such."""

    @property
    def line(self) -> str:
        """Return it as it stands in a file."""
        at = self.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        return " ".join(filter(None, (at, self.word, self.about, self.about_now)))

    @property
    def questions(self) -> tuple[str, ...]:
        """All that it answers."""
        return tuple(filter(None, (self.about, self.about_now)))


def about(finding: Finding, belief_digest: str) -> str:
    """Return the digest of what an answer to a finding is about; other words are another."""
    return passage_of(belief_digest, finding.kind, finding.note or "", finding.passage)


def about_now(finding: Finding, belief_digest: str, text: str = "") -> str:
    """Return the digest of a memory and of the sentence that its note has now; empty without one.

    A machine that saw the note change and one that never saw it otherwise show the same sentence;
    `text` is another one that says so, which either may show.
    """
    if finding.kind != "memory_drift" or finding.after is None:
        return ""
    now = finding.after
    return passage_of(belief_digest, "now", now.note or finding.note or "", text or now.text)


def questions(finding: Finding, belief_digest: str) -> tuple[str, ...]:
    """Return what answers a finding here: just this, and where no earlier note is known, what now.

    A word given on a change that was seen is on more than on the sentence now.
    """
    is_first_seen = finding.change == "never_agreed"
    more = about_now(finding, belief_digest) if is_first_seen else ""
    return tuple(filter(None, (about(finding, belief_digest), more)))


def parse_line(line: str, now: datetime) -> SharedAnswer | None:
    """Return what a line says; None where it is none of ours, cut off, or dated far ahead."""
    found = _LINE.fullmatch(line)
    if found is None or found[2] not in _WORDS:
        return None
    try:
        at = datetime.fromisoformat(found[1])
    except ValueError:
        return None
    said = SharedAnswer(at, cast("SharedWord", found[2]), found[3], found[4] or "")
    return said if at <= now + AHEAD else None


def standing(held: Mapping[str, Iterable[SharedAnswer]]) -> dict[str, tuple[str, SharedAnswer]]:
    """Return the latest answer to each question, with the name of the file that holds it.

    Of two at one moment the one that asks; the order of lines and files decides nothing.
    """
    found: dict[str, tuple[str, SharedAnswer]] = {}
    for name in sorted(held):
        for one in held[name]:
            for question in one.questions:
                there = found.get(question)
                if there is None or _rank(there[1]) < _rank(one):
                    found[question] = (name, one)
    return found


def _rank(one: SharedAnswer) -> tuple[datetime, int]:
    return one.at, _WORDS.index(one.word)


def next_moment(now: datetime, before: SharedAnswer | None) -> datetime:
    """Return when an answer is given: later than the one it follows, wherever clocks stand."""
    return now if before is None else max(now, before.at + timedelta(microseconds=1))
