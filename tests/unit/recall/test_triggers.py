"""A trigger fits what it speaks of, and neither a question, a denial nor what it excludes."""

import numpy as np
import numpy.typing as npt
import pytest

from vaultwatch.recall.triggers import FIT_BAR, comes_to_mind, trigger_fit, trigger_texts

NAME = "Release a version"
TRIGGER = ["A new version of the library is to be published. Not for documentation alone."]


@pytest.mark.parametrize(
    ("task", "is_fit"),
    [
        pytest.param("Publish version 2.3 of the library", True, id="its words"),
        pytest.param("Water the geraniums", False, id="another topic"),
        pytest.param("", False, id="nothing"),
        pytest.param("version", True, id="one word, which it holds"),
        pytest.param("Which version of the library was published?", False, id="a question"),
        pytest.param("How do I publish a version of the library?", True, id="how to do it"),
        pytest.param("Do not publish a new version of the library", False, id="denied"),
        pytest.param("Publish the documentation of the library alone", False, id="excluded"),
    ],
)
def test_words_alone(task: str, is_fit: bool) -> None:  # noqa: FBT001
    assert (trigger_fit(NAME, TRIGGER, task, {}) >= 1) is is_fit


def test_a_trigger_that_denies_is_met_by_a_task_that_does() -> None:
    trigger = ["The build does not pass."]
    assert trigger_fit("Mend the build", trigger, "the build does not pass, mend it", {}) >= 1


def test_the_texts_leave_out_what_is_excluded() -> None:
    assert trigger_texts(NAME, TRIGGER) == [
        f"{NAME}: A new version of the library is to be published."
    ]
    assert trigger_texts(NAME, ["Never for hotfixes."]) == [NAME]


def vector(x: float) -> npt.NDArray[np.float32]:
    return np.array([x, (1 - x * x) ** 0.5], dtype=np.float32)


@pytest.mark.parametrize(("cosine", "is_fit"), [(FIT_BAR + 0.01, True), (FIT_BAR - 0.01, False)])
def test_vectors_decide_where_they_are_known(cosine: float, is_fit: bool) -> None:  # noqa: FBT001
    vectors = {one: vector(1.0) for one in trigger_texts(NAME, TRIGGER)} | {
        "ship it": vector(cosine)
    }
    assert (trigger_fit(NAME, TRIGGER, "ship it", vectors) >= 1) is is_fit
    assert trigger_fit(NAME, TRIGGER, "ship it", {}) == 0


UPLOAD = ["Why does the upload fail with 403?", "The upload fails. Not for downloads."]


@pytest.mark.parametrize(
    ("asked", "is_near"),
    [
        pytest.param("why does the upload fail", True, id="a question, for a question"),
        pytest.param("Why does the upload fail?", True, id="with its mark"),
        pytest.param("repair the upload that fails", True, id="a deed"),
        pytest.param("Why do downloads fail?", False, id="what is excluded"),
        pytest.param("water the geraniums", False, id="another matter"),
    ],
)
def test_a_memory_comes_to_mind_by_words(asked: str, is_near: bool) -> None:  # noqa: FBT001
    assert (0 < comes_to_mind(UPLOAD, asked, {}) <= 1) is is_near


@pytest.mark.parametrize("asked", ["who paints the boat?", "paint the boat"])
def test_a_memory_is_as_relevant_as_its_trigger_is_near(asked: str) -> None:
    vectors = {one: vector(1.0) for one in trigger_texts("", UPLOAD)} | {asked: vector(0.8)}
    assert comes_to_mind(UPLOAD, asked, vectors) == pytest.approx(0.8, abs=1e-6)
    assert comes_to_mind(UPLOAD, asked, vectors | {asked: vector(FIT_BAR - 0.01)}) == 0
