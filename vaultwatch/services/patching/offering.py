"""Offer changes of stores in the report, and write those that a person ticked there.

Only of stores whose settings, the user's own, say `apply = "tick"`. A tick agrees to what stood
beside its box: the patch is kept as it was offered, its lines must stand in the report still, and
the store is asked anew before a byte of it changes, as by `vaultwatch stores patch`.
"""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from vaultwatch.errors import RefusedError, VaultwatchError
from vaultwatch.memories.stores.actions import StorePatch
from vaultwatch.memories.stores.patch_file import patch_json, patch_of
from vaultwatch.report.model import StoreOffer
from vaultwatch.report.store_patch import MOST_OFFERED, anchor_of, offers_of, render_offer
from vaultwatch.services.known_stores import read_store, stores_for
from vaultwatch.services.patching.applying import (
    PlannedPatch,
    apply_patches,
    plan_patch,
    why_only_read,
)
from vaultwatch.services.patching.proposing import propose, vault_proposals
from vaultwatch.services.records.small_facts import REPORT_OFFERS
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

_WRITTEN = "Written into the store"


def offers_now(ws: Workspace) -> tuple[StoreOffer, ...]:
    """Return what the report offers of the stores in which a tick may write."""
    patches = []
    for store in stores_for(ws):
        if store.apply != "tick":
            continue
        try:
            read = read_store(store)
            if read.format is None or why_only_read(store, read.format):
                continue
            patches.append(propose(ws.desk, read, vault_proposals(ws, read)).patch)
        except VaultwatchError as error:
            log.info("store=%r offers nothing: %s", store.name, error.message)
    return offers_of(patches)


def keep_offers(ws: Workspace, offers: Sequence[StoreOffer]) -> None:
    """Keep what the report is about to offer, so that a tick means that and nothing else."""
    shown: dict[str, StorePatch] = {}
    for one in offers[:MOST_OFFERED]:
        held = shown.get(one.patch.store, replace(one.patch, actions=(), left_out=(), made=""))
        shown[one.patch.store] = replace(held, actions=(*held.actions, one.action))
    REPORT_OFFERS.set(ws.ledger, tuple(map(patch_json, shown.values())))


def take_offers(
    ws: Workspace, anchors: Collection[str], report: str, started: Collection[str]
) -> Mapping[str, str]:
    """Write what was ticked, all of it in one step; return what became of each, in a sentence.

    `anchors` are of the boxes that were ticked in `report`; `started` those that an earlier attempt
    took on, which a kill may have cut off since.
    """
    told: dict[str, str] = {}
    plans: dict[str, tuple[StoreOffer, PlannedPatch]] = {}
    offers = {anchor_of(one): one for one in _kept(ws)}
    for anchor in anchors:
        offer = offers.get(anchor)
        if anchor in started and ws.desk.has_applied(anchor.partition("-")[2]):
            told[anchor] = _done(ws, offer) if offer else "What was ticked is written."
        elif offer is None or not all(line in report for line in render_offer(offer)[:-1]):
            told[anchor] = "Nothing was written into a store: look at what is proposed again."
        else:
            try:
                plans[anchor] = offer, _plan(ws, offer.patch, [offer.action.id])
            except VaultwatchError as error:
                told[anchor] = _refused(offer, error)
    return {**told, **dict(_carried_out(ws, plans))}


def _kept(ws: Workspace) -> Iterator[StoreOffer]:
    for text in REPORT_OFFERS.get(ws.ledger):
        try:
            patch = patch_of(text)
        except VaultwatchError as error:
            log.warning("unreadable offer: %s", error.message)
            continue
        yield from (StoreOffer(patch, action) for action in patch.actions)


def _plan(ws: Workspace, patch: StorePatch, ids: Sequence[str]) -> PlannedPatch:
    """Return what would be written where the settings still let a tick write."""
    planned = plan_patch(ws.desk, ws.settings, patch, ids)
    if planned.store.apply != "tick":
        raise RefusedError(
            f"your settings let no tick write into the store {planned.store.name!r}.",
            hint="`vaultwatch stores patch` asks you.",
        )
    return planned


def _carried_out(
    ws: Workspace, plans: Mapping[str, tuple[StoreOffer, PlannedPatch]]
) -> Iterator[tuple[str, str]]:
    """Write what each alone could be, all of it in one step or nothing."""
    by_store: dict[str, list[StoreOffer]] = {}
    for offer, _ in plans.values():
        by_store.setdefault(offer.patch.store, []).append(offer)
    try:
        whole = [
            _plan(ws, own[0].patch, [one.action.id for one in own]) for own in by_store.values()
        ]
        if whole and not ws.is_rehearsal:
            apply_patches(ws.desk, whole)
    except VaultwatchError as error:
        yield from ((anchor, _refused(offer, error)) for anchor, (offer, _) in plans.items())
        return
    yield from ((anchor, _done(ws, offer)) for anchor, (offer, _) in plans.items())


def _done(ws: Workspace, offer: StoreOffer) -> str:
    where = f"{offer.action.path}:{offer.action.line}"
    if ws.is_rehearsal:
        return f"Would be written into the store {offer.patch.store}: {where}."
    return f"{_WRITTEN} {offer.patch.store}: {where}."


def is_taken_back(said: str, kept: Collection[str]) -> bool:
    """Tell whether an undo, but for `kept` files, took back what a tick was told to have done."""
    name = said.rpartition(": ")[2].rpartition(":")[0]
    return said.startswith(_WRITTEN) and not any(one.endswith(f"/{name}") for one in kept)


def _refused(offer: StoreOffer, error: VaultwatchError) -> str:
    where = f"{offer.action.path}:{offer.action.line} of the store {offer.patch.store}"
    return f"{where} stays as it is: {error.message}"
