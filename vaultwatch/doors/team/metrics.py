"""Count what is asked, for Prometheus; no label names a vault or a person."""

from contextlib import suppress

import psutil
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from vaultwatch.doors.team.workers import Workers


class Metrics:
    """What this server counted since it began."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        """Begin at nothing."""
        self._registry = CollectorRegistry()
        self._calls = Counter(
            "vaultwatch_calls", "Calls of known tokens.", ["outcome"], registry=self._registry
        )
        self._refusals = Counter(
            "vaultwatch_refusals", "Requests refused, by status.", ["status"],
            registry=self._registry,
        )  # fmt: skip
        self.under_way = Gauge(
            "vaultwatch_calls_under_way", "Calls that a worker has.", registry=self._registry
        )
        self._seconds = Histogram(
            "vaultwatch_call_seconds", "How long calls took.", registry=self._registry
        )
        self._up = Gauge("vaultwatch_workers_up", "Workers that run.", registry=self._registry)
        self._restarts = Gauge(
            "vaultwatch_worker_restarts", "Workers that were started again.",
            registry=self._registry,
        )  # fmt: skip
        self._bytes = Gauge(
            "vaultwatch_resident_bytes", "Memory of all processes.", registry=self._registry
        )

    def answered(self, outcome: str, seconds: float) -> None:
        """Count a call of somebody known."""
        self._calls.labels(outcome).inc()
        self._seconds.observe(seconds)

    def refused(self, status: int) -> None:
        """Count a request that no worker saw."""
        self._refusals.labels(status).inc()

    def text(self, workers: Workers) -> bytes:
        """Return all in Prometheus' own words."""
        self._up.set(workers.count_up)
        self._restarts.set(workers.restarts)
        own, size = psutil.Process(), 0
        for one in (own, *own.children()):
            with suppress(psutil.NoSuchProcess):  # it died just now
                size += one.memory_info().rss
        self._bytes.set(size)
        return generate_latest(self._registry)
