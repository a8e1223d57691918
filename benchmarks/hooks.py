"""How long an agent's client waits for each hook: processor and wall time, the least of some runs.

Run alone: python benchmarks/hooks.py [NOTES]. The payloads are those of a client; the work that a
hook leaves to a process of its own is waited for between two runs, and not counted.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from commands import lay_vault  # type: ignore[import-not-found]  # the script beside

from vaultwatch.adapters.files.session_records import read_progress, read_record, session_key
from vaultwatch.places import Places
from vaultwatch.services.sessions.session_work import newest_of

EVENTS = ("stop", "pre-compact", "session-end", "prompt", "session-start")
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


def spent(event: str, vault: Path, state: Path, payload: bytes) -> tuple[float, float]:
    """Run one hook; return its milliseconds of CPU and wall."""
    before, began_s = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "vaultwatch", "hook", event, "--vault", str(vault)],
        env={**os.environ, "VAULTWATCH_STATE": str(state)},
        input=payload,
        capture_output=True,
        check=False,
    )
    wall_s = time.perf_counter() - began_s
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode or done.stderr:
        sys.exit(f"{event}: {done.stderr.decode()}")
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return 1000 * cpu_s, 1000 * wall_s


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
    with tempfile.TemporaryDirectory() as scratch:
        vault, state = Path(scratch, "vault"), Path(scratch, "state")
        lay_vault(vault, given.notes)
        config = vault / ".vaultwatch" / "config.toml"
        config.write_text("[sessions]\nidle_s = 0\n", encoding="utf-8")
        subprocess.run(
            [sys.executable, "-m", "vaultwatch", "scan", "--vault", str(vault)],
            env={**os.environ, "VAULTWATCH_STATE": str(state)},
            stdout=subprocess.DEVNULL,
            check=False,
        )
        transcript(said := Path(scratch, "session.jsonl"))
        places = Places(vault, state_base=state)
        payload = {"session_id": "b", "transcript_path": str(said), "cwd": scratch}
        prompt = "What does [[Note 7]] say of stall 9?"
        print(f"{given.notes} notes, {TURNS} turns, least of {given.runs} runs")
        print(f"{'hook':<14} {'cpu ms':>8} {'wall ms':>8}")
        for event in EVENTS:
            runs = []
            for _ in range(given.runs):
                data = {**payload, "prompt": prompt, "source": "startup"}
                runs.append(spent(event, vault, state, json.dumps(data).encode()))
                wait_for_work(places, "b")
            print(f"{event:<14} {min(cpu for cpu, _ in runs):8.0f} {min(w for _, w in runs):8.0f}")


if __name__ == "__main__":
    main()
