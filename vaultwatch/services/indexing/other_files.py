"""Know the vault's files that are no notes: attachments, and copies that a sync conflict left.

Some copies are told by their names alone; others have names that people give too, and are copies
only while they say nearly what the note beside them says, and no other note of such a name beside
it says something else: then a person names notes so. Nor is one a copy that says what its name
adds, where the note beside it does not: `DB-staging`, of the staging database. A name without a
tool's mark (`Plan 2`) is that of a copy only while both say the very same: a copy that is taken for
a note is told twice, a note that is taken for a copy is told nowhere.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise

from vaultwatch.adapters.files.sync_names import bears_mark, originals_of
from vaultwatch.adapters.files.vault_survey import folded
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError, RefusedError
from vaultwatch.notes.model import NotePath
from vaultwatch.report.answers import align
from vaultwatch.report.edition import is_as_written
from vaultwatch.services.indexing.plan import Read, Sight
from vaultwatch.services.indexing.reading import digest_of, is_generated
from vaultwatch.services.records.small_facts import ATTACHMENTS, CONFLICT_COPIES
from vaultwatch.services.workspace import Workspace

MOST_CHANGED = 0.2
"""Share of the words of the longer text that the other may lack. Chosen by hand."""
LEAST_WORDS = 10
"""A shorter text must be the very same. Chosen by hand: one word of it says much."""
MOST_REPLACED = 1
"""Places where words stand for others: notes of one form differ in more. Chosen by hand."""
MOST_HELD_AGAINST = 20
"""Notes of one series that are read to know it for one. Chosen by hand: one mostly does."""
_FORM = re.compile(r"\s*(?:#{1,6}\s|\||>?\s*(?:[-*+]\s+)?[^\s:][^:]{0,40}::?(?:\s|$))")
"""Headings, table rows, `Key: value`: where notes of one form say which of them they are."""


def keep_attachments(ws: Workspace, found: Sequence[str]) -> bool:
    """Remember which attachments stand; return whether that is news, which may mend a link."""
    digest = blake2b("\x00".join(sorted(found)).encode("utf-8", "replace")).hexdigest()
    return ATTACHMENTS.set(ws.ledger, digest)


def conflict_copies(ws: Workspace) -> tuple[str, ...]:
    """Return the copies that a sync conflict left in the vault, as last seen."""
    return tuple(sorted(CONFLICT_COPIES.get(ws.ledger)))


def keep_conflicts(ws: Workspace, found: Mapping[str, str], only: Collection[str] | None) -> bool:
    """Remember which conflict copies stand; return whether that is news.

    One of the report in which nobody ticked or typed anything counts for nothing: if it were told
    of, two machines would write their reports over it at once, which makes the next copy. `found`
    maps those that were seen to what `CONFLICT_COPIES` keeps of each; `only` are the paths that
    were looked at, None for all.
    """
    before = CONFLICT_COPIES.get(ws.ledger)
    kept = {path: before[path] for path in before if only is not None and path not in only}
    told = {path: found[path] for path in found if not _is_untouched_report(ws, path)}
    return CONFLICT_COPIES.set(ws.ledger, dict(sorted({**kept, **told}.items())))


def without_copies(ws: Workspace, sight: Sight, read: Read) -> Read:
    """Return what was read with the copies of other notes told apart from notes."""
    beside = _Beside(ws, sight, read)
    generated = (path for path in read.generated if ws.report_path in originals_of(path))
    found: dict[str, str] = dict.fromkeys(generated, "")
    copies = {path for path in read.contents if beside.is_copy(path)}
    found |= {path: read.digests[path] for path in copies}
    merged = (path for path in sight.survey.attachments if path.lower().endswith(".md.orig"))
    found |= {path: "" for path in merged if beside.says_nearly(path)}
    if not found:
        return read
    return replace(
        read,
        contents={path: data for path, data in read.contents.items() if path not in copies},
        digests={path: one for path, one in read.digests.items() if path not in copies},
        generated=read.generated | copies,
        copies=found,
    )


def is_nearly(one: str, other: str) -> bool:
    """Tell whether two texts are one, but for a few words of one of them.

    Words may be added to either, also lines of its form; where its form says something else, as
    another title, number or date, it is another note.
    """
    mine, theirs = _words(one), _words(other)
    if mine == theirs:
        return bool(mine)
    longer = max(len(mine), len(theirs))
    if longer < LEAST_WORDS or abs(len(mine) - len(theirs)) > MOST_CHANGED * longer:
        return False
    gaps = list(_gaps(mine, theirs))
    changed = max(sum(len(gap[side]) for gap in gaps) for side in (0, 1))
    replaced = [gap for gap in gaps if gap[0] and gap[1]]
    return (
        changed <= MOST_CHANGED * longer
        and len(replaced) <= MOST_REPLACED
        and not any(word[0] == "#" for gap in replaced for side in gap for word in side)
    )


def frees_copies(ws: Workspace, sight: Sight) -> bool:
    """Tell whether a note went of which a copy was left out: that one is a note from now on."""
    only = sight.scope.only
    if only is None or sight.scope.is_ours:
        return False
    gone = only - sight.notes.keys()
    return any(one in gone for path in CONFLICT_COPIES.get(ws.ledger) for one in originals_of(path))


def _is_untouched_report(ws: Workspace, path: str) -> bool:
    """Tell whether a conflict copy is of the report, as some vaultwatch wrote it."""
    if not path.startswith(ws.report_path.removesuffix(".md")):
        return False
    try:
        data = ws.files.read(NotePath(path))
    except (NoteUnreadableError, RefusedError):
        return False
    return is_generated(data) and is_as_written(data.decode("utf-8", "replace"))


class _Beside:
    """The notes of one look, and what stands beside each under a name that a copy of it has."""

    def __init__(self, ws: Workspace, sight: Sight, read: Read) -> None:
        self._ws, self._sight, self._read = ws, sight, read
        self._known = CONFLICT_COPIES.get(ws.ledger)

    def is_copy(self, path: NotePath) -> bool:
        """Tell whether a file is a copy; a note so far, or one that a memory cites, is spared."""
        if next(originals_of(path), None) is None:
            return False
        if path in self._sight.held and (
            not self._sight.scope.is_deep
            or self._sight.is_memory(path)
            or any(note == path for _, note in self._ws.ledger.baseline_heads())
        ):
            return False
        return self.says_nearly(path)

    def says_nearly(self, path: str) -> bool:
        """Tell whether a file says nearly what a note beside it says, or did when seen first."""
        for original in self._originals(path):
            mine = self._bytes(path)
            is_known = mine is not None and self._known.get(path) == digest_of(mine)
            if (is_known or self._is_near(path, original)) and not self._is_series(path, original):
                return True
        return False

    def _is_near(self, path: str, original: str) -> bool:
        mine, theirs = self._bytes(path), self._bytes(original)
        if mine is None or theirs is None:
            return False
        one, other = mine.decode("utf-8", "replace"), theirs.decode("utf-8", "replace")
        if not bears_mark(path):
            return bool(_words(one)) and _words(one) == _words(other)
        added = _bare(path[:-3].removeprefix(original[:-3]))
        is_named = added in _bare(one) and added not in _bare(other)  # *staging*, not a machine
        return not is_named and is_nearly(one, other)

    def _is_series(self, path: str, original: str) -> bool:
        """Tell whether a person names notes so: another one is beside it that is no copy."""
        others = self._named_after.get(original, ())
        others = [one for one in others if one != path and one not in self._known]
        return any(not self._is_near(one, original) for one in others[:MOST_HELD_AGAINST])

    @cached_property
    def _named_after(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for path in self._notes:
            for one in originals_of(path):
                found[one].append(path)
        return found

    @cached_property
    def _notes(self) -> Collection[str]:
        """Every note; in a look at few those on record and those few."""
        if self._sight.scope.only is None:
            return self._sight.notes.keys()
        return self._ws.ledger.note_stats().keys() | self._sight.notes.keys()

    def _originals(self, path: str) -> Iterator[str]:
        """Yield the notes that stand beside a file of which it may be a copy."""
        for one in originals_of(path):
            if one in self._sight.notes or (
                self._sight.scope.only is not None and self._ws.files.stat(one) is not None
            ):
                yield one
            elif "conflict" in path.rpartition("/")[2].lower():  # of two names, one in other case
                yield from (note for note in self._notes if folded(note) == folded(one))

    def _bytes(self, path: str) -> bytes | None:
        held = self._read.contents.get(NotePath(path))
        if held is not None:
            return held
        try:
            return self._ws.files.read(path)
        except (NoteUnreadableError, OutsideVaultError, RefusedError):
            return None


def _bare(text: str) -> str:
    """Return the words without what stands between them."""
    return " " + " ".join(re.findall(r"\w+", text.casefold())) + " "


def _words(text: str) -> list[str]:
    """Return the words, each behind a mark: of the text's form, or of what it says."""
    lines = [line for line in text.removeprefix("\ufeff").splitlines() if line.strip()]
    fences = [at for at, line in enumerate(lines) if line.rstrip() == "---"]
    first = fences[1] + 1 if fences[:1] == [0] and len(fences) > 1 else 0
    return [
        f"{'#' if at <= first or _FORM.match(line) else '='}{word}"
        for at, line in enumerate(lines)
        for word in line.split()
    ]


def _gaps(mine: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the words of each place in which two texts differ."""
    pairs = [(at, held) for held, at in enumerate(align(mine, theirs)) if at is not None]
    ends = [(-1, -1), *pairs, (len(mine), len(theirs))]
    for (mine_from, theirs_from), (mine_to, theirs_to) in pairwise(ends):
        gap = list(mine[mine_from + 1 : mine_to]), list(theirs[theirs_from + 1 : theirs_to])
        if gap[0] or gap[1]:
            yield gap
