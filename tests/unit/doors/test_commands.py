"""Every command helps: a sentence, an example, and a line in docs/commands.md."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from vaultwatch.doors.cli.main import app

DOCS = (Path(__file__).resolve().parents[3] / "docs" / "commands.md").read_text(encoding="utf-8")


def commands(name: str, command: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 -- typer's own
    below = getattr(command, "commands", {})
    if not below or getattr(command, "invoke_without_command", False):
        yield name, command
    for sub, one in below.items():
        yield from commands(f"{name} {sub}", one)


ALL = dict(commands("vaultwatch", typer.main.get_command(app)))


@pytest.mark.parametrize("name", ALL)
def test_a_command_says_what_it_does_and_gives_an_example(name: str) -> None:
    words = ALL[name].help or ""
    assert f"Example: {name}" in words
    assert words.split("Example:")[0].strip()


@pytest.mark.parametrize("name", ALL)
def test_a_command_stands_in_the_docs(name: str) -> None:
    assert f"`{name.removeprefix('vaultwatch ')}" in DOCS


@pytest.mark.parametrize("name", ALL)
def test_every_option_of_a_command_is_explained(name: str) -> None:
    for parameter in ALL[name].params:
        if parameter.param_type_name == "option":
            assert parameter.help, parameter.name


SPEAKS_ONE_FORMAT = "vaultwatch hook"
"""Its output is what an agent's client takes, and nothing else."""


@pytest.mark.parametrize("name", [one for one in ALL if one != SPEAKS_ONE_FORMAT])
def test_every_command_can_speak_json(name: str) -> None:
    assert any("--json" in parameter.opts for parameter in ALL[name].params)


@pytest.mark.parametrize(
    ("words", "vault"),
    [
        pytest.param(["~/Notes"], "~/Notes", id="as a word"),
        pytest.param(["--http", "--port", "0", "~/Notes"], "~/Notes", id="behind options"),
        pytest.param(["~/Notes", "--port=0"], "~/Notes", id="before an option"),
        pytest.param(["--vault", "~/Notes"], "~/Notes", id="as an option"),
        pytest.param(["install", "codex", "--vault", "~/Notes"], None, id="of the command below"),
        pytest.param(["./install"], "install", id="a folder named like a command"),
        pytest.param([], None, id="none"),
    ],
)
def test_agents_are_served_a_vault_that_is_named_as_elsewhere(
    words: list[str], vault: str | None
) -> None:
    context = ALL["vaultwatch mcp"].make_context("mcp", words, resilient_parsing=True)
    given = context.params["vault_option"]
    assert (None if given is None else str(given)) == vault
