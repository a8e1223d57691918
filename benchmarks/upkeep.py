"""Keep up a store of half a year, every proposal accepted, and count what contexts gain and lose.

    python benchmarks/upkeep.py                  the store of data/months, some minutes
    python benchmarks/upkeep.py --runs 10000     and so many proposals applied and taken back

The store was written by somebody who did not write the rules: 400 memories of a developer and three
agents from May to October 2026, the notes they cite, how often each was handed out and when. Sixty
questions are asked on its last day, before and after every proposal was carried out. One counts as
answered where the words that answer it stand in its context. Also counted: memories of the person
whose words stand nowhere any more, precious ones that faded, values of a merge that stand in none
of its sources, and notes that are not as before when all is taken back.
"""

import argparse
import json
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from vaultwatch.adapters.ledger.rows import AccessRow
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.errors import RefusedError
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.record import render_memory
from vaultwatch.notes.model import NotePath
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.findings.review import decide_claims, show_claims
from vaultwatch.services.look import carry_out, scan
from vaultwatch.services.operations.undoing import undo_last_run
from vaultwatch.services.recall.contexts import assemble, counting
from vaultwatch.services.scanning.taking_in import catch_up
from vaultwatch.services.upkeep.carrying_out import apply_planned, carry_out_upkeep
from vaultwatch.services.upkeep.planning import planned
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.gathering import LEAST_HELPED
from vaultwatch.upkeep.proposal import UpkeepProposal
from vaultwatch.values.reading import values_of
from vaultwatch.wiring import open_workspace

MONTHS = Path(__file__).parent / "data" / "months"
FIRST_DAY = datetime(2026, 5, 1, 8, tzinfo=UTC)
LAST_DAY = datetime(2026, 10, 31, 20, tzinfo=UTC)
BUDGETS = (2_000, 1_000, 500, 250)
PILE = 48
"""Memories of a random pile."""
MOST_AT_ONCE = 4
"""Proposals that are carried out before all of them are taken back at once."""
_TEXTS = (
    "The shed's lock opens with {0}.", "The lock of the shed opens with {0}. [[Shed]]",
    "Answer in English. [[Anna]]", "Answer in English.", "Payday is the {0}th. [[Money]]",
    "The user scrolled for {0} minutes.", "El riego funciona {0} min. [[Huerto]]",
    "Bring the kiln to Elm Street {0}, see [[Memories/m0]].", "I row on Sunday with {0} others.",
    "I sleep {0} hours.",
    "Shelf {0} of it is cracked, see [[Kiln]].", "Glaze {0} needs a slow cooling. [[Kiln]]",
    "Stand {0} costs {0}0 euros a day. It is beside the old kiln. [[Fees]]",
    "The kiln of the studio holds 30 pots at once, all of them glazed. ([[Studio]])",
)  # fmt: skip
_STUDIO = "The kiln of the studio holds 30 pots at once, all of them{0} glazed.\n"
_THEN = {
    "Kiln.md": "It stands in the yard.\n", "Studio.md": _STUDIO.format(""),
    "Fees.md": "".join(f"Stand {n} costs {n}0 euros a day.\n\n" for n in range(1, 10)),
}  # fmt: skip
_NOW = {"Studio.md": _STUDIO.format(" well"), "Fees.md": _THEN["Fees.md"].replace("0 e", "5 e")}
"""What notes say by the last day."""


def main() -> None:
    """Print what became of the store, and of the random piles."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--embedder", default="hash", help="hash, or auto for the installed model")
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        months_kept_up(Path(scratch), wanted.embedder)
        if wanted.runs:
            taken_back(Path(scratch), wanted.runs, Random(wanted.seed))  # noqa: S311


def months_kept_up(scratch: Path, embedder: str) -> None:
    """Accept every proposal for the store, and print the contexts of the questions."""
    vault = scratch / "months"
    write_vault(vault, embedder)
    with open_workspace(vault, state=scratch / "state", clock=FixedClock(LAST_DAY)) as ws:
        live(ws)
        notes = notes_of(vault)
        said = {row.id: row.belief for row in ws.ledger.memories()}
        before, pile = [asked(ws, budget) for budget in BUDGETS], tokens_of_pile(ws)
        found = planned(ws)
        done = carry_out(ws, lambda ws: apply_planned(ws, None))
        after, kept = [asked(ws, budget) for budget in BUDGETS], tokens_of_pile(ws)
        print("| budget | answered | tokens | of noise | read until the answer |")
        print("| --- | --- | --- | --- | --- |")
        for one, other in zip(before, after, strict=True):
            print(f"| {one.budget} | {one.answered} → {other.answered} | {one.told(other)} |")
        print(f"proposed: {dict(Counter(one.verb for one in found))}", end="; ")
        print(f"refused: {sum(bool(one.refused) for one in done)}")
        print(f"active memories: {pile[0]} → {kept[0]}, their tokens: {pile[1]} → {kept[1]}")
        print(f"person's memories lost: {len(lost(vault, said))}")
        print(f"precious faded: {len(faded(ws) & {*extras()['precious_though_unused']})}")
        print(f"values made up: {sum(made_up(one, said) for one in found)}")
        undo_last_run(ws)
        scan(ws)
        print(f"notes not as before when taken back: {len(differing(notes, notes_of(vault)))}")


@cache
def rows_of(name: str) -> Sequence[Mapping[str, Any]]:
    """Return the rows of a file of the store."""
    return [json.loads(line) for line in (MONTHS / name).read_text("utf-8").splitlines()]


def extras() -> Mapping[str, Any]:
    """Return what else the store's author says of its memories."""
    found: Mapping[str, Any] = json.loads((MONTHS / "extras.json").read_text("utf-8"))
    return found


def write_vault(vault: Path, embedder: str) -> None:
    """Write the store as a vault: its notes, and a memory note each."""
    shutil.copytree(MONTHS / "notes", vault)
    (vault / ".vaultwatch").mkdir()
    (vault / ".vaultwatch" / "config.toml").write_text(f'[index]\nembedder = "{embedder}"\n')
    (vault / "Memories").mkdir()
    for one in rows_of("memories.jsonl"):
        is_persons = one["author"] == "person"
        facts = Facts(
            type=one["kind"] if one["kind"] != "noise" else "fact",
            source="user_explicit" if is_persons else "inference",
            agent="" if is_persons else one["author"],
            expires=_noon(one["valid_until"]) if one["valid_until"] else None,
        )
        day = _noon(one["created"])
        data = render_memory(
            id=one["id"], belief=one["text"], created=day, updated=day, facts=facts
        )
        (vault / "Memories" / f"{one['id']}.md").write_bytes(data)


def _noon(day: str) -> datetime:
    return datetime.combine(datetime.fromisoformat(day), time(12), UTC)


def live(ws: Workspace) -> None:
    """Take the store in, say yes to what is the person's, and remember how each was used."""
    assert isinstance(ws.clock, FixedClock)  # noqa: S101
    ws.clock.set(FIRST_DAY)  # since then it is known what was handed out
    scan(ws)
    ws.clock.set(LAST_DAY)
    scan(ws)
    while asking := [one for one in ws.ledger.findings(kind="claimed") if one.status == "open"]:
        claimed = show_claims(ws, asking[0].id)
        assert claimed is not None, "an open finding asks about it"  # noqa: S101
        decide_claims(ws, claimed, are_theirs=True, digest=claimed.digest)
        scan(ws)
    ws.ledger.put_accesses(
        AccessRow(one["id"], f"session {number}", "", _noon(one["last_used"]))
        for one in rows_of("memories.jsonl")
        for number in range(one["used"])
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """What the contexts of all questions come to at one budget; tokens are means."""

    budget: int
    answered: int
    tokens: float
    noise: float
    """Tokens of lines that nobody ever needs, as the store's author says."""
    until: float
    """Tokens that are read until the answer stands there; all where it does not."""

    def told(self, other: "Asked") -> str:
        """Return the tokens before and after as cells of a table."""
        pairs = (
            (self.tokens, other.tokens),
            (self.noise, other.noise),
            (self.until, other.until),
        )
        return " | ".join(f"{one:.0f} → {two:.0f} ({two / one - 1:+.0%})" for one, two in pairs)


def asked(ws: Workspace, budget: int) -> Asked:
    """Ask every question and count."""
    noise = {one["id"] for one in rows_of("memories.jsonl") if one["kind"] == "noise"}
    count, total, useless, until, answered = counting(ws), 0, 0, 0, 0
    for one in rows_of("questions.jsonl"):
        context = assemble(ws, one["q"], Wanted(), max_tokens=budget)
        total += context.tokens
        lines = context.text.splitlines()
        useless += sum(count(line) for line in lines if _id_of(line) in noise)
        at = next((n for n, line in enumerate(lines) if _says(line, one["key"])), None)
        answered += at is not None
        until += count("\n".join(lines if at is None else lines[: at + 1]))
    number = len(rows_of("questions.jsonl"))
    return Asked(budget, answered, total / number, useless / number, until / number)


def _says(line: str, key: str) -> bool:
    return key.casefold() in line.casefold()


def _id_of(line: str) -> str:
    words = line.split()
    return words[2].strip(",:") if words[1:2] == ["memory"] else ""


def tokens_of_pile(ws: Workspace) -> tuple[int, int]:
    """Return how many memories a context may draw on, and the tokens of their words."""
    count = counting(ws)
    now = ws.clock.now()
    rows = [row for row in ws.ledger.memories() if row.facts.status == "active"]
    held = [row for row in rows if row.facts.ends is None or row.facts.ends > now]
    return len(held), sum(count(row.belief) for row in held)


def lost(vault: Path, said: Mapping[str, str]) -> list[str]:
    """Return the person's memories whose words stand in no note any more."""
    texts = [data.decode() for data in notes_of(vault).values()]
    theirs = [one["id"] for one in rows_of("memories.jsonl") if one["author"] == "person"]
    return [id_ for id_ in theirs if not any(said[id_] in text for text in texts)]


def faded(ws: Workspace) -> set[str]:
    """Return the ids of what faded."""
    return {row.id for row in ws.ledger.memories() if row.facts.status == "faded"}


def made_up(one: UpkeepProposal, said: Mapping[str, str]) -> int:
    """Return how many values of a result stand in none of its sources."""
    sources = {(v.kind, v.key) for id_, _ in one.memories for v in values_of(said[id_])}
    lines = re.sub(r" \(\[\[[^\[\]]*\|source\]\]\)$", "", one.text, flags=re.MULTILINE).splitlines()
    told = [line for line in lines if not line.startswith(("---", "generated", "# "))]
    return sum((v.kind, v.key) not in sources for line in told for v in values_of(line))


def notes_of(vault: Path) -> dict[str, bytes]:
    """Return the bytes of every note beside the report."""
    notes = (path.relative_to(vault) for path in vault.rglob("*.md"))
    kept = [one for one in notes if not one.parts[0].startswith(".")]
    return {
        one.as_posix(): (vault / one).read_bytes() for one in kept if one.stem != "drift-report"
    }


def differing(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> Collection[str]:
    """Return the notes that stand in one alone, or otherwise in the other."""
    return [path for path in one.keys() | other.keys() if one.get(path) != other.get(path)]


def taken_back(scratch: Path, runs: int, chance: Random) -> None:
    """Apply proposals for random piles, a few at once, take them back, and hold the bytes."""
    verbs: Counter[str] = Counter()
    harmed = refused = pile = 0
    while sum(verbs.values()) < runs:
        pile += 1
        vault, state, clock = scratch / "pile", scratch / "pile's", FixedClock(FIRST_DAY)
        write_pile(vault, chance)
        with open_workspace(vault, state=state, clock=clock) as ws:
            scan(ws)
            ws.ledger.put_accesses(
                AccessRow(row.id, f"session {n}", "", FIRST_DAY, helped=True)
                for row in chance.sample(ws.ledger.memories(), 3)
                for n in range(LEAST_HELPED)
            )
            clock.set(LAST_DAY)
            write_notes(vault, _NOW, chance)
            scan(ws)
            before, found = notes_of(vault), planned(ws)
            chance.shuffle(found)
            while found:
                catch_up(ws)  # as every command does first
                done = {one: apply(ws, one) for one in found[: chance.randint(1, MOST_AT_ONCE)]}
                found = found[len(done) :]
                verbs.update(one.verb for one in done if done[one])
                back = [undo_last_run(ws) for is_done in done.values() if is_done]
                refused += sum(len(one.refused) for one in back) + len(done) - len(back)
                harmed += len(differing(before, notes_of(vault)))
        shutil.rmtree(vault)
        shutil.rmtree(state)
    print(f"{sum(verbs.values())} applied and taken back in {pile} random piles: {dict(verbs)}; ")
    print(f"notes not as before: {harmed}; refused: {refused}")


def apply(ws: Workspace, one: UpkeepProposal) -> bool:
    """Carry out a proposal; tell whether it was not refused, as what an earlier one made void."""
    try:
        carry_out_upkeep(ws, one)
    except RefusedError:
        return False
    return True


def write_notes(vault: Path, notes: Mapping[str, str], chance: Random) -> None:
    """Write notes, with the ends of lines that chance gives them."""
    for name, said in notes.items():
        end = chance.choice(("\n", "\r\n"))
        (vault / name).write_bytes(f"# {name[:-3]}\n\n{said}".replace("\n", end).encode())


def write_pile(vault: Path, chance: Random) -> None:
    """Write a pile of memories at random, and notes that lead to some of them."""
    (vault / "Memories").mkdir(parents=True)
    (vault / ".vaultwatch").mkdir()
    (vault / ".vaultwatch" / "config.toml").write_text('[index]\nembedder = "hash"\n')
    write_notes(vault, _THEN, chance)
    for name in chance.sample(("Shed", "Anna", "Money", "Huerto"), 2):
        end = chance.choice(("\n", "\r\n", ""))
        (vault / f"{name}.md").write_bytes(f"# {name}\n\n- It is old.{end}".encode())
    for number, text in enumerate(_pile(chance)):
        path = NotePath(f"Memories/m{number}.md")
        (vault / path).write_bytes(text.replace("\n", chance.choice(("\n", "\r\n"))).encode())
        if chance.random() < 1 / 3:
            led = f"- [[m{number}]]\n- [[Memories/m{number}|it]]\n- [it](Memories/m{number}.md)\n"
            (vault / f"Leads {number}.md").write_bytes(led.encode())


def _pile(chance: Random) -> Iterator[str]:
    for number in range(PILE):
        said = chance.choice(_TEXTS).format(chance.randint(1, 9))
        more = chance.choice(("", "", "", "expires: 2025-05-01\n", "status: superseded\n"))
        more += chance.choice(("", "tags: [a, b]\n", "created: 2025-01-01\n", "# mine\n"))
        more += chance.choice((f"id: x{number}\n", ""))
        sources = {"I": "user_explicit", "Shelf": "document", "Glaze": "document"}
        source = sources.get(said.split()[0], "inference")
        yield f"---\n{more}source: {source}\n---\n{said}\n"


if __name__ == "__main__":
    main()
