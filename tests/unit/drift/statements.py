"""Statements by hand, for tests of the drift room: a line a statement."""

from datetime import UTC, datetime
from hashlib import blake2b

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.model import Baseline, Comparison
from vaultwatch.drift.passages.asserted import find_supports
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.drift.scoring.grounding import ground
from vaultwatch.notes.inline import scan_inline
from vaultwatch.notes.model import NotePath, SectionPath, Statement, StatementKind

WRITTEN = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def statement(  # noqa: PLR0913  # every field a test may want, by name
    text: str,
    *,
    line: int = 1,
    section: SectionPath = (),
    kind: StatementKind = "sentence",
    mark: str | None = None,
    key: str | None = None,
) -> Statement:
    plain = scan_inline(text).standing(text, 0, len(text))
    words = " ".join(plain.split()).casefold()
    digest = blake2b(f"{words}|{mark or ''}".encode(), digest_size=16).hexdigest()
    return Statement(kind, text, plain, section, "", line, line, digest, mark, key)


def note(*lines: str) -> tuple[Statement, ...]:
    """Read lines: `# heading`, `- item`, `- [ ] task`, `key: value` in front, else a sentence."""
    made: list[Statement] = []
    section: SectionPath = ()
    in_front = True
    for number, line in enumerate(lines, 1):
        if line.startswith("# "):
            section, in_front = (line[2:],), False
            made.append(statement(line[2:], line=number, section=section, kind="heading"))
        elif line.startswith("- ["):
            in_front = False
            made.append(
                statement(line[6:], line=number, section=section, kind="task", mark=line[3])
            )
        elif line.startswith("- "):
            in_front = False
            made.append(statement(line[2:], line=number, section=section, kind="list_item"))
        elif in_front and ": " in line and " " not in line.split(": ")[0]:
            made.append(statement(line, line=number, kind="property", key=line.split(": ")[0]))
        else:
            in_front = False
            made.append(statement(line, line=number, section=section))
    return tuple(made)


def belief(text: str, *, title: str = "Atlas", narrow: SectionPath = ()) -> Belief:
    return Belief("mem_a", text, "b1", WRITTEN, title, narrow, None)


def baseline(of: Belief, then: tuple[Statement, ...], *, is_adopted: bool = False) -> Baseline:
    return Baseline(
        memory_id=of.memory_id,
        note=NotePath(f"{of.note_title}.md"),
        origin="adopted" if is_adopted else "written",
        taken_at=WRITTEN,
        belief_digest=of.digest,
        statements=then,
        supports=find_supports(of, then),
        note_digest="n1",
        grounding=ground(of, then) if is_adopted else None,
    )


def judge(text: str, then: tuple[Statement, ...], now: tuple[Statement, ...]) -> Comparison:
    """Compare warm."""
    held = belief(text)
    return compare(held, baseline(held, then), now)
