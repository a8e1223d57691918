"""Every small fact comes back as it was set, and is read from what earlier versions kept."""

import ast
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from tests.sources import tree_of
from vaultwatch.drift.model import DoubtedNote
from vaultwatch.notes.model import NotePath
from vaultwatch.services.records import small_facts
from vaultwatch.services.records.small_facts import (
    Birth,
    Calibrated,
    CalledTrue,
    DecidedWord,
    Doubled,
    GivenContexts,
    Met,
    ReaderDay,
    Said,
    SavedIndex,
    SmallFact,
    Spent,
    WaitingWord,
)

if TYPE_CHECKING:
    from vaultwatch.adapters.ledger.sql_ledger import Ledger

PACKAGE = Path(__file__).resolve().parents[3] / "vaultwatch"
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
NOTE = NotePath("Atlas.md")

WORD = WaitingWord("ab12", "fact", "t", "q", NOON, NOON, "c", "p", "s", "e")
WORD_ROW = (
    '["ab12", "fact", "t", "q", "2026-06-01T12:00:00+00:00", "2026-06-01T12:00:00+00:00", '
    '"c", "p", "s", "e"]'
)
YES = (
    *("SCAN_DUE", "LOOK_DUE", "TELLING_DUE", "MODEL_AWAY", "REMOVED_SINCE_TIDIED"),
    *("OWN_SETTINGS", "ADOPTED"),
)
TIMES = ("LAST_SCAN", "SHOWN_SINCE")
WORDS = (
    *("RULES", "GROUNDED_BY", "MASKING", "MODEL_ID", "MODEL_WISH", "MODEL_NOTICE", "ATTACHMENTS"),
    *("ANSWERS_UNDER", "EXPORT_SALT", "DAYDREAMED", "DOUBTS_TOLD", "READER_NOTICE"),
    *("REPORT_TEXT", "REPORT_BEFORE"),
    *("REPORT_REMARKS", "REPORT_PROPERTIES", "INBOX_TEXT", "INBOX_NOTES", "INBOX_PROPERTIES"),
)
KEPT: dict[str, tuple[str, object]] = {
    **dict.fromkeys(YES, ("yes", True)),
    **dict.fromkeys(TIMES, (NOON.isoformat(), NOON)),
    **dict.fromkeys(WORDS, ("auto||", "auto||")),
    "LEDGER_BORN": (
        '["2026-06-01T12:00:00+00:00", ["the index"]]',
        Birth(NOON, ("the index",)),
    ),
    "CALLED_TRUE": (
        (
            '[["mem-1", "Atlas.md", "2026-06-01T12:00:00+00:00"], '
            '["mem-2", "Atlas.md", "2026-06-01T12:00:00+00:00", true]]'
        ),
        {("mem-1", NOTE): CalledTrue(NOON), ("mem-2", NOTE): CalledTrue(NOON, is_named=True)},
    ),
    "READ_TRUE": (
        '[["mem-1", "Atlas.md", "judged by claude: still true: \\u201cso\\u201d"]]',
        {("mem-1", NOTE): "judged by claude: still true: “so”"},
    ),
    "VECTORS_OWED": ("7", 7),
    "EMBEDDED_AHEAD": ("7", 7),
    "TIDIED_AT": ("0", 0),
    "SNAPSHOT": (
        '[7, "2026-06-01T12:00:00+00:00", "away"]',
        SavedIndex(7, NOON, "away"),
    ),
    "SOUGHT_UP_TO": ("7", 7),
    "UPKEEP_FAILING": ('{"backup": {"times": "2"}}', {"backup": {"times": "2"}}),
    "STORES_SEEN": ('{"app": "a1"}', {"app": "a1"}),
    "DOUBLED": (
        '["d", [["rec_a", "mem_b"]]]',
        Doubled("d", (("rec_a", "mem_b"),)),
    ),
    "MET": (
        '[1, "d", [["mem_a", "ab12"]], [["mem_a", "mem_b", "3", "4"]], [["a", "b", "near"]]]',
        Met(
            1,
            "d",
            (("mem_a", "ab12"),),
            (("mem_a", "mem_b", "3", "4"),),
            (("a", "b", "near"),),
        ),
    ),
    "CONFLICT_COPIES": ('{"a (1).md": "ab12"}', {"a (1).md": "ab12"}),
    "ANSWERS_OWED": ('["a line"]', ("a line",)),
    "ADDED_NOTES": ('["Atlas.md"]', (NOTE,)),
    "CLAIMED_IDS": ('{"Atlas.md": "mem-1"}', {NOTE: "mem-1"}),
    "MOVED_OUT": ('{"Atlas.md": "mem-1"}', {NOTE: "mem-1"}),
    "DOUBTED_LINKS": (
        '[["mem-1", "[[Atlas]]", [["Atlas.md", "ab12"], ["Old/Atlas.md", "cd34", true]]]]',
        {
            ("mem-1", "[[Atlas]]"): (
                DoubtedNote(NOTE, "ab12"),
                DoubtedNote(NotePath("Old/Atlas.md"), "cd34", is_moved=True),
            )
        },
    ),
    "CHECKPOINTS": ('{"noon": "2026-06-01T12:00:00+00:00"}', {"noon": NOON}),
    "SESSION_TOPICS": ('{"s1": "kiln"}', {"s1": "kiln"}),
    "PINNED_CONFIRMED": ('["ab12"]', frozenset({"ab12"})),
    "FAILED_TO_INDEX": ('{"Atlas.md": "why"}', {NOTE: "why"}),
    "UNREAD": ('{"Atlas.md": "why"}', {NOTE: "why"}),
    "FAILED_TO_COMPARE": ('{"Atlas.md": "why"}', {NOTE: "why"}),
    "ACCEPTED": ('{"mem-1": "ab:active"}', {"mem-1": "ab:active"}),
    "SCHEMAS": ('[2, "text"]', (2, "text")),
    "CALIBRATED": (
        '[0.6, 0.5, "7", {"value": 0.5}]',
        Calibrated(0.6, 0.5, "7", {"value": 0.5}),
    ),
    "READER_DAY": (
        '["2026-06-01", 2, 0.5, 1, true, "claude"]',
        ReaderDay(date(2026, 6, 1), 2, 0.5, 1, is_over=True, reader="claude"),
    ),
    "CHECKS_SPENT": ("2026-06-01 3", Spent(date(2026, 6, 1), 3)),
    "CONTEXTS_GIVEN": (
        '["2026-06-01T12:00:00+00:00", {"2026-06-01": [3, 2400]}]',
        GivenContexts(NOON, {"2026-06-01": (3, 2400)}),
    ),
    "PERSONS_OUTCOMES": ('["d1", "d2"]', frozenset({"d1", "d2"})),
    "HANDED_OVER": ('{"mem-1": {"d-1": "ada"}}', {"mem-1": {"d-1": "ada"}}),
    "FLAGS_SETTLED": ('{"mem-1": "ab12"}', {"mem-1": "ab12"}),
    "FLAGGED_ELSEWHERE": ('["mem-1"]', frozenset({"mem-1"})),
    "REPORT_OUTCOMES": (
        '[["2026-06-01T12:00:00+00:00", "f-01", "true", "Done."]]',
        (Said(NOON, "f-01", "true", "Done."),),
    ),
    "DOUBTS_ASKED": ('{"f-1": "2026-03-02"}', {"f-1": "2026-03-02"}),
    "REPORT_ASKED": ('{"all-12ab34cd": ["f-1"]}', {"all-12ab34cd": ("f-1",)}),
    "INBOX_WAITING": (f"[{WORD_ROW}]", (WORD,)),
    "INBOX_DECIDED": (
        f'[[{WORD_ROW}, "drop", "2026-06-01T12:00:00+00:00"]]',
        (DecidedWord(WORD, "drop", NOON),),
    ),
    "INBOX_EXPIRED": ('["2026-06-01T12:00:00+00:00"]', (NOON,)),
    "REPORT_OFFERS": ('["{}"]', ("{}",)),
    "REPORT_STARTED": ('[["f-01", "true"]]', frozenset({("f-01", "true")})),
}
"""What a ledger in the field holds, and what it means."""


class PlainFacts:
    """The two methods of a ledger that small facts rest on."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.writes = 0

    def get_fact(self, name: str) -> str | None:
        return self.kept.get(name)

    def set_fact(self, name: str, value: str) -> None:
        self.kept[name] = value
        self.writes += 1


def every_fact() -> dict[str, SmallFact[Any]]:
    return {name: one for name, one in vars(small_facts).items() if isinstance(one, SmallFact)}


def test_no_two_facts_share_a_name_and_each_stands_in_the_table() -> None:
    facts = every_fact()
    assert facts.keys() == KEPT.keys()
    assert len({one.name for one in facts.values()}) == len(facts)


@pytest.mark.parametrize("name", KEPT)
def test_a_fact_is_read_and_kept_as_ever(name: str) -> None:
    text, value = KEPT[name]
    plain = PlainFacts()
    ledger, fact = cast("Ledger", plain), every_fact()[name]
    assert fact.get(ledger) == fact.unset != value
    assert fact.set(ledger, value)
    assert plain.kept == {fact.name: text}
    assert fact.get(ledger) == value
    assert not fact.set(ledger, value)
    assert plain.writes == 1
    assert fact.set(ledger, fact.unset)
    assert fact.get(ledger) == fact.unset


@pytest.mark.parametrize("text", ["{", "0x", "[1]", '{"bar": "high"}', "2026-06-01 many"])
def test_what_cannot_be_read_counts_as_never_kept(text: str) -> None:
    plain = PlainFacts()
    for fact in (small_facts.CALIBRATED, small_facts.READER_DAY, small_facts.LAST_SCAN):
        plain.kept[fact.name] = text
        assert fact.get(cast("Ledger", plain)) is None


@pytest.mark.parametrize("text", ["[]", "[1]", "1", "null", '"x"', "[[]]", "[" * 9_000])
def test_no_text_whatever_keeps_a_fact_from_being_asked_for(text: str) -> None:
    plain = PlainFacts()
    for fact in every_fact().values():
        plain.kept[fact.name] = text
        fact.get(cast("Ledger", plain))


def test_nobody_else_asks_the_ledger_for_a_fact() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute) and node.attr in {"get_fact", "set_fact"}
    }
    by_name = {
        "adapters/ledger/notes_store.py",  # its own count of outlines
        "adapters/ledger/postgres.py",  # where a vault is away, the caller names the fact
    }
    assert found == {"services/records/small_facts.py"} | by_name
