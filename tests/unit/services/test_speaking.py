"""Which passages speak of what was asked, and whether more of them could be found."""

import pytest

from vaultwatch.adapters.index.chunk_store import Hit
from vaultwatch.notes.model import NotePath
from vaultwatch.services.recall.search import is_all_that_speaks, speaking


def hit(rank: int | None, similarity: float | None, text_rank: int | None = None) -> Hit:
    note = NotePath(f"{rank}-{text_rank}.md")
    return Hit(note, False, (), 1, 1, "said", 0.5, rank, text_rank, similarity)  # noqa: FBT003


NEAR = [hit(1, 0.8), hit(2, 0.6), hit(3, 0.5)]


@pytest.mark.parametrize(
    ("more", "is_all"),
    [
        pytest.param([hit(4, 0.2)], True, id="the next one says nothing of it"),
        pytest.param([hit(5, 0.2)], False, id="one between was not found"),
        pytest.param([], False, id="all that were found speak"),
        pytest.param([hit(None, None, 1)], False, id="found by its words alone"),
        pytest.param([hit(None, None, 1), hit(4, 0.43)], True, id="near, but far from the best"),
    ],
)
def test_more_is_asked_for_only_where_more_may_speak(more: list[Hit], *, is_all: bool) -> None:
    hits = [*NEAR, *more]
    assert is_all_that_speaks(hits, hits) == is_all
    assert speaking(hits, is_semantic=True)[:3] == NEAR


def test_what_speaks_is_told_by_those_alone_that_are_asked_about() -> None:
    hits = [*NEAR, hit(4, 0.4)]
    assert is_all_that_speaks(hits, hits)
    assert not is_all_that_speaks(hits, hits[1:]), "a hidden best one must not set the bar"
