"""Whose turn it is."""

import threading
import time

from vaultwatch.mcp.turns import Turns


def test_turns_are_had_in_the_order_in_which_they_were_asked_for() -> None:
    turns, order = Turns(), list[int]()

    def ask(number: int) -> None:
        with turns:
            order.append(number)

    waiting = []
    with turns:
        for number in range(8):
            waiting.append(threading.Thread(target=ask, args=(number,)))
            waiting[-1].start()
            while len(vars(turns)["_waiting"]) <= number:
                time.sleep(0.001)
    for one in waiting:
        one.join(10)
    with turns:
        assert order == list(range(8))


def test_who_waits_for_what_another_granted_is_let_go_before_their_turn() -> None:
    turns, had = Turns(), dict[str, bool]()

    def ask(wish: str) -> None:
        had[wish] = turns.take(wish)
        if had[wish]:
            turns.pass_on()

    wishes = ["mine", "like mine", "another"]
    waiting = [threading.Thread(target=ask, args=(wish,)) for wish in wishes[1:]]
    with turns:
        for number, one in enumerate(waiting):
            one.start()
            while len(vars(turns)["_waiting"]) <= number:
                time.sleep(0.001)
        turns.excuse(wishes[:2])
        waiting[0].join(10)
        assert had == {"like mine": False}
    waiting[1].join(10)
    assert had == {"like mine": False, "another": True}
