"""How long an agent's client waits for each hook: processor and wall time, the least of some runs.

Run alone: python benchmarks/hooks.py [NOTES]. The payloads are those of a client; the work that a
hook leaves to a process of its own is waited for between two runs, and not counted.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from frame import (  # type: ignore[import-not-found]  # the script beside
    Bench,
    cost_of,
    lay_vault,
    scratch,
)

from vaultwatch.adapters.files.session_records import read_progress, read_record, session_key
from vaultwatch.places import Places
from vaultwatch.services.sessions.session_work import newest_of

ASKING = ("prompt", "session-start")
"""Hooks that a daemon answers."""
EVENTS = ("stop", "pre-compact", "session-end", *ASKING)
HOOK = (sys.executable, "-m", "vaultwatch", "hook")
PATIENCE_S = 60.0
TURNS = 2_000
"""Of the transcript: a long day's."""


def transcript(path: Path) -> None:
    """Write a client's transcript of many turns."""
    rows = []
    for number in range(TURNS // 2):
        rows += [
            {"type": "user", "message": {"content": f"Please look at stall {number} again."}},
            {
                "type": "assistant",
                "message": {"content": [{"type": "text", "text": f"Stall {number} is fine."}]},
            },
        ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def wait_for_work(places: Places, session: str) -> None:
    """Wait until the process behind the hooks has done its work."""
    key, end_s = session_key("claude-code", session), time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        record = read_record(places.sessions, key)
        seen = read_progress(places.sessions, key).seen_at
        if record is None or newest_of(record) <= seen:
            return
        time.sleep(0.05)
    sys.exit("the work behind a hook was not done")


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notes", nargs="?", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    with scratch() as folder:
        bench = Bench(folder / "vault", folder / "state", given.notes)
        lay_vault(bench)
        bench.configure("auto", "[sessions]\nidle_s = 0\n")
        bench.run("scan")
        transcript(said := folder / "session.jsonl")
        payload = {"session_id": "b", "transcript_path": str(said), "cwd": str(folder)}
        payload |= {"prompt": "What does [[Note 7]] say of stall 9?", "source": "startup"}
        print(f"{given.notes} notes, {TURNS} turns, least of {given.runs} runs")
        print(f"{'hook':<14} {'cpu ms':>8} {'wall ms':>8}")
        measure(bench, EVENTS, payload, given.runs)
        print("beside a daemon")
        with bench.daemon():
            measure(bench, ASKING, payload, given.runs)


def measure(bench: Bench, events: Sequence[str], payload: dict[str, str], runs: int) -> None:
    """Print a row for each hook."""
    for event in events:
        costs = []
        for _ in range(runs):
            words = (*HOOK, event, "--vault", str(bench.vault))
            costs.append(cost_of(words, bench.environment, said=json.dumps(payload).encode()))
            wait_for_work(bench.places, "b")
        cpu_s, wall_s = min(one.cpu_s for one in costs), min(one.wall_s for one in costs)
        print(f"{event:<14} {1000 * cpu_s:8.0f} {1000 * wall_s:8.0f}", flush=True)


if __name__ == "__main__":
    main()
