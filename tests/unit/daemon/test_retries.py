"""What is tried again, and that a failing job owes no more than one try."""

from vaultwatch.daemon.run import Retries
from vaultwatch.daemon.work import Job


def look(*paths: str) -> Job:
    return Job("look", frozenset(paths))


def test_a_job_comes_back_when_it_is_due() -> None:
    retries = Retries()
    retries.put(Job("report"), 5.0)
    assert retries.ripe(4.9) == []
    assert retries.ripe(5.0) == [Job("report")]
    assert retries.ripe(9.0) == []


def test_a_thousand_failures_owe_one_try() -> None:
    retries = Retries()
    for number in range(1_000):
        retries.put(Job("report"), 5.0 + number)
    assert len(retries) == 1
    assert retries.next_due_s() == 5.0


def test_looks_are_owed_together() -> None:
    retries = Retries()
    retries.put(look("a.md"), 5.0)
    retries.put(look("b.md"), 3.0)
    assert retries.ripe(3.0) == [look("a.md", "b.md")]


def test_what_is_being_done_is_owed_no_more() -> None:
    retries = Retries()
    for kind in ("report", "reconcile", "backup"):
        retries.put(Job(kind), 5.0)
    retries.begun(Job("report"))
    retries.begun(Job("scan"))
    assert retries.ripe(5.0) == [Job("backup")]


def test_a_note_that_could_not_be_read_is_owed_although_others_were_looked_at() -> None:
    retries = Retries()
    retries.put(look("locked.md"), 5.0)
    retries.begun(look("other.md"))
    assert retries.ripe(5.0) == [look("locked.md")]
