"""Put the link to a passage's new note in a memory's place of the old one, its words kept.

Pure. `services.scanning.recording` suggests it where a passage moved; it is written only when a
person says so.
"""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from vaultwatch.notes.model import Link, NotePath

UNLINKABLE: Final = re.compile(r"[#|^\[\]\\:%<>`\x00-\x1f]")
"""What a wiki-link to a note or a heading cannot hold, or what would act in it."""
_LEADS_IN: Final = re.compile(
    r"(?:^|[(\[:.;!?\n]|\b(?:see|source|from|per|in|siehe|laut|voir|ver))\s*$", re.IGNORECASE
)
_ENDS: Final = re.compile(r"\s*(?:[)\].;]*\s*)(?:$|\n)")


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


def _is_aside(before: str, behind: str) -> bool:
    """Tell whether a link stands outside the sentence and only says where something is said."""
    return bool(_LEADS_IN.search(before)) and bool(_ENDS.match(behind))


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
