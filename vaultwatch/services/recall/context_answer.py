"""Tell an agent what to know for a task, in one text that never takes more than it asked for.

What `contexts` packed comes first; behind it, on lines that begin with `#`, what the asker should
know of the answer: a notice, why things stand where they stand, what was left out.
"""

from collections import Counter
from collections.abc import Iterator

from vaultwatch.recall.rank import Wanted
from vaultwatch.report.escape import flat
from vaultwatch.services.recall.answer_text import FOOT, AnswerText
from vaultwatch.services.recall.contexts import Context, assemble, counting
from vaultwatch.services.recall.quoting import finding_line
from vaultwatch.services.recall.recalling import Recalled
from vaultwatch.services.workspace import Workspace

NOTHING = "Nothing is known about this."
NOTHING_FITS = "Nothing that is known fits into so few tokens."
NOT_FRESH = "Not all of this is fresh: see vault_status."


def context_answer(  # noqa: PLR0913 - one argument a wish, all by name
    ws: Workspace,
    task: str,
    wanted: Wanted,
    *,
    max_tokens: int,
    has_notes: bool = True,
    has_findings: bool = False,
    is_explained: bool = False,
) -> str:
    """Return what to know for a task; as it is sent it takes `max_tokens` at most.

    Args:
        ws: the vault.
        task: what the agent is about to do.
        wanted: which memories.
        max_tokens: of the whole answer, see `answer_text.LEAST_WHOLE`.
        has_notes: whether passages of notes are wanted too.
        has_findings: whether what is wrong with a memory is told with its finding's id.
        is_explained: whether each place is explained, and all that was left out is listed.

    Raises:
        RefusedError: the task is empty or too long.
    """
    answer = AnswerText(counting(ws), max_tokens)
    made = assemble(ws, task, wanted, max_tokens=answer.room - FOOT, has_notes=has_notes)
    if made.text:
        answer.add(made.text)
    else:
        answer.add(NOTHING_FITS if made.left else NOTHING)
    if (notice := made.recollection.notice) and not answer.add(f"# {flat(notice)}"):
        answer.add(f"# {NOT_FRESH}")
    asides = [*(_findings(made) if has_findings else ()), *(_why(made) if is_explained else ())]
    answer.add_most(asides)
    if made.left and not is_explained:
        kinds = Counter(one.kind for one in made.left)
        counts = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
        if not answer.add(f"# left out: {counts}"):
            answer.add(f"# left out: {len(made.left)}")
    return answer.text


def _findings(made: Context) -> Iterator[str]:
    for one in made.memories:
        yield from map(finding_line, one.findings)


def _why(made: Context) -> Iterator[str]:
    for one in made.memories:
        yield flat(f"# {one.row.id}: {place_of(one)}; {' '.join(one.grounds.story)}")
    left = [(one.id, one.reason) for one in made.left]
    excluded = [(f"memory {one.id}", one.reason) for one in made.recollection.excluded]
    for id_, reason in (*left, *excluded):
        yield flat(f"# left out {id_}: {reason}")


def place_of(one: Recalled) -> str:
    """Return what a memory's score is made of, in one line."""
    parts = ", ".join(f"{p.name} {p.value:.2f} x {p.weight:.2f}" for p in one.ranked.parts)
    return f"{one.ranked.score:.2f} = {parts}; factor {one.ranked.status_factor:.2f}"
