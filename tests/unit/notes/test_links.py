"""What a link means, by the rules of Obsidian."""

import unicodedata
from typing import Literal

import pytest

from vaultwatch.notes.links import LinkIndex
from vaultwatch.notes.model import Link, NoteOutline, NotePath


def link(target: str, *headings: str, block: str | None = None, is_markdown: bool = False) -> Link:
    style: Literal["wiki", "markdown"] = "markdown" if is_markdown else "wiki"
    return Link(target, headings, block, None, f"[[{target}]]", style, is_embed=False, span=None)


def outline(path: str, *links: Link, aliases: tuple[str, ...] = ()) -> NoteOutline:
    headings = ((1, "Plan"), (2, "Open: [now]"), (1, "Log"), (2, "May"), (3, "Open now"))
    return NoteOutline(NotePath(path), aliases, headings, ("Key-1",), links, ())


VAULT = LinkIndex(
    [
        outline("Home.md"),
        outline("wood/Atlas.md", aliases=("The  Map", "ATL/1")),
        outline("wood/deep/Other.md"),
        outline("wood/Twin.md"),
        outline("play/Twin.md"),
        outline("play/a/Solo.md"),
        outline("Caf\u00e9.md"),
    ],
    ["img/pic.png", "board.canvas", "ATLAS", "wood/home", "v1.2"],
)


@pytest.mark.parametrize(
    ("found", "source", "path"),
    [
        pytest.param(link("home"), "x.md", "Home.md", id="case"),
        pytest.param(link("Home.md"), "x.md", "Home.md", id="with .md"),
        pytest.param(link("Atlas"), "x.md", "wood/Atlas.md", id="tail"),
        pytest.param(link("deep/Other"), "x.md", "wood/deep/Other.md", id="longer tail"),
        pytest.param(link("las"), "x.md", None, id="no half name"),
        pytest.param(link("/Atlas"), "x.md", None, id="rooted means the root"),
        pytest.param(link("/wood/Atlas"), "x.md", "wood/Atlas.md", id="rooted"),
        pytest.param(link("the map"), "x.md", "wood/Atlas.md", id="alias"),
        pytest.param(link("ATL/1"), "x.md", "wood/Atlas.md", id="alias with a slash"),
        pytest.param(link("./Atlas"), "wood/x.md", "wood/Atlas.md", id="beside"),
        pytest.param(link("../Atlas"), "wood/deep/x.md", "wood/Atlas.md", id="above"),
        pytest.param(link("../../Home"), "wood/x.md", None, id="out of the vault"),
        pytest.param(link("", "Plan"), "Home.md", "Home.md", id="the note itself"),
        pytest.param(
            link(unicodedata.normalize("NFD", "caf\u00e9")), "x.md", "Caf\u00e9.md", id="NFD"
        ),
        pytest.param(
            link("Twin.md", is_markdown=True),
            "wood/x.md",
            "wood/Twin.md",
            id="markdown is relative",
        ),
        pytest.param(
            link("wood/Atlas.md", is_markdown=True),
            "play/x.md",
            "wood/Atlas.md",
            id="then absolute",
        ),
        pytest.param(link("Solo.md", is_markdown=True), "x.md", "play/a/Solo.md", id="then a name"),
    ],
)
def test_a_link_means(found: Link, source: str, path: str | None) -> None:
    resolution = VAULT.resolve(found, NotePath(source))
    assert (resolution.path, resolution.status) == (path, "resolved" if path else "unresolved")


@pytest.mark.parametrize(
    ("source", "first"),
    [
        pytest.param("play/x.md", "play/Twin.md", id="in the linking note's folder"),
        pytest.param("x.md", "play/Twin.md", id="else alphabetical"),
    ],
)
def test_an_ambiguous_link_names_all_and_obsidians_choice(source: str, first: str) -> None:
    resolution = VAULT.resolve(link("Twin"), NotePath(source))
    assert (resolution.status, resolution.path) == ("ambiguous", first)
    assert set(resolution.candidates) == {"wood/Twin.md", "play/Twin.md"}


@pytest.mark.parametrize(
    ("found", "section", "missing"),
    [
        pytest.param(link("Home", "open now"), ("Plan", "Open: [now]"), None, id="first match"),
        pytest.param(
            link("Home", "Log", "Open now"), ("Log", "May", "Open now"), None, id="nested"
        ),
        pytest.param(link("Home", "Plan", "May"), (), "Plan#May", id="not below it"),
        pytest.param(link("Home", "Gone"), (), "Gone", id="no such heading"),
        pytest.param(link("Home", block="kEY-1"), (), None, id="block"),
        pytest.param(link("Home", block="no"), (), "^no", id="no such block"),
    ],
)
def test_a_link_narrows(found: Link, section: tuple[str, ...], missing: str | None) -> None:
    resolution = VAULT.resolve(found, NotePath("x.md"))
    assert (resolution.path, resolution.section, resolution.missing_part) == (
        "Home.md",
        section,
        missing,
    )


@pytest.mark.parametrize(
    ("heading", "written"),
    [
        pytest.param("What is new?", "What is new", id="punctuation"),
        pytest.param("Step 1/2 (old)", "Step 1 2 old", id="slash and brackets"),
        pytest.param("Mira\u0301's plan", "M\u0131ra", id="another word"),
        pytest.param("caf\u00e9", "CAFE\u0301", id="Unicode"),
        pytest.param("don't stop", "don't   stop", id="white space"),
    ],
)
def test_a_heading_is_found_by_its_words(heading: str, written: str) -> None:
    note = NoteOutline(NotePath("A.md"), (), ((1, heading),), (), (), ())
    resolution = LinkIndex([note]).resolve(link("A", written), NotePath("x.md"))
    found = heading != "Mira\u0301's plan"
    assert resolution.section == ((heading,) if found else ())
    assert (resolution.missing_part is None) is found


def test_a_full_path_is_never_ambiguous() -> None:
    index = LinkIndex(
        [outline("Name.md"), outline("a/Name.md"), outline("b/Note.md"), outline("b/note.md")]
    )
    for source in ("x.md", "a/x.md"):
        assert index.resolve(link("Name"), NotePath(source)).path == "Name.md"
        assert index.resolve(link("Name"), NotePath(source)).status == "resolved"
    assert index.resolve(link("b/note"), NotePath("x.md")).path == "b/note.md"
    assert index.resolve(link("b/note"), NotePath("x.md")).status == "resolved"
    assert index.resolve(link("b/NOTE"), NotePath("x.md")).status == "ambiguous"


def test_an_alias_of_two_notes_is_ambiguous_and_a_name_comes_before_an_alias() -> None:
    index = LinkIndex(
        [outline("A.md", aliases=("It",)), outline("B.md", aliases=("it", "A")), outline("C.md")]
    )
    assert index.resolve(link("IT"), NotePath("x.md")).candidates == ("A.md", "B.md")
    assert index.resolve(link("a"), NotePath("x.md")).path == "A.md"


def test_a_folder_whose_name_begins_like_the_linking_notes_counts_as_below_it() -> None:
    index = LinkIndex([outline("a/T.md"), outline("Work2/deep/T.md")])
    assert index.resolve(link("T"), NotePath("Work/x.md")).candidates[0] == "Work2/deep/T.md"


def test_a_section_is_narrowed_in_obsidians_choice_of_an_ambiguous_link() -> None:
    index = LinkIndex([outline("a/T.md"), outline("b/T.md")])
    resolution = index.resolve(link("T", "Log", "May"), NotePath("b/x.md"))
    assert (resolution.status, resolution.path) == ("ambiguous", "b/T.md")
    assert resolution.section == ("Log", "May")


@pytest.mark.parametrize(
    ("target", "file"),
    [
        ("pic.png", "img/pic.png"),
        ("BOARD.canvas", "board.canvas"),
        ("V1.2", "v1.2"),
        ("pic", None),
        ("wood/home", None),
    ],
)
def test_attachments_are_known_with_their_extension(target: str, file: str | None) -> None:
    resolution = VAULT.resolve(link(target), NotePath("x.md"))
    assert (resolution.attachment, resolution.path) == (file, None)


@pytest.mark.parametrize(("target", "path"), [("atlas", "wood/Atlas.md"), ("HOME", "Home.md")])
def test_a_file_without_an_extension_never_stands_before_a_note(target: str, path: str) -> None:
    assert VAULT.resolve(link(target), NotePath("x.md")).path == path


@pytest.mark.parametrize(("target", "is_alias"), [("Atlas", False), ("the map", True)])
def test_a_link_by_an_alias_says_so(target: str, *, is_alias: bool) -> None:
    resolution = VAULT.resolve(link(target), NotePath("x.md"))
    assert (resolution.path, resolution.is_alias) == ("wood/Atlas.md", is_alias)


def test_a_new_note_touches_the_links_that_could_mean_it_and_backlinks_follow() -> None:
    index = LinkIndex([outline("a.md", link("New")), outline("b.md", link("Else"))])
    new = outline("sub/New.md")
    assert index.affected_by(new) == {"a.md"}
    index.put(new)
    assert [source for source, _ in index.links_in(new.path)] == ["a.md"]
    index.remove(new.path)
    assert index.links_out(NotePath("a.md"))[0][1].status == "unresolved"


def test_a_lost_alias_touches_its_links() -> None:
    index = LinkIndex([outline("a.md", link("nick")), outline("b.md", aliases=("Nick",))])
    assert index.links_in(NotePath("b.md"))
    bare = outline("b.md")
    assert index.affected_by(bare) == {"a.md"}
    index.put(bare)
    assert not index.links_in(NotePath("b.md"))
    assert index.links_out(NotePath("a.md"))[0][1].status == "unresolved"


def test_a_replaced_note_is_narrowed_by_its_new_headings() -> None:
    index = LinkIndex([outline("a.md")])
    assert index.resolve(link("a", "Plan"), NotePath("x.md")).section == ("Plan",)
    index.put(NoteOutline(NotePath("a.md"), (), ((1, "Aim"),), (), (), ()))
    assert index.resolve(link("a", "Plan"), NotePath("x.md")).missing_part == "Plan"
