"""What holds of every cut."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.notes.chunking import cut_chunks
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

LINES = st.sampled_from(
    [
        "# One",
        "## Two",
        "### Three",
        "A short line.",
        "- item",
        "word " * 40,
        "",
        "| a |\n|---|\n| 1 |",
    ]
)


def count(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) + 2 for text in texts]


@given(lines=st.lists(LINES, max_size=30), max_tokens=st.integers(12, 80))
def test_every_statement_stands_in_one_chunk_in_order_and_none_is_too_long(
    lines: list[str], max_tokens: int
) -> None:
    note = parse_note(NotePath("Note.md"), "\n".join(lines).encode())
    chunks = cut_chunks(note, count_tokens=count, max_tokens=max_tokens)
    text = "\n".join(chunk.text for chunk in chunks)
    at = 0
    for statement in note.statements:
        at = text.index(statement.text, at) + len(statement.text)
    longest = max((n - 2 for n in count([s.text for s in note.statements])), default=0)
    for chunk in chunks:
        assert count([chunk.embed_text])[0] <= max(max_tokens, longest + max_tokens // 2)
    assert chunks == cut_chunks(note, count_tokens=count, max_tokens=max_tokens)
    assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))
