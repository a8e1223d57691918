"""A passage that a note lost is looked for in the whole vault before it is called gone."""

from pathlib import Path
from typing import Any

import pytest

from tests.system.drifted import REPORT, scan, told
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.services.scanning import seeking

GARDEN, TOOLS, DAILY = "Garden/Community garden.md", "Garden/Tool shed.md", "Daily/2026-04-02.md"
WATER = "The rainwater tank behind the greenhouse holds 1,200 litres and is filled from the roof."
KEYS = "Ines Albrecht keeps the spare key to the tool shed in her bakery on Mill Lane."
COMPOST = "Cooked food stays out of the compost bins, because it draws rats from the canal."
CALL = "- [ ] Call the bank"
MEMORY = "Memories/Rainwater.md"
BELIEF = "The rainwater tank of the [[Community garden]] holds 1,200 litres.\n"

NOTES = {
    GARDEN: f"# Community garden\n\nTwenty plots by the canal.\n\n## Water\n\n{WATER}\n\n"
    f"## Compost\n\n{COMPOST}\n\n## Keys\n\n{KEYS}\n",
    TOOLS: "# Tool shed\n\nSpades hang on the left wall.\n\n## Repairs\n\n- The mower is blunt.\n",
    DAILY: f"# 2026-04-02\n\n{CALL}\n- [ ] Water the beans\n\nMarek fixed the gate.\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(made)
    for path, text in NOTES.items():
        made.write(path, text, day="2026-05-01")
    made.write(MEMORY, f"---\nid: mem_water\n---\n{BELIEF}")
    return made


def cut(vault: Vault, path: str, words: str, instead: str = "") -> None:
    text = vault.read(path)
    assert text.count(words) == 1
    vault.write(path, text.replace(words, instead))


def live(vault: Vault) -> list[dict[str, Any]]:
    return vault.call("findings", "--json").rows


def one(vault: Vault) -> dict[str, Any]:
    (found,) = live(vault)
    return found


def where(found: dict[str, Any]) -> tuple[str, str, str, list[str]]:
    after = found["after"]
    return found["kind"], found["change"], after["note"], after["section"]


def test_a_section_made_a_note_of_its_own_is_told_as_moved_and_flags_nothing(vault: Vault) -> None:
    scan(vault)
    before = vault.read(MEMORY)
    cut(vault, GARDEN, f"## Water\n\n{WATER}", "See [[Rainwater tank]].")
    vault.write("Garden/Rainwater tank.md", f"# Rainwater tank\n\n## Size\n\n{WATER}\n")
    report = scan(vault)
    at = ("moved", "moved", "Garden/Rainwater tank.md", ["Rainwater tank", "Size"])
    assert where(one(vault)) == at
    assert vault.read(MEMORY) == before
    assert "Size]], line 5: **the same words now stand here:** “" in report
    assert ": the passage stands elsewhere; " in report
    assert "**1 finding to look at**" in report
    assert "1 of 1 comparison still true" in report
    assert vault.call("scan", "--check").status == 0
    said = vault.call("findings", "explain", "mem_water").out
    assert "is still true. Decided by a rule: what it rests on was found in Garden/Rain" in said
    assert ("outdated" in said, "At the last scan" in said) == (False, False)


def test_a_note_that_was_split_in_two_is_followed_into_the_half_that_holds_the_passage(
    vault: Vault,
) -> None:
    scan(vault)
    (vault.folder / GARDEN).unlink()
    vault.write("Garden/Growing.md", f"# Growing\n\n{COMPOST}\n\nTwenty plots by the canal.\n")
    vault.write("Garden/Supplies.md", f"# Supplies\n\n## Keys\n\n{KEYS}\n\n## Water\n\n{WATER}\n")
    scan(vault)
    assert where(one(vault))[2:] == ("Garden/Supplies.md", ["Supplies", "Water"])


def test_a_note_that_was_merged_into_another_is_found_there(vault: Vault) -> None:
    scan(vault)
    body = vault.read(GARDEN).replace("# Community garden", "## From the garden")
    (vault.folder / GARDEN).unlink()
    vault.write(TOOLS, vault.read(TOOLS) + "\n" + body)
    scan(vault)
    found = one(vault)
    assert where(found)[:3] == ("moved", "moved", TOOLS)
    listed = vault.call("findings").out
    assert f"{found['finding_id']}  holds" not in listed
    assert "moved to" in listed
    assert found["repair"]["after"].startswith("The rainwater tank of the [[Tool shed#Water|Comm")
    assert vault.call("findings", "apply", found["finding_id"]).status == 0
    assert live(vault) == []


def test_a_line_of_a_daily_note_is_found_in_the_project_it_went_to(vault: Vault) -> None:
    vault.write(
        "Memories/Gate.md", "---\nid: mem_gate\n---\nMarek fixed the gate ([[2026-04-02]]).\n"
    )
    vault.write(DAILY, NOTES[DAILY].replace("the gate", "the gate by the canal with new hinges"))
    scan(vault)
    cut(vault, DAILY, "Marek fixed the gate by the canal with new hinges.")
    moved = "- **Marek** fixed the gate by the canal with new hinges"
    vault.write(TOOLS, vault.read(TOOLS) + f"{moved}\n")
    scan(vault)
    found = one(vault)
    assert where(found) == ("moved", "moved", TOOLS, ["Tool shed", "Repairs"])
    assert found["repair"]["after"] == "Marek fixed the gate ([[Tool shed#Repairs]])."


@pytest.mark.parametrize("link", ["[[Community garden]]", "[[Community garden#Water]]"])
def test_a_passage_under_another_heading_of_its_note_is_no_news(vault: Vault, link: str) -> None:
    belief = BELIEF.replace("[[Community garden]]", link)
    vault.write(MEMORY, f"---\nid: mem_water\n---\n{belief}")
    scan(vault)
    cut(vault, GARDEN, f"## Water\n\n{WATER}\n\n")
    cut(vault, GARDEN, KEYS, f"{KEYS}\n\n### Outside\n\n- {WATER}")
    scan(vault)
    assert live(vault) == []


def test_a_note_put_into_the_archive_is_followed(vault: Vault) -> None:
    scan(vault)
    (vault.folder / "Archive").mkdir()
    (vault.folder / GARDEN).rename(vault.folder / "Archive/Community garden.md")
    scan(vault)
    assert live(vault) == []


def test_what_moved_and_changed_its_value_is_drift_with_the_words_of_the_new_place(
    vault: Vault,
) -> None:
    scan(vault)
    cut(vault, GARDEN, WATER)
    vault.write(TOOLS, vault.read(TOOLS) + "\n## Water\n\n" + WATER.replace("1,200", "900") + "\n")
    report = scan(vault)
    found = one(vault)
    assert where(found) == ("memory_drift", "value", TOOLS, ["Tool shed", "Water"])
    assert "900 litres" in found["after"]["text"]
    assert "[[Garden/Tool shed#Tool shed#Water|Tool shed" in report
    assert "drift:" in vault.read(MEMORY)
    assert vault.call("findings", "apply", found["finding_id"]).status == 0
    assert vault.read(MEMORY).endswith(
        "---\nThe rainwater tank of the [[Tool shed#Water|Community garden]] holds 900 litres.\n"
    )
    assert live(vault) == []


def test_a_copy_elsewhere_says_nothing_while_the_passage_stands_and_is_named_once_it_is_gone(
    vault: Vault,
) -> None:
    vault.write(TOOLS, vault.read(TOOLS) + f"\n{WATER}\n", day="2026-05-01")
    scan(vault)
    assert live(vault) == []
    cut(vault, GARDEN, WATER)
    scan(vault)
    found = one(vault)
    assert where(found)[:3] == ("moved", "moved", TOOLS)
    assert found["reasons"] == [
        "what it rests on stands in another note, word for word, as it did before"
    ]


@pytest.mark.parametrize("others", [0, 6], ids=["in one new note", "in many notes"])
def test_a_line_that_every_note_holds_did_not_go_there(vault: Vault, others: int) -> None:
    day = "Daily/2026-04-{:02}.md"
    for number in range(3, 3 + others):
        vault.write(day.format(number), f"# Day {number}\n\n{CALL}\n", day="2026-05-01")
    vault.write(MEMORY, "---\nid: mem_bank\n---\nThe bank must be called [[2026-04-02]].\n")
    scan(vault)
    cut(vault, DAILY, f"{CALL}\n")
    vault.write(day.format(20), f"# Day 20\n\n{CALL}\n")
    scan(vault)
    assert [found["kind"] for found in live(vault)] == ["memory_drift"]


def test_a_long_line_of_a_template_did_not_go_to_the_next_note_made_of_it(vault: Vault) -> None:
    line = "Before you leave, lock both gates and write the meter reading on the board."
    for number in range(3, 8):
        vault.write(f"Daily/2026-04-{number:02}.md", f"# {number}\n\n{line}\n", day="2026-05-01")
    vault.write(DAILY, f"{NOTES[DAILY]}\n{line}\n", day="2026-05-01")
    belief = "Before leaving, lock both gates and write the meter reading on the board"
    vault.write(MEMORY, f"---\nid: mem_gates\n---\n{belief} ([[2026-04-02]]).\n")
    scan(vault)
    cut(vault, DAILY, line)
    vault.write("Daily/2026-04-20.md", f"# 20\n\n{line}\n")
    scan(vault)
    assert [found["kind"] for found in live(vault)] == ["memory_drift"]


def test_what_was_cut_in_one_look_is_found_when_it_is_pasted_in_a_later_one(vault: Vault) -> None:
    scan(vault)
    cut(vault, GARDEN, WATER)
    scan(vault)
    assert one(vault)["change"] == "removed"
    assert "drift:" in vault.read(MEMORY)
    vault.write(TOOLS, vault.read(TOOLS) + f"\n{WATER}\n")
    report = scan(vault)
    assert where(one(vault))[:3] == ("moved", "moved", TOOLS)
    assert "drift:" not in vault.read(MEMORY)
    assert "what it rests on was found in another note" in report


def move(vault: Vault) -> dict[str, Any]:
    scan(vault)
    cut(vault, GARDEN, WATER)
    vault.write(TOOLS, vault.read(TOOLS) + f"\n## Water\n\n- {WATER}\n")
    scan(vault)
    return one(vault)


def test_the_new_place_is_watched_from_then_on(vault: Vault) -> None:
    move(vault)
    cut(vault, TOOLS, "1,200", "900")
    scan(vault)
    assert where(one(vault))[:3] == ("memory_drift", "value", TOOLS)
    cut(vault, TOOLS, f"- {WATER.replace('1,200', '900')}\n")
    scan(vault)
    assert (one(vault)["change"], one(vault)["after"]) == ("removed", None)


def test_a_passage_that_comes_back_closes_it(vault: Vault) -> None:
    move(vault)
    vault.write(GARDEN, NOTES[GARDEN])
    report = scan(vault)
    assert live(vault) == []
    assert "the note agrees again" in report


def test_the_new_link_is_written_to_the_byte_and_undo_takes_it_back(vault: Vault) -> None:
    vault.write(MEMORY, f"---\r\nid: mem_water\r\nx: 1\r\n---\r\n\r\n{BELIEF.strip()}\r\n")
    before = vault.read(MEMORY)
    found = move(vault)
    assert vault.read(MEMORY) == before
    assert vault.call("findings", "apply", found["finding_id"]).status == 0
    link = "[[Tool shed#Water|Community garden]]"
    assert vault.read(MEMORY) == before.replace("[[Community garden]]", link)
    assert live(vault) == []
    assert vault.call("findings", "export").rows == []  # no lesson: nothing had drifted
    cut(vault, TOOLS, "1,200", "900")
    scan(vault)
    assert (one(vault)["note"], one(vault)["change"]) == (TOOLS, "value")
    vault.write(TOOLS, vault.read(TOOLS).replace("900", "1,200"))
    scan(vault)
    assert vault.call("undo").status == 0
    while vault.read(MEMORY) != before:
        assert vault.call("undo").status == 0


def test_a_tick_writes_the_new_link(vault: Vault) -> None:
    found = move(vault)
    report = vault.read(REPORT)
    assert r"Write this link: \[\[Tool shed#Water\|Community garden\]\] for" in report
    vault.tick_box(f"^{found['finding_id']}-apply")
    assert told(scan(vault)) == ["“Rainwater” says now what was suggested."]
    assert "[[Tool shed#Water|Community garden]]" in vault.read(MEMORY)
    assert live(vault) == []


def test_a_link_is_not_written_once_the_new_place_says_otherwise(vault: Vault) -> None:
    found = move(vault)
    cut(vault, TOOLS, "1,200", "900")
    assert vault.call("findings", "apply", found["finding_id"]).status == 5
    assert vault.read(MEMORY).endswith(BELIEF)


def test_still_true_rests_the_memory_on_the_new_place_too(vault: Vault) -> None:
    found = move(vault)
    assert vault.call("findings", "verify", found["finding_id"]).status == 0
    assert live(vault) == []
    scan(vault)
    assert live(vault) == []
    cut(vault, TOOLS, "1,200", "900")
    scan(vault)
    assert (one(vault)["note"], one(vault)["change"]) == (TOOLS, "value")


def test_a_dismissed_move_stays_dismissed(vault: Vault) -> None:
    found = move(vault)
    assert vault.call("findings", "dismiss", found["finding_id"]).status == 0
    vault.write(TOOLS, vault.read(TOOLS) + "\nThe saw is sharp.\n")
    scan(vault)
    assert live(vault) == []


@pytest.mark.parametrize("stood", [True, False], ids=["it stood there too", "it came there"])
def test_a_passage_that_went_from_one_cited_note_to_another_speaks_against_nothing(
    vault: Vault, *, stood: bool
) -> None:
    belief = BELIEF.strip() + " See also the [[Tool shed]].\n"
    vault.write(MEMORY, f"---\nid: mem_water\n---\n{belief}")
    if stood:
        vault.write(TOOLS, f"{NOTES[TOOLS]}\n{WATER}\n", day="2026-05-01")
    scan(vault)
    cut(vault, GARDEN, WATER)
    vault.write(TOOLS, f"{NOTES[TOOLS]}\n{WATER}\n\nMore to come.\n")
    scan(vault)
    assert live(vault) == []  # the note that came to speak of it is cited already
    assert "drift:" not in vault.read(MEMORY)


def test_what_is_really_gone_is_gone_whatever_else_was_written(vault: Vault) -> None:
    scan(vault)
    cut(vault, GARDEN, WATER)
    vault.write(TOOLS, vault.read(TOOLS) + "\nThe tank of the mower holds 2 litres.\n")
    other = "The rainwater of the roof goes into the canal behind the greenhouse."
    vault.write("Garden/Roof.md", f"# Roof\n\n{other}\n")
    vault.write("Memories/Copy.md", f"---\nid: mem_copy\n---\n{WATER}\n")
    scan(vault)
    assert (one(vault)["kind"], one(vault)["change"]) == ("memory_drift", "removed")


def test_no_look_seeks_more_than_it_may_and_the_next_one_goes_on(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeking, "MOST_SOUGHT", 1)
    vault.write(
        "Memories/Keys.md", f"---\nid: mem_keys\n---\n{KEYS[:-1]} ([[Community garden]]).\n"
    )
    scan(vault)
    cut(vault, GARDEN, WATER)
    cut(vault, GARDEN, KEYS)
    vault.write(TOOLS, f"{vault.read(TOOLS)}\n{WATER}\n\n{KEYS}\n")
    scan(vault)
    assert sorted(found["kind"] for found in live(vault)) == ["memory_drift", "moved"]
    scan(vault)
    assert [found["kind"] for found in live(vault)] == ["moved", "moved"]


def test_a_line_pasted_into_a_long_passage_is_found_by_the_index_alone(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeking, "MOST_CHANGED", 0)
    for number in range(40):  # each short, and about much of it
        some = "The rainwater tank behind the greenhouse holds 1,200 litres, filled from the roof."
        vault.write(f"Roofs/{number}.md", f"{some}\n\nIt is filled from the roof.\n")
    scan(vault)
    cut(vault, GARDEN, WATER)
    long = " ".join(f"Shelf {number} of the shed holds {number} pots." for number in range(9))
    vault.write(TOOLS, f"# Tool shed\n\n{long} {WATER} {long}\n")
    scan(vault)
    assert where(one(vault))[:3] == ("moved", "moved", TOOLS)


def test_a_rehearsal_finds_it_too_and_writes_nothing(vault: Vault) -> None:
    scan(vault)
    cut(vault, GARDEN, WATER)
    vault.write("Garden/Tank.md", f"# Tank\n\n{WATER}\n")
    shown = vault.call("scan", "--dry-run", "--json").rows
    assert [row["kind"] for row in shown] == ["moved"]
    assert live(vault) == []


def test_explain_says_where_the_passage_was_found(vault: Vault) -> None:
    move(vault)
    assert (
        "was found in Garden/Tool shed.md, line 11."
        in vault.call("findings", "explain", "mem_water").out
    )
    (vault.folder / GARDEN).unlink()
    scan(vault)
    assert (
        "was found in Garden/Tool shed.md, line 11."
        in vault.call("findings", "explain", "mem_water").out
    )


@pytest.mark.parametrize(
    ("new", "told_as"),
    [
        pytest.param("Shelf {}", [], id="each name says the old one"),
        pytest.param("Crate {n}", ["one of 3 that say the same"] * 3, id="no name does"),
    ],
)
def test_notes_of_the_same_few_words_renamed_together_are_not_called_gone(
    vault: Vault, new: str, told_as: list[str]
) -> None:
    names = ("Jars", "Lids", "Corks")
    for name in names:
        vault.write(f"Store/{name}.md", "Kept dry, counted in May.\n", day="2026-05-01")
        vault.write(f"Memories/{name}.md", f"---\nid: mem_{name}\n---\n[[{name}]]: kept dry.\n")
    scan(vault)
    for n, name in enumerate(names):
        (vault.folder / f"Store/{name}.md").rename(
            vault.folder / f"Store/{new.format(name, n=n)}.md"
        )
    scan(vault)
    found = live(vault)
    assert len(found) == len(told_as)
    assert all(said in row["reasons"][0] for said, row in zip(told_as, found, strict=True))
    if not told_as:
        (rests_on,) = vault.call("memory", "show", "mem_Lids", "--json").rows[0]["grounds"]
        assert rests_on["note"] == "Store/Shelf Lids.md"
