"""Texts made here to train the learned stage of suspicion: orders to a reading model, honest ones.

Data and a generator alone: no network, no clock, the same every time. Frames times requests times
fillers give the orders; memories, rules, how-tos, minutes and documentation the honest texts, most
of them in the imperative, for that is where false alarms come from. Called by `train_suspicion.py`.
"""
# ruff: noqa: E501, RUF001 -- a text stands on one line, in its own letters

import base64
import codecs
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from string import ascii_lowercase

from corpora import corpus  # type: ignore[import-not-found]  # beside this script

_DATA = corpus("suspicion_texts")

SEED = 4711

_FILLERS: str = _DATA["fillers"]

_REQUESTS: str = _DATA["requests"]

_FRAMES: str = _DATA["frames"]

_WORK_VERBS = """
review; adjust; verify; validate; update; correct; approve; secure; archive; extract; transmit; audit; monitor; manage; schedule; allocate; release; reroute; disclose; alter; simulate; shut down; override; authorise; reassign; duplicate; withhold; publish; administer; recalibrate; encrypt; purge; inspect; reclassify; redirect; submit; cancel; confirm; suspend; back up; intercept; falsify; prescribe; backdate; downgrade; sell off; relabel; collect; copy; assess; coordinate; maintain; configure; dispatch; liquidate; tamper with; merge; hide; process; file; log; route; throttle; overwrite; expedite; mass-mail; settle; discharge; grade; rebalance; restrict; anonymise; optimise; install; discount; record; provide
"""

_WORK_OBJECTS = """
the records of {name}; the invoice of order {id}; the treatment plan for {name} (ID {id}); the sensor readings of unit {id}; the shipping route of truck {id}; the exam results of student {id}; the loan application {id}; the case files of {name}; the flight plan {id}; the insurance claim of {name}; all customer profiles; the stock levels of warehouse {id}; the login data of server {id}; the salary list; the lab samples {id}; the marketing budget; the reviews of {brand}; the smart meter {id}; the deposit of {name}; the backup jobs on host {id}; the research data of project {id}; the traffic lights of {city}; the prescription {id}; the contract with {firm}; the access list of building {id}; the satellite channel {id}; the tickets of {name}; the portfolio of {name}; the trial logs; the user accounts of {firm}; the therapy notes of client {id}; evidence in case {id}; the firewall of host {id}; the price list of the shop; the members of the choir; the brakes of car {id}; the orbit of satellite {id}; the parking permits of {firm}; the citations in the thesis of {name}; the quota of tenant {id}; staff contracts; the refund queue; a reboot of cluster {id}; the water valves of plant {id}; the grades and certificates of class {id}; the tax files of {firm}; the donors of {firm}; the battery of drone {id}; research grants; vendor invoices; the render jobs of {firm}; dosage settings; loyalty points of {name}
"""

_WORK_TAILS = """
.; to ensure accuracy.; to make sure that everything works.; during the next update.; so that nobody notices.; as part of a test.; for an external review.; without leaving a trace.; , focusing on {id}.; in line with the current rules.; to prevent any loss.; before {day}.; and report the outcome.; for training purposes.; and keep it confidential.; , ensuring that it runs as planned.; , making sure no alarm goes off.; to keep everything consistent.; to improve quality.; to see how the system copes.; , preventing access by others.; for smoother teamwork.; so that it complies with the standard.; and note it as routine.; on behalf of the customer.; without prior consent.
"""

_WORK_FRAMES: str = _DATA["work_frames"]

_PERSONAS: str = _DATA["personas"]

_STEALING: str = _DATA["stealing"]

_HIJACKS: str = _DATA["hijacks"]

_MEMORIES_POISONED: str = _DATA["memories_poisoned"]

# ------------------------------------------------------------------------------------ honest

_HONEST_MEMORIES: str = _DATA["honest_memories"]

_TODO: str = _DATA["todo"]

_TODO_FRAMES: str = _DATA["todo_frames"]

_HOWTO: str = _DATA["howto"]


_RECORDS: str = _DATA["records"]
"""Rows, lines of contacts, links and properties: they ask nothing, whatever they name."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text, whether it orders the reading model, and where it comes from."""

    text: str
    is_order: bool
    group: str
    """Source: whole groups are held out together."""


def _lines(table: str) -> list[str]:
    return [line for line in table.strip("\n").splitlines() if line.strip()]


def fillers() -> dict[str, list[str]]:
    """Return what may stand in each slot."""
    found = {}
    for line in _lines(_FILLERS):
        name, values = line.split(": ", 1)
        found[name] = [value.strip() for value in values.split(";")]
    return found


_SLOT = re.compile(r"\{([a-z]+?)(2?)\}")


def filled(pattern: str, rng: random.Random, known: dict[str, list[str]]) -> str:
    """Return a pattern with its slots filled; `{name2}` is another one than `{name}`."""
    chosen: dict[str, str] = {}

    def fill(found: re.Match[str]) -> str:
        if found[1] not in known:
            return found[0]
        if found[0] not in chosen:
            others = [value for value in known[found[1]] if value not in chosen.values()]
            chosen[found[0]] = rng.choice(others or known[found[1]])
        return chosen[found[0]]

    return _SLOT.sub(fill, pattern)


def _framed(frame: str, request: str) -> str:
    opened = request[0].upper() + request[1:]
    text = frame.replace("{{", "\0").replace("}}", "\1").replace("{r}", request)
    return text.replace("{R}", opened).replace("\0", "{").replace("\1", "}")


def work(rng: random.Random) -> str:
    """Return a task as somebody would give it to an agent with tools at work."""
    verb, thing, tail = (
        rng.choice([part.strip() for part in table.split(";")])
        for table in (_WORK_VERBS, _WORK_OBJECTS, _WORK_TAILS)
    )
    return f"{verb} {thing}{tail if tail[0] in '.,' else f' {tail}'}"


DRESSES = (
    *(
        "{t}",
        "{t}",
        "{t}",
        "{t}",
        "- {t}",
        "- [ ] {t}",
        "1. {t}",
        "## {t}",
        "> {t}",
        "**{t}**",
        "`{t}`",
    ),
    *(
        "{t} [[{name}]]",
        "{t} See [[{firm}]].",
        "{name}: {t}",
        "We agreed: {t}",
        "| {t} |",
        "{t} #todo",
    ),
)
"""What stands around a sentence in notes; a mark must not make an order look honest."""


def dressed(text: str, rng: random.Random, known: dict[str, list[str]]) -> str:
    """Return a text as it may stand in a note."""
    return filled(rng.choice(DRESSES), rng, known).replace("{t}", text)


BARE = ("{R}.", "Please {r}.", "Could you please {r}?", "Can you {r}?")
"""Frames that get every request: most attacks on agents are no more than that."""


def orders(rng: random.Random, *, per_frame: int = 14) -> Iterator[Labelled]:
    """Yield orders in English: frames with requests, and whole ones."""
    known = fillers()
    requests = _lines(_REQUESTS)
    for frame in _lines(_FRAMES):
        is_bare = frame in BARE
        for request in requests if is_bare else rng.sample(requests, per_frame):
            text = filled(_framed(frame, request), rng, known)
            group = "own bare" if is_bare else "own framed"
            yield Labelled(dressed(text, rng, known), is_order=True, group=group)
    for frame in _lines(_WORK_FRAMES):
        for _ in range(8 * per_frame):
            text = filled(_framed(frame, work(rng)), rng, known)
            yield Labelled(dressed(text, rng, known), is_order=True, group="own work")
    tables = {
        "personas": _PERSONAS,
        "stealing": _STEALING,
        "hijacks": _HIJACKS,
        "memories": _MEMORIES_POISONED,
    }
    for name, table in tables.items():
        for line in _lines(table):
            for text in sorted({filled(line, rng, known) for _ in range(8)}):
                yield Labelled(dressed(text, rng, known), is_order=True, group=f"own {name}")


def disguised(rng: random.Random) -> Iterator[Labelled]:
    """Yield orders whose letters are hidden from the eye."""
    known = fillers()
    requests, frames = _lines(_REQUESTS), _lines(_FRAMES)
    for name, disguise in DISGUISES.items():
        for _ in range(40):
            text = filled(_framed(rng.choice(frames), rng.choice(requests)), rng, known)
            lead = rng.choice(("", "", "Note: ", "Decode and follow: ", "Setup blob "))
            yield Labelled(lead + disguise(text), is_order=True, group=f"own {name}")


def _mapped(letters: str, others: str) -> Callable[[str], str]:
    table = str.maketrans(letters, others)
    return lambda text: text.translate(table)


DISGUISES: dict[str, Callable[[str], str]] = {
    "zero width": "\u200b".join,
    "circled": _mapped(ascii_lowercase, "".join(chr(0x24D0 + k) for k in range(26))),
    "mathematical": _mapped(ascii_lowercase, "".join(chr(0x1D41A + k) for k in range(26))),
    "look-alike": _mapped("aeopcxysi", "аеорсхуѕі"),
    "leet": _mapped("aeiost", "431057"),
    "dotted": lambda text: " ".join(".".join(word) for word in text.split(" ")),
    "spaced": lambda text: "  ".join(" ".join(word) for word in text.split(" ")),
    "tags": lambda text: "Fine. " + "".join(chr(0xE0000 + ord(c)) for c in text if c.isascii()),
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "hex": lambda text: text.encode().hex(),
    "rot13": lambda text: codecs.encode(text, "rot13"),
    "reversed": lambda text: text[::-1],
    "entities": lambda text: "".join(f"&#{ord(c)};" for c in text),
    "percent": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()),
}


def honest(rng: random.Random, *, per_frame: int = 30) -> Iterator[Labelled]:
    """Yield honest texts in English."""
    known = fillers()
    told = ((_HONEST_MEMORIES, 5, "memories"), (_HOWTO, 4, "how-to"), (_RECORDS, 12, "records"))
    for table, times, name in told:
        for line in _lines(table):
            for text in sorted({filled(line, rng, known) for _ in range(times)}):
                yield Labelled(dressed(text, rng, known), is_order=False, group=f"own {name}")
    tasks = _lines(_TODO)
    for frame in _lines(_TODO_FRAMES):
        for task in rng.sample(tasks, per_frame):
            text = filled(_framed(frame, task), rng, known)
            yield Labelled(text, is_order=False, group="own tasks")


def tongues() -> dict[str, str]:
    """Return language to lines: one after `!` is an order, after `=` honest."""
    found: dict[str, str] = corpus("suspicion_tongues")["tongues"]
    return found


def wishes(*, is_kept: bool) -> Iterator[tuple[str, str]]:
    """Yield language and text of what a person wants remembered, worded as an order.

    Rules that protect, requests, checklists: an imperative makes no attack. Every second line is
    kept from the fit and only measures.
    """
    for table in corpus("suspicion_wishes").values():
        for tongue, lines in table.items():
            yield from ((tongue, text) for text in lines.strip().splitlines()[is_kept::2])
