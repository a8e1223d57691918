"""Decide which notes a memory is held against, and what to do about those it lost.

Pure. `services.scanning.citing` resolves a memory's links and hands them over with the baselines on
record; what comes back tells which pairs to compare, which notes to follow and what to list.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Final

from vaultwatch.drift.model import Baseline, Comparison, DoubtedNote, Quote
from vaultwatch.notes.links import Resolution
from vaultwatch.notes.model import Link, NotePath, SectionPath, Statement
from vaultwatch.notes.titles import is_renamed, title_key, title_of

VANISHED_SCORE = 0.9
"""Chance that a memory whose note is gone must change. Chosen by hand: a vanished note was, at
times, only moved out of the vault."""

FOLLOW_OVERLAP = 0.6
"""Share of what a lost note alone said that another note must hold to be its new place. Chosen by
hand: most of it."""

NAMESAKE_OVERLAP = 0.3
"""The same for a note that answers to the lost one's name: moved and edited in one go. Chosen by
hand: low, since the name speaks for it, but another note of that name shares next to nothing."""

FOLLOW_STATEMENTS = 3
"""Fewer statements than this are too few to know a note by: then its name must speak for it."""

MOST_NAMED: Final = 3
"""New notes of the same words that a reason names. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Citation:
    """One memory and one note it cites, with the part the link names."""

    memory_id: str
    note: NotePath
    narrow: SectionPath = ()
    block: str | None = None
    is_unlinked: bool = False
    """Whether no link leads there any more: the note was renamed, or the link is broken."""

    @property
    def key(self) -> tuple[str, NotePath]:
        """By what baseline and comparison of the pair are kept."""
        return self.memory_id, self.note


@dataclass(frozen=True, slots=True)
class Citations:
    """What one memory's links come to."""

    pairs: tuple[Citation, ...]
    """Held against each other."""
    lost: tuple[NotePath, ...]
    """Notes with a baseline that no longer stand in the vault."""
    ambiguous: tuple[tuple[str, tuple[NotePath, ...]], ...]
    """(link as written, candidates): reported, never guessed."""
    unresolved: tuple[str, ...]
    """Links as written that mean nothing in this vault."""
    instead: Mapping[NotePath, NotePath] = field(default_factory=dict)
    """For a lost note, the other note that the link to it means now."""
    renamed: tuple[tuple[str, NotePath], ...] = ()
    """The one link that leads nowhere, and the one note that it led to, where that stands now."""


@dataclass(frozen=True, slots=True)
class LinkDoubts:
    """What makes a memory's link with one answer mean more than that note."""

    moved: Mapping[NotePath, NotePath] = field(default_factory=dict)
    """Notes that it rests on and that were followed there, each with where it stood before."""
    doubted: Mapping[str, Sequence[DoubtedNote]] = field(default_factory=dict)
    """By link as written, what it may mean where it once had several answers."""


NO_DOUBTS: Final = LinkDoubts()
CITES_NOTHING: Final = Citations((), (), (), ())


def plan_citations(
    memory_id: str,
    links: Iterable[tuple[Link, Resolution]],
    known: Collection[NotePath],
    standing: Collection[NotePath],
    doubts: LinkDoubts = NO_DOUBTS,
) -> Citations:
    """Return what a memory is compared with.

    Args:
        memory_id: the memory.
        links: its citing links, each with what it resolves to.
        known: notes that the present belief has a baseline for.
        standing: notes that stand in the vault.
        doubts: what else its links may mean.
    """
    found: dict[NotePath, list[tuple[SectionPath, str | None]]] = {}
    ambiguous: list[tuple[str, tuple[NotePath, ...]]] = []
    unresolved: list[str] = []
    for link, resolution in links:
        if not link.target or resolution.attachment is not None:
            continue
        if resolution.status == "ambiguous":
            held = [note for note in resolution.candidates if note in known]
            if held:  # it meant this note before a namesake appeared
                found.setdefault(held[0], []).append((resolution.section, link.block))
            else:
                ambiguous.append((link.original, resolution.candidates))
        elif resolution.path is None:
            unresolved.append(link.original)
        elif resolution.path not in known and (
            others := _also_meant(link, resolution.path, standing, doubts)
        ):
            ambiguous.append((link.original, (*others, resolution.path)))
        else:
            found.setdefault(resolution.path, []).append((resolution.section, link.block))
    lost = tuple(sorted(note for note in known if note not in standing))
    named = {title_key(note): note for note in found if note in standing}
    instead = {note: named[key] for note in lost if (key := title_key(note)) in named}
    if found and not unresolved:  # all leads somewhere: it was merged into what is cited now
        lost = tuple(instead)
    # The link was broken meanwhile, the note still stands.
    unlinked = [note for note in known if note in standing and note not in found]
    dead = tuple(dict.fromkeys(unresolved))
    renamed = (*zip(dead, unlinked, strict=True),) if len(dead) == len(unlinked) == 1 else ()
    pairs = tuple(
        Citation(memory_id, note, *_narrowest(found.get(note, [((), None)])), note in unlinked)
        for note in sorted({*found, *unlinked})
    )
    return Citations(pairs, lost, tuple(ambiguous), dead, instead, renamed)


def led_to(
    links: Iterable[tuple[Link, Resolution]], followed: Mapping[NotePath, NotePath]
) -> list[NotePath]:
    """Return the notes that links which lead nowhere led to before these were renamed.

    `followed` has notes by where they stand now, each with where it stood.
    """
    dead = {title_key(link.target) for link, meant in links if meant.status == "unresolved"}
    return [note for note, was in followed.items() if title_key(was) in dead]


def _also_meant(
    link: Link,
    path: NotePath,
    standing: Collection[NotePath],
    doubts: LinkDoubts,
) -> tuple[NotePath, ...]:
    """Return what else a link may mean than the one note that answers to it now.

    The note that it led to before that was renamed, while another took its name; and one that the
    link might have meant before a rename left it a single answer.
    """
    renamed = (
        note
        for note, was in doubts.moved.items()
        if note in standing and title_key(was) == title_key(link.target)
    )
    others = (one.path for one in doubts.doubted.get(link.original, ()) if one.is_moved)
    return tuple(dict.fromkeys(note for note in (*renamed, *others) if note != path))


def renewed(
    doubted: Sequence[DoubtedNote],
    digests: Mapping[NotePath, str],
) -> tuple[DoubtedNote, ...]:
    """Return what a link with several answers may mean, each note where it stands now.

    One that stands nowhere any more is left out: who takes a namesake away has said which is meant.
    """
    found = []
    for one in doubted:
        if one.path in digests:
            found.append(replace(one, digest=digests[one.path]))
            continue
        same = sorted(path for path, digest in digests.items() if digest == one.digest)
        if same:
            found.append(DoubtedNote(same[0], one.digest, is_moved=True))
    return tuple(found)


def _narrowest(
    parts: Sequence[tuple[SectionPath, str | None]],
) -> tuple[SectionPath, str | None]:
    """Two links to different parts of one note rest on the whole of it."""
    return parts[0] if len(set(parts)) == 1 else ((), None)


@dataclass(frozen=True, slots=True)
class LostNote:
    """A note that a memory rests on and that stands no longer where it stood."""

    path: NotePath
    digest: str
    """SHA-256 of its bytes when the baseline was taken."""
    statements: Callable[[], Collection[str]]
    """Gives the digests of its statements then; asked only when needed."""
    namesakes: Collection[NotePath]
    """The notes that answer to its name now, by name or alias."""
    beside: Callable[[], Iterable[Collection[str]]]
    """Gives the statements' digests of notes that stand beside it; asked only when needed."""


def find_new_place(
    lost: LostNote,
    digests: Mapping[str, Collection[NotePath]],
    fresh: Mapping[NotePath, Collection[str]],
) -> NotePath | None:
    """Return where a lost note stands now; None if it is gone.

    `digests` has the vault's notes by the digest of their bytes, `fresh` those that appeared since
    the last look, each with its statements' digests.
    """
    same_bytes = sorted({*digests.get(lost.digest, ())} - {lost.path})
    for note in same_bytes:
        if note in lost.namesakes:
            return note
    if not same_bytes and not fresh:
        return None
    old = set(lost.statements())
    is_telling = len(old) >= FOLLOW_STATEMENTS
    new = [note for note in same_bytes if note in fresh]
    likely = new or (same_bytes if is_telling else [])
    renamed = [note for note in likely if is_renamed(lost.path, note)]
    if len(renamed) == 1:
        return renamed[0]
    # Of several that say the same nobody can tell; what one new note alone has is enough, so short.
    if len(likely) == 1 and (is_telling or (old and new == same_bytes)):
        return likely[0]
    named = [note for note in sorted(fresh) if note in lost.namesakes]
    best = max(named, key=lambda note: _share(old, fresh[note]), default=None)
    if best is not None and (_share(old, fresh[best]) >= NAMESAKE_OVERLAP or not is_telling):
        return best
    return _known_by_words(old, lost, fresh) if is_telling else None


def has_returned(old: Collection[str], there: Collection[str]) -> bool:
    """Tell whether a note that was followed elsewhere stands again where it was."""
    return _share(old, there) >= NAMESAKE_OVERLAP


def _known_by_words(
    old: Collection[str], lost: LostNote, fresh: Mapping[NotePath, Collection[str]]
) -> NotePath | None:
    """Return the new note that says what the lost one alone said.

    What other notes say too, as those made of one template do, tells of none of them.
    """
    times = Counter(digest for there in fresh.values() for digest in {*old} & {*there})
    telling = {digest for digest in old if times[digest] <= 1}
    best = max(sorted(fresh), key=lambda note: _share(telling, fresh[note]))
    if not _is_known(telling, fresh[best]):
        return None
    telling = telling.difference(*lost.beside())
    return best if _is_known(telling, fresh[best]) else None


def _is_known(telling: Collection[str], there: Collection[str]) -> bool:
    return len(telling) >= FOLLOW_STATEMENTS and _share(telling, there) >= FOLLOW_OVERLAP


def _share(old: Collection[str], there: Collection[str]) -> float:
    """Return how much of what a note said stands in another."""
    return len({*old} & {*there}) / (len(old) or 1)


def why_vanished(instead: NotePath | None) -> str:
    """Return why a memory must change whose note is gone, in words."""
    if instead is None:
        return "the note it cites no longer stands in the vault"
    return f"the note it rested on is gone; its link means “{title_of(instead)}” elsewhere now"


def why_doubted(twins: Sequence[NotePath]) -> str:
    """Return why a memory must change whose note may be any of several new ones, in words."""
    named = " or ".join(f"“{title_of(note)}”" for note in twins[:MOST_NAMED])
    return f"the note it cites has another name now, one of {len(twins)} that say the same: {named}"


def vanished(baseline: Baseline, instead: NotePath | None = None) -> Comparison:
    """Return the comparison of a memory with a note that is gone."""
    before = _strongest(baseline)
    return Comparison(
        memory_id=baseline.memory_id,
        note=baseline.note,
        mode="warm",
        score=VANISHED_SCORE,
        outcome="shown",
        proof="gone",
        kind="memory_drift",
        change="broken_link",
        section=before.section if before is not None else (),
        before=Quote(before.text, before.first_line, before.section) if before else None,
        after=None,
        reasons=(why_vanished(instead),),
        passage=blake2b(f"gone\0{baseline.note}".encode(), digest_size=16).hexdigest(),
    )


def _strongest(baseline: Baseline) -> Statement | None:
    if not baseline.supports:
        return None
    best = max(baseline.supports, key=lambda support: support.strength)
    return baseline.statements[best.index]
