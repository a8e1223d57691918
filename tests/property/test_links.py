"""What holds of every vault's links."""

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from vaultwatch.notes.links import LinkIndex
from vaultwatch.notes.model import Link, NoteOutline, NotePath

NAMES = ["A", "b", "Caf\u00e9", "cafe\u0301", "a b"]
FOLDERS = ["", "x/", "x/y/", "Y/", "b/"]
PATHS = st.builds(
    lambda folder, name: NotePath(f"{folder}{name}.md"), *map(st.sampled_from, (FOLDERS, NAMES))
)
TARGETS = st.builds(
    lambda front, folder, name, back: f"{front}{folder}{name}{back}",
    st.sampled_from(["", "", "", "/", "./", "../"]),
    st.sampled_from(FOLDERS),
    st.sampled_from([*NAMES, *map(str.upper, NAMES), "Nick"]),
    st.sampled_from(["", ".md"]),
)
LINKS = st.builds(
    lambda target, style: Link(target, (), None, None, target, style, is_embed=False, span=None),
    TARGETS | st.just(""),
    st.sampled_from(["wiki", "markdown"]),
)
OUTLINES = st.builds(
    lambda path, aliases, links: NoteOutline(path, tuple(aliases), (), (), tuple(links), ()),
    PATHS,
    st.lists(st.sampled_from(["Nick", "nick", "b"]), max_size=2),
    st.lists(LINKS, max_size=3),
)
VAULTS = st.lists(OUTLINES, max_size=7, unique_by=lambda outline: outline.path)


def folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).lower()


def everything(index: LinkIndex, vault: list[NoteOutline]) -> dict[NotePath, object]:
    return {one.path: (index.links_out(one.path), index.links_in(one.path)) for one in vault}


@settings(deadline=None)  # a busy machine is no failure
@given(vault=VAULTS, gone=VAULTS)
def test_an_index_kept_note_by_note_is_the_index_built_at_once(
    vault: list[NoteOutline], gone: list[NoteOutline]
) -> None:
    kept = LinkIndex(gone)
    for outline in vault:
        kept.put(outline)
    for path in {one.path for one in gone} - {one.path for one in vault}:
        kept.remove(path)
    assert everything(kept, vault) == everything(LinkIndex(vault), vault)


@settings(deadline=None)  # a busy machine is no failure
@given(vault=VAULTS)
def test_a_link_in_is_a_link_out_of_another(vault: list[NoteOutline]) -> None:
    index = LinkIndex(vault)
    out = sorted(
        (to.path, one.path, link.original)
        for one in vault
        for link, to in index.links_out(one.path)
        if to.path is not None and link.target
    )
    into = sorted(
        (one.path, source, link.original)
        for one in vault
        for source, link in index.links_in(one.path)
    )
    assert out == into


@settings(deadline=None)  # a busy machine is no failure
@given(vault=VAULTS, new=OUTLINES)
def test_only_affected_notes_see_their_links_change(
    vault: list[NoteOutline], new: NoteOutline
) -> None:
    index = LinkIndex(vault)
    before = {one.path: index.links_out(one.path) for one in vault if one.path != new.path}
    affected = index.affected_by(new)
    index.put(new)
    changed = {path for path, links in before.items() if index.links_out(path) != links}
    assert changed <= affected


@settings(deadline=None)  # a busy machine is no failure
@given(vault=VAULTS, target=TARGETS)
def test_a_wiki_link_means_a_note_whose_path_ends_in_it(
    vault: list[NoteOutline], target: str
) -> None:
    link = Link(target, (), None, None, target, "wiki", is_embed=False, span=None)
    resolution = LinkIndex(vault).resolve(link, NotePath("x/source.md"))
    found = resolution.candidates or ((resolution.path,) if resolution.path else ())
    tail = folded(target).removesuffix(".md")
    means: set[NotePath] = set()
    if not target.startswith((".", "/")):
        means = {one.path for one in vault if f"/{folded(one.path)}".endswith(f"/{tail}.md")}
        exact = {path for path in means if folded(path) == f"{tail}.md"}
        assert set(found) <= (exact or means) or not means
    if means:
        assert resolution.path in means
        assert (resolution.status == "ambiguous") == (len(found) > 1)
    if target.startswith("/"):
        assert all(folded(f"/{path}") == f"{tail}.md" for path in found) or "nick" in tail
    assert list(found) == list(dict.fromkeys(found))
