"""Lead a memory's links to where a passage stands now, and know those that only say where.

Pure. Of a link the words that a reader sees stay.
"""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import Link, NotePath
from vaultwatch.notes.sentences import split_sentences

LINKED: Final = late_regex(r"\[\[[^\[\]\n]{0,400}\]\]|\]\([^()\n]{0,500}\)")
UNLINKABLE: Final = late_regex(r"[#|^\[\]\\:%<>`\x00-\x1f]")
"""What a wiki-link to a note or a heading cannot hold, or what would act in it."""
FULL_STOPS: Final = ".!?"
_LEADS_IN: Final = late_regex(r"(?:^|[(\[,:.;!?\n])\s*(?:[^\W\d_]{1,20}\s+)?$")
_ENDS: Final = late_regex(r"\s*(?:[)\].;]*\s*)(?:$|\n)")


def with_new_link(
    belief: str, links: Sequence[Link], target: str, path: NotePath, anchor: str
) -> str | None:
    """Return a memory's text with every link to the old note leading to the new one.

    The words that a reader sees stay, but for a link that only says where it stands: `(see
    [[Alder]])`. None where a link cannot be told from other text.

    Args:
        belief: the memory's body.
        links: those of its links that mean the old note.
        target: the new note as a wiki-link names it.
        path: the new note.
        anchor: the heading, or `^` and the block id; empty for the whole note.
    """
    if not links or any(link.property_key is not None for link in links):
        return None
    if UNLINKABLE.search(target) or UNLINKABLE.search(anchor.removeprefix("^")):
        return None
    by_text = {link.original: link for link in links}
    longest = sorted(by_text, key=len, reverse=True)
    found = list(re.finditer("|".join(map(re.escape, longest)), belief))
    if len(found) != len(links):
        return None
    text = belief
    for match in reversed(found):
        link = by_text[match[0]]
        around = (belief[: match.start()], belief[match.end() :])
        new = _written(link, target, path, anchor, is_aside=_is_aside(*around))
        text = text[: match.start()] + new + text[match.end() :]
    return text if text != belief else None


def without_source(text: str) -> str:
    """Return a text without links at its end that only say where it is said: `(see [[Alder]])`."""
    for link in reversed(list(LINKED.finditer(text))):
        head, behind = text[: link.start()], text[link.end() :]
        lead = _lead_in(head)
        if lead is None or not _ENDS.fullmatch(behind):
            break
        if lead[0].strip() == ":":  # a label stands between marks: `red` is none in `is red: [[`
            head = head[: lead.start()]
            label = _lead_in(f"{head} ")
            lead = None if label is None or label[0].startswith(":") else label
        mark = lead[0].strip()[:1] if lead is not None else ""
        said = (head[: lead.start()] + mark * (mark in FULL_STOPS) if lead else head).rstrip()
        if not said:
            break
        ends = any(one in behind for one in FULL_STOPS) and said[-1] not in FULL_STOPS
        text = f"{said}." if ends else said
    return text


def _is_aside(before: str, behind: str) -> bool:
    """Tell whether a link stands outside the sentence and only says where something is said.

    Between two marks, alone or behind one word: `Source: [[Alder]]`, `(see [[Alder]])`.
    """
    return _lead_in(before) is not None and bool(_ENDS.match(behind))


def _lead_in(head: str) -> re.Match[str] | None:
    """Return what leads to a link that stands outside the sentence; `31. Dezember` ends none."""
    lead = _LEADS_IN.search(head)
    if lead is None or not head[: lead.start()][-1:].isdigit():
        return lead
    ends = {end for _, end in split_sentences(f"{head}See")}
    return lead if lead[0][0] not in FULL_STOPS or lead.start() + 1 in ends else None


def _written(link: Link, target: str, path: NotePath, anchor: str, *, is_aside: bool) -> str:
    mark = "!" if link.is_embed else ""
    part = f"#{anchor}" if anchor else ""
    if link.style == "markdown":
        address = quote(path, safe="/") + (f"#{quote(anchor)}" if anchor else "")
        return f"{mark}[{link.display or target}]({address})"
    shown = link.display
    if shown is None and not is_aside and not link.is_embed:
        shown = " > ".join((link.target, *link.headings))
    return f"{mark}[[{target}{part}{'' if shown is None else '|' + shown}]]"
