"""Neither a model nor the choice of texts is paid for where nobody reads the outcome."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from vaultwatch.services.indexing.index_state import vectors_of

if TYPE_CHECKING:
    from vaultwatch.services.workspace import Workspace


class NoModelYet:
    """A workspace that must not load its model."""

    @property
    def model(self) -> object:
        raise AssertionError("the model was loaded")


def test_no_model_is_loaded_where_no_text_is_asked_for() -> None:
    assert vectors_of(cast("Workspace", NoModelYet()), iter(())) == {}


def test_a_model_that_understands_no_meaning_is_not_handed_chosen_texts() -> None:
    asked: list[str] = []

    def texts() -> Iterator[str]:
        for text in ("first", "second", "third"):
            asked.append(text)
            yield text

    ws = SimpleNamespace(model=SimpleNamespace(embedder=SimpleNamespace(is_semantic=False)))
    assert vectors_of(cast("Workspace", ws), texts()) == {}
    assert asked == ["first"]
