"""Let a vault live a year of edits, and count how often a person is asked about stale memories.

    python benchmarks/staleness.py ~/vault                  60 memories, a scan a week

In a copy. A third of the memories is made from passages that change: every third to ninth week one
of their words becomes another, and in half of the cases the memory is reworded with it, in the
other half the person calls it still true. A third is made from passages that nobody touches. A
third cites no note: half of these are reworded every fourth week for half a year and then left,
half never.
"""

import argparse
import random
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from moved import belief_in, passages_of  # type: ignore[import-not-found]  # beside this script

from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.errors import VaultwatchError
from vaultwatch.memories.facts import Facts
from vaultwatch.services.findings.settle import verify
from vaultwatch.services.look import scan
from vaultwatch.services.memories.adding import Draft, store_memory
from vaultwatch.services.memories.updating import MemoryChange, update_memory
from vaultwatch.services.records.standings import stances
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
WEEKS = 52
A_THIRD = 3
_FINE = re.compile(r"[^\W\d_]{6,}")


@dataclass
class Followed:
    """A memory, the note it was made from, and how often that passage changes."""

    id: str
    belief: str
    group: str
    note: Path | None
    """None where it cites none."""
    every: int
    """Weeks between two changes; 0 where nothing changes."""
    asked: list[int] = field(default_factory=list)


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("vault", type=Path)
    parser.add_argument("--memories", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "vault"
        shutil.copytree(wanted.vault, copy, ignore=shutil.ignore_patterns(".git"))
        (copy / ".vaultwatch").mkdir(exist_ok=True)
        config = '[index]\nembedder = "hash"\n'
        (copy / ".vaultwatch" / "config.toml").write_text(config, encoding="utf-8")
        clock = FixedClock(START)
        with open_workspace(copy, state=Path(scratch) / "state", clock=clock) as ws:
            lived(ws, copy, clock, random.Random(wanted.seed), wanted.memories)  # noqa: S311


def lived(ws: Workspace, copy: Path, clock: FixedClock, chance: random.Random, count: int) -> None:
    """Let a year pass and print what was asked."""
    scan(ws)
    memories = made(ws, copy, chance, count)
    by_id = {one.id: one for one in memories}
    at_once: list[int] = []
    wolves = 0
    for week in range(1, WEEKS + 1):
        clock.set(START + timedelta(weeks=week))
        for one in memories:
            if one.every and week % one.every == 0 and (one.note is not None or week <= WEEKS // 2):
                change(ws, one, week)
        scan(ws)
        open_now = [one for one in ws.ledger.findings(statuses=LIVE) if one.kind == "stale"]
        at_once.append(len(open_now))
        rows = ws.ledger.find_memories(ids=[one.memory_id or "" for one in open_now])
        stand = stances(ws, rows)
        wolves += sum(one.standing == "supported" for one in stand.values())
        for finding in open_now:
            by_id[finding.memory_id or ""].asked.append(week)
            verify(ws, finding.id)  # the person answers within the week
        settle_drift(ws, memories)
    report(memories, at_once, wolves)


def made(ws: Workspace, copy: Path, chance: random.Random, count: int) -> list[Followed]:
    """Write the memories."""
    found: list[Followed] = []
    notes = sorted(path for path in copy.rglob("*.md") if ".vaultwatch" not in path.parts)
    chance.shuffle(notes)
    for note in notes:
        passages = passages_of(note.read_text(encoding="utf-8", errors="replace"))
        fitting = [one for one in passages if _FINE.search(belief_in(one))]
        if not fitting or len(found) >= count:
            continue
        passage = chance.choice(fitting)
        group = ("reworded", "untouched", "called true", "untouched")[len(found) % 4]
        cites = len(found) % 3 < A_THIRD - 1
        said = belief_in(passage)
        belief = f"{said} [[{note.stem}]]" if cites else said
        if not cites:
            group = "no note, reworded" if len(found) % 2 else "no note, left"
        try:
            done = store_memory(ws, Draft(belief, Facts(source="inference")))
        except VaultwatchError:
            continue
        if done.outcome != "stored":
            continue
        every = {"reworded": 3, "called true": 5, "no note, reworded": 4}.get(group, 0)
        every += len(found) % 4 if cites and every else 0
        where = note if cites else None
        found.append(Followed(done.id, belief, group, where, every))
    return found


def change(ws: Workspace, one: Followed, week: int) -> None:
    """Change a word of a passage, or of a memory without one."""
    words = _FINE.findall(re.sub(r"\[\[.*?\]\]", "", one.belief))
    word = words[week % len(words)] if words else ""
    new = f"{word}{week}" if word else ""
    if one.note is not None:
        text = one.note.read_text(encoding="utf-8", errors="replace")
        if not word or word not in text:
            return
        one.note.write_text(text.replace(word, new), encoding="utf-8")
    if one.group != "called true" and word:
        one.belief = one.belief.replace(word, new, 1)
        attempt(partial(update_memory, ws, one.id, MemoryChange(belief=one.belief)))


def settle_drift(ws: Workspace, memories: list[Followed]) -> None:
    """Call true what drifted, as a person who knows better."""
    wanted = {one.id for one in memories if one.group == "called true"}
    for finding in ws.ledger.findings(statuses=LIVE):
        if finding.kind == "memory_drift" and finding.memory_id in wanted:
            attempt(partial(verify, ws, finding.id, is_unverified=True))


def attempt(deed: Callable[[], object]) -> None:
    """Do what may be refused."""
    try:
        deed()
    except VaultwatchError as error:
        print(f"  refused: {error.message[:80]}")


def report(memories: list[Followed], at_once: list[int], wolves: int) -> None:
    """Print how often each group was asked about."""
    print("| memories | n | asked about at all | questions in the year |")
    print("| --- | --- | --- | --- |")
    for group, number in sorted(Counter(one.group for one in memories).items()):
        asked = [one.asked for one in memories if one.group == group]
        print(f"| {group} | {number} | {sum(map(bool, asked))} | {sum(map(len, asked))} |")
    print(f"at once at most {max(at_once)}; weeks with a question {sum(map(bool, at_once))}")
    print(f"asked while a note said it: {wolves}")


if __name__ == "__main__":
    main()
