"""Patches: what is proposed for a store is read, applied whole or not at all, and taken back."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.folders import files_in
from tests.papers import documented_fields
from tests.system.homes import MEMORY, TOPIC, Home
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.adapters.files import store_writer
from vaultwatch.adapters.files.safe_write import replace_file
from vaultwatch.memories.stores.patch_file import seal_of
from vaultwatch.services.known_stores import Store, read_store

FIELDS = documented_fields()
INDEX = (
    "# Index\r\n\r\n- [\U0001f525 Kiln](kiln.md) - colour  \r\n"
    "- [\U0001f525 Kiln](twin.md) - colour\r\n- [Old](old.md) \u2014 x\r\n"
    "<!-- keep -->\r\n- **Port**:\t4310\r\n- **Port**:\t4310"
)
PARTS = ("belt", "motor of its own", "pedal on the left", "splash pan", "spare bat", "red switch")
SAID_TWICE = "- Use four spaces always\n- Ask\n- Use four spaces always\n"


@pytest.fixture
def app(home: Home) -> Path:
    """A store with a link whose file moved, a twin, and a twin of a file."""
    folder = home.folder / MEMORY
    home.write(f"{MEMORY}/MEMORY.md", INDEX)
    home.write(f"{MEMORY}/sub/Old.md", TOPIC.format("old").replace("\n", "\r\n"))
    home.write(f"{MEMORY}/twin.md", TOPIC.format("kiln"))
    (folder / "MEMORY.md").chmod(0o640)
    home.call("stores", "add", str(folder), "--name", "app")
    home.write("work/.obsidian/app.json", "{}")
    return folder


def test_from_a_proposal_to_taking_it_back(home: Home, app: Path, tmp_path: Path) -> None:
    before, out = files_in(app), tmp_path / "out"
    (row,) = home.call("stores", "propose", "--store", "app", "--out", str(out), "--json").rows
    assert row.keys() == FIELDS["vaultwatch stores propose"]
    assert [one["kind"] for one in row["actions"]] == ["fix_link", "deprecate", "deprecate"]
    assert files_in(app) == before
    assert {one.name for one in out.iterdir()} == {"patch.diff", "actions.json", "report.md"}
    assert "sub/Old.md" in (out / "report.md").read_text()

    rehearsed = home.call("stores", "patch", str(out), "--dry-run")
    assert (rehearsed.status, files_in(app)) == (0, before)
    assert "+- [Old](sub/Old.md) \u2014 x" in rehearsed.out
    assert home.call("stores", "patch", str(out)).status == 2  # nobody can be asked
    assert files_in(app) == before

    (done,) = home.call("stores", "patch", str(out), "--yes", "--json").rows
    assert done.keys() == FIELDS["vaultwatch stores patch"]
    after = files_in(app)
    mended = INDEX.replace("(old.md)", "(sub/Old.md)").replace("colour\r", "colour (deprecated)\r")
    assert after[app / "MEMORY.md"] == f"{mended} (deprecated: said above)".encode()
    assert (app / "MEMORY.md").stat().st_mode & 0o777 == 0o640
    (audit,) = (tmp_path / "state/stores/applied.jsonl").read_text().splitlines()
    assert [one["id"] for one in json.loads(audit)["actions"]] == done["actions"]
    assert home.call("stores", "patch", str(out), "--yes").status == 5  # it is another store now
    assert home.call("stores", "propose", "--json").rows[0]["actions"] == []

    assert home.call("undo", "--dry-run").status == 0
    assert files_in(app) == after
    assert home.call("undo").status == 0
    assert files_in(app) == before
    assert home.call("undo").status == 4


def test_other_programs_take_the_diff_to_the_same_bytes(
    home: Home, app: Path, tmp_path: Path
) -> None:
    before, out = files_in(app), tmp_path / "out"
    home.call("stores", "propose", "--store", "app", "--out", str(out))
    home.call("stores", "patch", str(out / "patch.diff"), "--yes")
    after = files_in(app)
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(home.folder)}
    for program in (["patch", "-p1", "-s", "-i"], ["git", "apply"]):
        for path, data in before.items():
            Path(path).write_bytes(data)
        words = [*program, str(out / "patch.diff")]
        subprocess.run(words, cwd=app, env=environment, check=True)  # noqa: S603 -- fixed words
        assert files_in(app) == after


def test_one_action_of_the_last_proposals(home: Home, app: Path) -> None:
    (row,) = home.call("stores", "propose", "--json").rows
    wanted = row["actions"][1]["id"]
    assert home.call("stores", "patch", "--id", wanted, "--yes").status == 0
    assert (app / "MEMORY.md").read_bytes() == INDEX.encode() + b" (deprecated: said above)"
    assert home.call("stores", "patch", "--id", "zzzzzzz").status == 4
    home.write("work/AGENTS.md", SAID_TWICE)
    (home.folder / "work/.clinerules").symlink_to("AGENTS.md")
    home.call("stores", "add", str(home.folder / "work"))
    home.call("stores", "propose")
    assert home.call("stores", "patch", "--yes").status == 2  # of which store?
    assert home.call("stores", "patch", "work", "--yes").status == 0
    assert (
        (home.folder / "work/AGENTS.md").read_text().endswith("always (deprecated: said above)\n")
    )


@pytest.mark.parametrize(("real", "named"), [("CLAUDE.md", "CLAUDE.md"), ("x.md", "AGENTS.md")])
def test_instructions_of_two_names_go_by_the_real_files_where_that_is_one(
    tmp_path: Path, real: str, named: str
) -> None:
    (tmp_path / real).write_text(SAID_TWICE)
    (tmp_path / "AGENTS.md").symlink_to(real)
    (tmp_path / "GEMINI.md").symlink_to("AGENTS.md")
    read = read_store(Store("s", tmp_path, "instructions"))
    assert {one.path for one in read.reading.records} == {named}
    assert len(read.reading.records) == SAID_TWICE.count("- ")


def refuses(home: Home, patch_: Path | str, status: int, said: str) -> None:
    before = home.state()
    done = home.call("stores", "patch", str(patch_), "--yes")
    assert (done.status, home.state()) == (status, before)
    assert said in done.err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param(lambda row: row.update(path="/etc"), "name no store", id="another place"),
        pytest.param(lambda row: row.update(path="../.."), "name no store", id="upwards"),
        pytest.param(lambda row: row.update(format="hermes"), "format", id="another format"),
        pytest.param(
            lambda row: row["actions"][1]["edits"][0].update(new=" (deprecated: x)\n- obey"),
            "",
            id="more than its kind does",
        ),
        pytest.param(
            lambda row: row["actions"][0]["edits"][0].update(
                new="AKIA" + "QYLPMN5HFIQR7XYA" + ".md"
            ),
            "secret",
            id="a secret",
        ),
        pytest.param(
            lambda row: row["actions"].append({**row["actions"][0], "id": "other00"}),
            "same place",
            id="twice the same place",
        ),
        pytest.param(
            lambda row: row["actions"][0].update(record="mem_none", kind="deprecate"),
            "not there",
            id="a record that is none",
        ),
    ],
)
def test_an_edited_list_is_refused(
    home: Home, app: Path, tmp_path: Path, change: Callable[[dict[str, object]], None], said: str
) -> None:
    out = tmp_path / "out"
    home.call("stores", "propose", "--store", "app", "--out", str(out))
    row = json.loads((out / "actions.json").read_text())
    change(row)
    (out / "actions.json").write_text(json.dumps(row))
    assert app.is_dir()
    refuses(home, out, 5, "was edited")
    (out / "actions.json").write_text(json.dumps({**row, "seal": seal_of(row)}))
    refuses(home, out, 5, said)


def test_a_diff_that_was_edited_is_refused(home: Home, app: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    home.call("stores", "propose", "--store", "app", "--out", str(out))
    diff = out / "patch.diff"
    diff.write_bytes(diff.read_bytes().replace(b"said above", b"obey me now"))
    refuses(home, diff, 5, "it was edited")
    refuses(home, out, 5, "it was edited")
    assert app.is_dir()


def test_only_a_store_that_lets_itself_be_written_is(home: Home, app: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    home.call("stores", "propose", "--store", "app", "--out", str(out))
    settings = home.config.read_text()
    home.config.write_text(f'{settings}apply = "never"\n')
    refuses(home, out, 5, "never")
    home.config.write_text("")
    refuses(home, out, 5, "name no store")
    home.write(".codex/memories/MEMORY.md", SAID_TWICE)
    home.call("stores", "add", str(home.folder / ".codex/memories"), "--format", "codex")
    (row,) = home.call("stores", "propose", "--json").rows
    assert len(row["actions"]) == 1
    refuses(home, "codex-memories", 5, "writes these files anew")
    assert app.is_dir()


def test_a_file_that_would_be_harmed_is_left_alone(home: Home, app: Path, tmp_path: Path) -> None:
    out, index = tmp_path / "out", app / "MEMORY.md"
    home.call("stores", "propose", "--store", "app", "--out", str(out))
    os.link(index, tmp_path / "other name")
    refuses(home, out, 5, "hard links")
    (tmp_path / "other name").unlink()
    index.rename(tmp_path / "elsewhere.md")
    index.symlink_to(tmp_path / "elsewhere.md")
    refuses(home, out, 5, "")
    index.unlink()
    (tmp_path / "elsewhere.md").rename(index)
    index.chmod(0o440)
    refuses(home, out, 5, "read-only")
    index.chmod(0o640)
    index.write_bytes(INDEX.encode() + b"\r\n- new")
    refuses(home, out, 5, "changed since")
    assert not (tmp_path / "state/stores/applied.jsonl").exists()
    assert list((tmp_path / "state/stores/journal").glob("*")) == []


def test_nothing_is_written_where_it_would_harm(home: Home, app: Path, tmp_path: Path) -> None:
    assert home.call("stores", "propose", "--store", "app", "--out", str(app / "x")).status == 5
    mine = home.write("mine/report.md", "My report\n")
    assert home.call("stores", "propose", "--store", "app", "--out", str(mine.parent)).status == 5
    assert mine.read_text() == "My report\n"
    assert tmp_path.is_dir()


def test_a_secret_beside_a_change_is_shown_to_nobody(home: Home, tmp_path: Path) -> None:
    secret = "AKIA" + "QYLPMN5HFIQR7XYA"
    home.write("s/MEMORY.md", f"- key {secret}\n{SAID_TWICE}")
    home.call("stores", "add", str(home.folder / "s"))
    (row,) = home.call("stores", "propose", "--out", str(tmp_path / "out"), "--json").rows
    assert (row["actions"], row["left_out"][0]["reason"].split()[1]) == ([], "secret")
    assert secret.encode() not in b"".join(files_in(tmp_path / "out").values())


class Break:
    """Puts bytes into files, until it fails at the second or third."""

    def __init__(self, at: int, error: BaseException, *, after: bool) -> None:
        self.left, self.error, self.after = at, error, after

    def __call__(self, file: Path, *, seen: bytes, new: bytes, kept: Path) -> None:
        self.left -= 1
        if self.left == 0 and not self.after:
            raise self.error
        replace_file(file, seen=seen, new=new, kept=kept)
        if self.left == 0:
            raise self.error


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(
    ("error", "status"),
    [(OSError(28, "No space left on device"), 1), (KeyboardInterrupt(), 130)],
    ids=["full", "stopped"],
)
def test_what_fails_on_the_way_leaves_no_file_changed(
    home: Home, app: Path, error: BaseException, status: int, *, after: bool
) -> None:
    home.call("stores", "propose")
    before = files_in(app)
    with patch.object(store_writer, "replace_file", Break(2, error, after=after)):
        assert home.call("stores", "patch", "--yes").status == status
    assert files_in(app) == before
    assert home.call("undo").status == 4
    assert home.call("stores", "patch", "--yes").status == 0


class Kill(BaseException):
    """What nothing after it sees, as a kill."""


def test_a_run_that_was_killed_is_taken_back_by_the_next(home: Home, app: Path) -> None:
    home.call("stores", "propose")
    before = files_in(app)
    killed = Break(1, Kill(), after=True)
    with (
        patch.object(store_writer, "replace_file", killed),
        patch("vaultwatch.services.patching.applying._is_put_back", side_effect=Kill),
        pytest.raises(Kill),
    ):
        home.call("stores", "patch", "--yes")
    assert files_in(app) != before
    (app / "twin.md").write_bytes(before[app / "twin.md"])  # a person's save meanwhile
    done = home.vault.call("undo", VAULTWATCH_VAULT="")  # a store needs no vault
    assert (done.err, done.status, files_in(app)) == ("", 0, before)
    assert home.call("stores", "patch", "--yes").status == 0


def test_a_value_that_a_note_says_otherwise(home: Home) -> None:
    notes = Vault(home.folder / "vault", home.vault.state)
    use_hash_embedder(notes)
    notes.write(".obsidian/app.json", "{}")
    notes.write("Kiln.md", "# Kiln\n\nThe kiln holds 40 pots.\n\nIt opens on Friday.\n")
    notes.write("Shelf.md", "# Shelf\n\nThe kiln opens on Sunday.\n")
    notes.write("Memories/a.md", "---\nid: mem_a\n---\nThe wheel has a belt ([[Wheel]]).\n")
    notes.write("Wheel.md", "# Wheel\n\n" + "".join(f"The wheel has a {one}.\n\n" for one in PARTS))
    text = (
        "---\ntitle: \U0001f525\n---\n- [fact] The kiln holds 30 pots, see [[Kiln]] #a (x)\r\n"
        "- [fact] The kiln opens on Monday ([[Kiln]], [[Shelf]])\n- near [[Wheel]]\n"
    )
    place = home.write("bm/a.md", text)
    home.call("stores", "add", str(place.parent), "--notes", str(notes.folder))
    notes.call("scan", str(notes.folder))
    (notes.folder / "Wheel.md").rename(notes.folder / "The potter's wheel.md")
    notes.call("scan", str(notes.folder))
    before = home.state()
    (row,) = home.call("stores", "propose", "--store", "bm", "--json").rows
    assert [one["kind"] for one in row["actions"]] == ["replace_value", "fix_link"]
    assert row["actions"][0]["authority"] == "note"
    assert row["actions"][0]["why"].endswith("“The kiln holds 40 pots”.")
    assert home.state() == before
    assert notes.call("stores", "patch", "bm", "--yes").status == 0
    after = text.replace("30", "40").replace("[[Wheel]]", "[[The potter's wheel]]")
    assert place.read_bytes() == after.encode()
    assert notes.call("undo").status == 0
    assert place.read_bytes() == text.encode()


def test_a_note_that_was_renamed_is_followed_by_any_store(home: Home) -> None:
    notes = Vault(home.folder / "vault", home.vault.state)
    use_hash_embedder(notes)
    notes.write(".obsidian/app.json", "{}")
    notes.write("Wheel.md", "# Wheel\n\n" + "".join(f"The wheel has a {one}.\n\n" for one in PARTS))
    notes.write("Memories/a.md", "---\nid: mem_a\n---\nThe wheel has a belt ([[Wheel]]).\n")
    home.write("cc/MEMORY.md", "- [Belt](belt.md) \u2014 the belt\n")
    text = "---\nname: belt\ntype: project\n---\nThe belt runs under [[Wheel]], as [[Belt]] says.\n"
    place = home.write("cc/belt.md", text)
    home.call("stores", "add", str(place.parent), "--name", "cc")
    notes.call("scan")
    (notes.folder / "Wheel.md").rename(notes.folder / "Potter.md")
    notes.call("scan")
    (row,) = notes.call("stores", "propose", "--store", "cc", "--json").rows
    assert [(one["kind"], "Potter" in str(one)) for one in row["actions"]] == [("fix_link", True)]
    assert place.read_text() == text
