"""How Markdown of other tools is cut into items."""

import pytest

from vaultwatch.memories.stores.items import StoreItem, anchor_of, items_of

CASES = [
    pytest.param("- a\n- b", [(1, 1, "a"), (2, 2, "b")], id="bullets"),
    pytest.param("* a\n+ b\n\u2022 c\n1. d\n2) e", [(n, n, "abcde"[n - 1]) for n in range(1, 6)],
                 id="every kind of bullet"),
    pytest.param("- a\r\n- b\r\n", [(1, 1, "a"), (2, 2, "b")], id="CRLF"),
    pytest.param("- a\r- b", [(1, 1, "a"), (2, 2, "b")], id="CR alone"),
    pytest.param("\t- a\n\t- b", [(1, 1, "a"), (2, 2, "b")], id="tabs before bullets"),
    pytest.param("- a\n\t- b\n- c", [(1, 2, "a\n\t- b"), (3, 3, "c")], id="nested by a tab"),
    pytest.param("- a\n  more\nlazy\n- b", [(1, 3, "a\nmore\nlazy"), (4, 4, "b")], id="wrapped"),
    pytest.param("- a\n\n  more\n\nafter", [(1, 3, "a\n\nmore"), (5, 5, "after")], id="a gap"),
    pytest.param("one\ntwo\n\nthree", [(1, 2, "one\ntwo"), (4, 4, "three")], id="paragraphs"),
    pytest.param("# H\n- a", [(2, 2, "a")], id="a heading is none"),
    pytest.param("- a\n```\n- no\n# no\n```\n- b", [(1, 5, "a\n```\n- no\n# no\n```"), (6, 6, "b")],
                 id="code belongs to what stands before it"),
    pytest.param("```\nnever closed\n- x", [(1, 3, "```\nnever closed\n- x")], id="half a fence"),
    pytest.param("<!-- a\n- no\n-->\n- b", [(4, 4, "b")], id="a comment"),
    pytest.param("- a\n<!-- hook -->\n- b", [(1, 1, "a"), (3, 3, "b")], id="a comment ends one"),
    pytest.param("a\n---\nb\n***\n", [(1, 1, "a"), (3, 3, "b")], id="rules"),
    pytest.param("", [], id="nothing"),
    pytest.param("\n \n\t\n", [], id="blank"),
    pytest.param("-\n- \n-x", [(1, 3, "-\n-\n-x")], id="bullets of nothing"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "found"), CASES)
def test_items_have_their_lines(text: str, found: list[tuple[int, int, str]]) -> None:
    assert [(one.first_line, one.last_line, one.text) for one in items_of(text)] == found


def test_an_item_knows_its_headings() -> None:
    text = "# A\n## B ##\n- x\n# C\n- y"
    assert [one.headings for one in items_of(text)] == [("A", "B"), ("C",)]


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("**Port**: 4310", "**Port**: 4311"),
        ("Deploy day: Thursday", "Deploy day: Friday"),
        ("The build takes 20 minutes", "The build takes 35 minutes"),
        ("Use `make a` for the tests", "Use `make b` for the tests"),
        ("Dana leads the release, from Lisbon", "Dana leads the release, from Porto"),
    ],
)
def test_another_value_keeps_the_anchor(before: str, now: str) -> None:
    one, two = (StoreItem(1, 1, ("H",), text, is_listed=True) for text in (before, now))
    assert anchor_of(one) == anchor_of(two)


def test_other_things_have_other_anchors() -> None:
    one, two = (StoreItem(1, 1, ("H",), text, is_listed=True) for text in ("Port: 1", "Host: 1"))
    assert anchor_of(one) != anchor_of(two)
