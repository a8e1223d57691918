"""What a note's properties say, however they are written."""

import pytest

from vaultwatch.notes.model import NotePath, PropertyValue
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.properties import MAX_REPEATED, MAX_VALUES, read_properties


@pytest.mark.parametrize(
    ("block", "values"),
    [
        pytest.param("a: 007", {"a": "007"}, id="leading zeros"),
        pytest.param("a: 12:30", {"a": "12:30"}, id="sexagesimal"),
        pytest.param("a: yes", {"a": "yes"}, id="yes is text"),
        pytest.param("a: 2026-01-01", {"a": "2026-01-01"}, id="date is text"),
        pytest.param("a:", {"a": None}, id="empty"),
        pytest.param('a: ""', {"a": ""}, id="quoted empty is text"),
        pytest.param("a: [x, y]", {"a": ("x", "y")}, id="flow list"),
        pytest.param("a:\n  - x\n  -", {"a": ("x", None)}, id="block list"),
        pytest.param("a:\n  b: c", {"a": {"b": "c"}}, id="nested"),
        pytest.param("a: [[Note]]", {"a": "[[Note]]"}, id="unquoted wiki-link"),
        pytest.param('{"a": "b", "c": 1}', {"a": "b", "c": "1"}, id="JSON"),
        pytest.param("a: &x [1]\nb: *x", {"a": ("1",), "b": ("1",)}, id="alias"),
        pytest.param("a: b\t\nc: d", {"a": "b", "c": "d"}, id="a tab behind a value"),
        pytest.param("~", {}, id="nothing at all"),
        pytest.param("a: !!python/name:os.system x", {"a": "x"}, id="tag is ignored"),
    ],
)
def test_a_value_is_the_text_that_was_written(block: str, values: dict[str, PropertyValue]) -> None:
    for eol in ("\n", "\r\n"):
        read = read_properties(f"---\n{block}\n---\nBody".replace("\n", eol))
        assert read.values == values
        assert read.troubles == ()


@pytest.mark.parametrize(
    ("text", "kind", "line", "values"),
    [
        pytest.param(
            "---\na: b\nc: [x\n---\n",
            "broken_properties",
            4,
            {"a": "b", "c": "[x"},
            id="broken YAML",
        ),
        pytest.param("---\na: b\n\tc: d\n---\n", "broken_properties", 3, {"a": "b"}, id="tab"),
        pytest.param("---\na: b\na: c\n---\n", "duplicate_property", 3, {"a": "c"}, id="twice"),
        pytest.param("---\n- a\n- b\n---\n", "broken_properties", 2, {}, id="a list"),
        pytest.param(
            "---\nstatus: x\n\nText", "unclosed_properties", 1, {"status": "x"}, id="never closed"
        ),
        pytest.param("---", "unclosed_properties", 1, {}, id="a lone rule"),
        pytest.param(
            "---\na: " + "[" * 100_000 + "\n---\n",
            "broken_properties",
            2,
            None,
            id="100,000 brackets",
        ),
        pytest.param(
            "---\na: '" + "x" * 300_000 + "'\n---\n", "broken_properties", 2, None, id="too long"
        ),
    ],
)
def test_trouble_is_told_once_and_simple_lines_are_salvaged(
    text: str, kind: str, line: int, values: dict[str, PropertyValue] | None
) -> None:
    note = parse_note(NotePath("a.md"), text.encode())
    assert [(trouble.kind, trouble.line) for trouble in note.troubles] == [(kind, line)]
    if values is not None:
        assert note.properties == values


def test_a_billion_laughs_are_cut_short() -> None:
    laughs = "".join(
        f"{chr(98 + level)}: &{chr(98 + level)} [{','.join(['*' + chr(97 + level)] * 9)}]\n"
        for level in range(9)
    )
    read = read_properties(f"---\na: &a [{','.join('x' * 9)}]\n{laughs}---\n")
    assert [trouble.kind for trouble in read.troubles] == ["broken_properties"]
    assert read.values["a"] == tuple("x" * 9)
    assert len(str(read.values)) < MAX_VALUES * 10


def test_an_alias_to_itself_is_left_out() -> None:
    read = read_properties("---\na: &x {b: *x, c: d}\n---\n")
    assert read.values == {"a": {"b": None, "c": "d"}}
    assert [trouble.kind for trouble in read.troubles] == ["broken_properties"]


def test_what_aliases_repeat_is_counted() -> None:
    read = read_properties(
        "---\na: &x [1, 2]\n" + "".join(f"k{n}: *x\n" for n in range(900)) + "---\n"
    )
    repeated = sum(len(value) for value in read.values.values() if isinstance(value, tuple))
    assert repeated <= MAX_REPEATED + 2
    assert [trouble.kind for trouble in read.troubles] == ["broken_properties"]


def test_a_property_ends_where_its_value_ends_and_odd_marks_end_no_line() -> None:
    block = "a:\n  - x\n  # a comment\n\nb: 'one\u2028two'\nc: |\n  text\n\nd: e\n"
    note = parse_note(NotePath("a.md"), f"---\n{block}---\n".encode())
    assert [(one.text, one.first_line, one.last_line) for one in note.statements] == [
        ("a: - x", 2, 3),
        ("b: 'one two'", 6, 6),
        ("c: | text", 7, 8),
        ("d: e", 10, 10),
    ]


@pytest.mark.parametrize(
    ("block", "aliases", "tags"),
    [
        pytest.param("aliases: [A, B]\ntags: [x, y/z]", ("A", "B"), ("x", "y/z"), id="lists"),
        pytest.param("alias: A, B\ntag: x, y", ("A", "B"), ("x", "y"), id="strings with commas"),
        pytest.param("aliases:\ntags:", (), (), id="null"),
        pytest.param("aliases: [A, A]\ntags: ['#x', x]", ("A",), ("x",), id="once each"),
        pytest.param("TAGS: [x]", (), (), id="only lower case, as in Obsidian"),
    ],
)
def test_aliases_and_tags_are_read_as_obsidian_reads_them(
    block: str, aliases: tuple[str, ...], tags: tuple[str, ...]
) -> None:
    note = parse_note(NotePath("a.md"), f"---\n{block}\n---\n".encode())
    assert (note.aliases, note.tags) == (aliases, tags)


def test_links_in_properties_know_their_key() -> None:
    data = b'---\nup: "[[A#H|a]]"\nrelated:\n  - "[[B]]"\n  - see [[C]]\n---\n'
    links = parse_note(NotePath("a.md"), data).links
    assert [(link.target, link.property_key, link.display) for link in links] == [
        ("A", "up", "a"),
        ("B", "related.0", None),
    ]


def test_property_statements_leave_our_own_flags_out() -> None:
    data = (
        b"---\nstatus: active\nowner:\n  name: Bo\ndrift: [memory_drift]\ndrift_score: 0.9\n"
        b"drift_since: 2026-01-01\ndrift_notes: ['[[A]]']\ntags: [a, b]\n---\n"
    )
    statements = parse_note(NotePath("a.md"), data).statements
    assert [(one.key, one.plain, one.first_line, one.last_line) for one in statements] == [
        ("status", "status: active", 2, 2),
        ("owner.name", "owner.name: Bo", 3, 4),
        ("tags", "tags: a, b", 9, 9),
    ]
