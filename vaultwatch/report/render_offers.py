"""Offer a change of another agent's store in the report: what would be written, and a box for it.

Pure. Only for stores of which the user's own settings say `apply = "tick"`; `services.patching`
carries a tick out, to what stood beside the box and nothing else.
"""

from collections.abc import Iterator, Sequence

from vaultwatch.memories.stores.actions import StorePatch
from vaultwatch.report.boxes import render_box_as
from vaultwatch.report.model import StoreOffer
from vaultwatch.report.store_patch import AUTHORITIES, TITLES, code, render_edits, why_words

OFFER = "act-"
"""How the name of an offered action begins; no finding's does."""
MOST_OFFERED = 20
"""Actions of the report; the rest are counted. Chosen by hand: a page to read."""
MOST_SHOWN = 300
"""Characters of an edit that is shown whole beside a box. Chosen by hand: many times a value."""
HEADING = "Proposed for other agents' memories"
_LEAD = (
    "A tick has it written into that agent's own file, whole or not at all; `vaultwatch undo` "
    "takes it back."
)


def anchor_of(offer: StoreOffer) -> str:
    """Return the block id of an offer's box."""
    return f"{OFFER}{offer.action.id}"


def offers_of(patches: Sequence[StorePatch]) -> tuple[StoreOffer, ...]:
    """Return the actions that can be shown whole, in the order of stores and lines."""
    return tuple(
        StoreOffer(patch, action)
        for patch in patches
        for action in sorted(patch.actions, key=lambda one: (one.path, one.line, one.id))
        if all(len(edit.old) + len(edit.new) <= MOST_SHOWN for edit in action.edits)
    )


def render_offer(offer: StoreOffer) -> list[str]:
    """Return the lines by which a person knows what a tick agrees to; the box is the last."""
    action = offer.action
    where = f"`{code(offer.patch.store)}`, `{code(action.path)}:{action.line}`"
    why = f"{why_words(action)} {AUTHORITIES[action.authority].capitalize()}."
    edits = (f"    - {one}" for one in render_edits(action))
    box = render_box_as("Write it into that file", anchor_of(offer), "apply")
    return [f"- {where}, {TITLES[action.kind]}: {why}", *edits, f"    {box}"]


def render_offers(offers: Sequence[StoreOffer]) -> Iterator[str]:
    """Yield the section of the report; nothing where nothing is offered."""
    if not offers:
        return
    yield f"## {HEADING}"
    yield _LEAD
    lines = [line for one in offers[:MOST_OFFERED] for line in render_offer(one)]
    more = len(offers) - MOST_OFFERED
    yield "\n".join(
        [*lines, *([f"- and {more} more: `vaultwatch stores propose`"] if more > 0 else [])]
    )
