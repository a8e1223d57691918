"""Words that others wrote read as written and do nothing."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.unit.report.fragments import hostile
from vaultwatch.notes.model import NotePath
from vaultwatch.report.escape import (
    BELOW,
    MAX_BRIEF_CHARS,
    acting_nowhere,
    brief,
    clause,
    flat,
    is_linkable,
    link_words,
    note_link,
    place,
    plain,
)
from vaultwatch.report.store_patch import code

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def read(markdown: str) -> str:
    """Return the text a renderer shows; fail if it shows anything but text."""
    inline = PARSER.parseInline(markdown)[0].children or []
    assert {token.type for token in inline} <= {"text"}
    return "".join(token.content for token in inline)


@example(text="_a_ *a* ~~a~~ `a` &amp; <b> [x](y) \\[z]")
@given(text=hostile)
def test_plain_text_is_shown_as_it_was_written(text: str) -> None:
    assert read(f"({plain(text)})") == f"({flat(text)})"


@given(text=hostile)
def test_no_mark_of_obsidian_stands_without_its_backslash(text: str) -> None:
    bare = re.sub(r"\\[!-/:-@\[-`{-~]", "0", f"({plain(text)})")
    for mark in "[]<|~$^`*":
        assert mark not in bare
    assert not re.search(r"(?:^|[^\w&])#[^\s#]|==", bare), "a tag or a highlight"


@example(texts=["a=", "=b", "#", "x"])
@given(texts=st.lists(st.one_of(hostile, st.text("#=_*>ab1 (.-", max_size=8)), max_size=4))
def test_stretches_of_a_line_read_as_written_beside_our_own_marks(texts: list[str]) -> None:
    rendered = "".join(f"==**.{plain(one)}.**==" for one in texts)
    inline = PARSER.parseInline(rendered)[0].children or []
    assert {one.type for one in inline} <= {"text", "strong_open", "strong_close"}
    shown = "".join(one.content for one in inline)
    assert shown == "".join(f"==.{flat(one)}.==" for one in texts)
    bare = re.sub(r"\\[!-/:-@\[-`{-~]", "0", rendered)
    assert len(re.findall("==", bare)) == 2 * len(texts)


@given(text=st.one_of(hostile, st.text("#=_>-+.):ab1 ", max_size=8)))
def test_what_stands_at_the_beginning_of_a_line_makes_no_block(text: str) -> None:
    if shown := flat(text):
        kinds = [one.type for one in PARSER.parse(acting_nowhere(text))]
        assert kinds == ["paragraph_open", "inline", "paragraph_close"], shown


@pytest.mark.parametrize(
    "text", ["snake_case_name", "C# and F#", "a = b", "A -> B", "item # 4", "a__b", "1_000"]
)
def test_what_acts_nowhere_needs_no_backslash(text: str) -> None:
    assert plain(text) == text


@given(text=hostile)
def test_nothing_ends_a_span_of_code(text: str) -> None:
    inline = PARSER.parseInline(f"(`.{code(text)}.`)")[0].children or []
    assert [token.type for token in inline] == ["text", "code_inline", "text"]


@given(path=hostile, section=st.lists(hostile, max_size=2).map(tuple), display=hostile)
def test_a_link_is_one_link_or_none(path: str, section: tuple[str, ...], display: str) -> None:
    rendered = note_link(NotePath(path + ".md"), display, section)
    if rendered.startswith("[") and rendered.endswith(".md)") and not section:
        tokens = PARSER.parseInline(f"{rendered}.")[0].children or []
        assert [one.type for one in tokens if one.nesting] == ["link_open", "link_close"]
    elif rendered.startswith("[["):
        inner = rendered.removeprefix("[[").removesuffix("]]")
        assert inner.count("|") == 1
        assert not set("[]<>`\\\n^") & set(inner)
        assert "%%" not in inner
        assert inner.count("#") <= len(section)
    else:
        assert "[[" not in rendered


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a\r\n\tb\u2028c", "a b c", id="lines join"),
        pytest.param("a\x00b\ud800", "a\ufffdb\ufffd", id="controls and broken characters"),
        pytest.param("invoice\u202efdp.exe", "invoicefdp.exe", id="text direction overrides"),
        pytest.param("see https://x.example", r"see https:\//x.example", id="bare address"),
        pytest.param("see www.x.example", r"see www\.x.example", id="bare www"),
        pytest.param("to a@b.example", r"to a\@b.example", id="mail address"),
        pytest.param("at 90 % or 50%", "at 90 % or 50%", id="an honest percent sign stays"),
        pytest.param("R&D at 12:30", "R&D at 12:30".replace("&", r"\&"), id="ampersand"),
        pytest.param("a #tag, _b_", r"a \#tag, \_b\_", id="a tag and emphasis"),
        pytest.param("key:: value", r"key:\: value", id="inline field"),
    ],
)
def test_plain(text: str, expected: str) -> None:
    assert plain(text) == expected


@pytest.mark.parametrize(
    ("path", "section", "expected"),
    [
        pytest.param("A/B.md", (), "[[A/B|B]]", id="note"),
        pytest.param("A/B.md", ("C", "D"), "[[A/B#C#D|B / C / D]]", id="section"),
        pytest.param("A/B.md", ("B", "D"), "[[A/B#B#D|B / D]]", id="title said once"),
        pytest.param("B.md", ("a: [[x|y]]^2",), "[[B#a x y 2|B / a: x y 2]]", id="odd heading"),
        pytest.param("B.md", ("???", "D"), "[[B|B / ??? / D]]", id="heading of signs alone"),
        pytest.param("VIP costs $100.md", (), "[[VIP costs $100|VIP costs \uff04100]]", id="money"),
        pytest.param("a#b.md", (), "a#b", id="a name that no link can hold"),
        pytest.param("A/b [c].md", ("D",), r"[b \[c\] / D](A/b%20%5Bc%5D.md#D)", id="brackets"),
        pytest.param("a ^b|c.md", (), r"[a \^b\|c](a%20%5Eb%7Cc.md)", id="other signs of links"),
        pytest.param(
            f"{'long ' * 30}end.md",
            (),
            f"[[{'long ' * 30}end|{'long ' * 6}… {'long ' * 5}end]]",
            id="a long name is cut in the middle of what is shown",
        ),
    ],
)
def test_note_link(path: str, section: tuple[str, ...], expected: str) -> None:
    assert note_link(NotePath(path), section=section).replace(BELOW, " / ") == expected


@pytest.mark.parametrize("sign", [*"[]|#^<>`\\", "%%", "::", "://", "\n", "\u202e", "\ud800"])
def test_a_path_with_a_sign_that_acts_is_not_linked(sign: str) -> None:
    assert not is_linkable(NotePath(f"a{sign}b.md"))


def test_long_words_are_cut_at_a_space() -> None:
    shown = brief("word " * 100)
    assert shown.endswith("word …")
    assert len(shown) <= MAX_BRIEF_CHARS + 2
    assert clause("word " * 100) == shown
    assert clause("done") == clause("done.") == "done."


def test_links_in_a_belief_read_as_their_words() -> None:
    assert link_words("In [[A/B|b]], ![[c#D]] and [[") == "In b, c > D and [["


def test_a_place_names_note_and_headings() -> None:
    assert place(NotePath("A/Atlas.md"), ("atlas", "Status")) == f"Atlas{BELOW}Status"
