"""How a section is found by what a link or a person says."""

import pytest

from vaultwatch.notes.headings import lines_of
from vaultwatch.notes.links import LinkIndex
from vaultwatch.notes.model import NotePath, outline_of
from vaultwatch.notes.parse import parse_note

TEXT = """\
Above all. Twice. ^top

# [[do]]
Do this.
## **Food**
Bread.
### Open points?
Salt.
## C# notes
Sharp.
# [[Atlas|The map]] %%hidden%%
Lines.
## Food
Fish.
## Log
One.
## Log
Two.

Setext `code`
===
End.
"""
NOTE = parse_note(NotePath("A.md"), TEXT.encode())


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        pytest.param("[[do]]", (3, 10), id="as written"),
        pytest.param("do", (3, 10), id="by its words"),
        pytest.param("# DO", (3, 10), id="with its marks, in capitals"),
        pytest.param("**Food**", (5, 8), id="emphasis as written"),
        pytest.param("Food", (13, 14), id="the heading that reads exactly so"),
        pytest.param("do > Food", (5, 8), id="with the heading above, as findings name it"),
        pytest.param("[[do]]#**Food**", (5, 8), id="as a link names it"),
        pytest.param("do#food#open points", (7, 8), id="three steps"),
        pytest.param("Open points", (7, 8), id="without its question mark"),
        pytest.param("C# notes", (9, 10), id="a heading with a hash"),
        pytest.param("The map", (11, 19), id="a link's other name"),
        pytest.param("[[Atlas|The map]]", (11, 19), id="a link with its other name"),
        pytest.param("Atlas The map", (11, 19), id="as Obsidian completes it"),
        pytest.param("Log", (15, 16), id="the first of two"),
        pytest.param("Setext code", (20, 22), id="setext"),
        pytest.param("^TOP", (1, 1), id="a block"),
        pytest.param("^no", None, id="no such block"),
        pytest.param("do > Log", None, id="not below it"),
        pytest.param("Gone", None, id="no such heading"),
        pytest.param("#", None, id="nothing"),
    ],
)
def test_a_person_names(typed: str, lines: tuple[int, int] | None) -> None:
    assert lines_of(NOTE, typed) == lines


def test_a_link_narrows_to_the_section_that_statements_name() -> None:
    index = LinkIndex([outline_of(NOTE)])
    memory = parse_note(
        NotePath("m.md"),
        b"[[A#do]] [[A#Food]] [[A#do#Food]] [[A#Atlas The map]] [[A#The map]] [[A#Setext code]]",
    )
    sections = [index.resolve(link, NotePath("m.md")).section for link in memory.links]
    held = {statement.section for statement in NOTE.statements}
    assert set(sections) <= held
    assert sections == [
        ("do",),
        ("do", "Food"),
        ("do", "Food"),
        ("The map",),
        ("The map",),
        ("Setext code",),
    ]
