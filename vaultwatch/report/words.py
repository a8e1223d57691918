"""Say changes, kinds and chances in words. Pure; the report and the doors use the same ones."""

from itertools import pairwise

from vaultwatch.drift.model import Change, Finding, FindingKind
from vaultwatch.report.escape import flat
from vaultwatch.report.word_diff import diff_words
from vaultwatch.values.words import content

MOST_OF_A_NAME = 4
"""Words that a name may have. Chosen by hand."""

OUTDATED: frozenset[FindingKind] = frozenset({"memory_drift"})
"""Kinds that speak against what a memory says; the others speak of how it is kept or used."""


def verdict_of(finding: Finding) -> str:
    """Say how sure it is that a memory is outdated, in the words of the report's parts.

    Empty where its note is gone: nobody knows.
    """
    if finding.change == "broken_link":
        return ""
    said = {"judged": "outdated, says who read both", "likely": "likely outdated"}
    return said.get(finding.outcome, "shown to be outdated")


def counted(number: int, noun: str) -> str:
    """Return how many there are of something: `1 memory`, `2 memories`."""
    ends_in_ies = noun.endswith("y") and not noun.endswith(("ay", "ey", "oy"))
    plural = noun[:-1] + "ies" if ends_in_ies else noun + "es" * noun.endswith(("sh", "x"))
    plural += "s" * (plural == noun)
    return f"{number:,} {noun if number == 1 else plural}"


_CHANGED: dict[Change, str] = {
    "value": "A value changed",
    "exchanged": "Words were exchanged",
    "status": "The status changed",
    "ended": "The note says that it is over",
    "done": "What was open is done",
    "reversed": "The note now says the opposite",
    "superseded": "A line was added that speaks of it",
    "removed": "The passage is gone",
    "renamed": "The name changed",
    "broken_link": "The link leads nowhere",
    "moved": "The passage stands elsewhere",
    "never_agreed": "The note says otherwise, and never said it",
}
"""What happened to the passage."""
_WRONG: dict[FindingKind, str] = {
    "memory_drift": "The note no longer supports the memory",
    "contradiction": "Something contradicts it",
    "stale": "It was not confirmed for long",
    "scope_break": "It is used where it is not meant for",
    "ambiguous": "It can be read in two ways",
    "duplicate": "It stands twice",
    "unverifiable": "Only you can confirm it",
    "contradicted_by_check": "What it says of this machine does not hold",
    "never_there": "It names a path that git's history does not know",
    "memory_external_signal": "A check from outside disagrees",
    "low_overlap": "It shares little with what was asked",
    "contextual_mismatch": "It was found in the wrong context",
    "suspicious": "It is held back until you decide",
    "proposal": "A change is proposed",
    "claimed": "Memory files say that you said so",
    "moved": "It may rest on another note",
    "unlinked": "Memories name it without a link",
}
"""What is wrong where no passage changed."""


def what_happened(finding: Finding) -> str:
    """Return a short sentence without a full stop: `The status changed`."""
    if finding.change is None:
        return _WRONG[finding.kind]
    if _is_entry(finding):
        return "What is entered there changed"
    if _is_rewritten(finding):
        return "Another line stands in its place"
    return _CHANGED[finding.change] if _is_told(finding) else "The words changed"


_BRIEFLY: dict[Change | FindingKind, str] = {
    "value": "another value",
    "exchanged": "other words",
    "status": "another status",
    "ended": "is over",
    "done": "is done",
    "reversed": "says the opposite",
    "superseded": "a line was added",
    "removed": "gone",
    "renamed": "renamed",
    "broken_link": "its note is gone",
    "moved": "stands elsewhere",
    "never_agreed": "never agreed",
    "memory_drift": "no longer supported",
    "contradiction": "two memories disagree",
    "stale": "not confirmed for long",
    "scope_break": "used where it is not meant for",
    "ambiguous": "can be read in two ways",
    "duplicate": "stands twice",
    "unverifiable": "only you can confirm it",
    "contradicted_by_check": "this machine says otherwise",
    "never_there": "names what never was there",
    "memory_external_signal": "a check disagrees",
    "low_overlap": "shares little with the question",
    "contextual_mismatch": "from another context",
    "suspicious": "waits for you",
    "proposal": "a change is proposed",
    "claimed": "files say you said so",
    "unlinked": "named, not linked",
}


def wish_of(finding: Finding) -> str:
    """Return what a proposal that gives a memory no other words would do: `to put it away`."""
    _, would, wish = finding.reasons[0].rpartition(" would ") if finding.reasons else ("", "", "")
    return f"to {wish}" if would else "to put it away"


def in_brief(finding: Finding) -> str:
    """Return what happened in a few words, as a table's cell: `gone`, `another status`."""
    if _is_entry(finding):
        return "another entry"
    if not _is_told(finding):
        return "says something else"
    if _is_rewritten(finding):
        return "another line"
    return _BRIEFLY[finding.kind if finding.change is None else finding.change]


def _is_told(finding: Finding) -> bool:
    """Tell whether the kind of change may be said: a name changed only where another came."""
    is_whole = finding.before is not None and finding.after is not None
    return finding.change != "renamed" or not is_whole or _came_a_name(finding)


def _is_rewritten(finding: Finding) -> bool:
    """Tell whether another line stands where what is gone stood."""
    return finding.change == "removed" and finding.after is not None


def _is_entry(finding: Finding) -> bool:
    """Tell whether a cell or property has another name by now: a person's, a firm's, a state's."""
    return finding.change == "status" and _came_a_name(finding)


def _came_a_name(finding: Finding) -> bool:
    before, after = finding.before, finding.after
    if before is None or after is None:
        return False
    parts = diff_words(flat(before.text), flat(after.text))
    return any(
        gone.kind == "gone" and new.kind == "new" and _is_name(gone.text) and _is_name(new.text)
        for gone, new in pairwise(parts)
    )


def _is_name(text: str) -> bool:
    """Tell whether words may be a name: few, and none of them a plain word in small letters."""
    words = text.strip(" ,.;:!?()“”\"'*_[]|").split()
    return 0 < len(words) <= MOST_OF_A_NAME and not any(
        word[0].islower() or not content(word) for word in words
    )


def leads_of(finding: Finding) -> tuple[str, str]:
    """Return what leads in the words of then and of now: what still stands is no `then`."""
    return ("still there", "added since") if finding.is_added else ("then", "now")
