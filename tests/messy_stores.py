"""Stores as they stand on real disks: made at random, proposed for, patched, and taken back.

`made_store` composes the files of a format out of the messes that agents and people leave; `Bench`
carries a patch out on a disk and holds it against a patcher of its own. Used with a few stores by
`tests/property/test_messy_stores.py` and with 10,000 by `benchmarks/harm.py stores`.
"""

import random
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.folders import named_files_in
from vaultwatch.adapters.files.store_writer import StoreWriter
from vaultwatch.adapters.files.write_journal import WriteJournal
from vaultwatch.adapters.machine.clock import SystemClock
from vaultwatch.errors import VaultwatchError
from vaultwatch.memories.stores.actions import Action, Proposal, TextEdit, edited
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.patch_file import patch_json, patch_of
from vaultwatch.memories.stores.records import StoreReading
from vaultwatch.services.known_stores import ReadStore, Store, read_store
from vaultwatch.services.operations.undoing import undo_newest
from vaultwatch.services.patching.applying import apply_patches, plan_patch
from vaultwatch.services.patching.desk import StoresDesk
from vaultwatch.services.patching.proposing import propose
from vaultwatch.settings import Settings, StoreSettings

WRITTEN: tuple[StoreFormat, ...] = (
    *("claude-code", "instructions", "memory-tool", "openclaw", "hermes"),
    *("basic-memory", "pipe-lines", "jsonl", "memsearch"),
)
ENDS = ("\n", "\n", "\n", "\r\n", "\r\n")
TITLES = ("Kiln", "\U0001f525 Kiln", "kiln-2", "\u00dcber uns", "Kiln\u200d", "a (b) [c]", "#x", "")
SAID = (
    "The kiln holds 40 pots", "**Port**: 4310", "Uses Python 3.11, not 3.1", "port: 4310  ",
    "costs \u20ac940 a year", "see [[Kiln]] and [it](kiln.md)", "[x](sub/gone.md) at 12:30",
    "`make ship` on 2026-03-05", "caf\u00e9 \U0001f469\u200d\U0001f680 opens at 9",
    "40 pots, 40 bowls",
    "mem_9 | key=port | value=4310 | last_verified=2026-01-02", "a | b", "x" * 400, "~~old~~ 7",
    "last_verified: 2026-01-02", "@docs/git.md", "It is so (deprecated: said above)", "\u00a7",
)  # fmt: skip
MESS = (
    "# Heading", "## \U0001f600 Notes #", "<!-- keep", "keep -->", "<!-- a -->", "---",
    "```", "~~~",
    "| a | b |", "|---|---|", "\t\t", "   ", "1. ", "-", "- ", "[[", "](", "***",
    "\u00a7", "### 10:00",
    "mem_1 |", "{", '{"id": 1}', "status: x", "\u2028", "\ufeff", "\x0c",
)  # fmt: skip
FRONTS = (
    "", "", "---\nname: {0}\ndescription: the {0} at 4310\ntype: project\n---\n",
    "---\nname: {0}\nmetadata: \n  node_type: memory\n  type: user\n---\n",
    "---\n# why: a\ntags: [a, 'b: c']\nlast_verified: 2026-01-02\n\n---\n",
    "---\nname: [broken\n---\n", "---\nname: never closed\n", "---\n---\n",
    "---\r\nname: {0}\r\n---\r\n",
)  # fmt: skip
PATHS: dict[StoreFormat, tuple[str, ...]] = {
    "claude-code": ("MEMORY.md", "kiln.md", "sub/kiln.md", "sub/MEMORY.md", "\U0001f525 a b.md"),
    "instructions": ("CLAUDE.md", "AGENTS.md", ".claude/rules/r.md", "GEMINI.md"),
    "memory-tool": ("a.md", "b.txt", "c.xml", "sub/d e.md"),
    "openclaw": ("MEMORY.md", "USER.md", "memory/2026-01-02.md"),
    "hermes": ("MEMORY.md", "USER.md"),
    "basic-memory": ("n.md", "tech/My Tea.md", "o.md"),
    "pipe-lines": ("MEMORY.md", "more.txt"),
    "jsonl": ("rows.jsonl", "sub/more.jsonl"),
    "memsearch": ("2026-01-02.md", "2026-01-03.md"),
}


def made_store(rnd: random.Random, form: StoreFormat) -> dict[str, bytes]:
    """Return the files of a store."""
    paths = [one for one in PATHS[form] if rnd.random() < 0.8] or [PATHS[form][0]]
    return {path: _file(rnd, form, path) for path in paths}


def _file(rnd: random.Random, form: StoreFormat, path: str) -> bytes:
    end = rnd.choice(ENDS)
    lines: list[str] = []
    for _ in range(rnd.randrange(1, 14)):
        line = _line(rnd, form) if rnd.random() < 0.8 else rnd.choice(MESS)
        lines += [line] * rnd.choice((1, 1, 1, 2)) + [""] * rnd.choice((0, 0, 1))
    has_front = path.endswith(".md") and form not in {"pipe-lines", "hermes"}
    front = rnd.choice(FRONTS).replace("{0}", rnd.choice(TITLES)) if has_front else ""
    text = front.replace("\n", end) + end.join(lines) + (end if rnd.random() < 0.7 else "")
    if rnd.random() < 0.1:
        text = text.replace(end, "\n", 1)
    if rnd.random() < 0.1:
        text = "\ufeff" + text
    data = text.encode("utf-8", "replace")
    if rnd.random() < 0.05:
        data = data[: rnd.randrange(len(data) + 1)]  # half-written, perhaps within a letter
    return data


def _line(rnd: random.Random, form: StoreFormat) -> str:
    said = rnd.choice(SAID)
    if form == "pipe-lines":
        gap, key = rnd.choice(("", " ", "  ", "\t")), rnd.choice(("port", "a.b", "x"))
        fields = [f"key={key}", f"value={said}", "scope=me", "last_verified=2026-01-02"]
        rnd.shuffle(fields)
        bar = f"{gap}|{gap}"
        return f"mem_{rnd.randrange(5)}{bar}{bar.join(fields[: rnd.randrange(1, 5)])}"
    if form == "jsonl":
        quoted = said.replace("\\", "\\\\").replace('"', '\\"')
        gap = rnd.choice(("", " "))
        return f'{{"id":{gap}"{rnd.randrange(5)}",{gap}"text":{gap}"{quoted}"}}{gap}'
    if form == "basic-memory" and rnd.random() < 0.6:
        return f"- [fact] {said} #tag{rnd.choice(('', ' (ctx)', '  '))}"
    if form == "claude-code" and rnd.random() < 0.4:
        target = rnd.choice(
            ("kiln.md", "gone.md", "old/kiln.md", "<a b.md>", "%F0%9F%94%A5%20a%20b.md")
        )
        return f"- [{rnd.choice(TITLES)}]({target}) \u2014 {said}"
    mark = rnd.choice(("- ", "* ", "+ ", "1. ", "\t- ", "  - ", "-\t", ""))
    return f"{mark}{said}"


def made_proposals(rnd: random.Random, reading: StoreReading) -> Iterator[Proposal]:
    """Yield what somebody might propose for some of the records, likely or not."""
    for record in reading.records:
        place = (record.path, record.first_line, record.id)
        values = re.findall(r"[\w.:\u20ac-]+", record.text)
        if values and rnd.random() < 0.5:
            new = rnd.choice(("4400", "3.12", "a b", "\u20ac980", "x|y", '"', "\\", "\U0001f600"))
            yield Proposal("replace_value", *place, rnd.choice(values), new, "So.", "note")
        if rnd.random() < 0.3:
            yield Proposal("deprecate", *place, "", "said above", "Twice.", "store")
        if rnd.random() < 0.3:
            yield Proposal("refresh", *place, "", "2026-11-23", "Checked.", "reality")
        for link in record.links:
            new = rnd.choice(("kiln.md", "sub/a b.md", "New [x]", "sub/kiln.md"))
            yield Proposal(
                "fix_link", record.path, link.line, record.id, link.target, new, "M.", "note"
            )


@dataclass
class Bench:
    """Carries patches out on a disk; every harm is an AssertionError."""

    folder: Path
    told: Counter[str] = field(default_factory=Counter)
    other_programs: tuple[tuple[str, ...], ...] = ()
    """That are to make the same bytes of each diff."""

    def __post_init__(self) -> None:
        state, clock = self.folder / "state", SystemClock()
        self.desk = StoresDesk(state, WriteJournal(state / "j", clock=clock), StoreWriter(), clock)

    def run(self, seed: int) -> None:
        """Make a store, patch it, and take it back."""
        rnd = random.Random(seed)  # noqa: S311 -- made again from its number
        form = rnd.choice(WRITTEN)
        root = self.folder / f"store-{seed}"
        before = made_store(rnd, form)
        for path, data in before.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(data)
        read = read_store(Store("s", root, form))
        found = propose(self.desk, read, made_proposals(rnd, read.reading))
        assert named_files_in(root) == before, "reading or proposing changed a byte"
        patch = patch_of(patch_json(found.patch))
        assert patch.actions == found.patch.actions, "the list of actions is read as another"
        self.told.update(one.kind for one in patch.actions)
        self.told["left to a person"] += len(found.patch.left_out)
        ids = [one.id for one in patch.actions if rnd.random() < 0.7]
        if not ids:
            self.told["stores without a patch"] += 1
            return
        settings = Settings(stores=(StoreSettings(path=str(root), format=form),))
        try:
            planned = plan_patch(self.desk, settings, patch, ids)
        except VaultwatchError as error:  # a part of it cannot stand without the rest
            raise AssertionError(f"what was proposed is refused: {error.message}") from error
        apply_patches(self.desk, [planned])
        after = named_files_in(root)
        assert after == {**before, **patched(before, planned.diff)}, "it is not the diff"
        check_kept(before, after, planned.actions)
        check_said(read, read_store(Store("s", root, form)), planned.actions)
        undo_newest(None, self.desk, settings, is_rehearsal=False)
        assert named_files_in(root) == before, "it was not taken back to the byte"
        self.told["patches applied and taken back"] += 1
        for words in self.other_programs:
            subprocess.run(words, cwd=root, input=planned.diff, check=True, capture_output=True)  # noqa: S603 -- fixed words
            assert named_files_in(root) == after, f"{words[0]} makes other bytes of it"
            self.told[f"made alike by {words[0]}"] += 1
            for path, data in before.items():
                (root / path).write_bytes(data)

    def clear(self, seed: int) -> None:
        """Take a store away."""
        shutil.rmtree(self.folder / f"store-{seed}", ignore_errors=True)


def check_kept(
    before: dict[str, bytes], after: dict[str, bytes], actions: tuple[Action, ...]
) -> None:
    """Hold that edits can be taken back one file at a time, and that no line end was lost."""
    for path in {one.path for action in actions for one in action.edits}:
        edits = [one for action in actions for one in action.edits if one.path == path]
        old, new = before[path], after[path]
        assert edited(old, edits) == new
        assert edited(new, inverse(edits)) == old
        assert new.count(b"\r") >= old.count(b"\r")
        if b"\n" not in old.replace(b"\r\n", b""):
            assert b"\n" not in new.replace(b"\r\n", b""), "another line end came in"
        assert new.startswith(b"\xef\xbb\xbf") == old.startswith(b"\xef\xbb\xbf")


def check_said(before: ReadStore, after: ReadStore, actions: tuple[Action, ...]) -> None:
    """Hold that every record that no action names says what it said."""
    old, new = before.reading.records, after.reading.records
    assert len(old) == len(new), "a record came or went"
    named = {one.record for one in actions} | {""}
    lines = {(one.path, one.line) for one in actions if one.kind == "fix_link"}
    for was, now in zip(old, new, strict=True):
        if was.id not in named and not any(
            path == was.path and was.first_line <= line <= was.last_line for path, line in lines
        ):
            assert (was.text, was.kind) == (now.text, now.kind)


_HUNK = re.compile(rb"@@ -(\d+),(\d+) \+(\d+),(\d+) @@")


def patched(files: dict[str, bytes], diff: bytes) -> dict[str, bytes]:
    """Return what a unified diff makes of files: a patcher that knows nothing of ours."""
    made: dict[str, bytes] = {}
    lines = diff.split(b"\n")[:-1]
    at = 0
    while at < len(lines):
        assert lines[at].startswith(b"--- a/")
        path = lines[at][6:].rstrip(b"\t").decode()
        assert lines[at + 1].rstrip(b"\t") == b"+++ b/" + path.encode()
        old = re.findall(rb"[^\n]*\n|[^\n]+\Z", files[path])
        new: list[bytes] = []
        done, at = 0, at + 2
        while at < len(lines) and (head := _HUNK.fullmatch(lines[at])):
            first, gone, _, come = map(int, head.groups())
            start = first - 1 if gone else first
            new += old[done:start]
            done, at = start, at + 1
            while gone or come:
                sign, line = lines[at][:1], lines[at][1:] + b"\n"
                at += 1
                if at < len(lines) and lines[at].startswith(b"\\"):
                    line, at = line[:-1], at + 1
                if sign in b" -":
                    assert old[done] == line
                    done, gone = done + 1, gone - 1
                if sign in b" +":
                    new.append(line)
                    come -= 1
        made[path] = b"".join(new + old[done:])
    return made


def inverse(edits: Sequence[TextEdit]) -> tuple[TextEdit, ...]:
    """Return the edits that take these back, once all of them were carried out on one file."""
    back, moved = [], 0
    for edit in sorted(edits, key=lambda one: one.start):
        back.append(TextEdit(edit.path, edit.start + moved, edit.new, edit.old))
        moved += len(edit.new.encode()) - len(edit.old.encode())
    return tuple(back)
