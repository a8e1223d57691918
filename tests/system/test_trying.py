"""`vaultwatch try` shows the whole way and leaves nothing, however it ends."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.folders import files_in
from vaultwatch.errors import RefusedError
from vaultwatch.services.operations.demo import run_trial


def command(home: Path, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """The program as a newcomer runs it: an empty home, no model in place."""
    (home / "tmp").mkdir(parents=True)
    own = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    env = {**own, "HOME": str(home), "TMPDIR": str(home / "tmp"), "PYTHONUNBUFFERED": "1"}
    return [sys.executable, "-m", "vaultwatch", "try", *arguments], env


def test_a_newcomer_sees_a_memory_an_edit_and_the_finding_and_nothing_stays(tmp_path: Path) -> None:
    words, env = command(tmp_path)
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True)  # noqa: S603
    told = [line.strip() for line in done.stdout.splitlines()]
    assert [line[:2] for line in told if line[:1].isdigit()] == ["1.", "2.", "3.", "4.", "5."]
    assert "The signing key is an open blocker in [[Atlas]]." in told
    assert "~~an open blocker~~ **done since Monday**" in done.stdout
    assert "- [ ] Still true" in told
    assert "model" not in done.stdout, "the story is not broken off"
    assert done.stderr.startswith("Note: No embedding model")
    assert told[-1].startswith("cd ~/Notes && ")
    assert told[-1].endswith("vaultwatch scan")
    assert "vaultwatch init --yes && " in told[-1]
    assert files_in(tmp_path) == {}
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.parametrize(
    ("line", "how"),
    [(1, signal.SIGTERM), (3, signal.SIGTERM), (5, signal.SIGINT)],
)
def test_nothing_stays_where_it_is_stopped_in_the_middle(
    tmp_path: Path, line: int, how: signal.Signals
) -> None:
    words, env = command(tmp_path)
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603
        assert running.stdout is not None
        while not running.stdout.readline().startswith(f"{line}."):
            pass
        running.send_signal(how)
        running.communicate()
    assert running.returncode != 0 or line == 5
    assert list((tmp_path / "tmp").iterdir()) == []


def test_where_there_is_none_at_all_a_way_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    with pytest.raises(RefusedError) as refused:
        run_trial(None, print)  # type: ignore[arg-type]  # it does not come to that
    assert "No usable temporary directory" in refused.value.message
    assert "TMPDIR" in refused.value.hint


def test_a_vault_of_ones_own_is_not_looked_at_and_a_temporary_folder_that_is_none_passed_by(
    tmp_path: Path,
) -> None:
    words, env = command(tmp_path, "--json")
    none = str(tmp_path / "none")
    away = {**env, "VAULTWATCH_VAULT": none, "TMPDIR": none}
    config = tmp_path / ".config" / "vaultwatch" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text("no_such = true\n")
    done = subprocess.run(words, env=away, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 5
