"""Find a memory, a note or a finding by what a person or an agent typed."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar, cast, get_args

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.model import Finding, FindingKind, Outcome
from vaultwatch.errors import NotThereError, OutsideVaultError, RefusedError, WrongUsageError
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_key, title_of
from vaultwatch.services.workspace import Workspace

T = TypeVar("T")

MOST_TOLD: Final = 200
"""Characters of a name that an error tells. Chosen by hand: most paths are shorter."""


def to_kind(text: str) -> FindingKind:
    """Return the finding kind that a text names."""
    if text in get_args(FindingKind):
        return cast("FindingKind", text)
    raise WrongUsageError(
        f"There is no kind of finding called {_told(text)}.",
        hint=f"The kinds: {', '.join(get_args(FindingKind))}.",
    )


def to_outcomes(text: str) -> frozenset[Outcome] | None:
    """Return the outcomes that a text names; None for all of them."""
    if text == "all":
        return None
    if text in get_args(Outcome):
        return frozenset({cast("Outcome", text)})
    raise WrongUsageError(
        f"There is no outcome called {_told(text)}.",
        hint=f"The outcomes: {', '.join(get_args(Outcome))}, or all.",
    )


def get_finding(ws: Workspace, wanted: str) -> Finding:
    """Return the finding with this id, or with the only id that begins so."""
    named = wanted.strip().lstrip("^")
    found = ws.ledger.find_findings(named) if wanted.strip() else []
    exact = [finding for finding in found if finding.id == named]
    several = f"More than one finding begins with {_told(wanted)}"
    if one := the_only((exact, found), several, lambda one: one.id):
        return one
    raise NotThereError(
        f"There is no finding {_told(wanted)}.", hint="`vaultwatch findings --all` lists them."
    )


def find_memory(ws: Workspace, wanted: str) -> MemoryRow:
    """Return a memory by its id, its note's path or its note's name, or the beginning of one."""
    exact = ws.ledger.find_memories(ids=[wanted])
    if exact:  # what an agent names: no need to walk them all
        return exact[0]
    rows = ws.ledger.memories()
    begun = wanted.rstrip(" .\u2026").casefold()  # a long name is told shortened
    groups = (
        [row for row in rows if row.path in {wanted, f"{wanted}.md"}],
        [row for row in rows if title_of(row.path) == wanted.removesuffix(".md")],
        [row for row in rows if wanted and row.id.startswith(wanted)],
        [row for row in rows if begun and title_of(row.path).casefold().startswith(begun)],
    )
    several = f"More than one memory answers to {_told(wanted)}"
    if one := the_only(groups, several, lambda row: row.id):
        return one
    raise NotThereError(
        f"There is no memory {_told(wanted)}.", hint="`vaultwatch memory list` names them."
    )


MOST_NAMED = 5
"""Of what a name may mean. Chosen by hand."""


def the_only(
    groups: Iterable[Sequence[T]], several: str, name: Callable[[T], str], hint: str = ""
) -> T | None:
    """Return the one thing in the first group that holds any; None where none does."""
    for found in groups:
        if len(found) > 1:
            more = f", and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
            named = ", ".join(map(name, found[:MOST_NAMED]))
            raise NotThereError(f"{several}: {named}{more}.", hint=hint)
        if found:
            return found[0]
    return None


def subjects_of(ws: Workspace, findings: Iterable[str]) -> dict[str, str]:
    """Return what a person calls memories, by their ids or those of findings about them."""
    about: dict[str, str | None] = {one: one for one in findings}
    about |= {one: each.memory_id for one in findings for each in ws.ledger.find_findings(one)}
    ids = [one for one in about.values() if one]
    names = {r.id: title_of(r.path) for r in ws.ledger.find_memories(ids=ids, forgotten=True)}
    return {one: names[id_] for one, id_ in about.items() if id_ in names}


def known_id(ws: Workspace, memory_id: str) -> str:
    """Return an id that a memory goes by, and nothing else: what an agent may change by it."""
    if not ws.ledger.find_memories(ids=[memory_id]):
        raise NotThereError(
            f"There is no memory {_told(memory_id)}.", hint="Take its id from vault_memories."
        )
    return memory_id


def find_note(ws: Workspace, wanted: str, *, is_gone_too: bool = False) -> NotePath:
    """Return a note's path by path, path without `.md`, name or alias.

    `is_gone_too` lets a note count that is not indexed, but named by its very path: one that stands
    on disk, or is gone and findings speak of it. Such a note is never shown.

    Raises:
        RefusedError: nothing was typed.
        OutsideVaultError: a path that leaves the vault.
        NotThereError: none, or more than one.
    """
    if not wanted.strip():
        raise RefusedError("No note is named.", hint="Give its path inside the vault.")
    stats = ws.ledger.note_stats()
    if wanted in stats or (is_gone_too and _is_known_by_path(ws, wanted)):
        return NotePath(wanted)
    name = wanted.strip("/").removesuffix(".md")
    called = (
        one.path
        for one in ws.ledger.outlines()
        if name.casefold() in {alias.casefold() for alias in one.aliases}
    )
    groups = (
        [path for path in stats if path.removesuffix(".md") == name],
        sorted(path for path in stats if "/" not in name and title_key(path) == title_key(name)),
        sorted(called),
    )
    several = f"More than one note is named {_told(wanted)}"
    if found := the_only(groups, several, str, hint="Give the path inside the vault."):
        return found
    if wanted.startswith(("/", "~/")) or ".." in wanted.replace("\\", "/").split("/"):
        raise OutsideVaultError(
            f"{_told(wanted)} is no path inside the vault.", hint="Give the path from its top."
        )
    raise NotThereError(
        f"There is no note {_told(wanted)} in the index.",
        hint="Give its path inside the vault, or run `vaultwatch setup index` if it is new.",
    )


def _is_known_by_path(ws: Workspace, wanted: str) -> bool:
    is_on_disk = ws.files.stat(wanted) is not None and wanted.lower().endswith(".md")
    return is_on_disk or bool(ws.ledger.findings(note=NotePath(wanted)))


def _told(name: str) -> str:
    """Return a name as an error tells it: whoever gave ten thousand words knows them."""
    return repr(name if len(name) <= MOST_TOLD else f"{name[: MOST_TOLD - 1]}…")
