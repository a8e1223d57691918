"""The requests folder: what counts as a request, and what a hostile file there can not do."""

import json
import os
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from vaultwatch.adapters.files import request_files
from vaultwatch.adapters.files.request_files import (
    ACCEPTED,
    MAX_REQUEST_BYTES,
    MOST_WAITING,
    RequestFiles,
)
from vaultwatch.adapters.files.safe_write import create_file
from vaultwatch.errors import NotThereError, OutsideVaultError, RefusedError, VaultwatchError

DONE = {"state": "done", "verb": "rescan"}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    (folder / ".vaultwatch" / "requests").mkdir(parents=True)
    return folder


@pytest.fixture
def files(vault: Path) -> RequestFiles:
    return RequestFiles(vault)


def asked(vault: Path, request: dict[str, str]) -> str:
    put(vault, "asked.json", json.dumps(request))
    return "asked"


def put(vault: Path, name: str, text: str = "{}", *, age_s: float = 10.0) -> Path:
    place = vault / ".vaultwatch" / "requests" / name
    place.write_text(text, encoding="utf-8")
    age(place, age_s)
    return place


def age(place: Path, age_s: float) -> None:
    stamp = time.time() - age_s
    os.utime(place, (stamp, stamp), follow_symlinks=False)


def names_in(vault: Path) -> set[str]:
    return {one.name for one in (vault / ".vaultwatch" / "requests").iterdir()}


def test_requests_wait_oldest_first(vault: Path, files: RequestFiles) -> None:
    put(vault, "b.json", age_s=30)
    put(vault, "a.json", age_s=10)
    put(vault, "c.json", age_s=20)
    assert files.waiting() == ["b", "c", "a"]


@pytest.mark.parametrize(
    "name",
    [
        ".hidden.json",
        "a.answer.json",
        "a.ANSWER.json",
        "a.txt",
        "a.JSON",
        "a b.json",
        "-a.json",
        "größe.json",
        "a\n.json",
        ".json",
        "..json",
        "a" * 81 + ".json",
        ".vaultwatch-0123456789abcdef.tmp",
    ],
)
def test_other_names_are_no_requests(name: str, vault: Path, files: RequestFiles) -> None:
    put(vault, name)
    assert files.waiting() == []


@pytest.mark.parametrize(
    "name", ["../x", "..", "", "a/b", "/etc/passwd", "a\0", "x.answer", "a\n", "ä", "a\\b"]
)
def test_a_name_that_leads_elsewhere_is_refused(name: str, files: RequestFiles) -> None:
    for act in (files.read, files.remove, files.withdraw, files.stands):
        with pytest.raises(RefusedError):
            act(name)
    with pytest.raises(RefusedError):
        files.answer(name, DONE)


def test_no_folder_is_no_request(tmp_path: Path) -> None:
    files = RequestFiles(tmp_path)
    assert files.waiting() == []
    assert files.clean(datetime.now(UTC)) == 0
    assert list(tmp_path.iterdir()) == []


def test_what_is_asked_can_be_read_and_answered(vault: Path, files: RequestFiles) -> None:
    name = asked(vault, {"verb": "rescan", "note": "Größe.md"})
    assert files.waiting() == [name]
    assert json.loads(files.read(name)) == {"verb": "rescan", "note": "Größe.md"}
    assert files.answered(name) is None
    files.answer(name, ACCEPTED)
    assert files.answered(name) == ACCEPTED
    assert files.waiting() == [name], "accepted is not done"
    files.answer(name, DONE)
    assert (files.waiting(), files.left_over()) == ([], [name])
    files.remove(name)
    assert files.answered(name) == DONE
    assert names_in(vault) == {f"{name}.answer.json"}


def test_a_new_request_of_an_old_name_waits_again(vault: Path, files: RequestFiles) -> None:
    files.answer("fixed", DONE)
    age(vault / ".vaultwatch" / "requests" / "fixed.answer.json", 60)
    put(vault, "fixed.json", age_s=5)
    assert files.answered("fixed") is None
    assert files.waiting() == ["fixed"]


def test_accepting_never_takes_back_a_last_answer(vault: Path, files: RequestFiles) -> None:
    name = asked(vault, {"verb": "report"})
    files.accept(name)
    assert files.answered(name) == ACCEPTED
    files.answer(name, DONE)
    files.accept(name)
    assert files.answered(name) == DONE


def test_accepting_writes_nothing_over_an_answer_that_comes_meanwhile(
    vault: Path, files: RequestFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = asked(vault, {"verb": "report"})

    def creating(place: Path, data: bytes, *, is_synced: bool) -> None:
        files.answer(name, DONE)  # the worker, between our look and our write
        create_file(place, data, is_synced=is_synced)

    monkeypatch.setattr(request_files, "create_file", creating)
    files.accept(name)
    assert files.answered(name) == DONE


def test_an_answer_to_an_earlier_request_gives_way_to_accepted(
    vault: Path, files: RequestFiles
) -> None:
    put(vault, "fixed.answer.json", json.dumps(DONE), age_s=60)
    put(vault, "fixed.json", age_s=5)
    files.accept("fixed")
    assert files.answered("fixed") == ACCEPTED


def test_a_disk_without_hard_links_is_served(
    vault: Path, files: RequestFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    name = asked(vault, {"verb": "report"})
    files.accept(name)
    assert files.answered(name) == ACCEPTED


def test_withdrawing_leaves_nothing_and_may_come_twice(vault: Path, files: RequestFiles) -> None:
    name = asked(vault, {"verb": "report"})
    files.answer(name, ACCEPTED)
    files.withdraw(name)
    files.withdraw(name)
    assert names_in(vault) == set()


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda place: place.symlink_to("/etc/passwd"), id="a link out of the vault"),
        pytest.param(lambda place: place.symlink_to("nowhere"), id="a link to nothing"),
        pytest.param(lambda place: place.symlink_to(place), id="a link to itself"),
        pytest.param(os.mkfifo, id="a FIFO that nobody writes"),
        pytest.param(
            lambda place: place.write_bytes(b" " * (MAX_REQUEST_BYTES + 1)), id="a byte too large"
        ),
    ],
)
def test_what_is_no_plain_small_file_is_refused_and_can_be_removed(
    make: Callable[[Path], object], vault: Path, files: RequestFiles
) -> None:
    make(vault / ".vaultwatch" / "requests" / "x.json")
    assert files.waiting() == ["x"]
    with pytest.raises(RefusedError) as caught:
        files.read("x")
    assert caught.value.hint
    assert "root:" not in caught.value.message
    files.remove("x")
    assert names_in(vault) == set()
    assert Path("/etc/passwd").exists()


def test_the_largest_request_is_read(vault: Path, files: RequestFiles) -> None:
    put(vault, "x.json", "x" * MAX_REQUEST_BYTES)
    assert len(files.read("x")) == MAX_REQUEST_BYTES


@pytest.mark.parametrize("name", ["x.json", "y.answer.json"])
def test_a_folder_in_the_place_of_a_file_is_passed_over(
    name: str, vault: Path, files: RequestFiles
) -> None:
    (vault / ".vaultwatch" / "requests" / name).mkdir()
    put(vault, "y.json")
    put(vault, "z.json")
    assert set(files.waiting()) == {"y", "z"} - {name.removesuffix(".answer.json")}
    assert files.clean(datetime.now(UTC) + timedelta(days=9)) == 0


def test_an_answer_replaces_a_link_and_does_not_follow_it(
    vault: Path, files: RequestFiles, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.write_text("mine")
    place = vault / ".vaultwatch" / "requests" / "x.answer.json"
    place.symlink_to(outside)
    assert files.answered("x") is None
    files.answer("x", DONE)
    assert outside.read_text() == "mine"
    assert not place.is_symlink()


@pytest.mark.parametrize("depth", [1, 2], ids=[".vaultwatch", "requests"])
@pytest.mark.parametrize("place", ["elsewhere", "vault/elsewhere"])
def test_a_folder_that_is_a_link_is_not_looked_into(depth: int, place: str, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    target = tmp_path / place
    (target / "requests").mkdir(parents=True)
    (target / "requests" / "x.json").write_text("{}")
    (target / "x.json").write_text("{}")
    link = vault.joinpath(*(".vaultwatch", "requests")[:depth])
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(target)
    files = RequestFiles(vault)
    for act in (
        files.waiting,
        lambda: files.accept("x"),
        lambda: files.answer("x", DONE),
        lambda: files.remove("x"),
        lambda: files.clean(datetime.now(UTC) + timedelta(days=9)),
    ):
        with pytest.raises(OutsideVaultError):
            act()
    assert sorted(one.name for one in target.rglob("*")) == ["requests", "x.json", "x.json"]


def test_a_vault_reached_through_a_link_is_served(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(vault)
    put(vault, "x.json")
    assert RequestFiles(tmp_path / "link").waiting() == ["x"]


def test_a_request_is_young_for_two_seconds(vault: Path, files: RequestFiles) -> None:
    for name, age_s in (("new", 0.0), ("old", 3.0), ("future", -3600.0)):
        put(vault, f"{name}.json", age_s=age_s)
    assert [files.is_young(name) for name in ("new", "old", "future", "gone")] == [
        True,
        False,
        False,
        False,
    ]


def test_a_request_taken_back_is_told_from_a_bad_one(files: RequestFiles) -> None:
    with pytest.raises(NotThereError):
        files.read("gone")


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "[" * 60_000, '"done"'])
def test_an_answer_that_cannot_be_read_is_none(text: str, vault: Path, files: RequestFiles) -> None:
    put(vault, "x.answer.json", text)
    assert files.answered("x") is None


def test_cleaning_takes_only_what_is_old_and_ours(vault: Path, files: RequestFiles) -> None:
    kept = {"new.answer.json": 3600, "waits.json": 900_000, "note.md": 900_000, ".x.tmp": 900_000}
    kept[".vaultwatch-0123456789abcdef.tmp"] = 60
    gone = {"old.answer.json": 90_000, "n.tmp": 7_200, ".vaultwatch-fedcba9876543210.tmp": 7_200}
    for name, age_s in {**kept, **gone}.items():
        put(vault, name, age_s=age_s)
    assert files.clean(datetime.now(UTC)) == len(gone)
    assert names_in(vault) == set(kept)


def test_a_flood_of_requests_is_looked_at_in_parts(vault: Path, files: RequestFiles) -> None:
    folder = vault / ".vaultwatch" / "requests"
    for number in range(10_000):
        (folder / f"n{number:05}.json").touch()
    assert len(files.waiting()) == MOST_WAITING


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda folder: folder.rmdir() or folder.write_text(""), id="a file instead"),
        pytest.param(lambda folder: folder.parent.rename(folder.parents[2] / "x"), id="gone"),
    ],
)
def test_a_spoilt_folder_is_an_error_with_a_way_out(
    spoil: Callable[[Path], object], vault: Path, files: RequestFiles
) -> None:
    spoil(vault / ".vaultwatch" / "requests")
    try:
        files.waiting()
        files.answer("x", DONE)
    except VaultwatchError as error:
        assert error.hint  # noqa: PT017 -- one of the two cases heals itself
    else:
        assert len(names_in(vault)) == 1, "made anew"
