"""A candidate to change one thing of."""

from datetime import UTC, datetime

from vaultwatch.recall.rank import Candidate

CREATED = datetime(2026, 3, 1, 12, tzinfo=UTC)

PLAIN = Candidate(
    id="mem_a",
    text="The kiln is fired on Monday.",
    relevance=0.5,
    trust=0.8,
    age_days=0.0,
    importance=None,
    status="active",
    has_open_finding=False,
    type="Decision",
    tags=("Ops", "#kiln/east"),
    source="user_explicit",
    session="s1",
    agent="Claude",
    created=CREATED,
    scope="global",
)
