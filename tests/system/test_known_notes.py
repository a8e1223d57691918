"""What threads of one process know of the notes: each its own moment, together one copy."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from tests.system import agent_vaults
from tests.system.vaults import Vault
from vaultwatch.notes.model import NoteOutline, NotePath
from vaultwatch.services.look import look
from vaultwatch.services.workspace import Workspace

vault = agent_vaults.vault
FEES, FAIR = NotePath("Fees.md"), NotePath("Fair.md")


def known(ws: Workspace) -> dict[NotePath, NoteOutline]:
    ws.known.refresh(ws.ledger)
    return dict(vars(ws.known)["_outlines"])


def test_a_thread_takes_over_what_another_one_knows_and_no_more_than_its_moment_holds(
    vault: Vault,
) -> None:
    vault.write("Fair.md", "# Fair\n\nSee [[Fees]].\n")
    with agent_vaults.opened(vault) as ws, ThreadPoolExecutor(1) as other:
        look(ws)
        first = known(ws)
        assert other.submit(known, ws).result()[FEES] is first[FEES]
        with ThreadPoolExecutor(1) as early:
            moment = ExitStack()
            early.submit(moment.enter_context, ws.ledger.steady()).result()
            assert early.submit(ws.ledger.count_notes).result() == len(first)
            (vault.folder / FAIR).unlink()
            look(ws)
            assert known(ws).keys() == {FEES}
            assert early.submit(known, ws).result().keys() == {FEES, FAIR}
            early.submit(moment.close).result()
            assert early.submit(known, ws).result().keys() == {FEES}
