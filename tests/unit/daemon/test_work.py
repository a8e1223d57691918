"""What waits for the worker."""

import threading

from vaultwatch.daemon.work import EVERYTHING, Job, WorkQueue


def drain(queue: WorkQueue) -> list[Job]:
    jobs = []
    while (job := queue.take(timeout_s=0)) is not None:
        jobs.append(job)
    return jobs


def test_a_kind_of_job_waits_once() -> None:
    queue = WorkQueue()
    queue.put("backup")
    queue.put("backup")
    assert drain(queue) == [Job("backup")]


def test_paths_of_many_looks_are_looked_at_together() -> None:
    queue = WorkQueue()
    queue.put("look", {"a.md"})
    queue.put("look", {"b.md"})
    assert len(queue) == 2
    assert drain(queue) == [Job("look", frozenset({"a.md", "b.md"}))]


def test_what_a_person_waits_for_comes_first() -> None:
    queue = WorkQueue()
    for kind in ("optimise", "warm", "report", "answer", "look", "reload"):
        queue.put(kind)
    taken = [job.kind for job in drain(queue)]
    assert taken == ["reload", "look", "answer", "warm", "report", "optimise"]


def test_notes_go_before_requests_and_requests_between_notes() -> None:
    queue = WorkQueue()
    taken = []
    for _ in range(3):  # notes are saved all the time, and requests never end
        queue.put("answer")
        queue.put("look", {"a.md"})
        for _ in range(2):
            job = queue.take(timeout_s=0)
            assert job is not None
            taken.append(job.kind)
    assert taken == ["look", "answer"] * 3


def test_a_look_everywhere_makes_single_looks_needless() -> None:
    queue = WorkQueue()
    queue.put("look", {"a.md"})
    queue.put("reconcile")
    queue.put("look", {"b.md"})
    assert drain(queue) == [Job("reconcile")]


def test_a_look_at_everything_is_a_reconcile() -> None:
    queue = WorkQueue()
    queue.put("look", {"a.md", EVERYTHING})
    assert drain(queue) == [Job("reconcile")]


def test_a_look_asked_for_while_a_reconcile_works_is_not_lost() -> None:
    queue = WorkQueue()
    queue.put("reconcile")
    assert queue.take(timeout_s=0) == Job("reconcile")
    queue.put("look", {"a.md"})
    assert drain(queue) == [Job("look", frozenset({"a.md"}))]


def test_a_closed_queue_lets_the_worker_go() -> None:
    queue = WorkQueue()
    taken: list[Job | None] = []
    worker = threading.Thread(target=lambda: taken.append(queue.take()))
    worker.start()
    queue.close()
    worker.join(60)
    assert taken == [None]
