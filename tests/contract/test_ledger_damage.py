"""Whatever happens to its files, a ledger answers, or says in a sentence that it is damaged."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from tests.contract.test_ledger import BASELINE, CASE, COMPARISON, FINDING, MEMORY, NOTE, NOW
from tests.raw_ledger import harmed_ledger
from vaultwatch.adapters.ledger import open_ledger
from vaultwatch.adapters.ledger.bare import RESTORE, back_up
from vaultwatch.adapters.ledger.sql_ledger import Ledger
from vaultwatch.adapters.ledger.tables import META
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.errors import LedgerError
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.model import NotePath

PAGE = 4096
CLOCK = FixedClock(NOW)


def flip(data: bytearray, chance: random.Random) -> None:
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(6)


def garble(data: bytearray, chance: random.Random) -> None:
    for _ in range(len(data) // 50):  # 2 %
        data[chance.randrange(len(data))] = chance.randrange(256)


def garble_the_tables(data: bytearray, chance: random.Random) -> None:
    for _ in range(30):
        data[chance.randrange(100, min(PAGE, len(data)))] = chance.randrange(128, 256)


def cut(data: bytearray, chance: random.Random) -> None:
    del data[max(1, chance.randrange(len(data))) :]


def zero_a_page(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(0, len(data), PAGE)
    data[start : start + PAGE] = bytes(len(data[start : start + PAGE]))


def zero_the_list_of_tables(data: bytearray, chance: random.Random) -> None:
    del chance
    data[103:105] = b"\0\0"  # how many rows the first page holds


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a ledger as a kill leaves it: file, log and the log's index."""
    made = tmp_path_factory.mktemp("made")
    left = tmp_path_factory.mktemp("left")
    file = made / "ledger.sqlite"
    with open_ledger(file, clock=CLOCK) as ledger:
        for number in range(40):
            row = replace(MEMORY, id=f"mem_{number}", facts=Facts(tags=("a", "b")))
            ledger.put_memories([row])
        ledger.put_notes([NOTE])
        ledger.put_baselines([BASELINE])
    with open_ledger(file, clock=CLOCK) as ledger:
        ledger.put_comparisons([(COMPARISON, "inputs")])
        ledger.save_findings([FINDING], cases=[CASE])
        shutil.copytree(made, left, dirs_exist_ok=True)
    return left


def read_all(file: Path) -> list[str]:
    """Read a ledger as services do; return what is wrong with it, by its own account."""
    with open_ledger(file, clock=CLOCK) as ledger:
        ledger.note_stats()
        list(ledger.outlines())
        assert len(ledger.memories()) == 40 or ledger.check()
        ledger.newest_memories(5)
        ledger.memory_facts()
        ledger.outlines_since(0)
        ledger.unsettled_memories()
        ledger.baselines()
        ledger.comparisons()
        ledger.findings()
        ledger.cases()
        ledger.audit()
        ledger.record("test", "it can be written")
        return ledger.check()


@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
@pytest.mark.parametrize(
    "harm", [flip, garble, garble_the_tables, cut, zero_a_page, zero_the_list_of_tables]
)
def test_a_damaged_ledger_reads_or_says_so_in_a_sentence(
    sound: Path,
    tmp_path: Path,
    harm: Callable[[bytearray, random.Random], None],
    ending: str,
) -> None:
    told, said = 0, []
    for seed in range(6):
        folder = tmp_path / str(seed)
        shutil.copytree(sound, folder)
        spoilt = folder / f"ledger.sqlite{ending}"
        data = bytearray(spoilt.read_bytes())
        harm(data, random.Random(seed))  # noqa: S311 - the same damage in every run
        spoilt.write_bytes(data)
        try:
            told += bool(read_all(folder / "ledger.sqlite"))
        except LedgerError as error:
            told += 1
            said.append(error)
    assert [error for error in said if not error.hint.endswith(RESTORE)] == []
    assert [error for error in said if "\n" in error.message] == []
    if harm is not flip and not ending:
        assert told == 6 if harm is zero_the_list_of_tables else told > 0


@pytest.mark.parametrize(
    "change",
    [
        "outlines SET outline = '[]'",
        "memories SET first_seen = 'x'",
        "memories SET facts = '{'",
        "memories SET facts = '{\"no such\": 1}'",
        "memories SET belief = CAST(x'ff' AS TEXT)",
        "baselines SET supports = '[[1]]'",
        "snapshots SET statements = x'00'",
        "comparisons SET before = '{}'",
        "findings SET last_seen = '2026-13-01'",
        "findings SET explained = '1'",
        "cases SET at = ''",
        "audit SET at = 'never'",
        "facts SET value = 'x' WHERE name = 'outline_serial'",
    ],
)
def test_a_row_that_says_what_none_can_is_told_and_not_backed_up(
    sound: Path, tmp_path: Path, change: str
) -> None:
    file = tmp_path / "ledger.sqlite"
    shutil.copyfile(sound / "ledger.sqlite", file)
    shutil.copyfile(sound / "ledger.sqlite-wal", tmp_path / "ledger.sqlite-wal")
    with harmed_ledger(file) as connection:
        assert connection.execute(f"UPDATE {change}").rowcount > 0
    with open_ledger(file, clock=CLOCK) as ledger:
        assert len(ledger.check()) == 1
    with pytest.raises(LedgerError) as error:
        read_all(file)
    assert error.value.hint.endswith(RESTORE)


@pytest.mark.parametrize(
    ("change", "ask"),
    [
        ("findings SET first_seen = 'x'", Ledger.times_of_findings),
        ("audit SET at = 'x'", Ledger.newest_moment),
    ],
)
def test_a_time_that_is_none_is_told_whoever_asks_for_times(
    sound: Path, tmp_path: Path, change: str, ask: Callable[[Ledger], object]
) -> None:
    file = tmp_path / "ledger.sqlite"
    back_up(sound / "ledger.sqlite", file)
    with harmed_ledger(file) as connection:
        assert connection.execute(f"UPDATE {change}").rowcount > 0
    with (
        open_ledger(file, clock=CLOCK) as ledger,
        pytest.raises(LedgerError, match="says what none can"),
    ):
        ask(ledger)


def rows_of(file: Path) -> list[list[object]]:
    with closing(sqlite3.connect(file)) as connection:
        return [connection.execute(str(select(one))).fetchall() for one in META.sorted_tables]


def test_a_bit_that_flipped_is_told_or_changed_nothing(sound: Path, tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    back_up(sound / "ledger.sqlite", file)
    whole, kept = file.read_bytes(), rows_of(file)
    chance, told = random.Random(7), 0  # noqa: S311 - the same bits in every run
    said = [at for at, byte in enumerate(whole) if byte]  # zeros are most often free room
    for at in chance.sample(said, 60):
        data = bytearray(whole)
        data[at] ^= 1 << chance.randrange(8)
        file.write_bytes(data)
        try:
            with open_ledger(file, clock=CLOCK) as ledger:
                is_told = ledger.check() != []
        except LedgerError:
            is_told = True
        told += is_told
        assert is_told or rows_of(file) == kept, at
        for ending in ("-wal", "-shm"):
            file.with_name(file.name + ending).unlink(missing_ok=True)
    assert told


def test_what_is_written_by_whichever_way_is_no_damage(sound: Path, tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    back_up(sound / "ledger.sqlite", file)
    with open_ledger(file, clock=CLOCK) as ledger:
        ledger.put_notes([replace(NOTE, digest="d2"), replace(NOTE, path=NotePath("b.md"))])
        ledger.put_baselines([replace(BASELINE, belief_digest="other")])  # the old one is kept
        ledger.put_comparisons([(replace(COMPARISON, score=0.25), "inputs")])  # replaced
        ledger.remove_notes([NOTE.path])  # and what hangs on it
        ledger.forget_memory("mem_3")
        with ledger.together():
            ledger.set_fact("kept", "yes")
            with pytest.raises(LedgerError):
                ledger.put_memories([replace(MEMORY, id="mem_new", state="odd")])  # type: ignore[arg-type]
        ledger.prune_statements()
        ledger.scrub()
        assert ledger.check() == []
        assert ledger.get_fact("kept") == "yes"
