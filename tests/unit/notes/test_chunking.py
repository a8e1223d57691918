"""Chunks follow headings."""

from collections.abc import Sequence

from vaultwatch.notes.chunking import cut_chunks
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note


def count(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) + 2 for text in texts]


def test_sections_are_cut_apart_unless_small() -> None:
    body = "# A\n\n" + "one " * 12 + "\n\n# B\n\n" + "two " * 12
    note = parse_note(NotePath("Note.md"), body.encode())
    large = cut_chunks(note, count_tokens=count, max_tokens=40)
    assert [chunk.section for chunk in large] == [("A",), ("B",)]
    assert large[1].embed_text.startswith("Note > B\n")
    small = cut_chunks(note, count_tokens=count, max_tokens=200)
    assert [chunk.section for chunk in small] == [()]
