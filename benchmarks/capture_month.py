"""Live a month with the inbox: sessions every day, a person who looks in now and then.

    python benchmarks/capture_month.py [SESSIONS A DAY]

The written sessions of `capture_transcripts` are held in turn for thirty days, each several times.
The person looks in every third day. One keeps what the labels mark and drops the rest, as far as
they get; one keeps all that waits without reading. A month later what is left has expired.
Printed: what stands in the store and what waits, and the share of each that no label marks.
"""

import random
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from benchmarks.capture import HERE, Session, is_told, read_sessions
from vaultwatch.adapters.clock import FixedClock
from vaultwatch.memories.capture import Captured, captured
from vaultwatch.report.inbox import InboxAnswer
from vaultwatch.services.exchange.inbox import decide_inbox, list_inbox, take_inbox
from vaultwatch.services.look import carry_out, scan
from vaultwatch.services.sessions.capturing import propose_captured
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

DAYS = 30
LOOKS_IN_EVERY = 3
READS = 0.8
"""Share of what waits that the person gets through when they look in."""
BEGUN = datetime(2026, 3, 1, 9, tzinfo=UTC)


def is_marked(text: str, sessions: list[Session]) -> bool:
    """Tell whether a label marks what is kept."""
    one = Captured("fact", text, text, None)
    return any(is_told(one, words) for session in sessions for _, words in session.wanted)


def agreed_to(sessions: list[Session]) -> set[str]:
    """Return what agents proposed and a label marks the yes to."""
    return {
        one.text
        for session in sessions
        for one in captured(session.turns)
        if "\n" in one.quote and any(is_told(one, words) for _, words in session.wanted)
    }


def live(a_day: int, decides: Callable[[str], InboxAnswer]) -> tuple[int, int, int, int, int]:
    """Return how many memories stand and how many of them are junk, the same of what waited."""
    chance = random.Random(7)  # noqa: S311 -- a benchmark repeats itself
    sessions = [
        one for name in ("worked_on", "held_out") for one in read_sessions(HERE / f"{name}.txt")
    ]
    agreed = agreed_to(sessions)

    def is_junk(text: str) -> bool:
        return text not in agreed and not is_marked(text, sessions)

    waited = waited_junk = proposed = 0
    with tempfile.TemporaryDirectory() as folder:
        vault = Path(folder) / "vault"
        (vault / ".vaultwatch").mkdir(parents=True)
        (vault / ".vaultwatch" / "config.toml").write_text('[index]\nembedder = "hash"\n')
        (vault / "Plan.md").write_text("# Plan\n\nWe ship in May.\n")
        clock = FixedClock(BEGUN)
        with open_workspace(vault, state=Path(folder) / "state", clock=clock) as ws:
            scan(ws)
            for day in range(DAYS):
                clock.set(BEGUN + timedelta(days=day))
                for number, one in enumerate(chance.choices(sessions, k=a_day)):
                    proposed += propose_captured(
                        ws,
                        captured(one.turns),
                        session=f"{day}-{number}",
                        project="p",
                        client="c",
                    )
                texts = [one.text for one in list_inbox(ws)]
                waited += len(texts)
                waited_junk += sum(map(is_junk, texts))
                if day % LOOKS_IN_EVERY == LOOKS_IN_EVERY - 1:
                    _look_in(ws, chance, decides)
            clock.set(BEGUN + timedelta(days=2 * DAYS + 1))
            take_inbox(ws)
            kept = [row.belief for row in ws.ledger.memories() if row.state == "present"]
            print(f"  {proposed} proposed, {len(list_inbox(ws))} left to wait a month later")
            return len(kept), sum(map(is_junk, kept)), waited, waited_junk, proposed


def _look_in(ws: Workspace, chance: random.Random, decides: Callable[[str], InboxAnswer]) -> None:
    for one in list_inbox(ws):
        if chance.random() < READS:
            answer = decides(one.text)
            carry_out(ws, partial(decide_inbox, wanted=one.id, answer=answer))


def main() -> None:
    """Live the month with either person."""
    a_day = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    sessions = [
        one for name in ("worked_on", "held_out") for one in read_sessions(HERE / f"{name}.txt")
    ]
    agreed = agreed_to(sessions)
    people: dict[str, Callable[[str], InboxAnswer]] = {
        "keeps what the labels mark": lambda text: (
            "keep" if text in agreed or is_marked(text, sessions) else "drop"
        ),
        "keeps all without reading": lambda _: "keep",
    }
    for name, decides in people.items():
        print(f"{name}, {a_day} sessions a day:")
        kept, junk, waited, waited_junk, _ = live(a_day, decides)
        print(f"  {kept} stand, {junk} of them junk ({junk / max(kept, 1):.1%})")
        print(f"  of what waited, day by day, {waited_junk / max(waited, 1):.1%} was junk")


if __name__ == "__main__":
    main()
