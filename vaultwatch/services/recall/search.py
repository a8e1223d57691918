"""Find passages of notes and memories by meaning and words, and by who cites whom.

What a memory cites is read from its baselines: no graph is built, and a note with a million links
costs an answer nothing.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from vaultwatch.adapters.index.chunk_store import CANDIDATES, Hit
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.errors import RefusedError, StoreError
from vaultwatch.memories.items import is_item
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.recall.rank import LENDERS, SHARE, Candidate, lent
from vaultwatch.recall.signals import confidence, lifted, status_at
from vaultwatch.recall.when_asked import Days, lift, spans_asked
from vaultwatch.recall.word_weight import is_foreign, words_asked
from vaultwatch.services.indexing.moved_out import not_to_be_quoted
from vaultwatch.services.indexing.reindex import mend_index
from vaultwatch.services.recall.freshening import index_now
from vaultwatch.services.workspace import Workspace
from vaultwatch.values.tokens import fold

MAX_QUERY_CHARS = 2_000
"""Longer than any question; the model sees 256 tokens of it. Chosen by hand."""

LEAST_SPEAKING = 0.25
"""Cosine of MiniLM below which two texts have nothing to do with each other. Chosen by hand."""
NEAR_TOP = 0.55
"""The part of the best cosine that a passage must reach. Chosen by hand: a context is to hold what
bears on the task, not all that fits."""
BEST_WORDS = 3
"""Word matches that count whatever their cosine: names that no model knows."""
_MOST_TRIES = 3
"""Looks for passages in the place of those that are held back. Chosen by hand."""
LOOKED_AT = 4 * LENDERS
"""Of each kind: several may be parts of one note, or memories that do not hold."""
_ALIASES = re.compile(r"^alias(?:es)?:(.*)$", re.IGNORECASE | re.MULTILINE)
_BETWEEN_ALIASES = re.compile(r"[\[\],\"']|(?:^|\s)-\s")


def search(
    ws: Workspace, query: str, *, limit: int = 10, memories: bool | None = None
) -> list[Hit]:
    """Return the best passages, best first, after indexing what changed on disk.

    Memories alone, notes alone, or both where `memories` is None.

    Raises:
        RefusedError: the query is empty or too long.
    """
    text = checked_query(query)
    _ = ws.chunks  # opened first: an index that could not be read is made anew below
    index_now(ws)
    if memories is False:
        return places(ws, text, limit=limit)
    return passages(ws, text, limit=limit, memories=memories)


def passages(  # noqa: PLR0913 - one argument a wish, all by name
    ws: Workspace,
    text: str,
    *,
    limit: int = 10,
    memories: bool | None = None,
    only: Collection[NotePath] | None = None,
    has_text: bool = True,
) -> list[Hit]:
    """Return the best passages of what is indexed, best first.

    Where the question names days, passages of notes that name them too come before others. An
    index that turns out garbled is made anew. Without texts where they stand is left out too.
    """
    made = ws.embed([text])
    vector = None if made is None else made[0]
    today = ws.today
    asked = () if memories is True else spans_asked(text, today)
    count = max(CANDIDATES, limit) if asked else limit

    def seek(within: Collection[NotePath] | None) -> list[Hit]:
        is_read = has_text or bool(asked)
        return ws.chunks.search(
            text, vector, limit=count, memories=memories, only=within, has_text=is_read
        )

    def ask() -> list[Hit]:
        hits = seek(only)
        held = _held_back(ws, hits)
        if held and memories is False:  # seldom: others come in their place
            notes = ws.ledger.note_stats() if only is None else only
            for _ in range(_MOST_TRIES):
                hits = seek([note for note in notes if note not in held])
                more = _held_back(ws, hits)
                if not more:
                    break
                held |= more
        return _favoured([hit for hit in hits if hit.note not in held], asked, today)[:limit]

    try:
        return ask()
    except StoreError:
        if not mend_index(ws):
            raise
        return ask()


def _held_back(ws: Workspace, hits: Sequence[Hit]) -> frozenset[NotePath]:
    return not_to_be_quoted(ws, {hit.note for hit in hits if not hit.is_memory})


def _favoured(hits: list[Hit], asked: Sequence[Days], today: date) -> list[Hit]:
    """Return passages that name days which were asked for before others of the like relevance."""
    if not asked:
        return hits
    lifts = [lift(asked, _told(hit), told_on=today) for hit in hits]
    found = [
        replace(hit, score=lifted(hit.score, more)) for hit, more in zip(hits, lifts, strict=True)
    ]
    return sorted(found, key=lambda hit: -hit.score)


def _told(hit: Hit) -> str:
    """Return what names a passage's days: its note is named after one, or its heading."""
    return "\n".join([hit.note.replace("/", "\n"), *hit.section, hit.text])


def places(
    ws: Workspace,
    text: str,
    *,
    limit: int,
    only: Collection[NotePath] | None = None,
    lenders: Mapping[str, float] | None = None,
) -> list[Hit]:
    """Return the best passages of notes, best first; what near memories cite is lifted.

    `lenders` is by id the relevance of memories that hold, where they were asked for already.
    """
    hits = passages(ws, text, limit=max(CANDIDATES, limit), memories=False, only=only)
    near = _near_memories(ws, text) if lenders is None and hits else lenders or {}
    best = dict(sorted(near.items(), key=lambda one: -one[1])[:LENDERS])
    heads = ws.ledger.baseline_heads(best) if best else {}
    lift = lent(((note, id_) for id_, note in heads), best)
    lifted = [_lent(hit, SHARE * lift[hit.note]) if hit.note in lift else hit for hit in hits]
    return _named_first(text, sorted(lifted, key=lambda hit: -hit.score))[:limit]


def _named_first(text: str, hits: list[Hit]) -> list[Hit]:
    """Return passages, best first; before all those of the one note and section so called.

    Who asks for nothing but a name wants what bears it, however often others speak of it.
    """
    asked = frozenset(map(fold, words_asked(text)))
    if not asked:
        return hits
    notes = [hit for hit in hits if _is_called(asked, [title_of(hit.note), *_aliases(hit)])]
    sections = [hit for hit in hits if _is_called(asked, hit.section[-1:])]
    first = []
    if len({hit.note for hit in notes}) == 1:
        first += [next(hit for hit in hits if hit.note == notes[0].note)]
    if len({(hit.note, hit.section) for hit in sections}) == 1:
        first += [sections[0]] if sections[0] not in first else []
    rest = [hit for hit in hits if hit not in first]
    return [*(replace(hit, score=hits[0].score) for hit in first), *rest]


def _is_called(asked: Collection[str], names: Iterable[str]) -> bool:
    """Tell whether one of some names has the very words that were asked for."""
    may_be = (name for name in names if all(word in fold(name) for word in asked))
    return any(asked == frozenset(map(fold, words_asked(name))) for name in may_be)


def _aliases(hit: Hit) -> Iterable[str]:
    """Return other names of a note, where a passage holds its properties."""
    told = None if hit.section else _ALIASES.search(hit.text)
    return () if told is None else _BETWEEN_ALIASES.split(told[1])


def _lent(hit: Hit, share: float) -> Hit:
    score = lifted(hit.score, share)
    return replace(hit, score=score, lent=score - hit.score)


def with_cited(
    ws: Workspace, hits: Sequence[tuple[MemoryRow, Candidate]], text: str
) -> list[tuple[MemoryRow, Candidate]]:
    """Return the candidates with the notes they cite, and what the nearest passages lend them."""
    best: dict[NotePath, float] = {}
    near = passages(ws, text, limit=LENDERS, memories=False, has_text=False) if hits else ()
    for hit in near:
        best.setdefault(hit.note, hit.score)
    heads = ws.ledger.baseline_heads([row.id for row, _ in hits]) if hits else {}
    cited: dict[str, list[NotePath]] = {}
    for id_, note in heads:
        cited.setdefault(id_, []).append(note)
    found = lent(heads, best)
    return [
        (row, replace(one, notes=tuple(cited.get(row.id, ())), lent=found.get(row.id, 0.0)))
        for row, one in hits
    ]


def _near_memories(ws: Workspace, text: str) -> dict[str, float]:
    """Return the relevance of the nearest memories that hold, by id."""
    now = ws.clock.now()
    hits = passages(ws, text, limit=LOOKED_AT, memories=True, has_text=False)
    best = {hit.note: hit.score for hit in reversed(hits)}
    return {
        row.id: best[row.path]
        for row in ws.ledger.find_memories(paths=best)
        if not is_item(row.id) and status_at(row.facts, now) == "active"
    }


def confidence_of(
    ws: Workspace, text: str, relevances: Iterable[float], of_asked: float | None = None
) -> float | None:
    """Return how sure it is that the best of some hits answers; None where nobody can say.

    So it is of a question in a language that the model does not know: all is near it.
    """
    model_id = ws.model.embedder.model_id
    if not ws.knows_meaning or is_foreign(text, model_id):
        return None
    return confidence(model_id, relevances, of_asked)


def speaking(hits: Sequence[Hit], *, is_semantic: bool) -> list[Hit]:
    """Return the passages that speak of what was asked, not only more so than the others.

    By similarity where that means anything; else by shared words.
    """
    if not is_semantic:
        return [hit for hit in hits if hit.text_rank is not None]
    least = _least_similarity(hits)
    return [
        hit
        for hit in hits
        if (hit.similarity or 0.0) >= least
        or (hit.text_rank is not None and hit.text_rank <= BEST_WORDS)
    ]


def is_all_that_speaks(hits: Sequence[Hit], asked: Sequence[Hit]) -> bool:
    """Tell whether no passage beyond those that were found can be `speaking`, by its vector.

    `asked` are those hits that `speaking` is asked about.
    """
    least = _least_similarity(asked)
    ranks = [(hit.vector_rank, hit.similarity or 0.0) for hit in hits if hit.vector_rank]
    near = sum(similarity >= least for _, similarity in ranks)
    # The nearest that does not speak comes right behind all that do, and all of these were found.
    return any(rank <= near + 1 for rank, similarity in ranks if similarity < least)


def _least_similarity(hits: Sequence[Hit]) -> float:
    top = max((hit.similarity or 0.0 for hit in hits), default=0.0)
    return max(LEAST_SPEAKING, NEAR_TOP * top)


def checked_task(task: str) -> str:
    """Return what somebody will do, as it is asked for.

    Raises:
        RefusedError: it is empty, holds no word, or is too long.
    """
    if not task.strip():
        raise RefusedError("The task is empty.", hint="Say in a sentence what you will do.")
    return checked_query(task)


def checked_query(query: str) -> str:
    """Return a query as it is asked.

    Raises:
        RefusedError: it is empty, holds no word, or is too long.
    """
    text = query.strip()
    if not text:
        raise RefusedError(
            "The query is empty.", hint='Try `vaultwatch memory search "open blocker"`.'
        )
    if len(text) > MAX_QUERY_CHARS:
        raise RefusedError(
            f"The query is longer than {MAX_QUERY_CHARS} characters.",
            hint="Ask for the matter in a sentence or two.",
        )
    if not any(map(str.isalnum, text)):  # the model would put it near something all the same
        raise RefusedError(f"The query {text[:20]!r} holds no word.", hint="Ask in words.")
    return text
