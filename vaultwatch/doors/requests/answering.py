"""Carry out what doors ask through request files: a closed list of verbs, each an existing service.

The daemon calls `accept_requests` when the folder stirs and `answer_requests` on its worker. A
request may be carried out twice, as a kill can come before its answer: the second time is done
already, and says so.
"""

import logging
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Literal, TypeAlias
from urllib.parse import quote

from vaultwatch.adapters.files.request_files import ACCEPTED, RequestFiles
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.doors.requests.verbs import (
    Findings,
    NotJsonError,
    Remember,
    Report,
    Rescan,
    Settle,
    Undo,
    Verify,
    parse_request,
)
from vaultwatch.drift.findings.conditions import REVIEWED
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import TOLD, Finding, FindingStatus, Outcome, Quote
from vaultwatch.errors import NotSpokenOfError, OutsideVaultError, RefusedError, VaultwatchError
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.items import is_item
from vaultwatch.notes.links import LinkIndex
from vaultwatch.notes.model import Link, NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.titles import title_of
from vaultwatch.report.escape import flat, is_linkable
from vaultwatch.services.findings.settle import acknowledge, confirm, dismiss, verify
from vaultwatch.services.look import Scanned, carry_out, republish, scan
from vaultwatch.services.lookup import find_note, get_finding, to_outcomes
from vaultwatch.services.memories.adding import Draft, MemoryWrite, add_memory
from vaultwatch.services.memories.validating import MAX_BELIEF_CHARS
from vaultwatch.services.operations.undoing import undo_last_run
from vaultwatch.services.recall.notes_against import telling
from vaultwatch.services.scanning.citing import link_index
from vaultwatch.services.scanning.taking_in import index
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

State: TypeAlias = Literal["done", "refused"]

MOST_A_TURN = 20
"""About a second of work: a saved note waited 106 s for 2,000 requests (measured)."""
MOST_ROWS = 200
"""Findings in one answer, the worst ones. Chosen by hand: more than a notice can show."""
MOST_MESSAGE_CHARS = 600
"""A notice, not a page. Chosen by hand."""
_END: Mapping[str, FindingStatus] = {
    "dismiss": "dismissed",
    "verify": "resolved",
    "acknowledge": "acknowledged",
}
"""What a finding is once the verb was carried out; `outdated` leaves it open, by the word."""
_WORDS = {"dismiss": dismiss, "acknowledge": acknowledge, "outdated": confirm}
"""What carries the verb out."""


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One finding as an answer tells it."""

    finding_id: str
    status: FindingStatus
    kind: str
    outcome: Outcome
    change: str | None
    note: str | None
    path: str | None
    """Of the memory's note."""
    memory_id: str | None
    before: str | None
    before_line: int | None
    after: str | None
    after_line: int | None
    also: str | None
    also_line: int | None
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MemoryPlace:
    """A memory that was written, or stands already."""

    memory_id: str
    path: str


@dataclass(frozen=True, slots=True)
class RequestAnswer:
    """The last answer to a request."""

    state: State
    verb: str
    message: str
    """A sentence for a notice."""
    hint: str = ""
    """The way out; empty where none is needed."""
    findings: tuple[FindingRow, ...] = ()
    memory: MemoryPlace | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of one request."""

    name: str
    verb: str
    """Empty where nobody could tell."""
    state: State


def accept_requests(files: RequestFiles) -> tuple[str, ...]:
    """Answer `accepted` to each request that waits; return the names of all that shall be done.

    One that a kill left accepted is among them. One that may still be being written is not.
    """
    _clear_left_over(files)
    names = []
    for name in files.waiting():
        if _is_unfinished(files, name):
            continue
        files.accept(name)
        names.append(name)
    return tuple(names)


def answer_requests(ws: Workspace) -> tuple[Answered, ...]:
    """Carry out the oldest of the waiting requests, answer each, and clean up.

    At most `MOST_A_TURN`: who left them asks again for the others, so that notes come between.
    """
    files = RequestFiles(ws.vault)
    _clear_left_over(files)
    answered: list[Answered] = []
    scanned: Scanned | None = None
    for name in files.waiting():
        if len(answered) == MOST_A_TURN:
            break
        if _is_unfinished(files, name) or not files.stands(name):
            continue
        # Also where it was accepted long ago: what cannot be answered must not be carried out.
        files.answer(name, ACCEPTED)
        answer, scanned = _answer(ws, files, name, scanned)
        if not files.stands(name):
            files.withdraw(name)  # its asker waits no longer
            continue
        files.answer(name, asdict(answer))
        files.remove(name)
        answered.append(Answered(name, answer.verb, answer.state))
    files.clean(ws.clock.now())
    return tuple(answered)


def _clear_left_over(files: RequestFiles) -> None:
    """Take away what was answered before a kill: doing it again would be doing it twice."""
    for name in files.left_over():
        files.remove(name)


def _is_unfinished(files: RequestFiles, name: str) -> bool:
    if not files.is_young(name):
        return False
    try:
        parse_request(files.read(name))
    except NotJsonError:
        return True
    except VaultwatchError:
        return False
    return False


def _answer(
    ws: Workspace, files: RequestFiles, name: str, scanned: Scanned | None
) -> tuple[RequestAnswer, Scanned | None]:
    """Carry a request out; also return the scan that the next `rescan` in a row may share."""
    verb = ""
    shared: Scanned | None = None
    try:
        request = parse_request(files.read(name))
        verb = request.verb
        if isinstance(request, Rescan):
            note = _note(ws, request.note)
            shared = scanned or scan(ws)  # all that wait were asked before it began
            answer = _rescanned(ws, note, shared)
        else:
            answer = _carry_out(ws, request)
    except OutsideVaultError as error:
        answer = RequestAnswer(
            "refused", verb, error.message, "Name a note by its path in the vault."
        )
    except NotSpokenOfError as error:
        hint = 'Name the note that does as "note", or tick a box in the drift report.'
        answer = RequestAnswer("refused", verb, error.message, hint)
    except VaultwatchError as error:
        answer = RequestAnswer("refused", verb, error.message, error.hint)
    except Exception:  # one bad request never stops the others
        log.exception("request=%r verb=%r failed unexpectedly", name, verb)
        answer = RequestAnswer(
            "refused",
            verb,
            "Something unexpected went wrong; nothing was half-written.",
            "See the daemon's log, and please report it as an issue.",
        )
    return _clean(answer), shared


def _carry_out(
    ws: Workspace, request: Report | Findings | Remember | Settle | Verify | Undo
) -> RequestAnswer:
    match request:
        case Report():
            return _report(ws)
        case Findings(note=note, outcome=outcome):
            rows = _rows_of(ws, note, TOLD if outcome is None else to_outcomes(outcome))
            return RequestAnswer("done", "findings", f"{_count(len(rows))} on this note.", "", rows)
        case Remember():
            return _remember(ws, request)
        case Settle() | Verify():
            return _settle(ws, request)
        case Undo(finding=finding):
            return _undo(ws, finding)


def _note(ws: Workspace, named: str | None) -> NotePath | None:
    return find_note(ws, named, is_gone_too=True) if named is not None else None


def _rescanned(ws: Workspace, note: str | None, scanned: Scanned) -> RequestAnswer:
    quietly = " and wrote nothing" if ws.is_rehearsal else ""
    if note is None:
        rows = _rows(ws, scanned.findings)
        message = f"Looked at the whole vault{quietly}: {_count(len(scanned.findings))}."
    else:
        rows = _rows_of(ws, note)
        message = f"Looked at the vault{quietly}: {_count(len(rows))} on this note."
    refused = scanned.published.refused
    hint = f"{refused[0][0]} was not written: {refused[0][1]}" if refused else ""
    return RequestAnswer("done", "rescan", message, hint, rows)


def _report(ws: Workspace) -> RequestAnswer:
    """Write the report, taking its answers; tell which findings `undo` would let stand again."""
    published = republish(ws)
    if published.refused:
        path, reason = published.refused[0]
        return RequestAnswer(
            "refused", "report", f"{path} was not written: {reason}", "Try again later."
        )
    written = len(published.written)
    message = f"The report is up to date; {written or 'no'} file{'s' * (written != 1)} changed."
    return RequestAnswer("done", "report", message, "", _rows(ws, _settled_last(ws)))


def _remember(ws: Workspace, request: Remember) -> RequestAnswer:
    said = Facts(request.type or "fact", "user_explicit", request.tags)
    draft = Draft(request.text, said)
    made, is_new = carry_out(
        ws, lambda ws: remember(ws, draft, note=request.note, heading=request.heading)
    )
    if not is_new:
        message = f"This is remembered already: {made.path}"
    elif made.outcome in {"quarantined", "review"}:
        message = f"Quarantined in {made.path}: {made.reason}"
    else:
        message = (
            f"Remembered in {made.path}. It counts as reported until you tick in the drift report "
            "that it is yours."
        )
    hint = " ".join(made.warnings)
    return RequestAnswer("done", "remember", message, hint, memory=MemoryPlace(made.id, made.path))


def _settle(ws: Workspace, request: Settle | Verify) -> RequestAnswer:
    finding, verb = get_finding(ws, request.finding), request.verb
    was = _standing(finding)
    if was == _END.get(verb, verb):
        message = f"Finding {finding.id} is {was} already."
        return RequestAnswer("done", verb, message, "", _rows(ws, [finding]))
    carry_out(ws, lambda ws: _say(ws, finding.id, request))
    now = get_finding(ws, finding.id)
    message = f"Finding {now.id} is {_standing(now)}."
    return RequestAnswer("done", verb, message, "", _rows(ws, [now]))


def _undo(ws: Workspace, named: str) -> RequestAnswer:
    """Take back what settled a finding, and no other step: who asks saw that one alone."""
    finding = get_finding(ws, named)
    if finding.id not in {one.id for one in _settled_last(ws)}:
        raise RefusedError(
            f"What was said of finding {finding.id} cannot be taken back from here.",
            hint="`vaultwatch undo` takes back one step after another, the newest first.",
        )
    done = carry_out(ws, undo_last_run)
    if done.refused and not done.restored:
        path, why = done.refused[0]
        raise RefusedError(f"{path} stays as it is: {why}", hint="Change it by hand.")
    message = f"Taken back: finding {finding.id} stands as before."
    return RequestAnswer("done", "undo", message, "", _rows(ws, [get_finding(ws, finding.id)]))


def _settled_last(ws: Workspace) -> list[Finding]:
    """Return what the newest step settled, which `undo` would let stand again.

    Nothing where a person decided on what waited for them: no request touches that.
    """
    step = ws.journal.last()
    ids = {one.finding for one in step.settled} if step is not None else set()
    found = [one for one in ws.ledger.findings(outcomes=None) if one.id in ids] if ids else []
    return [] if any(one.kind in REVIEWED for one in found) else found


def _standing(finding: Finding) -> str:
    """Return how a finding stands, in a word: an open one may be called outdated."""
    is_by_word = finding.status == "open" and finding.proof == "word"
    return "outdated" if is_by_word else finding.status


def _say(ws: Workspace, id_: str, request: Settle | Verify) -> Finding:
    """Whoever can write a file can ask this: it counts as an agent's word does."""
    if isinstance(request, Verify):
        return verify(ws, id_, why=request.why, note=request.note or "", is_persons=False)
    return _WORDS[request.verb](ws, id_, why=request.why, is_persons=False)


def _rows_of(
    ws: Workspace, wanted: str, outcomes: Collection[Outcome] | None = TOLD
) -> tuple[FindingRow, ...]:
    """Return the live findings on a note, and those of the memory that the note holds."""
    path = find_note(ws, wanted, is_gone_too=True)
    found = list(ws.ledger.findings(statuses=LIVE, note=path, outcomes=outcomes))
    for held in ws.ledger.find_memories(paths=[path]):
        found += ws.ledger.findings(statuses=LIVE, memory_id=held.id, outcomes=outcomes)
    return _rows(ws, list({finding.id: finding for finding in found}.values()))


def _rows(ws: Workspace, findings: Sequence[Finding]) -> tuple[FindingRow, ...]:
    ids = {one.memory_id or "" for one in findings}
    paths = {row.id: row.path for row in ws.ledger.find_memories(ids=ids, forgotten=True)}
    return tuple(_row(finding, paths) for finding in findings[:MOST_ROWS])


def _row(finding: Finding, paths: Mapping[str, NotePath]) -> FindingRow:
    before, after = finding.before, finding.after
    return FindingRow(
        finding_id=finding.id,
        status=finding.status,
        kind=finding.kind,
        outcome=finding.outcome,
        change=finding.change,
        note=finding.note,
        path=paths.get(finding.memory_id) if finding.memory_id is not None else None,
        memory_id=finding.memory_id,
        before=_words(before),
        before_line=_line(before),
        after=_words(after),
        after_line=_line(after),
        also=_words(finding.also),
        also_line=_line(finding.also),
        reasons=tuple(mask_secrets(reason) for reason in finding.reasons),
    )


def _line(quote: Quote | None) -> int | None:
    """Return where a quote stands in its finding's note; None for a memory's or another note's."""
    if quote is None or quote.note is not None:
        return None
    return quote.line or None


def _words(quote: Quote | None) -> str | None:
    return None if quote is None else mask_secrets(quote.text)


def _clean(answer: RequestAnswer) -> RequestAnswer:
    """Return the answer with nothing secret in its sentences, and none too long for a notice."""
    return replace(answer, message=_kept(answer.message), hint=_kept(answer.hint))


def _kept(text: str) -> str:
    text = mask_secrets(text)
    return text if len(text) <= MOST_MESSAGE_CHARS else text[: MOST_MESSAGE_CHARS - 1] + "…"


def _count(number: int) -> str:
    return f"{number or 'no'} finding{'s' * (number != 1)}"


# Keep words that a reader selected in a note as a memory that cites the note and its heading.

_HEADING_NOISE = late_regex(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")
"""What Obsidian ignores when it looks a heading up; among it all that could end a link."""
_CITATION = late_regex(r"\(\[\[[^\[\]\n]*\]\]\)|\(\[[^\[\]\n]*\]\([^()\n]*\)\)")
"""A citation as `_citations` writes it."""
_UNCHECKED = "Selected-words"
"""Stands for the name that the new memory will get: a link is resolved from its folder."""


def remember(
    ws: Workspace, draft: Draft, *, note: str | None = None, heading: str | None = None
) -> tuple[MemoryWrite, bool]:
    """Write selected words as a memory, and behind them the note they come from.

    Whoever can write a file can ask this: until a person says so, the words are a claim of theirs.
    """
    if len(draft.belief) > MAX_BELIEF_CHARS:
        return add_memory(
            ws, draft, is_claim=True
        ), True  # refused with its own words, before anything is read
    index(ws)  # the note may have been saved, or the memory written by a killed run, a second ago
    place = find_note(ws, note) if note is not None else None
    links = link_index(ws)
    standing = _standing_memory(ws, links, draft.belief, place)
    if standing is not None:
        return MemoryWrite(standing.id, standing.path), False
    belief = draft.belief.strip()
    if place is not None:
        belief = _citing(ws, links, belief, place, heading)
    cited = replace(draft, belief=belief, title=draft.belief.strip())
    return telling(ws, add_memory(ws, cited, is_claim=True), belief), True


def _standing_memory(
    ws: Workspace, links: LinkIndex, text: str, note: NotePath | None
) -> MemoryRow | None:
    """Return the memory that holds these very words of this note."""
    words = " ".join(text.split())
    for row in ws.ledger.memories():
        said = " ".join(row.belief.split())
        if is_item(row.id) or not said.startswith(words):
            continue
        rest = said[len(words) :].strip()
        if not rest and note is None:
            return row
        if rest and not _CITATION.fullmatch(rest):
            continue
        meant = [to for _, to in links.links_out(row.path)]
        if any(note == to.path or note in to.candidates for to in meant):
            return row
    return None


def _citing(ws: Workspace, links: LinkIndex, text: str, note: NotePath, heading: str | None) -> str:
    """Return the words with a link to the note behind them, unless they hold one already.

    An open code fence at the end of a selection would swallow the link: each place is
    read again as a note before it is taken.
    """
    source = NotePath(f"{ws.settings.memories.folder.strip('/')}/{_UNCHECKED}.md")
    if _links_to(links, source, text, note, ()):
        return text
    section = _section(links, source, note, heading)
    for headings in dict.fromkeys((section, ())):
        for citation in _citations(note, headings):
            if not _links_to(links, source, citation, note, headings):
                continue
            for belief in _layouts(text, f"({citation})"):
                if text and _links_to(links, source, belief, note, headings):
                    return belief
    if not text:
        return text  # refused as empty, with its own words
    raise RefusedError(
        f"No link can name the note {note!r}.",
        hint="Take signs such as `[`, `]`, `|`, `#` and `^` out of its name.",
    )


def _section(
    links: LinkIndex, source: NotePath, note: NotePath, heading: str | None
) -> tuple[str, ...]:
    """Return the heading as a link can name it; none where the note does not hold it."""
    cleaned = _HEADING_NOISE.sub(" ", flat(heading or "")).strip()
    if not cleaned:
        return ()
    link = Link(f"/{note}", (cleaned,), None, None, "", "wiki", is_embed=False, span=None)
    return (cleaned,) if links.resolve(link, source).missing_part is None else ()


def _citations(note: NotePath, headings: Sequence[str]) -> Iterator[str]:
    """Yield links that may name the note, the shortest first."""
    anchor = "".join(f"#{heading}" for heading in headings)
    if is_linkable(note):
        parts = note.removesuffix(".md").split("/")
        for first in range(len(parts) - 1, -1, -1):
            yield f"[[{'/'.join(parts[first:])}{anchor}]]"
        yield f"[[/{note.removesuffix('.md')}{anchor}]]"
    else:
        shown = " ".join(re.sub(r"[^\w\s.-]", " ", title_of(note)).split()) or "note"
        yield f"[{shown}]({quote(note)}{quote(anchor, safe='#')})"


def _layouts(text: str, citation: str) -> Iterator[str]:
    last = text.rsplit("\n", 1)[-1].lstrip()
    if not last.startswith("|"):  # in a table it would be one more cell
        yield f"{text} {citation}"
    yield f"{text}\n\n{citation}"
    yield f"{citation}\n\n{text}"


def _links_to(
    links: LinkIndex, source: NotePath, belief: str, note: NotePath, headings: Sequence[str]
) -> bool:
    parsed = parse_note(source, b"---\nid: x\n---\n" + belief.encode("utf-8", "replace"))
    for link in parsed.links:
        to = links.resolve(link, source)
        is_whole = to.status == "resolved" and to.path == note and to.missing_part is None
        if is_whole and (not headings or link.headings == tuple(headings)):
            return True
    return False
