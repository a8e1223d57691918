"""Show findings and carry out what a reader says of them."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import cast, get_args

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.secrets import mask_secrets
from vaultwatch.drift.labels import By
from vaultwatch.drift.lifecycle import LIVE, close
from vaultwatch.drift.model import Finding, FindingKind, FindingStatus
from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.notes.model import NotePath
from vaultwatch.services.answers import rest_anew
from vaultwatch.services.labelling import labelled, note_digest
from vaultwatch.services.reindex import owe_scan
from vaultwatch.services.repairing import close_applied, write_repair
from vaultwatch.services.review_verdicts import REVIEWED
from vaultwatch.services.scan import Scanned, scan
from vaultwatch.services.workspace import Workspace


def list_findings(
    ws: Workspace,
    *,
    is_all: bool = False,
    kind: FindingKind | None = None,
    memory: str | None = None,
    note: str | None = None,
) -> list[Finding]:
    """Return findings, worst first: the live ones, or all that ever were.

    Raises:
        NotThereError: no such memory or note is on record.
    """
    return ws.ledger.findings(
        statuses=None if is_all else LIVE,
        kind=kind,
        memory_id=find_memory(ws, memory).id if memory else None,
        note=find_note(ws, note) if note else None,
    )


def to_kind(text: str) -> FindingKind:
    """Return the finding kind that a text names.

    Raises:
        NotThereError: no kind is called so.
    """
    for kind in get_args(FindingKind):
        if kind == text:
            return cast("FindingKind", kind)
    raise NotThereError(
        f"There is no kind of finding called {text!r}.",
        hint=f"The kinds: {', '.join(get_args(FindingKind))}.",
    )


def get_finding(ws: Workspace, wanted: str) -> Finding:
    """Return the finding with this id, or with the only id that begins so.

    Raises:
        NotThereError: none, or more than one.
    """
    found = ws.ledger.find_findings(wanted.strip().lstrip("^")) if wanted.strip() else []
    exact = [finding for finding in found if finding.id == wanted.strip().lstrip("^")]
    if len(exact) == 1 or len(found) == 1:
        return (exact or found)[0]
    if found:
        names = ", ".join(finding.id for finding in found[:5])
        raise NotThereError(f"More than one finding begins with {wanted!r}: {names}.")
    raise NotThereError(
        f"There is no finding {wanted!r}.", hint="`vaultwatch findings --all` lists them."
    )


def dismiss(ws: Workspace, wanted: str, *, why: str = "") -> tuple[Finding, Scanned]:
    """Close a finding as a false alarm; it stays so until its passage changes again."""
    finding = _live(ws, wanted)
    if finding.kind in REVIEWED:
        raise RefusedError(
            f"Finding {finding.id} waits for a decision; dismissing it would bury the memory.",
            hint="Decide with `vaultwatch review activate`, `keep` or `reject`.",
        )
    return _settle(ws, finding, status="dismissed", why=why or "a false alarm", by="dismissed")


def acknowledge(ws: Workspace, wanted: str, *, why: str = "") -> tuple[Finding, Scanned]:
    """Mark a finding as seen; it stays in the report, further down."""
    why = why or "acknowledged by the reader"
    return _settle(ws, _live(ws, wanted), status="acknowledged", why=why)


def verify(
    ws: Workspace, wanted: str, *, why: str = "", is_persons: bool = True
) -> tuple[Finding, Scanned]:
    """Say that the memory is still true: the note as it stands becomes its baseline.

    Args:
        ws: the vault.
        wanted: the finding.
        why: the reason.
        is_persons: whether a person says so; only then it is a lesson for later verdicts.
    """
    finding = _live(ws, wanted)
    verified = rest_anew(ws, finding)
    why = why or "still true, says the reader"
    by: By | None = "still true" if is_persons else None
    return _settle(ws, finding, status="resolved", why=why, verified=verified, by=by)


def apply(ws: Workspace, wanted: str) -> tuple[Finding, Scanned]:
    """Write a finding's suggested wording into its memory, which then rests on the note anew.

    Raises:
        RefusedError: there is none, or memory or note are not as they were when it was made.
    """
    finding = _live(ws, wanted)
    write_repair(ws, finding)
    owe_scan(ws)
    return close_applied(ws, finding), scan(ws)


def reopen(ws: Workspace, wanted: str, *, why: str = "") -> tuple[Finding, Scanned]:
    """Take a mistaken dismissal back: the finding is open again, as the next look confirms.

    Raises:
        RefusedError: it was not dismissed, or a later finding stands in its place.
    """
    finding = get_finding(ws, wanted)
    if finding.status != "dismissed":
        raise RefusedError(
            f"Finding {finding.id} is {finding.status}; only a dismissed one can be reopened.",
            hint="A resolved one comes back by itself if the note drifts again.",
        )
    place = (finding.memory_id, finding.note, finding.kind)
    for other in ws.ledger.findings(statuses=LIVE):
        if (other.memory_id, other.note, other.kind) == place:
            raise RefusedError(
                f"Finding {other.id} stands in its place already.",
                hint=f"See `vaultwatch findings show {other.id}`.",
            )
    return _settle(ws, finding, status="open", why=why or "the dismissal was taken back")


def _settle(  # noqa: PLR0913  # all but two by name
    ws: Workspace,
    finding: Finding,
    *,
    status: FindingStatus,
    why: str,
    verified: Collection[tuple[str, NotePath]] = (),
    by: By | None = None,
) -> tuple[Finding, Scanned]:
    # A reason is kept for good: no key or password may be.
    closed = close(finding, status=status, why=mask_secrets(why), now=ws.clock.now())
    if status == "dismissed":
        closed = replace(closed, note_digest=note_digest(ws, finding))
    owe_scan(ws)  # first: a kill in between leaves flags and report to the next look
    cases = labelled(ws, [finding], by) if by is not None else ()
    taken_back = [finding.id] if status == "open" else ()
    ws.ledger.save_findings([closed], cases=cases, unlabelled=taken_back)
    return closed, scan(ws, verified=verified)


def _live(ws: Workspace, wanted: str) -> Finding:
    finding = get_finding(ws, wanted)
    if finding.status not in LIVE:
        raise RefusedError(
            f"Finding {finding.id} is {finding.status} already: {finding.why}.",
            hint="Only open and acknowledged findings can be settled.",
        )
    return finding


def find_memory(ws: Workspace, wanted: str) -> MemoryRow:
    """Return a memory by its id, the beginning of its id, its note's path or its note's name.

    Raises:
        NotThereError: none, or more than one.
    """
    exact = [row for row in ws.ledger.find_memories(ids=[wanted]) if row.state == "present"]
    if exact:  # what an agent names: no need to walk them all
        return exact[0]
    rows = [row for row in ws.ledger.memories() if row.state == "present"]
    for matches in (
        [row for row in rows if row.path in {wanted, f"{wanted}.md"}],
        [row for row in rows if _title(row.path) == wanted.removesuffix(".md")],
        [row for row in rows if wanted and row.id.startswith(wanted)],
    ):
        if len(matches) == 1:
            return matches[0]
        if matches:
            names = ", ".join(row.id for row in matches[:5])
            raise NotThereError(f"More than one memory answers to {wanted!r}: {names}.")
    raise NotThereError(
        f"There is no memory {wanted!r}.", hint="`vaultwatch memory list` names them."
    )


def known_id(ws: Workspace, memory_id: str) -> str:
    """Return an id that a memory goes by, and nothing else: what an agent may change by it.

    Raises:
        NotThereError: no memory that stands has this very id.
    """
    if not any(row.state == "present" for row in ws.ledger.find_memories(ids=[memory_id])):
        raise NotThereError(
            f"There is no memory {memory_id!r}.", hint="Take its id from vault_memories."
        )
    return memory_id


def find_note(ws: Workspace, wanted: str) -> NotePath:
    """Return a note's path by path, path without `.md`, name or alias.

    Raises:
        NotThereError: none, or more than one.
    """
    paths = ws.ledger.note_stats().keys()
    name = wanted.strip("/").removesuffix(".md")
    for matches in (
        [path for path in paths if path.removesuffix(".md") == name],
        [path for path in paths if _title(path).casefold() == name.casefold()],
        [
            outline.path
            for outline in ws.ledger.outlines()
            if name.casefold() in {alias.casefold() for alias in outline.aliases}
        ],
    ):
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise NotThereError(
                f"More than one note is named {wanted!r}: {_some(matches)}.",
                hint="Give the path inside the vault.",
            )
    raise NotThereError(
        f"There is no note {wanted!r} in the index.",
        hint="Run `vaultwatch index` if it is new, or give its path inside the vault.",
    )


def _title(path: NotePath) -> str:
    return path.rsplit("/", 1)[-1].removesuffix(".md")


def _some(paths: Sequence[NotePath]) -> str:
    return ", ".join(sorted(paths)[:5])
