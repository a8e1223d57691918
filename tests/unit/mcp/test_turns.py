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
