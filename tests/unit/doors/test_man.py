"""The manual page says what --help says, and can be read."""

import re
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.unit.doors.test_commands import ALL

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "man" / "vaultwatch.1"


def plain(text: str) -> str:
    """Undo what keeps signs from troff."""
    signs = {"\\e": "\\", "\\-": "-", "\\(dq": '"', "\\(aq": "'", "\\(ga": "`", "\\(ha": "^"}
    text = text.replace("\\(ti", "~").replace("\\&", "")
    for escaped, sign in signs.items():
        text = text.replace(escaped, sign)
    return text


def test_the_page_is_what_the_script_writes() -> None:
    page = runpy.run_path(str(ROOT / "scripts" / "write-man"))["page"]()
    assert PAGE.read_text(encoding="utf-8") == page, "run scripts/write-man"


@pytest.mark.parametrize("name", ALL)
def test_a_command_stands_in_the_page_with_its_options(name: str) -> None:
    page = plain(PAGE.read_text(encoding="utf-8"))
    (section,) = re.findall(
        rf"^\.SS {re.escape(name)}(?: [^a-z].*)?\n((?:(?!\.S[SH]).*\n)*)", page, re.MULTILINE
    )
    assert f"Example:\n.B {name}" in section
    for parameter in ALL[name].params:
        options = (*parameter.opts, *parameter.secondary_opts)
        if parameter.param_type_name == "option":
            for one in options:
                assert re.search(rf"^\.B .*{re.escape(one)}\b", section, re.MULTILINE), one
            assert " ".join(parameter.help.split()) in section


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff to read it with")
def test_the_page_can_be_read_without_a_warning() -> None:
    words = ["groff", "-man", "-ww", "-z", "-Tutf8", str(PAGE)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr) == (0, "")
