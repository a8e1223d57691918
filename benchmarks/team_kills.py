"""Kill parts of a server for many vaults while agents write, and look for what was lost.

A real `vaultwatch serve`, and the PostgreSQL server that holds its ledgers where one is here, die
by SIGKILL while agents remember and a note that a memory cites changes; each time only once writes
were answered since the last kill. What was answered must stand, in notes and ledger, and what is
found must be what a fresh look finds, and what the editor's last word asks for.

    python benchmarks/team_kills.py --kills 100                    of all parts in turn
    python benchmarks/team_kills.py --kills 25 --part front --ledger file

Ends with status 1 if anything was lost.
"""

import argparse
import json
import os
import random
import re
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psutil

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the harness is the tests'

from tests.postgres import Server, a_server, why_none  # noqa: E402 -- found by the line above
from tests.system.daemons import Seen, eventually  # noqa: E402
from tests.system.teams import TeamServer, served, team_in  # noqa: E402
from tests.system.vaults import Vault  # noqa: E402
from vaultwatch.drift.findings.lifecycle import LIVE  # noqa: E402
from vaultwatch.wiring import open_workspace  # noqa: E402

PARTS = ("front", "worker", "workers", "all")
ON_A_SERVER = (*PARTS, "database")
NAMES = ("atlas", "beech", "cedar")
WRITERS = 3
ANSWERED = 4
"""Writes that are answered before each kill."""
CHECK_EACH = 10
"""Kills between two fresh looks."""
_ID = re.compile(rb'(?m)^id: "?(\w+)"?$')
SAYS = ("The kiln is fired on day {} and", "Lot {} is sold by weight, and", "Bay {} stays dry;")


@dataclass
class Agents:
    """Those who write, and an editor."""

    team: TeamServer
    answered: dict[str, str] = field(default_factory=dict)
    """What was answered as saved: the memory's id and its vault."""
    unanswered: int = 0
    fees: dict[str, int] = field(default_factory=lambda: dict.fromkeys(NAMES, 40))

    @contextmanager
    def writing(self, chance: random.Random) -> Iterator[None]:
        """Write while the context lasts."""
        stop = threading.Event()
        seeds = [chance.random() for _ in range(WRITERS)]
        threads = [threading.Thread(target=self._write, args=(seed, stop)) for seed in seeds]
        for one in threads:
            one.start()
        try:
            yield
        finally:
            stop.set()
            for one in threads:
                one.join()

    def _write(self, seed: float, stop: threading.Event) -> None:
        chance = random.Random(seed)  # noqa: S311 -- a benchmark's words
        while not stop.is_set():
            vault = chance.choice(NAMES)
            said = chance.choice(SAYS).format(chance.randrange(10**9))
            try:
                told = self.remember(vault, f"{said} [[Shared]] tells it.")
            except (httpx.HTTPError, AssertionError, ValueError, KeyError):
                self.unanswered += 1
                time.sleep(0.2)
            else:
                self.answered[told] = vault

    def remember(self, vault: str, content: str) -> str:
        """Have something remembered; return its id."""
        answer = self.team.call("ada", vault, "vault_remember", content=content)
        told = json.loads(answer["content"][0]["text"])  # a refusal is no JSON
        if not told["saved"]:
            raise ValueError(told)
        return str(told["memory_id"])

    def edit(self, chance: random.Random) -> None:
        """Change what a memory of some vault says."""
        name = chance.choice(NAMES)
        self.fees[name] = 95 - self.fees[name]
        text = f"# Plan\n\nThe fee at {name} is {self.fees[name]} euros.\n"
        self.team.vault(name).write(f"Plan of {name}.md", text)


def verdicts(vault: Vault) -> set[tuple[object, ...]]:
    """Return what stands of a vault: each live finding, by what tells it from others."""
    with open_workspace(vault.folder, "read", state=vault.state) as ws:
        return {
            (one.kind, one.memory_id, one.note, one.outcome, one.passage)
            for one in ws.ledger.findings(statuses=LIVE, outcomes=None)
        }


def harms_of(agents: Agents, team: TeamServer, first: dict[str, str]) -> Iterator[str]:
    """Yield what was lost, or is found otherwise than by a fresh look; the server is stopped."""
    for name in NAMES:
        vault = team.vault(name)
        notes = [one.read_bytes() for one in (vault.folder / "Memories").glob("*.md")]
        told = {match[1].decode() if (match := _ID.search(one)) else "" for one in notes}
        ours = {id_ for id_, place in agents.answered.items() if place == name}
        with open_workspace(vault.folder, "read", state=vault.state) as ws:
            known = {row.id for row in ws.ledger.memories()}
        yield from (f"{name}: the note of {one} is lost" for one in sorted(ours - told))
        yield from (f"{name}: the ledger lost {one}" for one in sorted(ours - known))
        if "" in told:
            yield f"{name}: a memory's note is not whole"
        before = verdicts(vault)
        done = vault.call("scan", "--all")
        if done.status not in {0, 3}:
            yield f"{name}: {done.err}"
        if before != (fresh := verdicts(vault)):
            yield f"{name}: a fresh look differs in {before ^ fresh}"
        is_told = any(one[1] == first[name] and one[3] in {"shown", "likely"} for one in fresh)
        if is_told != (agents.fees[name] != 40):  # noqa: PLR2004 -- as it was first
            yield f"{name}: of a fee of {agents.fees[name]} is told: {is_told}"


def kill(part: str, team: TeamServer, server: Server | None, chance: random.Random) -> None:
    """Kill a part, and have it run again where nobody else sees to it."""
    assert team.process is not None  # noqa: S101 -- it is served
    workers = psutil.Process(team.process.pid).children()
    doomed = {"worker": [chance.choice(workers)], "workers": workers, "all": workers}.get(part, [])
    if part in {"front", "all"}:
        team.stop(signal.SIGKILL)
    for one in doomed:
        with suppress(psutil.NoSuchProcess):
            one.kill()
    if server is not None and part in {"database", "all"}:
        postmaster = int((server.data / "postmaster.pid").read_text().split()[0])
        theirs = psutil.Process(postmaster).children()
        os.kill(postmaster, signal.SIGKILL)
        psutil.wait_procs(theirs, 60)
        server.start()
    if part in {"front", "all"}:
        psutil.wait_procs(workers, 60)
    else:
        eventually(lambda: is_well(team), "all workers run again")


def is_well(team: TeamServer) -> bool:
    """Tell whether the server says that all its workers run."""
    return team.post("/healthz", None, method="GET").status_code == 200  # noqa: PLR2004 -- HTTP's


def is_at_rest(team: TeamServer) -> bool:
    """Tell whether each vault was looked at by the workers that run now, and nothing waits."""
    assert team.process is not None  # noqa: S101 -- it is served
    pids = {one.pid for one in psutil.Process(team.process.pid).children()}
    states = [Seen(team.vault(name)).state for name in NAMES]
    return all(
        one.get("pid") in pids and one["ready_at"] and not one["doing"] and not one["queue"]
        for one in states
    )


def killed_once(part: str, agents: Agents, server: Server | None, chance: random.Random) -> int:
    """Kill a part once writes were answered; return how many were."""
    before = len(agents.answered)
    with agents.writing(chance):
        agents.edit(chance)
        eventually(lambda: len(agents.answered) >= before + ANSWERED, "answers", 300)
        time.sleep(chance.random())
        answered = len(agents.answered) - before
        kill(part, agents.team, server, chance)
    return answered


def rounds(
    asked: argparse.Namespace, team: TeamServer, server: Server | None
) -> Iterator[tuple[str, int, list[str]]]:
    """Yield each kill: the part, the writes answered before it, and, now and then, the harm."""
    chance = random.Random(asked.seed)  # noqa: S311 -- moments, no keys
    agents, first, kills = Agents(team), dict[str, str](), 0
    parts = asked.part or (ON_A_SERVER if server is not None else PARTS)
    while kills < asked.kills:
        is_due = False
        with served(team):
            for name in NAMES if not first else ():
                team.reads_own("ada", name)
                first[name] = agents.remember(name, f"The fee at [[Plan of {name}]] is 40 euros.")
                agents.answered[first[name]] = name
            while not is_due and team.process is not None and team.process.poll() is None:
                part = chance.choice(parts)
                answered = killed_once(part, agents, server, chance)
                kills += 1
                is_due = not kills % CHECK_EACH or kills == asked.kills
                if not is_due:
                    yield part, answered, []
        if is_due:
            with served(team):  # it takes the looks that are owed
                eventually(lambda: is_at_rest(team), "rest")
            yield part, answered, [*harms_of(agents, team, first)]
    print(f"{len(agents.answered)} writes answered, {agents.unanswered} not")


def main() -> int:
    """Print a row a check; return the exit status."""
    reading = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reading.add_argument("--kills", type=int, default=100)
    reading.add_argument("--part", action="append", choices=ON_A_SERVER, help="these alone")
    reading.add_argument("--ledger", choices=("file", "server"), default="server")
    reading.add_argument("--seed", type=int, default=1)
    asked = reading.parse_args()
    killed, answers, harms, began_s = Counter[str](), list[int](), 0, time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kills-")))
        is_on_server = asked.ledger == "server" and not why_none()
        server = stack.enter_context(a_server()) if is_on_server else None
        own = folder / "home" / "vaultwatch" / "config.toml"
        own.parent.mkdir(parents=True)
        own.write_text(f'[ledger]\nurl = "{server.url() if server else ""}"\n')
        os.environ["XDG_CONFIG_HOME"] = str(folder / "home")
        more = "workers = 2\nlimits.calls_per_minute = 100000"
        team = team_in(folder, NAMES, {"ada": {"write": NAMES}}, more)
        for part, answered, found in rounds(asked, team, server):
            killed[part] += 1
            answers.append(answered)
            harms += len(found)
            for one in found:
                print(f"  harm: {one}", flush=True)
            if not killed.total() % CHECK_EACH:
                told = f"{sum(answers)} writes answered, {harms} harms"
                print(
                    f"{killed.total()} kills, {told}, {time.monotonic() - began_s:.0f} s",
                    flush=True,
                )
    parts = ", ".join(f"{count} {part}" for part, count in killed.items())
    print(
        f"{killed.total()} kills ({parts}); answered before each {min(answers)} to {max(answers)}"
    )
    print(f"{harms} harms")
    return 1 if harms else 0


if __name__ == "__main__":
    sys.exit(main())
