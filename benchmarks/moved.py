"""Move passages of real notes to other notes, delete others, and see what becomes of memories.

    python benchmarks/moved.py ~/vault                  200 moves and as many deletions
    python benchmarks/moved.py ~/vault --moves 60 --seed 7 --keep rows.jsonl

A memory is made from one statement of each passage, half of them word for word, half with every
fifth word left out. Then, round by round in a copy of the vault, each passage goes: to the end of
another note, into the middle of one as a list item, into a note of its own with a link left behind,
along with its whole note into another, or nowhere. One scan a round; then all is put back.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

HOWS = ("appended", "inserted", "extracted", "merged", "deleted")
SOME = NotePath("a.md")
TWIN = "deleted, but said elsewhere too"
MIN_WORDS = 6
MAX_CHARS = 240
A_ROUND = dict.fromkeys(HOWS, 12) | {"deleted": 48}
"""Passages of each way a round: few, so that most of the vault stands as it stood."""
A_FIFTH = 5


@dataclass(frozen=True)
class Passage:
    """A paragraph, list or table of a note, and the memory made from it."""

    memory: str
    note: str
    text: str
    belief: str
    how: str
    to: str
    """The note it goes to; empty for one that is deleted."""


def passages_of(text: str) -> list[str]:
    """Return the blocks between blank lines, properties, headings and code left out."""
    body = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    blocks = [block.strip("\n") for block in re.split(r"\n[ \t]*\n", body)]
    return [
        block
        for block in blocks
        if "```" not in block and "%%" not in block and text.count(block) == 1 and belief_in(block)
    ]


def belief_in(block: str) -> str:
    """Return the longest statement of a block that a memory can be made from; or nothing."""
    said = [one for one in parse_note(SOME, block.encode()).statements if one.kind != "heading"]
    fitting = [
        one.plain
        for one in said
        if len(one.plain) <= MAX_CHARS and len(re.findall(r"[^\W\d_]{3,}", one.plain)) >= MIN_WORDS
    ]
    return max(fitting, key=len, default="")


def digests_in(text: str) -> list[str]:
    """Return what a note says, as digests."""
    return [one.digest for one in parse_note(SOME, text.encode()).statements]


def digest_of_belief(block: str) -> str:
    """Return the digest of the statement that a block's memory is made from."""
    said, wanted = parse_note(SOME, block.encode()).statements, belief_in(block)
    return next((one.digest for one in said if one.plain == wanted), "")


def chosen(vault: Path, count: int, chance: random.Random) -> list[list[Passage]]:
    """Return the rounds: in each one passage of a note at most, and no note given and taken."""
    notes = {p.relative_to(vault).as_posix(): p.read_text("utf-8") for p in vault.rglob("*.md")}
    by_note = {path: passages_of(text) for path, text in sorted(notes.items())}
    said = Counter(words for text in notes.values() for words in {*digests_in(text)})
    waiting = [(path, block) for path, blocks in by_note.items() for block in blocks]
    chance.shuffle(waiting)
    wanted = {how: count // (len(HOWS) - 1) for how in HOWS} | {"deleted": count}
    rounds: list[list[Passage]] = []
    number = 0
    while any(wanted.values()) and waiting:
        used: set[str] = set()
        this: list[Passage] = []
        each: Counter[str] = Counter()
        for path, block in list(waiting):
            hows = [how for how in HOWS if wanted[how] and each[how] < A_ROUND[how]]
            if not hows:
                break
            if path in used:
                continue
            how, to = hows[0], ""
            free = [other for other in by_note if other not in used | {path}]
            if how != "deleted":
                to = f"Extracted {number}.md" if how == "extracted" else chance.choice(free)
            used |= {path, to}
            words = belief_in(block).split()
            if number % 2:
                words = [word for at, word in enumerate(words) if (at + 1) % A_FIFTH]
            title = path.removesuffix(".md")
            belief = f"{' '.join(words)} (see [[{title}]])"
            is_twin = how == "deleted" and said[digest_of_belief(block)] > 1
            name = TWIN if is_twin else how
            this.append(Passage(f"mem_{number}", path, block, belief, name, to))
            waiting.remove((path, block))
            wanted[how] -= 1
            each[how] += 1
            number += 1
        if not this:
            break
        rounds.append(this)
    return rounds


def carry_out(vault: Path, one: Passage) -> None:
    """Move or delete a passage as a person would."""
    old = vault / one.note
    text = old.read_text("utf-8")
    title = one.to.removesuffix(".md")
    left = f"See [[{title}]]." if one.how == "extracted" else ""
    new = vault / one.to if one.to else None
    if one.how == "merged" and new is not None:
        body = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
        new.write_text(f"{new.read_text('utf-8').rstrip()}\n\n## {old.stem}\n\n{body}", "utf-8")
        old.unlink()
        return
    old.write_text(re.sub(r"\n{3,}", "\n\n", text.replace(one.text, left)), "utf-8")
    if new is None:
        return
    if one.how == "extracted":
        new.write_text(f"# {title}\n\n{one.text}\n", "utf-8")
    elif one.how == "appended":
        new.write_text(f"{new.read_text('utf-8').rstrip()}\n\n{one.text}\n", "utf-8")
    else:
        blocks = re.split(r"(\n[ \t]*\n)", new.read_text("utf-8"))
        at = len(blocks) // 4 * 2
        is_block = one.text.lstrip().startswith(("-", "*", "|", ">", "1."))
        item = one.text if is_block else "- " + one.text.replace("\n", "\n  ")
        new.write_text("".join([*blocks[:at], item, "\n\n", *blocks[at:]]), "utf-8")


def vaultwatch(vault: Path, state: Path, *arguments: str) -> Iterator[dict[str, object]]:
    """Run a command as a user would; return the rows that it printed."""
    environment = {**os.environ, "VAULTWATCH_STATE": str(state), "VAULTWATCH_VAULT": str(vault)}
    command = [sys.executable, "-m", "vaultwatch", *arguments, "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"vaultwatch {' '.join(arguments)} failed:\n{done.stderr}")
    return map(json.loads, done.stdout.splitlines())


def outcome(one: Passage, finding: dict[str, object] | None) -> str:
    """Return what was said of a memory."""
    if finding is None:
        return "nothing"
    if finding["kind"] != "moved":
        return "alarm"
    after = finding["after"]
    return "right place" if isinstance(after, dict) and after["note"] == one.to else "wrong place"


def run(source: Path, count: int, seed: int) -> Iterator[dict[str, object]]:
    """Carry all rounds out; yield a row for each passage."""
    rounds = chosen(source, count, random.Random(seed))  # noqa: S311
    with tempfile.TemporaryDirectory(prefix="moved-") as folder:
        vault, state = Path(folder) / "vault", Path(folder) / "state"
        shutil.copytree(source, vault)
        (vault / ".obsidian").mkdir(exist_ok=True)
        (vault / "Memories").mkdir()
        for one in (one for this in rounds for one in this):
            text = f"---\nid: {one.memory}\n---\n{one.belief}\n"
            (vault / "Memories" / f"{one.memory}.md").write_text(text, "utf-8")
        list(vaultwatch(vault, state, "scan"))
        kept = {p: p.read_bytes() for p in vault.rglob("*.md") if "Memories" not in p.parts}
        for number, this in enumerate(rounds):
            for one in this:
                carry_out(vault, one)
            start_s = time.perf_counter()
            list(vaultwatch(vault, state, "scan"))
            took_s = time.perf_counter() - start_s
            found = {row["memory_id"]: row for row in vaultwatch(vault, state, "findings")}
            for one in this:
                finding = found.get(one.memory)
                yield {
                    "round": number,
                    "took_s": took_s,
                    "outcome": outcome(one, finding),
                    "change": finding and finding["change"],
                    "after": finding and finding["after"],
                    **vars(one),
                }
            for path in list(vault.rglob("*.md")):
                if path not in kept and not {"Memories", "drift-report.md"} & {*path.parts}:
                    path.unlink()
            for path, data in kept.items():
                if path.stem != "drift-report" and (not path.exists() or path.read_bytes() != data):
                    path.write_bytes(data)
            list(vaultwatch(vault, state, "scan"))


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vault", type=Path)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    wish = parser.parse_args()
    rows = list(run(wish.vault, wish.moves, wish.seed))
    if wish.keep:
        wish.keep.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    said = ("alarm", "right place", "wrong place", "nothing")
    print(f"{'':32}{'n':>6}" + "".join(f"{name:>13}" for name in said))
    for how in (*HOWS[:-1], "all moved", "deleted", TWIN):
        of = [r for r in rows if r["how"] == how or (how == "all moved" and r["to"])]
        counts = Counter(str(row["outcome"]) for row in of)
        shares = "".join(f"{counts[name] / (len(of) or 1):13.2f}" for name in said)
        print(f"{how:32}{len(of):6}{shares}")
    looks = sorted({row["round"]: float(str(row["took_s"])) for row in rows}.values())
    print(f"a look: {looks[len(looks) // 2]:.2f} s in the middle, {looks[-1]:.2f} s at most")


if __name__ == "__main__":
    main()
