"""Answers kept in the vault: no machine that shares it asks again, and none is told by a stranger.

Two machines are two state folders over one vault, as a sync that never waits would have it.
"""

import os
import re
import resource
import shutil
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.system.drifted import NAMES, copy_of, copy_state, findings, stall, tick
from tests.system.vaults import Vault, powerless
from vaultwatch.adapters.files.answer_files import AnswerFiles
from vaultwatch.services.findings.settle import resolve_errors
from vaultwatch.services.look import carry_out, look
from vaultwatch.wiring import open_workspace

SETTLED = ".vaultwatch/settled"
LINE = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z (dismissed|true|asked)( [0-9a-f]{32}){1,2}"
)


def share(vault: Vault, *, on: bool = True) -> None:
    config = re.sub(r"\n\[vault\]\n.*", "", vault.read(".vaultwatch/config.toml"))
    more = "\n[vault]\nshare_answers = true\n" if on else ""
    vault.write(".vaultwatch/config.toml", config + more)


@pytest.fixture(scope="module")
def pair_once(drifted: Vault, tmp_path_factory: pytest.TempPathFactory) -> tuple[Vault, Vault]:
    """To be copied, not changed."""
    folder = tmp_path_factory.mktemp("pair")
    here, there = copy_of(drifted, folder), Vault(folder / "vault", folder / "other")
    for name in NAMES:
        here.write(f"Stalls/{name}.md", stall(name, 40))
    assert there.call("scan").status == 0
    for name in NAMES:
        here.write(f"Stalls/{name}.md", stall(name, 55))
    share(here)
    for vault in (here, there):
        assert vault.call("scan").status == 0
    assert asked(here) == asked(there) == set(NAMES)
    return here, there


@pytest.fixture
def pair(pair_once: tuple[Vault, Vault], tmp_path: Path) -> tuple[Vault, Vault]:
    """Two machines of one vault on which three memories drifted, each of which saw it."""
    here = copy_of(pair_once[0], tmp_path)
    there = Vault(here.folder, tmp_path / "other")
    copy_state(pair_once[1], there)
    return here, there


def asked(vault: Vault) -> set[str]:
    return {name for name, one in findings(vault).items() if one["status"] == "open"}


def say(vault: Vault, verb: str, name: str, *more: str) -> None:
    done = vault.call("findings", verb, findings(vault)[name]["finding_id"], *more)
    assert done.status == 0, done.err


def scan(*vaults: Vault) -> None:
    for vault in vaults:
        assert vault.call("scan").status == 0


def files(vault: Vault) -> list[Path]:
    return sorted((vault.folder / SETTLED).glob("*"))


def lines(vault: Vault) -> list[str]:
    return [line for file in files(vault) for line in file.read_text().splitlines()]


def words(vault: Vault) -> list[str]:
    return [line.split()[1] for line in lines(vault)]


@pytest.mark.parametrize(
    ("verb", "word", "why"),
    [
        ("dismiss", "dismissed", "dismissed on another machine"),
        ("verify", "true", "still true, said on another machine"),
    ],
)
def test_what_one_machine_was_answered_the_other_does_not_ask(
    pair: tuple[Vault, Vault], verb: str, word: str, why: str
) -> None:
    here, there = pair
    say(here, verb, "Alder")
    scan(there)
    assert asked(there) == asked(here) == {"Birch", "Cedar"}
    assert findings(there)["Alder"]["why"] == why
    assert words(here) == [word]
    assert all(LINE.fullmatch(line) for line in lines(here))


def test_a_new_machine_is_told_that_it_lacks_what_is_not_shared_alone(
    pair: tuple[Vault, Vault], tmp_path: Path
) -> None:
    new = Vault(pair[0].folder, tmp_path / "third")
    assert "what it knew (baselines) is not known here" in new.call("scan").err


def test_it_is_off_until_somebody_turns_it_on(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    share(here, on=False)
    say(here, "dismiss", "Alder")
    scan(there)
    assert files(here) == []
    assert asked(there) == set(NAMES)


def test_a_tick_in_the_report_is_a_persons_answer(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    scan(here)
    tick(here, "Birch", "dismiss")
    scan(here, there)
    assert asked(there) == {"Alder", "Cedar"}
    assert words(here) == ["dismissed"]


def test_an_agents_word_is_told_to_nobody(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    finding = findings(here)["Alder"]["finding_id"]
    with open_workspace(here.folder, state=here.state) as ws:
        ws.client = "app"
        assert carry_out(ws, lambda ws: resolve_errors(ws, [finding])).closed == (finding,)
    scan(there)
    assert files(here) == []
    assert "Alder" in asked(there)


def test_a_new_passage_is_asked_about_again(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    say(here, "dismiss", "Alder")
    scan(there)
    here.write("Stalls/Alder.md", stall("Alder", 70))
    scan(there, here)
    assert "Alder" in asked(there)
    assert "Alder" in asked(here)


def test_an_answer_is_known_whichever_of_two_lines_a_machine_quotes(
    vault: Vault, tmp_path: Path
) -> None:
    here = vault
    share(here)
    note = "---\nos: Debian {0}\n---\n# Server\n\nIt runs Debian {0} on two disks.\n\nIt hums.\n"
    here.write("Server.md", note.format(12), day="2026-05-01")
    memory = "---\nid: mem_server\n---\nThe [[Server]] runs Debian 12.\n"
    here.write("Memories/Server.md", memory)
    scan(here)
    here.write("Server.md", note.format(13))
    late = Vault(here.folder, tmp_path / "late")
    scan(here, late)
    lines = [findings(one)["Server"]["after"]["line"] for one in (here, late)]
    assert lines == [6, 2], "each quotes another"
    say(here, "verify", "Server")
    scan(late)
    assert findings(late)["Server"]["status"] == "dismissed"


def test_an_answer_that_was_there_first_meets_a_finding_as_it_opens(
    vault: Vault, tmp_path: Path
) -> None:
    here = vault
    share(here)
    for name in NAMES:
        say(here, "dismiss", name)
    late = Vault(here.folder, tmp_path / "late")
    for name in NAMES:
        here.write(f"Stalls/{name}.md", stall(name, 40))
    scan(late)
    for name in NAMES:
        here.write(f"Stalls/{name}.md", stall(name, 55))
    assert "3 new" not in late.call("scan").out
    assert asked(late) == set()


@pytest.mark.parametrize("verb", ["dismiss", "verify"])
def test_a_machine_that_joins_later_is_told_of_the_sentence_that_stands_now(
    pair: tuple[Vault, Vault], tmp_path: Path, verb: str
) -> None:
    here, _ = pair
    say(here, verb, "Alder")
    late = Vault(here.folder, tmp_path / "late")
    told = late.call("scan")
    assert asked(late) == {"Birch", "Cedar"}
    assert all(findings(late)[name]["change"] == "never_agreed" for name in NAMES)
    assert "1 answer of other machines was taken." in told.out
    assert "of other machines" not in late.call("scan").out
    assert here.call("undo").status == 0
    scan(late)
    assert asked(late) == set(NAMES)
    say(here, verb, "Alder")
    here.write("Stalls/Alder.md", stall("Alder", 70))
    scan(late)
    assert "Alder" in asked(late)


def test_an_answer_on_the_sentence_now_is_none_on_a_change_that_was_seen(
    pair: tuple[Vault, Vault], tmp_path: Path
) -> None:
    here, _ = pair
    late = Vault(here.folder, tmp_path / "late")
    scan(late)
    say(late, "dismiss", "Alder")
    scan(here)
    assert "Alder" in asked(here)


@pytest.mark.parametrize("verb", ["dismiss", "verify"])
def test_undo_is_one_more_line_and_asks_everywhere(pair: tuple[Vault, Vault], verb: str) -> None:
    here, there = pair
    say(here, verb, "Alder")
    scan(there)
    before = lines(here)
    assert here.call("undo").status == 0
    assert lines(here)[:1] == before
    assert words(here)[1:] == ["asked"]
    scan(there)
    assert asked(here) == asked(there) == set(NAMES)


@pytest.mark.parametrize("verb", ["dismiss", "verify"])
def test_the_later_of_two_contrary_answers_stands_on_both(
    pair: tuple[Vault, Vault], verb: str
) -> None:
    here, there = pair
    say(here, verb, "Alder")
    scan(there)
    say(there, "reopen", "Alder")
    assert len(files(here)) == len(pair)
    scan(here, there)
    assert "Alder" in asked(here)
    assert "Alder" in asked(there)
    say(here, "dismiss", "Alder")
    scan(there)
    assert asked(there) == asked(here) == {"Birch", "Cedar"}
    assert [*map(words, pair)] == [words(here)] * 2


def test_the_same_answer_given_twice_is_one(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    say(here, "dismiss", "Alder")
    say(there, "dismiss", "Alder")  # before a look brought it the other's word
    scan(here, there)
    assert words(here) == ["dismissed", "dismissed"]
    assert asked(here) == asked(there) == {"Birch", "Cedar"}


def test_an_undo_of_what_another_machine_answered_is_not_answered_again(
    pair: tuple[Vault, Vault],
) -> None:
    here, there = pair
    say(here, "dismiss", "Alder")
    scan(there)
    say(there, "reopen", "Alder")
    scan(there)
    assert "Alder" in asked(there)


def test_a_clock_set_back_takes_no_answer_back(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    say(here, "dismiss", "Alder")
    (file,) = files(here)
    ahead = datetime.now(UTC) + timedelta(hours=5)
    stamp = ahead.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    file.write_text(f"{stamp} {file.read_text().split(' ', 1)[1]}")  # before it was set back
    scan(there)
    assert "Alder" not in asked(there)
    say(there, "reopen", "Alder")
    assert max(lines(here)).split()[1] == "asked"
    scan(here)
    assert "Alder" in asked(here)


def test_a_file_that_is_lost_takes_nothing_back(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    say(here, "dismiss", "Alder")
    scan(there)
    shutil.rmtree(here.folder / SETTLED)
    scan(here, there)
    assert asked(here) == asked(there) == {"Birch", "Cedar"}
    say(here, "dismiss", "Birch")
    scan(there)
    assert asked(there) == {"Cedar"}


def test_a_lost_ledger_is_told_what_it_answered(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    say(here, "dismiss", "Alder")
    shutil.rmtree(there.state)
    here.write("Stalls/Alder.md", stall("Alder", 40))
    scan(there)
    here.write("Stalls/Alder.md", stall("Alder", 55))
    scan(there)
    assert "Alder" not in asked(there)


def test_a_file_cut_in_the_middle_loses_that_line_alone(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    say(here, "dismiss", "Alder")
    say(here, "dismiss", "Birch")
    (file,) = files(here)
    file.write_bytes(file.read_bytes()[:-20])
    scan(there)
    assert asked(there) == {"Birch", "Cedar"}
    told = there.call("doctor")
    assert "1 line of" in told.out
    say(here, "dismiss", "Cedar")  # behind what was cut off, on a line of its own
    scan(there)
    assert asked(there) == {"Birch"}


def test_a_vault_that_cannot_be_written_is_answered_all_the_same(
    pair: tuple[Vault, Vault],
) -> None:
    here, there = pair
    folder = here.folder / SETTLED
    folder.mkdir()
    folder.chmod(0o500)
    with powerless():
        say(here, "dismiss", "Alder")
        assert files(here) == []
        assert "Alder" not in asked(here)
        assert "1 answer of yours could not be written" in here.call("doctor").out
    folder.chmod(0o700)
    scan(here, there)
    assert words(here) == ["dismissed"]
    assert "Alder" not in asked(there)


def git(folder: Path, *arguments: str, is_well: bool = True) -> None:
    named = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false")
    done = subprocess.run(  # noqa: S603
        ["git", *named, *arguments],  # noqa: S607
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode == 0) is is_well, done.stderr


@pytest.mark.parametrize("names", [("one.txt", "two.txt"), ("one.txt", "one.txt")])
def test_a_merge_in_git_keeps_what_both_answered(
    pair: tuple[Vault, Vault], tmp_path: Path, names: Sequence[str]
) -> None:
    """Files of two machines never conflict; a file that both wrote leaves marks, which are told."""
    here, there = pair
    say(here, "dismiss", "Alder")
    say(there, "dismiss", "Birch")
    held = [file.read_bytes() for file in files(here)]
    shutil.rmtree(here.folder / SETTLED)
    work = tmp_path / "work"
    work.mkdir()
    git(work, "init", "-q", "-b", "main")
    git(work, "commit", "-q", "--allow-empty", "-m", "begin")
    for number, (name, data) in enumerate(zip(names, held, strict=True)):
        git(work, "checkout", "-q", "-b", f"b{number}", "main")
        (work / name).write_bytes(data)
        git(work, "add", ".")
        git(work, "commit", "-q", "-m", name)
    git(work, "merge", "-q", "--no-edit", "b0", is_well=names[0] != names[1])
    (here.folder / SETTLED).mkdir()
    for file in work.glob("*.txt"):
        shutil.copy(file, here.folder / SETTLED)
    late = Vault(here.folder, tmp_path / "late")
    for euros in (40, 55):
        for name in NAMES:
            here.write(f"Stalls/{name}.md", stall(name, euros))
        scan(late)
    assert asked(late) == {"Cedar"}
    assert ("3 lines of" in late.call("doctor").out) is (names[0] == names[1])


def line_for(vault: Vault, name: str) -> str:
    """What a machine would be told of a finding that nobody here answered."""
    say(vault, "dismiss", name)
    (line,) = lines(vault)
    shutil.rmtree(vault.folder / SETTLED)
    assert vault.call("undo").status == 0
    shutil.rmtree(vault.folder / SETTLED, ignore_errors=True)
    return line


def test_only_what_is_named_exactly_is_closed(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    line = line_for(here, "Alder")
    there.write(
        "Memories/Alder fee.md",
        "---\nid: mem_alder\n---\nThe fee of the [[Alder]] stall is 40 euros!\n",
    )
    scan(there)
    there.write(f"{SETTLED}/x.txt", f"{line}\n")
    scan(there)
    assert {"Birch", "Cedar"} <= asked(there)


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(".vaultwatch/x.txt", id="beside the folder"),
        pytest.param(f"{SETTLED}/deep/x.txt", id="below it"),
        pytest.param(f"{SETTLED}/x.md", id="no file of answers"),
        pytest.param(f"{SETTLED}/.x.txt", id="hidden"),
    ],
)
def test_nothing_else_of_a_vault_answers(pair: tuple[Vault, Vault], place: str) -> None:
    here, there = pair
    there.write(place, line_for(here, "Alder") + "\n")
    scan(there)
    assert asked(there) == set(NAMES)


def test_no_link_is_followed(pair: tuple[Vault, Vault], tmp_path: Path) -> None:
    here, there = pair
    line = line_for(here, "Alder")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x.txt").write_text(f"{line}\n")
    folder = here.folder / SETTLED
    folder.mkdir()
    (folder / "x.txt").symlink_to(outside / "x.txt")
    scan(there)
    assert asked(there) == set(NAMES)
    shutil.rmtree(folder)
    folder.symlink_to(outside)
    say(there, "dismiss", "Birch")
    assert asked(there) == {"Alder", "Cedar"}
    assert [one.name for one in outside.iterdir()] == ["x.txt"]
    assert "is a link" in there.call("doctor").out


@pytest.mark.parametrize(
    "spoilt",
    [
        pytest.param(lambda line: line.replace("dismissed", "resolved"), id="another word"),
        pytest.param(lambda line: f" {line}", id="a space before it"),
        pytest.param(lambda line: f"{line} and more", id="something behind it"),
        pytest.param(lambda line: line.replace("Z", "+00:00"), id="another time zone"),
        pytest.param(lambda line: "9999-12-31" + line[10:], id="far ahead"),
        pytest.param(lambda line: "2026-13-45" + line[10:], id="no day"),
        pytest.param(lambda line: line[:-1], id="a digest cut off"),
        pytest.param(lambda line: line[:-1] + "g", id="no digest"),
        pytest.param(lambda line: line + "\n" * (1 << 17), id="a file too large"),
    ],
)
def test_a_line_that_is_none_answers_nothing_and_is_told(
    pair: tuple[Vault, Vault], spoilt: "object"
) -> None:
    here, there = pair
    assert callable(spoilt)
    there.write(f"{SETTLED}/x.txt", spoilt(line_for(here, "Alder")) + "\n")
    scan(there)
    assert asked(there) == set(NAMES)
    assert "'x.txt'" in there.call("doctor").out


def test_a_pipe_is_not_waited_for(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    (here.folder / SETTLED).mkdir()
    os.mkfifo(here.folder / SETTLED / "x.txt")
    scan(there)
    assert "'x.txt'" in there.call("doctor").out


def test_a_rehearsal_writes_nothing_and_tells_what_would_be_closed(
    pair: tuple[Vault, Vault],
) -> None:
    here, there = pair
    finding = findings(here)["Alder"]["finding_id"]
    assert here.call("findings", "dismiss", "--dry-run", finding).status == 0
    assert files(here) == []
    say(here, "dismiss", "Alder")
    assert there.call("scan", "--dry-run").status == 0
    assert "Alder" in asked(there)


def test_what_a_person_here_called_outdated_no_older_answer_closes(
    pair: tuple[Vault, Vault],
) -> None:
    here, there = pair
    say(here, "dismiss", "Alder")
    scan(there)
    share(here, on=False)
    say(there, "reopen", "Alder")
    share(here)
    scan(there)
    assert "Alder" in asked(there)


def test_a_daemon_hears_of_an_answer_though_no_note_changed(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    say(here, "dismiss", "Alder")
    with open_workspace(there.folder, state=there.state) as ws:
        look(ws)  # takes in what the answer had written into the vault
    assert "Alder" not in asked(there)
    line = lines(here)[0]
    later = datetime.now(UTC) + timedelta(seconds=1)
    stamp = later.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    (here.folder / SETTLED / "x.txt").write_text(f"{stamp} asked {line.split()[2]}\n")
    with open_workspace(there.folder, state=there.state) as ws:
        assert look(ws).scanned is not None
        assert "Alder" in asked(there)
        assert look(ws, ["Stalls/Birch.md"]).scanned is None, "heard once"


def test_an_answer_dated_ahead_does_not_open_a_finding_in_turns(pair: tuple[Vault, Vault]) -> None:
    here, _ = pair
    say(here, "verify", "Alder")
    ahead = datetime.now(UTC) + timedelta(hours=5)
    stamp = ahead.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    (here.folder / SETTLED / "x.txt").write_text(f"{stamp} asked {lines(here)[0].split()[2]}\n")
    scan(here)
    assert "Alder" in asked(here)
    here.write("Stalls/Alder.md", stall("Alder", 40))
    scan(here)
    assert "Alder" not in asked(here), "the note agrees again"
    with open_workspace(here.folder, state=here.state) as ws:
        look(ws)
        assert look(ws, ["Stalls/Birch.md"]).scanned is None
    assert "Alder" not in asked(here)


def test_a_state_folder_that_was_copied_answers_in_a_file_of_its_own(
    pair: tuple[Vault, Vault],
) -> None:
    here, there = pair
    say(here, "dismiss", "Alder")
    shutil.rmtree(there.state)
    copy_state(here, there)
    say(there, "dismiss", "Birch")
    scan(there, here)
    assert len(files(here)) == 2
    assert asked(here) == asked(there) == {"Cedar"}


def test_a_full_file_is_followed_by_another(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    say(here, "dismiss", "Alder")
    (file,) = files(here)
    told = file.read_text()
    file.write_text(told * ((1 << 17) // len(told)))
    say(here, "dismiss", "Birch")
    assert len(files(here)) == 2
    scan(there, here)
    assert asked(there) == asked(here) == {"Cedar"}


def test_lines_that_end_as_on_windows_are_read(pair: tuple[Vault, Vault]) -> None:
    here, there = pair
    there.write(f"{SETTLED}/x.txt", line_for(here, "Alder") + "\r\n")
    scan(there)
    assert asked(there) == {"Birch", "Cedar"}


def test_a_disk_that_takes_half_of_it_is_told_all_of_it_later(tmp_path: Path) -> None:
    answers = AnswerFiles(tmp_path)
    lines = [f"{number:080}" for number in range(4)]
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            answers.append("one", lines)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert answers.append("one", lines)
    ((_, held),) = answers.read()
    assert held is not None
    assert held[-len(lines) :] == lines
