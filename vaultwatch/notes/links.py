"""Decide what a link means, as Obsidian does, and who links to whom.

Pure. `services.scanning.citing` builds a `LinkIndex` from the ledger's outlines. Every tail of
every path is a key, so a lookup is a few dictionary accesses; links are kept by the name they end
in, so a note that appears touches only the links that could mean it.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from vaultwatch.notes.headings import NamedSections
from vaultwatch.notes.model import Link, NoteOutline, NotePath, SectionPath
from vaultwatch.notes.titles import composed, folded

_OUTSIDE = ".."


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a link comes to."""

    status: Literal["resolved", "unresolved", "ambiguous"]
    path: NotePath | None
    """The note; of several the one Obsidian would open."""
    candidates: tuple[NotePath, ...]
    """Every note an ambiguous link may mean, Obsidian's choice first."""
    attachment: str | None
    """The path of a file that is no note."""
    missing_part: str | None
    """The heading (`H1#H2`) or block (`^id`) that the note does not hold."""
    section: SectionPath
    """All headings from the outermost to the one the link names, as statements name them."""
    is_alias: bool = False
    """Whether only an alias leads there: such a link we follow, Obsidian calls it unresolved."""


_NOWHERE = Resolution("unresolved", None, (), None, None, ())


class _Shelf:
    """Paths by key; a lone path, by far the most common, costs no container."""

    def __init__(self) -> None:
        self._held: dict[str, str | dict[str, None]] = {}

    def put(self, key: str, path: str) -> None:
        held = self._held.get(key)
        if held is None:
            self._held[key] = path
        elif isinstance(held, dict):
            held[path] = None
        elif held != path:
            self._held[key] = {held: None, path: None}

    def drop(self, key: str, path: str) -> None:
        held = self._held.get(key)
        if isinstance(held, dict):
            held.pop(path, None)
            if not held:
                del self._held[key]
        elif held == path:
            del self._held[key]

    def get(self, key: str) -> Collection[str]:
        held = self._held.get(key)
        if held is None:
            return ()
        return (held,) if isinstance(held, str) else held.keys()


class _Parts:
    """What a link may name within a note."""

    def __init__(self, outline: NoteOutline) -> None:
        self.blocks = frozenset(folded(block) for block in outline.blocks)
        self.sections = NamedSections(outline.headings)


class LinkIndex:
    """All links of a vault; kept true note by note."""

    def __init__(
        self, outlines: Iterable[NoteOutline] = (), attachments: Iterable[str] = ()
    ) -> None:
        """Take in a vault: its notes, and the paths of other files, `.canvas` and `.base` too."""
        self._outlines: dict[NotePath, NoteOutline] = {}
        self._exact, self._tails, self._aliases = _Shelf(), _Shelf(), _Shelf()
        self._file_exact, self._file_tails = _Shelf(), _Shelf()
        self._sources = _Shelf()
        """Linking notes by the name their link ends in."""
        self._parts: dict[NotePath, _Parts] = {}
        for attachment in attachments:
            key = folded(attachment)
            self._file_exact.put(key, attachment)
            for tail in _tails(key):
                self._file_tails.put(tail, attachment)
        for outline in outlines:
            self.put(outline)

    def put(self, outline: NoteOutline) -> None:
        """Add a note, or replace it."""
        path = outline.path
        self.remove(path)
        self._outlines[path] = outline
        for shelf, key in self._places(outline):
            shelf.put(key, path)

    def remove(self, path: NotePath) -> None:
        """Drop a note; one that is not there is no error."""
        outline = self._outlines.pop(path, None)
        if outline is None:
            return
        self._parts.pop(path, None)
        for shelf, key in self._places(outline):
            shelf.drop(key, path)

    def _places(self, outline: NoteOutline) -> Iterator[tuple[_Shelf, str]]:
        """Yield where a note is kept: by its path and tails, its aliases, and what it links to."""
        key = _note_key(outline.path)
        yield self._exact, key
        for tail in _tails(key):
            yield self._tails, tail
        for alias in outline.aliases:
            yield self._aliases, _alias_key(alias)
        for link in outline.links:
            if link.target:
                yield self._sources, _name_key(link.target)

    def resolve(self, link: Link, source: NotePath) -> Resolution:
        """Return what a link in a note means, which need not be in the index."""
        if not link.target:
            return self._narrow(link, source) if source in self._outlines else _NOWHERE
        for key, is_exact in _readings(link, source):
            if "." in key.rsplit("/", 1)[-1]:  # as in Obsidian: `[[license]]` is no `LICENSE`
                files = (self._file_exact if is_exact else self._file_tails).get(key)
                if files:
                    return Resolution("resolved", None, (), _ordered(files, source)[0], None, ())
            found = self._notes(key, is_exact=is_exact)
            if found:
                return self._chosen(link, source, found)
        found = self._aliases.get(_alias_key(link.target))
        return replace(self._chosen(link, source, found), is_alias=True) if found else _NOWHERE

    def is_taken(self, title: str) -> bool:
        """Tell whether a note bears a title, as its own or an alias, or a link asks for one."""
        key = folded(title)
        return bool(
            self._notes(key, is_exact=False)
            or self._aliases.get(_alias_key(title))
            or self._sources.get(_name_key(title))
        )

    def links_out(self, path: NotePath) -> tuple[tuple[Link, Resolution], ...]:
        """Return a note's links in order, each with what it means."""
        outline = self._outlines.get(path)
        links = outline.links if outline is not None else ()
        return tuple((link, self.resolve(link, path)) for link in links)

    def links_in(self, path: NotePath) -> tuple[tuple[NotePath, Link], ...]:
        """Return the links of other places that mean this note, by linking note."""
        names = self._names(path, None)
        return tuple(
            (source, link)
            for source in sorted(self.affected_by(path))
            for link in self._outlines[source].links
            if link.target
            and _name_key(link.target) in names
            and self.resolve(link, source).path == path
        )

    def affected_by(self, note: NoteOutline | NotePath) -> frozenset[NotePath]:
        """Return the notes whose links may change meaning when this note comes, goes or changes.

        Given is its outline, before or after `put`, or its path; what is held of that counts too.
        """
        path = note if isinstance(note, str) else note.path
        names = self._names(path, None if isinstance(note, str) else note)
        affected = {NotePath(source) for name in names for source in self._sources.get(name)}
        held = self._outlines.get(path)
        if held is not None and any(not link.target for link in held.links):
            affected.add(path)
        return frozenset(affected)

    def _names(self, path: NotePath, outline: NoteOutline | None) -> set[str]:
        names = {_name_key(path)}
        for known in (outline, self._outlines.get(path)):
            if known is not None:
                names.update(_name_key(alias) for alias in known.aliases)
        return names

    def _notes(self, path_key: str, *, is_exact: bool) -> Collection[str]:
        shelf = self._exact if is_exact else self._tails
        for key in dict.fromkeys((path_key.removesuffix(".md"), path_key)):
            if found := shelf.get(key):
                return found
        return ()

    def _chosen(self, link: Link, source: NotePath, found: Collection[str]) -> Resolution:
        if len(found) == 1:
            return self._narrow(link, NotePath(next(iter(found))))
        written = composed(link.target).strip("/").removesuffix(".md")
        for path in found:  # names that differ in case alone: the one written to the letter
            if composed(path).removesuffix(".md") == written:
                return self._narrow(link, NotePath(path))
        ordered = tuple(NotePath(path) for path in _ordered(found, source))
        return self._narrow(link, ordered[0], ordered)

    def _narrow(
        self, link: Link, path: NotePath, candidates: tuple[NotePath, ...] = ()
    ) -> Resolution:
        status: Literal["resolved", "ambiguous"] = "ambiguous" if candidates else "resolved"
        if not link.headings and link.block is None:
            return Resolution(status, path, candidates, None, None, ())
        parts = self._parts.get(path)
        if parts is None:
            parts = self._parts[path] = _Parts(self._outlines[path])
        section: SectionPath = ()
        missing = None
        at = parts.sections.find(link.headings) if link.headings else None
        if at is not None:
            section = parts.sections.path(at)
        if link.headings and at is None:
            missing = "#".join(link.headings)
        elif link.block is not None and folded(link.block) not in parts.blocks:
            missing = f"^{link.block}"
        return Resolution(status, path, candidates, None, missing, section)


def _note_key(path: str) -> str:
    return folded(path).removesuffix(".md")


def _alias_key(alias: str) -> str:
    return " ".join(folded(alias).split())


def _name_key(target: str) -> str:
    name = _alias_key(target).rstrip("/").rsplit("/", 1)[-1].strip()
    while name.endswith(".md"):
        name = name[:-3]
    return name


def _tails(key: str) -> Iterator[str]:
    yield key
    at = key.find("/")
    while at != -1:
        yield key[at + 1 :]
        at = key.find("/", at + 1)


def _readings(link: Link, source: NotePath) -> Iterator[tuple[str, bool]]:
    """Yield the folded paths a target may mean, and whether they start at the root."""
    target = folded(link.target)
    if target.startswith("/"):
        yield target.strip("/"), True
        return
    is_relative = target.startswith(("./", "../"))
    if is_relative or link.style == "markdown":
        joined = _joined(folded(source), target)
        if joined is not None:
            yield joined, True
    if not is_relative:
        yield target, True
        yield target, False


def _joined(source: str, target: str) -> str | None:
    parts = source.split("/")[:-1]
    for part in target.split("/"):
        if part == _OUTSIDE:
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _ordered(paths: Collection[str], source: NotePath) -> list[str]:
    """Sort as Obsidian chooses: beside or below the linking note, then the shortest path.

    It compares the folder's name without its slash, so `Work2/a.md` counts as below `Work`.
    """
    folder = source.rpartition("/")[0]
    return sorted(paths, key=lambda path: (not path.startswith(folder), len(path), path))
