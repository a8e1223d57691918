"""An outcome is added to any note without touching another byte, and is read back."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from vaultwatch.memories.procedures import (
    ProcedureOutcome,
    outcome_line,
    procedure_of,
    session_word,
    with_outcome,
)
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.property_block import LINE_END
from vaultwatch.report.escape import flat, plain

PATH = NotePath("Memories/Procedures/Fire the kiln.md")
BLOCKS = (
    "Some words.",
    "## Trigger\n\nPots are dry.",
    "## steps\n\n1. Load [[Kiln]].\n   - below\n2. Start.",
    "### Outcomes",
    "## Outcomes\n\n- 2026-01-02 10:00 failed (session s9): cold",
    "## OUTCOMES:\n- 2026-01-02 worked",
    "## Outcomes\n\nThe pots shine.",
    "## Extra\n\n| a | b |\n| - | - |\n| 1 | 2 |",
    "```sh\nmake\n```",
    "> quoted\n> more",
    "Setext\n======",
)
heads = st.sampled_from(("", "---\nid: a\nsource: inference\n---\n"))
bodies = st.lists(st.sampled_from(BLOCKS), max_size=6).map("\n\n".join)
ends = st.sampled_from(("", "\n", "\n\n\n"))
breaks = st.sampled_from(("\n", "\r\n", "\r"))
marks = st.sampled_from((b"", b"\xef\xbb\xbf"))
outcomes = st.builds(
    ProcedureOutcome,
    st.datetimes(datetime(2000, 1, 1), datetime(2099, 1, 1), timezones=st.just(UTC)).map(  # noqa: DTZ001
        lambda at: at.replace(second=0, microsecond=0)
    ),
    st.sampled_from(("succeeded", "failed")),
    st.text(max_size=20).map(session_word),
    st.sampled_from(("codex", "over HTTP", "stand by me", "you", "")),
    st.text(max_size=60).map(lambda text: plain(flat(text)).strip()),
)


@given(head=heads, body=bodies, end=ends, line_break=breaks, mark=marks, one=outcomes)
@settings(deadline=None)
def test_an_outcome_is_added_and_read_back(  # noqa: PLR0913, PLR0917
    head: str, body: str, end: str, line_break: str, mark: bytes, one: ProcedureOutcome
) -> None:
    data = mark + (head + body + end).replace("\n", line_break).encode()
    made = with_outcome(PATH, data, one)
    assert made is not None
    before, after = data.decode().removeprefix("\ufeff"), made.decode().removeprefix("\ufeff")
    then = procedure_of(parse_note(PATH, data), before).outcomes
    now = procedure_of(parse_note(PATH, made), after).outcomes
    assert len(now) == len(then) + 1
    assert outcome_line(one) in [outcome_line(other) for other in now]
    shared = next(
        (n for n, (x, y) in enumerate(zip(data, made, strict=False)) if x != y), len(data)
    )
    cut = next(at for at in range(shared, -1, -1) if made.endswith(data[at:]))
    new = made[cut : len(made) - len(data) + cut].decode()
    lines = [line for line in LINE_END.split(new) if line.strip()]
    assert lines[-1] == outcome_line(one)
    assert [line.strip("# ") for line in lines[:-1]] in ([], ["Outcomes"])
    ours = line_break if line_break in before else "\n"
    assert after.replace(ours, "").count("\n") + after.replace(ours, "").count("\r") == 0
