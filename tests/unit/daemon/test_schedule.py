"""What is done by the clock, and when it is not."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from time import monotonic, sleep

import pytest

from vaultwatch.daemon.schedule import (
    CATCH_UP_S,
    Schedule,
    first_run,
    interval_s,
    is_within,
    scheduled_kinds,
)
from vaultwatch.daemon.work import Job, JobKind, WorkQueue
from vaultwatch.settings import ScheduleSettings

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
SOON = NOW + timedelta(seconds=CATCH_UP_S)


@pytest.mark.parametrize(
    ("hours", "now", "is_in"),
    [
        pytest.param("", "12:00", False, id="none set"),
        pytest.param("22:00-07:00", "23:30", True, id="before midnight"),
        pytest.param("22:00-07:00", "06:59", True, id="after midnight"),
        pytest.param("22:00-07:00", "07:00", False, id="the end is no part"),
        pytest.param("22:00-07:00", "22:00", True, id="the beginning is"),
        pytest.param("12:00-14:00", "13:00", True, id="within a day"),
        pytest.param("12:00-14:00", "11:59", False, id="before it"),
    ],
)
def test_quiet_hours(hours: str, now: str, *, is_in: bool) -> None:
    assert is_within(time.fromisoformat(now), hours) is is_in


@pytest.mark.parametrize(
    ("when", "seconds"),
    [("30s", 30), ("10m", 600), ("6h", 21600), ("1d", 86400), ("0 3 * * *", None)],
)
def test_intervals(when: str, seconds: float | None) -> None:
    assert interval_s(when) == seconds


@pytest.mark.parametrize(
    ("when", "last", "first"),
    [
        pytest.param("6h", None, None, id="never ran: by its interval"),
        pytest.param("6h", NOW - timedelta(hours=1), NOW + timedelta(hours=5), id="ran lately"),
        pytest.param("6h", NOW - timedelta(days=9), SOON, id="missed many: once, soon"),
        pytest.param("6h", NOW + timedelta(days=9), NOW + timedelta(hours=6), id="clock went back"),
        pytest.param("0 3 * * *", NOW - timedelta(hours=1), None, id="cron, nothing missed"),
        pytest.param("0 3 * * *", NOW - timedelta(days=3), SOON, id="cron, nights missed: once"),
    ],
)
def test_missed_runs_come_once_and_soon(
    when: str, last: datetime | None, first: datetime | None
) -> None:
    assert first_run(when, last, NOW) == first


def test_what_is_off_is_not_done() -> None:
    kinds = scheduled_kinds(ScheduleSettings(scan="off", backup="off"))
    assert sorted(kinds) == ["optimise", "read", "reconcile", "report", "save"]


def eventually(is_true: Callable[[], bool], within_s: float = 60.0) -> bool:
    end_s = monotonic() + within_s
    while monotonic() < end_s:
        if is_true():
            return True
        sleep(0.05)
    return False


def test_the_clock_only_queues_and_each_kind_waits_once() -> None:
    queue = WorkQueue()
    settings = ScheduleSettings(
        reconcile="1s", scan="off", optimise="off", backup="off", report="off"
    )
    asked: list[str] = []

    def put(kind: JobKind) -> None:
        asked.append(kind)
        queue.put(kind)

    schedule = Schedule(settings, put=put, is_calm=lambda: False)
    schedule.start({}, datetime.now(UTC))
    try:
        assert eventually(lambda: len(asked) >= 2)
    finally:
        schedule.stop()
    assert len(queue) == 1
    assert queue.take(timeout_s=0) == Job("reconcile")


def test_a_clock_that_is_stopped_while_it_begins_ends_and_does_not_begin_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, may_go_on = threading.Event(), threading.Event()
    start = threading.Thread.start

    def slowly(thread: threading.Thread) -> None:
        if thread.name == "APScheduler":
            begun.set()
            may_go_on.wait(60)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", slowly)
    schedule = Schedule(ScheduleSettings(), put=lambda _: None, is_calm=lambda: False)
    beginning = threading.Thread(target=schedule.start, args=({}, datetime.now(UTC)))
    beginning.start()
    assert begun.wait(60)
    threading.Timer(0.1, may_go_on.set).start()
    schedule.stop()
    beginning.join(60)
    schedule.start({}, datetime.now(UTC))
    assert not any(one.name == "APScheduler" for one in threading.enumerate())


def test_in_quiet_hours_nothing_is_queued_and_what_waits_comes_once_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vaultwatch.daemon.schedule.RETRY_CALM_S", 0.2)
    calm, asked = [True], list[str]()
    settings = ScheduleSettings(
        reconcile="off", scan="1s", optimise="off", backup="off", report="off"
    )
    tried: list[int] = []

    def is_calm() -> bool:
        tried.append(1)
        return calm[0]

    schedule = Schedule(settings, put=asked.append, is_calm=is_calm)
    schedule.start({}, datetime.now(UTC))
    try:
        assert eventually(lambda: len(tried) >= 4)
        assert asked == []
        calm[0] = False
        assert eventually(lambda: asked != [])
    finally:
        schedule.stop()
