"""Which project a session is of, by what is known of two of them."""

import pytest

from vaultwatch.memories.projects import (
    PLACE,
    REMOTE,
    Project,
    address_of,
    are_one,
    ids_of,
    is_address,
    project_id,
)

HERE, THERE = project_id(PLACE, "/a/proj"), project_id(PLACE, "/b/proj")
OURS, THEIRS = project_id(REMOTE, "x.org/me/proj"), project_id(REMOTE, "x.org/you/proj")


@pytest.mark.parametrize(
    ("ids", "others", "is_one"),
    [
        pytest.param((HERE,), (HERE,), True, id="one folder"),
        pytest.param((HERE,), (THERE,), False, id="two folders of one name"),
        pytest.param((HERE, OURS), (THERE, OURS), True, id="two clones"),
        pytest.param((HERE, OURS), (HERE, THEIRS), False, id="another repository stands there now"),
        pytest.param((HERE,), (HERE, OURS), True, id="it got an address since"),
        pytest.param((HERE,), (THERE, OURS), False, id="elsewhere, and one has an address"),
        pytest.param((), (HERE,), None, id="known by its name alone"),
        pytest.param((OURS,), (HERE,), None, id="nothing in common to go by"),
    ],
)
def test_an_address_decides_and_then_the_place(
    ids: tuple[str, ...],
    others: tuple[str, ...],
    is_one: bool | None,  # noqa: FBT001 -- a column of the table
) -> None:
    assert are_one(ids, others) is is_one
    assert are_one(others, ids) is is_one


@pytest.mark.parametrize(
    "url",
    [
        "git@Host.org:me/Proj.git",
        "ssh://git@host.org:2222/me/proj.git/",
        "https://me:secret@host.org/me/proj",
        "https://host.org/me/proj.git",
        "git+ssh://host.org/me/proj.git",
        "host.org:me/proj",
    ],
)
def test_all_spellings_of_an_address_are_one(url: str) -> None:
    assert address_of(url) == "host.org/me/proj"
    assert is_address(url)


@pytest.mark.parametrize(
    "url", ["/srv/proj.git", "../proj", "file:///srv/p", "C:\\p", "C:/p", "", "~/p"]
)
def test_a_path_is_no_address(url: str) -> None:
    assert not is_address(url)


def test_names_are_compared_as_they_are_read() -> None:
    project = Project("Caf\u00e9", once=("old name",))
    assert project.is_named("cafe\u0301")
    assert project.is_named("Old  Name")
    assert not project.is_named("")
    assert Project().is_named("")


def test_what_is_no_id_is_left_out_of_a_note() -> None:
    assert ids_of(f"{HERE} x, r12 {OURS}") == (HERE, OURS)
