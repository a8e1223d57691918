"""What keeps the pile of memories small is proposed, done at a yes, and taken back to the byte."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import DAY, audited, lay, live, move_clock, row_of, standing, store
from tests.system.drifted import REPORT, copy_of
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.adapters.files.vault_files import VaultFiles
from vaultwatch.adapters.machine.clock import SystemClock
from vaultwatch.daemon.heartbeat import Heartbeat
from vaultwatch.daemon.work import WorkQueue
from vaultwatch.daemon.worker import Owner, Worker
from vaultwatch.errors import NoteChangedError, RefusedError
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.model import NotePath
from vaultwatch.places import Places
from vaultwatch.recall.rank import Wanted
from vaultwatch.report.boxes import block_id
from vaultwatch.services.findings.review import list_proposals
from vaultwatch.services.look import carry_out, scan
from vaultwatch.services.memories.updating import MemoryChange, update_memory
from vaultwatch.services.operations.undoing import undo_last_run
from vaultwatch.services.recall.contexts import assemble
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.records.small_facts import CONTEXTS_GIVEN
from vaultwatch.services.upkeep.carrying_out import apply_planned, carry_out_upkeep
from vaultwatch.services.upkeep.planning import MOST_NEW_A_WEEK, keep_proposals, planned
from vaultwatch.services.workspace import Workspace
from vaultwatch.settings import load_settings

LOCK = "The shed's lock opens with 417."
PLAN = "Bring the kiln to Elm Street."
NOISE = "The user scrolled for a while."
LEADS = """# Diary

See [[old plan]], [[Memories/old plan|the plan]] and [the plan](Memories/old%20plan.md).
"""

MENDED = """# Diary

See [[old plan]], [[Memories/Archive/2020/old plan|the plan]] and \
[the plan](Memories/Archive/2020/old%20plan.md).
"""


def memory(id_: str, belief: str, *more: str, day: str = "2020-03-01") -> str:
    lines = ["---", f"id: {id_}", f"created: {day}T09:00:00Z", f"updated: {day}T09:00:00Z"]
    return "\n".join([*lines, "source: inference", *more, "---", belief, ""])


@pytest.fixture(scope="session")
def pile_once(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """A pair that says the same, a plan that is over, and noise; to be copied, not changed."""
    folder = tmp_path_factory.mktemp("pile")
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    vault.write("Shed.md", "# Shed\n\nIts lock opens with 417.\n")
    vault.write("Diary.md", LEADS)
    vault.write("Memories/lock.md", memory("mem_lock", f"{LOCK} [[Shed]]", "importance: 0.5"))
    vault.write(
        "Memories/lock again.md", memory("mem_again", f"{LOCK} [[Diary]]", "tags:", "  - garden")
    )
    vault.write("Memories/old plan.md", memory("mem_plan", PLAN, "expires: 2020-05-01"))
    vault.write("Memories/noise.md", memory("mem_noise", NOISE))
    with agent_vaults.opened(vault, datetime(2020, 6, 1, tzinfo=UTC)) as workspace:
        scan(workspace)  # since then it would be known what agents were handed
    return vault


@pytest.fixture
def pile(pile_once: Vault, tmp_path: Path) -> Vault:
    return copy_of(pile_once, tmp_path)


def ids_of(pile: Vault) -> dict[str, str]:
    """The id of each proposal, by the memory that comes first in it."""
    return {row["memories"][0]: row["id"] for row in pile.call("memory", "upkeep", "--json").rows}


def test_what_is_proposed_is_listed_with_its_reason_and_nothing_is_written(pile: Vault) -> None:
    before = pile.bytes()
    done = pile.call("memory", "upkeep", "--json")
    assert [(row["verb"], row["memories"]) for row in done.rows] == [
        ("merge", ["mem_lock", "mem_again"]),
        ("archive", ["mem_plan"]),
        ("fade", ["mem_noise"]),
    ]
    assert done.rows[0]["text"] == f"{LOCK} [[Shed]]\n\n[[Diary]]"
    assert "2020-05-01" in done.rows[1]["reason"]
    told = pile.call("memory", "upkeep").out
    assert all(row["id"][:8] in told for row in done.rows)
    rehearsed = pile.call("memory", "upkeep", "--all", "--dry-run")
    assert rehearsed.status == 0
    assert all(f"Would {row['verb']}" in rehearsed.out for row in done.rows)
    assert all(row["reason"] in rehearsed.out for row in done.rows)
    assert pile.bytes() == before


def test_a_note_that_cannot_be_moved_takes_no_link_with_it(
    pile: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = pile.notes()
    plan = ids_of(pile)["mem_plan"]
    with agent_vaults.opened(pile, SystemClock().now()) as ws:

        def taken(path: str, new: str, *, seen: bytes) -> None:
            raise NoteChangedError(f"{new} is taken, not {path}: {len(seen)}.", hint="Try later.")

        monkeypatch.setattr(ws.files, "move_note", taken)
        (done,) = apply_planned(ws, [plan])
        assert "is taken" in done.refused
    assert pile.notes() == before


def test_what_was_put_back_is_told_of_nowhere(pile: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    pile.write("Memories/lock too.md", memory("mem_too", LOCK))
    pile.call("scan")
    before, merge = pile.notes(), ids_of(pile)["mem_lock"]
    with agent_vaults.opened(pile, SystemClock().now()) as ws:
        write = ws.files.replace_note

        def taken(path: str, *, seen: bytes | None, new: bytes) -> bool:
            if "superseded" in new.decode() and any("superseded" in n for n in texts(pile)):
                raise NoteChangedError(f"{path} was saved just now.", hint="Try later.")
            return write(path, seen=seen, new=new)

        monkeypatch.setattr(ws.files, "replace_note", taken)
        (done,) = apply_planned(ws, [merge])
        assert "saved just now" in done.refused
        assert all("memory superseded" not in audited(ws, id_) for id_ in ("mem_again", "mem_too"))
    assert pile.notes() == before


def texts(pile: Vault) -> list[str]:
    return [data.decode() for data in pile.notes().values()]


def test_all_of_it_is_done_and_one_undo_brings_back_every_byte(pile: Vault) -> None:
    before = pile.notes()
    assert pile.call("memory", "upkeep", "--all").status == 0
    now = pile.notes()
    assert "Memories/old plan.md" not in now
    assert "status: archived" in pile.read("Memories/Archive/2020/old plan.md")
    assert pile.read("Diary.md") == MENDED
    lock = pile.read("Memories/lock.md")
    assert lock.endswith(f"---\n{LOCK} [[Shed]]\n\n[[Diary]]\n")
    assert "garden" in lock
    assert "superseded_by: mem_lock" in pile.read("Memories/lock again.md")
    assert pile.call("memory", "upkeep", "--json").rows == []
    assert pile.call("undo").status == 0
    assert pile.notes() == before
    assert len(ids_of(pile)) == 3


def hand(pile: Vault, ago: int, tokens: int) -> None:
    """Have sessions be given ten contexts, so many days ago."""
    with agent_vaults.opened(pile, SystemClock().now()) as ws:
        kept, day = CONTEXTS_GIVEN.get(ws.ledger), ws.today - timedelta(days=ago)
        days = {**kept.days, day.isoformat(): (10, 10 * tokens)}
        CONTEXTS_GIVEN.set(ws.ledger, replace(kept, days=days))


def test_what_upkeep_did_stands_in_status_and_in_the_report_until_it_is_undone(
    pile: Vault,
) -> None:
    def told() -> dict[str, object]:
        (row,) = pile.call("status", "--json").rows
        return {name: count for name, count in row["kept_small"].items() if count}

    pile.call("scan")
    assert (told(), "What upkeep did" in pile.read(REPORT)) == ({}, False), "it only proposes"
    hand(pile, 3, 2_000)
    with agent_vaults.opened(pile, SystemClock().now() - 2 * DAY) as ws:
        carry_out(ws, lambda ws: apply_planned(ws, None))
    done: dict[str, object] = {"drawn_on": 1, "merged": 1, "faded": 1, "archived": 1}
    assert told() == done, "of contexts since there is nothing to tell"
    hand(pile, 1, 1_500)
    pile.call("scan")
    assert told() == done | {"tokens_before": 2_000, "tokens_since": 1_500}
    assert """> [!info]- What upkeep did
> | | without it | with it |
> | --- | ---: | ---: |
> | Memories that contexts draw on | 3 | 1 |
> | Duplicates | 1 | 0 |
> | Faded | 0 | 1 |
> | Archived | 0 | 1 |
> | Tokens of a context | 2,000 | 1,500 |
""" in pile.read(REPORT)
    out = pile.call("status").out
    assert "1 merged, 1 faded, 1 archived: contexts draw on 1 of 3" in out
    assert "1500 tokens a context, 2000 before" in out
    for _ in range(3):  # the reports, and the deed
        pile.call("undo")
    pile.call("scan")
    assert "merged" not in told()
    assert "What upkeep did" not in pile.read(REPORT)


def test_what_faded_is_found_and_what_is_archived_only_by_its_status(pile: Vault) -> None:
    def found(*options: str) -> list[str]:
        rows = pile.call("recall", f"{NOISE} {PLAN}", "--json", *options).rows
        return [row["memory_id"] for row in rows if "memory_id" in row]

    pile.call("memory", "upkeep", "--all")
    assert "mem_noise" in found()
    assert "mem_plan" not in found()
    assert found("--status", "archived") == ["mem_plan"]
    assert found("--status", "faded") == ["mem_noise"]
    context = pile.call("context", f"{NOISE} {PLAN}").out
    assert NOISE not in context
    assert PLAN not in context
    newest = pile.call("recall", "--json").rows
    assert "mem_noise" not in [row.get("memory_id") for row in newest], "a list is unasked"


def test_one_is_done_by_its_id_and_is_void_where_its_memory_changed(pile: Vault) -> None:
    ids = ids_of(pile)
    assert pile.call("memory", "upkeep", "--apply", ids["mem_noise"][:8]).status == 0
    assert "status: faded" in pile.read("Memories/noise.md")
    assert pile.call("memory", "upkeep", "--apply", ids["mem_noise"]).status == 4
    pile.write("Memories/old plan.md", pile.read("Memories/old plan.md").replace("Elm", "Oak"))
    before = pile.notes()
    assert pile.call("memory", "upkeep", "--apply", ids["mem_plan"]).status == 4
    assert pile.notes() == before


def test_what_upkeep_lists_is_accepted_in_review_before_any_report_tells_of_it(
    pile: Vault,
) -> None:
    id_, before = ids_of(pile)["mem_noise"][:8], pile.notes()
    rehearsed = pile.call("review", "accept", id_, "--dry-run")
    assert (rehearsed.status, pile.notes()) == (0, before)
    assert pile.call("review", "accept", id_).status == 0
    assert "status: faded" in pile.read("Memories/noise.md")
    assert pile.call("review", "accept", id_).status == 4
    assert pile.call("undo").status == 0
    assert pile.notes() == before


def test_what_upkeep_lists_is_dropped_for_good_before_any_report_tells_of_it(pile: Vault) -> None:
    id_, before = ids_of(pile)["mem_noise"], pile.notes()
    assert pile.call("review", "drop", id_[:8], "--dry-run").status == 0
    assert ids_of(pile)["mem_noise"] == id_
    done = pile.call("review", "drop", id_[:8])
    assert (done.status, "not asked again" in done.out) == (0, True), done.err
    assert "mem_noise" not in ids_of(pile)
    assert "mem_noise" not in pile.call("review").out
    assert pile.call("review", "drop", id_[:8]).status == 4
    assert pile.notes() == before
    assert pile.call("undo").status == 0
    assert ids_of(pile)["mem_noise"] == id_


def test_where_a_canvas_leads_to_a_memory_it_stays_in_its_place(pile: Vault) -> None:
    pile.write("Map.canvas", '{"nodes":[{"type":"file","file":"Memories/old plan.md"}]}')
    pile.call("memory", "upkeep", "--all")
    assert "status: archived" in pile.read("Memories/old plan.md")
    assert pile.read("Diary.md") == LEADS


vault, ws = agent_vaults.vault, agent_vaults.ws
YEAR = timedelta(days=365)


def tick(ws: Workspace, vault: Vault, answer: str, id_: str) -> None:
    (finding,) = (one for one in live(ws, "proposal") if one.memory_id == id_)
    vault.tick_box(f"^{block_id(finding.id)}-{answer}")


def asked(ws: Workspace) -> str:
    """Store noise, let a year pass, and have the report ask about it; return the memory's id."""
    id_ = store(ws, NOISE).id
    scan(ws)
    move_clock(ws, YEAR)
    assert keep_proposals(ws) == 1
    scan(ws)
    return id_


def test_the_report_asks_and_a_tick_does_it(ws: Workspace, vault: Vault) -> None:
    id_ = asked(ws)
    (change,) = list_proposals(ws)
    assert (change.verb, change.agent, change.id) == ("fade", "vaultwatch", id_)
    assert "nobody was handed it for long" in vault.read(REPORT)
    before = vault.notes()
    tick(ws, vault, "apply", id_)
    scan(ws)
    assert standing(ws) == {NOISE: "faded"}
    assert "memory faded" in audited(ws, id_)
    assert (list_proposals(ws), live(ws, "proposal")) == ([], [])
    undo_last_run(ws)
    assert vault.notes() == before


def test_what_the_person_left_is_proposed_nowhere_again(ws: Workspace, vault: Vault) -> None:
    id_ = asked(ws)
    tick(ws, vault, "leave", id_)
    scan(ws)
    assert (planned(ws), keep_proposals(ws), list_proposals(ws)) == ([], 0, [])
    assert standing(ws) == {NOISE: "active"}


def test_a_tick_on_what_was_edited_meanwhile_is_refused(ws: Workspace, vault: Vault) -> None:
    id_ = asked(ws)
    tick(ws, vault, "apply", id_)
    path = row_of(ws, id_).path
    edited = vault.read(path).replace("scrolled", "slept")
    vault.write(path, edited)
    scan(ws)
    assert vault.read(path) == edited
    assert standing(ws) == {NOISE.replace("scrolled", "slept"): "active"}


def test_a_tick_on_what_an_agent_wrote_anew_meanwhile_is_refused(
    ws: Workspace, vault: Vault
) -> None:
    id_ = asked(ws)
    tick(ws, vault, "apply", id_)
    update_memory(ws, id_, MemoryChange(belief="The user left.", agent="codex"))
    written = vault.read(row_of(ws, id_).path)
    scan(ws)
    assert vault.read(row_of(ws, id_).path) == written
    assert standing(ws) == {"The user left.": "active"}


def test_what_is_saved_behind_our_back_is_not_written_over(ws: Workspace, vault: Vault) -> None:
    id_ = asked(ws)
    (one,) = planned(ws)
    path = row_of(ws, id_).path
    edited = vault.read(path).replace("scrolled", "slept")
    vault.write(path, edited)
    with pytest.raises(NoteChangedError):
        carry_out_upkeep(ws, one)
    update_memory(ws, id_, MemoryChange(belief="The user left.", agent="codex"))
    with pytest.raises(RefusedError):
        carry_out_upkeep(ws, one)
    assert "The user left." in vault.read(path)


MINE = "\nMine.\n"


@pytest.mark.parametrize("at", range(4))
@pytest.mark.parametrize("first", ["mem_lock", "mem_plan", "mem_noise"])
def test_whoever_saves_a_note_while_it_is_written_keeps_it_and_all_is_done_or_nothing(
    first: str, at: int, pile: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`at`: right before which write the note that is to be written is saved by an editor."""

    def done(vault: Vault) -> bool:
        with agent_vaults.opened(vault, SystemClock().now()) as ws:
            (one,) = [one for one in planned(ws) if one.memories[0][0] == first]
            with suppress(RefusedError):
                carry_out_upkeep(ws, one)
                return True
            return False

    def racing(name: str) -> Callable[..., object]:
        real = getattr(VaultFiles, name)

        def write(files: VaultFiles, path: NotePath, *args: object, **named: object) -> object:
            writes.append(path)
            if is_raced and len(writes) == at + 1:
                place = pile.folder / path
                place.write_bytes(place.read_bytes() + MINE.encode())
                saved.append(path)
            return real(files, path, *args, **named)

        return write

    writes: list[NotePath] = []
    saved: list[NotePath] = []
    is_raced = False
    for name in ("replace_note", "move_note"):
        monkeypatch.setattr(VaultFiles, name, racing(name))
    other = copy_of(pile, tmp_path / "other")
    assert done(other), "alone it is done"
    before, is_raced = pile.notes(), True
    writes.clear()
    is_done = done(pile)
    told = {path: data.replace(MINE.encode(), b"") for path, data in pile.notes().items()}
    wanted = other.notes() if is_done else before
    # What was saved upon words that we had just put there stands as it was saved.
    upon_ours = {path for path in saved if path in writes[:at]}
    assert [path for path in wanted if told[path] != wanted[path]] == [*upon_ours]
    assert told.keys() == wanted.keys()
    assert sum(data.count(MINE.encode()) for data in pile.notes().values()) == len(saved)


def test_a_few_new_ones_are_asked_about_a_week(ws: Workspace, vault: Vault) -> None:
    lay(ws, vault, [f"{NOISE} It was window {number}." for number in range(MOST_NEW_A_WEEK + 2)])
    move_clock(ws, YEAR)
    assert len(planned(ws)) == MOST_NEW_A_WEEK + 2
    assert (keep_proposals(ws), keep_proposals(ws)) == (MOST_NEW_A_WEEK, 0)
    scan(ws)
    assert len(live(ws, "proposal")) == MOST_NEW_A_WEEK
    move_clock(ws, 8 * DAY)
    assert keep_proposals(ws) == 2


def test_the_daemon_makes_proposals_when_it_tidies_and_the_report_tells_of_them(
    pile: Vault,
) -> None:
    places, queue = Places(pile.folder, state_base=pile.state), WorkQueue()
    owner = Owner(
        settings=lambda: (load_settings(pile.folder), None),
        again=lambda *_: worker.stop(),
        begun=lambda _: None,
        done=lambda job: worker.stop() if job.kind == "report" else None,
    )
    worker = Worker(places, queue, Heartbeat(places.heartbeat, SystemClock()), owner)
    queue.put("optimise")
    worker.work()  # until the report was written, behind the tidying
    assert "A change is proposed" in pile.read(REPORT)
    waiting = pile.call("review", "--only", "proposal", "--json").rows
    assert {row["verb"] for row in waiting} == {"fold", "archive", "fade"}
    assert "3 proposed for 4 memories" in pile.call("status").out


def test_a_sentence_that_a_note_overtook_is_set_apart(ws: Workspace, vault: Vault) -> None:
    fee, place = "The stand costs 40 euros a day.", "It stands beside the old kiln."
    id_ = store(ws, f"{place} {fee} [[Fees]]", Facts(source="user_explicit")).id
    scan(ws)
    vault.write("Fees.md", vault.read("Fees.md").replace("40", "55"))
    move_clock(ws, DAY)
    scan(ws)
    before = vault.notes()
    (one,) = planned(ws)
    assert (one.verb, one.text, one.evidence) == ("split", f"{place} [[Fees]]", (fee,))
    assert keep_proposals(ws) == 1
    scan(ws)
    assert f"set apart “{fee}”" in vault.read(REPORT)
    tick(ws, vault, "apply", id_)
    scan(ws)
    assert standing(ws) == {f"{place} [[Fees]]": "active", fee: "superseded"}
    assert row_of(ws, id_).facts.source == "user_explicit"
    assert live(ws, "memory_drift") == []
    undo_last_run(ws)
    scan(ws)
    assert vault.notes() == before


def test_a_persons_words_stay_theirs_in_a_merge_and_in_the_archive(
    ws: Workspace, vault: Vault
) -> None:
    mine = store(ws, f"{LOCK} [[Fees]]", Facts(source="user_explicit")).id
    scan(ws)
    path = row_of(ws, mine).path.replace(".md", " again.md")
    vault.write(path, memory("mem_other", f"{LOCK} [[Shed]]", "expires: 2026-06-01"))
    scan(ws)
    (one,) = planned(ws)
    assert [id_ for id_, _ in one.memories] == [mine, "mem_other"]
    carry_out(ws, lambda ws: carry_out_upkeep(ws, one))
    row = row_of(ws, mine)
    assert (row.facts.source, row.facts.is_claim) == ("user_explicit", False)
    assert row.belief == f"{LOCK} [[Fees]]\n\n[[Shed]]"
    assert row_of(ws, "mem_other").facts.superseded_by == mine
    assert live(ws, "claimed") == []


def test_what_leads_to_an_archived_memory_is_no_finding_then_or_when_it_is_back(
    ws: Workspace, vault: Vault
) -> None:
    vault.write("Memories/plan.md", memory("mem_plan", PLAN, "expires: 2026-04-01"))
    vault.write("Memories/leads.md", memory("mem_leads", "Do as [[Memories/plan]] says."))
    vault.write(
        "Memories/old.md", memory("mem_old", "As [[Memories/leads]].", "expires: 2026-04-01")
    )
    scan(ws)
    move_clock(ws, 80 * DAY)
    before = vault.notes()
    for _ in range(2):
        found = [one for one in planned(ws) if one.verb == "archive"]
        done = carry_out(ws, partial(apply_planned, wanted=[one.id for one in found]))
        assert [one.refused for one in done] == ["", ""]
        assert "[[Memories/Archive/2026/plan]]" in vault.read("Memories/leads.md")
        assert live(ws, "memory_drift") == []
        undo_last_run(ws)
        scan(ws)
        assert (vault.notes(), live(ws, "memory_drift")) == (before, [])


_BELIEFS = (
    LOCK,
    f"{LOCK} [[Fees]]",
    "The lock of the shed opens with 417.",
    NOISE,
    PLAN,
    "Pay 5 €.",
)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_pile_what_is_taken_back_stands_as_before(
    seed: int, ws: Workspace, vault: Vault
) -> None:
    random_pile(Random(seed), vault.write)  # noqa: S311
    scan(ws)
    before = vault.notes()
    found = planned(ws)
    for one in Random(seed).sample(found, len(found)):  # noqa: S311
        carry_out(ws, partial(carry_out_upkeep, one=one))
    assert (vault.notes() == before) == (not found)
    for _ in found:
        assert undo_last_run(ws).refused == ()
        scan(ws)
    assert vault.notes() == before


def random_pile(chance: Random, write: Callable[[str, str], object]) -> None:
    """Write up to twelve memories, and a note that leads to some of them by their places."""
    count = chance.randint(4, 12)
    for number in range(count):
        more = chance.choice(([], [], ["expires: 2025-05-01"], ["status: superseded"]))
        text = memory(f"m{number}", chance.choice(_BELIEFS), *more)
        text = text.replace(f"id: m{number}\n", chance.choice(("", f"id: m{number}\n")))
        write(f"Memories/m{number}.md", text.replace("\n", chance.choice(("\n", "\r\n"))))
    led = chance.sample(range(count), 3)
    write("Leads.md", "".join(f"- [[Memories/m{number}]]\n- [[m{number}]]\n" for number in led))


def test_what_faded_counts_less_and_stays_out_of_contexts(ws: Workspace) -> None:
    id_, other = store(ws, NOISE).id, store(ws, f"{NOISE} It was late.").id
    asks = "scrolled for a while"
    scan(ws)
    move_clock(ws, YEAR)
    (one,) = (one for one in planned(ws) if one.memories[0][0] == id_)
    carry_out(ws, lambda ws: carry_out_upkeep(ws, one))
    hits = recall(ws, asks, Wanted(statuses=frozenset({"active", "faded"}))).hits
    factors = {hit.row.id: hit.ranked.status_factor for hit in hits}
    assert factors == {id_: 0.6, other: 1.0}
    assert [one.row.id for one in assemble(ws, asks, Wanted(), max_tokens=500).memories] == [other]
    assert apply_planned(ws, []) == []
