"""Measure what grounding says of beliefs that are true, false, outdated, or of another note.

    python benchmarks/grounding.py            our pairs, and the labelled cases
    python benchmarks/grounding.py --show     and print what was wrongly denied, or missed
    python benchmarks/grounding.py --made DIR what is made true of the notes of folders alone

Of each group the shares that the note supports, is silent on, and says otherwise. True: our own
right beliefs, DriftBench's memories against their notes as they stood. False: our own wrong ones,
DriftBench's drifted memories against the notes as they stand (one in five only lost its support),
and its true ones made false by what stands in their notes (`grounding_made`).
Foreign: a memory against another note of its set, its links turned to it. Words alone, no model.
Below: what each road to *denied* denies of what is true and of what is false.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import NamedTuple

from grounding_made import false_of, true_of  # type: ignore[import-not-found]  # beside this script
from verdict_cases import Case, read_cases  # type: ignore[import-not-found]

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.matters import is_closed
from vaultwatch.drift.model import Grounding, GroundingOutcome
from vaultwatch.drift.scoring.grounding import belief_of_text, ground
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note
from vaultwatch.values.reading import values_of

CASES = Path(__file__).resolve().parents[2] / "shared" / "driftbench"
PAIRS = Path(__file__).parent / "data" / "grounding.jsonl"
MOST_LINES = 5
"""Of each note made into memories."""
OUTCOMES: tuple[GroundingOutcome, ...] = ("supported", "silent", "denied")


class Fact(NamedTuple):
    """One fact of a note, believed rightly and wrongly, in other words than the note's."""

    kind: str
    right: str
    wrong: str


class Told(NamedTuple):
    """A note and what is believed of it."""

    language: str
    title: str
    body: str
    facts: tuple[Fact, ...]


def _told(name: str) -> tuple[Told, ...]:
    """Return a set: `first` was there while the rules were made, `later` when they stood."""
    return tuple(
        Told(row["language"], row["title"], row["body"], tuple(Fact(*one) for one in row["facts"]))
        for row in ROWS
        if row["set"] == name
    )


ROWS = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
FIRST = _told("first")
LATER = _told("later")
BESIDE = [(row["title"], row["text"]) for row in ROWS if row["set"] == "beside"]
"""Beliefs about something that the note does not speak of: it denies none of them."""


@dataclass(frozen=True)
class Asked:
    """One belief against one note."""

    group: str
    belief: Belief
    now: tuple[Statement, ...]
    wrong: tuple[GroundingOutcome, ...]
    """Outcomes that are a mistake."""


def own(name: str, notes: tuple[Told, ...]) -> Iterator[Asked]:
    """Yield the pairs of our own."""
    for told in notes:
        now = _statements(told)
        for fact in told.facts:
            yield Asked(f"{name} right", _belief(fact.right, told.title), now, ("denied",))
            missed: tuple[GroundingOutcome, ...] = ("supported", "silent")
            yield Asked(f"{name} wrong", _belief(fact.wrong, told.title), now, missed)


def joined(notes: Sequence[Told]) -> Iterator[Asked]:
    """Yield two facts in one belief: both of the note, or one of them of another note."""
    chance = random.Random(0)  # noqa: S311 -- the same notes every time
    for told in notes:
        now = _statements(told)
        others = [one for one in notes if one.language == told.language and one is not told]
        for at, fact in enumerate(told.facts):
            beside = [("own", told.facts[(at + 1) % len(told.facts)])]
            beside += [("foreign", chance.choice(chance.choice(others).facts))] if others else []
            for (whose, other), first in product(beside, ("right", "wrong")):
                said = f"{getattr(fact, first).rstrip('. ')}, {other.right}"
                wrong: tuple[GroundingOutcome, ...] = ("denied",)
                if first == "wrong":
                    wrong = ("supported", "silent")
                yield Asked(f"joined {first}+{whose}", _belief(said, told.title), now, wrong)


def beside() -> Iterator[Asked]:
    """Yield beliefs about what their notes do not speak of."""
    notes = {told.title: told for told in FIRST}
    for title, text in BESIDE:
        yield Asked("own beside", _belief(text, title), _statements(notes[title]), ("denied",))


def labelled(folder: Path) -> Iterator[Asked]:
    """Yield DriftBench's memories against their notes then and now, and against another's."""
    cases: list[Case] = read_cases(folder)
    notes: dict[str, dict[str, tuple[Statement, ...]]] = {}
    for case in cases:
        notes.setdefault(case.set, {})[case.note] = case.then
    chance = random.Random(0)  # noqa: S311 -- the same notes every time
    for case in cases:
        yield Asked(f"{case.set} before", case.belief, case.then, ("denied",))
        if case.is_drift:
            yield Asked(f"{case.set} drifted", case.belief, case.now, ())
        else:
            yield Asked(f"{case.set} current", case.belief, case.now, ("denied",))
            for how, made in false_of(case):
                yield Asked(f"{case.set} {how}", made, case.now, ("supported",))
        other = chance.choice([note for note in notes[case.set] if note != case.note])
        title = other.rsplit("/", 1)[-1]
        text = case.belief.text.replace(case.belief.note_title, title)
        belief = replace(case.belief, text=text, note_title=title, narrow=(), block=None)
        yield Asked(f"{case.set} foreign", belief, notes[case.set][other], ())


def made(folder: Path) -> Iterator[Asked]:
    """Yield what the lines of a folder's notes make."""
    for path in sorted(folder.rglob("*.md")):
        now = parse_note(NotePath(path.name), path.read_bytes()).statements
        for how, belief in true_of(path.stem, now, MOST_LINES):
            yield Asked(f"made {how}", belief, now, ("denied",))


def road_of(asked: Asked, found: Grounding) -> str:
    """Return by what a note is found to deny: a kind of value, one word, a closed task, a `not`."""
    if found.instead:
        kinds = {one.kind for one in values_of(found.instead)}
        return "/".join(sorted(kinds)) or "a word or property"
    is_done = found.index is not None and is_closed(asked.now[found.index])
    return "a closed task" if is_done else "the contrary or a switch"


def _statements(told: Told) -> tuple[Statement, ...]:
    return parse_note(NotePath(f"{told.title}.md"), told.body.encode()).statements


def _belief(text: str, title: str) -> Belief:
    return replace(belief_of_text(text), note_title=title)


def main() -> None:
    """Print the shares of each group, then the roads to *denied*."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--show", action="store_true", help="print the mistakes")
    parser.add_argument("--cases", type=Path, default=CASES, help="DriftBench")
    parser.add_argument("--made", type=Path, nargs="+", help="folders of notes")
    wanted = parser.parse_args()
    if wanted.made:
        asked = [one for folder in wanted.made for one in made(folder)]
    else:
        asked = [*own("first", FIRST), *own("later", LATER), *beside(), *joined((*FIRST, *LATER))]
        asked += labelled(wanted.cases) if wanted.cases.is_dir() else []
    counts: Counter[tuple[str, GroundingOutcome]] = Counter()
    roads: Counter[tuple[str, bool]] = Counter()
    for one in asked:
        said = ground(one.belief, one.now)
        counts[one.group, said.outcome] += 1
        family, _, what = one.group.rpartition(" ")
        if family.startswith(("dev", "life")):
            pool = "public" if family.startswith("dev") else "personal"
            counts[f"{pool} {what}", said.outcome] += 1
        if said.outcome == "denied":
            roads[road_of(one, said), "denied" in one.wrong] += 1
        if wanted.show and said.outcome in one.wrong:
            at = one.now[said.index].plain[:100] if said.index is not None else ""
            print(f"{one.group}: {said.outcome}: {one.belief.text[:140]} | {said.said} / {at}")
    print(f"{'group':24}{'n':>6}" + "".join(f"{outcome:>12}" for outcome in OUTCOMES))
    for group in sorted({group for group, _ in counts}):
        total = sum(counts[group, outcome] for outcome in OUTCOMES)
        shares = "".join(f"{counts[group, outcome] / total:12.3f}" for outcome in OUTCOMES)
        print(f"{group:24}{total:6d}{shares}")
    print(f"\n{'denied by':24}{'of true':>10}{'of others':>10}")
    for road in sorted({road for road, _ in roads}):
        print(f"{road:24}{roads[road, True]:10d}{roads[road, False]:10d}")


if __name__ == "__main__":
    main()
