"""A lock that is had in the order in which it was asked for: `threading.Lock` promises none."""

import threading
from collections import deque
from collections.abc import Collection


class _Waiting:
    """Who waits for a turn, and what for."""

    def __init__(self, wish: object) -> None:
        self.wish = wish
        self.has_turn = False
        self.lock = threading.Lock()
        self.lock.acquire()


class Turns:
    """One at a time, first come first served; to be used with `with`."""

    def __init__(self) -> None:
        """Nobody is at it."""
        self._guard = threading.Lock()
        self._waiting: deque[_Waiting] = deque()
        self._is_taken = False

    def __enter__(self) -> None:
        """Wait for one's turn."""
        self.take()

    def __exit__(self, *_: object) -> None:
        """Hand the turn over to who waits longest."""
        self.pass_on()

    def take(self, wish: object = None) -> bool:
        """Wait for one's turn; False where another granted the wish meanwhile: there is none then.

        Args:
            wish: what one comes for; None where nobody else can grant it.
        """
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            mine = _Waiting(wish)
            self._waiting.append(mine)
        mine.lock.acquire()  # who goes before hands the turn over
        return mine.has_turn

    def pass_on(self) -> None:
        """Hand the turn over to who waits longest."""
        with self._guard:
            if self._waiting:
                first = self._waiting.popleft()
                first.has_turn = True
                first.lock.release()
            else:
                self._is_taken = False

    def excuse(self, wishes: Collection[object]) -> None:
        """Let those go who wait for what was granted."""
        granted = set(map(id, wishes))
        with self._guard:
            gone = [one for one in self._waiting if id(one.wish) in granted]
            self._waiting = deque(one for one in self._waiting if id(one.wish) not in granted)
        for one in gone:
            one.lock.release()
