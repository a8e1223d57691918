"""What agents are told of memories and notes, what they hand in as evidence, what they settle."""

from dataclasses import replace

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import (
    ATTACK,
    DAY,
    FEES,
    HOUR,
    KEY,
    NOW,
    claiming,
    fee,
    live,
    move_clock,
    row_of,
    store,
)
from tests.system.doors import dismiss, forget_memory, resolve_errors, update_memory
from tests.system.vaults import Vault
from vaultwatch.adapters.index.chunk_store import Hit
from vaultwatch.adapters.models.embedders.choose import Chosen
from vaultwatch.adapters.models.embedders.hashing import HashEmbedder
from vaultwatch.drift.model import FindingKind
from vaultwatch.errors import NotThereError, OutsideVaultError, RefusedError, WrongUsageError
from vaultwatch.notes.model import NotePath
from vaultwatch.services.findings.listing import prediction_errors
from vaultwatch.services.findings.verifying import MOST_SIGNALS, record_signal
from vaultwatch.services.look import scan
from vaultwatch.services.memories.updating import MemoryChange
from vaultwatch.services.records.misses import MISMATCH_BELOW, QUIET, notice_misses
from vaultwatch.services.records.trust import grounds_of
from vaultwatch.services.scanning.conditions import keep_conditions
from vaultwatch.services.workspace import Workspace

BELIEF = "The stand in [[Fees]] costs 40 euros a day."
SIGNAL: FindingKind = "memory_external_signal"


class Meaningful(HashEmbedder):
    """Hashed words that pass for a model that understands."""

    is_semantic = True


vault, ws = agent_vaults.vault, agent_vaults.ws


def retold(vault: Vault, path: str, old: str, new: str) -> None:
    text = vault.read(path)
    assert text.count(old) == 1, text
    vault.write(path, text.replace(old, new))


# Claims


def test_a_hand_edit_that_contradicts_is_told_and_closes_when_they_agree(
    ws: Workspace, vault: Vault
) -> None:
    one = store(ws, "The stand costs 40.", claiming("40"))
    move_clock(ws, HOUR)
    other = store(ws, "The tent costs 40.", claiming("40", subject="Tent"))
    retold(vault, other.path, '"Tent"', "stand")
    scan(ws)
    assert live(ws, "contradiction") == []  # they agree
    retold(vault, other.path, 'value: "40"', "value: 50")
    scan(ws)
    (finding,) = live(ws, "contradiction")
    assert (finding.memory_id, finding.note) == (other.id, one.path)
    assert finding.before is not None
    assert finding.before.text == "The stand costs 40."
    assert "[[Memories/The stand costs 40" in vault.read("drift-report.md")
    scan(ws)
    assert [again.id for again in live(ws, "contradiction")] == [finding.id]
    retold(vault, other.path, "value: 50", 'value: " 40 "')
    scan(ws)
    assert live(ws, "contradiction") == []
    (closed,) = ws.ledger.findings(kind="contradiction")
    assert closed.why == "the claims agree, or one stood back"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("---\n", "---\nexclusive: false\n", id="not exclusive"),
        pytest.param("---\n", "---\nvalid_until: 2025-12-31\n", id="of another time"),
        pytest.param("---\n", "---\nstatus: superseded\n", id="stood back"),
        pytest.param("---\n", "---\nexpires: 2026-01-01\n", id="expired"),
        pytest.param('"40"', '"50"', id="agrees"),
        pytest.param("predicate: fee", "predicate: ''", id="claims no more"),
    ],
)
def test_a_contradiction_closes_however_a_person_settles_it(
    ws: Workspace, vault: Vault, old: str, new: str
) -> None:
    one = store(ws, "The stand costs 40.", claiming("40"))
    vault.write(
        "Memories/Mine.md",
        "---\nid: mem_mine\nsubject: '[[Stand|it]]'\npredicate: Fee\nvalue: 50\n"
        "valid_from: 2026-01-01\n---\nIt is 50.\n",
    )
    scan(ws)
    assert len(live(ws, "contradiction")) == 1
    vault.write(one.path, vault.read(one.path).replace(old, new, 1))
    scan(ws)
    assert live(ws, "contradiction") == []


def test_a_memory_that_waits_speaks_against_what_took_its_rivals_place(ws: Workspace) -> None:
    strong = fee(ws, "40", source="system")
    weak = fee(ws, "50")
    newer = fee(ws, "60", source="user_explicit")
    assert row_of(ws, strong.id).facts.superseded_by == newer.id
    (finding,) = live(ws, "contradiction")
    assert (finding.memory_id, finding.note) == (weak.id, newer.path)


# Signals


def test_a_signal_opens_one_finding_that_grows(ws: Workspace) -> None:
    id_ = store(ws, BELIEF).id
    one = record_signal(ws, id_, source="git", evidence={"commit": "a1"}, weight=0.5)
    trust = grounds_of(ws, [row_of(ws, id_)])[id_].trust
    move_clock(ws, HOUR)
    two = record_signal(ws, id_, source="tracker", evidence="closed", weight=0.5)
    assert (one.finding, one.signals, two.signals) == (two.finding, 1, 2)
    (finding,) = live(ws, SIGNAL)
    assert finding.score == pytest.approx(0.75)
    assert finding.reasons == ('tracker: "closed"', 'git: {"commit": "a1"}')
    assert grounds_of(ws, [row_of(ws, id_)])[id_].trust < trust < 0.5


def test_new_evidence_opens_what_was_resolved_and_the_old_does_not(ws: Workspace) -> None:
    id_ = store(ws, BELIEF).id
    first = record_signal(ws, id_, source="git", evidence=1, weight=0.5)
    move_clock(ws, HOUR)
    assert list(resolve_errors(ws, [first.finding]).closed) == [first.finding]
    keep_conditions(ws)
    scan(ws)
    assert live(ws, SIGNAL) == []
    move_clock(ws, HOUR)
    again = record_signal(ws, id_, source="git", evidence=2, weight=0.5)
    assert [one.id for one in live(ws, SIGNAL)] == [again.finding]
    assert again.finding != first.finding


def test_a_dismissed_signal_stays_so_until_there_is_another(ws: Workspace) -> None:
    id_ = store(ws, BELIEF).id
    first = record_signal(ws, id_, source="git", evidence=1, weight=0.5)
    dismiss(ws, first.finding)
    for _ in range(2):
        move_clock(ws, DAY)
        scan(ws)
        assert live(ws, SIGNAL) == []
    assert record_signal(ws, id_, source="git", evidence=2, weight=0.5).finding


@pytest.mark.parametrize("end", ["update", "edit", "forget"])
def test_signals_speak_of_the_belief_they_were_given_for(
    ws: Workspace, vault: Vault, end: str
) -> None:
    done = store(ws, BELIEF)
    record_signal(ws, done.id, source="git", evidence=1, weight=0.9)
    move_clock(ws, HOUR)
    update_memory(ws, done.id, MemoryChange(add_tags=("x",)))
    assert len(live(ws, SIGNAL)) == 1
    if end == "update":
        update_memory(
            ws, done.id, MemoryChange(belief=BELIEF.replace("40", "50"), source="user_explicit")
        )
    elif end == "edit":
        retold(vault, done.path, "40 euros", "50 euros")
        scan(ws)
    else:
        forget_memory(ws, done.id)
    assert live(ws, SIGNAL) == []
    if end != "forget":
        assert grounds_of(ws, [row_of(ws, done.id)])[done.id].evidence_against == 0


@pytest.mark.parametrize(
    ("source", "evidence", "weight"),
    [
        pytest.param("", 1, 0.5, id="no source"),
        pytest.param("x" * 101, 1, 0.5, id="a long source"),
        pytest.param("git", float("nan"), 0.5, id="no JSON"),
        pytest.param("git", {1, 2}, 0.5, id="a set"),
        pytest.param("git", "x" * 10_001, 0.5, id="too much"),
        pytest.param("git", 1, 0.0, id="no weight"),
        pytest.param("git", 1, 1.5, id="too much weight"),
        pytest.param("git", 1, float("nan"), id="a weight that is no number"),
    ],
)
def test_a_signal_that_says_nothing_is_refused(
    ws: Workspace, source: str, evidence: object, weight: float
) -> None:
    id_ = store(ws, BELIEF).id
    with pytest.raises(RefusedError):
        record_signal(ws, id_, source=source, evidence=evidence, weight=weight)
    assert ws.ledger.signals() == []


def test_signals_hold_no_secret_and_have_an_end(ws: Workspace) -> None:
    id_ = store(ws, BELIEF).id
    record_signal(ws, id_, source=f"git {KEY}", evidence={"token": KEY}, weight=0.5)
    (signal,) = ws.ledger.signals()
    assert KEY not in repr(signal)
    for _ in range(MOST_SIGNALS - 1):
        ws.ledger.put_signal(signal)
    with pytest.raises(RefusedError, match="signals of yours speak"):
        record_signal(ws, id_, source="git", evidence=1, weight=0.5)


# Searches that fitted badly


def hit(note: str, similarity: float, *, text_rank: int | None = None) -> Hit:
    return Hit(NotePath(note), False, (), 1, 1, "text", 0.5, 1, text_rank, similarity)  # noqa: FBT003


@pytest.fixture
def meaningful(ws: Workspace) -> Workspace:
    ws.__dict__["model"] = Chosen(Meaningful(), "")
    scan(ws)
    return ws


@pytest.mark.parametrize(
    ("hits", "context", "kinds"),
    [
        pytest.param([hit("Fees.md", 0.1)], "", ["low_overlap"], id="nothing fits"),
        pytest.param([hit("Fees.md", 0.1, text_rank=1)], "", [], id="it holds the words"),
        pytest.param([hit("Fees.md", 0.9), hit("Other.md", 0.1)], "", [], id="the best fits"),
        pytest.param([hit("Fees.md", 0.3)], "Fairs", ["contextual_mismatch"], id="a stranger"),
        pytest.param([hit("Fairs/A.md", 0.3), hit("B.md", 0.9)], "Fairs/", [], id="at home"),
        pytest.param([hit("Fairs/A.md", 0.7), hit("B.md", 0.3)], "Fairs", [], id="behind home"),
        pytest.param([hit("Fees.md", 0.1)], "Fairs", ["low_overlap"], id="far from all"),
        pytest.param([hit("Fees.md", MISMATCH_BELOW)], "Fairs", [], id="just near enough"),
        pytest.param([], "Fairs", [], id="no hits"),
    ],
)
def test_what_fits_badly_is_taken_down(
    meaningful: Workspace, hits: list[Hit], context: str, kinds: list[str]
) -> None:
    assert notice_misses(meaningful, "what is it", hits, context) is bool(kinds)
    assert [miss.kind for miss in meaningful.ledger.misses()] == kinds


def test_hashed_words_cannot_tell_what_fits(ws: Workspace) -> None:
    assert not notice_misses(ws, "what is it", [hit("Fees.md", 0.1)])
    assert ws.ledger.misses() == []


def ask(ws: Workspace, *questions: str) -> None:
    """Ask badly, each question a good while after the one before."""
    for question in questions:
        notice_misses(ws, question, [hit("Fees.md", 0.1)])
        move_clock(ws, QUIET + HOUR)
    keep_conditions(ws)


def test_findings_are_told_of_notes_as_they_stand_now(ws: Workspace, vault: Vault) -> None:
    store(ws, BELIEF)
    scan(ws)
    retold(vault, "Fees.md", "40 euros", "45 euros")
    (told,) = prediction_errors(ws).memories
    assert told.finding.after is not None
    assert "45 euros" in told.finding.after.text
    retold(vault, "Fees.md", "45 euros", "48 euros")
    (told,) = prediction_errors(ws).memories
    assert told.finding.after is not None
    assert "48 euros" in told.finding.after.text
    (vault.folder / "Fees.md").rename(vault.folder / "Prices.md")
    (told,) = prediction_errors(ws).memories
    assert told.finding.note == "Prices.md"


def test_one_note_is_taken_down_once_an_hour_and_told_of_after_two_questions(
    meaningful: Workspace,
) -> None:
    ws = meaningful
    for question in ("one", "two", "three"):
        notice_misses(ws, question, [hit("Fees.md", 0.1)])
    assert [miss.query for miss in ws.ledger.misses()] == ["one"]
    move_clock(ws, QUIET + HOUR)
    ask(ws, "one", "one")
    assert live(ws, "low_overlap") == []  # the same question again says nothing new
    ask(ws, f"another, {KEY}")
    (finding,) = live(ws, "low_overlap")
    assert (finding.memory_id, finding.note) == (None, "Fees.md")
    assert KEY not in repr(finding)
    (told,) = prediction_errors(ws).notes
    assert (told.note, told.kind, told.occurrences) == ("Fees.md", "low_overlap", 4)
    assert told.distance == pytest.approx(0.9)


def test_a_misfit_that_was_resolved_comes_back_only_with_new_evidence(
    meaningful: Workspace, vault: Vault
) -> None:
    ws = meaningful
    ask(ws, "one", "two")
    (finding,) = live(ws, "low_overlap")
    assert list(resolve_errors(ws, ["Fees.md"]).closed) == [finding.id]
    scan(ws)
    assert live(ws, "low_overlap") == []
    move_clock(ws, HOUR)
    ask(ws, "three")
    (again,) = live(ws, "low_overlap")
    dismiss(ws, again.id)
    ask(ws, "four", "five")
    assert live(ws, "low_overlap") == []
    (vault.folder / "Fees.md").unlink()
    vault.write("Other.md", "Another note.\n")
    scan(ws)
    assert live(ws, "low_overlap") == []


# Prediction errors


def test_errors_come_with_the_memory_inside_filtered_and_limited(
    ws: Workspace, vault: Vault
) -> None:
    ids = [store(ws, f"Row {n}: the stand in [[Fees]] costs 40 euros a day.").id for n in range(3)]
    other = store(ws, "The tent is green.").id
    record_signal(ws, other, source="git", evidence=1, weight=0.9)
    vault.write("Fees.md", FEES.replace("40", "55"))
    scan(ws)
    every = prediction_errors(ws)
    assert {one.row.id for one in every.memories if one.row is not None} == {*ids, other}
    assert (every.flagged_memories, every.notes) == (4, ())
    few = prediction_errors(ws, kind="memory_drift", limit=2)
    assert (len(few.memories), few.flagged_memories) == (2, 3)
    assert "40 euros" in few.memories[0].context
    assert "55 euros" in few.memories[0].context
    (one,) = prediction_errors(ws, memory=other).memories
    assert one.finding.kind == SIGNAL
    assert len(prediction_errors(ws, note="Fees.md").memories) == 3
    assert prediction_errors(ws, is_resolved=True).memories == ()
    with pytest.raises(WrongUsageError):
        prediction_errors(ws, kind="no such")
    with pytest.raises(NotThereError):
        prediction_errors(ws, memory="mem_none")
    with pytest.raises(NotThereError):
        prediction_errors(ws, note="None.md")
    with pytest.raises(OutsideVaultError):
        prediction_errors(ws, note="../../etc/passwd")


def test_an_agent_settles_what_it_may_and_it_sticks(ws: Workspace, vault: Vault) -> None:
    id_ = store(ws, BELIEF).id
    vault.write("Fees.md", FEES.replace("40", "55"))
    scan(ws)
    move_clock(ws, HOUR)
    (finding,) = live(ws, "memory_drift")
    note = resolve_errors(ws, ["Fees.md"])
    assert (note.closed, finding.id in note.left[0]) == ((), True)
    assert list(resolve_errors(ws, [finding.id, finding.id]).closed) == [finding.id]
    again = resolve_errors(ws, [finding.id, "Fees"])
    assert again.closed == ()
    assert again.left == (
        f"Finding {finding.id} is resolved already: still true, says an agent.",
        "No open finding speaks of the note 'Fees.md' alone.",
    )
    scan(ws)
    assert live(ws, "memory_drift") == []
    assert ws.ledger.cases() == []  # an agent's word teaches nobody
    (closed,) = prediction_errors(ws, is_resolved=True).memories
    assert (closed.row and closed.row.id, closed.finding.why) == (id_, "still true, says an agent")


def test_what_a_person_must_decide_no_agent_resolves(ws: Workspace) -> None:
    signalled = store(ws, BELIEF).id
    record = record_signal(ws, signalled, source="git", evidence=1, weight=0.9)
    store(ws, ATTACK)
    (held,) = live(ws, "suspicious")
    for names in ([held.id], [record.finding, held.id]):
        with pytest.raises(RefusedError, match="person"):
            resolve_errors(ws, names)
    with pytest.raises(NotThereError):
        resolve_errors(ws, [record.finding, "zzzzzz"])
    assert {one.id for one in (*live(ws, SIGNAL), *live(ws, "suspicious"))} == {
        record.finding,
        held.id,
    }


def test_a_row_of_a_memory_that_is_gone_says_so(ws: Workspace) -> None:
    id_ = store(ws, BELIEF).id
    record_signal(ws, id_, source="git", evidence=1, weight=0.9)
    ws.ledger.put_memories([replace(row_of(ws, id_), id="mem_other", state="forgotten")])
    (one,) = prediction_errors(ws).memories
    assert one.row == row_of(ws, id_)
    assert one.finding.first_seen == NOW
