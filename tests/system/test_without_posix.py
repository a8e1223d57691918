"""What Windows lacks is missed by nobody: the basic way is walked without it.

Windows itself is not here. What its Python does not have is hidden from every module of vaultwatch;
paths, locks and disks stay those of this system.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.system.vaults import ROOT, Vault

LACKING = """
import builtins, importlib, os, pkgutil, signal, sys, types

MODULES = {"fcntl", "resource", "pwd", "grp", "termios"}
NAMES = {
    "O_NOFOLLOW", "O_NONBLOCK", "O_DIRECTORY", "O_CLOEXEC", "fchmod", "chown", "fork", "geteuid",
    "getuid", "killpg", "nice", "setsid", "sched_getaffinity", "listxattr", "statvfs",
    "SIGHUP", "SIGURG", "SIGKILL", "SIGALRM",
}

def without(module):
    less = types.ModuleType(module.__name__)
    less.__dict__.update((k, v) for k, v in vars(module).items() if k not in NAMES)
    return less

LESS = {"os": without(os), "signal": without(signal)}
real = builtins.__import__

def our_import(name, globals=None, locals=None, fromlist=(), level=0):
    if str((globals or {}).get("__name__", "")).startswith("vaultwatch"):
        if name in MODULES:
            raise ImportError(name)
        if name in LESS and not fromlist:
            return LESS[name]
    return real(name, globals, locals, fromlist, level)

builtins.__import__ = our_import
"""
EVERY = """
import vaultwatch
for one in pkgutil.walk_packages(vaultwatch.__path__, "vaultwatch."):
    if one.name.rpartition(".")[2] != "__main__":
        importlib.import_module(one.name)
from vaultwatch.adapters.files import own_files, safe_write
from vaultwatch.adapters.index import index_files
assert (own_files.NO_LINK, own_files.NO_WAIT, own_files.LIKE_WINDOWS) == (0, 0, True)
assert safe_write.fcntl is index_files.fcntl is None
"""
RUN = """
import json
from vaultwatch.__main__ import main
for words in map(json.loads, sys.argv[1:]):
    sys.argv[1:] = words
    assert main() == 0, words
    print("\\0", end="", flush=True)
"""
"""Several commands one after another: to start Python for each takes half a second of CPU."""


def lacking(vault: Vault, *commands: Sequence[str], script: str = RUN) -> list[str]:
    """Run commands without them; return what each prints."""
    done = subprocess.run(  # noqa: S603 -- our own words
        [sys.executable, "-c", LACKING + script, *map(json.dumps, commands)],
        cwd=ROOT,
        env={
            **os.environ,
            "VAULTWATCH_STATE": str(vault.state),
            "VAULTWATCH_VAULT": str(vault.folder),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout.split("\0")[:-1]


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    vault.write(
        ".vaultwatch/config.toml", '[index]\nembedder = "hash"\n[vault]\nshare_answers = true\n'
    )
    return vault


def test_every_module_is_imported(vault: Vault) -> None:
    lacking(vault, script=EVERY)


def test_a_memory_drifts_is_told_and_answered(vault: Vault) -> None:
    vault.write("Stalls/Alder.md", "# Alder\r\n\r\nThe fee of the Alder stall is 40 euros.\r\n")
    belief = "The fee of the [[Alder]] stall is 40 euros."
    lacking(vault, ["scan"], ["memory", "add", belief])
    (memory,) = (vault.folder / "Memories").glob("*.md")
    vault.write("Stalls/Alder.md", "# Alder\r\n\r\nThe fee of the Alder stall is 55 euros.\r\n")
    asked = ["recall", "what is the fee of the Alder stall", "--json"]
    _, findings, found = lacking(vault, ["scan"], ["findings", "--json"], asked)
    (finding,) = map(json.loads, findings.splitlines())
    assert b"drift:" in memory.read_bytes()
    assert "==**55**== euros" in vault.read("drift-report.md")
    assert "40 euros" in found
    lacking(vault, ["findings", "dismiss", finding["finding_id"]])
    assert len([*(vault.folder / ".vaultwatch/settled").iterdir()]) == 1
    *_, status = lacking(vault, ["undo"], ["doctor"], ["status"])
    assert "1" in status
