"""Who reads is chosen in the user's own settings, after it was shown what that means."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.contract.models import make_cross_encoder
from tests.papers import ROOT
from tests.system.homes import Home
from vaultwatch.adapters.models.readers.command import PRESETS
from vaultwatch.settings import load_settings

BEFORE = '# mine\n[drift]\nmin_score = 0.7 # sure\n\n[[stores]]\npath = "/a"\n'


@pytest.fixture
def own(home: Home, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A home with settings, and the programs that we know on its PATH."""
    for name in PRESETS:
        home.write(f"bin/{name}", "#!/bin/sh\necho ran >> ran\n").chmod(0o755)
    monkeypatch.setenv("PATH", str(home.folder / "bin"))
    home.write("config/vaultwatch/config.toml", BEFORE)
    return home


def said_by(home: Home, *words: str) -> dict[str, Any]:
    done = home.call("setup", "reader", words[0], "--json", *words[1:])
    assert done.status == 0, done.err
    held: dict[str, Any] = json.loads(done.out)
    return held


@pytest.mark.parametrize("who", PRESETS)
def test_a_program_is_set_by_its_whole_path_and_nothing_else_is_touched(
    own: Home, who: str
) -> None:
    done = own.call("setup", "reader", "use", who, "--model", "small", "--yes")
    assert done.status == 0, done.err
    assert "The team meets on Tuesdays at ten." in done.out
    assert "3 runs a day" in done.out
    text = own.config.read_text(encoding="utf-8")
    assert text.startswith(BEFORE)
    reader = load_settings(None, user_config=own.config).reader
    assert (reader.kind, reader.known_as) == ("command", who)
    assert reader.command[0] == str(own.folder / "bin" / who)
    assert "small" in reader.command
    assert not (own.folder / "work" / "ran").exists()
    assert own.call("setup", "reader", "off").status == 0
    assert load_settings(None, user_config=own.config).reader.kind == "off"


def test_nothing_is_written_unasked(own: Home) -> None:
    assert own.call("setup", "reader", "use", "claude", "--dry-run").status == 0
    assert said_by(own, "off", "--dry-run")["is_written"] is False
    asked = own.call("setup", "reader", "use", "claude")  # nobody is there to say yes
    assert (asked.status, "nobody can be asked" in asked.err) == (2, True)
    assert own.config.read_text(encoding="utf-8") == BEFORE


def test_another_reader_takes_the_place_of_the_last_with_its_limits(own: Home) -> None:
    said_by(own, "use", "claude", "--budget-usd", "0.5", "--yes")
    url = "http://localhost:11434/v1"
    told = said_by(own, "use", "endpoint", "--url", url, "--model", "llama3", "--yes")
    assert told["reader"] == "llama3"
    held = tomllib.loads(own.config.read_text(encoding="utf-8"))["reader"]
    assert held == {"kind": "language_model", "url": url, "model": "llama3", "budget_usd": 0.5}


def test_a_model_on_this_machine_brings_its_labels(own: Home, tmp_path: Path) -> None:
    folder = make_cross_encoder(tmp_path / "nli", ("entailment", "neutral", "contradiction"))
    labels = {"0": "entailment", "1": "neutral", "2": "contradiction"}
    (folder / "config.json").write_text(json.dumps({"id2label": labels}), encoding="utf-8")
    told = said_by(own, "use", "cross-encoder", "--folder", str(folder), "--yes")
    assert (told["prompt"], told["reader"]) == ("", "nli")
    reader = load_settings(None, user_config=own.config).reader
    assert reader.labels == ("entailment", "neutral", "contradiction")


def test_a_program_of_ones_own_is_named_behind_two_dashes(own: Home) -> None:
    program = own.write("bin/mine", "#!/bin/sh\n")
    program.chmod(0o755)
    words = ("--env", "MY_KEY", "--yes", "--", "mine", "--deep", "{schema}")
    assert said_by(own, "use", "command", *words)["reader"] == "mine"
    reader = load_settings(None, user_config=own.config).reader
    assert reader.command == (str(program), "--deep", "{schema}")
    assert reader.env == ("MY_KEY",)


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        pytest.param(["command"], 2, "No program is named", id="no program"),
        pytest.param(["command", "nowhere"], 4, "no program 'nowhere'", id="not there"),
        pytest.param(["endpoint", "--model", "m"], 2, "url and model", id="no service"),
        pytest.param(["endpoint", "--url", "ftp://a", "--model", "m"], 2, "begin", id="ftp"),
        pytest.param(["claude", "--env", "A=b"], 2, "never its value", id="a value"),
        pytest.param(["cross-encoder"], 4, "models pull reader", id="no model"),
    ],
)
def test_what_cannot_read_is_told_and_not_written(
    own: Home, words: list[str], status: int, says: str
) -> None:
    done = own.call("setup", "reader", "use", *words, "--yes")
    assert (done.status, says in done.err) == (status, True), done.err
    assert own.config.read_text(encoding="utf-8") == BEFORE


def test_the_page_on_readers_sets_what_can_be_set(own: Home) -> None:
    page = (ROOT / "docs" / "reader.md").read_text(encoding="utf-8")
    (example,) = [block.split("```")[0] for block in page.split("```toml\n")[1:]]
    own.config.write_text(example, encoding="utf-8")
    reader = load_settings(None, user_config=own.config).reader
    assert reader.kind == tomllib.loads(example)["reader"]["kind"]
    for key in type(reader).model_fields:
        assert f"`{key}`" in page
