"""Chunks follow headings."""

from collections.abc import Sequence

import pytest

from vaultwatch.notes.chunking import cut_chunks
from vaultwatch.notes.model import Chunk, NotePath
from vaultwatch.notes.parse import parse_note


def count(texts: Sequence[str]) -> list[int]:
    return [len(text.split()) + 2 for text in texts]


def cut(text: str, max_tokens: int, path: str = "in/Note.md") -> tuple[Chunk, ...]:
    note = parse_note(NotePath(path), text.encode())
    return cut_chunks(note, count_tokens=count, max_tokens=max_tokens)


def prose(word: str, words: int) -> str:
    return " ".join([word] * words) + "."


@pytest.mark.parametrize("max_tokens", [40, 200])
def test_sections_are_cut_apart_however_much_room_there_is(max_tokens: int) -> None:
    body = f"# A\n\n{prose('one', 12)}\n\n# B\n\n{prose('two', 12)}"
    first, second = cut(body, max_tokens)
    assert (first.section, second.section) == (("A",), ("B",))
    assert second.embed_text == f"Note > B\n{prose('two', 12)}"
    assert second.text == f"B\n{prose('two', 12)}"


@pytest.mark.parametrize(
    ("body", "sections"),
    [
        pytest.param(
            "# A\n## x\nhi\n## y\nho", [("A",), ("A", "x"), ("A", "y")], id="a heading's own line"
        ),
        pytest.param("hello\n# A\nhi", [(), ("A",)], id="what stands before the first heading"),
        pytest.param("# A\nhi\n# A\nho", [("A",)], id="one heading twice in a row"),
        pytest.param(
            f"# A\n{prose('A', 90)} {prose('A', 15)}\n# B\nhi",
            [("A",), ("A",), ("B",)],
            id="a long section in parts",
        ),
    ],
)
def test_a_chunk_is_a_section_or_a_part_of_one(body: str, sections: list[tuple[str, ...]]) -> None:
    assert [chunk.section for chunk in cut(body, 100)] == sections


def test_properties_stand_in_the_first_chunk() -> None:
    first, *_ = cut(f"---\nstatus: open\ntags: [a]\n---\nHello.\n# A\n{prose('a', 40)}", 60)
    assert first.text == "status: open\ntags: [a]\nHello."
    assert (first.ordinal, first.first_line, first.last_line) == (0, 2, 5)


def test_lists_keep_their_look_and_sentences_of_one_line_stay_on_it() -> None:
    body = "- [x] Fired. Unloaded.\n- [ ] Glaze\n* plain\n  1. nested\n\nOne. Two.\nThree."
    (chunk,) = cut(body, 100)
    assert chunk.text == "- [x] Fired. Unloaded.\n- [ ] Glaze\n- plain\n- nested\nOne. Two.\nThree."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("See [the form](https://a.org/b?c=1).", "See [the form].", id="a link"),
        pytest.param("See [it](b/c.md) [now](d).", "See [it] [now].", id="links to files"),
        pytest.param("At https://a.org/b/c, daily.", "At a.org daily.", id="an address"),
        pytest.param("At <http://a.org>.", "At <a.org>.", id="in brackets"),
        pytest.param("A set [a](b c) (d).", "A set [a](b c) (d).", id="no link"),
    ],
)
def test_the_model_reads_no_addresses(text: str, words: str) -> None:
    (chunk,) = cut(f"{text}\n", 64)
    assert chunk.text == text
    assert chunk.embed_text.endswith(f"\n{words}")


def test_a_statement_over_the_window_is_cut_between_words_for_the_model_alone() -> None:
    long = "Of " + " ".join(f"w{n}" for n in range(50)) + " all."
    before, whole, after = cut(f"Before. {long} After.", 20)
    assert whole.text == long
    assert whole.embed_text == "Note\nOf " + " ".join(f"w{n}" for n in range(16))
    assert (before.text, after.text) == ("Before.", "After.")


def test_a_word_without_end_is_cut_too() -> None:
    note = parse_note(NotePath("Note.md"), b"x" * 10_000)
    (chunk,) = cut_chunks(
        note, count_tokens=lambda texts: [2 + len(text) for text in texts], max_tokens=100
    )
    assert chunk.text == "x" * 10_000
    assert chunk.embed_text == "Note\n" + "x" * 72  # three pieces of 24: 94 characters are left


@pytest.mark.parametrize(
    ("path", "headings", "header"),
    [
        pytest.param("N.md", ("a b c d", "e f"), "N > e f", id="outer headings go first"),
        pytest.param("n n n n.md", ("a b c d",), "a b c d", id="then the title"),
        pytest.param("N.md", ("a b c d e f g h",), "a b c d e f", id="then words"),
        pytest.param("n n n n n n n n.md", (), "n n n n n n", id="words of the title"),
    ],
)
def test_a_header_over_half_of_the_window_is_shortened(
    path: str, headings: tuple[str, ...], header: str
) -> None:
    body = "\n".join(f"{'#' * n} {text}" for n, text in enumerate(headings, 1)) + "\n\nWords here."
    assert cut(body, 14, path)[-1].embed_text == f"{header}\nWords here."


def test_tokens_are_counted_twice_a_note_at_most() -> None:
    calls = []

    def counting(texts: Sequence[str]) -> list[int]:
        calls.append(len(texts))
        return count(texts)

    body = "\n".join(f"# H{n}\n\n{prose('w', 30)}\n" for n in range(300))
    note = parse_note(NotePath("N.md"), body.encode())
    cut_chunks(note, count_tokens=counting, max_tokens=20)
    assert len(calls) == 2


def test_an_empty_note_has_no_chunks() -> None:
    assert cut("", 20) == ()
