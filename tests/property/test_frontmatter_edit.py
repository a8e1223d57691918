"""Setting, changing and removing flags gives every byte back: real notes and generated ones."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mutated_blocks import CHANGED, SET, MadeNote, fate_of, made_note, mutated_note
from vaultwatch.errors import FrontmatterError
from vaultwatch.notes.frontmatter_edit import edit_properties

SHARED = Path(__file__).resolve().parents[3] / "shared"
REAL = [SHARED / "vaults", SHARED / "driftbench"]


@pytest.mark.parametrize(("make", "number"), [(made_note, 300), (mutated_note, 600)])
def test_a_note_comes_back_to_the_byte_or_its_first_edit_is_refused(
    make: Callable[[str], MadeNote], number: int
) -> None:
    notes = [make(str(count)) for count in range(number)]
    fates = [fate_of(note) for note in notes]
    assert [pair for pair in zip(notes, fates, strict=True) if pair[1][0] == "harm"] == []
    assert sum(fate == "exact" for fate, _ in fates) > 240
    assert sum(b"drift" in note.data for note in notes) > 150


@given(st.binary(max_size=200))
def test_any_bytes_are_edited_or_refused(data: bytes) -> None:
    try:
        once = edit_properties(data, put=SET)
    except FrontmatterError:
        return
    assert edit_properties(once, put={}, remove=list(SET)) == data


@pytest.mark.skipif(not SHARED.is_dir(), reason="no ../shared with real vaults here")
def test_every_real_note_gets_every_byte_back() -> None:
    files = sorted(file for folder in REAL for file in folder.rglob("*.md"))
    assert len(files) > 500
    for file in files[::2]:  # each is edited nine times: half of them say as much
        data = file.read_bytes()
        for variant in (data, data.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + data):
            changed = edit_properties(edit_properties(variant, put=SET), put=CHANGED)
            assert edit_properties(changed, put={}, remove=list(SET)) == variant, file
