"""Say changes, kinds and chances in words. Pure; the report and the doors use the same ones."""

from itertools import pairwise
from typing import assert_never

from vaultwatch.drift.model import Change, Finding, FindingKind
from vaultwatch.report.escape import flat
from vaultwatch.report.word_diff import diff_words
from vaultwatch.values.words import content

_CHANCES = (
    (0.99, "almost certainly"),
    (0.90, "very likely"),
    (0.66, "likely"),
    (0.50, "more likely than not"),
    (0.33, "perhaps"),
)
"""Bounds of the calibrated words of the IPCC: Mastrandrea et al., Guidance Note for Lead Authors,
2010, table 1; `perhaps` stands for its `about as likely as not`."""

MOST_OF_A_NAME = 4
"""Words that a name may have. Chosen by hand."""

OUTDATED: frozenset[FindingKind] = frozenset({"memory_drift"})
"""Kinds that speak against what a memory says; the others speak of how it is kept or used."""


def chance_in_words(score: float) -> str:
    """Say how sure a score is: 0.93 is `very likely`."""
    return next((words for bound, words in _CHANCES if score >= bound), "hardly")


def counted(number: int, noun: str) -> str:
    """Return how many there are of something: `1 memory`, `2 memories`."""
    ends_in_ies = noun.endswith("y") and not noun.endswith(("ay", "ey", "oy"))
    plural = noun[:-1] + "ies" if ends_in_ies else noun + "es" * noun.endswith(("sh", "x"))
    plural += "s" * (plural == noun)
    return f"{number:,} {noun if number == 1 else plural}"


def what_happened(finding: Finding) -> str:
    """Return a short sentence without a full stop: `The status changed`."""
    if finding.change is None:
        return of_kind(finding.kind)
    if _is_entry(finding):
        return "What is entered there changed"
    if _is_rewritten(finding):
        return "Another line stands in its place"
    return of_change(finding.change) if _is_told(finding) else "The words changed"


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


def of_change(change: Change) -> str:  # noqa: C901, PLR0911  # one answer a case
    """Say what happened to the passage."""
    match change:
        case "value":
            return "A value changed"
        case "exchanged":
            return "Words were exchanged"
        case "status":
            return "The status changed"
        case "ended":
            return "The note says that it is over"
        case "done":
            return "What was open is done"
        case "reversed":
            return "The note now says the opposite"
        case "superseded":
            return "A line was added that speaks of it"
        case "removed":
            return "The passage is gone"
        case "renamed":
            return "The name changed"
        case "broken_link":
            return "The link leads nowhere"
        case "moved":
            return "The passage stands elsewhere"
        case "never_agreed":
            return "The note says otherwise, and did when the memory was first seen"
    assert_never(change)


def of_kind(kind: FindingKind) -> str:  # noqa: C901, PLR0911, PLR0912  # one answer a case
    """Say what is wrong where no passage changed."""
    match kind:
        case "memory_drift":
            return "The note no longer supports the memory"
        case "contradiction":
            return "Something contradicts it"
        case "stale":
            return "It was not confirmed for long"
        case "scope_break":
            return "It is used where it is not meant for"
        case "ambiguous":
            return "It can be read in two ways"
        case "duplicate":
            return "It stands twice"
        case "unverifiable":
            return "Only you can confirm it"
        case "contradicted_by_check":
            return "What it says of this machine does not hold"
        case "never_there":
            return "It names a path that git's history does not know"
        case "memory_external_signal":
            return "A check from outside disagrees"
        case "low_overlap":
            return "It shares little with what was asked"
        case "contextual_mismatch":
            return "It was found in the wrong context"
        case "suspicious":
            return "It is held back until you decide"
        case "proposal":
            return "A change is proposed"
        case "claimed":
            return "Memory files say that you said so"
        case "moved":
            return "It may rest on another note"
        case "unlinked":
            return "Memories name it without a link"
    assert_never(kind)
