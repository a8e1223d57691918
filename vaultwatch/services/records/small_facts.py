"""Name every small fact that the ledger keeps about a vault, with its type; read and set them.

The ledger keeps them as strings. Nothing but this module asks it for one: a test holds that.
"""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date, datetime
from types import UnionType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar, get_args, get_origin

from vaultwatch.drift.model import DoubtedNote
from vaultwatch.notes.model import NotePath

if TYPE_CHECKING:
    from vaultwatch.adapters.ledger.sql_ledger import Ledger
    from vaultwatch.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class WaitingWord:
    """Something a person said in a session, which waits in the inbox for their decision."""

    id: str
    kind: str
    text: str
    """What would be kept, with its links."""
    quote: str
    said_at: datetime
    """UTC-aware; when it was proposed, where the transcript does not say."""
    proposed_at: datetime
    client: str = ""
    project: str = ""
    session: str = ""
    edited: str = ""
    """What the person wrote in its place; empty where nothing."""


@dataclass(frozen=True, slots=True)
class DecidedWord:
    """What became of one that waited."""

    word: WaitingWord
    answer: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Doubled:
    """What is said twice."""

    digest: str = ""
    """Of all that was held against each other."""
    groups: tuple[tuple[str, ...], ...] = ()
    """Ids of those that say the same."""


@dataclass(frozen=True, slots=True)
class Met:
    """Which memories and stores' records contradict each other."""

    version: int = 0
    """Of the rules."""
    digest: str = ""
    """Of all that was held against each other."""
    beliefs: tuple[tuple[str, str], ...] = ()
    """Each memory with its belief's digest, the first signs of it."""
    rivals: tuple[tuple[str, str, str, str], ...] = ()
    """Ids of two, and what each says."""
    unsure: tuple[tuple[str, str, str], ...] = ()
    """Ids of two of which no rule tells how they meet, and as what they met."""


log = logging.getLogger(__name__)

Value = TypeVar("Value")
Name = TypeVar("Name", bound=str)
Held = TypeVar("Held")


@dataclass(frozen=True, slots=True)
class SmallFact(Generic[Value]):
    """One fact about the whole vault."""

    name: str
    """Under which the ledger keeps it; another name would lose what is kept."""
    unset: Value
    """What holds where nothing was ever kept."""
    read: Callable[[str], Value]
    write: Callable[[Value], str]

    def get(self, ledger: "Ledger") -> Value:
        """Return what is kept; what cannot be read counts as never kept."""
        text = ledger.get_fact(self.name)
        if not text:
            return self.unset
        try:
            return self.read(text)
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
            log.warning("unreadable fact name=%r", self.name)
            return self.unset

    def set(self, ledger: "Ledger", value: Value) -> bool:
        """Keep a value; return whether it is another than was kept."""
        text = "" if value == self.unset else self.write(value)
        if text == (ledger.get_fact(self.name) or ""):
            return False
        ledger.set_fact(self.name, text)
        return True


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What a calibration set, and for what it was set."""

    bar: float
    setting: float
    """The bar of the user's settings then."""
    version: str
    """Of the weights."""
    offsets: Mapping[str, float] = field(default_factory=dict)
    """What is added to the log-odds of a score, by kind of change."""


@dataclass(frozen=True, slots=True)
class Spent:
    """How many checks were made on a day."""

    day: date
    count: int


@dataclass(frozen=True, slots=True)
class ReaderDay:
    """What the reader was asked on a day."""

    day: date
    runs: int = 0
    cost_usd: float = 0.0
    failures: int = 0
    is_over: bool = False
    """Whether asking again that day is vain."""
    reader: str = ""
    """Who failed so often."""


@dataclass(frozen=True, slots=True)
class SavedIndex:
    """How the index was saved last, for another machine."""

    up_to: int = -1
    """`TIDIED_AT` then; -1 where it never was."""
    at: datetime | None = None
    trouble: str = ""
    """Why it could not be saved since."""


@dataclass(frozen=True, slots=True)
class Said:
    """What became of one answer, as it is kept."""

    at: datetime
    finding: str
    """Its block id."""
    answer: str
    said: str
    is_done: bool = True
    """Whether it was carried out, and stands."""


@dataclass(frozen=True, slots=True)
class Birth:
    """How this ledger came to be."""

    at: datetime
    traces: tuple[str, ...]
    """What stood of an older one; empty where this is the vault's first."""
    is_given_up: bool = False
    """Whether a person has said to go on without the older one."""

    @property
    def is_loss(self) -> bool:
        """Whether an older ledger was lost and may still be wanted."""
        return bool(self.traces) and not self.is_given_up


@dataclass(frozen=True, slots=True)
class CalledTrue:
    """A person's word that a memory holds beside what a note says."""

    at: datetime
    is_named: bool = False
    """Whether they named the note as the one that says so."""


@dataclass(frozen=True, slots=True)
class GivenContexts:
    """How many contexts sessions were given."""

    until: datetime | None = None
    """Up to when they were counted."""
    days: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By day, ISO: contexts, and their tokens together."""


_Pairs: TypeAlias = SmallFact[Mapping[tuple[str, Name], Held]]
Started = frozenset[tuple[str, str]]
"""Answers that were taken on, by finding and answer, from a report not yet rewritten."""


def last_run(kind: str) -> SmallFact[datetime | None]:
    """Return the fact that says when a job of this kind was last done."""
    return _time(f"ran_{kind}")


def _words(name: str) -> SmallFact[str]:
    return SmallFact(name, "", str, str)


def _yes_no(name: str) -> SmallFact[bool]:
    return SmallFact(name, unset=False, read=bool, write=lambda _: "yes")


def _time(name: str) -> SmallFact[datetime | None]:
    return SmallFact(name, None, datetime.fromisoformat, lambda at: at.isoformat() if at else "")


def _kept(name: str, kind: Any, unset: Value) -> SmallFact[Value]:  # noqa: ANN401 - a type
    """Return a fact that is kept as the JSON that its type tells."""
    return SmallFact(
        name,
        unset,
        lambda text: _read(kind, json.loads(text)),
        lambda value: json.dumps(_plain(value)),
    )


def _read(kind: Any, held: Any) -> Any:  # noqa: ANN401 - by a type what JSON gives
    """Return what JSON holds as a value of a type.

    Of a dataclass the fields in their order; what is not there is as by default.
    """
    origin, inner = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return None if held is None else _read(inner[0], held)
    if origin is tuple and inner[-1] is not Ellipsis:
        return tuple(_read(*one) for one in zip(inner, held, strict=True))
    if origin in {tuple, frozenset}:
        return origin(_read(inner[0], one) for one in held)
    if origin is Mapping or origin is dict:
        return {_read(inner[0], name): _read(inner[1], one) for name, one in held.items()}
    if isinstance(kind, type) and is_dataclass(kind):
        return kind(*(_read(one.type, v) for one, v in zip(fields(kind), held, strict=False)))
    return kind.fromisoformat(held) if kind in {date, datetime} else kind(held)


def _plain(value: Any) -> Any:  # noqa: ANN401 - what JSON takes
    """Return a value as JSON keeps it; of a dataclass the fields, defaults at the end left out."""
    if isinstance(value, date):
        return value.isoformat()
    if is_dataclass(value):
        told = [(_plain(getattr(value, one.name)), one.default) for one in fields(value)]
        while told and told[-1][0] == told[-1][1]:
            told.pop()
        return [one for one, _ in told]
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, tuple | frozenset):
        return [_plain(one) for one in (sorted(value) if isinstance(value, frozenset) else value)]
    return value


def _names(name: str) -> SmallFact[Mapping[str, str]]:
    return _kept(name, Mapping[str, str], {})


def _tables(name: str) -> SmallFact[Mapping[str, Mapping[str, str]]]:
    return _kept(name, Mapping[str, Mapping[str, str]], {})


def _by_path(name: str) -> SmallFact[Mapping[NotePath, str]]:
    return _kept(name, Mapping[NotePath, str], {})


def _set(name: str) -> SmallFact[frozenset[str]]:
    return _kept(name, frozenset[str], frozenset())


def _of_pairs(name: str, kind: Any) -> SmallFact[Mapping[tuple[str, Name], Held]]:  # noqa: ANN401
    """Return a fact about pairs: kept as rows of both and of what belongs to them."""
    is_row = is_dataclass(kind)

    def read(text: str) -> Mapping[tuple[str, Any], Any]:
        rows = json.loads(text)
        return {(str(a), str(b)): _read(kind, told if is_row else told[0]) for a, b, *told in rows}

    def write(pairs: Mapping[tuple[str, Any], Any]) -> str:
        told = {pair: _plain(pairs[pair]) for pair in sorted(pairs)}
        return json.dumps([(*pair, *(one if is_row else [one])) for pair, one in told.items()])

    return SmallFact(name, {}, read, write)


def _spent(text: str) -> Spent:
    day, count = text.split(" ")
    return Spent(date.fromisoformat(day), max(0, int(count)))


LEDGER_BORN: Final[SmallFact[Birth | None]] = _kept("ledger_born", Birth, None)
"""When this ledger was made, and whether an older one was lost."""
LAST_SCAN: Final = _time("last_scan")
"""When all memories were last compared."""
SCAN_DUE: Final = _yes_no("scan_due")
"""Notes were indexed and not all that cites them was compared yet, or findings changed and the
reader was not told yet."""
LOOK_DUE: Final = _yes_no("look_due")
"""A deed was done whose doer is to see flags and report follow at once."""
CALLED_TRUE: Final[_Pairs[NotePath, CalledTrue]] = _of_pairs("called_true", CalledTrue)
"""The pairs of memory and note that were called true since the last look, with when."""
READ_TRUE: Final[_Pairs[NotePath, str]] = _of_pairs("read_true", str)
"""The pairs of memory and note where somebody read that it is true, with who, and in which words.
"""
ANSWERS_UNDER: Final = _words("answers_under")
"""The name of this machine's file of answers in the vault."""
ANSWERS_OWED: Final[SmallFact[tuple[str, ...]]] = _kept("answers_owed", tuple[str, ...], ())
"""Answers that are to stand there, a line each, and do not yet."""
TELLING_DUE: Final = _yes_no("telling_due")
"""A flag or the report could not be written when it was due."""
RULES: Final = _words("rules_version")
"""The rules and weights by which the kept comparisons were made."""

GROUNDED_BY: Final = _words("grounding_version")
"""The rules by which baselines were last grounded."""
MASKING: Final = _words("masking_version")
"""The rules by which the secrets of all notes in the index were masked."""
MODEL_ID: Final = _words("model_id")
"""The model whose vectors the index holds."""
MODEL_WISH: Final = _words("model_wish")
"""The settings by which it was chosen."""
MODEL_NOTICE: Final = _words("model_notice")
"""What the reader should know of it."""
MODEL_AWAY: Final = _yes_no("model_away")
"""The model did not answer: vectors are missing, and comparisons were made without."""
VECTORS_OWED: Final = SmallFact("vectors_owed", 0, int, str)
"""How many records of stores were indexed by their words alone, to be embedded after the look."""
EMBEDDED_AHEAD: Final = SmallFact("embedded_ahead", 0, int, str)
"""At most how many vectors the cache holds for chunks that the index is still to take in."""
TIDIED_AT: Final = SmallFact("tidied_at_serial", -1, int, str)
"""Up to which outline the index was tidied; -1 where it never was."""
SNAPSHOT: Final[SmallFact[SavedIndex]] = _kept("snapshot", SavedIndex, SavedIndex())
"""How the index was saved last."""
SOUGHT_UP_TO: Final = SmallFact("sought_up_to_serial", -1, int, str)
"""Up to which outline notes were looked through for passages that others lost; -1: none ever."""
REMOVED_SINCE_TIDIED: Final = _yes_no("removed_since_tidied")
"""Notes were removed whose words still stand in the index's old versions."""
UPKEEP_FAILING: Final = _tables("upkeep_failing")
"""Of each part of the upkeep that failed when last tried, what `records.upkeep` tells of it."""

OWN_SETTINGS: Final = _yes_no("own_settings")
"""The vault had a settings file of its own when its notes were last seen."""
ATTACHMENTS: Final = _words("attachments_digest")
"""A digest of the paths of all attachments."""
CONFLICT_COPIES: Final = _names("conflict_copies")
"""The copies that a sync conflict left, by path: the digest of what was held against the note
beside it, empty for one whose name tells."""
ADDED_NOTES: Final[SmallFact[tuple[NotePath, ...]]] = _kept("added_notes", tuple[NotePath, ...], ())
"""The notes that are new until all was compared."""
CLAIMED_IDS: Final = _by_path("claimed_ids")
"""Each note that claims another's id, with that id."""
MOVED_OUT: Final = _by_path("moved_out")
"""Each note outside the memories folder that is a memory's own file, with the memory's id."""
DOUBTED_LINKS: Final[_Pairs[str, tuple[DoubtedNote, ...]]] = _of_pairs(
    "doubted_links", tuple[DoubtedNote, ...]
)
"""By memory and link as written, the notes that a link with several answers may mean."""
DOUBLED: Final = _kept("doubled_records", Doubled, Doubled())
"""What the stores and the vault said twice when they were last held against each other."""
MET: Final = _kept("met_memories", Met, Met())
"""How the vault's own memories met when they were last held against each other."""
STORES_SEEN: Final = _names("stores_seen")
"""What each store whose records are listed was when it was last read, by the store's name."""
SHOWN_SINCE: Final = _time("shown_since")
"""Since when it is kept what findings showed before."""
CHECKPOINTS: Final[SmallFact[Mapping[str, datetime]]] = _kept(
    "checkpoints", Mapping[str, datetime], {}
)
"""When each named checkpoint was set, the oldest first."""
SESSION_TOPICS: Final = _names("session_topics")
"""What each session works on, by its id, the one that named its topic last behind the others."""
PINNED_CONFIRMED: Final = _set("pinned_confirmed")
"""Digests of the lines of the pinned note that a person called their own word."""
PERSONS_OUTCOMES: Final = _set("persons_outcomes")
"""Digests of the outcomes of procedures that a person gave at the command line."""
FAILED_TO_INDEX: Final = _by_path("failed_to_index")
"""Each note that could not be taken in through a fault of ours, with the reason."""
UNREAD: Final = _by_path("unread")
"""Each note whose file could not be read, or is no text, with the reason."""
FAILED_TO_COMPARE: Final = _by_path("failed_to_compare")
"""Each memory or note that the last look could not compare through a fault of ours."""

ADOPTED: Final = _yes_no("adopted")
"""All that stood in the vault when it was first looked at was taken in: it counts as its person's,
and a memory file that comes later as found."""
ACCEPTED: Final = _names("accepted")
"""The belief's digest of each suspicious memory that a person accepted, by its id."""
SCHEMAS: Final[SmallFact[tuple[int, str] | None]] = _kept("schemas", tuple[int, str], None)
"""The version and text of the schemas in force."""

CALIBRATED: Final[SmallFact[Calibrated | None]] = _kept("calibrated_bar", Calibrated, None)
"""What a calibration set."""
EXPORT_SALT: Final = _words("export_salt")
"""Keeps the ids of two exports alike and anybody from guessing what they hide."""

READER_DAY: Final[SmallFact[ReaderDay | None]] = _kept("reader_day", ReaderDay, None)
"""What was asked on the last day that the reader was."""
CHECKS_SPENT: Final[SmallFact[Spent | None]] = SmallFact(
    "checks_spent", None, _spent, lambda one: f"{one.day.isoformat()} {one.count}" if one else ""
)
"""How many checks were made on the last day that one was made."""
READER_NOTICE: Final = _words("reader_notice")
"""Why the reader does not answer; empty where it does."""

CONTEXTS_GIVEN: Final = _kept("contexts_given", GivenContexts, GivenContexts())
"""How many contexts sessions were given a day; of what was asked nothing."""

DAYDREAMED: Final = _words("daydreamed")
"""The day on which a reader was last asked what follows from memories."""
DOUBTS_TOLD: Final = _words("doubts_told")
"""The day on which a session was last told that memories in doubt wait to be read."""

HANDED_OVER: Final = _tables("handed_over")
"""Who wrote each item of a hand-over, by its note's id and the item's anchor."""

FLAGS_SETTLED: Final = _names("flags_settled")
"""What was last written or found of each memory's flags, as a digest, by its id."""
FLAGGED_ELSEWHERE: Final = _set("flagged_elsewhere")
"""Memories that another machine flagged, and of which no finding ever was on this one, by id."""

REPORT_TEXT: Final = _words("report_text")
"""The report that was last written or meant to be."""
REPORT_BEFORE: Final = _words("report_before")
"""The report that it takes the place of."""
REPORT_REMARKS: Final = _words("report_remarks")
"""What a person wrote into the report, but under no finding."""
REPORT_PROPERTIES: Final = _words("report_properties")
"""The properties that a person added to the report."""
REPORT_OUTCOMES: Final[SmallFact[tuple[Said, ...]]] = _kept("report_outcomes", tuple[Said, ...], ())
"""What became of the reader's answers, oldest first."""
REPORT_ASKED: Final[SmallFact[Mapping[str, tuple[str, ...]]]] = _kept(
    "report_asked", Mapping[str, tuple[str, ...]], {}
)
"""The findings of each group that the report asks about once more, by anchor."""
DOUBTS_ASKED: Final = _names("doubts_asked")
"""On which day the report first asked about each finding in doubt, by its id."""
REPORT_STARTED: Final[SmallFact[Started]] = _kept("report_started", Started, frozenset())
"""Answers that were taken on and whose report was not rewritten since."""
REPORT_OFFERS: Final[SmallFact[tuple[str, ...]]] = _kept("report_offers", tuple[str, ...], ())
"""The patches of stores whose actions the report offers, a list of actions each."""

INBOX_WAITING: Final[SmallFact[tuple[WaitingWord, ...]]] = _kept(
    "inbox_waiting", tuple[WaitingWord, ...], ()
)
"""What waits in the inbox, oldest first."""
INBOX_DECIDED: Final[SmallFact[tuple[DecidedWord, ...]]] = _kept(
    "inbox_decided", tuple[DecidedWord, ...], ()
)
"""What was decided of late, oldest first; what was dropped longest."""
INBOX_EXPIRED: Final[SmallFact[tuple[datetime, ...]]] = _kept(
    "inbox_expired", tuple[datetime, ...], ()
)
"""When something that waited was not decided in time."""
INBOX_TEXT: Final = _words("inbox_text")
"""The inbox as it was last written or meant to be."""
INBOX_NOTES: Final = _words("inbox_notes")
"""What a person wrote into it."""
INBOX_PROPERTIES: Final = _words("inbox_properties")
"""The properties that a person added to it."""


# What the next look owes, so that a kill between a deed and its look loses nothing.


def owe_scan(ws: "Workspace") -> None:
    """Remember, before something changes, that flags and report must follow it."""
    SCAN_DUE.set(ws.ledger, value=True)


def owe_look(ws: "Workspace") -> None:
    """Remember, before a deed is done, that its doer is to see flags and report follow it."""
    owe_scan(ws)
    LOOK_DUE.set(ws.ledger, value=True)


def is_look_owed(ws: "Workspace") -> bool:
    """Tell whether a deed was done whose doer waits for flags and report."""
    return LOOK_DUE.get(ws.ledger)


def look_taken(ws: "Workspace") -> None:
    """Call all told: every memory was compared, flags and report were written."""
    SCAN_DUE.set(ws.ledger, value=False)
    LOOK_DUE.set(ws.ledger, value=False)


def call_true(ws: "Workspace", memory_id: str, note: NotePath, *, is_named: bool = False) -> None:
    """Remember that a memory was called true: it is to rest on the note as it stands."""
    word = CalledTrue(ws.clock.now(), is_named)
    CALLED_TRUE.set(ws.ledger, {**CALLED_TRUE.get(ws.ledger), (memory_id, note): word})
