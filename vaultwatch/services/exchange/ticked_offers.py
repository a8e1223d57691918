"""Take what a person ticked of changes that the report offers for other agents' stores."""

from collections.abc import Sequence

from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.report.answers import Tick
from vaultwatch.report.render_offers import OFFER
from vaultwatch.services.exchange.report_file import set_started, started, tell
from vaultwatch.services.patching.offering import take_offers
from vaultwatch.services.records.small_facts import Said
from vaultwatch.services.workspace import Workspace


def take_ticked_offers(ws: Workspace, ticks: Sequence[Tick], report: str) -> list[Tick]:
    """Have written into stores what was ticked, and tell of it; return the other ticks.

    Remembered first, so that one whose report a kill left as it was is known as done.
    """
    offered = {one.finding: one.answer for one in ticks if one.finding.startswith(OFFER)}
    if offered:
        before = started(ws)
        set_started(ws, {*before, *offered.items()})
        said = take_offers(ws, offered, report, {finding for finding, _ in before})
        now = ws.clock.now()
        tell(ws, [Said(now, one, offered[one], mask_secrets(told)) for one, told in said.items()])
    return [one for one in ticks if one.finding not in offered]
