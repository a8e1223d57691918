"""Daemons of one process take turns: so many at a time, first come first served."""

import threading

from vaultwatch.doors.team.watching import Turns

PATIENCE_S = 60.0


def test_so_many_are_in_and_the_others_wait_in_their_order() -> None:
    turns, came = Turns(2), list[int]()
    assert turns.take(lambda: False)
    assert turns.take(lambda: False)
    assert turns.count_waiting == 0

    def come(number: int) -> None:
        if turns.take(lambda: False):
            came.append(number)

    threads = [threading.Thread(target=come, args=(number,)) for number in range(3)]
    for number, one in enumerate(threads):
        one.start()
        while turns.count_waiting <= number:
            threading.Event().wait(0.001)
    assert came == []
    assert turns.count_waiting == 3
    for number in range(3):
        turns.give_back()
        threads[number].join(PATIENCE_S)
        assert came == [*range(number + 1)]


def test_who_is_told_to_end_waits_no_more_and_holds_up_nobody() -> None:
    turns, over = Turns(1), threading.Event()
    assert turns.take(lambda: False)
    first = threading.Thread(target=turns.take, args=(over.is_set,))
    first.start()
    over.set()
    first.join(PATIENCE_S)
    assert not first.is_alive()
    turns.give_back()
    assert turns.take(lambda: False)
