"""When it was true, apart from when it was believed: by a filter, and by a date in a question."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import DAY, claiming, make_vault, move_clock, store
from tests.system.agents import agent_here
from vaultwatch.errors import RefusedError
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.validity import moment_in
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.recall.context_answer import Asking, context_answer
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.recall.valid_at import wanted_at
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.ws
WORK = "Where did Alice work"
ACME, BETA, GAMMA = (
    "Alice works at Acme.",
    "Alice works at Beta.",
    "Alice works at Gamma.",
)


def span(since: str, until: str) -> Facts:
    return Facts(
        source="document",
        valid_from=moment_in(since, is_end=False),
        valid_until=moment_in(until, is_end=True),
    )


def lived(ws: Workspace) -> None:
    """Alice worked at three places, one after the other, and drinks tea."""
    store(ws, ACME, span("2018-02-01", "2020-08-31"))
    store(ws, BETA, span("2020-09-01", "2023-04-30"))
    store(ws, GAMMA, span("2023-05-01", ""))
    store(ws, "Alice works with a cup of tea.", Facts(source="document"))


def found(ws: Workspace, query: str, wanted: Wanted | None = None) -> list[str]:
    return [one.row.belief for one in recall(ws, query, wanted or Wanted()).hits]


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        pytest.param(f"{WORK}?", GAMMA, id="now"),
        pytest.param(f"{WORK} in 2021?", BETA, id="a year"),
        pytest.param(f"{WORK} on 2019-06-01?", ACME, id="a day"),
        pytest.param(f"{WORK} in June 2022?", BETA, id="a month"),
        pytest.param(f"{WORK} in 2024?", GAMMA, id="still so"),
    ],
)
def test_a_question_that_names_a_time_prefers_what_held_then(
    ws: Workspace, asked: str, first: str
) -> None:
    lived(ws)
    assert found(ws, asked)[0] == first
    assert first in context_answer(ws, asked, Wanted(), Asking(2_000)).text


@pytest.mark.parametrize(
    ("asked", "days"),
    [
        pytest.param(f"{WORK} on 2019-06-01?", "2019-06-01", id="a day"),
        pytest.param(f"{WORK} in June 2022?", "2022-06-01 to 2022-06-30", id="a month"),
        pytest.param("Who drank tea on 2019-06-01?", "", id="nothing that holds for a time"),
        pytest.param(f"{WORK}?", "", id="no day"),
    ],
)
def test_it_is_told_that_a_day_was_taken_for_when_it_was_true(
    ws: Workspace, asked: str, days: str
) -> None:
    if days:
        lived(ws)
    else:
        store(ws, "Alice drank tea.", Facts(source="document"))
    notice = recall(ws, asked, Wanted()).notice
    assert notice == (
        f"What was true then comes first ({days}); what was believed, as-of tells." if days else ""
    )


def test_without_a_time_what_ended_is_not_recalled(ws: Workspace) -> None:
    lived(ws)
    assert {ACME, BETA}.isdisjoint(found(ws, f"{WORK}?"))
    assert {ACME, BETA}.isdisjoint(found(ws, ""))
    assert ACME not in found(ws, f"{WORK} in 2021?"), "it had ended"


@pytest.mark.parametrize(
    ("valid_at", "kept"),
    [
        ("2019-06-01", {ACME}),
        ("2020", {ACME, BETA}),
        ("June 2021", {BETA}),
        ("2023-05-01", {GAMMA}),
        ("today", {GAMMA}),
        ("2031", {GAMMA}),
        ("1999", set()),
    ],
)
def test_the_filter_leaves_what_was_true_then(ws: Workspace, valid_at: str, kept: set[str]) -> None:
    lived(ws)
    wanted = wanted_at(ws, Wanted(), valid_at)
    for query in ("", "Alice works"):
        assert {one for one in found(ws, query, wanted) if "tea" not in one} == kept
    narrowed = wanted_at(ws, Wanted(sources=frozenset({"document"})), valid_at)
    assert {one for one in found(ws, "Alice works", narrowed) if "tea" not in one} == kept


def test_what_was_superseded_is_found_for_its_time_and_its_heir_only_after(ws: Workspace) -> None:
    store(ws, "The fee is 40 euros.", claiming("40"))
    move_clock(ws, timedelta(days=800))
    store(ws, "The fee is 55 euros.", claiming("55"))
    assert found(ws, "What was the fee in 2027?")[0] == "The fee is 40 euros."
    assert found(ws, "What is the fee?") == ["The fee is 55 euros."]
    then = found(ws, "", wanted_at(ws, Wanted(), "2027"))
    assert then == ["The fee is 40 euros."]
    move_clock(ws, DAY)
    (hit,) = recall(ws, "fee", wanted_at(ws, Wanted(), "2027-05-01")).hits
    assert hit.ranked.candidate.status == "superseded", "and it is said so"


def test_what_corrects_a_word_on_a_past_year_stands_before_it(ws: Workspace) -> None:
    move_clock(ws, -300 * DAY)
    store(ws, "The budget of 2025 was 3000 euros.", claiming("3000", subject="Budget 2025"))
    move_clock(ws, 300 * DAY)
    store(ws, "The budget of 2025 was 3500 euros.", claiming("3500", subject="Budget 2025"))
    assert found(ws, "What was the budget of 2025?") == ["The budget of 2025 was 3500 euros."]


def test_what_waits_is_not_found_for_any_time(ws: Workspace) -> None:
    held = store(ws, agent_vaults.ATTACK, span("2020-01-01", "2022-01-01"))
    assert held.outcome == "quarantined"
    assert recall(ws, f"{agent_vaults.ATTACK} in 2021", Wanted()).hits == ()
    assert recall(ws, "", wanted_at(ws, Wanted(), "2021")).hits == ()


def test_no_date_is_refused(ws: Workspace) -> None:
    with pytest.raises(RefusedError):
        wanted_at(ws, Wanted(), "some time ago, perhaps")


def test_both_doors_ask_it(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    with agent_here(vault) as ada:
        old = ada.remember(BETA, valid_from="2020-09-01", valid_until="2023-04-30")
        new = ada.remember(GAMMA, valid_from="2023-05-01")
        assert ada.found("Alice works", valid_at="2021-06-01") == [old]
        assert ada.found("Alice works", filters={"valid_at": "2024"}) == [new]
        assert ada.found(f"{WORK} in 2021?")[0] == old
        said = ada.refused("vault_memories", valid_at="2021", as_of="2026-01-01")
        assert "true then" in said
        assert "no date" in ada.refused("vault_memories", valid_at="soon or so")
    rows = vault.call("recall", "Alice works", "--valid-at", "2021-06-01", "--json").rows
    assert [(row["memory_id"], row["status"]) for row in rows] == [(old, "expired")]
    done = vault.call("recall", "Alice", "--valid-at", "2021", "--as-of", "2026-01-01")
    assert done.status == 2
    assert "what was true then" in done.err
