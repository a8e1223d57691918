"""Ask for something that may hang, as a mount whose server is gone, and wait so long and no longer.

One thread does the asking. Where it hangs it is left behind, and another is started; it ends with
the program.
"""

import queue
import threading
from collections.abc import Callable
from typing import Final, TypeVar

LIMIT_S: Final = 2.0
MOST_LOST: Final = 3
"""So many threads may hang before nothing more is asked."""

Answer = TypeVar("Answer")


class HangsError(Exception):
    """No answer came in time."""


class Patience:
    """Asks, one thing after the other."""

    def __init__(self, limit_s: float = LIMIT_S) -> None:
        """Start nothing yet."""
        self._limit_s = limit_s
        self._lost = 0
        self._asked: queue.SimpleQueue[Callable[[], object] | None] | None = None
        self._answers: queue.SimpleQueue[tuple[object, BaseException | None]] = queue.SimpleQueue()

    def ask(self, deed: Callable[[], Answer], within_s: float | None = None) -> Answer:
        """Return what a deed returns.

        Args:
            deed: what may hang.
            within_s: how long is waited, where that is less than usual.

        Raises:
            HangsError: it takes too long, or too much before it did.
            What the deed raises.
        """
        if self._lost >= MOST_LOST:
            raise HangsError
        if self._asked is None:
            self._asked, self._answers = queue.SimpleQueue(), queue.SimpleQueue()
            threading.Thread(
                target=_work, args=(self._asked, self._answers), daemon=True, name="checks"
            ).start()
        self._asked.put(deed)
        try:
            wait_s = self._limit_s if within_s is None else within_s
            answer, error = self._answers.get(timeout=wait_s)
        except queue.Empty:
            self._lost += 1
            self._asked.put(None)  # should it ever come back
            self._asked = None
            raise HangsError from None
        if error is not None:
            raise error
        return answer  # type: ignore[return-value] # what this deed returned

    def close(self) -> None:
        """Let the thread go."""
        if self._asked is not None:
            self._asked.put(None)
            self._asked = None


def _work(
    asked: "queue.SimpleQueue[Callable[[], object] | None]",
    answers: "queue.SimpleQueue[tuple[object, BaseException | None]]",
) -> None:
    while (deed := asked.get()) is not None:
        try:
            answers.put((deed(), None))
        except BaseException as error:  # noqa: BLE001 - raised where it was asked for
            answers.put((None, error))
