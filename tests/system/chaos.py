"""Kill vaultwatch at every moment that leaves something on the disk, start it again, and look.

`Chaos` is one vault's life: rounds of a kill, a fresh start, and a look at everything that must
hold. Used with a few kills by `test_chaos` and with hundreds by `benchmarks/chaos.py`.
"""

import json
import random
import re
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta
from pathlib import Path

from tests.system.armed import PATIENCE_S, Armed, make_old
from tests.system.killing import Arms, Point, When
from tests.system.market import REPORT, Market, hidden_leftovers
from tests.system.stalls import COARSE_S, save

UNMOUNTED_FUSE_S = 3.0
"""Over an empty folder a daemon may reach no point at all."""
FUSE_S = 5.0
"""A point that was not reached by then is not reached at all: the kill comes by the clock."""

_WRITING: tuple[tuple[Point, int], ...] = (
    ("swap", 6), ("sync", 14), ("commit", 12), ("statement", 80), ("lance", 3), ("", 0),
)  # fmt: skip
POINTS: dict[str, tuple[tuple[Point, int], ...]] = {
    "first index": (("lance", 6), ("commit", 8), ("statement", 90), ("swap", 3), ("", 0)),
    "catch-up": _WRITING,
    "look": _WRITING,
    "flags and report": (("swap", 6), ("swap", 6), ("sync", 16), ("", 0)),
    "scan": _WRITING,
    "optimise": (("optimise", 1), ("optimise", 1), ("statement", 20), ("commit", 4)),
    "backup": (("backup", 1), ("swap", 1), ("statement", 8), ("sync", 1)),
    "report": (("swap", 4), ("sync", 8), ("statement", 30)),
    "migration": (("migrate", 1), ("statement", 30), ("statement", 30), ("commit", 2)),
    "tick": _WRITING,
    "request": _WRITING,
    "dismiss": (("commit", 4), ("statement", 40), ("swap", 3), ("sync", 8)),
    "rebuild": (("lance", 5), ("commit", 5), ("statement", 80), ("", 0)),
    "command": _WRITING,
    "branch flips": _WRITING,
    "coarse times": _WRITING,
    "empty mount": (("statement", 20), ("swap", 1), ("", 0), ("", 0)),
    "apply": (("swap", 6), ("sync", 14), ("commit", 12), ("statement", 80)),
    "apply tick": (("swap", 6), ("sync", 14), ("commit", 12), ("statement", 80), ("", 0)),
}  # fmt: skip
"""Where each kind of round may die: a point and up to which call of it; "" is by the clock."""
AT_START = ("catch-up", "migration", "coarse times")
COMMANDS = {
    "dismiss": (), "apply": (), "rebuild": ("setup", "index", "--rebuild"), "command": ("scan",),
}  # fmt: skip
JOBS = {"scan": "scan", "optimise": "optimise", "backup": "backup", "report": "report"}
KINDS = tuple(kind for kind in POINTS if kind != "first index")


@dataclass(frozen=True)
class Kill:
    """One kill and what came after."""

    phase: str
    point: str
    """Where it died; empty for by the clock."""
    harms: tuple[str, ...]
    ready_s: float | None
    """From the next start to ready; None where a command was killed and the daemon went on."""


@dataclass
class Chaos(Armed):
    """One vault and the processes that are killed over it."""

    chance: random.Random = field(default_factory=random.Random)
    kills: list[Kill] = field(default_factory=list)
    missed: Counter[str] = field(default_factory=Counter)
    """Commands that ended before their moment came, by phase."""
    kept: int = 0
    """Temporary files that kills left and a sweep took away."""
    _point: str = ""

    def begin(self, first_kills: int) -> None:
        """Lay the vault and kill its first index so often."""
        self.market.state.mkdir(parents=True)
        self.market.lay()
        for _ in range(first_kills):
            self._die_at_start("first index")
            self._look("first index")
            if self._process is not None and self._process.poll() is None:
                self._end(signal.SIGTERM)
            if self.chance.random() < 0.6:
                self._drop_index()
        self._start()
        self._wait_until_ready()

    def round(self, kind: str) -> None:
        """Kill once, start again, look."""
        if kind in AT_START:
            self._end(signal.SIGTERM)
            if kind == "migration":
                make_old(self.market.places.ledger)
            with self.market.editing(self.chance.randrange(1 << 30)):
                time.sleep(0.4)
            if kind == "coarse times":
                self._die_by_coarse_times()
            else:
                self._die_at_start(kind)
        elif kind == "empty mount":
            self._kill_unmounted()
        elif kind in COMMANDS:
            if not self._kill_command(kind):
                self.missed[kind] += 1
                self._harms_at_rest()  # else the next round would begin in the midst of edits
                self.market.offered.clear()
                return
        else:
            self._kill_daemon(kind)
        self._look(kind)
        self.market.tick_s = 0.0
        self.market.offered.clear()

    def end(self) -> None:
        """Stop in good order; nothing of ours is left in the vault after a sweep."""
        harms = self._harms_at_rest()
        self._end(signal.SIGTERM)
        self.kept += len(hidden_leftovers(self.market.folder))
        with self.market.opened() as ws:
            ws.files.sweep(now=ws.clock.now() + timedelta(hours=2))
        left = hidden_leftovers(self.market.folder)
        harms += self.market.harms()
        if left or harms:
            last = self.kills[-1]
            harms = [*last.harms, *harms, *(f"left after the sweep: {one.name}" for one in left)]
            self.kills[-1] = replace(last, harms=tuple(harms))

    # -- how it dies

    def _drawn(self, kind: str, put: str = "") -> Arms:
        point, most = self.chance.choice(POINTS[kind])
        when: When = self.chance.choice(("before", "after", "midst"))
        nth = self.chance.randint(1, most) if most else 0
        return Arms(point, nth, when, self.chance.uniform(0, 0.03), put=put)

    def _die_at_start(self, kind: str) -> None:
        arms = self._drawn(kind)
        self._start(arms)
        end_s = time.monotonic() + PATIENCE_S
        while not self._heartbeat() and self._running().poll() is None:  # Python is starting
            assert time.monotonic() < end_s, "it never began"
            time.sleep(0.005)
        self._wait_for_death(arms, self.chance.uniform(0.0, 3.0), fuse_s=3 * FUSE_S)
        self.kills.append(Kill(kind, self._point, (), None))

    def _die_by_coarse_times(self) -> None:
        """Somebody saves all along, several times a tick, while it starts, works and dies."""
        self.market.tick_s = COARSE_S
        with self.market.editing(self.chance.randrange(1 << 30)):
            self._die_at_start("coarse times")

    def _kill_unmounted(self) -> None:
        """The vault goes away from under it; it dies, and may live again, over an empty folder."""
        with self.market.editing(self.chance.randrange(1 << 30)):
            time.sleep(self.chance.uniform(0, 0.5))
        self.market.unmount()
        before = self.market.on_record()
        arms = self._drawn("empty mount", self.chance.choice(("scan", "reconcile", "report", "")))
        self._arm(arms)
        self._wait_for_death(arms, self.chance.uniform(0.0, 3.0), fuse_s=UNMOUNTED_FUSE_S)
        point = self._point
        if self.chance.random() < 0.5:
            self._start()
            self._wait_until_away()
        harms = self.market.mount()
        if self.market.on_record() != before:
            harms.append("findings changed while the vault was away")
        self.kills.append(Kill("empty mount", point, tuple(harms), None))

    def _kill_daemon(self, kind: str) -> None:
        provoke = self._prepared(kind)
        is_flipping = kind == "branch flips"
        job = self.chance.choice(("scan", "")) if is_flipping else JOBS.get(kind, "")
        arms = self._drawn(kind, job)
        with self.market.editing(self.chance.randrange(1 << 30), is_flipping=is_flipping):
            if kind in JOBS or is_flipping:
                time.sleep(self.chance.uniform(0, 0.5))
            self._arm(arms)
            provoke()
            self._wait_for_death(arms, self.chance.uniform(0.0, 1.5))
        self.kills.append(Kill(kind, self._point, (), None))

    def _kill_command(self, kind: str) -> bool:
        arguments = COMMANDS[kind]
        stall = None
        if kind == "dismiss":
            stall = self.market.settle()
            if stall is None:
                return False
            arguments = ("findings", "dismiss", self.market.settled[stall])
        if kind == "apply":
            finding = self.market.offer()
            if finding is None:
                return False
            arguments = ("findings", "apply", finding.id)
        arms = self._drawn(kind)
        file = self.market.state / "command.json"
        file.write_text(json.dumps(asdict(arms)))
        life_s = FUSE_S if arms.point else self.chance.uniform(0.8, 3.0)
        with self.market.editing(self.chance.randrange(1 << 30)):
            process = self._launch(file, *arguments)
            with suppress(subprocess.TimeoutExpired):
                process.wait(4 * FUSE_S if arms.point else life_s)
            process.kill()
            died = process.wait() == -signal.SIGKILL
        if died:
            self.kills.append(Kill(kind, arms.point, (), None))
        if stall is not None:
            self._ask_whether_dismissed(stall)
        return died

    def _ask_whether_dismissed(self, stall: int) -> None:
        """A killed command has done it or has not; both are right."""
        with self.market.opened() as ws:
            found = ws.ledger.find_findings(self.market.settled[stall])
        if [one.status for one in found] != ["dismissed"]:
            del self.market.settled[stall]

    def _prepared(self, kind: str) -> Callable[[], None]:
        """Return what provokes a kind of work; dismissals rest on a vault at rest."""
        if kind == "apply tick":
            offered = self.market.offer()
            return self._tick(offered.id, "apply") if offered is not None else lambda: None
        stall = self.market.settle() if kind in {"tick", "request"} else None
        if stall is None:
            return lambda: None
        finding = self.market.settled[stall]
        if kind == "tick":
            return self._tick(finding, "dismiss")
        place = self.market.folder / ".vaultwatch" / "requests" / f"settle-{finding}.json"
        asked = json.dumps({"verb": "dismiss", "finding": finding, "why": "chaos"})
        return lambda: save(place, asked)

    def _tick(self, finding: str, answer: str) -> Callable[[], None]:
        report = self.market.folder / REPORT
        text = report.read_text("utf-8")
        (box,) = re.findall(rf"^ *- \[ \] .* \^{finding}-{answer}$", text, re.MULTILINE)
        ticked = text.replace(box, box.replace("[ ]", "[x]", 1))
        return lambda: save(report, ticked)

    def _wait_for_death(self, arms: Arms, moment_s: float, fuse_s: float = FUSE_S) -> None:
        process = self._running()
        self._point = str(arms.point)
        try:
            process.wait(fuse_s if arms.point else moment_s)
        except subprocess.TimeoutExpired:
            self._point = ""
        self._end(signal.SIGKILL)

    # -- how it lives

    def _look(self, kind: str) -> None:
        """Have a daemon come to rest, and say what is not as it must be."""
        ready_s = None
        if self._process is None:
            start_s = time.monotonic()
            self._start()
            self._wait_until_ready()
            ready_s = time.monotonic() - start_s
        harms = self._harms_at_rest()
        if kind not in {"tick", "request", "dismiss"}:
            self.market.let_go(most=self.market.memories // 3)
        self.market.all_back()
        last = self.kills[-1]
        self.kills[-1] = replace(last, harms=(*last.harms, *harms), ready_s=ready_s)

    def _harms_at_rest(self) -> list[str]:
        end_s = time.monotonic() + PATIENCE_S
        harms = ["it never came to rest"]
        while time.monotonic() < end_s:
            now = self._heartbeat()
            if now.get("ready_at") and not now["doing"] and not now["queue"]:
                harms = self.market.harms()
                if not harms:
                    return []
            if self._running().poll() is not None:
                return ["the daemon ended by itself", *harms]
            time.sleep(0.2)
        return harms

    def _drop_index(self) -> None:
        from shutil import rmtree

        rmtree(self.market.places.index, ignore_errors=True)


@contextmanager
def chaos(
    folder: Path, *, seed: int, notes: int, memories: int, embedder: str = "hash"
) -> Iterator[Chaos]:
    """Give a vault to kill over; no process outlives it."""
    market = Market(folder / "vault", folder / "state", notes, memories, embedder)
    life = Chaos(market, chance=random.Random(seed))  # noqa: S311 -- moments, no keys
    try:
        yield life
    finally:
        life.close()
