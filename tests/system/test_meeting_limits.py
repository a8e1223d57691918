"""Which of two memories that disagree stands, and where they speak of two things after all."""

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import DAY, claiming, live, move_clock, store
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.trust import sign
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.look import scan
from vaultwatch.services.recall.contexts import assemble
from vaultwatch.services.recall.notes_against import said_beside
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.ws

SEVEN = "The choir of the old mill meets at 7."
NINE = "The choir of the old mill meets at 9."


@pytest.mark.parametrize(
    ("mine", "theirs", "count"),
    [
        pytest.param(Facts(machine="oak"), Facts(machine="elm"), 0, id="two machines"),
        pytest.param(Facts(machine="oak"), Facts(machine="Oak"), 1, id="one machine"),
        pytest.param(Facts(repository="/a"), Facts(repository="/b"), 0, id="two repositories"),
        pytest.param(Facts(machine="oak"), Facts(), 1, id="one of everywhere"),
    ],
)
def test_each_machine_may_have_its_own(
    ws: Workspace, mine: Facts, theirs: Facts, count: int
) -> None:
    store(ws, SEVEN, mine)
    done = store(ws, NINE, theirs)
    scan(ws)
    assert len(live(ws, "contradiction")) == count
    assert sum("says otherwise" in one for one in said_beside(ws, done.id, NINE)) == count


def test_what_begins_later_is_told_when_its_day_comes(ws: Workspace) -> None:
    store(ws, SEVEN)
    store(ws, NINE, Facts(valid_from=ws.clock.now() + DAY))
    scan(ws)
    assert live(ws, "contradiction") == []
    move_clock(ws, 2 * DAY)
    scan(ws)
    assert len(live(ws, "contradiction")) == 1


def test_what_a_signed_tool_said_stands_before_a_newer_guess(
    ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLS", "a key of the tools")
    trust = ws.settings.trust.model_copy(update={"key_env": "TOOLS"})
    monkeypatch.setattr(ws, "settings", ws.settings.model_copy(update={"trust": trust}))
    signature = sign(b"a key of the tools", SEVEN, "till")
    store(ws, SEVEN, Facts(source="tool_output", tool="till", signature=signature))
    move_clock(ws, DAY)
    guess = store(ws, NINE)
    scan(ws)
    assert [one.memory_id for one in live(ws, "contradiction")] == [guess.id]


def test_what_ended_since_speaks_against_nothing(ws: Workspace) -> None:
    store(ws, SEVEN)
    move_clock(ws, DAY)
    store(ws, NINE, Facts(expires=ws.clock.now() + DAY))
    scan(ws)
    move_clock(ws, 2 * DAY)
    any_status = Wanted(statuses=frozenset({"active", "expired"}))
    for wanted in (Wanted(), any_status):
        context = assemble(ws, "when does the choir meet", wanted, max_tokens=2_000)
        assert f": {SEVEN}" in context.text
        assert f"says: {NINE}" not in context.text


def test_where_both_may_be_so_the_writer_alone_is_told(ws: Workspace) -> None:
    store(ws, "The choir of the old mill meets on Monday.")
    move_clock(ws, DAY)
    second = "The choir of the old mill meets on Friday."
    done = store(ws, second)
    scan(ws)
    assert live(ws, "contradiction") == []
    assert any("both may be so" in one for one in said_beside(ws, done.id, second))


def test_what_a_note_bears_out_stays_beside_an_older_claim(ws: Workspace) -> None:
    lie = claiming("90 euros", source="document")
    store(ws, "The stand in [[Fees]] costs 90 euros.", lie)
    move_clock(ws, DAY)
    told = store(ws, "The stand in [[Fees]] costs 40 euros.", claiming("40 euros"))
    scan(ws)
    assert [one.memory_id for one in live(ws, "contradiction")] == [told.id]
    context = assemble(ws, "what does the stand cost", Wanted(), max_tokens=2_000)
    assert told.id in {one.row.id for one in context.memories}
    assert not context.against[told.id].is_judged
