"""Cut a note into chunks: runs of statements under one heading, the unit of embedding and search.

Pure and deterministic. `services.reindex` calls `cut_chunks` for every note that changed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from vaultwatch.notes.model import Chunk, Note, SectionPath, Statement

SMALL_SHARE = 0.25
"""A run below this share of the window is joined with its neighbour. Chosen by hand."""


@dataclass(slots=True)
class _Run:
    """Statements that become one chunk."""

    section: SectionPath
    statements: list[Statement]
    tokens: int


class _Costs:
    """What every text costs in tokens, asked for once a note."""

    def __init__(self, note: Note, count_tokens: Callable[[Sequence[str]], Sequence[int]]) -> None:
        paths = dict.fromkeys(statement.section for statement in note.statements)
        headings = [heading for path in paths for heading in path]
        texts = [statement.text for statement in note.statements]
        counts = count_tokens([*texts, *headings, note.title, ""])
        self.fixed = counts[-1] + counts[-2]
        """Special tokens and title."""
        bare = [count - counts[-1] for count in counts]
        self.statements = bare[: len(texts)]
        self.headings = dict(zip(headings, bare[len(texts) : -2], strict=True))

    def header(self, section: SectionPath) -> int:
        """Return the cost of everything in front of a chunk's text; a token for each `>`."""
        return self.fixed + sum(self.headings[heading] + 1 for heading in section)


def cut_chunks(
    note: Note, *, count_tokens: Callable[[Sequence[str]], Sequence[int]], max_tokens: int
) -> tuple[Chunk, ...]:
    """Return a note's chunks in order; every statement stands in exactly one.

    A statement is never cut: one that alone exceeds the window stands alone, whole in `text` and
    `embed_text`, and the embedder does not see what lies behind its window. Title and headings go
    in front of `embed_text`, and count, where they leave half of the window free; else they stay
    out.

    Args:
        note: the note; its properties are the first statements.
        count_tokens: lengths of texts in the model's tokens, special tokens included; called once.
        max_tokens: the model's window.
    """
    if not note.statements:
        return ()
    costs = _Costs(note, count_tokens)
    runs = _joined(_runs(note, costs, max_tokens), costs, max_tokens)
    return tuple(_chunk(n, run, note.title, costs, max_tokens) for n, run in enumerate(runs))


def _room(section: SectionPath, costs: _Costs, max_tokens: int) -> int:
    header = costs.header(section)
    return max_tokens - (header if _has_header(header, max_tokens) else costs.fixed)


def _has_header(header_tokens: int, max_tokens: int) -> bool:
    return header_tokens * 2 <= max_tokens


def _runs(note: Note, costs: _Costs, max_tokens: int) -> list[_Run]:
    runs: list[_Run] = []
    room = 0
    for statement, tokens in zip(note.statements, costs.statements, strict=True):
        run = runs[-1] if runs else None
        if run is None or run.section != statement.section or run.tokens + tokens > room:
            room = _room(statement.section, costs, max_tokens)
            runs.append(_Run(statement.section, [statement], tokens))
        else:
            run.statements.append(statement)
            run.tokens += tokens
    return runs


def _joined(runs: list[_Run], costs: _Costs, max_tokens: int) -> list[_Run]:
    """Join small neighbours that are siblings, or a section and its parent."""
    joined = runs[:1]
    for run in runs[1:]:
        last = joined[-1]
        shared = _shared(last.section, run.section)
        is_near = len(shared) + 1 >= max(len(last.section), len(run.section))
        is_small = min(last.tokens, run.tokens) < max_tokens * SMALL_SHARE
        heading = sum(costs.headings[text] for text in run.section[len(shared) :])
        heading += sum(costs.headings[text] for text in last.section[len(shared) :])
        tokens = last.tokens + run.tokens + heading
        if is_near and is_small and tokens <= _room(shared, costs, max_tokens):
            last.section, last.tokens = shared, tokens
            last.statements.extend(run.statements)
        else:
            joined.append(run)
    return joined


def _shared(left: SectionPath, right: SectionPath) -> SectionPath:
    count = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        count += 1
    return left[:count]


def _chunk(ordinal: int, run: _Run, title: str, costs: _Costs, max_tokens: int) -> Chunk:
    lines: list[str] = []
    section = run.section
    for statement in run.statements:
        if statement.section != section:
            section = statement.section
            lines.extend(section[len(run.section) :])
        lines.append(statement.text)
    text = "\n".join(lines)
    has_header = _has_header(costs.header(run.section), max_tokens)
    embed_text = "\n".join((" > ".join((title, *run.section)), text)) if has_header else text
    return Chunk(
        ordinal=ordinal,
        section=run.section,
        first_line=min(statement.first_line for statement in run.statements),
        last_line=max(statement.last_line for statement in run.statements),
        text=text,
        embed_text=embed_text,
        digest=blake2b(embed_text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest(),
    )
