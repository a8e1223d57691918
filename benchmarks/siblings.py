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

# Long because it holds the templates; parted from what measures them neither could be read alone.

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

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
_WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)


def _words(text: str) -> list[str]:
    return text.split()


TREES = _words(
    "Alder Elm Oak Birch Cedar Maple Willow Ash Beech Pine Larch Hazel Rowan Poplar Linden Aspen "
    "Holly Yew Fir Spruce Juniper Walnut Chestnut Cherry Plum Pear Apple Quince Olive Fig Laurel "
    "Myrtle Cypress Cork Sorb Medlar Almond Mulberry Elder Hornbeam Acacia Locust Ginkgo Sequoia "
    "Tamarack Hickory Pecan Catalpa Magnolia Dogwood Redbud Sumac Alerce Banyan Baobab Ebony Teak "
    "Mahogany Rosewood Balsa"
)
FIRST = _words("Anna Ben Clara David Eva Felix Greta Hugo Irene Jonas")
LAST = _words("Kovacs Ito Meyer Silva Brandt Novak")
TOWNS = _words("Lisbon Prague Oslo Turin Ghent Malmo Porto Vienna Leeds Basel")
CLIENTS = _words("Acme Borealis Cordata Dunmore Evergood Fenwick Galvani")
HUES = _words("red blue green white black grey amber violet silver golden")
CRAFTS = _words("boat kayak raft dinghy canoe barge")
DISHES = _words("soup stew salad bread pie curry")
HARBOURS = _words("Harbour Garden Winter River Window Orchard Tower Mirror Summer Bridge")
MAIN = _words("leek bean carrot pumpkin lentil beet barley onion pepper tomato")


@dataclass(frozen=True)
class Fact:
    """What a note says, and how memories say it; `{t}` is its title, `{v}` a value."""

    said: str
    remembered: tuple[str, ...]
    """In the note's words, then in others."""
    value: Callable[[int], str]


@dataclass(frozen=True)
class Template:
    """Of what the notes of a vault are made."""

    name: str
    title: Callable[[int], str]
    first: Fact
    second: Fact
    ask: str
    """By name."""
    ask_all: str
    is_held_out: bool = False


def _day(number: int) -> str:
    return f"2026-{1 + number % 12:02}-{1 + number * 7 % 28:02}"


TEMPLATES = (
    Template(
        "fees",
        lambda i: TREES[i],
        Fact(
            "The fee of {t} is {v} euros.",
            ("The fee of {t} is {v} euros.", "{t} costs a fee of {v} euros."),
            lambda i: str(30 + i * 7 % 64),
        ),
        Fact(
            "It is paid on the {v}th of the month.",
            ("The fee of {t} is paid on the {v}th of the month.",),
            lambda i: str(4 + i * 5 % 16),
        ),
        "what is the fee of {t}",
        "list all fees",
    ),
    Template(
        "servers",
        lambda i: f"{('web', 'db', 'mail', 'cache')[i % 4]}-{i // 4 + 1:02}",
        Fact(
            "The server {t} has the address 10.0.{v} and runs Debian.",
            (
                "The server {t} has the address 10.0.{v} and runs Debian.",
                "The address of the server {t} is 10.0.{v}.",
            ),
            lambda i: f"{i % 7}.{11 + i * 3}",
        ),
        Fact(
            "Backups start at {v} every night.",
            ("Backups of {t} start at {v} every night.",),
            lambda i: f"{1 + i % 5:02}:{i * 5 % 60:02}",
        ),
        "which address has the server {t}",
        "addresses of all servers",
    ),
    Template(
        "people",
        lambda i: f"{FIRST[i % 10]} {LAST[i // 10]}",
        Fact(
            "{t} works in the office in {v}.",
            ("{t} works in the office in {v}.", "The office of {t} is in {v}."),
            lambda i: TOWNS[i * 3 % 10],
        ),
        Fact(
            "The phone extension is {v}.",
            ("The phone extension of {t} is {v}.",),
            lambda i: str(200 + i * 13),
        ),
        "where does {t} work",
        "offices of all people",
    ),
    Template(
        "projects",
        lambda i: f"Project {TREES[-1 - i]}",
        Fact(
            "{t} is for {v} and is led from Berlin.",
            ("{t} is for {v} and is led from Berlin.", "The client of {t} is {v}."),
            lambda i: CLIENTS[i * 3 % 7],
        ),
        Fact(
            "The deadline is {v}.",
            ("The deadline of {t} is {v}.", "{t} is due on {v}."),
            _day,
        ),
        "who is the client of {t}",
        "clients and deadlines of all projects",
    ),
    Template(
        "boats",
        lambda i: f"The {HUES[i % 10]} {CRAFTS[i // 10]}",
        Fact(
            "{t} lies at berth {v} and is checked every spring.",
            ("{t} lies at berth {v} and is checked every spring.", "{t} has berth {v}."),
            lambda i: str(101 + i * 11),
        ),
        Fact("Its engine has {v} kW.", ("The engine of {t} has {v} kW.",), lambda i: str(9 + i)),
        "where does {t} lie",
        "berths of all boats",
    ),
    Template(
        "rooms",
        lambda i: f"Room {101 + i}",
        Fact(
            "- {t} has {v} seats and a projector.",
            ("{t} has {v} seats and a projector.", "There are {v} seats in {t}."),
            lambda i: str(14 + i * 3 % 40),
        ),
        Fact(
            "The key is with {v}.",
            ("The key of {t} is with {v}.",),
            lambda i: f"{FIRST[i * 7 % 10]} {LAST[i % 6]}",
        ),
        "how many seats has {t}",
        "seats of all rooms",
    ),
    Template(
        "recipes",
        lambda i: f"{MAIN[i % 10].title()} {DISHES[i // 10]}",
        Fact(
            "{t} takes {v} minutes in a hot oven.",
            ("{t} takes {v} minutes in a hot oven.", "It takes {v} minutes to make {t}."),
            lambda i: str(20 + i * 5 % 70),
        ),
        Fact("It feeds {v} guests.", ("{t} feeds {v} guests.",), lambda i: str(13 + i % 9)),
        "how long does {t} take",
        "times of all recipes",
    ),
    Template(
        "Vereine",
        lambda i: (
            f"Verein {TOWNS[i % 10]}{('', ' Nord', ' West', ' Ost', ' Mitte', ' Alt')[i // 10]}"
        ),
        Fact(
            "Der Beitrag von {t} beträgt {v} Euro im Jahr.",
            ("Der Beitrag von {t} beträgt {v} Euro im Jahr.", "{t} nimmt {v} Euro im Jahr."),
            lambda i: str(24 + i * 7 % 80),
        ),
        Fact(
            "Die Sitzung beginnt um {v} Uhr.",
            ("Die Sitzung von {t} beginnt um {v} Uhr.",),
            lambda i: f"{17 + i % 4}:{i * 5 % 60:02}",
        ),
        "Beitrag von {t}",
        "Beiträge aller Vereine",
    ),
    Template(
        "books",
        lambda i: (
            f"{('Silent', 'Last', 'Glass', 'Hidden', 'Broken', 'Long')[i // 10]} {HARBOURS[i % 10]}"
        ),
        Fact(
            "The book {t} was written by {v} and stands on the upper shelf.",
            (
                "The book {t} was written by {v} and stands on the upper shelf.",
                "{v} is the author of {t}.",
            ),
            lambda i: f"{FIRST[i * 3 % 10]} {LAST[i % 6]}",
        ),
        Fact("It has {v} pages.", ("{t} has {v} pages.",), lambda i: str(180 + i * 17)),
        "who wrote {t}",
        "authors of all books",
        is_held_out=True,
    ),
    Template(
        "bus lines",
        lambda i: f"Line {11 + i}",
        Fact(
            "{t} leaves the station every {v} minutes.",
            ("{t} leaves the station every {v} minutes.", "A bus of {t} comes every {v} minutes."),
            lambda i: str(13 + i * 3 % 40),
        ),
        Fact(
            "- Last bus: {v}",
            ("The last bus of {t} goes at {v}.",),
            lambda i: f"{21 + i % 3}:{(i * 7) % 60:02}",
        ),
        "how often does {t} leave",
        "intervals of all bus lines",
        is_held_out=True,
    ),
    Template(
        "courses",
        lambda i: f"{MAIN[i % 10]} {DISHES[i // 10]} course",
        Fact(
            "The {t} takes place on {v} in the school kitchen.",
            (
                "The {t} takes place on {v} in the school kitchen.",
                "The school kitchen has the {t} on {v}.",
            ),
            lambda i: ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")[i * 2 % 5],
        ),
        Fact(
            "{v} people have signed up.",
            ("{v} people have signed up for the {t}.",),
            lambda i: str(13 + i * 3 % 50),
        ),
        "when does the {t} take place",
        "days of all courses",
        is_held_out=True,
    ),
)


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
        return [self.template.title(i) for i in range(self.size)]

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
