"""Count what is said against memories in vaults of notes that are made of one template.

Fifteen notes that say the same of fifteen things, and memories that say what they say: no note
denies another's. Of every fifth memory the value is wrong: there its own note's line must stand.

    python benchmarks/siblings.py            132 vaults of 15 to 60 notes, five minutes of CPU
    python benchmarks/siblings.py --quick    those of 15 notes
    python benchmarks/siblings.py --model    with the offline model, which finds other passages
    python benchmarks/siblings.py --show     and print each mistake; not of the templates held out

Each vault with links and without, with one paragraph a note and with two, asked by name for up to
eight of its things and once for all, as `vault_context` is. Counted are memories shown, those of
them true (`true`) and shown with a line of a note (`wrong >>`), false and shown with the line of
their own note that says otherwise (`right >>`); those left out because of a note; and true ones
that are told `never_agreed`, beside the share of the false ones with a link that are.
"""

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

from vaultwatch.memories.facts import Facts
from vaultwatch.memories.record import render_memory
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.look import scan
from vaultwatch.services.recall.contexts import Context, assemble
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

SIZES = (15, 30, 60)
MOST_ASKED = 8
FALSE_EVERY = 5
BUDGET = 2_000
FOR_ALL = 20_000
"""Tokens of a context that is asked for by name, and for all."""
DATA = Path(__file__).parent / "data" / "siblings.jsonl"
_WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Fact:
    """What a note says, and how memories say it; `{t}` is its title, `{v}` a value."""

    said: str
    remembered: tuple[str, ...]
    """In the note's words, then in others."""
    values: tuple[str, ...]
    """Of the notes in their order, over and over."""

    def value(self, number: int) -> str:
        """Return the value of a note."""
        return self.values[number % len(self.values)]


@dataclass(frozen=True)
class Template:
    """Of what the notes of a vault are made."""

    name: str
    titles: tuple[str, ...]
    first: Fact
    second: Fact
    ask: str
    """By name."""
    ask_all: str
    is_held_out: bool


def _template(row: dict[str, Any]) -> Template:
    first, second = (
        Fact(row[part]["said"], tuple(row[part]["remembered"]), tuple(row[part]["values"]))
        for part in ("first", "second")
    )
    titles = tuple(row["titles"])
    asked = row["ask"], row["ask_all"]
    return Template(row["name"], titles, first, second, *asked, is_held_out=row["is_held_out"])


TEMPLATES = [_template(json.loads(line)) for line in DATA.read_text("utf-8").splitlines()]


@dataclass(frozen=True)
class Laid:
    """One memory of a vault."""

    belief: str
    note: str
    says: str
    """What its note says of the same."""
    is_true: bool


@dataclass(frozen=True)
class Case:
    """One vault."""

    template: Template
    size: int
    is_linked: bool
    has_second: bool

    @property
    def titles(self) -> list[str]:
        """The notes' titles."""
        return [*self.template.titles[: self.size]]

    @property
    def facts(self) -> list[Fact]:
        """What each note says."""
        return [self.template.first, self.template.second][: 1 + self.has_second]

    def note(self, i: int) -> str:
        """Return one note's text."""
        said = [fact.said.format(t=self.titles[i], v=fact.value(i)) for fact in self.facts]
        return "\n\n".join([f"# {self.titles[i]}", *said]) + "\n"

    def memories(self) -> Iterator[Laid]:
        """Yield what is remembered; each second one in other words, links in two ways."""
        for number, (i, fact) in enumerate(product(range(self.size), self.facts)):
            title = self.titles[i]
            is_true = i % FALSE_EVERY != FALSE_EVERY - 1
            right = fact.value(i)
            values = (fact.value(j) for j in range(i + 1, i + 99))
            value = right if is_true else next(one for one in values if one != right)
            worded = fact.remembered[number // 2 % len(fact.remembered)]
            said = fact.said.format(t=title, v=right).removeprefix("- ")
            if not self.is_linked:
                belief = worded.format(t=title, v=value)
            elif number % 2:
                belief = f"{worded.format(t=title, v=value).rstrip('.')} ([[{title}]])."
            else:
                belief = worded.format(t=f"[[{title}]]", v=value)
            yield Laid(belief, f"{self.template.name}/{title}.md", said, is_true)


def measure(case: Case, folder: Path, embedder: str, mistakes: list[str]) -> Counter[str]:
    """Lay one vault, look at it, ask, and count."""
    vault = folder / "vault"
    for i, title in enumerate(case.titles):
        _write(vault / case.template.name / f"{title}.md", case.note(i))
    laid = {}
    for number, one in enumerate(case.memories()):
        laid[f"mem_{number:05}"] = one
        data = render_memory(
            id=f"mem_{number:05}",
            belief=one.belief,
            created=_WRITTEN,
            updated=_WRITTEN,
            facts=Facts(source="inference"),
        )
        _write(vault / "Memories" / f"m{number}.md", data.decode())
    _write(vault / ".vaultwatch" / "config.toml", f'[index]\nembedder = "{embedder}"\n')
    counts: Counter[str] = Counter()
    with open_workspace(vault, state=folder / "state") as ws:
        scan(ws)
        told = {one.memory_id for one in ws.ledger.findings() if one.change == "never_agreed"}
        for id_, one in laid.items():
            counts["denied true"] += one.is_true and id_ in told
            counts["cited false"] += case.is_linked and not one.is_true
            counts["denied false"] += not one.is_true and id_ in told
            if one.is_true and id_ in told:
                mistakes.append(f"never_agreed: {one.belief}")
        step = max(1, case.size // MOST_ASKED)
        asked = [case.template.ask.format(t=title) for title in case.titles[::step][:MOST_ASKED]]
        for task in asked:
            _count(_asked(ws, task, BUDGET), laid, counts, mistakes)
        _count(_asked(ws, case.template.ask_all, FOR_ALL), laid, counts, mistakes)
    return counts


def _asked(ws: Workspace, task: str, max_tokens: int) -> Context:
    return assemble(ws, task, Wanted(), max_tokens=max_tokens)


def _count(
    context: Context, laid: dict[str, Laid], counts: Counter[str], mistakes: list[str]
) -> None:
    lefts = [one for one in context.left if "says otherwise" in one.reason]
    counts["left"] += len(lefts)
    mistakes += [f"left out: {one.reason}" for one in lefts[:1]]
    for memory in context.memories:
        one, line = laid[memory.row.id], context.against.get(memory.row.id)
        counts["shown"] += 1
        counts["true"] += one.is_true
        counts["false"] += not one.is_true
        is_own = line is not None and line.note == one.note and line.text.strip(" -") in one.says
        counts["wrong"] += line is not None and (one.is_true or not is_own)
        counts["right"] += not one.is_true and is_own
        if line is not None and (one.is_true or not is_own):
            mistakes.append(f"wrong >>: {one.belief} >> {line.note}: {line.text}")
        elif not one.is_true and line is None:
            mistakes.append(f"missed: {one.belief} >> {one.says}")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


COLUMNS = ("shown", "true", "wrong >>", "false", "right >>", "left out", "n.a. true", "n.a. false")


def _row(name: str, c: Counter[str]) -> str:
    def share(a: str, b: str) -> str:
        return f"{c[a] / c[b]:.3f}" if c[b] else "-"

    cells = (
        *(c["shown"], c["true"], share("wrong", "shown"), c["false"], share("right", "false")),
        *(c["left"], c["denied true"], share("denied false", "cited false")),
    )
    return f"{name:32}" + "".join(f"{cell:>11}" for cell in cells)


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="notes of 15 alone")
    parser.add_argument("--model", action="store_true", help="with the offline model")
    parser.add_argument("--show", action="store_true", help="print the mistakes")
    parser.add_argument("--only", default="", help="of the one template")
    wanted = parser.parse_args()
    embedder = "auto" if wanted.model else "hash"
    totals: dict[str, Counter[str]] = {}
    began = time.process_time()
    for template in TEMPLATES:
        if wanted.only not in ("", template.name):
            continue
        for size, is_linked, has_second in product(
            SIZES[:1] if wanted.quick else SIZES, (True, False), (False, True)
        ):
            case = Case(template, size, is_linked, has_second)
            mistakes: list[str] = []
            with tempfile.TemporaryDirectory() as name:
                counts = measure(case, Path(name), embedder, mistakes)
            part = "held out" if template.is_held_out else "tuned"
            for group in (
                part,
                f"{part}: {template.name}",
                f"{part}: {'link' if is_linked else 'no link'}",
            ):
                totals.setdefault(group, Counter()).update(counts)
            if wanted.show and not template.is_held_out:
                print(f"## {template.name} {size} {is_linked=} {has_second=}")
                print("\n".join(dict.fromkeys(mistakes)))
    print(f"{'':32}" + "".join(f"{column:>11}" for column in COLUMNS))
    for group in sorted(totals, key=lambda one: (one.startswith("held out"), one)):
        print(_row(group, totals[group]))
    print(f"CPU {time.process_time() - began:.0f} s")


if __name__ == "__main__":
    main()
