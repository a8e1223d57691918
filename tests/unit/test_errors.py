"""What the system refuses is told in a sentence with its reason."""

import errno
import os
import shutil

import pytest

from vaultwatch.errors import RefusedError, told_as


@pytest.mark.parametrize(
    ("refused", "reason"),
    [
        pytest.param(
            PermissionError(errno.EACCES, os.strerror(errno.EACCES), "a.md"),
            os.strerror(errno.EACCES),
            id="in the system's words",
        ),
        pytest.param(OSError("no Unix sockets"), "no Unix sockets", id="in a library's"),
        pytest.param(shutil.Error("a.md is gone"), "a.md is gone", id="of a copied folder"),
    ],
)
def test_the_reason_is_told_whoever_words_it(refused: OSError, reason: str) -> None:
    with pytest.raises(RefusedError) as caught, told_as(RefusedError, "It cannot be", "Look."):
        raise refused
    assert caught.value.message == f"It cannot be: {reason}."
    assert caught.value.hint == "Look."
    assert caught.value.__cause__ is refused
