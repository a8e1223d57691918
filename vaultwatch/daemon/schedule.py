"""Queue work by the clock.

APScheduler tells when; its jobs do nothing but put a kind of job into the worker's queue. When
each last ran stands in the ledger, so that what was missed while the machine slept or the daemon
was down is done once, soon after the start.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING

from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.cron import CronTrigger
from apscheduler.triggers.interval import IntervalTrigger

from vaultwatch.daemon.work import JobKind
from vaultwatch.settings import ScheduleSettings

if TYPE_CHECKING:
    from apscheduler.triggers.base import BaseTrigger

log = logging.getLogger(__name__)

RETRY_CALM_S = 300.0
"""What came due in quiet hours or on battery asks again so often. Chosen by hand."""
CATCH_UP_S = 60.0
"""What was missed runs so long after the start: the person who just logged in comes first."""

BACK_S = 60.0
"""A clock that went back further than this is taken for set anew. Chosen by hand: time servers
correct seconds."""

_UNIT_S = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def scheduled_kinds(settings: ScheduleSettings) -> dict[JobKind, str]:
    """Return what is done by the clock, and when."""
    wanted: dict[JobKind, str] = {
        "reconcile": settings.reconcile,
        "scan": settings.scan,
        "optimise": settings.optimise,
        "backup": settings.backup,
        "report": settings.report,
        "read": settings.reader,
        "save": settings.save,
    }
    return {kind: when for kind, when in wanted.items() if when != "off"}


def interval_s(when: str) -> float | None:
    """Return the seconds of an interval such as `10m`; None for cron fields."""
    if when[-1:] in _UNIT_S and when[:-1].isdigit():
        return float(when[:-1]) * _UNIT_S[when[-1]]
    return None


def first_run(when: str, last: datetime | None, now: datetime) -> datetime | None:
    """Return when a job should run first; None for whenever its trigger says.

    A `last` run that lies ahead of now, after a clock went back, counts as now.
    """
    soon = now + timedelta(seconds=CATCH_UP_S)
    every_s = interval_s(when)
    if last is not None:
        last = min(last, now)
    if every_s is not None:
        return max(soon, last + timedelta(seconds=every_s)) if last is not None else None
    if last is None:
        return None
    due = CronTrigger.from_crontab(when).get_next_fire_time(None, last)
    return soon if due is not None and due <= now else None


def is_within(now: time, hours: str) -> bool:
    """Tell whether a time of the day lies in hours such as `22:00-07:00`; empty holds none.

    The hours may run over midnight; the first minute counts, the last does not.
    """
    if not hours:
        return False
    start, end = (time.fromisoformat(part) for part in hours.split("-"))
    if start <= end:
        return start <= now < end
    return now >= start or now < end


class _Steady(BackgroundScheduler):  # type: ignore[misc]  # APScheduler is not typed
    """Goes on when the clock is set back: what was due then is due now, not a day later."""

    _seen: datetime | None = None

    def _process_jobs(self) -> float | None:
        # It wakes by a clock that never goes back, so this comes no later than the next job would.
        now = datetime.now(self.timezone)
        if self._seen is not None and now < self._seen - timedelta(seconds=BACK_S):
            log.warning("the clock went back; work by the clock goes on from now")
            for job in self.get_jobs():
                job.modify(next_run_time=now)
        self._seen = now
        waits_s: float | None = super()._process_jobs()
        return waits_s


class Schedule:
    """The clock's work; start it once, stop it once."""

    def __init__(
        self,
        settings: ScheduleSettings,
        *,
        put: Callable[[JobKind], None],
        is_calm: Callable[[], bool],
    ) -> None:
        """Set the triggers; nothing runs yet."""
        self._settings = settings
        self._put = put
        self._is_calm = is_calm
        self._lock = threading.Lock()
        self._is_over = False
        # One thread is enough: a job here only queues.
        self._scheduler = _Steady(
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
            executors={"default": {"type": "threadpool", "max_workers": 1}},
        )

    def start(self, last_runs: Mapping[JobKind, datetime], now: datetime) -> None:
        """Begin, unless it was stopped before."""
        for kind, when in scheduled_kinds(self._settings).items():
            every_s = interval_s(when)
            trigger: BaseTrigger = (
                IntervalTrigger(seconds=every_s)
                if every_s is not None
                else CronTrigger.from_crontab(when)
            )
            at = first_run(when, last_runs.get(kind), now)
            more = {} if at is None else {"next_run_time": at}
            self._scheduler.add_job(self._come_due, trigger, args=(kind,), id=kind, **more)
        with self._lock:
            if not self._is_over:
                self._scheduler.start()

    def stop(self) -> None:
        """Stop, or never begin; a job that is about to queue may still do so."""
        with self._lock:
            self._is_over = True
            if self._scheduler.running:
                self._scheduler.shutdown(wait=False)

    def _come_due(self, kind: JobKind) -> None:
        if not self._is_calm():
            self._put(kind)
            return
        later = datetime.now(self._scheduler.timezone) + timedelta(seconds=RETRY_CALM_S)
        # One of a kind: what waits through the night runs once in the morning.
        self._scheduler.add_job(
            self._come_due,
            "date",
            run_date=later,
            args=(kind,),
            id=f"{kind} later",
            replace_existing=True,
        )
