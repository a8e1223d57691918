"""What holds of every cut."""

from collections.abc import Sequence
from hashlib import blake2b

from hypothesis import given, settings
from hypothesis import strategies as st

from vaultwatch.notes.chunking import cut_chunks
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

LINES = st.sampled_from(
    [
        "# One",
        "## Two",
        "### Three and more of it",
        "A short line. Another on it.",
        "- item",
        "- [x] done",
        "word " * 40,
        "w" * 200,
        "",
        "| a |\n|---|\n| 1 |",
    ]
)
SPECIAL = 2


def count(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) + SPECIAL for text in texts]


@settings(deadline=None)  # a busy machine is no failure
@given(
    lines=st.lists(LINES, max_size=30),
    max_tokens=st.integers(6, 80),
    title=st.sampled_from(["Note", "A title of several words"]),
)
def test_every_statement_stands_whole_in_one_chunk_and_every_embed_text_fits(
    lines: list[str], max_tokens: int, title: str
) -> None:
    note = parse_note(NotePath(f"{title}.md"), "\n".join(lines).encode())
    chunks = cut_chunks(note, count_tokens=count, max_tokens=max_tokens)
    text = "\0".join(chunk.text for chunk in chunks)
    at = 0
    for statement in note.statements:
        at = text.index(statement.text, at) + len(statement.text)
    rest = text
    for statement in note.statements:
        rest = rest.replace(statement.text, "", 1)
    assert not rest.replace("- [x]", "").strip(" -\n\0")
    for chunk in chunks:
        assert count([chunk.embed_text])[0] <= max_tokens
        assert chunk.digest == blake2b(chunk.embed_text.encode(), digest_size=16).hexdigest()
        assert chunk.first_line <= chunk.last_line
    assert chunks == cut_chunks(note, count_tokens=count, max_tokens=max_tokens)
    assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))
