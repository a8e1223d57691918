"""The vectors of an index are saved elsewhere, and a new machine takes them in."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

import pytest

from tests.folders import files_in
from tests.object_store import BUCKET, KEYS, ObjectStore
from tests.system.daemons import eventually
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.daemon.worker import SavingRun
from vaultwatch.services.indexing.index_state import tidy_index
from vaultwatch.services.indexing.reindex import Indexed, reindex
from vaultwatch.services.records.small_facts import MASKING
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

WORDS = ("Zanzibar", "quokka", "ledgerdemain")


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own settings file, which names a folder."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "config" / "vaultwatch").mkdir(parents=True)
    (tmp_path / "nas").mkdir()
    file = tmp_path / "config" / "vaultwatch" / "config.toml"
    file.write_text(f'[snapshot]\nplace = "{tmp_path / "nas"}"\n')
    return file


def notes_in(folder: Path, state: Path) -> Vault:
    vault = Vault(folder, state)
    use_hash_embedder(vault)
    for word in WORDS:
        vault.write(f"{word}.md", f"# {word}\n\nA passage on the {word} of yore.\n")
    return vault


@pytest.fixture
def here(tmp_path: Path, own_settings: Path) -> Vault:
    """A vault whose index stands."""
    assert own_settings.exists()
    vault = notes_in(tmp_path / "here" / "notes", tmp_path / "state-here")
    assert vault.call("setup", "index").status == 0
    return vault


@pytest.fixture
def there(tmp_path: Path, own_settings: Path) -> Vault:
    """The same vault on a machine that knows nothing of it yet."""
    assert own_settings.exists()
    return notes_in(tmp_path / "there" / "notes", tmp_path / "state-there")


@contextmanager
def opened(vault: Vault) -> Iterator[Workspace]:
    with open_workspace(vault.folder, state=vault.state) as ws:
        yield ws


def indexed(vault: Vault) -> Indexed:
    with opened(vault) as ws:
        return reindex(ws)


def test_what_is_restored_is_not_embedded_again(here: Vault, there: Vault) -> None:
    assert here.call("index", "save", "--dry-run").out.startswith("Would save 3 vectors")
    (saved,) = here.call("index", "save", "--json").rows
    assert saved["vectors"] == 3
    assert there.call("index", "restore", "--dry-run").out.startswith("Would restore 3 vectors")
    done = there.call("index", "restore")
    assert (done.status, done.out.splitlines()[-1]) == (0, "Next: vaultwatch setup index")
    there.write("quokka.md", "# quokka\n\nOther words.\n")
    one = indexed(there)
    assert (len(one.upserted), one.embedded) == (3, 1)
    found = there.call("memory", "search", "Zanzibar of yore", "--json").rows
    assert found[0]["note"] == "Zanzibar.md"


def test_without_a_snapshot_all_is_embedded(there: Vault) -> None:
    assert indexed(there).embedded == 3


def test_an_index_that_was_lost_is_made_whole_of_a_snapshot(here: Vault) -> None:
    assert here.call("index", "save").status == 0
    with opened(here) as ws:
        index = ws.places.index
    rmtree(index)
    assert here.call("index", "restore").status == 0
    again = indexed(here)
    assert (len(again.upserted), again.embedded) == (3, 0)


def test_an_index_that_was_lost_is_not_saved_over_what_it_was(here: Vault) -> None:
    assert here.call("index", "save").status == 0
    (table,) = here.state.rglob("index/*.lance")
    rmtree(table)
    for _ in range(2):
        done = here.call("index", "save")
        assert (done.status, "holds nothing" in done.err) == (4, True)
        with opened(here) as ws:
            assert ws.chunks.count() == 0  # as whoever opens it makes it anew
    assert here.call("index", "restore").out.startswith("Restored 3 vectors")


def test_no_word_of_a_note_leaves_the_machine(here: Vault, tmp_path: Path) -> None:
    assert here.call("index", "save").status == 0
    files = files_in(tmp_path / "nas")
    assert len(files) == 2
    for data in map(bytes.lower, files.values()):
        assert not [word for word in (*WORDS, "passage", "notes") if word.lower().encode() in data]


def test_a_bucket_serves_as_a_folder_does(
    here: Vault, there: Vault, own_settings: Path, object_store: ObjectStore, tmp_path: Path
) -> None:
    place = f"s3://{BUCKET}/{tmp_path.name}"
    own_settings.write_text(
        f'[snapshot]\nplace = "{place}"\nendpoint = "{object_store.endpoint}"\n'
    )
    done = here.call("index", "save")
    assert (done.status, "AWS_ACCESS_KEY_ID" in done.err) == (4, True)
    assert "There are no keys" in here.call("doctor").out
    done = here.call("index", "save", **KEYS)
    assert (done.status, done.out.count(place)) == (0, 1), done.err
    assert "snapshot     the index is saved 20" in here.call("doctor").out
    assert there.call("index", "restore", **KEYS).status == 0
    assert indexed(there).embedded == 0


@pytest.mark.parametrize("way", ["within", "by a link", "another vault"])
def test_nothing_is_saved_into_a_vault(
    here: Vault, there: Vault, own_settings: Path, way: str, tmp_path: Path
) -> None:
    inside = (there if way == "another vault" else here).folder / "saved"
    inside.mkdir()
    place = inside
    if way == "by a link":
        place = tmp_path / "elsewhere"
        place.symlink_to(inside)
    own_settings.write_text(f'[snapshot]\nplace = "{place}"\n')
    for command in ("save", "restore"):
        done = here.call("index", command)
        assert (done.status, "lies in a vault" in done.err) == (5, True)
    assert list(inside.iterdir()) == []


def test_a_link_within_the_place_brings_nothing_into_a_vault(here: Vault, tmp_path: Path) -> None:
    before = here.bytes()
    with opened(here) as ws:
        (tmp_path / "nas" / ws.places.vault_id).symlink_to(here.folder)
    assert here.call("index", "save").status == 5
    assert here.bytes() == before


def test_a_vault_names_no_place(here: Vault) -> None:
    here.write(".vaultwatch/config.toml", '[snapshot]\nplace = "/srv/theirs"\n')
    done = here.call("index", "save")
    assert (done.status, "must not choose where" in done.err) == (2, True)


@pytest.mark.parametrize("place", ["s3://", "s3://key:secret@saved/x", "nas", "s3://a-b/../c"])
def test_a_place_that_is_none_is_told_and_not_shown(
    here: Vault, own_settings: Path, place: str
) -> None:
    own_settings.write_text(f'[snapshot]\nplace = "{place}"\n')
    done = here.call("index", "save")
    assert (done.status, "snapshot.place: must be" in done.err) == (2, True)
    assert "secret" not in done.err


def test_without_a_place_or_an_index_the_way_out_is_told(
    here: Vault, there: Vault, own_settings: Path
) -> None:
    done = there.call("index", "save")
    assert (done.status, "setup index" in done.err) == (4, True)
    assert there.call("index", "restore").status == 4
    own_settings.unlink()
    for command in ("save", "restore"):
        done = here.call("index", command)
        assert (done.status, "docs/scale.md" in done.err) == (4, True)
    assert "snapshot" not in here.call("doctor").out


def test_a_place_that_cannot_be_looked_into_is_told_in_a_sentence(
    here: Vault, own_settings: Path
) -> None:
    own_settings.write_text(f'[snapshot]\nplace = "/{"a" * 300}"\n')
    for command in ("save", "restore"):
        done = here.call("index", command)
        assert (done.status, "cannot be looked into: File name too long" in done.err) == (4, True)
    assert "cannot be looked into" in here.call("doctor").out


def test_of_several_vaults_one_must_be_named(here: Vault, there: Vault, tmp_path: Path) -> None:
    other = notes_in(tmp_path / "third" / "notes", tmp_path / "state-third")
    other.write("More.md", "# More\n\nAnother passage.\n")
    assert other.call("setup", "index").status == 0
    ids = {vault.call("index", "save", "--json").rows[0]["vault_id"] for vault in (here, other)}
    done = there.call("index", "restore")
    assert (done.status, [id_ for id_ in ids if id_ not in done.err]) == (4, [])
    assert there.call("index", "restore", "--of", "000000000000").status == 4
    for id_ in ids:
        assert there.call("index", "restore", "--of", id_).status == 0


def test_vectors_of_another_model_or_of_other_masking_are_refused(
    here: Vault, there: Vault, tmp_path: Path
) -> None:
    with opened(here) as ws:
        MASKING.set(ws.ledger, "3")
    assert here.call("index", "save").status == 0
    done = there.call("index", "restore")
    assert (done.status, "masked by other rules" in done.err) == (5, True)
    (manifest,) = (tmp_path / "nas").rglob("snapshot.json")
    manifest.write_text(manifest.read_text().replace("hash-384-1", "hash-384-0"))
    done = there.call("index", "restore")
    assert (done.status, "'hash-384-0'" in done.err) == (5, True)
    assert indexed(there).embedded == 3


def test_a_damaged_snapshot_costs_nothing_but_time(
    here: Vault, there: Vault, tmp_path: Path
) -> None:
    assert here.call("index", "save").status == 0
    (rows,) = (tmp_path / "nas").rglob("*.vectors")
    rows.write_bytes(rows.read_bytes()[:-1])
    done = there.call("index", "restore")
    assert (done.status, "may be believed" in done.err) == (1, True)
    assert indexed(there).embedded == 3
    assert here.call("index", "save").status == 0
    assert there.call("index", "restore").status == 0


def test_the_daemon_saves_what_was_tidied_since(
    here: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULTWATCH_STATE", str(here.state))
    run = SavingRun(here.folder)
    with opened(here) as ws:
        assert run.begin(ws) == "", "not tidied yet"
        tidy_index(ws)
        assert run.begin(ws) == "saving the index began"
        assert run.begin(ws) == "", "one at a time"
    eventually(lambda: "the index is saved" in here.call("doctor").out, "it is saved")
    run.stop()
    with opened(here) as ws:
        assert run.begin(ws) == "", "it stands there"


def test_a_place_that_fails_is_told_by_doctor(here: Vault, tmp_path: Path) -> None:
    os.rmdir(tmp_path / "nas")  # noqa: PTH106 -- empty, or the test fails
    done = here.call("index", "save")
    assert (done.status, "mount its drive" in done.err) == (4, True)
    assert "warn  snapshot" in here.call("doctor").out
