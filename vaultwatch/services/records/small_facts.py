"""Name every small fact that the ledger keeps about a vault, with its type; read and set them.

The ledger keeps them as strings. Nothing but this module asks it for one: a test holds that.
"""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import asdict, astuple, dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from vaultwatch.drift.model import DoubtedNote
from vaultwatch.notes.model import NotePath

if TYPE_CHECKING:
    from vaultwatch.adapters.ledger.sql_ledger import Ledger


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


def word_of(kept: Any) -> WaitingWord:  # noqa: ANN401 - what JSON gives
    """Return the word that `row_of` made a row of."""
    id_, kind, text, quote, said, proposed, *rest = kept
    at = datetime.fromisoformat
    told = map(str, rest[:4])  # older rows hold one more, which nobody sets
    return WaitingWord(str(id_), str(kind), str(text), str(quote), at(said), at(proposed), *told)


def row_of(word: WaitingWord) -> list[str]:
    """Return a word as JSON keeps it."""
    told = (word.id, word.kind, word.text, word.quote)
    times = (word.said_at.isoformat(), word.proposed_at.isoformat())
    return [*told, *times, word.client, word.project, word.session, word.edited]


@dataclass(frozen=True, slots=True)
class Doubled:
    """What is said twice, or with two values."""

    digest: str = ""
    """Of all that was held against each other."""
    groups: tuple[tuple[str, ...], ...] = ()
    """Ids of those that say the same."""
    rivals: tuple[tuple[str, str, str, str], ...] = ()
    """Ids of two that contradict each other, with what each says."""


def doubled_of(kept: Any) -> Doubled:  # noqa: ANN401 - what JSON gives
    """Return what was kept."""
    digest, groups, rivals = kept
    return Doubled(
        str(digest),
        tuple(tuple(map(str, group)) for group in groups),
        tuple((str(a), str(b), str(c), str(d)) for a, b, c, d in rivals),
    )


# Long because it is one table: each fact that is kept is named here once.


log = logging.getLogger(__name__)

Value = TypeVar("Value")


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
    offsets: Mapping[str, float]
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


@dataclass(frozen=True, slots=True)
class Said:
    """What became of one answer, as it is kept."""

    at: datetime
    finding: str
    """Its block id."""
    answer: str
    said: str


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


def _json(
    name: str,
    unset: Value,
    read: Callable[[Any], Value],
    write: Callable[[Value], object] = lambda value: value,
) -> SmallFact[Value]:
    return SmallFact(
        name, unset, lambda text: read(json.loads(text)), lambda value: json.dumps(write(value))
    )


def _texts(name: str, kind: Callable[[str], Value]) -> SmallFact[tuple[Value, ...]]:
    return _json(name, (), lambda kept: tuple(map(kind, kept)))


def _set(name: str) -> SmallFact[frozenset[str]]:
    return _json(name, frozenset(), lambda kept: frozenset(map(str, kept)), sorted)


def _names(kept: Any) -> dict[str, str]:  # noqa: ANN401 - what JSON gives
    return {str(key): str(value) for key, value in kept.items()}


def _all_names(kept: Any) -> dict[str, dict[str, str]]:  # noqa: ANN401 - what JSON gives
    return {str(key): _names(value) for key, value in kept.items()}


def _by_path(kept: Any) -> dict[NotePath, str]:  # noqa: ANN401 - what JSON gives
    return {NotePath(path): value for path, value in _names(kept).items()}


def _spent(text: str) -> Spent:
    day, count = text.split(" ")
    return Spent(date.fromisoformat(day), max(0, int(count)))


def _said(kept: Any) -> tuple[Said, ...]:  # noqa: ANN401 - what JSON gives
    return tuple(Said(datetime.fromisoformat(at), *map(str, rest)) for at, *rest in kept)


def _birth(kept: Any) -> Birth:  # noqa: ANN401 - what JSON gives
    at, traces, is_given_up = kept
    return Birth(datetime.fromisoformat(at), tuple(map(str, traces)), bool(is_given_up))


_NOBODY: Mapping[str, str] = {}
_NOTHING_WRITTEN: Mapping[str, Mapping[str, str]] = {}
_NONE_ASKED: Mapping[str, tuple[str, ...]] = {}
_NOWHERE: Mapping[NotePath, str] = {}
_NO_TIMES: Mapping[str, datetime] = {}
_UNDOUBTED: Mapping[tuple[str, str], tuple[DoubtedNote, ...]] = {}
_NEVER_CALLED: Mapping[tuple[str, NotePath], CalledTrue] = {}

LEDGER_BORN: Final[SmallFact[Birth | None]] = _json(
    "ledger_born",
    None,
    _birth,
    lambda one: one and (one.at.isoformat(), one.traces, one.is_given_up),
)
"""When this ledger was made, and whether an older one was lost; unset in ones from before this was
kept."""
LAST_SCAN: Final = _time("last_scan")
"""When all memories were last compared."""
SCAN_DUE: Final = _yes_no("scan_due")
"""Notes were indexed and not all that cites them was compared yet, or findings changed and the
reader was not told yet."""
LOOK_DUE: Final = _yes_no("look_due")
"""A deed was done whose doer is to see flags and report follow at once."""
CALLED_TRUE: Final = _json(
    "called_true",
    _NEVER_CALLED,
    lambda kept: {
        (str(memory), NotePath(note)): CalledTrue(datetime.fromisoformat(at), bool(named))
        for memory, note, at, *named in kept
    },
    lambda pairs: [
        (*pair, pairs[pair].at.isoformat(), *([True] if pairs[pair].is_named else []))
        for pair in sorted(pairs)
    ],
)
"""The pairs of memory and note that were called true since the last look, with when."""
TELLING_DUE: Final = _yes_no("telling_due")
"""A flag or the report could not be written when it was due."""
RULES: Final = _words("rules_version")
"""The rules and weights by which the kept comparisons were made."""

GROUNDED_BY: Final = _words("grounding_version")
"""The rules by which the baselines that are worth nothing were grounded."""
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
TIDIED_AT: Final = SmallFact("tidied_at_serial", -1, int, str)
"""Up to which outline the index was tidied; -1 where it never was."""
SOUGHT_UP_TO: Final = SmallFact("sought_up_to_serial", -1, int, str)
"""Up to which outline notes were looked through for passages that others lost; -1: none ever."""
REMOVED_SINCE_TIDIED: Final = _yes_no("removed_since_tidied")
"""Notes were removed whose words still stand in the index's old versions."""
UPKEEP_FAILING: Final = _json("upkeep_failing", _NOTHING_WRITTEN, _all_names, dict)
"""Of each part of the upkeep that failed when last tried, what `records.upkeep` tells of it."""

OWN_SETTINGS: Final = _yes_no("own_settings")
"""The vault had a settings file of its own when its notes were last seen."""
ATTACHMENTS: Final = _words("attachments_digest")
"""A digest of the paths of all attachments."""
CONFLICT_COPIES: Final = _json(
    "conflict_copies",
    _NOBODY,
    lambda kept: _names(kept if isinstance(kept, dict) else dict.fromkeys(kept, "")),
    dict,
)
"""The copies that a sync conflict left, by path: the digest of what was held against the note
beside it, empty for one whose name tells; older ledgers kept the paths alone."""
ADDED_NOTES: Final = _texts("added_notes", NotePath)
"""The notes that are new until all was compared."""
CLAIMED_IDS: Final = _json("claimed_ids", _NOWHERE, _by_path, dict)
"""Each note that claims another's id, with that id."""
MOVED_OUT: Final = _json("moved_out", _NOWHERE, _by_path, dict)
"""Each note outside the memories folder that is a memory's own file, with the memory's id."""
DOUBTED_LINKS: Final = _json(
    "doubted_links",
    _UNDOUBTED,
    lambda kept: {
        (str(memory), str(link)): tuple(
            DoubtedNote(NotePath(path), str(digest), bool(moved)) for path, digest, *moved in notes
        )
        for memory, link, notes in kept
    },
    lambda doubts: [
        (
            *pair,
            [(one.path, one.digest, *([True] if one.is_moved else [])) for one in doubts[pair]],
        )
        for pair in sorted(doubts)
    ],
)
"""By memory and link as written, the notes that a link with several answers may mean."""
DOUBLED: Final = _json("doubled_records", Doubled(), doubled_of, astuple)
"""What the stores and the vault said twice when they were last held against each other."""
STORES_SEEN: Final = _json("stores_seen", _NOBODY, _names, dict)
"""What each store whose records are listed was when it was last read, by the store's name."""
WORDINGS_SINCE: Final = _time("wordings_since")
"""Since when earlier wordings of memories are kept, where the ledger is older than that."""
SHOWN_SINCE: Final = _time("shown_since")
"""Since when it is kept what findings showed before."""
CHECKPOINTS: Final[SmallFact[Mapping[str, datetime]]] = _json(
    "checkpoints",
    _NO_TIMES,
    lambda kept: {str(name): datetime.fromisoformat(at) for name, at in kept.items()},
    lambda kept: {name: at.isoformat() for name, at in kept.items()},
)
"""When each named checkpoint was set, the oldest first."""
SESSION_TOPICS: Final = _json("session_topics", _NOBODY, _names, dict)
"""What each session works on, by its id, the one that named its topic last behind the others."""
PINNED_CONFIRMED: Final = _set("pinned_confirmed")
"""Digests of the lines of the pinned note that a person called their own word."""
PERSONS_OUTCOMES: Final = _set("persons_outcomes")
"""Digests of the outcomes of procedures that a person gave at the command line."""
FAILED_TO_INDEX: Final = _json("failed_to_index", _NOWHERE, _by_path, dict)
"""Each note that could not be taken in through a fault of ours, with the reason."""
FAILED_TO_COMPARE: Final = _json("failed_to_compare", _NOWHERE, _by_path, dict)
"""Each memory or note that the last look could not compare through a fault of ours."""

ADOPTED: Final = _yes_no("adopted")
"""All that stood in the vault when it was first looked at was taken in: it counts as its person's,
and a memory file that comes later as found."""
ACCEPTED: Final = _json("accepted", _NOBODY, _names, dict)
"""The belief's digest of each suspicious memory that a person accepted, by its id."""
SCHEMAS: Final[SmallFact[tuple[int, str] | None]] = _json(
    "schemas", None, lambda kept: (int(kept[0]), str(kept[1]))
)
"""The version and text of the schemas in force."""

CALIBRATED: Final[SmallFact[Calibrated | None]] = _json(
    "calibrated_bar",
    None,
    lambda kept: Calibrated(
        float(kept["bar"]),
        float(kept["setting"]),
        str(kept["version"]),
        {str(kind): float(offset) for kind, offset in kept.get("offsets", {}).items()},
    ),
    lambda value: (
        {name: one for name, one in asdict(value).items() if one != {}} if value else None
    ),
)
"""What a calibration set."""
EXPORT_SALT: Final = _words("export_salt")
"""Keeps the ids of two exports alike and anybody from guessing what they hide."""

READER_DAY: Final[SmallFact[ReaderDay | None]] = _json(
    "reader_day",
    None,
    lambda kept: ReaderDay(
        date.fromisoformat(kept["day"]),
        int(kept["runs"]),
        float(kept["cost_usd"]),
        int(kept["failures"]),
        bool(kept["is_over"]),
    ),
    lambda one: asdict(one) | {"day": one.day.isoformat()} if one else None,
)
"""What was asked on the last day that the reader was."""
CHECKS_SPENT: Final[SmallFact[Spent | None]] = SmallFact(
    "checks_spent", None, _spent, lambda one: f"{one.day.isoformat()} {one.count}" if one else ""
)
"""How many checks were made on the last day that one was made."""
READER_NOTICE: Final = _words("reader_notice")
"""Why the reader does not answer; empty where it does."""

DOUBTS_TOLD: Final = _words("doubts_told")
"""The day on which a session was last told that memories in doubt wait to be read."""

HANDED_OVER: Final = _json("handed_over", _NOTHING_WRITTEN, _all_names, dict)
"""Who wrote each item of a hand-over, by its note's id and the item's anchor."""

FLAGS_SETTLED: Final = _json("flags_settled", _NOBODY, _names, dict)
"""What was last written or found of each memory's flags, as a digest, by its id."""

REPORT_TEXT: Final = _words("report_text")
"""The report that was last written or meant to be."""
REPORT_BEFORE: Final = _words("report_before")
"""The report that it takes the place of."""
REPORT_REMARKS: Final = _words("report_remarks")
"""What a person wrote into the report, but under no finding."""
REPORT_PROPERTIES: Final = _words("report_properties")
"""The properties that a person added to the report."""
REPORT_OUTCOMES: Final[SmallFact[tuple[Said, ...]]] = _json(
    "report_outcomes",
    (),
    _said,
    lambda kept: [(one.at.isoformat(), one.finding, one.answer, one.said) for one in kept],
)
"""What became of the reader's answers, oldest first."""
REPORT_ASKED: Final = _json(
    "report_asked",
    _NONE_ASKED,
    lambda kept: {one: tuple(kept[one]) if isinstance(kept, dict) else () for one in kept},
    dict,
)
"""The findings of each group that the report asks about once more, by anchor; older ledgers kept
the anchors alone."""
DOUBTS_ASKED: Final = _json("doubts_asked", _NOBODY, _names, dict)
"""On which day the report first asked about each finding in doubt, by its id."""
REPORT_STARTED: Final[SmallFact[Started]] = _json(
    "report_started",
    frozenset(),
    lambda kept: frozenset((str(finding), str(answer)) for finding, answer in kept),
    sorted,
)
"""Answers that were taken on and whose report was not rewritten since."""
REPORT_OFFERS: Final = _texts("report_offers", str)
"""The patches of stores whose actions the report offers, a list of actions each."""

INBOX_WAITING: Final[SmallFact[tuple[WaitingWord, ...]]] = _json(
    "inbox_waiting",
    (),
    lambda kept: tuple(map(word_of, kept)),
    lambda kept: list(map(row_of, kept)),
)
"""What waits in the inbox, oldest first."""
INBOX_DECIDED: Final[SmallFact[tuple[DecidedWord, ...]]] = _json(
    "inbox_decided",
    (),
    lambda kept: tuple(
        DecidedWord(word_of(word), str(answer), datetime.fromisoformat(at))
        for word, answer, at in kept
    ),
    lambda kept: [(row_of(one.word), one.answer, one.at.isoformat()) for one in kept],
)
"""What was decided of late, oldest first; what was dropped longest."""
INBOX_EXPIRED: Final[SmallFact[tuple[datetime, ...]]] = _json(
    "inbox_expired",
    (),
    lambda kept: tuple(map(datetime.fromisoformat, kept)),
    lambda kept: [at.isoformat() for at in kept],
)
"""When something that waited was not decided in time."""
INBOX_TEXT: Final = _words("inbox_text")
"""The inbox as it was last written or meant to be."""
INBOX_NOTES: Final = _words("inbox_notes")
"""What a person wrote into it."""
INBOX_PROPERTIES: Final = _words("inbox_properties")
"""The properties that a person added to it."""
