"""A lock that is had in the order in which it was asked for: `threading.Lock` promises none."""

import threading
from collections import deque


class Turns:
    """One at a time, first come first served; to be used with `with`."""

    def __init__(self) -> None:
        """Nobody is at it."""
        self._guard = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._is_taken = False

    def __enter__(self) -> None:
        """Wait for one's turn."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return
            mine = threading.Lock()
            mine.acquire()
            self._waiting.append(mine)
        mine.acquire()  # who goes before hands the turn over

    def __exit__(self, *_: object) -> None:
        """Hand the turn over to who waits longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False
