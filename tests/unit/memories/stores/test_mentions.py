"""A note is named where its name stands as words of its own and cannot be plain words."""

import pytest

from vaultwatch.memories.stores.mentions import MOST_MENTIONS, NoteNames
from vaultwatch.notes.model import NotePath

NAMES = [
    ("Kiln Room", "Notes/Kiln Room.md"),
    ("Kiln Room Rules", "Notes/Kiln Room Rules.md"),
    ("Blue Plan", "A/Blue Plan.md"),
    ("Blue Plan", "B/Blue Plan.md"),
    ("Ideas", "Ideas.md"),
    ("2026-11-23", "Daily/2026-11-23.md"),
    ("GlazeDB", "GlazeDB.md"),
    ("(Old) Shed", "Shed.md"),
    ("\u00c9tude Caf\u00e9", "C.md"),
]
NOTES = NoteNames((name, NotePath(path)) for name, path in NAMES)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        pytest.param("the Kiln Room is hot", ["Kiln Room"], id="by its title"),
        pytest.param("Kiln Room Rules hold", ["Kiln Room Rules"], id="the longest name"),
        pytest.param("kiln room is hot", [], id="plain words"),
        pytest.param("KilnKiln Rooms", [], id="within other words"),
        pytest.param("Kiln Rooms", [], id="a word that goes on"),
        pytest.param("my Ideas of 2026-11-23", [], id="no name that is plain words or a day"),
        pytest.param("`Kiln Room` and GlazeDB", ["GlazeDB"], id="not in code"),
        pytest.param("[[Kiln Room]] https://x.y/GlazeDB", [], id="not in links"),
        pytest.param("GlazeDB, GlazeDB; GlazeDB.", ["GlazeDB"], id="once"),
        pytest.param("the (Old) Shed stands", ["(Old) Shed"], id="a mark before the first word"),
        pytest.param("im \u00c9tude Caf\u00e9\u2026", ["\u00c9tude Caf\u00e9"], id="accents"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_what_is_named(text: str, named: list[str]) -> None:
    assert [one.name for one in NOTES.mentions(text)] == named


def test_a_name_of_several_notes_names_them_all() -> None:
    (found,) = NOTES.mentions("the Blue Plan is late")
    assert found.notes == ("A/Blue Plan.md", "B/Blue Plan.md")


def test_a_text_names_no_more_than_so_many() -> None:
    notes = NoteNames((f"Note {n}X", NotePath(f"{n}.md")) for n in range(50))
    text = " ".join(f"Note {n}X" for n in range(50))
    assert len(list(notes.mentions(text))) == MOST_MENTIONS
