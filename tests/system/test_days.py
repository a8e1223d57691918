"""What day it is for the user, at both edges of the world, in all that names a day."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import opened, store
from tests.system.drifted import REPORT
from tests.system.vaults import Vault
from tests.zones import zone
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.memories.validity import moment_of
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.look import scan
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.recall.recent import since_of
from vaultwatch.services.records.history import as_of_moment, told_moment
from vaultwatch.services.workspace import Workspace

vault = agent_vaults.vault

SUNDAY_NIGHT = datetime(2026, 3, 2, 6, tzinfo=UTC)  # 20:00 of 1 March in Honolulu
MONDAY_MORNING = datetime(2026, 3, 1, 18, tzinfo=UTC)  # 08:00 of 2 March on Kiritimati
EDGES = [
    pytest.param("Pacific/Honolulu", SUNDAY_NIGHT, "2026-03-01", "2026-03-02", id="far west"),
    pytest.param("Pacific/Kiritimati", MONDAY_MORNING, "2026-03-02", "2026-03-03", id="far east"),
]


def finds(ws: Workspace, words: str) -> list[str]:
    return [hit.row.id for hit in recall(ws, words, Wanted()).hits]


@pytest.mark.parametrize(("where", "now", "today", "tomorrow"), EDGES)
def test_each_day_that_is_named_is_the_users(
    vault: Vault, where: str, now: datetime, today: str, tomorrow: str
) -> None:
    with zone(where), opened(vault, now) as ws:
        scan(ws)
        until = "Monday" if today == "2026-03-01" else "Tuesday"
        closed = store(ws, f"The bakery is closed until {until}.")
        fee = store(ws, "The stand costs 40 euros a day, see [[Fees]].")
        scan(ws)
        note = vault.read(closed.path)
        assert f"\nvalid_until: {tomorrow}\n" in note
        assert f'valid_as_said: "until {until}, said on {today}"' in note
        assert any(f"It holds until {tomorrow}" in one for one in closed.warnings)
        vault.write("Fees.md", agent_vaults.FEES.replace("40", "55"))
        scan(ws)
        report = vault.read(REPORT)
        assert f"looked_on: {today}" in report
        assert f"`, since {today}: " in report
        assert "1 new that day" in report
        assert f"drift_since: {today}" in vault.read(fee.path)
        assert told_moment(as_of_moment("yesterday", now)) < today
        assert as_of_moment("today", now) == now
        day = since_of(ws, today).at
        assert timedelta() <= now - day < timedelta(days=1)
        assert told_moment(day - timedelta.resolution) < today
        clock = ws.clock
        assert isinstance(clock, FixedClock)
        last = moment_of(tomorrow)
        assert last is not None
        clock.set(last)
        assert closed.id in finds(ws, "is the bakery closed")
        clock.set(last + timedelta.resolution)
        assert closed.id not in finds(ws, "is the bakery closed")


@pytest.mark.parametrize("years", [-50, 5])
def test_a_finding_that_a_wrong_clock_dated_is_dated_anew(vault: Vault, years: int) -> None:
    right = datetime(2026, 3, 1, 12, tzinfo=UTC)
    with opened(vault, right) as ws:
        clock = ws.clock
        assert isinstance(clock, FixedClock)
        scan(ws)
        fee = store(ws, "The stand costs 40 euros a day, see [[Fees]].")
        scan(ws)
        vault.write("Fees.md", agent_vaults.FEES.replace("40", "55"))
        wrong = right.replace(year=right.year + years)
        clock.set(wrong)
        scan(ws)
        assert f"drift_since: {wrong.date()}" in vault.read(fee.path)
        for days in (1, 3):
            clock.set(right + timedelta(days=days))
            scan(ws)
            assert "drift_since: 2026-03-02" in vault.read(fee.path)
            assert "`, since 2026-03-02: " in vault.read(REPORT)
        clock.set(wrong.replace(year=1976))  # wrong now: what is known stays
        scan(ws)
        assert "drift_since: 2026-03-02" in vault.read(fee.path)
