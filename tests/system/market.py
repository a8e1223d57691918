"""A vault of market stalls, somebody who edits it without rest, and what must hold of it.

Every stall's note names a fee; some stalls have a memory of it. So what is true, what is drifted
and what stands in the index follows from what the editor wrote last.
"""

import os
import random
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from vaultwatch.drift.lifecycle import LIVE
from vaultwatch.drift.model import Finding
from vaultwatch.places import Places
from vaultwatch.services.indexing.reading import digest_of
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

BELIEVED = 40
FEES = (BELIEVED, 50, 60, 70)
REPORT = "drift-report.md"
FLAGS = ("drift:", "drift_score:", "drift_since:", "drift_notes:")
EDIT_S = (0.01, 0.12)
"""Between two edits."""


def note_text(stall: int, fee: int, edition: int) -> str:
    """Return a note of some chunks, of which the last come and go."""
    days = "\n\n".join(
        f"## Day {day}\n\n" + "\n\n".join(f"On day {day} table {n} is sold." for n in range(30))
        for day in range(1 + edition % 3)
    )
    return (
        f"# Stall {stall}\n\nThe fee of stall {stall} is {fee} euros.\n\n"
        f"Mark m{stall}e{edition}.\n\n{days}\n"
    )


def memory_text(stall: int, mood: int) -> str:
    """Return a memory note with a property that is none of ours."""
    return (
        f"---\nid: mem_{stall}\nmood: {mood}\n---\n"
        f"The fee of [[Stall {stall}]] is {BELIEVED} euros.\n"
    )


def without_flags(text: str) -> str:
    """Return a memory note without our flags, the rest byte for byte."""
    kept, is_flag = [], False
    for line in text.splitlines(keepends=True):
        is_flag = line.startswith(FLAGS) or (is_flag and line.startswith((" ", "- ")))
        if not is_flag:
            kept.append(line)
    return "".join(kept)


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
    moods: dict[int, int] = field(default_factory=dict)
    settled: dict[int, str] = field(default_factory=dict)
    """Stalls whose finding was dismissed, and its id: their fee stays as it is."""
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
            self.moods[stall] = 0
            save(self.memory(stall), memory_text(stall, 0))

    def note(self, stall: int) -> Path:
        return self.folder / f"Row {stall % 7}" / f"Stall {stall}.md"

    def memory(self, stall: int) -> Path:
        return self.folder / "Memories" / f"Fee {stall}.md"

    def save_note(self, stall: int, *, in_place: bool = False) -> None:
        text = note_text(stall, self.fees[stall], self.editions[stall])
        save(self.note(stall), text, in_place=in_place)

    def edit(self, chance: random.Random) -> None:
        """Change one thing, as a person does."""
        stall = chance.randrange(self.notes if chance.random() < 0.4 else self.memories)
        in_place = chance.random() < 0.5
        if stall < self.memories and chance.random() < 0.2:
            place, mood = self.memory(stall), self.moods[stall]
            text = place.read_bytes().decode()
            changed = text.replace(f"\nmood: {mood}\n", f"\nmood: {mood + 1}\n", 1)
            save(place, changed, in_place=in_place)
            self.moods[stall] += 1
            return
        self.editions[stall] += 1
        if stall not in self.settled:
            self.fees[stall] = chance.choice(FEES)
        self.save_note(stall, in_place=in_place)

    @contextmanager
    def editing(self, seed: int) -> Iterator[None]:
        """Have somebody edit without rest until the end."""
        chance = random.Random(seed)  # noqa: S311 -- edits, no keys
        over = threading.Event()

        def work() -> None:
            while not over.wait(chance.uniform(*EDIT_S)):
                self.edit(chance)

        hand = threading.Thread(target=work, name="editor")
        hand.start()
        try:
            yield
        finally:
            over.set()
            hand.join()

    def stall_to_dismiss(self) -> int | None:
        """Return a stall with a drifted memory whose finding is not dismissed."""
        wrong = [one for one in range(self.memories) if self.fees[one] != BELIEVED]
        return next((one for one in wrong if one not in self.settled), None)

    def live_finding(self, stall: int) -> str | None:
        """Return the id of the finding that stands against a stall's memory."""
        with self.opened() as ws:
            found = ws.ledger.findings(statuses=LIVE)
        return next((one.id for one in found if one.memory_id == f"mem_{stall}"), None)

    def let_go(self, most: int) -> None:
        """Edit stalls again whose findings were dismissed long ago."""
        while len(self.settled) > most:
            stall = next(iter(self.settled))
            del self.settled[stall]
            self.fees[stall] = BELIEVED
            self.editions[stall] += 1
            self.save_note(stall)

    @contextmanager
    def opened(self) -> Iterator[Workspace]:
        with open_workspace(self.folder, "read", state=self.state) as ws:
            yield ws

    def harms(self) -> list[str]:
        """Return what is not as it must be when all is at rest; and learn what is on record."""
        found = [*self._harmed_files()]
        with self.opened() as ws:
            found.extend(self._lost_facts(ws))
            found.extend(self._unlike_disk(ws))
        return found

    def _harmed_files(self) -> Iterator[str]:
        for stall in range(self.notes):
            wanted = note_text(stall, self.fees[stall], self.editions[stall])
            if self.note(stall).read_bytes().decode() != wanted:
                yield f"note {stall} is not as it was saved"
        for stall in range(self.memories):
            text = self.memory(stall).read_bytes().decode()
            if without_flags(text) != memory_text(stall, self.moods[stall]):
                yield f"memory {stall} is not as it was saved: {text!r}"
            is_wrong = self.fees[stall] != BELIEVED and stall not in self.settled
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
        wrong = [one for one in range(self.memories) if self.fees[one] != BELIEVED]
        wanted = sorted(f"mem_{one}" for one in wrong if one not in self.settled)
        if live != wanted:
            yield f"live findings {live}, should be {wanted}"
        report = (self.folder / REPORT).read_text("utf-8") if wanted else ""
        for one in findings.values():
            if one.status in LIVE and f"`{one.id}`" not in report:
                yield f"the report lacks {one.id}"
        for copy in self.places.backups.glob("ledger-*.sqlite"):
            yield from self._harmed_copy(copy)

    def _harmed_copy(self, copy: Path) -> Iterator[str]:
        from vaultwatch.adapters.clock import SystemClock
        from vaultwatch.adapters.ledger import open_ledger

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
        stall = max(self.editions, key=lambda one: self.editions[one])
        hits = ws.chunks.search(f"m{stall}e{self.editions[stall]}", None, limit=3)
        if not any(hit.note.endswith(f"/Stall {stall}.md") for hit in hits):
            yield f"search does not find stall {stall}"


def rows_of(ws: Workspace) -> dict[str, set[str]]:
    """Return the lines that the index holds of each note."""
    import lancedb

    from vaultwatch.adapters.lance_rows import table_name

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


def save(place: Path, text: str, *, in_place: bool = False) -> None:
    """Save as one kind of editor does or another."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if in_place:
        place.write_bytes(text.encode())
        return
    draft = place.with_name(f".{place.name}.edit")
    draft.write_bytes(text.encode())
    draft.replace(place)
