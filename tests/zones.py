"""The time zone of whoever uses the machine, set for a while."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def zone(name: str) -> Iterator[None]:
    """Have the machine stand in a zone, as `Pacific/Honolulu`."""
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TZ", name)
            time.tzset()
            yield
    finally:
        time.tzset()
