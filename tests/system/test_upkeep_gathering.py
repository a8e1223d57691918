"""What is gathered in one place: a digest, a line of a note, the core summary; each taken back."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.system.agent_vaults import audited, move_clock, opened, row_of
from tests.system.test_upkeep import memory
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.adapters.ledger.rows import AccessRow
from vaultwatch.errors import NoteChangedError, RefusedError
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.findings.review import list_proposals
from vaultwatch.services.look import carry_out, scan
from vaultwatch.services.operations.undoing import undo_last_run
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.upkeep.carrying_out import apply_planned, carry_out_upkeep
from vaultwatch.services.upkeep.planning import keep_proposals, planned
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.proposal import UpkeepProposal, digest_of

BEGUN = datetime(2026, 3, 1, 9, tzinfo=UTC)
SAID = (
    "Glaze nine needs a slow cooling, see [[Kiln]].",
    "The third shelf of the kiln is cracked. [[Kiln]]",
    "Cones stand behind the spyhole of the [[Kiln]].",
    "A firing of the [[Kiln]] takes 14 hours.",
)
OWN = (
    "I never eat celery.",
    "My sister Ada lives in Lund.",
    "Write to me in plain English.",
    "I row on Sunday mornings.",
    "The red bicycle is mine.",
)


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    return vault


def of_verb(ws: Workspace, verb: str) -> list[UpkeepProposal]:
    return [one for one in planned(ws) if one.verb == verb]


def with_lines(vault: Vault, count: int = len(SAID)) -> None:
    vault.write("Kiln.md", "# Kiln\n\nIt stands in the yard.\n")
    for number, belief in enumerate(SAID[:count]):
        text = memory(f"mem_k{number}", belief, f"agent: agent {number}", day="2026-03-01")
        vault.write(f"Memories/k{number}.md", text)


def test_many_of_one_note_become_one_memory_of_their_lines(vault: Vault) -> None:
    with_lines(vault)
    with opened(vault, BEGUN) as ws:
        scan(ws)
        assert of_verb(ws, "compress") == [], "they are of this month"
        move_clock(ws, timedelta(days=40))
        scan(ws)
        before = vault.notes()
        (one,) = of_verb(ws, "compress")
        assert all(belief in one.text for belief in SAID)
        assert "4 speak of Kiln.md" in one.reason

        (done,) = carry_out(ws, lambda ws: apply_planned(ws, [one.id]))
        assert done.refused == ""
        first = one.memories[0][0]
        assert row_of(ws, first).belief == one.text
        others = [row_of(ws, id_).facts for id_, _ in one.memories[1:]]
        assert {(facts.status, facts.superseded_by) for facts in others} == {("superseded", first)}
        assert "memory compress" in audited(ws, first)
        assert row_of(ws, first).facts.corroborated_by == (), "they say other things"
        assert of_verb(ws, "compress") == []

        undo_last_run(ws)
        kept = {path: data for path, data in vault.notes().items() if path in before}
        assert kept == before


@pytest.mark.parametrize(
    ("count", "change"),
    [
        pytest.param(3, "", id="few"),
        pytest.param(4, "pinned: true", id="one is pinned"),
        pytest.param(4, "importance: 0.9", id="one matters"),
        pytest.param(4, "expires: 2031-01-01", id="one ends"),
        pytest.param(4, "machine: oak", id="one is of another machine"),
    ],
)
def test_what_is_bound_to_something_is_in_no_digest(vault: Vault, count: int, change: str) -> None:
    with_lines(vault, count)
    if change:
        vault.write("Memories/k0.md", memory("mem_k0", SAID[0], change, day="2026-03-01"))
    with opened(vault, BEGUN) as ws:
        scan(ws)
        move_clock(ws, timedelta(days=40))
        scan(ws)
        assert of_verb(ws, "compress") == []


NOTE = (
    "# Kiln\n\nThe kiln of the studio holds {0} pots at once, all of them glazed.\n\nIt is old.\n"
)
THEN, NOW = NOTE.format("30"), NOTE.format("30").replace("all of them", "all of them well")


@pytest.mark.parametrize(
    ("belief", "now", "is_told"),
    [
        pytest.param(
            "The kiln of the studio holds 30 pots at once, all of them glazed.", NOW, True
        ),
        pytest.param(
            "The [[Kiln]] of the studio holds 30 pots.", NOW, False, id="in its own words"
        ),
        pytest.param(
            "The kiln of the studio holds 30 pots at once, all of them glazed.",
            NOTE.format("40"),
            False,
            id="another value",
        ),
    ],
)
def test_what_its_note_says_in_other_words_is_said_so(
    vault: Vault,
    belief: str,
    now: str,
    is_told: bool,  # noqa: FBT001
) -> None:
    vault.write("Kiln.md", THEN)
    text = f"{belief} ([[Kiln]])" if "[[" not in belief else belief
    vault.write("Memories/k.md", memory("mem_k", text, day="2026-03-01"))
    with opened(vault, BEGUN) as ws:
        scan(ws)
        assert of_verb(ws, "refresh") == []
        vault.write("Kiln.md", now)
        scan(ws)
        found, before = of_verb(ws, "refresh"), vault.notes()
        assert bool(found) is is_told
        ids = [one.id for one in found]
        for done in carry_out(ws, lambda ws: apply_planned(ws, ids)):
            assert done.refused == ""
            assert "30 pots at once, all of them well" in row_of(ws, "mem_k").belief
            assert "[[Kiln]]" in row_of(ws, "mem_k").belief
            assert "memory refresh" in audited(ws, "mem_k")
            assert of_verb(ws, "refresh") == []
            undo_last_run(ws)
            assert vault.notes() == before


def helpful(ws: Workspace, id_: str) -> None:
    at = ws.clock.now()
    ws.ledger.put_accesses(AccessRow(id_, f"s{n}", "", at, helped=True) for n in range(3))


@pytest.mark.parametrize(
    ("note", "after"),
    [
        pytest.param(b"# Kiln\n\nIt is in the yard.\n", b"\n- {}\n", id="a sentence"),
        pytest.param(b"# Kiln\r\n\r\n- Yard.\r\n", b"- {}\r\n", id="a list of Windows"),
        pytest.param(b"# Kiln\n\nIt is in the yard.", b"\n\n- {}\n", id="no end of line"),
    ],
)
def test_what_helped_often_becomes_a_line_of_its_note(
    vault: Vault, note: bytes, after: bytes
) -> None:
    (vault.folder / "Kiln.md").write_bytes(note)
    vault.write("Memories/k.md", memory("mem_k", SAID[0], day="2026-03-01"))
    with opened(vault, BEGUN) as ws:
        scan(ws)
        assert of_verb(ws, "promote") == [], "nobody said that it helped"
        helpful(ws, "mem_k")
        before = vault.notes()
        (one,) = of_verb(ws, "promote")
        (done,) = carry_out(ws, lambda ws: apply_planned(ws, [one.id]))
        assert done.refused == ""
        line = SAID[0].removesuffix(", see [[Kiln]].").encode()
        assert (vault.folder / "Kiln.md").read_bytes() == note + after.replace(b"{}", line)
        assert "memory promoted" in audited(ws, "mem_k")
        assert of_verb(ws, "promote") == [], "the note says it"
        undo_last_run(ws)
        scan(ws)
        assert ws.ledger.findings(kind="memory_drift") == [], "no note lost what we wrote"
        assert {path: vault.notes()[path] for path in before} == before


OPEN = "# Kiln\n\n```\nfire 1240\n"


def promoting(
    ws: Workspace, vault: Vault, note: str = "# Kiln\n\nIt was built.\n"
) -> UpkeepProposal:
    """Have a memory help often whose note takes it, and return what is proposed for it."""
    vault.write("Kiln.md", note)
    vault.write("Memories/k.md", memory("mem_k", SAID[0], day="2026-03-01"))
    scan(ws)
    helpful(ws, "mem_k")
    (one,) = of_verb(ws, "promote")
    return one


def test_no_line_goes_into_a_note_that_is_edited(vault: Vault) -> None:
    with opened(vault, BEGUN) as ws:
        one = promoting(ws, vault)
        vault.write("Kiln.md", "# Kiln\n\nIt was moved.\n")
        with pytest.raises(NoteChangedError):
            carry_out_upkeep(ws, one)
        assert vault.read("Kiln.md").endswith("moved.\n")


def test_no_line_goes_into_a_note_that_is_left_out_by_now(vault: Vault) -> None:
    with opened(vault, BEGUN) as ws:
        one = promoting(ws, vault)
    held = vault.read(".vaultwatch/config.toml")
    vault.write(".vaultwatch/config.toml", f'{held}\n[vault]\nignore = ["Kiln.md"]\n')
    with opened(vault, BEGUN) as ws:
        scan(ws)
        assert of_verb(ws, "promote") == []
        with pytest.raises(RefusedError, match="takes no line"):
            carry_out_upkeep(ws, one)


@pytest.mark.parametrize(
    "note",
    [
        pytest.param(OPEN, id="an open block of code"),
        pytest.param("# Kiln\n\nIt stands in the yard. %% and\n", id="an open comment"),
        pytest.param("# Kiln\n\nIt stands.\n\n%% settings:\n{}\n%%\n", id="what a plugin keeps"),
        pytest.param("# Kiln\n\nIt stands.\n\n$$\nx\n", id="open maths"),
    ],
)
def test_no_line_is_proposed_or_goes_where_nobody_would_see_it(vault: Vault, note: str) -> None:
    with opened(vault, BEGUN) as ws:
        one = promoting(ws, vault)
        keep_proposals(ws)
        assert [change.verb for change in list_proposals(ws)] == ["promote"]
        vault.write("Kiln.md", note)
        scan(ws)
        before = vault.notes()
        with pytest.raises(RefusedError, match="takes no line"):
            carry_out_upkeep(ws, one)
        assert vault.notes() == before
        # Nor is it asked, in the list, the review or the report, until its note takes it again.
        assert (of_verb(ws, "promote"), list_proposals(ws)) == ([], [])
        assert "A change is proposed" not in vault.read("drift-report.md")
        vault.write("Kiln.md", "# Kiln\n\nIt stands there still.\n")
        scan(ws)
        assert of_verb(ws, "promote") == [one]
        assert [change.verb for change in list_proposals(ws)] == ["promote"]


def test_what_is_masked_for_us_goes_into_no_note(vault: Vault) -> None:
    vault.write("Kiln.md", "# Kiln\n\nIt stands in the yard.\n")
    said = "The kiln takes sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCD, see [[Kiln]]."
    vault.write("Memories/k.md", memory("mem_k", said, day="2026-03-01"))
    with opened(vault, BEGUN) as ws:
        scan(ws)
        helpful(ws, "mem_k")
        assert of_verb(ws, "promote") == []
        row = row_of(ws, "mem_k")
        memories = ((row.id, digest_of(row.belief, row.facts)),)
        with pytest.raises(RefusedError, match="cannot be told"):
            carry_out_upkeep(ws, UpkeepProposal("promote", memories, f"- {row.belief}", ""))
    assert vault.read("Kiln.md") == "# Kiln\n\nIt stands in the yard.\n"


def test_what_no_property_can_be_written_into_is_not_proposed(vault: Vault) -> None:
    noise = memory("mem_noise", "The user scrolled for a while.", day="2026-03-01")
    vault.write("Memories/noise.md", noise)
    with opened(vault, BEGUN) as ws:
        scan(ws)
        move_clock(ws, timedelta(days=200))
        assert [one.verb for one in planned(ws)] == ["fade"]
        vault.write(
            "Memories/noise.md", noise.replace("source:", "status: active\nstatus: active\nsource:")
        )
        scan(ws)
        assert planned(ws) == []


def test_a_word_in_the_review_does_it_too(vault: Vault) -> None:
    vault.write("Kiln.md", "# Kiln\n\nIt stands in the yard.\n")
    vault.write("Memories/k.md", memory("mem_k", SAID[0], day="2026-03-01"))
    with opened(vault, BEGUN) as ws:
        scan(ws)
        helpful(ws, "mem_k")
        keep_proposals(ws)
        scan(ws)
        (change,) = list_proposals(ws)
        assert change.verb == "promote"
    before = vault.notes()
    shown = vault.call("review").out
    assert "to write it into the note that it cites" in shown
    assert vault.call("review", "accept", "mem_k").status == 0
    assert vault.read("Kiln.md").endswith("\n- Glaze nine needs a slow cooling\n")
    vault.call("undo")
    assert vault.read("Kiln.md") == before["Kiln.md"].decode()


def test_what_cites_a_memory_gives_it_no_line(vault: Vault) -> None:
    vault.write("Memories/Kiln.md", memory("mem_kiln", "The kiln stands in the yard."))
    vault.write("Memories/k.md", memory("mem_k", SAID[0], day="2026-03-01"))
    with opened(vault, BEGUN) as ws:
        scan(ws)
        helpful(ws, "mem_k")
        assert of_verb(ws, "promote") == []


def add_own(vault: Vault) -> None:
    for belief in OWN:
        vault.call("memory", "add", belief)


def apply_core(vault: Vault) -> None:
    (row,) = [one for one in vault.call("memory", "upkeep", "--json").rows if one["verb"] == "core"]
    assert vault.call("memory", "upkeep", "--apply", row["id"]).status == 0


def core_rows(vault: Vault) -> list[dict[str, object]]:
    rows = vault.call("memory", "upkeep", "--json").rows
    return [one for one in rows if one["verb"] == "core"]


def test_what_a_person_stands_behind_is_summed_up_and_is_no_memory_itself(vault: Vault) -> None:
    add_own(vault)
    before = vault.notes()
    apply_core(vault)
    said = vault.read("Memories/Me.md")
    for belief in OWN:
        assert f"- [ ] {belief} ([[Memories/{belief[:-1]}|source]])" in said
    vault.call("scan")
    assert len(vault.call("memory", "list", "--json").rows) == len(OWN)
    found = vault.call("recall", "who never eats celery", "--json").rows
    assert "Me.md" not in str(found), "it is no evidence of itself"
    assert core_rows(vault) == []
    vault.call("undo")
    assert vault.notes() == before


def test_all_at_once_sums_up_what_it_merged_too(vault: Vault) -> None:
    add_own(vault)
    for name in ("again", "more"):
        text = memory(f"mem_{name}", OWN[0], f"tags: [{name}]", day="2026-03-01")
        vault.write(f"Memories/{name}.md", text)
    vault.call("scan")
    before = vault.notes()
    verbs = [row["verb"] for row in vault.call("memory", "upkeep", "--json").rows]
    assert verbs == ["merge", "core"]
    done = vault.call("memory", "upkeep", "--all", "--json")
    assert [(row["verb"], row["refused"]) for row in done.rows] == [("merge", ""), ("core", "")]
    assert done.status == 0
    assert vault.read("Memories/Me.md").count(OWN[0]) == 1
    vault.call("undo")
    assert vault.notes() == before


def test_a_line_whose_memory_holds_no_more_goes_and_ticks_and_other_words_stay(
    vault: Vault,
) -> None:
    add_own(vault)
    apply_core(vault)
    said = vault.read("Memories/Me.md")
    pinned = f"- [x] {OWN[1]}"
    vault.write("Memories/Me.md", said.replace(f"- [ ] {OWN[1]}", pinned) + "\nMy own words.\n")
    path = f"Memories/{OWN[0][:-1]}.md"
    vault.write(path, vault.read(path).replace("never eat", "often eat"))
    vault.call("scan")
    (row,) = core_rows(vault)
    text = str(row["text"])
    assert OWN[0] not in text
    assert pinned in text
    assert text.endswith("\n\nMy own words.\n")


def test_a_note_of_the_persons_in_its_place_is_left_alone(vault: Vault) -> None:
    vault.write("Memories/Me.md", "I never eat celery at sea.\n")
    add_own(vault)
    assert core_rows(vault) == []
    with opened(vault, BEGUN) as ws:
        scan(ws)
        answer = recall(ws, "celery at sea", Wanted())
        assert "Memories/Me.md" in str([one.row.path for one in answer.hits])


def test_a_summary_that_a_person_ticked_meanwhile_is_not_written_over(vault: Vault) -> None:
    add_own(vault)
    apply_core(vault)
    path = f"Memories/{OWN[0][:-1]}.md"
    vault.write(path, vault.read(path).replace("never eat", "often eat"))
    vault.call("scan")
    with opened(vault, BEGUN) as ws:
        (one,) = of_verb(ws, "core")
        said = vault.read("Memories/Me.md").replace(f"- [ ] {OWN[1]}", f"- [x] {OWN[1]}")
        vault.write("Memories/Me.md", said)
        with pytest.raises(RefusedError, match="not as it was"):
            carry_out_upkeep(ws, one)
        assert vault.read("Memories/Me.md") == said


@pytest.mark.parametrize(
    ("was", "is_now"),
    [
        pytest.param(b"generated: vaultwatch\n", b"generated: vaultwatch\ntags: me\n", id="a tag"),
        pytest.param(b"# What you said", b"# About me", id="another heading"),
        pytest.param(b"---\ngenerated", b"\xef\xbb\xbf---\ngenerated", id="a mark of its bytes"),
        pytest.param(b"\n", b"\r\n", id="lines of Windows"),
        pytest.param(b"said\n\n", "said\n\nA\x0cb\u2028c\n\n".encode(), id="odd ends of lines"),
    ],
)
def test_what_a_person_made_of_the_summary_stays_where_its_lines_are_written_anew(
    vault: Vault, was: bytes, is_now: bytes
) -> None:
    add_own(vault)
    apply_core(vault)
    place = vault.folder / "Memories/Me.md"
    place.write_bytes(place.read_bytes().replace(was, is_now))
    before = place.read_bytes()
    path = f"Memories/{OWN[0][:-1]}.md"
    vault.write(path, vault.read(path).replace("never eat", "often eat"))
    vault.call("scan")
    apply_core(vault)
    assert place.read_bytes() == before.replace(b"never eat celery. ", b"often eat celery. ")


def test_a_summary_whose_bytes_cannot_all_be_read_is_left_alone(vault: Vault) -> None:
    add_own(vault)
    apply_core(vault)
    place = vault.folder / "Memories/Me.md"
    place.write_bytes(place.read_bytes() + b"\nCaf\xe9\n")
    path = f"Memories/{OWN[0][:-1]}.md"
    vault.write(path, vault.read(path).replace("never eat", "often eat"))
    vault.call("scan")
    assert core_rows(vault) == []


def test_what_a_finding_speaks_against_and_what_is_said_twice_has_no_line(vault: Vault) -> None:
    add_own(vault)
    rivals = ("The berth of my boat costs 40 euros.", "The berth of my boat costs 55 euros.")
    for name, belief in zip(
        ("My hull is green", "Bo owns a lathe", "Nils sells rope"), (*rivals, OWN[3]), strict=True
    ):
        vault.call("memory", "add", f"{name}.")
        file = f"Memories/{name}.md"
        vault.write(file, vault.read(file).replace(f"{name}.", belief))
    vault.call("scan")
    (row,) = core_rows(vault)
    lines = [line for line in str(row["text"]).splitlines() if line.startswith("- ")]
    assert sorted(line[6:].partition(" ([[")[0] for line in lines) == sorted(OWN)
    apply_core(vault)
    path = f"Memories/{OWN[0][:-1]}.md"
    vault.write(path, vault.read(path).replace("---\n", "---\ncheck: path ~/gone/to/sea\n", 1))
    vault.call("scan")
    assert len(vault.call("findings", "--kind", "contradicted_by_check", "--json").rows) == 1
    (row,) = core_rows(vault)
    assert OWN[0] not in str(row["text"])
    assert OWN[1] in str(row["text"])
