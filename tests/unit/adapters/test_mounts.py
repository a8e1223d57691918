"""How a vault is watched, by what it is mounted as."""

from pathlib import Path

import pytest

from vaultwatch.adapters.machine.mounts import (
    SILENT_MOUNTS,
    Mount,
    Way,
    Wish,
    count_folders,
    has_room_for_watches,
    inotify_limit,
    mount_of,
    watching_way,
)

MOUNTS: list[Mount] = [
    ("/", "ext4"),
    ("/mnt/c", "9p"),
    ("/srv/anna/share", "cifs"),
    ("/srv/anna/share/local", "ext4"),
    ("/over", "ext4"),
    ("/over", "fuse.sshfs"),
    ("/secret", "fuse.gocryptfs"),
]


@pytest.mark.parametrize(
    ("root", "way"),
    [
        pytest.param("/srv/anna/vault", "native", id="a local disk"),
        pytest.param("/mnt/c/Users/anna/vault", "polling", id="Windows seen from WSL"),
        pytest.param("/mnt/coffee", "native", id="a name that only begins alike"),
        pytest.param("/srv/anna/share", "polling", id="a share itself"),
        pytest.param("/srv/anna/share/local/vault", "native", id="a local disk in a share"),
        pytest.param("/over/vault", "polling", id="mounted over another"),
        pytest.param("/secret/vault", "native", id="a local file system of a program"),
    ],
)
def test_the_nearest_mount_decides(root: str, way: Way) -> None:
    found, reason = watching_way(Path(root), mounts=MOUNTS)
    assert found == way
    mount = mount_of(Path(root), MOUNTS)
    assert mount is not None
    assert all(word in reason for word in mount)
    assert reason.endswith(".")


@pytest.mark.parametrize("kind", SILENT_MOUNTS)
def test_each_silent_kind_of_mount_is_polled_with_its_reason(kind: str) -> None:
    way, reason = watching_way(Path("/vault"), mounts=[("/", kind)])
    assert way == "polling"
    assert SILENT_MOUNTS[kind] in reason


@pytest.mark.parametrize("wish", ["native", "polling"])
def test_a_wish_is_obeyed(wish: Wish) -> None:
    assert watching_way(Path("/mnt/c"), wish, mounts=MOUNTS)[0] == wish


def test_where_nothing_is_known_of_mounts_the_system_is_trusted() -> None:
    assert watching_way(Path("/vault"), mounts=[])[0] == "native"


def test_this_machine_answers(tmp_path: Path) -> None:
    way, reason = watching_way(tmp_path)
    assert way in {"native", "polling"}
    assert "Nothing is known" not in reason
    limit = inotify_limit()
    assert limit is None or limit > 0
    assert has_room_for_watches(tmp_path)
    assert not has_room_for_watches(tmp_path / "nowhere")


def test_all_folders_count_but_those_behind_links(tmp_path: Path) -> None:
    for name in ("a/b", ".git/objects"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "a" / "link").symlink_to(tmp_path)
    assert count_folders(tmp_path) == 5
