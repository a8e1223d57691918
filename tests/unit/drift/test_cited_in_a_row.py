"""Names of notes that stand in a row behind a memory say whence it is, and are no value of it."""

from dataclasses import replace
from time import process_time

import pytest

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.passages.asserted import Asserted, asserted
from vaultwatch.drift.scoring.grounding import belief_of_text, worth_of

CITED = ("Lease", "Band", "Garden")


def of(text: str, note: str, cited: tuple[str, ...] = CITED) -> Asserted:
    others = tuple(name for name in cited if name != note)
    return asserted(Belief("", text, "", None, note, (), None, others=others), "english")


@pytest.mark.parametrize("note", CITED)
@pytest.mark.parametrize(
    "row", ["Lease Band Garden", "Garden, Band, Lease.", "(Band) Lease Garden"]
)
def test_notes_in_a_row_at_the_end_are_no_name(note: str, row: str) -> None:
    held = of(f"The piano is tuned in autumn. {row}", note)
    assert (held.text, held.values) == ("The piano is tuned in autumn", ())


def test_a_sentence_that_is_not_written_yet_likewise() -> None:
    plain = belief_of_text("The piano is tuned in autumn. [[Lease]] [[Town/Band]] [[Garden]]")
    assert asserted(replace(plain, note_title="Garden"), "english").values == ()


@pytest.mark.parametrize(
    "text", ["Bob plays in Lease Band.", "The piano is tuned. Lease Bandage Garden Hill"]
)
def test_names_that_a_sentence_needs_stay(text: str) -> None:
    assert of(text, "Garden").values


def test_names_within_names_take_no_time() -> None:
    begun = process_time()
    of(f"x. {'a ' * 60}x", "a", ("a", "a a", "a a a"))
    assert process_time() - begun < 1.0


def test_a_memory_that_links_much_takes_no_time() -> None:
    many = tuple(f"Note {number}" for number in range(200))
    text = f"Open at seven (see {', '.join(many)}, at the end) today."
    about = Belief("", text, "", None, "Note 0", (), None, others=many[1:])
    begun = process_time()
    worth_of(about, ())
    assert process_time() - begun < 2.0
