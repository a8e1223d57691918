"""Many turns of one vault: after each, what it holds is what was said last, and drift is told.

A seeded walk through all that an agent and a person do with memories. Beside it stand two plain
tables, what was said and what the notes say; whatever differs from them is a finding of the test.
Longer walks: `benchmarks/turns.py`.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.system.agents import Agent, agent_here
from tests.system.vaults import Vault, use_hash_embedder

SEED = 20261144
TURNS = 25
PLACES = ("Alder Hall", "Birch Shed", "Cedar Gate", "Dogwood Loft", "Elm Cellar", "Fir Barn")


@dataclass
class Life:
    """A vault, its agent, and what should be so."""

    vault: Vault
    agent: Agent
    chance: random.Random
    notes: dict[str, int] = field(default_factory=dict)
    said: dict[str, int] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)

    def number(self) -> int:
        return self.chance.randrange(100, 1_000)

    def drifted(self) -> list[str]:
        return [place for place, value in self.said.items() if value != self.notes[place]]

    def path(self, place: str) -> str:
        """Return where a memory's note lies, which is named after what it says."""
        notes = (one for one in self.vault.notes() if one.startswith("Memories/"))
        return next((one for one in notes if self.ids[place] in self.vault.read(one)), "")

    def move_note(self, place: str) -> None:
        self.notes[place] = self.number()
        text = f"# {place}\n\nThe lock of {place} opens with {self.notes[place]}.\n"
        self.vault.write(f"{place}.md", text)

    def remember(self, place: str) -> None:
        done = self.agent.ask("vault_remember", content=belief(place, self.notes[place]))
        self.said[place] = self.notes[place]
        self.ids[place] = done["memory_id"]

    def reconcile(self, place: str) -> None:
        self.vault.call("scan")
        (row,) = (one for one in self.findings() if one["memory_id"] == self.ids[place])
        applied = self.vault.call("findings", "apply", row["finding_id"])
        self.note(applied.status == 0, f"{place} is not reconciled: {applied.err}")
        self.said[place] = self.notes[place]

    def update(self, place: str) -> None:
        content = belief(place, self.notes[place])
        self.agent.ask("vault_update_memory", memory_id=self.ids[place], content=content)
        self.said[place] = self.notes[place]

    def edit_by_hand(self, place: str) -> None:
        path = self.path(place)
        text = self.vault.read(path)
        self.said[place] = self.notes[place]
        body = text.rpartition("---\n")[0] + f"---\n{belief(place, self.said[place])}\n"
        self.vault.write(path, body)

    def forget_and_undo(self, place: str) -> None:
        forgotten = self.vault.call("memory", "forget", self.ids[place])
        self.note(forgotten.status == 0, f"{place} is not forgotten: {forgotten.err}")
        self.note(not self.path(place), f"{place} still stands")
        undone = self.vault.call("undo")
        self.note(undone.status == 0, f"{place} does not come back: {undone.err}")

    def recall(self, place: str) -> None:
        query = f"what opens the lock of {place}"
        found = self.agent.ask("vault_memories", query=query)["memories"]
        told = {one["memory_id"]: one for one in found}.get(self.ids[place], {})
        self.note(told.get("content") == belief(place, self.said[place]), f"{place}: {told}")
        is_told = str(self.notes[place]) in str(told.get("against", ""))
        self.note(is_told == (place in self.drifted()), f"{place}, against: {told}")

    def findings(self) -> list[dict[str, str]]:
        rows = self.vault.call("findings", "--kind", "memory_drift", "--json").rows
        return [one for one in rows if one.get("finding_id")]

    def note(self, is_so: bool, told: str) -> None:  # noqa: FBT001
        self.wrong += [] if is_so else [f"turn {self.done.total()}: {told}"]

    def look(self) -> None:
        """Hold the vault against the tables."""
        for place, value in self.said.items():
            text = self.vault.read(self.path(place)).rpartition("---\n")[2].strip()
            self.note(text == belief(place, value), f"{place} says {text!r}")
        self.vault.call("scan")
        told = {one["memory_id"] for one in self.findings()}
        wanted = {self.ids[place] for place in self.drifted()}
        self.note(told == wanted, f"told {told}, drifted {wanted}")


def belief(place: str, value: int) -> str:
    return f"The lock of [[{place}]] opens with {value}."


def turns(life: Life) -> Iterator[tuple[str, Callable[[str], None], list[str]]]:
    """Yield what may be done now, and with which places."""
    known, drifted = list(life.said), life.drifted()
    yield "move", life.move_note, known
    yield "remember", life.remember, [one for one in PLACES if one not in life.said]
    yield "recall", life.recall, known
    yield "forget and undo", life.forget_and_undo, known
    for name, act in (
        ("reconcile", life.reconcile),
        ("update", life.update),
        ("edit by hand", life.edit_by_hand),
    ):
        yield name, act, drifted


def lived(folder: Path, seed: int, turns_wanted: int) -> Life:
    """Return what came of so many turns."""
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    with agent_here(vault) as agent:
        life = Life(vault, agent, random.Random(seed))  # noqa: S311 -- no secret
        for place in PLACES:
            life.move_note(place)
        while life.done.total() < turns_wanted:
            able = [(name, act, places) for name, act, places in turns(life) if places]
            name, act, places = life.chance.choice(able)
            act(life.chance.choice(places))
            life.done[name] += 1
            life.look()
    return life


def test_after_many_turns_nothing_differs_from_what_was_said(tmp_path: Path) -> None:
    life = lived(tmp_path, SEED, TURNS)
    assert life.wrong == []
    assert len(life.done) == 7, life.done
