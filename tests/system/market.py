"""A vault of market stalls, somebody who edits it without rest, and what must hold of it.

Every stall's note names a fee; some stalls have a memory of it. So what is true, what is drifted
and what stands in the index follows from what the editor wrote last.
"""

import os
import random
import re
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.system.stalls import BELIEVED, memory_text, note_text, save, without_flags
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Finding
from vaultwatch.places import Places
from vaultwatch.services.indexing.reading import digest_of
from vaultwatch.services.workspace import Workspace
from vaultwatch.settings import load_settings
from vaultwatch.wiring import open_workspace

FEES = tuple(range(BELIEVED, 100, 5))
REPORT = "drift-report.md"
EDIT_S = (0.01, 0.12)
"""Between two edits."""
FLIP_S = (0.05, 0.6)
"""Between two changes of branch."""


@dataclass
class Market:
    """The vault, its state folder, and what a person did there last."""

    folder: Path
    state: Path
    notes: int
    memories: int
    embedder: str = "hash"
    fees: dict[int, int] = field(default_factory=dict)
    editions: dict[int, int] = field(default_factory=dict)
    beliefs: dict[int, int] = field(default_factory=dict)
    moods: dict[int, int] = field(default_factory=dict)
    settled: dict[int, str] = field(default_factory=dict)
    """Stalls whose finding was dismissed, and its id: their fee stays as it is."""
    refused: dict[int, set[int]] = field(default_factory=dict)
    """Fees that were called a false alarm; said again, they may be one still: a dismissal holds
    while its words stand, and nobody knows which words a look saw in between."""
    offered: dict[int, int] = field(default_factory=dict)
    """Stalls whose suggested wording is being applied, and the fee it names: nobody else saves
    this note or this memory meanwhile, or the wording would be refused."""
    away: set[int] = field(default_factory=set)
    """Stalls whose note is of the other branch alone."""
    flips: int = 1_000
    """Counts changes of branch, each with a fee of its own."""
    tick_s: float = 0.0
    """How coarsely the disk keeps times; 0 for as it does."""
    known: dict[str, Finding] = field(default_factory=dict)
    """Every finding that was ever on record."""

    @property
    def places(self) -> Places:
        return Places(self.folder, state_base=self.state)

    def lay(self) -> None:
        """Write the vault."""
        settings = self.folder / ".vaultwatch" / "config.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(
            f'[index]\nembedder = "{self.embedder}"\n'
            "[watch]\nquiet_s = 0.2\nmax_wait_s = 1.0\n"
            '[schedule]\nscan = "off"\noptimise = "off"\nbackup = "off"\nreport = "off"\n',
            encoding="utf-8",
        )
        for stall in range(self.notes):
            self.fees[stall], self.editions[stall] = BELIEVED, 0
            self.save_note(stall)
        for stall in range(self.memories):
            self.moods[stall], self.beliefs[stall] = 0, BELIEVED
            self._save(self.memory(stall), memory_text(stall, 0))

    def note(self, stall: int) -> Path:
        return self.folder / f"Row {stall % 7}" / f"Stall {stall}.md"

    def memory(self, stall: int) -> Path:
        return self.folder / "Memories" / f"Fee {stall}.md"

    def save_note(self, stall: int, *, in_place: bool = False) -> None:
        text = note_text(stall, self.fees[stall], self.editions[stall])
        self._save(self.note(stall), text, in_place=in_place)

    def _save(self, place: Path, text: str, *, in_place: bool = False) -> None:
        save(place, text, in_place=in_place, tick_s=self.tick_s)

    def is_wrong(self, stall: int) -> bool:
        """Tell whether a stall's memory is drifted, and nobody said that it is not."""
        if stall in self.settled:
            return False
        return stall in self.away or self.fees[stall] != self.beliefs[stall]

    def edit(self, chance: random.Random) -> None:
        """Change one thing, as a person does."""
        stall = chance.randrange(self.notes if chance.random() < 0.4 else self.memories)
        in_place = chance.random() < 0.5
        if stall in self.offered:
            return
        if stall < self.memories and chance.random() < 0.2:
            place, mood = self.memory(stall), self.moods[stall]
            text = place.read_bytes().decode()
            changed = text.replace(f"\nmood: {mood}\n", f"\nmood: {mood + 1}\n", 1)
            self._save(place, changed, in_place=in_place)
            self.moods[stall] += 1
            return
        self._write_anew(stall, chance)
        self.save_note(stall, in_place=in_place)

    def _write_anew(self, stall: int, chance: random.Random, fees: Sequence[int] = FEES) -> None:
        # In one tick of a coarse clock the size stays too: nothing tells but the bytes.
        self.editions[stall] += 3 if self.tick_s else 1
        if stall not in self.settled:
            said = self.refused.get(stall, set())
            self.fees[stall] = chance.choice([fee for fee in fees if fee not in said])
            if chance.random() < 0.25:
                self.fees[stall] = self.beliefs.get(stall, BELIEVED)

    def flip(self, chance: random.Random) -> None:
        """Change to another branch: most notes and some memories become others, some come or go.

        As git does it: the old file is deleted, another is written in its place. A memory comes as
        it was committed, without flags; with a fee that was flagged before, that would be a person
        who takes a flag away, which stays away then.
        """
        self.flips += 1
        for stall in range(self.notes):
            if chance.random() < 0.3:
                continue
            place = self.note(stall)
            place.unlink(missing_ok=True)
            self.away.discard(stall)
            if chance.random() < 0.1 and stall not in self.settled:
                self.away.add(stall)
                continue
            self._write_anew(stall, chance, fees=range(self.flips, self.flips + 1))
            self.save_note(stall, in_place=True)
            if stall < self.memories and chance.random() < 0.3:
                self.memory(stall).unlink()
                self.moods[stall] += 1
                text = memory_text(stall, self.moods[stall], self.beliefs[stall])
                self._save(self.memory(stall), text, in_place=True)

    def all_back(self) -> None:
        """Write the notes again that are of another branch."""
        for stall in sorted(self.away):
            self.save_note(stall)
        self.away.clear()

    @contextmanager
    def editing(self, seed: int, *, is_flipping: bool = False) -> Iterator[None]:
        """Have somebody edit, or change branches, without rest until the end."""
        chance = random.Random(seed)  # noqa: S311 -- edits, no keys
        over = threading.Event()
        act, pause_s = (self.flip, FLIP_S) if is_flipping else (self.edit, EDIT_S)

        def work() -> None:
            while not over.wait(chance.uniform(*pause_s)):
                act(chance)

        hand = threading.Thread(target=work, name="editor")
        hand.start()
        try:
            yield
        finally:
            over.set()
            hand.join()

    def settle(self) -> int | None:
        """Choose a stall whose finding will be dismissed; its fee stays as it is from now on."""
        found = self._live_findings()
        if not found:
            return None
        stall, finding = found[0]
        self.settled[stall] = finding.id
        self.refused.setdefault(stall, set()).add(self.fees[stall])
        return stall

    def offer(self) -> Finding | None:
        """Choose a finding whose suggested wording will be applied."""
        found = [(stall, one) for stall, one in self._live_findings() if one.repair is not None]
        if not found:
            return None
        stall, finding = found[0]
        self.offered[stall] = self.fees[stall]
        return finding

    def _live_findings(self) -> list[tuple[int, Finding]]:
        """Return the stalls with a drifted memory, each with the finding that stands against it."""
        with self.opened() as ws:
            found = {one.memory_id: one for one in ws.ledger.findings(statuses=LIVE)}
        stalls = (
            one for one in range(self.memories) if self.is_wrong(one) and one not in self.away
        )
        return [(one, found[id_]) for one in stalls if (id_ := f"mem_{one}") in found]

    def let_go(self, most: int) -> None:
        """Edit stalls again whose findings were dismissed long ago."""
        while len(self.settled) > most:
            stall = next(iter(self.settled))
            del self.settled[stall]
            self.fees[stall] = self.beliefs[stall]
            self.editions[stall] += 1
            self.save_note(stall)

    @property
    def drive(self) -> Path:
        """Where the vault stands while it is away."""
        return self.folder.with_name("drive")

    def unmount(self) -> None:
        """Leave an empty folder in the vault's place."""
        self.folder.rename(self.drive)
        self.folder.mkdir()

    def mount(self) -> list[str]:
        """Bring the vault back; return what was written meanwhile into the empty folder."""
        written = sorted(
            file.relative_to(self.folder).as_posix() for file in self.folder.rglob("*")
        )
        self.folder.rename(self.folder.with_name(f"empty-{time.monotonic_ns()}"))
        self.drive.rename(self.folder)
        return [f"{name!r} was written into an empty mount point" for name in written]

    def on_record(self) -> dict[str, str]:
        """Return the status of every finding, read while the vault may be away."""
        from vaultwatch.adapters.ledger import open_ledger
        from vaultwatch.adapters.machine.clock import SystemClock

        places, clock = self.places, SystemClock()
        if url := load_settings(None).ledger.url:
            from vaultwatch.adapters.ledger.postgres import open_postgres

            opened = open_postgres(url, places.schema, places.ledger_home, clock=clock)
        else:
            opened = open_ledger(places.ledger, clock=clock)
        with closing(opened) as ledger:
            return {one.id: one.status for one in ledger.findings()}

    @contextmanager
    def opened(self) -> Iterator[Workspace]:
        with open_workspace(self.folder, "read", state=self.state) as ws:
            yield ws

    def harms(self) -> list[str]:
        """Return what is not as it must be when all is at rest; and learn what is on record."""
        self._learn_what_was_applied()
        found = [*self._harmed_files()]
        with self.opened() as ws:
            found.extend(self._lost_facts(ws))
            found.extend(self._unlike_disk(ws))
        return found

    def _learn_what_was_applied(self) -> None:
        """A killed application was made or was not; both are right, but nothing between."""
        for stall, fee in self.offered.items():
            said = re.search(r" is (\d+) euros\.\n\Z", self.memory(stall).read_bytes().decode())
            if said is not None and int(said[1]) == fee:
                self.beliefs[stall] = fee

    def _harmed_files(self) -> Iterator[str]:
        for stall in range(self.notes):
            if stall in self.away:
                if self.note(stall).exists():
                    yield f"note {stall} came back"
                continue
            wanted = note_text(stall, self.fees[stall], self.editions[stall])
            if self.note(stall).read_bytes().decode() != wanted:
                yield f"note {stall} is not as it was saved"
        for stall in range(self.memories):
            text = self.memory(stall).read_bytes().decode()
            if without_flags(text) != memory_text(stall, self.moods[stall], self.beliefs[stall]):
                yield f"memory {stall} is not as it was saved: {text!r}"
            is_wrong = self.is_wrong(stall)
            if (text != without_flags(text)) != is_wrong:
                yield f"memory {stall} {'lacks its' if is_wrong else 'has a wrong'} flag"
        ours = {self.note(stall) for stall in range(self.notes)}
        ours |= {self.memory(stall) for stall in range(self.memories)}
        for file in visible_files(self.folder):
            if file not in ours and file.name != REPORT:
                yield f"a stray file {file.name!r}"

    def _lost_facts(self, ws: Workspace) -> Iterator[str]:
        yield from (f"ledger: {problem}" for problem in ws.ledger.check())
        findings = {one.id: one for one in ws.ledger.findings()}
        for gone in self.known.keys() - findings.keys():
            yield f"finding {gone} was lost"
        for id_, before in self.known.items():
            if id_ in findings and findings[id_].first_seen != before.first_seen:
                yield f"finding {id_} began at another time"
        self.known.update(findings)
        for id_ in self.settled.values():
            if id_ in findings and findings[id_].status != "dismissed":
                yield f"the dismissal of {id_} was lost: {findings[id_].status}"
        live = sorted(one.memory_id or "" for one in findings.values() if one.status in LIVE)
        wanted = sorted(f"mem_{one}" for one in range(self.memories) if self.is_wrong(one))
        if live != wanted:
            yield f"live findings {live}, should be {wanted}"
        report = (self.folder / REPORT).read_text("utf-8") if wanted else ""
        for one in findings.values():
            if one.status in LIVE and f"`{one.id}`" not in report:
                yield f"the report lacks {one.id}"
        for copy in self.places.backups.glob("ledger-*.sqlite"):
            yield from self._harmed_copy(copy)

    def _harmed_copy(self, copy: Path) -> Iterator[str]:
        from vaultwatch.adapters.ledger import open_ledger
        from vaultwatch.adapters.machine.clock import SystemClock

        with closing(open_ledger(copy, clock=SystemClock())) as ledger:
            yield from (f"backup: {problem}" for problem in ledger.check())

    def _unlike_disk(self, ws: Workspace) -> Iterator[str]:
        texts = {
            file.relative_to(self.folder).as_posix(): file.read_bytes()
            for file in visible_files(self.folder)
            if file.suffix == ".md" and file.name != REPORT
        }
        stats = {str(path): stat for path, stat in ws.ledger.note_stats().items()}
        digests = {path: digest_of(data) for path, data in texts.items()}
        if {path: stat.digest for path, stat in stats.items()} != digests:
            yield "the ledger's digests are not the disk's"
        late = [path for path, stat in stats.items() if stat.indexed_digest != stat.digest]
        if late:
            yield f"not indexed: {late[:3]}"
        if (self.folder / REPORT).exists() and not ws.places.index.exists():
            yield "there is no index"
            return
        rows = rows_of(ws)
        for path in sorted(rows.keys() ^ texts.keys()):
            yield f"the index {'has a row of' if path in rows else 'lacks'} {path!r}"
        for path in sorted(rows.keys() & texts.keys()):
            if rows[path] != lines_of(texts[path].decode()):
                yield f"the index holds another text of {path!r}"
        there = self.editions.keys() - self.away
        stall = max(there, key=lambda one: (self.editions[one], one))
        hits = ws.chunks.search(f"m{stall}e{self.editions[stall]}", None, limit=3)
        if not any(hit.note.endswith(f"/Stall {stall}.md") for hit in hits):
            yield f"search does not find stall {stall}"


def rows_of(ws: Workspace) -> dict[str, set[str]]:
    """Return the lines that the index holds of each note."""
    from vaultwatch.adapters.index.lance_import import lancedb
    from vaultwatch.adapters.index.lance_rows import table_name

    name = table_name(ws.ledger.get_fact("model_id") or "")
    table = lancedb.connect(str(ws.places.index)).open_table(name)
    found: dict[str, set[str]] = {}
    for row in table.search().select(["note_path", "text"]).to_arrow().to_pylist():
        found.setdefault(row["note_path"], set()).update(lines_of(row["text"]))
    return found


def lines_of(text: str) -> set[str]:
    """Return the lines of a note's body, headings without their marks, as the index has them."""
    body = text.rpartition("\n---\n")[2]
    return {line.lstrip("# ") for line in body.splitlines() if line}


def visible_files(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(place) / name for name in names if not name.startswith("."))


def hidden_leftovers(folder: Path) -> list[Path]:
    """Return temporary files of ours that wait to be swept."""
    return [file for file in folder.rglob(".vaultwatch-*.tmp") if file.is_file()]
