"""A change is made again in a file that others wrote to, or not at all."""

import pytest

from vaultwatch.memories.stores.actions import carried_over, taken_out

OLD = b"# Day\r\n- port 80\n\n- a\n- last"
NEW = b"# Day\r\n- port 81\n\n- a\n- last (deprecated)"


@pytest.mark.parametrize(
    ("before", "after", "edited", "wanted"),
    [
        pytest.param(NEW, OLD, NEW, OLD, id="not edited"),
        pytest.param(NEW, OLD, NEW + b"\n- more\n", OLD + b"\n- more\n", id="appended"),
        pytest.param(NEW, OLD, b"# Top\n" + NEW, b"# Top\n" + OLD, id="put before"),
        pytest.param(NEW, OLD, NEW.replace(b"- a", b"- b"), OLD.replace(b"- a", b"- b"), id="near"),
        pytest.param(NEW, OLD, NEW.replace(b"81", b"82"), None, id="at the place"),
        pytest.param(NEW, OLD, b"- x\n", None, id="gone"),
        pytest.param(NEW, OLD, b"- port 81\n" + NEW, None, id="stands twice"),
        pytest.param(
            b"a\nstatus: x\nb\n", b"a\nb\n", b"a\nstatus: x\nb\nc\n", b"a\nb\nc\n", id="out"
        ),
        pytest.param(b"a\nb\nc\n", b"a\nnew\nb\nc\n", b"0\na\nb\n", b"0\na\nnew\nb\n", id="in"),
        pytest.param(b"a\nb\nc\n", b"a\nnew\nb\nc\n", b"a\nx\nb\n", None, id="between is taken"),
    ],
)
def test_one_change_alone(before: bytes, after: bytes, edited: bytes, wanted: bytes | None) -> None:
    assert carried_over(edited, before=before, after=after) == wanted


@pytest.mark.parametrize(
    ("old", "new", "now", "wanted"),
    [
        pytest.param(OLD, NEW, NEW + b"\n- x", OLD + b"\n- x", id="in it"),
        pytest.param(OLD, NEW, OLD + b"\n- x", OLD + b"\n- x", id="not in it"),
        pytest.param(b"a b", b"a", b"a b\nx", b"a b\nx", id="the longer one stands"),
        pytest.param(b"a\nb\n", b"a\n", b"a\nx\nb\n", None, id="either may stand"),
    ],
)
def test_a_change_is_taken_out_once(old: bytes, new: bytes, now: bytes, wanted: bytes) -> None:
    assert taken_out(now, old=old, new=new) == wanted
