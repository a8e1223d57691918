"""What must hold of every note's statements, whatever the note."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultwatch.notes import blocks
from vaultwatch.notes.inline import scan_inline
from vaultwatch.notes.model import Note, NotePath
from vaultwatch.notes.normalise import normal_words
from vaultwatch.notes.parse import parse_note

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
REAL = sorted(
    [
        *(SHARED / "vaults" / "obsidian-help").rglob("*.md"),
        *(SHARED / "driftbench").rglob("*.md"),
    ]
)

words = st.sampled_from(
    ["Atlas", "is", "open", "blocker", "3.5", "café", "e.g.", "März", "ok", "Bob's", "A"]
)
sentences = st.lists(words, min_size=2, max_size=9).map(lambda some: " ".join(some) + ".")
pieces = st.sampled_from(
    ["[[a|b]]", "**b**", "`c. D`", "#tag", "%% no %%", "$x$", "![[e]]", "[l](m.md)", "\\*", "==h=="]
)
texts = st.lists(words | pieces, min_size=1, max_size=8).map(" ".join)
lines = st.one_of(
    texts,
    texts.map(lambda t: f"# {t}"),
    texts.map(lambda t: f"- {t}"),
    texts.map(lambda t: f"  - [ ] {t}"),
    texts.map(lambda t: f"\t1. {t}"),
    texts.map(lambda t: f"> {t}"),
    texts.map(lambda t: f"> - {t}"),
    texts.map(lambda t: f"key:: {t}"),
    texts.map(lambda t: f"| {t} | b |"),
    st.sampled_from(
        [
            "",
            "",
            "|---|---|",
            "```",
            "~~~",
            "---",
            "%%",
            "$$",
            "> [!note] T",
            "^id",
            "===",
            "<div>",
            "- ",
            "    x",
            "<!--",
            "-->",
            "[^1]: n",
            "\u65e5\u672c\u3002",
        ]
    ),
)
bodies = st.lists(lines, max_size=14).map("\n".join)
heads = st.sampled_from(["", "---\n---\n", "---\na: b\ntags: [c]\n---\n", "---\na: [\n---\n"])
notes = st.builds(str.__add__, heads, bodies)


def read(text: str) -> Note:
    return parse_note(NotePath("a.md"), text.encode("utf-8", "surrogatepass"))


def digests(text: str) -> list[str]:
    return [one.digest for one in read(text).statements]


@given(st.lists(sentences, min_size=1, max_size=4), st.integers(42, 80))
def test_a_digest_survives_re_wrapping(parts: list[str], width: int) -> None:
    flat = " ".join(parts)
    wrapped, used = "", 0
    for word in flat.split(" "):
        is_break = used and used + 1 + len(word) > width
        wrapped += ("\n" if is_break else " " if used else "") + word
        used = used + 1 + len(word) if used and not is_break else len(word)
    assert digests(wrapped) == digests(flat)
    assert digests("> " + wrapped.replace("\n", "\n> ")) == digests(flat)
    assert digests("- " + wrapped.replace("\n", "\n  ")) == digests("- " + flat)


@given(st.lists(sentences, min_size=1, max_size=3), st.sampled_from(["**", "*", "_", "=="]))
def test_a_digest_survives_emphasis(parts: list[str], mark: str) -> None:
    flat = " ".join(parts)
    assert digests(" ".join(f"{mark}{part}{mark}" for part in parts)) == digests(flat)
    first, rest = flat.split(" ", 1)
    assert digests(f"{mark}{first}{mark} {rest}") == digests(flat)


@given(st.lists(sentences, min_size=1, max_size=5), st.integers(0, 99))
def test_a_digest_survives_renumbering_and_another_bullet(parts: list[str], first: int) -> None:
    # `3. März` is a day, and no numbering.
    parts = [f"No {part}" if part.startswith("März") else part for part in parts]
    numbered = "\n".join(f"{first + at}. {part}" for at, part in enumerate(parts))
    assert digests(numbered) == digests("\n".join(f"- {part}" for part in parts))


@given(notes)
def test_a_digest_survives_trailing_space_and_line_ends(text: str) -> None:
    assert digests(text.replace("\n", "\r\n")) == digests(text)
    if "```" not in text and "~~~" not in text:
        assert digests(text.replace("\n", " \n")) == digests(text)


@given(st.binary(max_size=400))
def test_no_bytes_raise(data: bytes) -> None:
    parse_note(NotePath("a.md"), data)


@given(
    st.text(
        alphabet=st.sampled_from("[]()#^|!`*_~=$%<>-+.:\\ \n\t\r\0ab1\u3042\u3002\ufdd0&{}\"'"),
        max_size=200,
    )
)
def test_no_marks_raise_and_every_span_lies_in_the_text(text: str) -> None:
    check(read(text), text)
    check(read("---\n" + text), "---\n" + text)


@settings(max_examples=300)
@given(notes)
def test_a_note_of_the_grammar_holds_together(text: str) -> None:
    check(read(text), text)


@settings(max_examples=300)
@given(bodies)
def test_the_short_way_for_plain_paragraphs_reads_what_markdown_it_reads(text: str) -> None:
    assert_both_ways_agree(text)


def assert_both_ways_agree(text: str) -> None:
    short = read(text)
    parsers = [blocks.block_parser(with_maths=with_maths) for with_maths in (False, True)]
    try:
        for parser in parsers:
            parser.block.ruler.disable("prose")
        long = read(text)
    finally:
        for parser in parsers:
            parser.block.ruler.enable("prose")
    assert short == long


def check(note: Note, text: str) -> None:
    """Hold what must always hold between a note and its text."""
    text = text.replace("\0", "\ufffd").removeprefix("\ufeff")
    last_line = len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    for one in note.statements:
        assert 1 <= one.first_line <= one.last_line <= last_line
        assert one.plain == " ".join(one.plain.split())
        assert one.text
    starts = [one.first_line for one in note.statements]
    assert starts == sorted(starts)
    for link in note.links:
        if link.span is not None:
            assert text[link.span.start : link.span.end] == link.original
    for tag in note.body_tags:
        assert text[tag.span.start : tag.span.end] == f"#{tag.name}"
    spans = [one.span for one in note.headings] + [one.span for one in note.blocks]
    for span in spans + [one.span for one in note.list_items]:
        assert 0 <= span.start <= span.end <= len(text)
        assert 1 <= span.line <= last_line
    for above, below in pairwise(note.sections):
        assert above.last_line + 1 == below.first_line
        parent = below.path[:-1]
        assert above.path[: len(parent)] == parent
    assert len({trouble.kind for trouble in note.troubles}) == len(note.troubles)


def _spoken(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text))


@pytest.mark.skipif(not REAL, reason="../shared holds no vaults on this machine")
def test_real_notes_are_read_and_their_lines_hold_the_words() -> None:
    assert len(REAL) > 100
    for path in REAL:
        text = path.read_bytes().decode()
        note = read(text)
        check(note, text)
        lines_of = text.split("\n")
        for one in note.statements:
            written = _spoken(" ".join(lines_of[one.first_line - 1 : one.last_line]))
            if one.kind in ("sentence", "list_item", "task", "heading", "code"):
                missing = _spoken(one.plain) - written
                assert not {word for word in missing if not _is_joined(word, written)}, one


def _is_joined(word: str, written: set[str]) -> bool:
    """Say whether a word came about by dropping the marks inside it: `sub**title**`."""
    return any(word.startswith(part) for part in written)


@pytest.mark.skipif(not REAL, reason="../shared holds no vaults on this machine")
def test_real_notes_read_the_same_both_ways() -> None:
    for path in REAL[::3]:
        assert_both_ways_agree(path.read_text(encoding="utf-8"))


@given(texts)
def test_plain_words_of_a_part_are_part_of_the_plain_words(text: str) -> None:
    found = scan_inline(text)
    whole = found.plain(text, 0, len(text))
    assert normal_words(whole) == normal_words(found.plain(text + " ", 0, len(text) + 1))
