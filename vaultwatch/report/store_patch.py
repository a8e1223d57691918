"""Show a person what is proposed for another agent's store, and what is left to them.

Pure. `services.patching.proposing` writes it beside the diff. All words of the store are quoted:
none of them acts.
"""

import re
from collections.abc import Iterator, Sequence

from vaultwatch.memories.stores.actions import Action, ActionKind, StorePatch
from vaultwatch.memories.stores.formats import FORMATS
from vaultwatch.report.boxes import render_box_as
from vaultwatch.report.escape import flat, plain
from vaultwatch.report.model import StoreOffer

TITLES: dict[ActionKind, str] = {
    "fix_link": "mend a link",
    "replace_value": "replace a value",
    "deprecate": "mark as deprecated",
    "refresh": "refresh the day it was last verified",
    "give_id": "write its id down",
}
AUTHORITIES = {
    "note": "a note of yours says so",
    "reality": "this machine says so",
    "store": "the store's own files say so",
}
MOST_LEFT_OUT = 200
"""Shown of what is left to a person."""


def render_patch(patch: StorePatch, diff: str) -> str:
    """Return the report on a patch, and its unified diff, as Markdown."""
    lines = [f"# Proposed for the store {plain(patch.store)}", ""]
    lines += [f"`{code(patch.place)}`, {patch.made}. Nothing was written into it.", ""]
    lines += [*_how(patch), ""]
    for action in patch.actions:
        lines += _action(action)
    if patch.actions:
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", diff)), default=0))
        lines += ["## The whole patch", "", f"{fence}diff", diff.rstrip("\n"), fence, ""]
    lines += _left(patch)
    return "\n".join(lines).rstrip("\n") + "\n"


def _how(patch: StorePatch) -> Iterator[str]:
    kept_by = FORMATS[patch.format].kept_by
    if not patch.actions:
        yield "Nothing is proposed."
    elif kept_by:
        yield f"To read only: {kept_by} `vaultwatch stores patch` refuses it."
    else:
        yield "Read it; then `vaultwatch stores patch`, with `--id` for a part. `vaultwatch undo`"
        yield "takes it back. `patch -p1` and `git apply`, in the store's folder, take `patch.diff`"
        yield "as well."


def _action(action: Action) -> Iterator[str]:
    yield f"## `{code(action.id)}` {TITLES[action.kind]}"
    yield ""
    yield f"- Where: `{code(action.path)}:{action.line}`"
    yield f"- Why: {why_words(action)}"
    yield f"- Who says so: {AUTHORITIES[action.authority]}"
    yield from (f"- {one}" for one in render_edits(action))
    yield ""


def why_words(action: Action) -> str:
    """Return why an action is proposed, as words that do nothing."""
    return plain(flat(action.why))


def render_edits(action: Action) -> Iterator[str]:
    """Yield what an action changes, an edit a line."""
    for edit in action.edits:
        gone, come = flat(edit.old).strip(), flat(edit.new).strip()
        told = f"`{code(gone)}` becomes `{code(come)}`" if gone else f"adds `{code(come)}`"
        yield f"`{code(edit.path)}`: {told}"


def _left(patch: StorePatch) -> Iterator[str]:
    if not patch.left_out:
        return
    yield "## Left to you"
    yield ""
    for one in patch.left_out[:MOST_LEFT_OUT]:
        place = f"`{code(one.path)}:{one.line}`"
        yield f"- {place} {TITLES[one.kind]}: {plain(flat(one.why))} {plain(flat(one.reason))}"
    more = len(patch.left_out) - MOST_LEFT_OUT
    if more > 0:
        yield f"- and {more} more."


def code(text: str) -> str:
    """Return text for a span of code, which nothing in it ends."""
    return flat(text).replace("`", "'")


# Offer a change of another agent's store in the report: what would be written, and a box for it.

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
