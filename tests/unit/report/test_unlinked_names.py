"""Which notes memories name again and again without a link, and what is no name."""

import pytest

from vaultwatch.notes.model import NotePath
from vaultwatch.report.unlinked_names import (
    KnownNames,
    NamingMemory,
    UnlinkedName,
    linked,
    unlinked_names,
    with_name_linked,
)

NOTE = NotePath("People/Mira Lund.md")
NAMES = [("Mira Lund", NOTE), ("Drag and drop", NotePath("Drag and drop.md")),
         ("Oslo Trip", NotePath("2025/Oslo Trip.md")), ("Oslo Trip", NotePath("2026/Oslo Trip.md")),
         ("Ideas", NotePath("Ideas.md")), ("2026-03-01", NotePath("2026-03-01.md")),
         ("KX-300", NotePath("Kiln.md"))]  # fmt: skip
KNOWN = KnownNames(NAMES)


def told(*texts: str, cited: frozenset[NotePath] = frozenset()) -> list[str]:
    memories = [NamingMemory(f"mem_{at}", text, cited) for at, text in enumerate(texts)]
    return [one.note for one in unlinked_names(memories, KNOWN)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("Mira Lund fires the kiln.", [NOTE], id="a person"),
        pytest.param("The glaze of Mira Lund's is grey.", [NOTE], id="in the genitive"),
        pytest.param("Der Ofen KX-300 ist alt.", ["Kiln.md"], id="an identifier, in German"),
        pytest.param("Die Samira Lundt kommt.", [], id="within other words"),
        pytest.param("mira lund fires it", [], id="not as it is written"),
        pytest.param("See [[Mira Lund]].", [], id="linked"),
        pytest.param("See [Mira Lund](https://example.org/lund).", [], id="the text of a web link"),
        pytest.param("Run `Mira Lund` first.", [], id="code"),
        pytest.param("```\nMira Lund\n```", [], id="a block of code"),
        pytest.param("She wrote “ask Mira Lund” there.", [], id="a quote"),
        pytest.param("> Mira Lund said so", [], id="a quoted line"),
        pytest.param("Drag and drop works.", [], id="plain words, though a note is called so"),
        pytest.param("Ideas of 2026-03-01.", [], id="one word, and a date"),
        pytest.param("The Oslo Trip was wet.", [], id="the name of two notes"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_what_three_memories_name(text: str, found: list[str]) -> None:
    assert told(text, text, text) == found
    assert told(text, text) == []  # two are too few


def test_who_links_already_does_not_count() -> None:
    assert told(*["Mira Lund fires it."] * 3, cited=frozenset({NOTE})) == []


def test_one_memory_counts_once() -> None:
    memories = [NamingMemory("mem_a", "Mira Lund, Mira Lund and Mira Lund.", frozenset())]
    assert unlinked_names(memories, KNOWN) == []
    three = [NamingMemory(id_, "Mira Lund.", frozenset()) for id_ in ("mem_c", "mem_a", "mem_b")]
    assert unlinked_names(three, KNOWN) == [UnlinkedName(NOTE, ("mem_a", "mem_b", "mem_c"))]


HEAD = b"---\r\nid: mem_a\r\ntags:\r\n  - Mira Lund\r\n---\r\n\r\n"


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        pytest.param(
            "Mira Lund fires it.\r\n\r\n\r\nAsk Mira Lund.  ",
            "[[Mira Lund]] fires it.\r\n\r\n\r\nAsk Mira Lund.  ",
            id="the first mention alone, white space and line endings kept",
        ),
        pytest.param(
            "`Mira Lund` runs, “Mira Lund” said, ask Mira Lund.",
            "`Mira Lund` runs, “Mira Lund” said, ask [[Mira Lund]].",
            id="past code and quotes",
        ),
        pytest.param("~~~\nMira Lund\n~~~\n", None, id="a block of code of another kind"),
        pytest.param("%% Mira Lund %%", None, id="a comment"),
        pytest.param("Ask $Mira Lund$.", None, id="a formula"),
        pytest.param(
            "Émile asks Mira Lund, zweimal.", "Émile asks [[Mira Lund]], zweimal.", id="UTF-8"
        ),
        pytest.param("Nobody.", None, id="not named"),
    ],
)
def test_a_link_is_put_round_the_mention_and_no_other_byte_differs(
    text: str, linked: str | None
) -> None:
    for head in (HEAD, b"", b"\xef\xbb\xbf" + HEAD):
        new = with_name_linked(head + text.encode(), NotePath("M.md"), NOTE, KNOWN, "Mira Lund")
        assert new == (None if linked is None else head + linked.encode())
    assert with_name_linked(b"\xff Mira Lund", NotePath("M.md"), NOTE, KNOWN, "Mira Lund") is None


def test_an_alias_keeps_its_words_and_in_a_table_nothing_is_linked() -> None:
    kiln = NotePath("Kiln.md")
    assert with_name_linked(b"The KX-300 is old.", NotePath("M.md"), kiln, KNOWN, "Kiln") == (
        b"The [[Kiln|KX-300]] is old."
    )
    table = b"| oven | age |\n| --- | --- |\n| KX-300 | 9 |\n"
    assert with_name_linked(table, NotePath("M.md"), kiln, KNOWN, "Kiln") is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        pytest.param("we moved the Loom upstairs", "we moved the [[Loom]] upstairs", id="large"),
        pytest.param("Loom and wool go well together.", None, id="where a sentence begins"),
        pytest.param("It is late. Loom time is over.", None, id="where a second one begins"),
        pytest.param("we moved the loom upstairs", None, id="small, as any word"),
        pytest.param("the Looms stand upstairs", None, id="within another word"),
    ],
)
def test_a_title_of_one_word_is_linked_where_it_is_written_as_a_name(
    text: str, wanted: str | None
) -> None:
    assert linked(text, [("Loom", NotePath("Loom.md"))]) == (wanted or text)
    two = [("Loom", NotePath("Loom.md")), ("Loom", NotePath("Old/Loom.md"))]
    assert linked(text, two) == text
