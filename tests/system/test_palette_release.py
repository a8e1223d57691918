"""The folder that is submitted as a community plugin: its layout, its rules, its types."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.system.vaults import ROOT
from vaultwatch import __version__
from vaultwatch.services.operations.palette_install import shipped

TYPES = ("obsidian@1.13.1", "typescript@5.9.3")
"""What is published, to check against."""
CHECKED = (
    *("--noEmit", "--allowJs", "--checkJs", "--skipLibCheck"),
    *("--target", "es2022", "--lib", "es2022,dom,dom.iterable"),
    *("--module", "commonjs", "--moduleResolution", "node10"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("made") / "palette"
    command = [sys.executable, str(ROOT / "scripts" / "make-palette"), str(made)]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 -- our own script
    return made


def test_the_folder_holds_what_a_release_needs_and_nothing_else(folder: Path) -> None:
    assert {one.name for one in folder.iterdir()} == {
        *("main.js", "styles.css", "manifest.json"),
        *("versions.json", "README.md", "LICENSE"),
    }
    assert (folder / "main.js").read_bytes() == shipped("main.js")
    assert (folder / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_manifest_and_versions_are_as_the_directory_asks(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert set(manifest) == {
        *("id", "name", "version", "minAppVersion", "description", "author", "isDesktopOnly")
    }
    assert re.fullmatch(r"[a-z-]+", manifest["id"])
    for said in (manifest["id"], manifest["name"], manifest["description"]):
        assert not re.search("obsidian|plugin", said, re.IGNORECASE)
    about = manifest["description"]
    assert (about.isascii(), about.endswith("."), len(about) <= 250) == (True, True, True)
    versions = json.loads((folder / "versions.json").read_text(encoding="utf-8"))
    assert versions[manifest["version"]] == manifest["minAppVersion"]
    assert manifest["version"] == __version__


def test_the_code_is_as_the_guidelines_ask(folder: Path) -> None:
    code = (folder / "main.js").read_text(encoding="utf-8")
    for forbidden in (
        *("innerHTML", "outerHTML", "insertAdjacentHTML", "console.log", "eval(", "fetch("),
        *("detachLeavesOfType", "window.app", "hotkeys:", "sourceMappingURL", ".style."),
    ):
        assert forbidden not in code, forbidden
    assert set(re.findall(r'require\("([^"]*)"\)', code)) == {"obsidian", "@codemirror/view"}
    style = (folder / "styles.css").read_text(encoding="utf-8")
    assert "!important" not in style
    for selector in re.findall(r"^([^\s@}].*?)[,{]$", style.replace(" {", "{"), re.MULTILINE):
        assert selector.startswith(".vaultwatch-"), selector


def test_the_types_are_those_that_obsidian_publishes(tmp_path: Path) -> None:
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        pytest.skip("no npm here to get the types with")
    quick = ("--fetch-retries=0", "--fetch-timeout=20000", "--prefer-offline", "--ignore-scripts")
    command = [npm, "install", "--no-audit", "--no-fund", *quick, "--prefix", str(tmp_path), *TYPES]
    got = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 -- ours
    if got.returncode != 0:
        pytest.skip(f"npm cannot be reached: {got.stderr.strip()[:200]}")
    (tmp_path / "main.js").write_bytes(shipped("main.js"))
    tsc = tmp_path / "node_modules" / "typescript" / "bin" / "tsc"
    checked = subprocess.run(  # noqa: S603 -- ours
        [node, str(tsc), *CHECKED, "main.js"],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert checked.returncode == 0, checked.stdout
