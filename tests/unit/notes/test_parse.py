"""What a note holds beside its statements, and that no bytes stop the parser."""

import pickle

import pytest

from vaultwatch.notes.blocks import read_blocks
from vaultwatch.notes.model import Note, NotePath
from vaultwatch.notes.parse import MAX_NOTE_BYTES, parse_note


def read(text: str) -> Note:
    return parse_note(NotePath("dir/a.md"), text.encode())


@pytest.mark.parametrize(
    ("text", "target", "headings", "block", "display", "is_embed"),
    [
        pytest.param("[[a]]", "a", (), None, None, False, id="plain"),
        pytest.param("[[a|b]]", "a", (), None, "b", False, id="display"),
        pytest.param("[[a#H]]", "a", ("H",), None, None, False, id="heading"),
        pytest.param("[[a#H1#H2]]", "a", ("H1", "H2"), None, None, False, id="two headings"),
        pytest.param("[[a#^id]]", "a", (), "id", None, False, id="block"),
        pytest.param("[[#H]]", "", ("H",), None, None, False, id="own heading"),
        pytest.param("![[a.png|100]]", "a.png", (), None, "100", True, id="embed"),
        pytest.param("|x|\n|-|\n|[[a\\|b]]|", "a", (), None, "b", False, id="in a table"),
        pytest.param("[b](a%20c.md#H%201)", "a c.md", ("H 1",), None, "b", False, id="encoded"),
        pytest.param("[b](<a c.md>)", "a c.md", (), None, "b", False, id="angle brackets"),
        pytest.param('![b](a.png "T")', "a.png", (), None, "b", True, id="image"),
        pytest.param("> - **[[a]]**", "a", (), None, None, False, id="deep inside"),
    ],
)
def test_a_link_is_read_in_every_form(  # noqa: PLR0913, PLR0917 - one column of the table each
    text: str,
    target: str,
    headings: tuple[str, ...],
    block: str | None,
    display: str | None,
    is_embed: bool,  # noqa: FBT001
) -> None:
    [link] = read(text).links
    assert (link.target, link.headings, link.block) == (target, headings, block)
    assert (link.display, link.is_embed) == (display, is_embed)
    assert link.span is not None
    assert text[link.span.start : link.span.end] == link.original


@pytest.mark.parametrize(
    "text",
    [
        "`[[a]] #b`",
        "```\n[[a]] #b\n```",
        "``a ` [[a]]``",
        "    [[a]] #b",
        "$[[a]]$",
        "%% [[a]] #b %%",
        "<!-- [[a]] #b -->",
        "[a](https://b.example/#c)",
        "\\[\\[a]]",
        "https://a.example/#b",
        "a#b",
        "#123",
        "[[ ]]",
        "[[]]",
        "# ",
        "<a href='#b'>",
        "$$\n#b\n$$",
        "~~~\n[[a]]\n~~~",
        "- ```\n  [[a]]\n  ```",
        "> ```\n> [[a]]\n> ```",
    ],
)
def test_this_is_neither_link_nor_tag(text: str) -> None:
    note = read(text)
    assert (note.links, note.body_tags) == ((), ())


def test_tags_are_unicode_nested_and_not_only_digits() -> None:
    note = read("#a/b #ü-1 **#c** (#no) #1 #1a\n\n## H #d\n\n- #e, #f.\n")
    assert note.tags == ("a/b", "ü-1", "c", "1a", "d", "e", "f")


def nested(mark: str, depth: int) -> bytes:
    return "".join(f"{'  ' * level}{mark}{level}\n" for level in range(depth)).encode()


def test_the_line_where_a_list_becomes_too_deep_is_told() -> None:
    text = b"---\na: b\n---\n# List\n\n" + nested("- ", 80)
    note = parse_note(NotePath("a.md"), text)
    read = max(statement.first_line for statement in note.statements)
    assert [trouble.line for trouble in note.troubles] == [read]


@pytest.mark.parametrize(
    ("data", "kinds"),
    [
        pytest.param(b"\xef\xbb\xbf---\na: b\n---\n# H", [], id="BOM"),
        pytest.param(b"caf\xe9 au lait\n\xff", ["not_utf8"], id="Latin-1"),
        pytest.param(b"a\0b", [], id="NUL"),
        pytest.param(b"", [], id="empty"),
        pytest.param(b"\r\r\n\n", [], id="odd line ends"),
        pytest.param(b"x" * (MAX_NOTE_BYTES + 1), ["too_large"], id="too large"),
        pytest.param(nested("- ", 40), [], id="a list as deep as anybody's"),
        pytest.param(nested("- ", 80), ["too_deep"], id="a list too deep"),
        pytest.param(b"a\n\n" + b"> " * 300 + b"b", ["too_deep"], id="quotes too deep"),
    ],
)
def test_odd_bytes_are_read(data: bytes, kinds: list[str]) -> None:
    note = parse_note(NotePath("a.md"), data)
    assert [trouble.kind for trouble in note.troubles] == kinds


@pytest.mark.parametrize(
    "unit",
    [
        "[[",
        "[[a|",
        "` `` ",
        "*a ",
        "[a](",
        "> ",
        "- ",
        "%%",
        "$a ",
        "A. ",
        "(a. B ",
        "<!--",
        "<a ",
        "|a",
        "[a:: ",
        "_a_b",
        "![[",
        "\u3042\u3002",
    ],
)
def test_hostile_repetition_is_read_in_time_that_grows_with_its_length(unit: str) -> None:
    # 100 kB: a quadratic rule would take many seconds; the ratio is held by tests/property.
    note = read(unit * (100_000 // len(unit)))
    assert {trouble.kind for trouble in note.troubles} <= {"too_deep"}


def test_the_note_line_counts_begin_behind_the_properties() -> None:
    note = read("---\na: b\n---\n# H\n- x\n  - y\n")
    assert note.body_line == 4
    assert [heading.span.line for heading in note.headings] == [4]
    assert [(item.span.line, item.parent_line) for item in note.list_items] == [(5, -4), (6, 4)]


def test_a_note_travels_between_processes() -> None:
    note = read("---\na: {b: [c]}\n---\n# H\n- [ ] x [[y]] ^z\n")
    assert pickle.loads(pickle.dumps(note)) == note  # noqa: S301 - our own bytes


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_comment_over_two_lines_ends_alike_whatever_ends_its_lines(end: str) -> None:
    text = "Atlas\n%%\n%% no %%\n%% no %%".replace("\n", end)
    note = parse_note(NotePath("a.md"), text.encode())
    assert [one.text for one in note.statements] == ["Atlas", "no", "no %%"]


def test_a_table_of_wide_rows_makes_no_cells() -> None:
    lines = ["|a" * 300, "|-" * 300, *["b"] * 300, "", "c"]
    assert [(one.type, one.map) for one in read_blocks(lines)] == [
        ("table_open", [0, 302]),
        ("table_close", None),
        ("prose", [303, 304]),
    ]


@pytest.mark.parametrize(
    ("text", "maths"),
    [
        pytest.param("$$\na\n$$\n$$\nb\n$$", 2, id="one behind the other"),
        pytest.param("$$a\n$$b\nc $$", 1, id="the first opening counts"),
        pytest.param("- $$a\n- $$b\n  c$$", 1, id="an item ends what nothing closes"),
        pytest.param("- $$a\n  $$b\nc\n$$", 0, id="a line further out stands before the end"),
        pytest.param("> $$\n> a\n> $$", 1, id="in a quote"),
        pytest.param("$$a", 0, id="nothing behind"),
    ],
)
def test_maths_goes_to_the_line_that_closes_it(text: str, maths: int) -> None:
    assert [one.type for one in read_blocks(text.split("\n"))].count("maths") == maths


def test_a_link_around_images_is_read_however_many_they_are() -> None:
    images = "![x](y.png)" * 40
    assert len(read(f"[{images}](a.md)").links) == 41
    assert len(read(f"[{images}").links) == 40


@pytest.mark.parametrize(
    ("text", "start"),
    [
        pytest.param("1. a\n    - b", 9, id="a low number may indent by one more"),
        pytest.param("1) a\n    - b", 8, id="with a bracket it is no number"),
        pytest.param("10. a\n    - b", 10, id="nor is a high one low"),
    ],
)
def test_a_nested_item_begins_in_the_column_that_obsidian_counts(text: str, start: int) -> None:
    assert [item.span.start for item in read(text).list_items] == [0, start]


@pytest.mark.parametrize("text", ["[[|]]", "a [[|b]] c", "[[ ]]", "![[|]]"])
def test_a_link_that_names_nothing_is_text(text: str) -> None:
    note = read(text)
    assert note.links == ()
    assert [one.plain for one in note.statements] == [text]
