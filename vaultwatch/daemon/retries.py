"""Remember what must be tried again, and when: one entry a kind of job, however often it failed.

Pure: times are handed in. Called by `daemon.run` under its own lock.
"""

from vaultwatch.daemon.work import LOOKS_EVERYWHERE, Job, JobKind


class Retries:
    """Jobs to queue again later."""

    def __init__(self) -> None:
        """Owe nothing."""
        self._owed: dict[JobKind, tuple[float, Job]] = {}

    def __len__(self) -> int:
        """Return how many kinds of jobs wait."""
        return len(self._owed)

    def put(self, job: Job, due_s: float) -> None:
        """Owe a job; one of its kind that is owed already comes first and takes its paths along."""
        before = self._owed.get(job.kind)
        if before is not None:
            due_s, job = min(before[0], due_s), Job(job.kind, before[1].paths | job.paths)
        self._owed[job.kind] = (due_s, job)

    def begun(self, job: Job) -> None:
        """Forget what a job that begins makes needless; if it fails it is owed anew."""
        if job.kind != "look":
            self._owed.pop(job.kind, None)
        if job.kind in LOOKS_EVERYWHERE:
            self._owed.pop("reconcile", None)

    def ripe(self, now_s: float) -> list[Job]:
        """Take out what is due."""
        ripe = [job for due_s, job in self._owed.values() if due_s <= now_s]
        for job in ripe:
            del self._owed[job.kind]
        return ripe

    def next_due_s(self) -> float | None:
        """Return when the next is due; None where nothing is owed."""
        return min((due_s for due_s, _ in self._owed.values()), default=None)
