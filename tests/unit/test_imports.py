"""Help and status answer at once: what is heavy is imported only by what needs it."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

HEAVY = frozenset(
    {
        "fastembed",
        "httpx",
        "lancedb",
        "numpy",
        "onnx",
        "onnxruntime",
        "pyarrow",
        "sqlalchemy",
        "tokenizers",
    }
)
"""Top-level modules that cost time or memory: `import lancedb` alone takes about a second."""
OURS = frozenset({"vaultwatch.guard.secrets", "vaultwatch.notes.links"})
NOT_FOR_READING = HEAVY | OURS | {"filelock", "markdown_it", "yaml"}
"""What a command that only asks the ledger has no use for: it locks nothing and parses no note."""
LIST_MODULES = """
import importlib, sys
importlib.import_module(sys.argv[1])
print(*{name.partition(".")[0] for name in sys.modules})
"""


def loaded_by(module: str) -> set[str]:
    """Return the top-level modules that a fresh interpreter holds after importing this one."""
    run = subprocess.run(  # noqa: S603  our own interpreter, our own words
        [sys.executable, "-c", LIST_MODULES, module],
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    )
    return set(run.stdout.split())


def test_the_command_line_starts_without_anything_heavy() -> None:
    assert loaded_by("vaultwatch.doors.cli.main") & HEAVY == set()


ANSWERS_A_HOOK = """
import sys
import vaultwatch.__main__, vaultwatch.doors.cli.hook_answer, vaultwatch.doors.cli.printing
import vaultwatch.places, vaultwatch.services.operations.own_program
import vaultwatch.services.sessions.hook_calls
print(*{name.partition(".")[0] for name in sys.modules})
"""
"""All that is imported where a client waits for a hook that answers nothing."""


def test_a_hook_that_a_client_waits_for_imports_no_command_tree() -> None:
    run = subprocess.run(  # noqa: S603  our own interpreter, our own words
        [sys.executable, "-c", ANSWERS_A_HOOK], capture_output=True, check=True, text=True
    )
    assert set(run.stdout.split()) & (HEAVY | {"pydantic", "rich", "typer", "yaml"}) == set()


READS_THE_LEDGER = """
import gc, os, sys
os.environ.update(VAULTWATCH_VAULT=sys.argv[1], VAULTWATCH_STATE=sys.argv[2])
sys.argv = ["vaultwatch", *sys.argv[3:]]
from vaultwatch.doors.cli.main import main
status = main()
print(status, gc.get_freeze_count() > 0, *sys.modules)
"""


@pytest.mark.parametrize("command", [("findings",), ("memory", "list")], ids=" ".join)
def test_what_only_reads_the_ledger_loads_no_index_and_no_model(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "vault" / ".vaultwatch").mkdir(parents=True)
    run = subprocess.run(  # noqa: S603  our own interpreter, our own words
        [sys.executable, "-c", READS_THE_LEDGER, tmp_path / "vault", tmp_path / "state", *command],
        capture_output=True,
        check=True,
        text=True,
    )
    status, frees_nothing, *loaded = run.stdout.splitlines()[-1].split()
    assert status == "0", run.stderr
    assert set(loaded) & NOT_FOR_READING <= {"sqlalchemy"}
    assert frees_nothing == "True", "the end of the process walks all that was imported"


RULES = {"vaultwatch.drift.scoring.compare", "vaultwatch.services.look"}
"""What compares a memory with a note, and all that it asks: a quarter of a second to import."""


@pytest.mark.parametrize(
    ("command", "needless"),
    [
        pytest.param("status", HEAVY - {"sqlalchemy"} | RULES | OURS, id="status"),
        pytest.param("doctor", RULES, id="doctor"),
    ],
)
def test_what_looks_at_all_and_compares_nothing_loads_no_rules(
    command: str, needless: set[str], tmp_path: Path
) -> None:
    (tmp_path / "vault" / ".vaultwatch").mkdir(parents=True)
    (tmp_path / "vault" / "Fair.md").write_text("The fee is 40 euros.\n")
    run = subprocess.run(  # noqa: S603  our own interpreter, our own words
        [sys.executable, "-c", READS_THE_LEDGER, tmp_path / "vault", tmp_path / "state", command],
        capture_output=True,
        check=True,
        text=True,
    )
    assert "vaultwatch.services.operations" in run.stdout
    assert set(run.stdout.splitlines()[-1].split()) & needless == set()


ASKS_ANOTHER = """
import os, sys, threading
from pathlib import Path
os.environ.update(VAULTWATCH_VAULT=sys.argv[1], VAULTWATCH_STATE=sys.argv[2])
from vaultwatch.adapters.machine.private_socket import PrivateListener, read_line, send_line
from vaultwatch.places import Places
places = Places(Path(sys.argv[1]))
places.ensure()
listener = PrivateListener(places.door)
def answers():
    with listener.accept() as asker:
        read_line(asker, most_bytes=10_000, within_s=60)
        said = [["stdout", [["Wrote it.", ""]]]]
        send_line(asker, {"state": "done", "status": 3, "said": said}, within_s=60)
threading.Thread(target=answers).start()
sys.argv = ["vaultwatch", *sys.argv[3:]]
from vaultwatch.__main__ import main
print(main(), *sys.modules)
"""


@pytest.mark.parametrize("command", [("recall", "fee"), ("memory", "add", "It is so.")])
def test_what_another_process_does_costs_its_asker_next_to_nothing(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    run = subprocess.run(  # noqa: S603  our own interpreter, our own words
        [sys.executable, "-c", ASKS_ANOTHER, tmp_path / "vault", tmp_path / "state", *command],
        capture_output=True,
        check=True,
        text=True,
    )
    said, told = run.stdout.splitlines()
    status, *loaded = told.split()
    assert (said, status) == ("Wrote it.", "3")
    needless = HEAVY | RULES | {"filelock", "markdown_it", "pydantic", "rich", "typer", "yaml"}
    assert set(loaded) & needless == set()


def test_a_heavy_import_would_be_seen() -> None:
    assert loaded_by("sqlalchemy") & HEAVY >= {"sqlalchemy"}


@pytest.mark.parametrize("name", sorted(HEAVY))
def test_every_heavy_module_is_spelt_as_it_is_imported(name: str) -> None:
    assert find_spec(name) is not None


@pytest.mark.parametrize(
    "module", ["vaultwatch.adapters.models.embedders.choose", "vaultwatch.wiring"]
)
def test_no_model_library_is_loaded_that_may_send_usage_data(module: str) -> None:
    code = f"import os, {module}; print(os.environ['ORT_DISABLE_TELEMETRY'])"
    environment = {k: v for k, v in os.environ.items() if k != "ORT_DISABLE_TELEMETRY"}
    run = subprocess.run(  # noqa: S603  our own interpreter, our own words
        [sys.executable, "-c", code], capture_output=True, check=True, text=True, env=environment
    )
    assert run.stdout.strip() == "1"
