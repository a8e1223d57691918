"""A passage that was set in another shape says what it said; one that lost something does not."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from vaultwatch.drift.model import Baseline, Comparison
from vaultwatch.drift.passages.restructured import restructured
from vaultwatch.drift.passages.support import find_supports
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.drift.scoring.explain import explain
from vaultwatch.drift.scoring.grounding import belief_of_text
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

SAYS = "The backup of the archive runs at 02:00 on host kestrel and keeps copies for 14 days."
THEN = f"# Backup\n\nIt was set up in spring.\n\n{SAYS}\n\nThe key lies with Runa.\n"
MEMORY = f"{SAYS} [[Backup]]"


def said(text: str) -> tuple[Statement, ...]:
    return parse_note(NotePath("Backup.md"), text.encode()).statements


def baseline(belief: str, then: str) -> Baseline:
    about = replace(belief_of_text(belief), memory_id="m")
    at = datetime(2026, 5, 1, tzinfo=UTC)
    supports = find_supports(about, said(then), {})
    return Baseline("m", NotePath("Backup.md"), "written", at, "", said(then), supports, "n")


def became(passage: str, *, belief: str = MEMORY, then: str = THEN, was: str = SAYS) -> Comparison:
    now = then.replace(was, passage)
    assert now != then
    about = replace(belief_of_text(belief), memory_id="m")
    return compare(about, baseline(belief, then), said(now), {})


LIST = """\
- The backup of the archive
    - runs at 02:00 on host kestrel
    - keeps copies for 14 days
"""
TABLE = """\
| Backup of the archive | Value |
| --- | --- |
| runs at | 02:00 |
| on host | kestrel |
| keeps copies for | 14 days |
"""
NUMBERED = """\
| No. | Backup of the archive |
| --- | --- |
| 1 | The backup of the archive runs at 02:00 |
| 2 | on host kestrel |
| 3 | and keeps copies for 14 days |
"""
CALLOUT = f"> [!info] Good to know\n> {SAYS}\n"
JOINED = f"It was set up in spring, and {SAYS[0].lower()}{SAYS[1:]}"


@pytest.mark.parametrize(
    "passage",
    [
        pytest.param(LIST, id="a list"),
        pytest.param(TABLE, id="a table"),
        pytest.param(NUMBERED, id="numbered rows"),
        pytest.param(CALLOUT, id="a callout"),
        pytest.param(SAYS.replace(" and keeps", ". It keeps"), id="two sentences"),
    ],
)
def test_what_is_said_in_another_shape_is_no_loss(passage: str) -> None:
    assert not became(passage).drifted


def test_what_was_joined_with_its_neighbour_is_no_loss() -> None:
    assert not became(JOINED, was=f"It was set up in spring.\n\n{SAYS}").drifted


def test_a_list_that_became_a_sentence_is_no_loss() -> None:
    then = THEN.replace(SAYS, LIST)
    now = "The backup of the archive runs at 02:00 on host kestrel; keeps copies for 14 days."
    for belief in (MEMORY, "The backup keeps copies for 14 days, [[Backup]]"):
        assert not became(now, belief=belief, then=then, was=LIST).drifted


@pytest.mark.parametrize(
    "passage",
    [
        pytest.param(LIST.replace("02:00", "04:30"), id="another time"),
        pytest.param(TABLE.replace("14", "30"), id="another number"),
        pytest.param(LIST.replace("kestrel", "merlin"), id="another name"),
        pytest.param(LIST.replace("    - keeps copies for 14 days\n", ""), id="a part left out"),
        pytest.param(LIST.replace("keeps copies", "no longer keeps copies"), id="denied"),
        pytest.param(
            LIST.replace("- runs", "- ~~runs").replace("kestrel", "kestrel~~"), id="struck"
        ),
    ],
)
def test_what_was_lost_on_the_way_is_still_found(passage: str) -> None:
    assert became(passage).drifted


SCALES = "Ann weighs 60 kilos with the rucksack and Bo weighs 80 kilos with the tent."


@pytest.mark.parametrize(
    "passage",
    [
        "- Ann weighs 80 kilos with the rucksack\n- Bo weighs 60 kilos with the tent",
        "| A | B |\n| --- | --- |\n| Ann with the rucksack | 80 kilos |\n| Bo with the tent | 60 |",
    ],
    ids=["list", "table"],
)
def test_values_that_changed_places_are_not_the_same(passage: str) -> None:
    then = said(THEN.replace(SAYS, SCALES))
    now = said(THEN.replace(SAYS, passage))
    assert list(restructured(belief_of_text(f"{SCALES} [[Backup]]"), then, now)) == []


def test_a_sentence_that_was_only_edited_is_left_to_others() -> None:
    now = said(THEN.replace("keeps copies", "always keeps all copies"))
    assert list(restructured(belief_of_text(MEMORY), said(THEN), now)) == []


def test_an_explanation_shows_the_words_as_they_stand() -> None:
    now = said(THEN.replace(SAYS, LIST))
    about = belief_of_text(MEMORY)
    told = explain(about, baseline(MEMORY, THEN), now, {})
    assert told.score < 0.5
    assert told.rests_on[0].now is not None
    assert "runs at 02:00" in told.rests_on[0].now.text or "backup" in told.rests_on[0].now.text
