"""Commands whose streams are full, closed or read no more: a sentence, never a traceback."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.vaults import ROOT, Vault


def redirected(
    vault: Vault, command: tuple[str, ...], how: str
) -> subprocess.CompletedProcess[str]:
    """Run a command as a shell does, its streams led elsewhere."""
    words = shlex.join([sys.executable, "-m", "vaultwatch", *command])
    named = {"VAULTWATCH_STATE": str(vault.state), "VAULTWATCH_VAULT": str(vault.folder)}
    return subprocess.run(  # noqa: S602 -- our own words
        f"{words} {how}",
        shell=True,
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=ROOT,
        env={**os.environ, **named},
    )


needs_full = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="needs a device that is always full"
)


@needs_full
@pytest.mark.parametrize(
    "command", [("status",), ("findings", "--json"), ("findings", "report", "--print")]
)
def test_results_that_cannot_be_written_are_told_of_in_a_sentence(
    drifted: Vault, command: tuple[str, ...]
) -> None:
    said = redirected(drifted, command, ">/dev/full")
    assert said.returncode == 1
    assert "The results cannot be written: No space left on device." in said.stderr
    assert "Traceback" not in said.stderr
    assert said.stderr.count("\n") == (1 if "--json" in command else 2)


@needs_full
def test_an_error_that_cannot_be_told_keeps_its_status(drifted: Vault) -> None:
    assert redirected(drifted, ("findings", "show", "zzz"), "2>/dev/full").returncode == 4


@pytest.mark.parametrize(
    ("closed", "command"),
    [
        (">&-", ("status",)),
        ("2>&-", ("findings", "--json")),
        ("<&-", ("status",)),
        (">&- 2>&- <&-", ("findings", "--json")),
        (">&- 2>&- <&-", ("scan", "--dry-run")),
    ],
)
def test_a_command_works_where_its_streams_are_closed(
    drifted: Vault, closed: str, command: tuple[str, ...]
) -> None:
    said = redirected(drifted, command, closed)
    assert (said.returncode, said.stderr) == (0, "")


def test_who_reads_no_more_has_had_enough(drifted: Vault) -> None:
    said = redirected(drifted, ("findings", "--json"), "| head -c 1")
    assert (said.stdout, said.stderr) == ("{", "")


@pytest.mark.parametrize("command", [("findings",), ("status", "--json"), ("findings", "--help")])
def test_a_pipe_that_nobody_reads_is_no_failure(drifted: Vault, command: tuple[str, ...]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    named = {"VAULTWATCH_STATE": str(drifted.state), "VAULTWATCH_VAULT": str(drifted.folder)}
    done = subprocess.run(  # noqa: S603 -- our own words
        [sys.executable, "-m", "vaultwatch", *command],
        stdout=writes,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
        cwd=ROOT,
        env={**os.environ, **named},
    )
    os.close(writes)
    assert (done.returncode, done.stderr) == (0, "")
