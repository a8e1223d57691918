"""What becomes of a memory that an agent hands in: written, counted, quarantined or refused."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.folders import files_in
from tests.system import agent_vaults
from tests.system.agent_vaults import (
    ATTACK,
    DAY,
    HOUR,
    KEY,
    NOW,
    audited,
    claiming,
    fee,
    live,
    make_vault,
    memory_notes,
    move_clock,
    once,
    opened,
    row_of,
    standing,
    store,
)
from tests.system.doors import store_memory
from tests.system.drifted import copy_of
from tests.system.vaults import Vault
from vaultwatch.adapters.files.vault_files import VaultFiles
from vaultwatch.errors import RefusedError, SecretError
from vaultwatch.memories.facts import Facts
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.look import scan
from vaultwatch.services.memories.adding import Draft
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.scanning.taking_in import catch_up
from vaultwatch.services.workspace import Workspace

BELIEF = "The stand in [[Fees]] costs 40 euros."


class Killed(BaseException):
    """The end of the process, as far as a test in it can tell."""


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workspace, Vault]]:
    """One vault for all that is refused: nothing is ever written into it."""
    vault = make_vault(tmp_path_factory.mktemp("refusing"))
    with opened(vault) as ws:
        catch_up(ws)
        yield ws, vault


vault, ws = agent_vaults.vault, agent_vaults.ws


def schemas(vault: Vault, text: str) -> None:
    vault.write(".vaultwatch/schemas.toml", text)


def found(ws: Workspace, query: str) -> list[str]:
    return [hit.row.belief for hit in recall(ws, query, Wanted()).hits]


def test_a_new_memory_is_a_note_and_found_at_once(ws: Workspace, vault: Vault) -> None:
    done = store(ws, BELIEF, Facts(agent="Claude", session="s1", tags=("fair",), evidence="read"))
    assert (done.outcome, done.reason, done.against, done.warnings) == ("stored", "", (), ())
    text = vault.read(done.path)
    assert text.endswith(f"---\n{BELIEF}\n")
    for line in ('agent: "Claude"', "session:", "evidence: read", "source: inference", "tags:"):
        assert line in text
    assert found(ws, "stand euros") == [BELIEF]
    assert [ground.note for ground in ws.ledger.baselines(done.id)] == ["Fees.md"]


def test_the_same_again_is_known_and_another_voice_corroborates(
    ws: Workspace, vault: Vault
) -> None:
    first = store(ws, BELIEF, Facts(agent="Ana"))
    before = vault.bytes()
    assert store(ws, BELIEF.upper(), Facts(agent="ana")).outcome == "known"
    assert vault.bytes() == before
    for _ in range(2):
        again = store(ws, BELIEF, Facts(agent="Ben"))
        assert again.id == first.id
        assert row_of(ws, first.id).facts.corroborated_by == ("Ben",)
    assert again.outcome == "known"
    assert audited(ws, first.id) == ["memory add", "memory corroborate"]
    assert len(memory_notes(vault)) == 1


def test_a_better_source_lifts_the_memory_and_its_writer_stays(ws: Workspace) -> None:
    first = store(ws, BELIEF, Facts(agent="Ana"))
    assert store(ws, BELIEF, Facts(agent="Ben", source="document")).outcome == "corroborated"
    facts = row_of(ws, first.id).facts
    assert (facts.source, facts.agent, facts.corroborated_by) == ("document", "Ana", ("Ben",))
    store(ws, BELIEF, Facts(agent="Cy", source="inference"))
    facts = row_of(ws, first.id).facts
    assert (facts.source, facts.corroborated_by) == ("document", ("Ben", "Cy"))


def test_another_value_takes_the_place_of_the_old_one_again_and_again(
    ws: Workspace, vault: Vault
) -> None:
    ids = [fee(ws, "40").id]
    for value in ("50", "60"):
        move_clock(ws, HOUR)
        done = fee(ws, value)
        assert (done.outcome, done.against) == ("superseded", (ids[-1],))
        ids.append(done.id)
    assert [row_of(ws, id_).facts.status for id_ in ids] == ["superseded", "superseded", "active"]
    assert [row_of(ws, id_).facts.superseded_by for id_ in ids] == [ids[1], ids[2], ""]
    assert found(ws, "stand euros") == ["One pays 60 euros at the stand."]
    assert len(memory_notes(vault)) == 3
    assert "memory superseded" in audited(ws, ids[0])
    back = fee(ws, "40")
    assert back.outcome == "superseded"
    assert back.id not in ids  # said anew: the old one stays as it was told
    assert ws.ledger.check() == []


def test_the_same_value_in_other_words_corroborates(ws: Workspace) -> None:
    first = fee(ws, "40 Euros")
    other = store(ws, "Forty it is, says [[Fees]].", claiming(" 40  euros", agent="Ben"))
    assert (other.outcome, other.id) == ("corroborated", first.id)
    assert row_of(ws, first.id).facts.corroborated_by == ("Ben",)


def test_a_weaker_newcomer_waits_and_the_person_is_asked(ws: Workspace, vault: Vault) -> None:
    strong = fee(ws, "40", source="user_explicit")
    weak = fee(ws, "50")
    assert (weak.outcome, weak.against) == ("quarantined", (strong.id,))
    assert "trust" in weak.reason
    assert row_of(ws, weak.id).facts.conflicts_with == (strong.id,)
    (asked,) = live(ws, "contradiction")
    assert (asked.memory_id, asked.note) == (weak.id, strong.path)
    assert found(ws, "stand euros") == ["One pays 40 euros at the stand."]
    assert "Keep both" in vault.read("drift-report.md")
    before = memory_notes(vault)
    again = fee(ws, "50")
    assert (again.outcome, again.id) == ("quarantined", weak.id)
    assert memory_notes(vault) == before


def test_schemas_keep_both_ask_for_review_and_allow_many(ws: Workspace, vault: Vault) -> None:
    schemas(
        vault,
        'version = 2\n[predicates.fee]\npolicy = "keep_both"\n'
        '[predicates.colour]\npolicy = "require_review"\n'
        '[predicates.likes]\ncardinality = "multiple"\n[predicates.said]\ndedup = "store"\n',
    )
    outcomes = {}
    for predicate, values in (
        ("fee", ("40", "50")),
        ("colour", ("red", "green")),
        ("likes", ("tea", "rye")),
        ("said", ("yes", "yes ")),
    ):
        for number, value in enumerate(values):
            text = f"{number}: {predicate} of the stand is {value}."
            facts = claiming(value, predicate=predicate, agent=f"a{number}")
            outcomes[predicate] = store(ws, text, facts).outcome
    assert outcomes == {
        "fee": "kept_both", "colour": "review", "likes": "stored", "said": "stored",
    }  # fmt: skip
    assert sorted(standing(ws).values()) == ["active"] * 7 + ["quarantined"]


def test_what_does_not_meet_does_not_contradict(ws: Workspace) -> None:
    told = [
        ("everywhere", claiming("40", source="document")),
        ("in one session", claiming("50", scope="session", session="s1")),
        ("in another session", claiming("60", scope="session", session="s2")),
        ("last year", claiming("30", scope="temporal", valid_until="2025-12-31")),
        ("this year", claiming("45", scope="temporal", valid_from="2026-01-01")),
        ("of the tent", claiming("99", subject="Tent")),
        ("beside others", once(claiming("70"))),
    ]
    outcomes = {name: store(ws, f"The fee {name} is told.", facts).outcome for name, facts in told}
    assert set(outcomes.values()) == {"stored"}, outcomes
    other = store(
        ws, "The fee in this session changed.", claiming("51", scope="session", session="s1")
    )
    assert other.outcome == "superseded"
    assert row_of(ws, other.against[0]).belief == "The fee in one session is told."


def test_the_same_words_of_two_sessions_are_two_memories(ws: Workspace) -> None:
    one = store(ws, BELIEF, claiming("40", scope="session", session="s1"))
    other = store(ws, BELIEF, claiming("40", scope="session", session="s2"))
    plain = store(ws, BELIEF, Facts(session="s3"))
    assert [one.outcome, other.outcome, plain.outcome] == ["stored"] * 3
    assert len({one.id, other.id, plain.id}) == 3
    assert store(ws, BELIEF, claiming("40", scope="session", session="s2")).id == other.id
    assert store(ws, BELIEF, Facts(session="s4")).id == plain.id


def test_a_claim_that_expired_stands_in_nobodys_way(ws: Workspace) -> None:
    strong = replace(claiming("55", source="user_explicit"), expires=NOW + HOUR)
    store(ws, "The stand costs 55 euros.", strong)
    move_clock(ws, 2 * HOUR)
    assert fee(ws, "60").outcome == "stored"
    assert store(ws, "It is 55 after all.", claiming("55")).outcome == "superseded"


def test_an_expired_twin_does_not_swallow_what_is_said_again(ws: Workspace) -> None:
    old = store(ws, BELIEF, Facts(expires=NOW + HOUR))
    move_clock(ws, 2 * HOUR)
    assert found(ws, "stand euros") == []
    new = store(ws, BELIEF)
    assert (new.outcome, new.id != old.id) == ("stored", True)
    assert found(ws, "stand euros") == [BELIEF]
    assert store(ws, BELIEF).id == new.id


def killed_at(step: int, patch: pytest.MonkeyPatch) -> list[str]:
    """Let the process end at the so-manieth write into the vault; return the writes so far."""
    replace_note = VaultFiles.replace_note
    steps: list[str] = []

    def counted(self: VaultFiles, path: str, **more: Any) -> bool:  # noqa: ANN401 -- as the real one
        if len(steps) == step:
            raise Killed
        steps.append(path)
        return replace_note(self, path, **more)

    patch.setattr(VaultFiles, "replace_note", counted)
    return steps


@pytest.mark.parametrize("other", ["50", "40"], ids=["superseded", "corroborated"])
def test_a_kill_between_two_writes_leaves_nothing_that_handing_in_again_does_not_mend(
    other: str, vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hand_in(ws: Workspace) -> None:
        store(ws, f"It is {other} now.", claiming(other, agent="Ben"))

    def ends(ws: Workspace) -> tuple[dict[str, str], list[tuple[str, tuple[str, ...]]]]:
        scan(ws)
        rows = ws.ledger.memories()
        voices = sorted((row.belief, row.facts.corroborated_by) for row in rows)
        return standing(ws), voices

    with opened(vault) as ws:
        fee(ws, "40")
    step, is_over, expected = 0, False, None
    whole = copy_of(vault, tmp_path / "whole")
    with opened(whole, NOW + HOUR) as ws:
        hand_in(ws)
        expected = ends(ws)
        names = sorted(memory_notes(whole))
    while not is_over:
        copy = copy_of(vault, tmp_path / str(step))
        with monkeypatch.context() as patch:
            steps = killed_at(step, patch)
            try:
                with opened(copy, NOW + HOUR) as ws:
                    hand_in(ws)
                is_over = True
            except Killed:
                pass
        with opened(copy, NOW + HOUR) as ws:
            hand_in(ws)
            assert ends(ws) == expected, (step, steps)
        assert sorted(memory_notes(copy)) == names
        step += 1
    assert step > (2 if other == "50" else 1)


FIELDS = {
    "belief": lambda key: Draft(f"The key is {key}."),
    "title": lambda key: Draft(BELIEF, Facts(), f"The key {key}"),
    "tag": lambda key: Draft(BELIEF, Facts(tags=(key,))),
    "type": lambda key: Draft(BELIEF, Facts(type=key)),
    "agent": lambda key: Draft(BELIEF, Facts(agent=key)),
    "session": lambda key: Draft(BELIEF, Facts(session=key)),
    "evidence": lambda key: Draft(BELIEF, Facts(evidence=f"token={key}")),
    "tool": lambda key: Draft(BELIEF, Facts(tool=key)),
    "signature": lambda key: Draft(BELIEF, Facts(signature=key)),
    "subject": lambda key: Draft(BELIEF, claiming("40", subject=key)),
    "predicate": lambda key: Draft(BELIEF, claiming("40", predicate=key)),
    "value": lambda key: Draft(BELIEF, claiming(key)),
    "claim's session": lambda key: Draft(BELIEF, claiming("40", scope="session", session=key)),
}


@pytest.mark.parametrize("field", FIELDS)
def test_a_secret_in_any_field_is_refused_and_nowhere_on_disk(
    refusing: tuple[Workspace, Vault], field: str
) -> None:
    ws, vault = refusing
    before = vault.bytes()
    with pytest.raises(SecretError) as told:
        store_memory(ws, FIELDS[field](KEY))
    assert KEY not in f"{told.value.message} {told.value.hint}"
    assert vault.bytes() == before
    kept = files_in(vault.folder, vault.state)
    assert not [file for file, data in kept.items() if KEY.encode() in data]


@pytest.mark.parametrize(
    ("belief", "facts"),
    [
        pytest.param("  \n", Facts(), id="empty"),
        pytest.param("x" * 20_001, Facts(), id="too long"),
        pytest.param("a\0b", Facts(), id="NUL"),
        pytest.param("a\ud800b", Facts(), id="half a sign"),
        pytest.param(BELIEF, Facts(tags=tuple(map(str, range(21)))), id="too many tags"),
        pytest.param(BELIEF, Facts(session="a\nstatus: active"), id="a line break in a name"),
        pytest.param(BELIEF, Facts(evidence="\x1b[2J"), id="an escape in the evidence"),
        pytest.param(BELIEF, Facts(evidence="x" * 1_001), id="too much evidence"),
        pytest.param(BELIEF, Facts(type="x" * 101), id="a long type"),
    ],
)
def test_what_no_note_can_hold_is_refused(
    refusing: tuple[Workspace, Vault], belief: str, facts: Facts
) -> None:
    ws, vault = refusing
    with pytest.raises(RefusedError):
        store(ws, belief, facts)
    assert memory_notes(vault) == {}


@pytest.mark.parametrize(
    "draft",
    [
        pytest.param(Draft(ATTACK), id="belief"),
        pytest.param(Draft(BELIEF, Facts(), ATTACK), id="title"),
        pytest.param(Draft(BELIEF, Facts(evidence=ATTACK)), id="evidence"),
        pytest.param(Draft(BELIEF, Facts(tags=(ATTACK,))), id="tag"),
        pytest.param(Draft(BELIEF, Facts(agent=ATTACK)), id="agent"),
        pytest.param(Draft(BELIEF, claiming(ATTACK)), id="value"),
        pytest.param(Draft(BELIEF, claiming("40", subject=ATTACK)), id="subject"),
        pytest.param(Draft(BELIEF, Facts(session=ATTACK)), id="session"),
        pytest.param(Draft(BELIEF, Facts(tool=ATTACK)), id="tool"),
    ],
)
def test_what_reads_like_an_attack_in_any_field_is_quarantined_under_a_plain_name(
    ws: Workspace, vault: Vault, draft: Draft
) -> None:
    done = store_memory(ws, draft)
    assert done.outcome == "quarantined"
    assert done.reason
    (name,) = memory_notes(vault)
    assert name == f"Quarantined {done.id}"
    assert [one.memory_id for one in live(ws, "suspicious")] == [done.id]
    assert found(ws, "kiln instructions stand") == []
    for _ in range(3):  # nor does it fill the folder
        assert store_memory(ws, draft).id == done.id


def test_an_attack_in_the_evidence_of_a_known_belief_is_kept_once_and_keeps_nobody_out(
    ws: Workspace, vault: Vault
) -> None:
    honest = [store(ws, f"{BELIEF} Row {number}.") for number in range(3)]
    for number, one in enumerate(honest):
        belief = f"{BELIEF} Row {number}."
        poisoned = {store(ws, belief, Facts(evidence=ATTACK)).id for _ in range(3)}
        assert len(poisoned) == 1
        again = store(ws, belief, Facts(agent="Ben"))
        assert (again.outcome, again.id) == ("corroborated", one.id)
    assert len(memory_notes(vault)) == 6


def test_a_rehearsal_tells_and_writes_nothing(ws: Workspace, vault: Vault) -> None:
    fee(ws, "40")
    ws.is_rehearsal = True
    before = vault.bytes()
    assert fee(ws, "50").outcome == "superseded"
    assert store(ws, ATTACK).outcome == "quarantined"
    move_clock(ws, DAY)
    assert store(ws, "One pays 40 euros at the stand.", claiming("40", agent="B")).outcome == (
        "corroborated"
    )
    assert vault.bytes() == before


def test_another_value_of_what_never_changes_waits(ws: Workspace, vault: Vault) -> None:
    first = fee(ws, "40")
    text = vault.read(first.path)
    vault.write(first.path, text.replace("source:", "volatility: never\nsource:", 1))
    scan(ws)
    second = fee(ws, "45")
    assert (second.outcome, second.against) == ("review", (first.id,))
    assert f"{first.id} says that it never changes" in row_of(ws, second.id).facts.status_reason
